//! What is no benchmark's output is refused, never guessed at.

use super::{AUTO, OutputError, runs_from_output};
use crate::reading::Declaration;
use crate::source::Source;

macro_rules! own_files {
    ($($path:literal),*) => {
        [$(($path, include_bytes!(concat!("../../../", $path)).as_slice())),*]
    };
}

const KERNEL_LOG: &str = "\
[    0.000000] Linux version 6.1.0-18-amd64 (debian-kernel@lists.debian.org) (gcc-12 (Debian 12.2.0-14) 12.2.0)
[    0.000000] Command line: BOOT_IMAGE=/boot/vmlinuz-6.1.0-18-amd64 root=UUID=0 ro quiet elevator=mq-deadline
[    0.004000] tsc: Detected 2400.000 MHz processor
[    1.204512] sd 0:0:0:0: [sda] 976773168 512-byte logical blocks: (500 GB/466 GiB)
[    1.310022] raid6: avx2x4   gen() 30512 MB/s
";

const CPUINFO: &str = "\
processor\t: 0
vendor_id\t: GenuineIntel
model name\t: Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz
cpu MHz\t\t: 2394.454
bogomips\t: 4788.90
";

const MEMINFO: &str =
    "MemTotal:       24680840 kB\nMemFree:        22011236 kB\nBuffers:           12404 kB\n";

const LISTING: &str = "\
total 48
-rw-r--r-- 1 root root  1234 Feb 14  2003 tiobench-0.3.3.tar.gz
drwxr-xr-x 2 root root  4096 Feb 14  2003 fio
";

const PROSE: &str = "\
Hi all,

I ran some tests on the new elevator last night and it feels much faster, about
twice the throughput with 4 threads. I will post numbers tomorrow.
";

const OTHER_JSON: &str = r#"{"name": "left-pad", "version": "1.3.0", "jobs": [], "results": [{"ok": true}]}"#;

fn refused(name: &str, bytes: &[u8]) {
    let source = Source { name: name.to_owned(), bytes: bytes.to_vec() };
    let word = |word: &str| crate::name::Name::new(word).unwrap();
    let declared = Declaration { label: Some(word("x")), ..Declaration::on(word("bigbox")) };
    match runs_from_output(AUTO, &source, Some(&declared)) {
        Err(OutputError::NotRecognised | OutputError::NotText(_)) => {}
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn twenty_files_that_are_no_output_are_refused() {
    let own = own_files![
        "LICENSE-APACHE",
        "Cargo.toml",
        "Cargo.lock",
        "Makefile",
        "deny.toml",
        "docker-compose.yml",
        "docs/ARCHITECTURE.md",
        "docs/compare.png",
        "migrations/0001_schema.sql",
        "scripts/demo.sh",
        "server/src/main.rs",
        "static/style.css",
        "static/runoff.js",
        "templates/run.html"
    ];
    let others = [
        ("dmesg", KERNEL_LOG),
        ("cpuinfo", CPUINFO),
        ("meminfo", MEMINFO),
        ("ls", LISTING),
        ("mail", PROSE),
        ("package.json", OTHER_JSON),
    ];
    for (name, bytes) in own.into_iter().chain(others.map(|(name, text)| (name, text.as_bytes()))) {
        refused(name, bytes);
    }
}

#[test]
fn a_result_far_from_a_long_texts_beginning_is_found() {
    let noise = "  CC      drivers/block/ll_rw_blk.o\n".repeat(40);
    let result = "\nreal\t3m20.123s\nuser\t12m1.500s\nsys\t1m9.250s\n";
    for text in [format!("{result}{noise}"), format!("{noise}{result}"), format!("{noise}{result}{noise}")] {
        assert_eq!(super::surest(&text, 500).map(|reader| reader.name), Ok("time"));
    }
    assert_eq!(super::surest(&noise, 500).map(|reader| reader.name), Err(OutputError::NotRecognised));
}
