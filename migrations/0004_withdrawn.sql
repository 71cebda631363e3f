-- A run holds its words as corrected; `corrections` keeps what stood there before. A withdrawn
-- run stays readable and enters no comparison.
ALTER TABLE runs ADD COLUMN withdrawn boolean NOT NULL DEFAULT false;
