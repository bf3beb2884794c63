// SPDX-License-Identifier: Apache-2.0
// What the combat chapters (8, 9, 10A, 10D) share. A combat is one frame called on COMBAT that goes
//
//   ATTACK -> DEFENCE -> COMMIT, COMMIT -> DIE -> SPLIT -> LOSS.. -> RETREAT -> LOSS.. -> ADVANCE
//      \-> CL_DIE.. -> ADVANCE                       a hex with supply columns alone (B6)
//
// and skips what leaves nothing to decide. Its facts are the tail of bz_facts, from `target` on,
// all zero between combats. Attackers carry IN_COMBAT. Totals are stored when they are declared;
// nothing after that adds up counters again, so that a world dealt anew for a viewer plays on.
#ifndef GAME_BAUTZEN_COMBAT_H
#define GAME_BAUTZEN_COMBAT_H

#include "base/bits.h"
#include "bautzen.h"

// facts.stage: what the combat goes on with once losses or dice for columns are done.
enum {
    STAGE_OPEN,     // up to the die
    STAGE_DEFENDER, // the defender's losses
    STAGE_STRANDED, // one more for a stack its retreat left unsupplied (BH11f)
    STAGE_ATTACKER, // the attacker's losses
    STAGE_ADVANCE,
    STAGE_COLUMNS, // B6: dice for columns alone, then an advance
    STAGES,
};

// A set of counters, walked in ascending order.
typedef struct bz_set {
    uint64_t w[2];
} bz_set;

static_assert(PIECES <= 128, "a bz_set holds every counter");

static inline void bz_set_add(bz_set *set, int piece) {
    set->w[piece >> 6] |= UINT64_C(1) << (piece & 63);
}
static inline bool bz_set_has(const bz_set *set, int piece) {
    return (set->w[piece >> 6] >> (piece & 63)) & 1;
}
static inline int bz_set_count(const bz_set *set) {
    return gg_bits_popcount64(set->w[0]) + gg_bits_popcount64(set->w[1]);
}
// for (int p; (p = bz_set_pop(&copy)) >= 0;)
static inline int bz_set_pop(bz_set *set) {
    for (int i = 0; i < 2; i++)
        if (set->w[i]) {
            int piece = i * 64 + gg_bits_ctz64(set->w[i]);
            set->w[i] &= set->w[i] - 1;
            return piece;
        }
    return -1;
}

// A ledger line, if anybody reads it. Lines of single counters stop early, so that the totals below
// them always find room.
enum { LEDGER_DETAIL = GG_LEDGER_MAX - 24 };
static inline void bz_note(gg_ledger *out, gg_line_kind kind, unsigned rule, unsigned label,
                           int delta, int a, int b) {
    if (out && out->count < GG_LEDGER_MAX) gg_ledger_put(out, kind, rule, label, delta, a, b);
}
static inline void bz_detail(gg_ledger *out, unsigned rule, unsigned label, int delta, int a,
                             int b) {
    if (out && out->count < LEDGER_DETAIL) gg_ledger_put(out, GG_L_ADD, rule, label, delta, a, b);
}

// ---- who takes part
static inline int bz_attacker(const bz_state *s) {
    return bz_phase_side(s);
}
static inline int bz_defender(const bz_state *s) {
    return 1 - bz_phase_side(s);
}
bz_set bz_attackers(const bz_state *s); // r08_combat.c
bz_set bz_defenders(const bz_state *s); // units in the attacked hex, CL excepted
// Every unit that may attack this hex now or already does.
bz_set bz_able_to_attack(const bz_state *s, int side, int hex);

// ---- r08_factors.c: the same sums with and without a ledger
int bz_attack_line(const bz_state *s, int piece, bool partner, gg_ledger *out);
int bz_defence_line(const bz_state *s, int piece, gg_ledger *out);
bool bz_guns_alone(const bz_state *s, int hex);       // only artillery and CL in the hex (BR31)
bool bz_attacks_beside(const bz_state *s, int piece); // another attacker in its hex (BH2c)

// ---- r08_combat.c
typedef struct bz_total {
    int factors, support;
} bz_total;
typedef struct bz_odds {
    int ratio, shift, column, die; // column = where ratio and shift lead
} bz_odds;
bz_total bz_attack_total(const bz_table *t, const bz_state *s, gg_ledger *out);
bz_total bz_defence_total(const bz_table *t, const bz_state *s, gg_ledger *out);
unsigned bz_attack_flags(const bz_table *t, const bz_state *s);
bz_odds bz_odds_of(const bz_state *s, gg_ledger *out); // from the stored facts
typedef struct bz_result {
    int attacker, defender; // steps lost
} bz_result;
bz_result bz_result_of(int column, int die); // the table, for a modified die (BH9t, BH9u)
void bz_finish_combat(bz_state *s);
void bz_reveal(bz_state *s, gg_events *events); // both sides have committed

// ---- r08_losses.c, r08_retreat.c, r08_capture.c: the way from the die to the end of the combat
void bz_begin_losses(const bz_table *t, bz_state *s, int attacker, int defender, gg_events *events);
void bz_go_on_losing(const bz_table *t, bz_state *s, gg_events *events);
// The defender has a step to lose: units that retreated before are lost whole (BH11g).
void bz_overrun(const bz_table *t, bz_state *s, gg_events *events);
bool bz_retreat_exists(const bz_table *t, const bz_state *s, int hexes);
// Hexes at that distance to which the stack may retreat and where no friend stands.
bz_board bz_free_retreats(const bz_table *t, const bz_state *s, int hexes);
void bz_open_advance(const bz_table *t, bz_state *s);
// One die for each CL of a hex without other units (B6, BH10e).
void bz_open_capture(bz_state *s, int hex);

// ---- r09_headquarters.c
bool bz_check_support(const bz_table *t, const bz_state *s, int seat, int giver, int taker,
                      gg_verdict *verdict);
uint32_t bz_legal_supports(const bz_table *t, const bz_state *s, int seat, gg_action *out);
void bz_play_support(bz_state *s, int giver, int taker);
int bz_support_line(const bz_table *t, const bz_state *s, int giver, int taker, gg_ledger *out);
bool bz_hq_has_company(const bz_state *s, int hq); // a unit it may support in its hex (BH13)
bool bz_in_command(const bz_state *s, int piece);  // BH6a

// ---- r10_commitment.c
unsigned bz_usable_columns(const bz_state *s, int seat); // CL it may commit, one bit each

// ---- r10_dominance.c
int bz_height_shift(int hex);                                                         // B38
unsigned bz_height_bonus(const bz_table *t, const bz_state *s, int giver, int taker); // rule or 0

#endif
