// SPDX-License-Identifier: Apache-2.0
// What the files of chapter 5 (phase 1, reinforcement) offer each other. A judge never writes.
#ifndef GAME_CORRIDORS_R01_REINFORCE_H
#define GAME_CORRIDORS_R01_REINFORCE_H

#include "corridors.h"

#define CO_PART(name)                                                                              \
    bool co_check_##name(const co_table *t, const co_state *s, int seat, gg_action action,         \
                         gg_verdict *verdict);                                                     \
    void co_play_##name(const co_table *t, co_state *s, gg_action action, gg_events *events);

CO_PART(refit)  // REFIT, REPAIR
CO_PART(deploy) // DEPLOY
CO_PART(attach) // ATTACH
CO_PART(levy)   // LEVY
CO_PART(recruits)
CO_PART(bonus)
CO_PART(event) // EVENT, EVENT_AT, EVENT_ON

// Lists in the order of the verbs; each returns how many it wrote.
uint32_t co_list_refit(const co_table *t, const co_state *s, int seat, gg_action *out);
uint32_t co_list_deploy(const co_table *t, const co_state *s, int seat, gg_action *out);
uint32_t co_list_soviet(const co_table *t, const co_state *s, int seat, gg_action *out);
uint32_t co_list_events(const co_table *t, const co_state *s, int seat, gg_action *out);

// Own cards in play with damage.
uint64_t co_damaged(const co_state *s, int seat);
// Takes one damage point off.
void co_mend(co_state *s, int piece);
// A15: one more unit may arrive in the HQ.
bool co_hq_room(const co_table *t, const co_state *s, int seat);
// A card leaves the hand for the board. Face down, it takes along what the enemy knew of the hand
// (AE04): he cannot tell which of the cards he saw is gone.
void co_leave_hand(const co_table *t, co_state *s, int piece, int place, bool open);

#endif
