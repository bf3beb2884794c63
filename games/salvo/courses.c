// SPDX-License-Identifier: Apache-2.0
// A whole salvo as one throw: shots, re-rolls, saves, damage tests and locations. Exact odds take
// it instead of following each roll; what the dice may lead to and how often is the same
// (conformance goes both ways).
//
// An impact on infantry has one save and one test: both together are one die that seldom succeeds.
//
// Units that are struck do not meet: what each suffers depends on the hits alone. So the ends of
// each (figures lost, or the structure that is left) are worked out by themselves and then taken
// together, hits by hits.
#include "base/hash.h"
#include "combat.h"

enum { STRUCK_MAX = 2, DICE_LOCATED = 7, UNIT_ENDS = 120, DIE_FACES = 6 }; // throws of up to 7 dice

// Successes, each with its weight out of one whole.
typedef struct spread {
    uint64_t whole;
    int most;
    uint64_t part[ROLL_MAX + 1];
} spread;

// A unit that is struck: its damage tests for each number of hits.
typedef struct struck {
    int unit, most;
    bool located; // vehicles that roll for locations within the course
    bool saves;   // infantry that rolls a save for each impact
    uint8_t tests[ROLL_MAX + 1];
    uint64_t good, bad; // of one test, with its save
} struck;

// What may become of it, by the successes of its tests.
typedef struct unit_ends {
    uint32_t count;
    uint64_t lead[UNIT_ENDS];
    uint8_t successes[UNIT_ENDS]; // that lead there
    gg_action where[UNIT_ENDS];
    uint64_t weight[DICE_LOCATED + 1][UNIT_ENDS]; // located: of so many successes, out of 6^most
} unit_ends;

typedef struct salvo {
    const sv_table *t;
    const sv_state *s;
    const gg_frame *shots, *frame; // the dice and the salvo below them
    spread hits;
    int count;
    struck struck[STRUCK_MAX];
} salvo;

// ------------------------------------------------------------------------------------------ dice
// Chances of one die in lowest terms: 2 of 3, not 4 of 6.
static void die(int score, uint64_t *good, uint64_t *bad) {
    static const uint8_t chances[7][2] = {{0, 0}, {0, 0}, {5, 1}, {2, 1}, {1, 1}, {1, 2}, {1, 5}};
    *good = chances[score][0];
    *bad = chances[score][1];
}

// False: beyond one word.
static bool times(uint64_t *product, uint64_t factor, int often) {
    for (int i = 0; i < often; i++) {
        if (*product > UINT64_MAX / factor) return false;
        *product *= factor;
    }
    return true;
}

// `weight` spread over the successes of `dice` of `most` dice; the others do not count.
static void throw_dice(uint64_t weight, int dice, int most, uint64_t good, uint64_t bad,
                       uint64_t row[ROLL_MAX + 1]) {
    memset(row, 0, (size_t)(most + 1) * sizeof *row);
    row[0] = weight;
    for (int i = 0; i < dice; i++)
        for (int n = i + 1; n >= 0; n--) row[n] = row[n] * bad + (n ? row[n - 1] * good : 0);
    for (int i = dice; i < most; i++)
        for (int n = 0; n <= dice; n++) row[n] *= good + bad;
}

// C59: failures are rolled again as far as the pool goes.
static int pool_of(const gg_frame *frame) {
    return sv_at_most(frame->arg[ARG_REROLLS], frame->arg[ARG_DICE]);
}

// What hits go out of; false: beyond one word.
static bool measure_hits(const gg_frame *frame, spread *out) {
    uint64_t good, bad;
    die(frame->arg[ARG_SCORE], &good, &bad);
    out->whole = 1;
    out->most = frame->arg[ARG_DICE];
    return times(&out->whole, good + bad, out->most + pool_of(frame));
}

// Hits of the first throw (C58), then of failures rolled again (C59).
static void spread_hits(const gg_frame *frame, spread *out) {
    int dice = out->most, pool = pool_of(frame);
    uint64_t good, bad, first[ROLL_MAX + 1], again[ROLL_MAX + 1];
    die(frame->arg[ARG_SCORE], &good, &bad);
    memset(out->part, 0, sizeof out->part);
    throw_dice(1, dice, dice, good, bad, first);
    for (int k = 0; k <= dice; k++) {
        int rolled = sv_at_most(pool, dice - k);
        throw_dice(first[k], rolled, pool, good, bad, again);
        for (int n = 0; n <= rolled; n++) out->part[k + n] += again[n];
    }
}

