// SPDX-License-Identifier: Apache-2.0
// Shooting: the nine steps of a salvo (C45 to C67).
//
//   sv_open_salvo   declared (C47), target (C50), difficulty (C53), corridor (C54), dice (C56, C57)
//   SHOTS REROLLS   successes are impacts (C58 to C60), dealt out by r5_corridor.c
//   SAVES           units that were hit, in unit order (C61): r5_saves.c
//   DAMAGE ..       unit by unit, the one hit nearest first (C63 to C67): r5_damage.c
//
// Naming the target is the commitment (C51, C52): the frame SALVO has no decision of its own, and
// everything after it follows from the facts stored when it was opened. Own activation and
// overwatch go the same way (C126).
#include "combat.h"

// -------------------------------------------------------------------------------- numbers of dice
// CR26: the hundreds of millimetres begun between the leaders, less one, never below 0.
int sv_difficulty(const sv_state *s, int shooter, int target) {
    int hundreds = (sv_distance(s, shooter, target) + 99) / 100;
    return hundreds > 0 ? hundreds - 1 : 0;
}

// CH2d: ACC minus difficulty.
int sv_shooting_margin(const sv_table *t, int shooter, int slot, int difficulty) {
    return sv_weapons[t->unit[shooter].weapon[slot]].accuracy - difficulty;
}

// C56: the shots of every firing weapon. The largest salvo of the data is 15 dice.
int sv_salvo_dice(const sv_table *t, int shooter, int slot, unsigned firers) {
    int dice = gg_bits_popcount32(firers) * sv_weapons[t->unit[shooter].weapon[slot]].shots;
    return sv_at_most(dice, ROLL_MAX);
}

// C57, CR55: the re-rolls of every firing weapon.
int sv_salvo_rerolls(const sv_table *t, const sv_state *s, int shooter, int slot, unsigned firers) {
    int each = sv_weapons[t->unit[shooter].weapon[slot]].rerolls;
    if (shooter == sv_active(s) && s->f.deeds & 1 << DEED_WILL) each++; // C136: fire at will
    return each * gg_bits_popcount32(firers);
}

// CH3g: a vehicle's weapon with no structure left is lost.
unsigned sv_bearers(const sv_table *t, const sv_state *s, int unit, int slot) {
    const sv_roster *roster = &t->unit[unit];
    unsigned bearers = s->alive[unit] & roster->bearers[slot];
    if (slot >= roster->slots) return 0;
    if (sv_infantry(t, unit)) return bearers;
    for (unsigned m = bearers; m; m &= m - 1) {
        int i = gg_bits_ctz32(m);
        if (!sv_arm(s, roster->first + i, slot)) bearers &= ~(1U << i);
    }
    return bearers;
}

// ------------------------------------------------------------------------------------- the judge
// C112: any enemy on the table, kneeling or not.
static bool is_target(const sv_state *s, int shooter, int target) {
    return sv_on_board(s, target) && sv_side(target) != sv_side(shooter);
}

static bool out_of_range(const sv_state *s, int shooter, int weapon, int target) {
    int limit = sv_weapons[weapon].max_range;
    return limit &&
           !gg_within(sv_at(s, s->f.leader[shooter]), sv_at(s, s->f.leader[target]), limit);
}

// CR27: a target is seen by at least one bearer of the weapon.
bool sv_may_shoot(const sv_table *t, const sv_state *s, int shooter, int slot, int target,
                  gg_verdict *verdict) {
    int weapon = t->unit[shooter].weapon[slot];
    unsigned bearers = sv_bearers(t, s, shooter, slot);
    GG_REFUSE_IF(!bearers, WEAPON_LOST, sv_piece_of_unit(shooter), weapon);
    GG_REFUSE_IF(!is_target(s, shooter, target), NOT_A_TARGET, sv_piece_of_unit(target), 0);
    GG_REFUSE_IF4(out_of_range(s, shooter, weapon, target), OUT_OF_RANGE, sv_piece_of_unit(target),
                  weapon, sv_distance(s, shooter, target), sv_weapons[weapon].max_range);
    if (sv_indirect(t, weapon)) return true; // O2: seen or not
    GG_REFUSE_IF(!sv_any_sight(t, s, shooter, bearers, target), NOT_SEEN, sv_piece_of_unit(target),
                 weapon);
    return true;
}

// CR25: one salvo for each weapon.
// C46: the others go through the same steps afterwards.
static bool spent(const sv_state *s, int slot) {
    return s->f.fired >> slot & 1;
}

