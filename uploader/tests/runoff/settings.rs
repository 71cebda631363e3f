use crate::server::{Server, nowhere};
use crate::testbox::{TestBox, ended, run};

const CONFIG: &str = ".config/runoff/config.toml";

#[test]
fn the_config_file_is_enough() {
    let server = Server::storing();
    let test_box = TestBox::new("");
    test_box.file(CONFIG, format!("server = \"{}/\"\ntoken = \"filed\"\n", server.url), 0);
    test_box.file("run.json", run("a"), 0);
    let sent = ended(&mut test_box.bare_command(&["send", "run.json"]));
    assert_eq!(sent.code, 0, "{}", sent.stderr);
    let [request] = server.requests().try_into().unwrap();
    assert_eq!(request.line, "POST /api/v1/runs HTTP/1.1");
    assert_eq!(request.headers["authorization"], "Bearer filed");
}

#[test]
fn options_come_before_the_environment_and_that_before_the_file() {
    let server = Server::storing();
    let test_box = TestBox::new(&server.url);
    test_box.file(CONFIG, format!("server = \"{}\"\ntoken = \"filed\"\n", nowhere()), 0);
    test_box.file("token", "optional\n", 0);
    test_box.file("run.json", run("a"), 0);
    assert_eq!(test_box.runoff(&["send", "run.json"]).code, 0);
    let options = ["send", "--server", &server.url, "--token-file", "token", "run.json"];
    assert_eq!(ended(test_box.command(&options).env("RUNOFF_SERVER", nowhere())).code, 0);
    // A variable set to nothing counts as not set.
    let options = ["send", "--server", &server.url, "run.json"];
    assert_eq!(ended(test_box.command(&options).env("RUNOFF_TOKEN", "")).code, 0);

    let tokens: Vec<_> =
        server.requests().iter().map(|request| request.headers["authorization"].clone()).collect();
    assert_eq!(tokens, ["Bearer secret", "Bearer optional", "Bearer filed"]);
}

#[test]
fn a_missing_setting_is_named_with_the_ways_to_give_it_and_loses_nothing() {
    let test_box = TestBox::new("");
    test_box.file("run.json", run("a"), 0);
    let config = test_box.path(CONFIG);
    let sent = ended(&mut test_box.bare_command(&["send", "run.json"]));
    assert_eq!(sent.code, 3);
    let said = format!(
        "no server is set: give --server URL, set RUNOFF_SERVER, or write `server = \"…\"` in {}\n",
        config.display()
    );
    assert!(sent.stderr.contains(&said), "{}", sent.stderr);
    assert_eq!(test_box.spooled().len(), 1);

    let sent = ended(&mut test_box.bare_command(&["flush", "--server", &nowhere()]));
    assert_eq!(sent.code, 3);
    assert!(sent.stderr.contains("no token is set: give --token-file FILE, set RUNOFF_TOKEN, or"));
}

#[test]
fn mistakes_in_the_config_file_are_told_with_their_line() {
    let test_box = TestBox::new("");
    for (text, said) in [
        ("box = \"bigbox\"\nsevrer = \"x\"\n", ["line 2", "unknown field `sevrer`"]),
        ("box = 5\n", ["line 1", "expected a string"]),
        ("box = \"a\n", ["line 1", "box"]),
    ] {
        test_box.file(CONFIG, text, 0);
        let ended = ended(&mut test_box.bare_command(&["status"]));
        assert_eq!(ended.code, 2, "{text}");
        assert!(ended.stderr.contains(test_box.path(CONFIG).to_str().unwrap()), "{}", ended.stderr);
        assert!(said.iter().all(|said| ended.stderr.contains(said)), "{}", ended.stderr);
    }
}

#[test]
fn a_config_file_that_is_named_has_to_be_there() {
    let test_box = TestBox::new("");
    let ended = ended(test_box.bare_command(&["status"]).env("RUNOFF_CONFIG", "elsewhere.toml"));
    assert_eq!(ended.code, 2);
    assert!(
        ended.stderr.contains("elsewhere.toml: RUNOFF_CONFIG names it, and it is not there"),
        "{}",
        ended.stderr
    );
}

#[test]
fn an_address_that_is_none_is_told_with_its_origin() {
    for address in ["runoff.example:7878", "ftp://runoff.example", "http://", "http://a/?b"] {
        let test_box = TestBox::new(address);
        test_box.file("run.json", run("a"), 0);
        let sent = test_box.runoff(&["send", "run.json"]);
        assert_eq!(sent.code, 3, "{address}");
        let said = "RUNOFF_SERVER: the server ";
        assert!(sent.stderr.contains(said), "{}", sent.stderr);
    }
}
