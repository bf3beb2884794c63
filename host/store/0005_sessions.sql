-- SPDX-License-Identifier: Apache-2.0
-- Sessions and tokens end: a cookie a year after its last day of use, a token when its maker said.
-- Those of before have as long from now on. Days are the seconds of their midnight.
ALTER TABLE sessions ADD COLUMN name TEXT NOT NULL DEFAULT '';      -- of a token, by its maker
ALTER TABLE sessions ADD COLUMN used INTEGER NOT NULL DEFAULT 0;    -- the last day; 0 = not known
ALTER TABLE sessions ADD COLUMN ends INTEGER NOT NULL DEFAULT 0;
UPDATE sessions SET ends = CAST(strftime('%s', 'now') AS INTEGER)
    + CASE kind WHEN 'token' THEN 90 ELSE 365 END * 86400;
CREATE INDEX sessions_of_person ON sessions (person);
-- Matches that a person has had to do with, by name. Whoever looks for one that is not his finds as
-- little here as for one that does not exist, by the same steps.
CREATE TABLE known (
    person INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (person, name)
) WITHOUT ROWID;
INSERT OR IGNORE INTO known SELECT owner, name FROM matches;
INSERT OR IGNORE INTO known SELECT s.person, m.name FROM seats s JOIN matches m ON m.id = s.match
    WHERE s.person IS NOT NULL;
CREATE TRIGGER known_by_owner AFTER INSERT ON matches BEGIN
    INSERT OR IGNORE INTO known VALUES (new.owner, new.name);
END;
CREATE TRIGGER known_by_seat AFTER INSERT ON seats WHEN new.person IS NOT NULL BEGIN
    INSERT OR IGNORE INTO known SELECT new.person, name FROM matches WHERE id = new.match;
END;
CREATE TRIGGER known_by_taking AFTER UPDATE OF person ON seats WHEN new.person IS NOT NULL BEGIN
    INSERT OR IGNORE INTO known SELECT new.person, name FROM matches WHERE id = new.match;
END;
CREATE UNIQUE INDEX matches_over ON matches (name) WHERE turn = 'over' OR kind = 'file';
-- What names of matches are made of that are asked for with a key.
CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    bytes BLOB NOT NULL
) WITHOUT ROWID;
INSERT INTO secrets VALUES ('names', randomblob(32));
