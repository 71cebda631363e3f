//! What the tests share: a Postgres, services on databases of their own, a client, and runs.

use std::fs::Permissions;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{LazyLock, Mutex};

use benchdata::name::Name;
use serde_json::{Value as Json, json};
use server::access::Access;
use server::application::router;
use server::database::store::Storing;
use server::database::tokens::{self, NewToken};
use server::database::{self, Behind, Pool};
use server::frozen::Frozen;
use server::painting::Painting;
use server::private_postgres::PrivatePostgres;
use server::state::AppState;
use server::token::{Scope, Secret};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use ureq::http::{HeaderMap, Request};
use ureq::{Agent, AsSendBody};

/// The most bytes that an upload to a test's service may have.
pub(crate) const BODY_LIMIT: usize = 1 << 20;

/// Where all services of the tests run.
pub(crate) static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());

/// The Postgres of this test program. Its directory is used again by the next run of the
/// tests, since nothing could remove it after the last test of this one.
static POSTGRES: LazyLock<PrivatePostgres> = LazyLock::new(|| {
    let postgres = PrivatePostgres::start(&postgres_directory()).unwrap();
    // Tests need not outlive a power cut, and make many databases.
    let fast = ["ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"];
    execute(postgres.url(), fast.map(str::to_owned));
    postgres
});

fn execute(url: &str, statements: [String; 2]) {
    let options: PgConnectOptions = url.parse().unwrap();
    RUNTIME.block_on(async {
        let mut connection = PgConnection::connect_with(&options).await.unwrap();
        for statement in statements {
            sqlx::query(AssertSqlSafe(statement)).execute(&mut connection).await.unwrap();
        }
    });
}

fn postgres_directory() -> PathBuf {
    let checkout = blake3::hash(env!("CARGO_TARGET_TMPDIR").as_bytes()).to_hex();
    std::env::temp_dir().join(format!("runoff-tests-{}", &checkout[..8]))
}

/// What the Postgres of the tests has logged so far.
pub(crate) fn postgres_log() -> String {
    std::fs::read_to_string(postgres_directory().join("postgres.log")).unwrap()
}

/// Makes an empty database of this name; returns its URL.
pub(crate) fn make_database(name: &str) -> String {
    // Postgres makes one database at a time.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap();
    let drop = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
    execute(POSTGRES.url(), [drop, format!("CREATE DATABASE {name}")]);
    let (before, after) = POSTGRES.url().split_once('?').unwrap();
    let (server, _) = before.rsplit_once('/').unwrap();
    format!("{server}/{name}?{after}")
}

/// A directory that every account may enter, for a private Postgres of a test's own.
pub(crate) fn open_directory() -> (tempfile::TempDir, PathBuf) {
    let outer = tempfile::Builder::new()
        .prefix("runoff-")
        .permissions(Permissions::from_mode(0o755))
        .tempdir()
        .unwrap();
    let data = outer.path().join("data");
    (outer, data)
}

/// A service on a database of its own.
pub(crate) struct Service {
    pub(crate) pool: Pool,
    storing: Storing,
    pub(crate) url: String,
    /// Of a token with the scope upload, for any box.
    pub(crate) secret: String,
}

impl Service {
    /// Starts one on a new database.
    pub(crate) fn start(database: &str) -> Self {
        Self::on(&make_database(database), "test")
    }

    /// Starts one on the database behind a URL, with a new token of this name.
    pub(crate) fn on(database_url: &str, token: &str) -> Self {
        Self::with(database_url, token, Access::default())
    }

    /// The same, open to whom `access` says.
    pub(crate) fn with(database_url: &str, token: &str, access: Access) -> Self {
        RUNTIME.block_on(async {
            let pool = database::connect(database_url, Behind::Postgres).await.unwrap();
            database::migrate(&pool).await.unwrap();
            let cookie_key = server::signed_in::cookie_key(&pool, random_bytes).await.unwrap();
            let storing = Storing::new(database_url, Behind::Postgres).unwrap();
            let state = AppState {
                pool: pool.clone(),
                storing: storing.clone(),
                replica: None,
                now,
                random: random_bytes,
                public_url: None,
                cookie_key,
                body_limit: BODY_LIMIT,
                access,
                meters: None,
                painting: Painting::default(),
                frozen: Frozen::default(),
            };
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let url = format!("http://{}", listener.local_addr().unwrap());
            let service = router(state).into_make_service_with_connect_info::<SocketAddr>();
            RUNTIME.spawn(axum::serve(listener, service).into_future());
            let secret = make_token(&pool, &new_token(token, Scope::Upload)).await;
            Self { pool, storing, url, secret }
        })
    }

    /// Makes a token; returns its secret.
    pub(crate) fn token(&self, token: &NewToken) -> String {
        RUNTIME.block_on(make_token(&self.pool, token))
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        send(Request::get(format!("{}{path}", self.url)).body(()).unwrap())
    }

    /// Sends a JSON body.
    pub(crate) fn send_json(&self, body: &Json) -> Answer {
        self.send(&[("Content-Type", "application/json")], "", body.to_string().as_bytes())
    }

    /// Sends a body with the test's token; `query` is what stands behind `?`.
    pub(crate) fn send(&self, headers: &[(&str, &str)], query: &str, body: &[u8]) -> Answer {
        let authorization = format!("Bearer {}", self.secret);
        let headers = [&[("Authorization", authorization.as_str())], headers].concat();
        self.send_as(&headers, query, body)
    }

    /// Sends a body with just these headers.
    pub(crate) fn send_as(&self, headers: &[(&str, &str)], query: &str, body: &[u8]) -> Answer {
        let mut request = Request::post(format!("{}/api/v1/runs?{query}", self.url));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        send(request.body(body).unwrap())
    }

