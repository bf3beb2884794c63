-- SPDX-License-Identifier: Apache-2.0
-- Clocks of matches that have them. The time used stands in the log; here is since when the present
-- decision is awaited, so that a match need not be in memory for its clock to run.
CREATE TABLE clocks (
    match INTEGER PRIMARY KEY REFERENCES matches (id),
    pace TEXT NOT NULL,              -- live, fast, slow
    base INTEGER NOT NULL,           -- of each person, milliseconds
    increment INTEGER NOT NULL,      -- a turn, milliseconds
    since INTEGER NOT NULL DEFAULT 0, -- milliseconds since 1970; while it rests: used before that
    ends INTEGER NOT NULL DEFAULT 0, -- when somebody's time is up, seconds since 1970; 0: never
    paused INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX clocks_that_run ON clocks (ends) WHERE ends > 0;
-- When the server was up last: what passed until it is up again is nobody's time.
CREATE TABLE alive (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
);