// ----------------------------------------------------------------------------------------- units
// C62: a test succeeds if the save before it fails. In lowest terms again.
static void save_first(struck *one, int save) {
    uint64_t saved, hurt, rest;
    die(save, &saved, &hurt);
    uint64_t whole = (saved + hurt) * (one->good + one->bad), common = whole;
    one->good *= hurt;
    for (uint64_t by = one->good; by; by = rest) {
        rest = common % by;
        common = by;
    }
    one->good /= common;
    one->bad = whole / common - one->good;
    one->saves = true;
}

// A unit that impacts reach. False: nothing is rolled for it, or a vehicle saves, whose impacts
// take several tests each (CR34).
static bool strike_unit(salvo *v, int unit, struck *out) {
    int weapon = v->frame->arg[ARG_WEAPON], from = v->frame->subject;
    *out = (struck){.unit = unit, .located = !sv_infantry(v->t, unit)};
    if (unit == from) return false;
    int save = sv_save_against(v->t, v->s, from, weapon, v->s->f.firers, unit);
    int score =
        sv_needed(sv_damage_margin(v->t, v->s, from, sv_weapons[weapon].penetration, unit, false));
    if ((save && out->located) || score <= CERTAIN || score >= HOPELESS) return false;
    die(score, &out->good, &out->bad);
    if (save) save_first(out, save);
    return true;
}

static struck *struck_unit(salvo *v, int unit) {
    for (int i = 0; i < v->count; i++)
        if (v->struck[i].unit == unit) return &v->struck[i];
    if (v->count == STRUCK_MAX || !strike_unit(v, unit, &v->struck[v->count])) return NULL;
    return &v->struck[v->count++];
}

// CR29: the impacts of each further hit go to the next in the line.
static bool allot(salvo *v) {
    int damage = sv_weapons[v->frame->arg[ARG_WEAPON]].damage;
    uint8_t line[FIGURES], impacts[STRUCK_MAX] = {0};
    int n = sv_impact_line(v->t, v->s, v->frame->subject, v->frame->arg[ARG_TARGET], line);
    for (int k = 1, at = 0; k <= v->hits.most; k++, at = at + 1 < n ? at + 1 : 0) {
        struck *one = struck_unit(v, line[at]);
        if (!one) return false;
        impacts[one - v->struck]++;
        for (int i = 0; i < v->count; i++)
            v->struck[i].tests[k] =
                (uint8_t)sv_tests_of(v->t, v->struck[i].unit, impacts[i], damage);
    }
    for (int i = 0; i < v->count; i++) v->struck[i].most = v->struck[i].tests[v->hits.most];
    return true;
}

// At most so many ends; 0: too many, unless it stops before the locations.
static int ends_at_most(const salvo *v, const struck *one) {
    if (!one->located) return one->most + 1;
    bool packed = v->t->unit[one->unit].strength <= SV_PACKED;
    return packed && one->most <= DICE_LOCATED ? UNIT_ENDS : 0;
}

// What the ends of all units go out of; false: beyond one word or one answer.
static bool measure_ends(salvo *v, uint64_t *whole) {
    int ends = 1;
    *whole = 1;
    for (int i = 0; i < v->count; i++) {
        struck *one = &v->struck[i];
        if (v->count == 1 && !ends_at_most(v, one)) one->located = false;
        ends *= ends_at_most(v, one);
        if (!times(whole, one->good + one->bad, one->most)) return false;
        if (one->located && !times(whole, DIE_FACES, one->most)) return false;
    }
    return ends && ends <= GG_COURSES_MAX;
}

// ------------------------------------------------------------------------------------------ ends
static uint32_t end_with(unit_ends *e, uint64_t lead, int successes, gg_action where) {
    for (uint32_t i = 0; i < e->count; i++)
        if (e->lead[i] == lead) return i;
    e->lead[e->count] = lead;
    e->successes[e->count] = (uint8_t)successes;
    e->where[e->count] = where;
    return e->count++;
}

// C66, CR35: a figure for each success, no more than there are. Vehicles that stop before their
// locations: a die for each.
static void count_losses(const salvo *v, const struck *one, unit_ends *e) {
    int most = one->most, left = sv_left(v->s, one->unit);
    if (sv_infantry(v->t, one->unit)) most = sv_at_most(most, left);
    for (int n = 0; n <= most; n++) (void)end_with(e, (uint64_t)n, n, GG_NO_ACTION);
}

