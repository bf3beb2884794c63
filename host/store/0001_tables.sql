-- SPDX-License-Identifier: Apache-2.0
-- People, how they prove who they are, matches and their logs. Things are stored by name, not by
-- the numbers of this version of the program. Times are seconds since 1970.
CREATE TABLE people (
    id INTEGER PRIMARY KEY,          -- a guest has nothing but this number
    made INTEGER NOT NULL
);
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,       -- SHA-256 of the secret; the secret itself is nowhere
    person INTEGER NOT NULL REFERENCES people (id),
    kind TEXT NOT NULL,              -- cookie, token
    made INTEGER NOT NULL
);
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,       -- what links call it
    kind TEXT NOT NULL,              -- table, file (read from a match file: see files)
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,          -- version of the rules
    scenario TEXT NOT NULL,
    options TEXT NOT NULL,           -- "turns=8 fog=1"
    seed BLOB NOT NULL,              -- of the dice, 32 bytes
    owner INTEGER NOT NULL REFERENCES people (id),
    made INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    turn TEXT NOT NULL,              -- whose turn: a seat's token, or over
    seq INTEGER NOT NULL             -- no sequence number above this was told when last written
);
CREATE INDEX matches_of_owner ON matches (owner, changed);
CREATE TABLE seats (
    match INTEGER NOT NULL REFERENCES matches (id),
    seat TEXT NOT NULL,
    place INTEGER NOT NULL,          -- order of the seats
    kind TEXT NOT NULL,              -- human, greedy, random
    person INTEGER,                  -- who sits there; none for the program's own
    PRIMARY KEY (match, place)
) WITHOUT ROWID;
-- The log: rows are only ever added. (match, number) is the arbiter of what comes next.
CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat TEXT NOT NULL,              -- a seat's token, chance or umpire
    steps TEXT NOT NULL,             -- notation, " ; " between steps; a comment's text
    ticket INTEGER NOT NULL,
    ms INTEGER NOT NULL,
    hash INTEGER NOT NULL,           -- of the facts after the entry
    key INTEGER NOT NULL,            -- of the request; 0 = none
    seq INTEGER NOT NULL             -- told to the client when this was acknowledged
);
CREATE UNIQUE INDEX entries_of_match ON entries (match, number);
CREATE TABLE orders (
    match INTEGER NOT NULL,
    seat TEXT NOT NULL,
    node TEXT NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (match, seat, node)
) WITHOUT ROWID;
CREATE TABLE files (
    match INTEGER PRIMARY KEY REFERENCES matches (id),
    text BLOB NOT NULL
);
