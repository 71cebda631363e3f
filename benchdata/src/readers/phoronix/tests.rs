use crate::readers::tests::{counts, error, fixture, has, labels, lines, read, text, version};

#[test]
fn xml_and_json_give_each_systems_samples() {
    for path in ["phoronix/composite-2systems.xml", "phoronix/result-file.json"] {
        let reading = fixture(path);
        assert_eq!(version(&reading), "10.8.6");
        assert_eq!(counts(&reading), [4, 4]);
        let wanted = [
            "mq-deadline | arguments=-g 2 -T, description=Groups: 2 - Type: Thread, test=Hackbench local 2.4 \
             | result = 0.191 0.232 0.091 0.117 0.154 0.11 0.105 0.122 0.097 0.115 0.117 0.135 0.12 0.137 0.174 s lower",
            "bfq | arguments=-g 2 -T, description=Groups: 2 - Type: Thread, test=Hackbench local 2.4 \
             | result = 0.118 0.179 0.132 s lower",
            "mq-deadline | arguments=-g 8 -P, description=Groups: 8 - Type: Process, test=Hackbench local 2.4 \
             | result = 0.5 0.447 0.552 0.521 0.909 0.805 0.992 0.434 0.463 0.407 0.635 0.436 s lower",
            "bfq | arguments=-g 8 -P, description=Groups: 8 - Type: Process, test=Hackbench local 2.4 \
             | result = 0.363 0.393 0.432 s lower",
        ];
        has(&reading, &wanted);
        // What the file prints as the means.
        let mean = |label: &str, at: usize| {
            let run = reading.runs.iter().find(|run| run.label.as_ref().unwrap().as_str() == label).unwrap();
            let of = |result: &&crate::run::Measurement| {
                result.series.case.get("arguments").unwrap().as_str() == ["-g 2 -T", "-g 8 -P"][at]
            };
            run.results.iter().find(of).unwrap().values.summary().unwrap().mean
        };
        let means =
            [("mq-deadline", 0, 0.134), ("bfq", 0, 0.143), ("mq-deadline", 1, 0.592), ("bfq", 1, 0.396)];
        for (label, at, printed) in means {
            assert!((mean(label, at) - printed).abs() < 0.0006, "{label} {printed}");
        }
    }
}

#[test]
fn the_console_shows_the_samples_of_its_own_run() {
    let reading = fixture("phoronix/console-log.txt");
    let expected = [
        "1 | description=Groups: 2 - Type: Thread, test=Hackbench local 2.4 | result = 0.118 0.179 0.132 s lower",
        "1 | description=Groups: 8 - Type: Thread, test=Hackbench local 2.4 | result = 0.628 0.576 0.489 s lower",
        "1 | description=Groups: 2 - Type: Process, test=Hackbench local 2.4 | result = 0.146 0.13 0.097 s lower",
        "1 | description=Groups: 8 - Type: Process, test=Hackbench local 2.4 | result = 0.363 0.393 0.432 s lower",
    ];
    assert_eq!(lines(&reading), expected);
}

#[test]
fn a_double_spaced_console_keeps_its_tests_apart() {
    let wanted = lines(&fixture("phoronix/console-log.txt"));
    assert_eq!(lines(&fixture("phoronix/console-log-double-spaced.txt")), wanted);
}

#[test]
fn a_test_may_have_several_results() {
    let reading = fixture("phoronix/pub-lkp-mnn.txt");
    assert_eq!(counts(&reading), [8]);
    let wanted = [
        "1 | description=Model: nasnet, test=Mobile Neural Network 2.1 | result = 19.731 19.498 19.799 ms lower",
        "1 | description=Model: mobilenetV3, test=Mobile Neural Network 2.1 | result = 3.402 3.323 3.397 ms lower",
        "1 | description=Model: squeezenetv1.1, test=Mobile Neural Network 2.1 | result = 10.046 9.262 9.226 ms lower",
    ];
    has(&reading, &wanted);
    let nasnet = reading.runs[0].results[0].values.summary().unwrap().mean;
    assert_eq!(format!("{nasnet:.3}"), "19.676");
}

#[test]
fn a_result_file_as_text_has_averages_of_systems() {
    let reading = fixture("phoronix/result-file-to-text.txt");
    assert_eq!((labels(&reading), counts(&reading)), (vec!["mq-deadline", "bfq"], vec![4, 4]));
    let case = "description=Groups: 2 - Type: Process, test=Hackbench local 2.4";
    has(&reading, &[&format!("1 mq-deadline | {case} | result = 0.192 s lower")]);
    has(&reading, &[&format!("2 bfq | {case} | result = 0.124 s lower")]);
}

#[test]
fn other_directions_scales_and_graphs() {
    let xml = text("phoronix/composite-2systems.xml");
    let higher =
        xml.replace("<Proportion>LIB", "<Proportion>HIB").replace("<Scale>Seconds", "<Scale>R&amp;D &#62; 1");
    assert!(lines(&read("phoronix", &higher).unwrap())[0].ends_with("0.174 R&D > 1 higher"));
    assert!(error("phoronix", &xml.replace("BAR_GRAPH", "LINE_GRAPH")).contains("it is no number"));
}

#[test]
fn cut_files_are_refused() {
    let xml = text("phoronix/composite-2systems.xml");
    let error = read("phoronix", &xml[..xml.len() - 50]).unwrap_err();
    assert_eq!(error.expected, "the XML of a result file");
    assert!(error.line > 100, "{error}");
    let json = text("phoronix/result-file.json");
    assert!(read("phoronix", &json[..json.len() - 50]).is_err());
    let console = text("phoronix/console-log.txt");
    let cut = read("phoronix", &console[..console.find("0.489").unwrap() + 4]).unwrap();
    assert_eq!((counts(&cut), cut.remarks.len()), (vec![1], 2));
}

#[test]
fn two_result_files_as_text_are_two_runs_of_each_system() {
    let reading = fixture("phoronix/text-twice.txt");
    assert_eq!(labels(&reading), ["mq-deadline", "bfq", "mq-deadline", "bfq"]);
    assert_eq!(counts(&reading), [4; 4]);
    let wanted = "description=Groups: 2 - Type: Thread, test=Hackbench local 2.4 | result = 0.134 s lower";
    has(&reading, &[format!("1 mq-deadline | {wanted}"), format!("3 mq-deadline | {wanted}")]);
}
