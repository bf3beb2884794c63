// SPDX-License-Identifier: Apache-2.0
// What the chapters on aircraft, reconnaissance and bombardment share: the arguments of their
// frames by name, what a position in the air touches, and the few deeds that several windows do.
#ifndef GAME_CORRIDORS_AIR_H
#define GAME_CORRIDORS_AIR_H

#include "corridors.h"

// Arguments of the procedure frames (corridors.h) and the values of their stage.
enum { FL_CORRIDOR, FL_STATION, FL_TO, FL_MODE, FL_STAGE };
enum { FLIGHT_ENTER, FLIGHT_SALLY, FLIGHT_FLAK, FLIGHT_ON };
enum { DU_TARGET, DU_ESCORT, DU_STAGE, DU_TARGET_HURT, DU_INTERCEPTOR_HURT, DU_SALLY };
enum {
    DUEL_JETTISON,
    DUEL_ESCORT,
    DUEL_READY, // the escort is named or there is none
    DUEL_ATTACK,
    DUEL_BACK,
    DUEL_COVER,
    DUEL_DAMAGE,
    DUEL_TARGET_HOME,
    DUEL_INTERCEPTOR_HOME,
    DUEL_DONE
};
enum { RA_TARGET, RA_PLACE, RA_ORDNANCE, RA_KIND, RA_STAGE, RA_LEFT };
enum { RAID_DEFENCE, RAID_STRIKE, RAID_AREA, RAID_END };
enum { RC_PLACE, RC_LEFT }; // RECON_DIE, FOUND

// What a group has attacked (facts.quarry): 0 nothing yet; 1 + place: each aircraft chooses its
// target there (AR6); QUARRY_LOST + place: there, but the one target agreed on is gone (AD69);
// QUARRY_OVER: something else was done since, its attack is over (AR6); 1 + BOARD_PLACES + card:
// that card and no other (AD69).
enum { QUARRY_LOST = 1 + GROUND_PLACES, QUARRY_OVER = QUARRY_LOST + GROUND_PLACES };

// The frame that called the window on top.
static inline const gg_frame *co_caller(const co_state *s) {
    return &s->f.flow.frame[s->f.flow.depth - 2];
}

static inline bool co_airborne(const co_state *s, int piece) {
    return co_is_air(s->f.where[piece]);
}

static inline bool co_in_rear(const co_state *s, int piece) {
    return s->f.where[piece] == REAR_ONE || s->f.where[piece] == REAR_TWO;
}

// Rides on another card; standing in a fortification is something else (AD60).
static inline bool co_is_carried(const co_table *t, const co_state *s, int piece) {
    int carrier = co_carrier(s, piece);
    return carrier != NO_PIECE && !co_in(t->fort, carrier);
}

// An enemy card that can be told from the others of its place: what may be named as a target
// (AD17b). One question, so that the answer does not tell a hidden card's whereabouts.
static inline bool co_in_sight(const co_table *t, const co_state *s, int piece) {
    return co_in(s->f.spotted, piece) && s->f.where[piece] < GROUND_PLACES &&
           (co_in(t->ground, piece) || co_in(t->fort, piece));
}

// ---- r02_flight.c
unsigned co_touching(int position); // set of ground places (A73, A74)
int co_free_group(const co_state *s, int seat, int except);
void co_send_home(co_state *s, int piece, gg_events *events); // calls a FLIGHT (AD32)

// ---- r02_patrol.c: whether a window opens, by public facts alone
bool co_intercept_opens(const co_state *s, const gg_frame *flight);
bool co_sally_opens(const co_table *t, const co_state *s, const gg_frame *flight);

// ---- r02_duel.c
uint64_t co_droppable(const co_table *t, const co_state *s, int piece); // ordnance but drop tanks
bool co_check_drop(const co_table *t, const co_state *s, int piece, gg_verdict *verdict); // A126
void co_jettison(const co_table *t, co_state *s, int piece, gg_events *events);
void co_open_duel(co_state *s, int interceptor, int target, bool sally);

// ---- r02_flak.c
bool co_flak_opens(const co_table *t, const co_state *s, int seat, int position);
void co_open_flak(co_state *s, int seat, int group, int position);

// ---- r03_recon.c: rec and what changes it, concealment included (AD18); without the die
int co_reconnoitre(const co_table *t, const co_state *s, int scout, int place, gg_ledger *ledger);

// ---- r04_raid.c
void co_open_raid(co_state *s, int subject, int kind, int target, int place, int ordnance,
                  int left);

#endif
