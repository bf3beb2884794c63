// SPDX-License-Identifier: Apache-2.0
// What the chance had been: the odds of a decision that a match has left behind, as its seat might
// have asked for them then, and where among them that lies which has happened.
//
// A viewer is told what he may have known. The seat that decided asked from its own knowledge. To
// another it is told when nothing is hidden from him, before and after, or when the match is over.
#ifndef GROGNARD_PAST_H
#define GROGNARD_PAST_H

#include "grognard/match.h"
#include "grognard/odds.h"

#ifdef __cplusplus
extern "C" {
#endif

// A procedure of a match: copies, so that another thread may reckon.
typedef struct gg_past {
    uint32_t first, last; // entries: the decision that opened it, and after which nothing was open
    int seat;             // who decided
    gg_plan plan;
    gg_position before, after;
    gg_position thrown; // where chance first decided; no game: it never did
} gg_past;

typedef struct gg_past_answer {
    const gg_odds_answer *odds; // of the decision, from what its seat knew; lives as that does
    gg_effect headline;         // of the decision: its label, 0 = nothing; its chance then
    bool more;                  // some outcomes have more of it than its value
    double low, high;
    bool came; // it has come true
    bool late; // on the way somebody decided otherwise than assumed: what follows is counted from
               // the first throw on, `odds` too
    gg_effects happened;       // as that seat sees it
    bool foreseen;             // it is among the outcomes; else somebody decided otherwise after it
    double share;              // chance of just this; of several worlds the mean by their shares
    double better, worse;      // of something better, of something worse
    const gg_odds_outcome *as; // in the only row; NULL: there are several, or not foreseen
    const gg_odds_row *row;
} gg_past_answer;

// The procedure that entry `number` belongs to, among the first `upto` entries. GG_NOT_ALLOWED: no
// decision opened it, it goes on, or it was taken back.
gg_status gg_past_find(const gg_match *match, uint32_t number, uint32_t upto, gg_past *out);
void gg_past_close(gg_past *past);
// GG_NOT_ALLOWED: the viewer may not know. `over`: all may know everything.
gg_status gg_past_reckon(gg_odds *odds, const gg_past *past, int viewer, bool over, uint32_t states,
                         gg_past_answer *out);

// Which of two lists of effects is better for their viewer: above 0 the first. A game's labels
// stand in the order in which they matter: the first that differs decides.
int gg_effects_better(const gg_game *game, const gg_effect *a, uint32_t n_a, const gg_effect *b,
                      uint32_t n_b);

#ifdef __cplusplus
}
#endif
#endif
