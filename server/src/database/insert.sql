WITH new_boxes AS (
    INSERT INTO boxes (name) SELECT name FROM unnest($1::text[]) AS sent (name)
    WHERE NOT EXISTS (SELECT FROM boxes WHERE boxes.name = sent.name)
    ORDER BY name ON CONFLICT DO NOTHING RETURNING id, name),
new_environments AS (
    INSERT INTO environments (hash, facts)
    SELECT hash, facts::jsonb FROM unnest($2::bytea[], $3::text[]) AS sent (hash, facts)
    WHERE NOT EXISTS (SELECT FROM environments WHERE environments.hash = sent.hash)
    ORDER BY hash ON CONFLICT DO NOTHING RETURNING id, hash),
new_keys AS (
    INSERT INTO keys (kind, name) SELECT kind, name FROM unnest($4::text[], $5::text[]) AS sent (kind, name)
    WHERE NOT EXISTS (SELECT FROM keys WHERE keys.kind = sent.kind AND keys.name = sent.name)
    ORDER BY kind, name ON CONFLICT DO NOTHING),
old_series AS MATERIALIZED (SELECT id, hash FROM series WHERE hash = ANY($6)),
new_series AS (
    INSERT INTO series (hash, benchmark, "case", metric, unit, better)
    SELECT hash, benchmark, "case"::jsonb, metric, unit, better
    FROM unnest($6::bytea[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[])
         AS sent (hash, benchmark, "case", metric, unit, better)
    WHERE NOT EXISTS (SELECT FROM old_series WHERE old_series.hash = sent.hash)
    ORDER BY hash ON CONFLICT DO NOTHING RETURNING id, hash),
new_combinations AS (
    INSERT INTO combinations (box, benchmark, factors)
    SELECT box, benchmark, factors::jsonb FROM unnest($12::text[], $13::text[], $14::text[])
         AS sent (box, benchmark, factors)
    WHERE (SELECT count(*) FROM (SELECT FROM combinations LIMIT $15) AS counted) < $15
    ORDER BY box, benchmark, factors ON CONFLICT DO NOTHING),
created AS (
    INSERT INTO runs (id, received, uploaded_by, started, box_id, environment_id, repeat, content_id,
                      benchmark, label, factors, note, remarks)
    SELECT sent.id, received, uploaded_by, started, coalesce(boxes.id, new_boxes.id),
           coalesce(environments.id, new_environments.id), repeat, content_id, benchmark, label,
           factors::jsonb, note, remarks::jsonb
    FROM unnest($16::bigint[], $17::timestamptz[], $18::int[], $19::bytea[], $20::timestamptz[], $21::text[],
                $22::bytea[], $23::bigint[], $24::text[], $25::text[], $26::text[], $27::text[], $28::text[])
         AS sent (id, received, uploaded_by, content_id, started, box_name,
                  environment_hash, repeat, benchmark, label, factors, note, remarks)
    LEFT JOIN boxes ON boxes.name = box_name
    LEFT JOIN new_boxes ON new_boxes.name = box_name
    LEFT JOIN environments ON environments.hash = environment_hash
    LEFT JOIN new_environments ON new_environments.hash = environment_hash
    ORDER BY sent.id
    ON CONFLICT (id) DO UPDATE SET content_id = NULL WHERE runs.content_id <> excluded.content_id
    RETURNING id),
new_measurements AS (
    INSERT INTO measurements (run_id, n, min, mean, max, stddev, series_id, samples)
    SELECT run_id, n, min, mean, max, stddev, measured.id, ($38::float8[])[first:last]
    FROM unnest($29::bigint[], $30::bytea[], $31::bigint[], $32::float8[], $33::float8[], $34::float8[],
                $35::float8[], $36::int[], $37::int[])
         AS sent (run_id, series_hash, n, min, mean, max, stddev, first, last)
    JOIN created ON created.id = run_id
    LEFT JOIN (SELECT id, hash FROM old_series UNION ALL SELECT id, hash FROM new_series) AS measured
         ON measured.hash = series_hash),
new_sources AS (
    INSERT INTO sources (run_id, position, length, name, bytes)
    SELECT run_id, position, length, name, bytes
    FROM unnest($39::bigint[], $40::int[], $41::bigint[], $42::text[], $43::bytea[])
         AS sent (run_id, position, length, name, bytes)
    JOIN created ON created.id = run_id)
SELECT id FROM created
