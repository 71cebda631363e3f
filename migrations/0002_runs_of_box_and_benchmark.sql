-- The benchmarks of a box, the boxes of a benchmark, and the newest run of each pair are read
-- off this index, however many runs there are.
CREATE INDEX runs_box_benchmark ON runs (box_id, benchmark, received DESC, id DESC);

-- The newest series of a benchmark, which show its metrics and case parameters.
CREATE INDEX series_benchmark ON series (benchmark, id DESC);
