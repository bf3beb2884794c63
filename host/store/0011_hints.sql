-- SPDX-License-Identifier: Apache-2.0
-- Whether those who play a match have agreed to be advised by the program.
ALTER TABLE matches ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;