// CH3: the structure that every throw for locations would leave. `copy` has the salvo on top.
static void locate(const salvo *v, const struck *one, sv_state *copy, unit_ends *e) {
    gg_outcome list[UNIT_ENDS];
    uint64_t structure[UNIT_ENDS], spare = 1;
    uint32_t first[DICE_LOCATED + 2] = {0};
    for (int n = 0; n <= one->most; n++)
        first[n + 1] = first[n] + sv_locations_of(n, list + first[n]);
    sv_structure_after(v->t, copy, one->unit, false, list, first[one->most + 1], structure);
    for (int n = 0; n <= one->most; n++) {
        memset(e->weight[n], 0, first[one->most + 1] * sizeof e->weight[n][0]);
        for (uint32_t i = first[n]; i < first[n + 1]; i++)
            e->weight[n][end_with(e, structure[i], n, list[i].action)] += list[i].weight;
    }
    for (int n = one->most; n >= 0; n--, spare *= DIE_FACES)
        for (uint32_t i = 0; i < e->count; i++) e->weight[n][i] *= spare;
}

static void forget_structure(const sv_table *t, sv_state *copy, int unit) {
    int first = t->unit[unit].first;
    for (int figure = first; figure < first + t->unit[unit].strength; figure++)
        copy->f.body[figure] = copy->f.arms[figure] = 0;
}

static void find_ends(const salvo *v, const struck *one, sv_state *copy, unit_ends *e) {
    e->count = 0;
    if (one->located)
        locate(v, one, copy, e);
    else
        count_losses(v, one, e);
}

// Weights of the ends after so many hits, out of what all weights of this unit go out of.
static void weigh_ends(const struck *one, const unit_ends *e, int hits, uint64_t *out) {
    uint64_t row[ROLL_MAX + 1];
    throw_dice(1, one->tests[hits], one->most, one->good, one->bad, row);
    memset(out, 0, e->count * sizeof *out);
    for (int n = 0; n <= one->tests[hits]; n++)
        if (one->located)
            for (uint32_t i = 0; i < e->count; i++) out[i] += row[n] * e->weight[n][i];
        else
            out[sv_at_most(n, (int)e->count - 1)] += row[n];
}

// --------------------------------------------------------------------------------------- courses
// So many hits at once, and none when failures are rolled again (C59).
static void put_hits(const gg_frame *frame, int hits, gg_course *out) {
    out->step[out->steps++] = gg_act(V_SUCCESSES, (unsigned)hits, 0, 0);
    if (sv_at_most(frame->arg[ARG_REROLLS], frame->arg[ARG_DICE] - hits) > 0)
        out->step[out->steps++] = gg_act(V_SUCCESSES, 0, 0, 0);
}

// Nothing is saved, by any unit that is hit (CR33).
static void put_saves(const salvo *v, int hits, gg_course *out) {
    for (int i = 0; i < v->count; i++)
        if (v->struck[i].saves && v->struck[i].tests[hits])
            out->step[out->steps++] = gg_act(V_SUCCESSES, 0, 0, 0);
}

// The dice of one unit that lead to this end of it.
static void put_end(const struck *one, const unit_ends *e, uint32_t end, int hits, gg_course *out) {
    if (!one->tests[hits]) return;
    out->step[out->steps++] = gg_act(V_SUCCESSES, e->successes[end], 0, 0);
    if (one->located && e->successes[end]) out->step[out->steps++] = e->where[end];
}

// The fewest hits with which two units may come to these ends, and the dice in between; `first` is
// tested first.
static void put_course(const salvo *v, const unit_ends e[STRUCK_MAX],
                       const uint32_t end[STRUCK_MAX], int first, gg_course *out) {
    int hits = 0;
    for (int i = 0; i < v->count; i++)
        while (v->struck[i].tests[hits] < e[i].successes[end[i]]) hits++;
    *out = (gg_course){.lead = e[0].lead[end[0]]};
    if (v->count > 1) out->lead = gg_fold(out->lead, e[1].lead[end[1]]);
    put_hits(v->shots, hits, out);
    put_saves(v, hits, out);
    for (int k = 0; k < v->count; k++) {
        int i = k ? 1 - first : first;
        put_end(&v->struck[i], &e[i], end[i], hits, out);
    }
}

static int first_tested(const salvo *v, sv_state *copy) {
    if (v->count < STRUCK_MAX) return 0;
    for (int i = 0; i < v->count; i++) copy->f.impacts[v->struck[i].unit] = 1;
    int unit = sv_next_hit(v->t, copy);
    for (int i = 0; i < v->count; i++) copy->f.impacts[v->struck[i].unit] = 0;
    return unit != v->struck[0].unit;
}

