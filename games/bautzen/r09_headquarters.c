// SPDX-License-Identifier: Apache-2.0
// Chapter 9 and 8.6.2: support by HQ and artillery, and command.
//
// B12, B13 an HQ supports in attack and defence, B1, B2 artillery likewise; each names one unit of
// the combat that takes all of it (B4, B25, BR5, BR30), in command or firing range (B14, BR6), and
// serves one combat of a segment (B16, BR4; B15 the next enemy segment is another). B18-B21, BR25,
// BR26 whose HQ may support whom; BR32 one corps or army HQ to a unit; BR30 artillery supports its
// own nation, BR31 guns alone in the attacked hex nobody. B22, B23, B3, BR7 the cut in attack and
// BR8 its absence in defence are made where totals are (r08_combat.c). BH7j nobody unsupplied
// supports. BH13c an HQ that has served adds nothing in its own hex. BH6a command.
//
// Receivers are the units that fight: an HQ gives support and takes none, artillery takes it
// (BR27), but never its own.
#include "combat.h"

enum { HEIGHT_BONUS = 2 };

static bool is_hq(int piece) {
    return bz_counters[piece].type == BZ_HQ;
}

// A German corps or the Polish army HQ.
static bool commands_all(int hq) {
    return (bz_counters[hq].flags & BZ_F_COMMANDS_ALL) != 0;
}

// BR6: the giver's hex does not count.
static int range_to(const bz_state *s, int giver, int taker) {
    return bz_distance(s->f.where[giver], s->f.where[taker]);
}

// ------------------------------------------------------------------------------------ who may whom
// B18-B20: by formation, or a corps or army HQ by nation. Soviet ones command their formation only.
static bool serves(int hq, int unit) {
    const bz_counter *from = &bz_counters[hq], *to = &bz_counters[unit];
    if (from->formation && from->formation == to->formation) return true; // B18
    return commands_all(hq) && from->nation == to->nation;                // B19, B20
}

// BH13: a unit in its hex that it may support.
bool bz_hq_has_company(const bz_state *s, int hq) {
    for (int p = bz_top(s, s->f.where[hq]); p >= 0; p = bz_below(s, p))
        if (!bz_is_column(p) && !is_hq(p) && serves(hq, p)) return true;
    return false;
}

// BH6a: within range of an HQ of its formation, or of one that commands all its nation.
bool bz_in_command(const bz_state *s, int piece) {
    const bz_counter *c = &bz_counters[piece];
    int first = c->side == BZ_ALLIED ? BZ_ALLIED_FIRST : BZ_GERMAN_FIRST;
    int last = c->side == BZ_ALLIED ? BZ_GERMAN_FIRST : BZ_CL_FIRST;
    for (int hq = first; hq < last; hq++) {
        if (!is_hq(hq) || !bz_on_map(s, hq)) continue;
        bool own = hq == piece || (c->formation && bz_counters[hq].formation == c->formation);
        bool all = commands_all(hq) && bz_counters[hq].nation == c->nation;
        if ((own || all) && range_to(s, hq, piece) <= bz_counters[hq].range) return true;
    }
    return false;
}

// ----------------------------------------------------------------------------------------- judging
static int named_for(const bz_state *s, int giver) {
    for (int i = 0; i < s->f.supports; i++)
        if (s->f.support_giver[i] == giver) return s->f.support_taker[i];
    return -1;
}

// BR32: the corps or army HQ that supports this unit already, -1 = none.
static int corps_named_for(const bz_state *s, int taker) {
    for (int i = 0; i < s->f.supports; i++)
        if (s->f.support_taker[i] == taker && commands_all(s->f.support_giver[i]))
            return s->f.support_giver[i];
    return -1;
}

static bool takes_part(const bz_state *s, int seat, int piece) {
    if (bz_is_column(piece) || bz_counters[piece].side != seat) return false;
    if (seat == bz_attacker(s)) return (s->f.status[piece] & IN_COMBAT) != 0;
    return s->f.where[piece] == s->f.target;
}

