use super::*;
use crate::readers::probe::{fixture, labels, lines, value};

#[test]
fn xml_and_json_give_each_systems_samples() {
    let xml = read(fixture!("phoronix/composite-2systems.xml")).unwrap();
    let json = read(fixture!("phoronix/result-file.json")).unwrap();
    for reading in [&xml, &json] {
        assert_eq!(reading.version.as_ref().unwrap().as_str(), "10.8.6");
        let mut systems = labels(reading);
        systems.sort_unstable();
        assert_eq!(systems, [Some("bfq"), Some("mq-deadline")]);
        let run = |label| labels(reading).iter().position(|found| *found == Some(label)).unwrap();
        let of = |label, case: &str| {
            value(reading, run(label), &format!("{case}, test=Hackbench local 2.4 | result"))
        };
        let threads = "arguments=-g 2 -T, description=Groups: 2 - Type: Thread";
        assert_eq!(
            of("mq-deadline", threads),
            "0.191 0.232 0.091 0.117 0.154 0.11 0.105 0.122 0.097 0.115 0.117 0.135 0.12 0.137 0.174 s lower"
        );
        assert_eq!(of("bfq", threads), "0.118 0.179 0.132 s lower");
        let processes = "arguments=-g 8 -P, description=Groups: 8 - Type: Process";
        assert_eq!(of("mq-deadline", processes).split(' ').count(), 12 + 2);
        assert_eq!(of("bfq", processes), "0.363 0.393 0.432 s lower");
        assert_eq!(reading.runs.iter().map(|run| run.results.len()).collect::<Vec<_>>(), [4, 4]);
    }
}

#[test]
fn the_console_shows_the_samples_of_its_own_run() {
    let reading = read(fixture!("phoronix/console-log.txt")).unwrap();
    assert_eq!(
        lines(&reading.runs[0]),
        [
            "description=Groups: 2 - Type: Thread, test=Hackbench local 2.4 | result = 0.118 0.179 0.132 s lower",
            "description=Groups: 8 - Type: Thread, test=Hackbench local 2.4 | result = 0.628 0.576 0.489 s lower",
            "description=Groups: 2 - Type: Process, test=Hackbench local 2.4 | result = 0.146 0.13 0.097 s lower",
            "description=Groups: 8 - Type: Process, test=Hackbench local 2.4 | result = 0.363 0.393 0.432 s lower",
        ]
    );
    assert_eq!(labels(&reading), [None]);
}

#[test]
fn a_test_may_have_several_results() {
    let reading = read(fixture!("phoronix/pub-lkp-mnn.txt")).unwrap();
    let of = |model: &str| {
        value(&reading, 0, &format!("description=Model: {model}, test=Mobile Neural Network 2.1 | result"))
    };
    assert_eq!(of("nasnet"), "19.731 19.498 19.799 ms lower");
    assert_eq!(of("mobilenetV3"), "3.402 3.323 3.397 ms lower");
    assert_eq!(of("squeezenetv1.1"), "10.046 9.262 9.226 ms lower");
    assert_eq!(reading.runs[0].results.len(), 8);
}

#[test]
fn a_result_file_as_text_has_averages_of_systems() {
    let reading = read(fixture!("phoronix/result-file-to-text.txt")).unwrap();
    assert_eq!(labels(&reading), [Some("mq-deadline"), Some("bfq")]);
    let case = "description=Groups: 2 - Type: Process, test=Hackbench local 2.4 | result";
    assert_eq!(value(&reading, 0, case), "0.192 s lower");
    assert_eq!(value(&reading, 1, case), "0.124 s lower");
    assert_eq!(reading.runs[1].results.len(), 4);
}

#[test]
fn other_directions_scales_and_graphs() {
    let xml = fixture!("phoronix/composite-2systems.xml");
    let higher =
        xml.replace("<Proportion>LIB", "<Proportion>HIB").replace("<Scale>Seconds", "<Scale>R&amp;D &#62; 1");
    assert!(lines(&read(&higher).unwrap().runs[0])[0].ends_with("0.174 R&D > 1 higher"));
    let graph = xml.replace("BAR_GRAPH", "LINE_GRAPH");
    assert!(read(&graph).unwrap_err().found.contains("it is no number"));
}

#[test]
fn cut_files_are_refused() {
    let xml = fixture!("phoronix/composite-2systems.xml");
    let error = read(&xml[..xml.len() - 50]).unwrap_err();
    assert_eq!(error.expected, "the XML of a result file");
    assert!(error.line > 100, "{error}");
    let json = fixture!("phoronix/result-file.json");
    assert!(read(&json[..json.len() - 50]).is_err());
    let text = fixture!("phoronix/console-log.txt");
    let cut = read(&text[..text.find("0.489").unwrap() + 4]).unwrap();
    assert_eq!(cut.runs[0].results.len(), 1);
    assert_eq!(cut.remarks.len(), 2);
}
