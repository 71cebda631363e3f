-- What signs the cookies of readers who are signed in: the first instance makes it, all use it.
CREATE TABLE cookie_key (
    is_the_only_one boolean PRIMARY KEY DEFAULT true CHECK (is_the_only_one),
    bytes bytea NOT NULL
);

-- The few withdrawn runs, which a history tells of.
CREATE INDEX runs_withdrawn ON runs (received DESC, id DESC) WHERE withdrawn;
