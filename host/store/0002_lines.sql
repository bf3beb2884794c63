-- SPDX-License-Identifier: Apache-2.0
-- A row of the log is its line of the match file without the check (docs/match-format.md). How many
-- tickets a draw had was not kept before: such lines have a question mark for it.
DROP INDEX entries_of_match;
ALTER TABLE entries RENAME TO entries_before;
CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL,
    number INTEGER NOT NULL,
    line TEXT NOT NULL,
    key INTEGER NOT NULL,            -- of the request; 0 = none
    seq INTEGER NOT NULL             -- told to the client when this was acknowledged
);
INSERT INTO entries (id, match, number, line, key, seq)
    SELECT id, match, number, number || ' '
        || CASE kind
            WHEN 'action' THEN seat || '> ' || steps
            WHEN 'chance' THEN '~ ' || steps
            WHEN 'comment' THEN
                CASE seat WHEN 'umpire' THEN '*' ELSE seat END || ' comment ' || steps
            ELSE seat || ' ' || kind
        END
        || ' | ' || CASE kind WHEN 'chance' THEN ticket || '/?' ELSE ms || 'ms' END
        || printf(' %016x', hash), key, seq
    FROM entries_before ORDER BY id;
DROP TABLE entries_before;
CREATE UNIQUE INDEX entries_of_match ON entries (match, number);