    /// Posts JSON to a path of the API as the owner of a token.
    pub(crate) fn post_json(&self, path: &str, secret: &str, body: &Json) -> Answer {
        let request = Request::post(format!("{}/api/v1/{path}", self.url))
            .header("Authorization", format!("Bearer {secret}"))
            .header("Content-Type", "application/json");
        send(request.body(body.to_string()).unwrap())
    }

    /// Sends a page's form as a browser does that is signed in with a token, or with none.
    pub(crate) fn post_form(&self, path: &str, secret: &str, fields: &[(&str, &str)]) -> Answer {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let request = Request::post(format!("{}{path}", self.url))
            .header("Cookie", self.cookie(secret))
            .header("Origin", &self.url)
            .header("Accept", "text/html")
            .header("Content-Type", "application/x-www-form-urlencoded");
        send_once(request.body(body).unwrap())
    }

    /// The cookie of a browser that is signed in with a token; none where the token does not work.
    pub(crate) fn cookie(&self, secret: &str) -> String {
        let body = form_urlencoded::Serializer::new(String::new()).append_pair("token", secret).finish();
        let request = Request::post(format!("{}/sign-in", self.url))
            .header("Origin", &self.url)
            .header("Content-Type", "application/x-www-form-urlencoded");
        let answer = send_once(request.body(body).unwrap());
        answer.header("set-cookie").split(';').next().unwrap().to_owned()
    }

    /// Stores a run, which must be new; returns its id.
    pub(crate) fn store(&self, run: &Json) -> String {
        let answer = self.send_json(run);
        assert_eq!(answer.status, 201, "{}", answer.text());
        answer.json()["runs"][0]["id"].as_str().unwrap().to_owned()
    }

    /// Runs a statement.
    pub(crate) fn execute(&self, sql: &'static str) {
        RUNTIME.block_on(sqlx::query(sql).execute(&self.pool)).unwrap();
    }

    /// What a query of one number gives.
    pub(crate) fn count(&self, sql: &'static str) -> i64 {
        RUNTIME.block_on(sqlx::query_scalar(sql).fetch_one(&self.pool)).unwrap()
    }

    /// Rows in all tables that uploads fill.
    pub(crate) fn stored_rows(&self) -> i64 {
        self.count(
            "SELECT (SELECT count(*) FROM runs) + (SELECT count(*) FROM measurements)
                  + (SELECT count(*) FROM sources) + (SELECT count(*) FROM series)
                  + (SELECT count(*) FROM boxes) + (SELECT count(*) FROM environments)
                  + (SELECT count(*) FROM keys)",
        )
    }
}

impl Drop for Service {
    /// Gives the connections back: the Postgres of the tests has a hundred.
    fn drop(&mut self) {
        RUNTIME.block_on(async { tokio::join!(self.pool.close(), self.storing.close()) });
    }
}

async fn make_token(pool: &Pool, token: &NewToken) -> String {
    let secret = Secret::new(random_bytes());
    assert!(tokens::create(pool, token, &secret, now()).await.unwrap());
    secret.reveal().to_owned()
}

pub(crate) fn new_token(name: &str, scope: Scope) -> NewToken {
    NewToken { name: Name::new(name).unwrap(), scope, box_name: None, expires: None }
}

/// A clock that is a second later each time it is looked at.
pub(crate) fn now() -> OffsetDateTime {
    static LOOKS: AtomicI64 = AtomicI64::new(0);
    datetime!(2003-02-14 01:31:44 UTC) + Duration::seconds(LOOKS.fetch_add(1, Ordering::Relaxed))
}

fn random_bytes() -> [u8; 32] {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).unwrap();
    bytes
}

/// What a server answered.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Json {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Checks that this is a problem of that status, whole; returns its detail.
    pub(crate) fn problem(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.header("content-type"), "application/problem+json");
        let problem = self.json();
        assert_eq!(problem["status"], status);
        assert_eq!(problem["request_id"], self.header("x-request-id"));
        problem["detail"].as_str().unwrap().to_owned()
    }
}

pub(crate) fn send(request: Request<impl AsSendBody>) -> Answer {
    send_by(&Agent::config_builder().http_status_as_error(false).build().into(), request)
}

/// Sends a request, and does not follow where its answer leads.
pub(crate) fn send_once(request: Request<impl AsSendBody>) -> Answer {
    send_by(&Agent::config_builder().http_status_as_error(false).max_redirects(0).build().into(), request)
}

fn send_by(agent: &Agent, request: Request<impl AsSendBody>) -> Answer {
    let mut response = agent.run(request).unwrap();
    Answer {
        status: response.status().as_u16(),
        headers: response.headers().clone(),
        body: response.body_mut().read_to_vec().unwrap(),
    }
}

/// A run with two results, one of them a summary.
pub(crate) fn run(label: &str) -> Json {
    json!({
        "schema": "runoff/1", "box": "bigbox", "benchmark": "tiobench", "label": label,
        "started": "2003-02-14T01:31:44Z",
        "factors": {"elevator": "as"},
        "environment": {"kernel.release": label},
        "results": [
            {"case": {"test": "Sequential reads", "threads": "1"}, "metric": "rate", "unit": "MiB/s",
             "better": "higher", "samples": [42.07, 41.5]},
            {"case": {"test": "Sequential reads", "threads": "1"}, "metric": "latency", "unit": "ms",
             "better": "lower", "summary": {"n": 5, "min": 30.57, "mean": 31.5, "max": 34.06, "stddev": 1.456108}},
        ],
        "sources": [{"name": "out", "text": format!("of {label}\n")}],
    })
}
