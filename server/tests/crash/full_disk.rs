//! No space left.

use crate::service::Service;
use crate::uploads::{Upload, run};

/// Each of its lines once ended a request, or the whole service, with a panic.
#[test]
fn a_log_that_cannot_be_written_stops_nothing() {
    let service = Service::logging_to("/dev/full");
    assert_eq!(service.client().send(&Upload::of_json(&run(0))).unwrap().status, 201);
    assert_eq!(service.client().stored().len(), 1);
}