// C33: a combat move leaves shooting open, the other two do not (C38, C42).
// C48, C49: before the move or after it.
// CH4b: or some salvos before it and the remaining ones after.
bool sv_check_shoot(const sv_table *t, const sv_state *s, int unit, gg_action action,
                    gg_verdict *verdict) {
    int piece = sv_piece_of_unit(unit), slot = sv_slot_of(t, unit, (unsigned)gg_b(action));
    GG_REFUSE_IF(s->f.deeds & 1 << DEED_STRUCK, MELEE_FOUGHT, piece, 0);
    GG_REFUSE_IF(s->f.deeds & 1 << DEED_CROSS, SHOOT_CROSSED, piece, 0);
    GG_REFUSE_IF(s->f.deeds & 1 << DEED_RAPID, SHOOT_RAPID, piece, 0);
    GG_REFUSE_IF(slot < 0, NOT_BORNE, piece, gg_b(action));
    GG_REFUSE_IF(spent(s, slot), WEAPON_FIRED, piece, gg_b(action));
    int target = sv_unit_named(t, gg_a(action));
    GG_REFUSE_IF(target < 0, NOT_A_TARGET, gg_a(action), 0);         // nobody has that number
    GG_REFUSE_IF(sv_engaged(t, s, unit), SHOOTER_ENGAGED, piece, 0); // CR23
    return sv_may_shoot(t, s, unit, slot, target, verdict);
}

// Beyond this a shot cannot hit (CH2b): lawful, but not proposed. Difficulty is the hundreds begun
// less one, and a margin of -6 is hopeless.
static bool hopeless(const sv_state *s, int shooter, int weapon, int target) {
    int reach = 100 * (sv_weapons[weapon].accuracy + 6);
    return !gg_within(sv_at(s, s->f.leader[shooter]), sv_at(s, s->f.leader[target]), reach);
}

uint32_t sv_list_shoot(const sv_table *t, const sv_state *s, int unit, gg_action *out) {
    const sv_roster *roster = &t->unit[unit];
    int slots = roster->slots;
    uint32_t n = 0;
    if (s->f.deeds & 1 << DEED_STRUCK || s->f.fired == (1 << slots) - 1) return 0;
    bool swapped = slots > 1 && roster->weapon[0] > roster->weapon[1]; // lists ascend
    int enemy = 1 - sv_side(unit);
    for (int target = sv_first_of(enemy); target < sv_end_of(enemy); target++) {
        if (!sv_on_board(s, target)) continue;
        for (int i = 0; i < slots; i++) {
            int weapon = roster->weapon[i ^ swapped];
            gg_action shoot = gg_act(V_SHOOT, s->f.leader[target], (unsigned)weapon, 0);
            if (!hopeless(s, unit, weapon, target) && sv_check_shoot(t, s, unit, shoot, NULL))
                out[n++] = shoot;
        }
    }
    return n;
}

void sv_do_shoot(const sv_table *t, sv_state *s, int unit, gg_action action, gg_events *events) {
    sv_open_salvo(t, s, unit, sv_slot_of(t, unit, (unsigned)gg_b(action)),
                  sv_unit_named(t, gg_a(action)), events);
}

// -------------------------------------------------------------------------- opening and closing
static void close_salvo(const sv_table *t, sv_state *s, gg_events *events) {
    s->f.firers = s->f.seen = 0;
    memset(s->f.corridor, 0, sizeof s->f.corridor);
    memset(s->f.impacts, 0, sizeof s->f.impacts);
    memset(s->f.save, 0, sizeof s->f.save);
    gg_flow_end(&s->f.flow);
    sv_after_salvo(t, s, events);
}

// C55: who fires, who is seen, who stands between is stored, and never worked out again.
// CR27: a figure fires if it sees one of the target.
// C128: all those who bear the weapon, in one salvo.
static void take_aim(const sv_table *t, sv_state *s, int shooter, int slot, int target) {
    unsigned bearers = sv_bearers(t, s, shooter, slot), firers = bearers, seen = s->alive[target];
    bool indirect = sv_indirect(t, t->unit[shooter].weapon[slot]); // O2: no sight, no corridor
    if (!indirect) seen = sv_seen(t, s, shooter, bearers, target, &firers);
    s->f.firers = (uint16_t)firers;
    s->f.seen = (uint16_t)seen;
    if (!indirect) sv_corridor(t, s, shooter, firers, target, seen, s->f.corridor); // C54
}

static int in_corridor(const sv_state *s, int side) {
    int count = 0;
    for (int i = gg_bits_next(s->f.corridor, FIGURE_WORDS, 0); i >= 0;
         i = gg_bits_next(s->f.corridor, FIGURE_WORDS, i + 1))
        count += sv_side_of_figure(i) == side;
    return count;
}

// C60: the successes are impacts.
// C45: the remaining steps follow, in their order.
static void shots_done(const sv_table *t, sv_state *s, int hits, gg_events *events) {
    gg_flow_at(&s->f.flow)->arg[ARG_STAGE] = STAGE_SAVES;
    sv_allot(t, s, hits, events);
    sv_salvo_next(t, s, events);
}

