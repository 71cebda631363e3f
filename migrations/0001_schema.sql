-- Runoff's tables. The words are those of docs/GLOSSARY.
--
-- A distributed Postgres shards runs, measurements and sources by the run's id, all other
-- tables are reference tables.

CREATE TABLE boxes (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE
);

-- One row for each distinct set of captured facts.
CREATE TABLE environments (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hash bytea NOT NULL UNIQUE,
    facts jsonb NOT NULL
);

-- `facts @> {"kernel.release": "…"}`, for env.kernel.release:… in a query.
CREATE INDEX environments_facts ON environments USING gin (facts jsonb_path_ops);

-- The token itself is shown once and never stored. Each scope includes the one before:
-- upload, correct, admin.
CREATE TABLE tokens (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    sha256 bytea NOT NULL UNIQUE,
    scope text NOT NULL CHECK (scope IN ('upload', 'correct', 'admin')),
    -- The only box whose runs it may send; any if null. By name: the first run makes the box.
    box text,
    created timestamptz NOT NULL,
    expires timestamptz,
    revoked timestamptz,
    last_used timestamptz
);

CREATE TABLE runs (
    -- The first 64 bits of content_id, as the signed integer with the same bits.
    id bigint PRIMARY KEY,
    received timestamptz NOT NULL,
    started timestamptz,
    box_id integer NOT NULL REFERENCES boxes,
    environment_id integer NOT NULL REFERENCES environments,
    uploaded_by integer NOT NULL REFERENCES tokens,
    repeat bigint,
    content_id bytea NOT NULL,
    benchmark text NOT NULL,
    label text NOT NULL,
    factors jsonb NOT NULL,
    note text
);

-- Lists show the newest first, all or those of one box, benchmark or label.
CREATE INDEX runs_received ON runs (received DESC, id DESC);
CREATE INDEX runs_box ON runs (box_id, received DESC, id DESC);
CREATE INDEX runs_benchmark ON runs (benchmark, received DESC, id DESC);
CREATE INDEX runs_label ON runs (label, received DESC, id DESC);
CREATE INDEX runs_environment ON runs (environment_id);
CREATE INDEX runs_factors ON runs USING gin (factors jsonb_path_ops);

-- One row for each distinct series: what can be compared across runs.
CREATE TABLE series (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hash bytea NOT NULL UNIQUE,
    benchmark text NOT NULL,
    "case" jsonb NOT NULL,
    metric text NOT NULL,
    -- As written; values are stored in it.
    unit text NOT NULL,
    better text CHECK (better IN ('higher', 'lower'))
);

CREATE INDEX series_case ON series USING gin ("case" jsonb_path_ops);

-- One row for each run and series. The order of the columns wastes no padding: with five
-- samples a row and its index entries take 39 bytes a sample.
--
-- No foreign keys: rows come with their run, in one statement that looks their series up, and
-- neither is ever deleted. Checking each row again would make that statement take five times
-- as long.
CREATE TABLE measurements (
    run_id bigint NOT NULL,
    n bigint NOT NULL,
    min double precision,
    mean double precision NOT NULL,
    max double precision,
    -- As printed, where a source prints only this, so that it comes back to the last digit;
    -- the sum of squared deviations is stddev² (n − 1).
    stddev double precision,
    series_id integer NOT NULL,
    -- Null where a source prints only the summary.
    samples double precision[],
    PRIMARY KEY (run_id, series_id)
);

-- Equal entries share a posting list: about 7 bytes a row.
CREATE INDEX measurements_series ON measurements (series_id);

-- The tools' outputs, compressed by zstd.
CREATE TABLE sources (
    run_id bigint NOT NULL REFERENCES runs,
    position integer NOT NULL,
    -- Of the output, in bytes, uncompressed.
    length bigint NOT NULL,
    name text NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (run_id, position)
);

-- Compressed already.
ALTER TABLE sources ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Who changed which word of which run, when and why.
CREATE TABLE corrections (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run_id bigint NOT NULL REFERENCES runs,
    field text NOT NULL,
    old text,
    new text,
    reason text NOT NULL,
    made_by integer NOT NULL REFERENCES tokens,
    made_at timestamptz NOT NULL
);

CREATE INDEX corrections_run ON corrections (run_id);

-- Comparisons, frozen under the hash of their content.
CREATE TABLE snapshots (
    -- 64 hexadecimal digits, of which a permalink has the first half.
    hash text COLLATE "C" PRIMARY KEY,
    created timestamptz NOT NULL,
    created_by integer NOT NULL REFERENCES tokens,
    -- The JSON whose bytes were hashed.
    comparison bytea NOT NULL,
    title text,
    note text
);

CREATE INDEX snapshots_created ON snapshots (created DESC, hash);

-- Every factor, case parameter and captured fact ever seen, so that a query with an unknown
-- key is refused at no cost.
CREATE TABLE keys (
    kind text NOT NULL CHECK (kind IN ('factor', 'parameter', 'fact')),
    name text NOT NULL,
    PRIMARY KEY (kind, name)
);