static bool check_giver(const bz_state *s, int seat, int giver, gg_verdict *verdict) {
    bool hq = is_hq(giver), served = (s->f.status[giver] & SUPPORTED) != 0;
    bool at_home = seat == bz_defender(s) && s->f.where[giver] == s->f.target;
    GG_REFUSE_IF(!(bz_counters[giver].flags & BZ_F_SUPPORTS), GIVES_NO_SUPPORT, giver, 0);
    GG_REFUSE_IF(bz_counters[giver].side != seat, NOT_YOUR_GIVER, giver, 0);
    GG_REFUSE_IF(!bz_on_map(s, giver), GIVER_OFF_MAP, giver, 0);
    bool guns = !hq && at_home && bz_guns_alone(s, s->f.target);
    GG_REFUSE_IF(guns, GUNS_ALONE_NO_SUPPORT, giver, s->f.target);
    int named = named_for(s, giver);
    GG_REFUSE_IF(named >= 0 && hq, HQ_ALREADY_NAMED, giver, named);
    GG_REFUSE_IF(named >= 0 && !hq, ARTILLERY_ALREADY_NAMED, giver, named);
    GG_REFUSE_IF(served && hq && at_home, HQ_HAS_SERVED, giver, 0);
    GG_REFUSE_IF(served && hq && !at_home, SUPPORT_ALREADY_GIVEN, giver, 0);
    GG_REFUSE_IF(served && !hq, ARTILLERY_ALREADY_FIRED, giver, 0);
    GG_REFUSE_IF(s->f.status[giver] & UNSUPPLIED, GIVER_UNSUPPLIED, giver, 0);
    GG_REFUSE_IF(bz_restricted(s, giver, s->f.target), SUPPORT_NOT_SOUTH_YET, giver, s->f.target);
    return true;
}

// B21, BR25, BR26, BR30. Of Soviet units B21 speaks; BR26 of a Soviet corps HQ, none of 9.2.
static bool check_kinship(int giver, int taker, gg_verdict *verdict) {
    const bz_counter *to = &bz_counters[taker];
    if (!is_hq(giver)) {
        GG_REFUSE_IF(bz_counters[giver].nation != to->nation, ARTILLERY_OF_OTHERS, giver, taker);
        return true;
    }
    bool stranger = !serves(giver, taker), soviet = to->nation == BZ_SOVIET;
    bool alone = !soviet && !to->formation;
    bool corps = soviet && bz_counters[giver].size == BZ_CORPS_SOVIET;
    GG_REFUSE_IF(stranger && corps, SOVIET_CORPS_HQ, giver, taker);
    GG_REFUSE_IF(stranger && soviet && !corps, SOVIET_OTHER_HQ, giver, taker);
    GG_REFUSE_IF(stranger && alone, INDEPENDENT_OTHER_HQ, giver, taker);
    GG_REFUSE_IF(stranger && !soviet && !alone, OTHER_HQ, giver, taker);
    return true;
}

// BR32: beside the HQ of its formation a unit has one corps or army HQ in a combat.
static bool check_second_corps(const bz_state *s, int giver, int taker, gg_verdict *verdict) {
    int other = commands_all(giver) ? corps_named_for(s, taker) : -1;
    GG_REFUSE_IF4(other >= 0, SECOND_CORPS_HQ, giver, taker, other, 0);
    return true;
}

static bool check_range(const bz_state *s, int seat, int giver, int taker, gg_verdict *verdict) {
    int range = bz_counters[giver].range, distance = range_to(s, giver, taker);
    bool far = distance > range, attack = seat == bz_attacker(s), hq = is_hq(giver);
    GG_REFUSE_IF4(far && hq, OUT_OF_COMMAND_RANGE, giver, taker, distance, range);
    GG_REFUSE_IF4(far && !hq && attack, ATTACK_OUT_OF_FIRING_RANGE, giver, taker, distance, range);
    GG_REFUSE_IF4(far && !hq && !attack, DEFENCE_OUT_OF_FIRING_RANGE, giver, taker, distance,
                  range);
    return true;
}

