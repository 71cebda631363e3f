-- Lists in other orders than the newest first, a page at a time. All columns of an index run one
-- way, so that one comparison of rows finds where a page begins; read backwards, they give the
-- newest runs of one label or benchmark as before.
DROP INDEX runs_label;
CREATE INDEX runs_label ON runs (label, received, id);
DROP INDEX runs_benchmark;
CREATE INDEX runs_benchmark ON runs (benchmark, received, id);
CREATE INDEX runs_started ON runs (coalesce(started, '-infinity'), id);
