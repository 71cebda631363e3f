-- What was remarked when a run's output was read, as an array of texts.
ALTER TABLE runs ADD COLUMN remarks jsonb NOT NULL DEFAULT '[]';
