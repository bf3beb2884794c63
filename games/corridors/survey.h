// SPDX-License-Identifier: Apache-2.0
// What the thinking seat reckons with: what a card is worth, what an attack, a strike or an assault
// brings on the average. All in hundredths of a victory point, as value() is.
//
// A face-down enemy card is never asked what it is: it counts as a typical one, so that an estimate
// is the same in every world that looks alike.
#ifndef GAME_CORRIDORS_SURVEY_H
#define GAME_CORRIDORS_SURVEY_H

#include "corridors.h"

enum {
    POINT = 100,       // a victory point, and what a card in play is worth for each supply it costs
    SUPPLY_WORTH = 46, // one supply
    HURT = 96,         // per cent of its worth that a card loses by damage, before the last point
    TYPICAL_COST = 250, // of a face-down ground card
    TYPICAL_DEF = 9,
    TYPICAL_HP = 3,
};

// The card standing undamaged.
static inline int co_worth(const co_table *t, int piece) {
    return POINT * co_printed(t, piece)->cost;
}
// What its owner loses and his enemy wins by that many damage points.
int co_loss(const co_table *t, const co_state *s, int piece, int points);
// The mean of that over the dice of one attack with these numbers.
int co_mean_loss(const co_table *t, const co_state *s, int fp, int tn, int target);
// The same for an attack still to be reckoned; 0 when the card is not able to make it.
int co_blow(const co_table *t, const co_state *s, int kind, int attacker, int target);
// An attack of that kind on a card of a place that nobody can see.
int co_blow_unseen(const co_table *t, const co_state *s, int kind, int attacker, int place);
// The mean of an attack on a card of the place drawn at random.
int co_blow_any(const co_table *t, const co_state *s, int kind, int attacker, int place);
// The best strike of an aircraft that has stopped (or will stop) at that position.
int co_strike_hope(const co_table *t, const co_state *s, int aircraft, int position);

// An assault as it stands: who attacks what, how far it has come (STORM_), points dealt and taken.
typedef struct co_storm {
    int seat, place, from, stage, dealt, taken;
    uint64_t attackers;
} co_storm;
int co_storm_gain(const co_table *t, const co_state *s, const co_storm *storm);

#endif
