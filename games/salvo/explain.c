// SPDX-License-Identifier: Apache-2.0
// The ledger of an action before it is done: a salvo with its corridor, saves and damage, a melee,
// the morale test of one's next card, the points committed to authority; with the chances (odds.c).
// Everything on the table is open: only the card is secret.
//
// The numbers are made by the functions that decide (r5 to r7); here they are only laid out.
#include "combat.h"

static void add(gg_ledger *out, unsigned rule, unsigned label, int delta, int a, int b) {
    gg_ledger_put(out, GG_L_ADD, rule, label, delta, a, b);
}
static void total(gg_ledger *out, unsigned rule, unsigned label, int sum, int a) {
    gg_ledger_put(out, GG_L_TOTAL, rule, label, sum, a, 0);
}
static void note(gg_ledger *out, unsigned rule, unsigned label, int a, int b) {
    gg_ledger_put(out, GG_L_NOTE, rule, label, 0, a, b);
}

// CH2: what a die must show.
static void needed(gg_ledger *out, int score) {
    if (score >= HOPELESS)
        note(out, RULE_CH2b, L_HOPELESS, 0, 0);
    else if (score <= CERTAIN)
        note(out, RULE_CH2c, L_CERTAIN, 0, 0);
    else
        total(out, RULE_CH2a, L_NEEDED, score, 0);
}

// ---------------------------------------------------------------------------------------- damage
static void damage(const sv_table *t, const sv_state *s, int from, int penetration, int unit,
                   bool in_melee, gg_ledger *out) {
    int margin = sv_damage_margin(t, s, from, penetration, unit, in_melee);
    add(out, RULE_CH2f, L_PENETRATION, penetration, 0, 0);
    add(out, RULE_CH2f, L_PROTECTION, -sv_type(t, unit)->protection, sv_piece_of_unit(unit), 0);
    if (!in_melee && sv_rear_shot(t, s, from, unit))
        add(out, RULE_O1, L_REAR, REAR_PROTECTION, sv_piece_of_unit(unit), 0);
    total(out, in_melee ? RULE_C82 : RULE_C64, L_DAMAGE_TEST, margin, 0);
    needed(out, sv_needed(margin));
}

static void shot_damage(const sv_table *t, const sv_state *s, int shooter, int weapon, int unit,
                        gg_ledger *out) {
    total(out, RULE_CR34, L_TESTS_EACH, sv_tests_of(t, unit, 1, sv_weapons[weapon].damage),
          sv_piece_of_unit(unit));
    damage(t, s, shooter, sv_weapons[weapon].penetration, unit, false, out);
}

// ---------------------------------------------------------------------------------------- shooting
static void shooting_test(const sv_table *t, const sv_state *s, int shooter, int slot, int target,
                          int difficulty, gg_ledger *out) {
    int weapon = t->unit[shooter].weapon[slot];
    int margin = sv_shooting_margin(t, shooter, slot, difficulty);
    add(out, RULE_CH2d, L_ACCURACY, sv_weapons[weapon].accuracy, weapon, 0);
    add(out, RULE_CR26, L_RANGE, -difficulty, sv_distance(s, shooter, target), 0);
    total(out, RULE_C53, L_SHOOTING_TEST, margin, 0);
    needed(out, sv_needed(margin));
}

static void shooting_dice(const sv_table *t, const sv_state *s, int shooter, int slot,
                          unsigned firers, gg_ledger *out) {
    int weapon = t->unit[shooter].weapon[slot], count = gg_bits_popcount32(firers);
    int own = count * sv_weapons[weapon].rerolls,
        all = sv_salvo_rerolls(t, s, shooter, slot, firers);
    gg_ledger_put(out, GG_L_TOTAL, RULE_C56, L_FIRERS, sv_salvo_dice(t, shooter, slot, firers),
                  count, sv_weapons[weapon].shots);
    add(out, RULE_CR55, L_WEAPON_REROLLS, own, weapon, 0);
    if (all > own) add(out, RULE_C136, L_WILL_REROLLS, all - own, count, 0);
    total(out, RULE_C57, L_REROLLS, all, 0);
}

