WITH created AS (
    INSERT INTO runs (id, received, started, box_id, environment_id, uploaded_by, repeat, content_id,
                      benchmark, label, factors, note, remarks)
    SELECT sent.id, $1::timestamptz
               - (row_number() OVER (ORDER BY started DESC NULLS LAST, position) - 1) * interval '1 microsecond',
           started, boxes.id, environments.id, $2, repeat, content_id, benchmark, label, factors::jsonb,
           note, remarks::jsonb
    FROM unnest($3::bigint[], $4::bytea[], $5::timestamptz[], $6::text[], $7::bytea[], $8::bigint[],
                $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
         WITH ORDINALITY
         AS sent (id, content_id, started, box_name, environment_hash, repeat,
                  benchmark, label, factors, note, remarks, position)
    LEFT JOIN boxes ON boxes.name = box_name
    LEFT JOIN environments ON environments.hash = environment_hash
    ORDER BY sent.id
    ON CONFLICT (id) DO UPDATE SET content_id = NULL WHERE runs.content_id <> excluded.content_id
    RETURNING id),
new_measurements AS (
    INSERT INTO measurements (run_id, n, min, mean, max, stddev, series_id, samples)
    SELECT run_id, n, min, mean, max, stddev, series.id, ($23::float8[])[first:last]
    FROM unnest($14::bigint[], $15::bytea[], $16::bigint[], $17::float8[], $18::float8[], $19::float8[],
                $20::float8[], $21::int[], $22::int[])
         AS sent (run_id, series_hash, n, min, mean, max, stddev, first, last)
    JOIN created ON created.id = run_id
    LEFT JOIN series ON series.hash = series_hash),
new_sources AS (
    INSERT INTO sources (run_id, position, length, name, bytes)
    SELECT run_id, position, length, name, bytes
    FROM unnest($24::bigint[], $25::int[], $26::bigint[], $27::text[], $28::bytea[])
         AS sent (run_id, position, length, name, bytes)
    JOIN created ON created.id = run_id)
SELECT id FROM created
