-- SPDX-License-Identifier: Apache-2.0
-- What each seat gave for the dice, after it was shown the commitment (docs/match-format.md).
-- NULL: a match made before this was asked for; its file is of format 1. '': it is awaited, and
-- nothing is drawn before. '-': the program plays there and gives none.
ALTER TABLE seats ADD COLUMN seed TEXT;
