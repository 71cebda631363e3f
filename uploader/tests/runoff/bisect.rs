//! `runoff bisect`, in real repositories.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::check::hackbench;
use crate::server::nowhere;
use crate::testbox::{Ended, TestBox, ended};

/// A repository of commits, each with its script; what a script writes to `n` is ignored.
struct Repository {
    test_box: TestBox,
    commits: Vec<String>,
}

impl Repository {
    fn of(scripts: &[String]) -> Self {
        let test_box = TestBox::new(&nowhere());
        let mut repository = Self { test_box, commits: Vec::new() };
        repository.git(&["init", "--quiet", "--initial-branch", "main"]);
        for (number, script) in scripts.iter().enumerate() {
            fs::write(repository.test_box.path("bench.sh"), format!("# {number}\n{script}\n")).unwrap();
            repository.git(&["add", "bench.sh"]);
            let author = ["-c", "user.name=a", "-c", "user.email=a@b.example"];
            let message = format!("Commit {number}");
            repository.git(&[&author[..], &["commit", "--quiet", "--message", &message]].concat());
            let commit = repository.git(&["rev-parse", "HEAD"]);
            repository.commits.push(commit);
        }
        repository
    }

    fn git(&self, arguments: &[&str]) -> String {
        let home = self.test_box.path("");
        let output =
            Command::new("git").args(arguments).current_dir(&home).env("HOME", &home).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn bisect(&self, options: &[&str]) -> Ended {
        let command = ["--", "sh", "bench.sh"];
        let all =
            [&["bisect", "--offline", "--box", "b", "--good", &self.commits[0]], options, &command].concat();
        ended(self.test_box.command(&all).env("PATH", std::env::var("PATH").unwrap()))
    }

    /// HEAD is where it was, and nothing is under way.
    fn assert_put_back(&self) {
        assert_eq!(self.git(&["symbolic-ref", "--short", "HEAD"]), "main");
        assert_eq!(self.git(&["status", "--porcelain", "--untracked-files=no"]), "");
        assert!(!self.test_box.path(".git/BISECT_LOG").exists());
    }
}

#[test]
fn the_commit_that_made_it_slower_is_found() {
    let scripts: Vec<String> =
        (0..12).map(|number| hackbench(if number < 8 { "0.25" } else { "0.31" })).collect();
    let repository = Repository::of(&scripts);
    let found = repository.bisect(&[]);
    assert_eq!(found.code, 0, "{}", found.stderr);
    assert_eq!(found.stdout, format!("{} is the first bad commit: Commit 8\n", repository.commits[8]));
    repository.assert_put_back();
    // The runs are kept, under their commits.
    let kept = fs::read_to_string(repository.test_box.spooled().pop().unwrap()).unwrap();
    let label = serde_json::from_str::<Value>(&kept).unwrap()["label"].as_str().unwrap().to_owned();
    assert!(repository.commits.iter().any(|commit| commit[..12] == label), "{label}");
}

#[test]
fn git_s_own_bisection_understands_a_check() {
    let scripts: Vec<String> = (0..9)
        .map(|number| match number {
            0..5 => hackbench("0.25"),
            // Skipped: it gives no result.
            5 => "exit 1".to_owned(),
            _ => hackbench("0.41"),
        })
        .collect();
    let repository = Repository::of(&scripts);
    repository.git(&["checkout", "--quiet", &repository.commits[0]]);
    let run = ["run", "--offline", "--box", "b", "--repeat", "4", "--", "sh", "bench.sh"];
    assert_eq!(repository.test_box.runoff(&run).code, 0);
    let spool = repository.test_box.path(".local/state/runoff/spool");
    fs::rename(&spool, repository.test_box.path("baseline")).unwrap();
    repository.git(&["bisect", "start", &repository.commits[7], &repository.commits[0]]);
    let runoff = assert_cmd::cargo::cargo_bin("runoff");
    let check = ["check", "--offline", "--box", "b", "--against", "baseline", "--", "sh", "bench.sh"];
    let home = repository.test_box.path("");
    let mut git = Command::new("git");
    git.args(["bisect", "run"]).arg(runoff).args(check).current_dir(&home).env("HOME", &home);
    let output = git.output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    // The skipped one stands between.
    assert!(said.contains("There are only 'skip'ped commits left to test."), "{said}");
    let suspects = [5, 6].map(|number| said.contains(&format!("\n{}\n", repository.commits[number])));
    let innocents = [4, 7].map(|number| said.contains(&format!("\n{}\n", repository.commits[number])));
    assert_eq!((suspects, innocents), ([true; 2], [false; 2]), "{said}");
}

#[test]
fn what_cannot_be_built_is_skipped_and_the_rest_named() {
    let mut scripts: Vec<String> =
        (0..6).map(|number| hackbench(if number < 3 { "0.25" } else { "0.41" })).collect();
    scripts[3] = "exit 1".to_owned();
    let repository = Repository::of(&scripts);
    let found = repository.bisect(&["--json"]);
    assert_eq!(found.code, 125, "{}", found.stderr);
    let found: Value = serde_json::from_str(&found.stdout).unwrap();
    let mut ids: Vec<&str> =
        found["first_bad"].as_array().unwrap().iter().map(|commit| commit["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    let mut expected = [repository.commits[3].as_str(), &repository.commits[4]];
    expected.sort_unstable();
    assert_eq!(ids, expected);
    assert_eq!(found["judged"][0]["verdict"], "worse");
    repository.assert_put_back();
}

#[test]
fn without_a_difference_or_with_changes_nothing_is_bisected() {
    let repository = Repository::of(&vec![hackbench("0.25"); 3]);
    let same = repository.bisect(&[]);
    assert_eq!(same.code, 125);
    assert!(same.stderr.contains("the bad revision is not shown to be worse"), "{}", same.stderr);
    repository.assert_put_back();
    let unknown = repository.bisect(&["--bad", "no-such-branch"]);
    assert!(unknown.code == 1 && unknown.stderr.contains("no such revision"), "{}", unknown.stderr);
    repository.assert_put_back();
    fs::write(repository.test_box.path("bench.sh"), "changed\n").unwrap();
    let changed = repository.bisect(&[]);
    assert!(changed.code == 1 && changed.stderr.contains("commit or stash"), "{}", changed.stderr);
    assert_eq!(fs::read_to_string(repository.test_box.path("bench.sh")).unwrap(), "changed\n");
}

/// A fault: with the two swapped, thirteen runs were measured before that was told.
#[test]
fn revisions_that_are_swapped_are_told_before_anything_is_measured() {
    let repository = Repository::of(&["touch measured".to_owned(), hackbench("0.50")]);
    let (first, last) = (repository.commits[0].clone(), repository.commits[1].clone());
    let bisect = |good: &str, bad: &str| {
        let arguments =
            ["bisect", "--offline", "--box", "b", "--good", good, "--bad", bad, "--", "sh", "bench.sh"];
        let mut command = repository.test_box.command(&arguments);
        ended(command.env("PATH", std::env::var("PATH").unwrap()))
    };
    let swapped = bisect(&last, &first);
    assert_eq!(
        (swapped.code, repository.test_box.path("measured").exists()),
        (1, false),
        "{}",
        swapped.stderr
    );
    assert!(swapped.stderr.contains("are they swapped?"), "{}", swapped.stderr);
    repository.assert_put_back();
}

/// A build that changes a file of the repository kept HEAD elsewhere, without a word.
#[test]
fn where_head_was_is_told_before_and_where_it_cannot_go_back() {
    let repository = Repository::of(&["0.25", "0.25", "0.40"].map(hackbench));
    let bad = repository.commits[2].clone();
    let bisected = repository.bisect(&["--bad", &bad, "--build", "echo '# x' >> bench.sh"]);
    assert_eq!(bisected.code, 1, "{}", bisected.stderr);
    assert!(bisected.stderr.starts_with("HEAD goes back to main in the end; if this is killed, by `git"));
    assert!(bisected.stderr.contains("HEAD was not put back to main: "), "{}", bisected.stderr);
    assert!(bisected.stderr.contains("`git checkout --force main` does so"), "{}", bisected.stderr);
}

/// `git bisect reset` after a kill led to a commit, not to the branch.
#[test]
fn a_bisection_begins_on_the_branch() {
    let look = "cat .git/BISECT_START >> starts 2>/dev/null; ";
    let scripts = ["0.25", "0.25", "0.40"].map(|time| format!("{look}{}", hackbench(time)));
    let repository = Repository::of(&scripts);
    let bad = repository.commits[2].clone();
    assert_eq!(repository.bisect(&["--bad", &bad, "--repeat", "4"]).code, 0);
    let starts = fs::read_to_string(repository.test_box.path("starts")).unwrap();
    assert!(starts.lines().all(|start| start == "main") && !starts.is_empty(), "{starts}");
}
