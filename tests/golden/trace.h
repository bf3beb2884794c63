// SPDX-License-Identifier: Apache-2.0
// A trace: one word over all that the rules say from a .play block's position on. Its script is
// played and every position met is looked at (turn, chance and its weights, list, verdicts on
// actions that nearly fit, what each viewer knows and may suppose, whether the derived part is
// right, the overlays of the acting seat, a ledger, whether all it is proposed can be played); then
// some random steps, with their events, from the block's position and from worlds that a seat may
// suppose, dealt anew on the way. Tokens and rule ids count, not
// their numbers in a table: a new row changes no trace that does not meet it. Which plans are
// proposed does not count either: judgement may be tuned.
#ifndef GROGNARD_TESTS_TRACE_H
#define GROGNARD_TESTS_TRACE_H

#include "grognard/text.h"

typedef struct tracer tracer;

tracer *tracer_open(const gg_game *game); // NULL: no memory
void tracer_close(tracer *t);
// `play` has been opened and no line of its script obeyed; it is used up.
uint64_t trace_play(tracer *t, gg_play *play);

#endif