// The chances of a roll of attack: to hit at all, and to hurt the unit. A salvo of overwatch may be
// one of several: exact odds tell of all of them, so that it is said of which this is.
static void odds(const sv_table *t, const sv_state *s, int unit, int impact, int harm,
                 bool in_melee, gg_ledger *out) {
    bool foot = sv_infantry(t, unit), several = gg_flow_top(&s->f.flow)->node == N_REACT;
    unsigned label = foot ? L_ODDS_LOSS : L_ODDS_DAMAGE;
    if (several) label = foot ? L_SALVO_LOSS : L_SALVO_DAMAGE;
    note(out, in_melee ? RULE_C80 : RULE_C60, L_ODDS_IMPACT, impact, 0);
    if (harm < 0) return;
    note(out, in_melee ? RULE_C83 : RULE_C65, label, sv_piece_of_unit(unit), harm);
}

// Third parties by unit; CR59 asks that friends be shown before the target is confirmed.
static int corridor_lines(const sv_table *t, const sv_state *s, int shooter, unsigned firers,
                          int target, unsigned seen, gg_ledger *out) {
    int all = 0;
    uint64_t met[FIGURE_WORDS];
    sv_corridor(t, s, shooter, firers, target, seen, met);
    for (int unit = 0; unit < UNITS; unit++) {
        int count = 0;
        for (unsigned m = s->alive[unit]; m; m &= m - 1)
            count += gg_bits_test(met, t->unit[unit].first + gg_bits_ctz32(m));
        bool friends = sv_side(unit) == sv_side(shooter);
        all += count;
        if (count)
            note(out, friends ? RULE_CR59 : RULE_CR28, friends ? L_FRIENDS : L_IN_CORRIDOR,
                 sv_piece_of_unit(unit), count);
    }
    return all;
}

static void blast_lines(const sv_table *t, const sv_state *s, int target, int radius,
                        gg_ledger *out) {
    gg_point centre = sv_at(s, s->f.leader[target]);
    for (int unit = 0; unit < UNITS; unit++) {
        int met = 0;
        for (unsigned m = s->alive[unit]; m; m &= m - 1)
            met += gg_within(centre, sv_at(s, t->unit[unit].first + gg_bits_ctz32(m)), radius);
        if (met) note(out, RULE_O2, L_BLAST, sv_piece_of_unit(unit), met);
    }
}

static unsigned save_rule(const sv_state *s, int unit, int save) {
    if (!(s->f.flags[unit] & U_COVER)) return RULE_CR31;
    return save == SAVE_ATTITUDE ? RULE_C116 : RULE_C113;
}

static void save_lines(const sv_table *t, const sv_state *s, int shooter, int weapon,
                       unsigned firers, int unit, gg_ledger *out) {
    int save = sv_save_against(t, s, shooter, weapon, firers, unit);
    note(out, RULE_CR30, L_COVERED, sv_piece_of_unit(unit),
         sv_covered_figures(t, s, shooter, firers, unit));
    if (save)
        total(out, save_rule(s, unit, save), L_SAVE, save, sv_piece_of_unit(unit));
    else
        note(out, RULE_C118, L_NO_SAVE, sv_piece_of_unit(unit), 0);
}

// With third parties in the corridor nobody can tell beforehand who takes the impacts; under a
// blast everybody does.
static void salvo_odds(const sv_table *t, const sv_state *s, int shooter, int slot, unsigned firers,
                       int target, bool alone, gg_ledger *out) {
    const sv_weapon *weapon = &sv_weapons[t->unit[shooter].weapon[slot]];
    int dice = sv_salvo_dice(t, shooter, slot, firers);
    int pool = sv_salvo_rerolls(t, s, shooter, slot, firers);
    int score = sv_needed(sv_shooting_margin(t, shooter, slot, sv_difficulty(s, shooter, target)));
    int save = sv_save_against(t, s, shooter, t->unit[shooter].weapon[slot], firers, target);
    int damaging = sv_needed(sv_damage_margin(t, s, shooter, weapon->penetration, target, false));
    int harm =
        sv_odds_harm(dice, score, pool, save, sv_tests_of(t, target, 1, weapon->damage), damaging);
    odds(t, s, target, sv_odds_impact(dice, score, pool), alone ? harm : -1, false, out);
}

