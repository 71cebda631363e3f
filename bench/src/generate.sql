-- The runs with the numbers from :from to :to, without it, the same each time, as rows that the service itself would
-- have stored. Two template runs that it did store lend their series, keys and sources.
--
-- A thousand runs a kernel: 50 boxes x 2 benchmarks x 2 elevators x 5 repeats. Of the first ten
-- thousand, every fifth is the box `daily`'s, which ran each of 2,000 kernels once.

CREATE TEMPORARY TABLE planned AS
WITH numbered AS (
    SELECT number, number < 10000 AND number % 5 = 0 AS daily FROM generate_series(:from, :to - 1) AS number
), named AS (
    SELECT number, daily, sha256(convert_to('run ' || number, 'UTF8')) AS content_id,
           CASE WHEN daily THEN number / 50 ELSE number / 1000 END AS kernel,
           CASE WHEN daily THEN 50 ELSE number % 1000 / 20 END AS box,
           CASE WHEN daily THEN 0 ELSE number % 20 / 10 END AS benchmark,
           CASE WHEN daily THEN 0 ELSE number % 10 / 5 END AS elevator
    FROM numbered
)
SELECT number, content_id, ('x' || encode(substr(content_id, 1, 8), 'hex'))::bit(64)::bigint AS id, kernel, box,
       CASE WHEN daily THEN 'daily' ELSE 'box' || lpad(box::text, 2, '0') END AS box_name,
       CASE benchmark WHEN 0 THEN 'tiobench' ELSE 'fio' END AS benchmark,
       CASE WHEN daily THEN 'daily-' || lpad((number / 5)::text, 4, '0')
            ELSE '6.' || kernel / 20 || '.' || kernel % 20 END AS label,
       elevator,
       (ARRAY['as', 'deadline', 'bfq', 'mq-deadline'])[benchmark * 2 + elevator + 1] AS elevator_name,
       timestamptz '2023-01-01 00:00+00' + number * interval '1 minute' AS received
FROM named;

CREATE TEMPORARY TABLE settings AS
SELECT box_name, label, sha256(convert_to(facts::text, 'UTF8')) AS hash, facts FROM (
SELECT DISTINCT box_name, label,
       jsonb_build_object('kernel.release', label, 'cpu.model', 'Xeon E5-26' || box, 'cpu.governor', 'performance',
                          'block.sda.scheduler', 'none', 'block.sda.model', 'ST' || box, 'memory.total',
                          16 + box || ' GiB', 'mount.type', 'ext4', 'mount.options', 'rw,relatime') AS facts
FROM planned) AS captured;

INSERT INTO boxes (name) SELECT DISTINCT box_name FROM planned ORDER BY 1 ON CONFLICT DO NOTHING;

INSERT INTO environments (hash, facts)
SELECT hash, facts FROM settings ORDER BY 1 ON CONFLICT DO NOTHING;

INSERT INTO runs (id, received, started, box_id, environment_id, uploaded_by, repeat, content_id, benchmark, label, factors)
SELECT planned.id, received, received - interval '10 minutes', boxes.id, environments.id,
       (SELECT min(id) FROM tokens), NULL, content_id, benchmark, label,
       jsonb_build_object('elevator', elevator_name, 'fifo_batch', (8 << kernel::int % 3)::text)
FROM planned JOIN settings USING (box_name, label) JOIN boxes ON boxes.name = box_name
JOIN environments USING (hash)
ORDER BY number;

-- Each series has a level, a tenth of it from the box, three percent from the elevator; from some
-- kernel on it is eight percent lower, for a hundred kernels. The noise is at most two percent.
INSERT INTO measurements (run_id, series_id, samples)
SELECT id, series_id, ARRAY[
    round(level * (1 + 1e-5 * ((noise & 4095) - 2048))) / 100,
    round(level * (1 + 1e-5 * ((noise >> 12 & 4095) - 2048))) / 100,
    round(level * (1 + 1e-5 * ((noise >> 24 & 4095) - 2048))) / 100,
    round(level * (1 + 1e-5 * ((noise >> 36 & 4095) - 2048))) / 100,
    round(level * (1 + 1e-5 * ((noise >> 48 & 4095) - 2048))) / 100]
FROM (
    SELECT planned.id, series.id AS series_id, hashint8extended(planned.number * 48 + series.number, 7) AS noise,
           series.level * (1 + box * 13 % 20 / 200.0::float8) * (1 + 0.03::float8 * elevator)
           * CASE WHEN (kernel + series.number * 7) % 200 < 100 THEN 1 ELSE 0.92::float8 END AS level
    FROM planned JOIN (
        SELECT id, benchmark, number, 100 * exp(2 + number * 37 % 48 / 12.0::float8) AS level
        FROM (SELECT id, benchmark, row_number() OVER (PARTITION BY benchmark ORDER BY id) AS number FROM series) AS n
    ) AS series USING (benchmark)
    ORDER BY planned.number, series.number
) AS made;

INSERT INTO sources (run_id, position, length, name, bytes)
SELECT planned.id, position, length, name, bytes FROM planned
JOIN (SELECT benchmark, sources.* FROM sources JOIN runs ON runs.id = run_id WHERE label = 'template') AS sources
USING (benchmark)
ORDER BY number;

INSERT INTO combinations (box, benchmark, factors)
SELECT DISTINCT box_name, benchmark, factors FROM runs JOIN planned USING (id, benchmark) ON CONFLICT DO NOTHING;

DROP TABLE planned, settings;
