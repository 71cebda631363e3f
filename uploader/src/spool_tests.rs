use time::macros::datetime;

use super::*;

const NOW: OffsetDateTime = datetime!(2026-01-02 03:04:05.000006 UTC);

fn spool() -> (tempfile::TempDir, Spool) {
    let directory = tempfile::tempdir().unwrap();
    let spool = Spool { directory: directory.path().join("made/on/demand"), limit: ByteSize::gib(1) };
    (directory, spool)
}

#[test]
fn uploads_come_back_whole_and_in_order() {
    let (_directory, spool) = spool();
    let later = NOW + time::Duration::SECOND;
    for (at, order, body) in [(later, 0, "third"), (NOW, 1, "second"), (NOW, 0, "first")] {
        drop(spool.keep(at, order, body.into()).unwrap());
    }
    let bodies: Vec<_> =
        spool.files().unwrap().iter().map(|file| take(file).unwrap().unwrap().body).collect();
    assert_eq!(bodies, [b"first".as_slice(), b"second", b"third"]);
}

#[test]
fn an_upload_is_at_work_in_one_place_only() {
    let (_directory, spool) = spool();
    let upload = spool.keep(NOW, 0, b"x".into()).unwrap();
    let path = upload.path.clone();
    assert!(take(&path).unwrap().is_none(), "its sender holds it");
    drop(upload);
    let upload = take(&path).unwrap().expect("given back");
    upload.acknowledged().unwrap();
    assert!(take(&path).unwrap().is_none(), "it is gone");
    assert!(spool.files().unwrap().is_empty());
}

#[test]
fn a_refused_upload_does_not_wait() {
    let (_directory, spool) = spool();
    let upload = spool.keep(NOW, 0, b"x".into()).unwrap();
    let setback = |refused| Setback { refused, why: "said so".into() };
    upload.set_back(&setback(false));
    assert_eq!(spool.waiting().unwrap().len(), 1);
    upload.set_back(&setback(true));
    assert_eq!(spool.waiting().unwrap().len(), 0);
    assert_eq!(super::setback(&upload.path), Some(setback(true)));
    let directory = spool.directory.clone();
    upload.acknowledged().unwrap();
    assert_eq!(fs::read_dir(directory).unwrap().count(), 0, "the note goes with the upload");
}

#[test]
fn half_files_are_not_uploads() {
    let (_directory, spool) = spool();
    drop(spool.keep(NOW, 0, b"x".into()).unwrap());
    fs::write(spool.directory.join(".20260102T030405.000006Z-0000-abcdef"), "{").unwrap();
    spool.rescue(NOW, b"not understood").unwrap();
    assert_eq!(spool.files().unwrap().len(), 1);
}