// C59, CR55: failures are rolled again, each die once, as many as the pool allows.
static void after_shots(const sv_table *t, sv_state *s, int hits, int dice, int score, int pool,
                        gg_events *events) {
    int again = sv_at_most(pool, dice - hits);
    sv_tell(events, E_ROLLED, RULE_C58, hits, dice, 0);
    if (score == HOPELESS || again <= 0) {
        shots_done(t, s, hits, events);
        return;
    }
    int target = gg_flow_top(&s->f.flow)->arg[ARG_TARGET];
    (void)sv_throw(s, N_REROLLS, again, score, target); // never certain: a die has failed
    gg_flow_at(&s->f.flow)->arg[ARG_HITS] = (int16_t)hits;
}

// C58: the dice are rolled, unless their score is certain or hopeless.
static void roll_shots(const sv_table *t, sv_state *s, int shooter, int slot, int difficulty,
                       int target, gg_events *events) {
    int dice = sv_salvo_dice(t, shooter, slot, s->f.firers);
    int pool = sv_salvo_rerolls(t, s, shooter, slot, s->f.firers);
    int score = sv_needed(sv_shooting_margin(t, shooter, slot, difficulty));
    sv_tell(events, E_DICE, RULE_C56, dice, score, pool);
    int hits = sv_throw(s, N_SHOTS, dice, score, target);
    if (hits >= 0)
        after_shots(t, s, hits, dice, score, 0, events);
    else
        gg_flow_at(&s->f.flow)->arg[ARG_REROLLS] = (int16_t)pool;
}

// C51: from here the choice is never taken back, not even of a salvo that rolls no dice: the verb
// is GG_V_FINAL, and no undo goes past the event.
// C52: it is fired whoever stands in the corridor.
void sv_open_salvo(const sv_table *t, sv_state *s, int shooter, int slot, int target,
                   gg_events *events) {
    int weapon = t->unit[shooter].weapon[slot];
    int difficulty = sv_difficulty(s, shooter, target); // C53: before the corridor
    if (shooter == sv_active(s)) {
        s->f.fired = (uint8_t)(s->f.fired | 1 << slot);
        s->f.deeds |= 1 << DEED_FIRED; // C47: it has declared that it shoots
    }
    sv_tell(events, E_SHOOTS, RULE_C47, sv_piece_of_unit(shooter), weapon, 0);
    gg_emit(events, E_TARGET, RULE_C50, GG_SEE_ALL, GG_E_REVEAL, sv_piece_of_unit(shooter),
            sv_piece_of_unit(target), 0, 0, 0);
    sv_tell(events, E_DIFFICULTY, RULE_C53, difficulty, sv_distance(s, shooter, target), 0);
    take_aim(t, s, shooter, slot, target);
    gg_frame *frame = gg_flow_call(&s->f.flow, N_SALVO, (unsigned)sv_side(shooter));
    frame->subject = (uint16_t)shooter;
    frame->arg[ARG_WEAPON] = (int16_t)weapon;
    frame->arg[ARG_TARGET] = (int16_t)target;
    frame->arg[ARG_DIFFICULTY] = (int16_t)difficulty;
    frame->arg[ARG_SLOT] = (int16_t)slot;
    int side = sv_side(shooter);
    sv_tell(events, E_CORRIDOR, RULE_C54, in_corridor(s, side), in_corridor(s, 1 - side), 0);
    roll_shots(t, s, shooter, slot, difficulty, target, events);
}

// ------------------------------------------------------------------------------------- the dice
void sv_play_shots(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    const gg_frame frame = *gg_flow_top(&s->f.flow);
    gg_flow_end(&s->f.flow);
    after_shots(t, s, gg_a(action), frame.arg[ARG_DICE], frame.arg[ARG_SCORE],
                frame.arg[ARG_REROLLS], events);
}

void sv_play_rerolls(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    const gg_frame frame = *gg_flow_top(&s->f.flow);
    int more = gg_a(action);
    gg_flow_end(&s->f.flow);
    sv_tell(events, E_REROLLED, RULE_C59, more, frame.arg[ARG_DICE], 0);
    shots_done(t, s, frame.arg[ARG_HITS] + more, events);
}

// Saves, then damage, then the end. Returns whenever dice have been called for.
void sv_salvo_next(const sv_table *t, sv_state *s, gg_events *events) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    const sv_weapon *weapon = &sv_weapons[frame->arg[ARG_WEAPON]];
    int shooter = frame->subject;
    if (frame->arg[ARG_STAGE] == STAGE_SAVES) {
        if (sv_open_saves(t, s, events)) return;
        frame->arg[ARG_STAGE] = STAGE_DAMAGE;
    }
    for (int unit; (unit = sv_next_hit(t, s)) >= 0;) {
        // C63: the number of tests.
        int tests = sv_tests_of(t, unit, s->f.impacts[unit], weapon->damage);
        // C64: the score each of them needs.
        int score = sv_needed(sv_damage_margin(t, s, shooter, weapon->penetration, unit, false));
        s->f.impacts[unit] = 0;
        if (sv_test_damage(t, s, unit, tests, score, false, events)) return;
    }
    close_salvo(t, s, events);
}
