-- SPDX-License-Identifier: Apache-2.0
-- How matches ended, for lists that do not replay them. One that ended before this table was made
-- gets its row when it is next opened.
CREATE TABLE endings (
    match INTEGER PRIMARY KEY REFERENCES matches (id),
    at INTEGER NOT NULL,             -- seconds since 1970
    reason TEXT NOT NULL,            -- rules, resign, draw, flag, adjourned
    half TEXT NOT NULL               -- a digit for each seat in order: 2 won, 1 drawn, 0 lost
);
