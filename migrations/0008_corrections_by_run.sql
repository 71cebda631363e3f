-- So that a distributed Postgres can spread corrections by their run, as it does runs.

ALTER TABLE corrections
    ALTER COLUMN id TYPE bigint,
    DROP CONSTRAINT corrections_pkey,
    ADD PRIMARY KEY (run_id, id);

DROP INDEX corrections_run;