// What is asked of the receiver, and of both together.
static bool check_taker(const bz_state *s, int seat, int giver, int taker, gg_verdict *verdict) {
    bool elsewhere = !takes_part(s, seat, taker), hq = is_hq(giver);
    GG_REFUSE_IF(elsewhere && hq, HQ_TAKER_ELSEWHERE, giver, taker);
    GG_REFUSE_IF(elsewhere && !hq, ARTILLERY_TAKER_ELSEWHERE, giver, taker);
    GG_REFUSE_IF(is_hq(taker), TAKER_IS_HQ, taker, 0);
    GG_REFUSE_IF(giver == taker, SUPPORTS_ITSELF, giver, 0);
    return check_kinship(giver, taker, verdict) && check_second_corps(s, giver, taker, verdict) &&
           check_range(s, seat, giver, taker, verdict);
}

bool bz_check_support(const bz_table *t, const bz_state *s, int seat, int giver, int taker,
                      gg_verdict *verdict) {
    (void)t;
    GG_REFUSE_IF(bz_only_columns(s, s->f.target), SUPPORT_AGAINST_COLUMNS, s->f.target, 0);
    if (!check_giver(s, seat, giver, verdict)) return false;
    return check_taker(s, seat, giver, taker, verdict);
}

// Ascending by giver, then by receiver. Most givers are ruled out before any receiver is tried.
uint32_t bz_legal_supports(const bz_table *t, const bz_state *s, int seat, gg_action *out) {
    int first = seat == BZ_ALLIED ? BZ_ALLIED_FIRST : BZ_GERMAN_FIRST;
    int last = seat == BZ_ALLIED ? BZ_GERMAN_FIRST : BZ_CL_FIRST;
    bz_set takers = seat == bz_attacker(s) ? bz_attackers(s) : bz_defenders(s);
    uint32_t n = 0;
    (void)t;
    if (bz_only_columns(s, s->f.target)) return 0;
    for (int giver = first; giver < last; giver++) {
        if (!(bz_counters[giver].flags & BZ_F_SUPPORTS) || !bz_on_map(s, giver)) continue;
        int reach = bz_counters[giver].range + 1; // an attacker stands next to the target
        if (bz_distance(s->f.where[giver], s->f.target) > reach) continue;
        if (!check_giver(s, seat, giver, NULL)) continue;
        bz_set left = takers;
        for (int taker; (taker = bz_set_pop(&left)) >= 0;)
            if (check_taker(s, seat, giver, taker, NULL))
                out[n++] = gg_act(V_SUPPORT, (unsigned)giver, (unsigned)taker, 0);
    }
    return n;
}

void bz_play_support(bz_state *s, int giver, int taker) {
    GG_ASSERT(s->f.supports < SUPPORTS_MAX);
    s->f.support_giver[s->f.supports] = (uint8_t)giver;
    s->f.support_taker[s->f.supports++] = (uint8_t)taker;
}

// ------------------------------------------------------------------------------------------- value
static int artillery_value(const bz_state *s, int giver, int taker, gg_ledger *out) {
    bool attack = bz_counters[giver].side == bz_attacker(s);
    int value = bz_counters[giver].support;
    bz_detail(out, attack ? RULE_B1 : RULE_B2, L_SUPPORT_ARTILLERY, value, giver, taker);
    return value;
}

// The whole value goes to the combat once (B17, BR5).
int bz_support_line(const bz_table *t, const bz_state *s, int giver, int taker, gg_ledger *out) {
    if (!is_hq(giver)) return artillery_value(s, giver, taker, out);
    bool attack = bz_counters[giver].side == bz_attacker(s);
    int value = bz_counters[giver].support;
    unsigned height = bz_height_bonus(t, s, giver, taker);
    bz_detail(out, attack ? RULE_B12 : RULE_B13, L_SUPPORT_HQ, value, giver, taker);
    if (!height) return value;
    bz_detail(out, height, L_SUPPORT_HEIGHT, HEIGHT_BONUS, giver, taker);
    return value + HEIGHT_BONUS;
}
