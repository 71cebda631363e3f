//! The service as a process of its own, filled with real outputs of tools.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, Weak};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_runoff-server");

/// The outputs that `make demo` sends too, and the box each is from.
const OUTPUTS: [(&str, &str); 4] = [
    ("mail-2003", "tiobench-2.5.60-mail.txt"),
    ("mail-2002", "pub-pre4-pre6-prompt.txt"),
    ("lab", "default-threads.txt"),
    ("lab", "two-blocks-ident.txt"),
];

/// What a prankster calls things.
pub(crate) const SCRIPT: &str = "<script>document.title = 'ran'</script>";

/// A service on a free port. Dropping it ends it and its Postgres.
pub(crate) struct Service {
    /// Where it is, without a path.
    pub(crate) url: String,
    /// What a reader signs in with.
    pub(crate) token: String,
    /// What a reader signs in with who corrects runs.
    pub(crate) corrector: String,
    /// The pages of its runs, in the order in which they were sent.
    pub(crate) runs: Vec<String>,
    process: Child,
    _directory: TempDir,
}

impl Service {
    /// The service that the tests of the moment share; the last of them ends it.
    pub(crate) fn shared() -> Arc<Self> {
        static RUNNING: Mutex<Weak<Service>> = Mutex::new(Weak::new());
        let mut running = RUNNING.lock().unwrap();
        running.upgrade().unwrap_or_else(|| {
            let service = Arc::new(Self::start());
            *running = Arc::downgrade(&service);
            service
        })
    }

    fn start() -> Self {
        // Postgres runs under another account where this is root, and must get in.
        let directory = tempfile::Builder::new()
            .prefix("runoff-browser-")
            .permissions(Permissions::from_mode(0o755))
            .tempdir_in("/var/tmp")
            .unwrap();
        let (data, log) = (directory.path().join("data"), directory.path().join("log"));
        let process = command()
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(&data)
            .stdout(Stdio::null())
            .stderr(File::create(&log).unwrap())
            .spawn()
            .unwrap();
        let [url, token, corrector] = [const { String::new() }; 3];
        let mut service = Self { url, token, corrector, runs: Vec::new(), process, _directory: directory };
        service.url = service.wait_for_url(&log);
        service.token = create_token(&data, "reader", "upload");
        service.corrector = create_token(&data, "corrector", "correct");
        service.fill();
        service
    }

    /// Waits until the log says where the service is.
    fn wait_for_url(&mut self, log: &Path) -> String {
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            let text = fs::read_to_string(log).unwrap();
            if let Some((_, rest)) = text.split_once("open http://")
                && let Some((address, _)) = rest.split_once(char::is_whitespace)
            {
                return format!("http://{address}");
            }
            let has_ended = self.process.try_wait().unwrap().is_some();
            assert!(!has_ended && Instant::now() < deadline, "the service does not start:\n{text}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn fill(&mut self) {
        for (box_name, output) in OUTPUTS {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../demo").join(output);
            let target = format!("runs?format=auto&box={box_name}&name={output}");
            self.send(&target, "text/plain", &fs::read(path).unwrap());
        }
        for day in 1..=20 {
            self.send("runs", "application/json", of_day(day).as_bytes());
        }
        for level in ["as", "cfq"] {
            self.send("runs", "application/json", prank(level).as_bytes());
        }
    }

    /// Sends a run of this label; gives its page.
    pub(crate) fn send_run(&self, label: &str) -> String {
        let run = serde_json::json!({
            "schema": "runoff/1", "box": "corrected", "benchmark": "dd", "label": label,
            "factors": {"elevator": "as"},
            "results": [{"metric": "rate", "unit": "MiB/s", "better": "higher", "samples": [31.5]}],
        });
        let answer = self.post("runs", "application/json", run.to_string().as_bytes());
        self.path(&answer["runs"][0]["url"])
    }

    fn send(&mut self, target: &str, content_type: &str, body: &[u8]) {
        let answer = self.post(target, content_type, body);
        for run in answer["runs"].as_array().unwrap() {
            self.runs.push(self.path(&run["url"]));
        }
    }

    /// Freezes a comparison, and gives its page.
    pub(crate) fn snapshot(&self, q: &str) -> String {
        let body = serde_json::json!({ "q": q }).to_string();
        self.path(&self.post("snapshots", "application/json", body.as_bytes())["url"])
    }

    fn path(&self, url: &Value) -> String {
        url.as_str().unwrap().strip_prefix(&self.url).unwrap().to_owned()
    }

    fn post(&self, target: &str, content_type: &str, body: &[u8]) -> Value {
        let agent: ureq::Agent = ureq::Agent::config_builder().proxy(None).build().into();
        let request = agent
            .post(format!("{}/api/v1/{target}", self.url))
            .header("Authorization", format!("Bearer {}", self.token))
            .content_type(content_type);
        let mut response = request.send(body).unwrap();
        serde_json::from_str(&response.body_mut().read_to_string().unwrap()).unwrap()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = kill(Pid::from_raw(self.process.id().cast_signed()), Signal::SIGTERM);
        let _ = self.process.wait();
    }
}

/// The program, without any setting of who runs the tests.
fn command() -> Command {
    let mut command = Command::new(PROGRAM);
    for name in ["DATABASE_URL", "RUNOFF_DATA", "RUNOFF_PUBLIC_URL", "RUNOFF_LOG_FORMAT", "RUST_LOG"] {
        command.env_remove(name);
    }
    command
}

fn create_token(data: &Path, name: &str, scope: &str) -> String {
    let output =
        command().args(["token", "create", name, "--scope", scope, "--data"]).arg(data).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// A run of this night in February 2003: kernbench took 40 s to the 10th, then 42.
fn of_day(day: u32) -> String {
    let elapsed = if day <= 10 { 40.0 } else { 42.0 } + f64::from(day * 7 % 5) / 10.0;
    serde_json::json!({
        "schema": "runoff/1", "box": "nightly", "benchmark": "kernbench", "label": format!("2.5.{}", 50 + day),
        "started": format!("2003-02-{day:02}T03:00:00Z"),
        "results": [{"case": {"jobs": "4"}, "metric": "elapsed", "unit": "s", "better": "lower", "samples": [elapsed]}]
    })
    .to_string()
}

/// A run whose every text is a script, of a level of its one honest factor.
fn prank(level: &str) -> String {
    serde_json::json!({
        "schema": "runoff/1", "box": SCRIPT, "benchmark": SCRIPT, "label": SCRIPT,
        "factors": {"elevator": level, "prank": SCRIPT},
        "environment": {"kernel.release": SCRIPT, "block.sda.scheduler": level},
        "results": [{"case": {"test": SCRIPT}, "metric": "elapsed", "unit": "s", "better": "lower", "samples": [31.5]}],
        "sources": [{"name": SCRIPT, "text": SCRIPT}], "note": SCRIPT
    })
    .to_string()
}
