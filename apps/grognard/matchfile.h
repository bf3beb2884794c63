// SPDX-License-Identifier: Apache-2.0
// Matches as files. An unfinished match does not hold its dice seed (only the commitment), so the
// one who may go on playing keeps it beside the match, in FILE.seed, readable by himself alone.
#ifndef GROGNARD_MATCHFILE_H
#define GROGNARD_MATCHFILE_H

#include "app.h"
#include "grognard/match.h"

// Scenario, options, id, clock and dice seed of the arguments. Names are left to the caller.
bool app_match_setup(const app_self *app, const gg_game *game, const app_args *args,
                     gg_match_setup *out, int *code);
// Opens a match; a message and *code when that fails.
bool app_match_open(const app_self *app, const gg_match_setup *setup, gg_match **out, int *code);
// Reads FILE; with `playable` also FILE.seed.
bool app_match_read(const app_self *app, const char *path, bool playable, gg_match **out,
                    int *code);
// Reads FILE if its match is over: for what looks at all cards. A match that goes on is refused.
bool app_match_read_over(const app_self *app, const char *path, gg_match **out, int *code);
// Writes FILE, and FILE.seed while the match is not over (removed afterwards).
bool app_match_save(const app_self *app, const gg_match *match, const char *path, int *code);
// "1-0" in words.
void app_match_result_words(const app_self *app, const gg_match *match, char *out, size_t cap);

#endif
