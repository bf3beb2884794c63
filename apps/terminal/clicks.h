// SPDX-License-Identifier: Apache-2.0
// From places pointed at to actions. A click is one thing (a piece, a place, a point); the legal
// actions that have an operand for every click made so far are those it can still become.
#ifndef GROGNARD_CLICKS_H
#define GROGNARD_CLICKS_H

#include "apps/grognard/app.h"
#include "host/tty/board.h"

enum { CLICKS_MAX = GG_OPERANDS, GG_SPOT_CLICKS = 2 * GG_SPOT_PIECES + 1 };

typedef struct click_set {
    gg_click click[CLICKS_MAX];
    unsigned count;
    int near; // millimetres by which a point of a plane may miss
} click_set;

// Legal actions that fit every click, into `out`; returns how many.
uint32_t clicks_fit(const gg_game *game, const click_set *clicks, const gg_action *list, uint32_t n,
                    gg_action *out);
// True when the clicks name every operand of this action.
bool clicks_whole(const gg_game *game, const click_set *clicks, gg_action action);
// True when nothing that could be clicked is left open in this action.
bool clicks_pointed(const gg_game *game, const click_set *clicks, gg_action action);
// An action of the node's verbs with these clicks, what was not clicked taken from legal actions:
// for the judge to refuse, when no legal action has them.
bool clicks_filled(const gg_game *game, unsigned node, const click_set *clicks,
                   const gg_action *legal, uint32_t n, gg_action *out);
// The things a spot can mean, most likely first: its place, then its pieces from the top, then
// those that act together with the topmost.
unsigned clicks_of_spot(const gg_board_look *look, const gg_spot *spot,
                        gg_click out[GG_SPOT_CLICKS]);
// Marks spots that would still fit as the next click.
void clicks_mark(const gg_board_look *look, const gg_board *board, const click_set *clicks,
                 const gg_action *fits, uint32_t n, bool *hot);

#endif
