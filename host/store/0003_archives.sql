-- SPDX-License-Identifier: Apache-2.0
-- A match as it was told by the rules it was played by, for programs with other rules: see
-- docs/decisions/0012-log.md. One row a match, made anew when the match has gone on.
ALTER TABLE matches ADD COLUMN archived INTEGER NOT NULL DEFAULT 0; -- `changed` of what is archived
CREATE TABLE archives (
    match INTEGER PRIMARY KEY REFERENCES matches (id),
    entries INTEGER NOT NULL,        -- how many of the log it tells
    size INTEGER NOT NULL,           -- bytes of the text
    text BLOB NOT NULL               -- compressed (zlib)
);