__extension__ typedef unsigned __int128 wide;

static void add(uint64_t sum[2], wide more) {
    wide all = ((wide)sum[1] << 64 | sum[0]) + more;
    sum[0] = (uint64_t)all;
    sum[1] = (uint64_t)(all >> 64);
}

// One unit: successes of its tests whatever the hits, then the ends they lead to.
static void weigh_one(const salvo *v, const unit_ends *e, gg_course *out) {
    const struck *one = &v->struck[0];
    wide all[ROLL_MAX + 1] = {0};
    uint64_t row[ROLL_MAX + 1];
    for (int k = 0; k <= v->hits.most; k++) {
        throw_dice(1, one->tests[k], one->most, one->good, one->bad, row);
        for (int n = 0; n <= one->tests[k]; n++) all[n] += (wide)v->hits.part[k] * row[n];
    }
    for (int n = 0; n <= one->most; n++)
        if (one->located)
            for (uint32_t i = 0; i < e->count; i++) add(out[i].weight, all[n] * e->weight[n][i]);
        else
            add(out[sv_at_most(n, (int)e->count - 1)].weight, all[n]);
}

// Two units: hits by hits, because they share them.
static void weigh_both(const salvo *v, const unit_ends e[STRUCK_MAX], gg_course *out) {
    uint64_t a[UNIT_ENDS], b[UNIT_ENDS];
    for (int k = 0; k <= v->hits.most; k++) {
        weigh_ends(&v->struck[0], &e[0], k, a);
        weigh_ends(&v->struck[1], &e[1], k, b);
        for (uint32_t i = 0; i < e[0].count; i++)
            for (uint32_t j = 0; a[i] && j < e[1].count; j++)
                add(out[i * e[1].count + j].weight, (wide)v->hits.part[k] * (a[i] * b[j]));
    }
}

static uint32_t without_weightless(gg_course *out, uint32_t n) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++)
        if (out[i].weight[0] | out[i].weight[1]) out[kept++] = out[i];
    return kept;
}

static uint32_t whole_salvo(const salvo *v, sv_state *copy, gg_course *out) {
    unit_ends e[STRUCK_MAX];
    const gg_frame shots = *gg_flow_top(&copy->f.flow);
    uint32_t n = 0, end[STRUCK_MAX];
    gg_flow_end(&copy->f.flow); // as it is when the dice have fallen
    for (int i = 0; i < v->count; i++) find_ends(v, &v->struck[i], copy, &e[i]);
    int first = first_tested(v, copy);
    uint32_t second = v->count > 1 ? e[1].count : 1;
    for (end[0] = 0; end[0] < e[0].count; end[0]++)
        for (end[1] = 0; end[1] < second; end[1]++) put_course(v, e, end, first, &out[n++]);
    if (v->count == 1)
        weigh_one(v, e, out);
    else
        weigh_both(v, e, out);
    for (int i = 0; i < v->count; i++)
        if (v->struck[i].located) forget_structure(v->t, copy, v->struck[i].unit);
    *gg_flow_call(&copy->f.flow, shots.node, shots.seat) = shots;
    return without_weightless(out, n);
}

static uint32_t hits_alone(const salvo *v, gg_course *out) {
    for (int k = 0; k <= v->hits.most; k++) {
        out[k] = (gg_course){.weight = {v->hits.part[k]}, .lead = (uint64_t)k};
        put_hits(v->shots, k, &out[k]);
    }
    return without_weightless(out, (uint32_t)v->hits.most + 1);
}

uint32_t sv_courses(const void *table, const void *state, void *copy, gg_course *out,
                    uint64_t of[2]) {
    const sv_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    salvo v;
    if (frame->node != N_SHOTS) return 0;
    v.t = table;
    v.s = s;
    v.shots = frame;
    v.frame = frame - 1;
    v.count = 0;
    if (!measure_hits(frame, &v.hits)) return 0;
    bool whole =
        !sv_indirect(table, v.frame->arg[ARG_WEAPON]) && allot(&v) && measure_ends(&v, &of[1]);
    of[0] = v.hits.whole;
    if (!whole) of[1] = 1;
    if (!out) return 1;
    spread_hits(frame, &v.hits);
    *(sv_state *)copy = *s;
    return whole ? whole_salvo(&v, copy, out) : hits_alone(&v, out);
}
