// SPDX-License-Identifier: Apache-2.0
// The ledger of a combat before it is fought: every factor, support, cut, shift and die modifier
// with its rule, for the seat that is about to act.
//
// A step of a draft (`attack`, `join`, `support`) is explained as the attack or defence would stand
// with it. Of the other side the ledger knows what its viewer knows: before the defence is declared
// the counters he sees (BR13, B44), afterwards the totals stored (BH9i). What attackers or
// defenders he does not see would add to shift and die is left out until the reveal tells it. The
// sums are made by the functions that decide the combat, on a copy.
#include "combat.h"

// ---------------------------------------------------------------------------------- the other side
static int unknown_counters(const bz_table *t, const bz_state *s, int viewer) {
    int unknown = 0;
    for (int p = bz_top(s, s->f.target); p >= 0; p = bz_below(s, p))
        unknown += !bz_sees(t, s, viewer, p);
    return unknown;
}

// A stack that lies open is added up as it would be. Otherwise what a counter is worth may hang on
// those unseen (antitank, HQ, guns, overstacking): only printed factors are told.
static int seen_defence(const bz_table *t, const bz_state *s, int viewer, int unknown,
                        gg_ledger *out) {
    int sum = 0;
    for (int p = bz_top(s, s->f.target); p >= 0; p = bz_below(s, p)) {
        if (bz_is_column(p) || !bz_sees(t, s, viewer, p)) continue;
        if (!unknown) {
            sum += bz_defence_line(s, p, out);
            continue;
        }
        const bz_counter *c = &bz_counters[p];
        int printed = c->defence[bz_steps(s, p) < c->steps ? BZ_REDUCED : BZ_FULL];
        bz_detail(out, RULE_BR13, L_DEFENDER, printed, p, s->f.target);
        sum += printed;
    }
    return sum;
}

static bool seen_unsupplied(const bz_table *t, const bz_state *s, int viewer) {
    for (int p = bz_top(s, s->f.target); p >= 0; p = bz_below(s, p))
        if (!bz_is_column(p) && s->f.status[p] & UNSUPPLIED && bz_sees(t, s, viewer, p))
            return true;
    return false;
}

// What the attackers bring along as far as the viewer sees them: each of these facts needs more
// attackers, never fewer, so that it is true of the whole attack as well.
static unsigned seen_attack_flags(const bz_table *t, const bz_state *s, int viewer) {
    bz_state seen = *s;
    bz_set left = bz_attackers(s);
    for (int p; (p = bz_set_pop(&left)) >= 0;)
        if (!bz_sees(t, s, viewer, p)) seen.f.status[p] &= (uint8_t)~IN_COMBAT;
    return bz_attack_flags(t, &seen);
}

// ------------------------------------------------------------------------------------- the moments
static int columns_in(const bz_state *s, int hex) {
    int n = 0;
    for (int p = bz_top(s, hex); p >= 0; p = bz_below(s, p)) n += bz_is_column(p);
    return n;
}

// An attack as drafted: all of one's own side, what is seen of the other.
static void explain_attack(const bz_table *t, bz_state *copy, int viewer, gg_ledger *out) {
    bz_total total = bz_attack_total(t, copy, out);
    if (bz_only_columns(copy, copy->f.target)) {
        bz_note(out, GG_L_NOTE, RULE_B6, L_COLUMN_DICE, 0, copy->f.target,
                columns_in(copy, copy->f.target));
        return;
    }
    int unknown = unknown_counters(t, copy, viewer);
    int defence = seen_defence(t, copy, viewer, unknown, out);
    if (unknown) bz_note(out, GG_L_NOTE, RULE_BR13, L_HIDDEN_COUNTERS, 0, unknown, copy->f.target);
    bz_note(out, GG_L_TOTAL, RULE_BR13, L_DEFENCE_SEEN, defence, 0, 0);
    copy->f.attack = (uint8_t)(total.factors + total.support);
    copy->f.defence = (uint8_t)(defence < 1 ? 1 : defence);
    copy->f.combat_flags = (uint8_t)bz_attack_flags(t, copy);
    if (seen_unsupplied(t, copy, viewer)) copy->f.combat_flags |= CF_UNSUPPLIED;
    uint32_t ratio = out->count; // the line that bz_odds_of() begins with
    bz_odds_of(copy, out);
    if (ratio < out->count) out->line[ratio].label = L_RATIO_SEEN;
}

static void told_attack(const bz_state *s, gg_ledger *out) {
    bz_note(out, GG_L_TOTAL, RULE_BH9i, L_ATTACK_TOTAL, s->f.attack, 0, 0);
}

static void explain_defence(const bz_table *t, bz_state *copy, int viewer, gg_ledger *out) {
    told_attack(copy, out);
    bz_total total = bz_defence_total(t, copy, out);
    copy->f.defence = (uint8_t)(total.factors + total.support);
    copy->f.combat_flags = (uint8_t)seen_attack_flags(t, copy, viewer);
    bz_set left = bz_defenders(copy);
    for (int p; (p = bz_set_pop(&left)) >= 0;)
        if (copy->f.status[p] & UNSUPPLIED) copy->f.combat_flags |= CF_UNSUPPLIED;
    bz_odds_of(copy, out);
}

// What one's own commitment would make of the column, the other side's being unknown.
static void explain_commit(const bz_table *t, bz_state *copy, int viewer, gg_action action,
                           gg_ledger *out) {
    int seat = gg_flow_top(&copy->f.flow)->seat;
    unsigned flags = copy->f.combat_flags & CF_UNSUPPLIED; // one's own stack, if one defends
    if (seat == bz_attacker(copy)) flags = seen_unsupplied(t, copy, viewer) ? CF_UNSUPPLIED : 0;
    copy->f.combat_flags = (uint8_t)(flags | seen_attack_flags(t, copy, viewer));
    told_attack(copy, out);
    bz_note(out, GG_L_TOTAL, RULE_BH9i, L_DEFENCE_TOTAL, copy->f.defence, 0, 0);
    copy->f.commit_columns[seat] = (uint8_t)gg_a(action);
    copy->f.commit_columns[1 - seat] = 0;
    copy->f.commit_air = (uint8_t)(seat == BZ_ALLIED ? gg_b(action) : 0);
    bz_odds_of(copy, out);
}

void bz_explain(const void *table, const void *state, int viewer, gg_action action,
                gg_ledger *out) {
    const bz_table *t = table;
    bz_state copy;
    memcpy(&copy, state, sizeof copy);
    const gg_frame *frame = gg_flow_top(&copy.f.flow);
    unsigned verb = gg_verb_of(action), node = frame->node;
    int seat = frame->seat;
    if (viewer != seat && viewer != GG_UMPIRE) return; // a draft and a commitment are private
    if (node == N_COMBAT && verb == V_ATTACK) {
        copy.f.target = copy.f.stand = (uint16_t)gg_a(action);
        copy.f.status[gg_b(action)] |= IN_COMBAT;
        explain_attack(t, &copy, viewer, out);
    } else if (node == N_ATTACK) {
        if (verb == V_JOIN) copy.f.status[gg_a(action)] |= IN_COMBAT;
        if (verb == V_SUPPORT) bz_play_support(&copy, gg_a(action), gg_b(action));
        explain_attack(t, &copy, viewer, out);
    } else if (node == N_DEFENCE) {
        if (verb == V_SUPPORT) bz_play_support(&copy, gg_a(action), gg_b(action));
        explain_defence(t, &copy, viewer, out);
    } else if (node == N_COMMIT) {
        explain_commit(t, &copy, viewer, action, out);
    }
}