static void explain_salvo(const sv_table *t, const sv_state *s, int shooter, unsigned weapon,
                          int target, gg_ledger *out) {
    int slot = shooter < 0 ? -1 : sv_slot_of(t, shooter, weapon);
    if (slot < 0 || target < 0 || !sv_on_board(s, shooter) || !sv_on_board(s, target)) return;
    unsigned bearers = sv_bearers(t, s, shooter, slot), firers = bearers;
    bool indirect = sv_indirect(t, (int)weapon);
    unsigned seen = s->alive[target];
    if (!indirect) seen = sv_seen(t, s, shooter, bearers, target, &firers);
    if (!firers) return;
    int others = 0;
    shooting_test(t, s, shooter, slot, target, sv_difficulty(s, shooter, target), out);
    if (indirect)
        blast_lines(t, s, target, sv_weapons[weapon].blast, out);
    else
        others = corridor_lines(t, s, shooter, firers, target, seen, out);
    shooting_dice(t, s, shooter, slot, firers, out);
    save_lines(t, s, shooter, (int)weapon, firers, target, out);
    sv_state open = *s; // as if the salvo were open: who fires decides which vehicle is hit first
    open.f.firers = (uint16_t)firers;
    shot_damage(t, &open, shooter, (int)weapon, target, out);
    salvo_odds(t, &open, shooter, slot, firers, target, !others && !indirect, out);
}

// ------------------------------------------------------------------------------------------ melee
static void attack_test(const sv_table *t, int unit, int target, gg_ledger *out) {
    int margin = sv_attack_margin(t, unit, target);
    add(out, RULE_CH2e, L_ATTACK, sv_type(t, unit)->attack, 0, 0);
    add(out, RULE_CH2e, L_COMBAT_SKILL, -sv_type(t, target)->combat_skill, sv_piece_of_unit(target),
        0);
    total(out, RULE_C76, L_ATTACK_TEST, margin, 0);
    needed(out, sv_needed(margin));
}

// Re-rolls that the unit has, or has left while its targets are resolved.
static int melee_pool(const sv_table *t, const sv_state *s, int unit) {
    const gg_frame *top = gg_flow_top(&s->f.flow);
    return top->node == N_MELEE ? top->arg[ARG_POOL] : sv_melee_rerolls(t, s, unit);
}

static void explain_melee(const sv_table *t, const sv_state *s, int unit, int target, int attacks,
                          gg_ledger *out) {
    if (target < 0 || !(sv_struck(t, s, unit) >> target & 1)) return;
    gg_ledger_put(out, GG_L_TOTAL, attacks < 0 ? RULE_C72 : RULE_C75, L_STRIKERS,
                  attacks < 0 ? sv_blows(t, s, unit) : attacks,
                  gg_bits_popcount32(sv_in_contact(t, s, unit, target)), sv_type(t, unit)->attacks);
    int pool = melee_pool(t, s, unit);
    total(out, RULE_C73, L_OFFICER_REROLLS, pool, 0);
    attack_test(t, unit, target, out);
    damage(t, s, unit, sv_type(t, unit)->penetration, target, true, out);
    int dice = attacks < 0 ? sv_blows(t, s, unit) : attacks;
    int score = sv_needed(sv_attack_margin(t, unit, target));
    int damaging =
        sv_needed(sv_damage_margin(t, s, unit, sv_type(t, unit)->penetration, target, true));
    odds(t, s, target, sv_odds_impact(dice, score, pool),
         sv_odds_harm(dice, score, pool, 0, 1, damaging), true, out);
}

static int units_waiting(const sv_state *s) {
    int count = 0;
    for (int unit = 0; unit < UNITS; unit++) count += s->f.blows[unit] != 0;
    return count;
}

// Re-rolls against one unit, and what is left for the others (CR36).
static void explain_rerolls(const sv_state *s, int again, gg_ledger *out) {
    const gg_frame *top = gg_flow_top(&s->f.flow), *melee = top - 1;
    if (again > top->arg[ARG_REROLLS]) return;
    needed(out, top->arg[ARG_SCORE]);
    total(out, RULE_CR36, L_REROLLS_LEFT, melee->arg[ARG_POOL] - again, units_waiting(s));
    if (again) note(out, RULE_C79, L_ODDS_MORE, sv_odds_impact(again, top->arg[ARG_SCORE], 0), 0);
}

// ----------------------------------------------------------------------------------------- morale
static void morale_value(const sv_table *t, const sv_state *s, int unit, gg_ledger *out) {
    int base = sv_type(t, unit)->morale, rank = sv_led_by(t, s, unit);
    int value = sv_morale_of(t, s, unit);
    add(out, RULE_CR46, L_MORALE, base, sv_piece_of_unit(unit), 0);
    if (rank) add(out, RULE_C88, L_OFFICER, rank, 0, 0);
    if (sv_unit_controls(t, s, unit)) add(out, RULE_C89, L_CONTROLS, 1, 0, 0);
    add(out, RULE_CR46, L_MORALE_DIFFICULTY, -MORALE_LEVEL, 0, 0);
    total(out, RULE_CR46, L_MORALE_TEST, value - MORALE_LEVEL, 0);
    needed(out, sv_morale_score(t, s, unit));
}

