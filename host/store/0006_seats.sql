-- SPDX-License-Identifier: Apache-2.0
-- People at two machines: what they are called, links that give a seat, a view or a person, and who
-- may look on. A seat that nobody has taken yet has the kind `open`.
ALTER TABLE people ADD COLUMN name TEXT NOT NULL DEFAULT ''; -- to be called by; empty: none
CREATE INDEX seats_of_person ON seats (person, match) WHERE person IS NOT NULL;
CREATE TABLE links (
    hash BLOB PRIMARY KEY,           -- SHA-256 of the secret; the secret itself is nowhere
    kind TEXT NOT NULL,              -- seat, watch, back
    match INTEGER,                   -- none of a link that brings a person back
    place INTEGER,                   -- of the seat
    person INTEGER NOT NULL,         -- who made it
    taken INTEGER,                   -- by this person
    ends INTEGER NOT NULL            -- seconds since 1970
) WITHOUT ROWID;
CREATE INDEX links_of_match ON links (match, kind, place);
CREATE INDEX links_of_person ON links (person, kind);
-- What is said of a few matches only.
CREATE TABLE meetings (
    match INTEGER PRIMARY KEY REFERENCES matches (id),
    rematch TEXT NOT NULL DEFAULT '',     -- name of the match that followed
    delay INTEGER NOT NULL DEFAULT -1     -- entries that spectators are behind; -1: there are none
);
CREATE TABLE spectators (
    match INTEGER NOT NULL,
    person INTEGER NOT NULL,
    PRIMARY KEY (match, person)
) WITHOUT ROWID;
CREATE TRIGGER known_by_looking AFTER INSERT ON spectators BEGIN
    INSERT OR IGNORE INTO known SELECT new.person, name FROM matches WHERE id = new.match;
END;
