-- SPDX-License-Identifier: Apache-2.0
-- What a seat has done without touching the game: a vacation, during which its clock stands still,
-- and an answer to a sealed node that was given before its turn.
CREATE TABLE vacations (
    match INTEGER NOT NULL REFERENCES matches (id),
    place INTEGER NOT NULL,
    begun INTEGER NOT NULL,  -- of the last one, milliseconds since 1970
    until INTEGER NOT NULL,  -- its end, foreseen or real
    days INTEGER NOT NULL,   -- of all of them in this match, every day begun
    PRIMARY KEY (match, place)
) WITHOUT ROWID;
CREATE TABLE early (
    match INTEGER NOT NULL REFERENCES matches (id),
    place INTEGER NOT NULL,
    steps BLOB NOT NULL,     -- actions, 8 bytes each, the least significant first
    used INTEGER NOT NULL,   -- milliseconds of its clock
    key INTEGER NOT NULL,    -- of the request, 0: none
    seq INTEGER NOT NULL,    -- what was answered
    PRIMARY KEY (match, place)
) WITHOUT ROWID;
-- A match that has not begun may be deleted by who made it.
CREATE TRIGGER match_deleted AFTER DELETE ON matches BEGIN
    DELETE FROM seats WHERE match = old.id;
    DELETE FROM links WHERE match = old.id;
    DELETE FROM orders WHERE match = old.id;
    DELETE FROM talk WHERE match = old.id;
    DELETE FROM visits WHERE match = old.id;
    DELETE FROM meetings WHERE match = old.id;
    DELETE FROM spectators WHERE match = old.id;
    DELETE FROM clocks WHERE match = old.id;
    DELETE FROM known WHERE person = old.owner AND name = old.name;
END;
