//! A database that goes away and comes back.

use server::private_postgres::PrivatePostgres;

use crate::support::{Service, open_directory, run};

#[test]
fn the_service_outlives_its_database() {
    let (_outer, data) = open_directory();
    let postgres = PrivatePostgres::start(&data).unwrap();
    let service = Service::on(postgres.url(), "test");
    service.store(&run("a"));
    assert_eq!(service.get("/readyz").status, 200);
    postgres.stop();

    for answer in [service.send_json(&run("b")), service.get("/api/v1/runs")] {
        assert!(answer.problem(503).contains("database"), "{}", answer.text());
        assert_eq!(answer.header("retry-after"), "5");
    }
    assert_eq!(service.get("/readyz").status, 503);
    assert_eq!(service.get("/healthz").status, 200);

    let _postgres = PrivatePostgres::start(&data).unwrap();
    assert_eq!(service.send_json(&run("a")).status, 200);
    assert_eq!(service.send_json(&run("b")).status, 201);
    assert_eq!(service.get("/readyz").status, 200);
}
