// SPDX-License-Identifier: Apache-2.0
// Grading a match against its proved best play: what each decision of a seat kept of its chance to
// win. Used by `grognard solve --match` and at the end of a puzzle.
#ifndef GROGNARD_GRADE_H
#define GROGNARD_GRADE_H

#include "app.h"
#include "grognard/solve.h"

// "77.78 %" as the language writes it.
void app_percent_into(const app_self *app, double percent, char *out, size_t cap);
double app_percent(gg_fraction value);
// Members num, den and percent of an open object, or of one named `key`.
void app_json_fraction(gg_json *json, const char *key, gg_fraction value);
// A decision as its steps in notation, "; " between them. `at` is where it begins.
void app_steps_into(const gg_position *at, const gg_action *steps, uint32_t count, char *out,
                    size_t cap);
// Message and exit code of a position that was not solved.
int app_unsolved(const app_self *app, const gg_solver *solver, gg_status status);

// Solves and tells, as lines of text or as one JSON value of an open object or array.
int app_grade(const app_self *app, const gg_match *match, int seat);
int app_grade_json(const app_self *app, gg_json *json, const char *key_or_null,
                   const gg_match *match, int seat);
// The seat whose puzzle this is: the first to decide.
int app_puzzle_seat(const gg_match *match);

#endif
