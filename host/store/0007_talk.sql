-- SPDX-License-Identifier: Apache-2.0
-- What people say to each other at a match, and what each keeps there for himself. Neither is part
-- of the match file.
CREATE TABLE talk (
    match INTEGER NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,         -- 1, 2, 3 ... in a match
    seat TEXT NOT NULL,
    person INTEGER NOT NULL,
    said INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
CREATE TABLE visits (
    match INTEGER NOT NULL REFERENCES matches (id),
    person INTEGER NOT NULL,
    seen INTEGER NOT NULL DEFAULT 0,  -- the last entry that was looked at
    muted INTEGER NOT NULL DEFAULT 0, -- does not want to read what the others say
    notes TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (match, person)
) WITHOUT ROWID;
