WITH new_boxes AS (
    INSERT INTO boxes (name) SELECT name FROM unnest($1::text[]) AS sent (name)
    WHERE NOT EXISTS (SELECT FROM boxes WHERE boxes.name = sent.name)
    ORDER BY name ON CONFLICT DO NOTHING),
new_environments AS (
    INSERT INTO environments (hash, facts)
    SELECT hash, facts::jsonb FROM unnest($2::bytea[], $3::text[]) AS sent (hash, facts)
    WHERE NOT EXISTS (SELECT FROM environments WHERE environments.hash = sent.hash)
    ORDER BY hash ON CONFLICT DO NOTHING),
new_keys AS (
    INSERT INTO keys (kind, name) SELECT kind, name FROM unnest($4::text[], $5::text[]) AS sent (kind, name)
    WHERE NOT EXISTS (SELECT FROM keys WHERE keys.kind = sent.kind AND keys.name = sent.name)
    ORDER BY kind, name ON CONFLICT DO NOTHING),
new_combinations AS (
    INSERT INTO combinations (box, benchmark, factors)
    SELECT box, benchmark, factors::jsonb FROM unnest($12::text[], $13::text[], $14::text[])
         AS sent (box, benchmark, factors)
    WHERE (SELECT count(*) FROM (SELECT FROM combinations LIMIT $15) AS counted) < $15
    ORDER BY box, benchmark, factors ON CONFLICT DO NOTHING)
INSERT INTO series (hash, benchmark, "case", metric, unit, better)
SELECT hash, benchmark, "case"::jsonb, metric, unit, better
FROM unnest($6::bytea[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[])
     AS sent (hash, benchmark, "case", metric, unit, better)
WHERE NOT EXISTS (SELECT FROM series WHERE series.hash = sent.hash)
ORDER BY hash ON CONFLICT DO NOTHING
