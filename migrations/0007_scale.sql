-- Samples say their summary themselves: its columns hold what a source prints in place of samples.
-- That is a fifth of the bytes, on disk and in the log. Rows from before keep both.
ALTER TABLE measurements ALTER COLUMN n DROP NOT NULL, ALTER COLUMN mean DROP NOT NULL;

-- Each box, benchmark and factors that ever went together. Where the terms of a query fit none of
-- these, no run is looked at: each of the terms may fit many runs, which no index tells.
CREATE TABLE combinations (
    box text NOT NULL,
    benchmark text NOT NULL,
    factors jsonb NOT NULL
);

-- Factors can be longer than an index takes.
CREATE UNIQUE INDEX combinations_once ON combinations (box, benchmark, md5(factors::text));

INSERT INTO combinations (box, benchmark, factors)
SELECT DISTINCT boxes.name, benchmark, factors FROM runs JOIN boxes ON boxes.id = box_id;
