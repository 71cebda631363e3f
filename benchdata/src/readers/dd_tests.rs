//! Real outputs, the values read off them by eye.

use crate::readers::tests::{counts, error, fixture, has, lines, read, text};

#[test]
fn each_copy_is_a_run_with_its_rate_computed() {
    // 557.7 MB/s, 2.2 GB/s and 13.2 MB/s as dd rounds them: MB is 10^6.
    let expected = [
        "1 | block_size=1048576, size=67108864 | throughput = 557.707 MB/s higher",
        "1 | block_size=1048576, size=67108864 | elapsed = 0.12033 s lower",
        "2 | block_size=4096, size=67108864 | throughput = 2228.66 MB/s higher",
        "2 | block_size=4096, size=67108864 | elapsed = 0.0301117 s lower",
        "3 | block_size=512, size=1536 | throughput = 13.1997 MB/s higher",
        "3 | block_size=512, size=1536 | elapsed = 0.000116366 s lower",
    ];
    assert_eq!(lines(&fixture("dd/c-locale-mixed.txt")), expected);
}

#[test]
fn other_languages_have_other_words_and_commas() {
    // 142, 143 and 151 MB/s as dd rounds them.
    let expected = [
        "1 | block_size=1048576, size=67108864 | throughput = 142.082 MB/s higher",
        "1 | block_size=1048576, size=67108864 | elapsed = 0.472324 s lower",
        "2 | block_size=1048576, size=67108864 | throughput = 143.349 MB/s higher",
        "2 | block_size=1048576, size=67108864 | elapsed = 0.468151 s lower",
        "3 | block_size=1048576, size=67108864 | throughput = 151.167 MB/s higher",
        "3 | block_size=1048576, size=67108864 | elapsed = 0.443938 s lower",
    ];
    assert_eq!(lines(&fixture("dd/de_DE-comma.txt")), expected);
    let others = [
        "67108864 octets (67 MB, 64 MiB) copiés, 0,472324\u{a0}s, 142 MB/s",
        "67108864 bytes (67 MB) copied, 0.472324 seconds, 142 MB/s",
        "67108864 bytes (64.0MB) copied, 0.472324 seconds, 135.5MB/s",
        "67108864字节（67 MB，64 MiB）已复制，0.472324 s，142 MB/s",
        "67108864 バイト (67 MB, 64 MiB) コピーされました、 0.472324 s、 142 MB/s",
        "> 67108864 байт (67 MB, 64 MiB) скопирован, 0,472324 s, 142 MB/s",
        "67108864 bytes transferred in 0.472324 secs (142082265 bytes/sec)",
    ];
    for text in others {
        let found = lines(&read("dd", text).unwrap());
        assert_eq!(found[1], "1 | size=67108864 | elapsed = 0.472324 s lower", "{text}");
    }
}

#[test]
fn failed_interim_and_silent_copies_are_no_results() {
    assert!(error("dd", &text("dd/noxfer-usr1-enospc.txt")).contains("nothing was copied"));
    let progress = "1000 bytes (1.0 kB) copied, 1 s, 1.0 kB/s\r2000 bytes (2.0 kB) copied, 2 s, 1.0 kB/s\n\
                    4+0 records in\n4+0 records out\n4000 bytes (4.0 kB) copied, 4 s, 1.0 kB/s\n";
    let reading = read("dd", progress).unwrap();
    assert_eq!((counts(&reading), reading.remarks.len()), (vec![2], 1));
    has(&reading, &["1 | block_size=1000, size=4000 | elapsed = 4 s lower"]);
    assert!(error("dd", "10+0 records in\n10+0 records out\n").contains("did not say how long"));
    let reblocked = "8+0 records in\n2+0 records out\n8000 bytes (8.0 kB) copied, 4 s, 2.0 kB/s\n";
    assert!(read("dd", reblocked).is_err());
    assert!(read("dd", "67108864 bytes (67 MB, 64 MiB) copied, 0.47").is_err());
}

#[test]
fn a_number_or_date_before_the_line_is_not_the_bytes() {
    for path in ["dd-iso-stamp.txt", "dd-cat-n.txt", "dd-grepn.txt", "dd-grep-nl.txt"] {
        error("dd", &text(&format!("unknown-tools/{path}")));
    }
    // 27.0 GB/s are not 3 bytes, nor 67 kB, in 2.5 ms.
    for bytes in ["3", "67108"] {
        let glued = format!("{bytes} bytes (67 MB, 64 MiB) copied, 0.0024881 s, 27.0 GB/s\n");
        assert!(error("dd", &glued).contains("make another rate"), "{glued}");
    }
}