static void explain_morale(const sv_table *t, const sv_state *s, int unit, int dice,
                           gg_ledger *out) {
    morale_value(t, s, unit, out);
    total(out, dice > 1 ? RULE_C91 : RULE_C90, L_MORALE_DICE, dice, 0);
    note(out, RULE_CR46, L_ODDS_PASS, sv_odds_pass(dice, sv_morale_score(t, s, unit)), 0);
}

// What will be tested when the card is turned over: shown to its owner with `reveal`.
static void explain_card(const sv_table *t, const sv_state *s, int unit, gg_ledger *out) {
    unsigned causes = sv_causes(t, s, unit);
    int dice = gg_bits_popcount32(causes);
    if (!dice) return;
    for (int i = 0; i < CAUSES; i++)
        if (causes >> i & 1) note(out, sv_cause_rule(t, unit, i), L_CAUSE, i, 0);
    if (causes >> STATE_FEW & 1)
        note(out, sv_cause_rule(t, unit, STATE_FEW), L_FEW, sv_left(s, unit), 0);
    if (causes >> STATE_STUCK & 1) note(out, RULE_C98, L_STUCK, 0, 0);
    if (causes >> STATE_UNARMED & 1) note(out, RULE_C99, L_UNARMED, 0, 0);
    explain_morale(t, s, unit, dice, out);
}

// --------------------------------------------------------------------------------------- authority
static void explain_commit(const sv_table *t, const sv_state *s, int side, int points,
                           gg_ledger *out) {
    int own = sv_authority(t, s, side), other = sv_authority(t, s, 1 - side), won, tied;
    sv_odds_lead(own + points - other, &won, &tied);
    add(out, RULE_C10, L_COMMANDER, own, 0, 0);
    add(out, RULE_C12, L_COMMITTED, points, 0, 0);
    total(out, RULE_C9, L_BEFORE_DIE, own + points, 0);
    note(out, RULE_C13, L_ODDS_LEVEL, won, tied);
}

static int own_card(const sv_state *s, int viewer) {
    int seat = gg_flow_top(&s->f.flow)->seat;
    bool allowed = viewer == seat || viewer == GG_UMPIRE;
    return allowed && s->f.card_count[seat] ? sv_card(s, seat, 0) : -1;
}

void sv_explain(const void *table, const void *state, int viewer, gg_action action,
                gg_ledger *out) {
    const sv_table *t = table;
    const sv_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int a = sv_unit_named(t, gg_a(action)), c = sv_unit_named(t, gg_c(action));
    int unit = frame->subject;
    switch (frame->node) {
    case N_ACT:
        if (gg_verb_of(action) == V_SHOOT)
            explain_salvo(t, s, unit, (unsigned)gg_b(action), a, out);
        if (gg_verb_of(action) == V_STRIKE) explain_melee(t, s, unit, a, -1, out);
        break;
    case N_REACT:
        if (gg_verb_of(action) == V_REACT) explain_salvo(t, s, a, (unsigned)gg_b(action), c, out);
        if (gg_verb_of(action) == V_REACT) note(out, RULE_C131, L_LEAVES_WATCH, 0, 0);
        break;
    case N_SPLIT:
        if (gg_verb_of(action) == V_GIVE) explain_melee(t, s, unit, a, gg_b(action), out);
        break;
    case N_MELEE:
        if (a >= 0 && s->f.blows[a]) explain_melee(t, s, unit, a, s->f.blows[a], out);
        break;
    case N_AGAIN:
        if (gg_verb_of(action) == V_REROLL) explain_rerolls(s, gg_a(action), out);
        break;
    case N_COMMIT:
        if (gg_verb_of(action) == V_COMMIT)
            explain_commit(t, s, frame->seat, sv_at_most(gg_a(action), COMMIT_MAX), out);
        break;
    case N_RALLY:
        if (gg_verb_of(action) != V_TEST) break;
        note(out, RULE_CR48, L_VOLUNTARY, 0, 0);
        explain_morale(t, s, unit, 1, out);
        break;
    case N_TURN:
        if (gg_verb_of(action) == V_REVEAL && own_card(s, viewer) >= 0)
            explain_card(t, s, own_card(s, viewer), out);
        break;
    default: break;
    }
}
