// SPDX-License-Identifier: Apache-2.0
// One macro move, drawn without listing the others: for play that is followed in thought, and the
// policy's way through an activation.
//
// Whoever can strike strikes. Otherwise a few places are drawn from those that a leg reaches, the
// best of them by the pull of objectives are looked at for targets and cover (spots.c), and the
// unit goes to the best of them if that is better than where it stands; then it shoots where that
// harms the enemy more than friends in the way (volley.c), and ends its activation in cover or on
// overwatch. A little of each worth is left to chance, so that two draws differ.
#include "plan.h"

#include "r4_path.h"

enum {
    REACH = NEAR / 2,
    DRAWN = 60,        // places drawn
    PULLED = 3,        // of them looked at for the objectives' sake, ..
    LOOKED_AT = 16,    // .. and in all
    TRIED = 3,         // judged, until one is legal
    CHANCE = 4,        // hundredths of a star that are left to chance
    SHOTS_TRIED = 2,   // salvos worked out exactly
    WILL_WORTH = 12,   // hundredths of a star: a salvo that deserves a command point
    PLENTY = 3,        // command points
    NEAR_COVER = 60,   // mm: scenery that may be cover
    CHARGE_WORTH = 20, // hundredths of a star that a charge must promise
};

typedef struct hand {
    const sv_table *t;
    const sv_state *s;
    gg_rng *rng;
    int unit, side;
    int room[MOVE_KINDS];
    sv_survey v;
    sv_lookout look;
    int count;
    sv_place list[LOOKED_AT + 1];
} hand;

static void only(gg_plan *out, gg_action action) {
    out->steps = 1;
    out->step[0] = action;
}

static int chance(const hand *h) {
    return (int)gg_rng_below(h->rng, CHANCE * FINE);
}

// --------------------------------------------------------------------------------------- places
// Best first, no more than there is room for.
static void keep(sv_place *list, int *count, int most, sv_place one) {
    int at = *count;
    if (at == most && list[--at].worth >= one.worth) return;
    if (*count < most) ++*count;
    for (; at > 0 && list[at - 1].worth < one.worth; at--) list[at] = list[at - 1];
    list[at] = one;
}

// The lattice point so many columns and rows from the leader's, if a leg may get there.
static bool place_at(const hand *h, int dx, int dy, sv_place *out) {
    const sv_table *t = h->t;
    gg_point from = h->v.unit[h->unit].at[0];
    int a = sv_lattice(from), column = a % LATTICE_COLS + dx, row = a / LATTICE_COLS + dy;
    int bit = (dy + REACH) * NEAR + dx + REACH, class = sv_radius_class(h->v.unit[h->unit].radius);
    if (column < 0 || row < 0 || column * LATTICE > t->board.width ||
        row * LATTICE > t->board.height || (!dx && !dy))
        return false;
    gg_point at = {(int16_t)(column * LATTICE), (int16_t)(row * LATTICE)};
    bool open = t->reach[class][a][bit >> 6] >> (bit & 63) & 1;
    int kind = sv_kind_for(h->room, gg_dist2(from, at), open);
    int pull = t->pull[row * LATTICE_COLS + column];
    *out = (sv_place){at, kind, pull};
    return kind < MOVE_KINDS && pull != NO_PLACE;
}

// A few of those that are pulled most, and a few that just came.
static int draw_places(const hand *h, sv_place *out) {
    int span = sv_farthest(h->room) / LATTICE + 1, pulled = 0, others = 0;
    if (span > REACH) span = REACH;
    unsigned width = 2 * (unsigned)span + 1;
    int wanted = h->v.unit[h->unit].infantry ? PULLED : 0;
    sv_place one, *more = out + wanted;
    for (int i = 0; i < DRAWN; i++) {
        unsigned at = gg_rng_below(h->rng, width * width);
        if (!place_at(h, (int)(at % width) - span, (int)(at / width) - span, &one)) continue;
        if (others < LOOKED_AT - wanted)
            more[others++] = one;
        else if (wanted)
            keep(out, &pulled, wanted, one);
    }
    if (pulled < wanted) memmove(out + pulled, more, (size_t)others * sizeof *out);
    return pulled + others;
}

static void rank_places(hand *h) {
    sv_place drawn[LOOKED_AT];
    int n = draw_places(h, drawn);
    h->count = 0;
    for (int i = 0; i < n; i++) {
        sv_place *one = &drawn[i];
        one->worth = sv_spot_worth(&h->look, one->at, sv_lattice(one->at), one->kind) + chance(h);
        keep(h->list, &h->count, LOOKED_AT, *one);
    }
}

static void open_hand(hand *h, const sv_table *t, const sv_state *s, int unit, gg_rng *rng) {
    h->t = t;
    h->s = s;
    h->rng = rng;
    h->unit = unit;
    h->side = sv_side(unit);
    h->count = 0;
    memset(h->room, 0, sizeof h->room);
    sv_take_glance(t, s, &h->v);
}

static bool take_place(const hand *h, gg_plan *out) {
    sv_planner k = {.t = h->t, .s = h->s, .seat = h->side, .out = out};
    return sv_plan_first_of(&k, h->unit, h->list, sv_at_most(h->count, TRIED));
}

// ----------------------------------------------------------------------------------------- melee
static bool strikes(const hand *h, gg_plan *out) {
    gg_action list[UNITS_SIDE];
    int most = -1;
    if (!h->s->touch[h->unit]) return false;
    uint32_t n = sv_list_strike(h->t, h->s, h->unit, list);
    for (uint32_t i = 0; i < n; i++) {
        int target = sv_unit_named(h->t, gg_a(list[i]));
        int worth = sv_melee_worth(h->t, &h->v, h->unit, target, 0, 0);
        if (worth <= most) continue;
        most = worth;
        only(out, list[i]);
    }
    return n;
}

// The melee that promises most among those that are a move away.
static int best_charge(const hand *h, int reach, int *worth) {
    int begin = sv_first_of(1 - h->side), best = -1;
    const sv_glance *own = &h->v.unit[h->unit];
    *worth = CHARGE_WORTH * FINE;
    for (int target = begin; target < begin + UNITS_SIDE; target++) {
        const sv_glance *g = &h->v.unit[target];
        if (!g->here || !gg_within(own->at[0], g->at[0], reach + own->radius + g->radius)) continue;
        int here = sv_charge_worth(h->t, &h->v, h->unit, target);
        if (here <= *worth) continue;
        *worth = here;
        best = target;
    }
    return best;
}

static bool charges(const hand *h, gg_plan *out) {
    int worth, kind = h->room[KIND_RAPID] > h->room[KIND_COMBAT] ? KIND_RAPID : KIND_COMBAT;
    const sv_glance *own = &h->v.unit[h->unit];
    if (!own->infantry || !own->valiant || !h->room[kind]) return false;
    int target = best_charge(h, h->room[kind] + CONTACT_GAP, &worth);
    if (target < 0) return false;
    only(out, gg_act(V_MOVE, (unsigned)kind, 0, 0));
    sv_state draft = *h->s;
    sv_do_go(h->t, &draft, h->unit, out->step[0], NULL);
    return sv_plan_charge(h->t, &draft, target, out);
}

// ---------------------------------------------------------------------------------------- moves
// Is there somebody to charge, or a better place than this one, and a move to it?
static bool goes(hand *h, gg_plan *out) {
    gg_action go[MOVE_KINDS];
    gg_point at = h->v.unit[h->unit].at[0];
    uint32_t n = sv_list_go(h->t, h->s, h->unit, go);
    if (!n) return false;
    for (uint32_t i = 0; i < n; i++)
        h->room[gg_a(go[i])] = sv_allowance(h->t, h->s, h->unit, gg_a(go[i]));
    if (charges(h, out)) return true;
    sv_look_out(&h->look, h->t, h->s, &h->v, h->unit, sv_farthest(h->room));
    rank_places(h);
    int here = sv_spot_worth(&h->look, at, sv_lattice(at), KIND_COMBAT) + chance(h);
    return h->count && h->list[0].worth > here && take_place(h, out);
}

bool sv_draw_move(const sv_table *t, const sv_state *s, gg_rng *rng, gg_plan *out) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int kind = frame->arg[ARG_KIND];
    hand h;
    open_hand(&h, t, s, frame->subject, rng);
    h.room[kind] = sv_allowance(t, s, h.unit, kind);
    sv_look_out(&h.look, t, s, &h.v, h.unit, h.room[kind]);
    rank_places(&h);
    return take_place(&h, out);
}

// ---------------------------------------------------------------------------------------- salvos
typedef struct shot {
    int target, slot, worth;
} shot;

// What the unit could shoot at, at a glance.
static int look_for_shots(const hand *h, shot *out) {
    int begin = sv_first_of(1 - h->side), n = 0;
    for (int target = begin; target < begin + UNITS_SIDE; target++) {
        if (!h->v.unit[target].here) continue;
        sv_line line = sv_glimpse(h->t, &h->v, h->unit, target);
        for (int slot = 0; slot < h->t->unit[h->unit].slots && line.seers[0]; slot++)
            if (!(h->s->f.fired >> slot & 1))
                out[n++] = (shot){
                    target, slot,
                    sv_salvo_worth(h->t, h->s, &h->v, &line, 0, h->unit, slot, target, false)};
    }
    return n;
}

static gg_action shoot(const hand *h, const shot *one) {
    return gg_act(V_SHOOT, h->s->f.leader[one->target], h->t->unit[h->unit].weapon[one->slot], 0);
}

// Of the most promising, those that are legal, by what they do to friends besides. Worth 0: none.
static shot best_shot(const hand *h) {
    shot list[2 * UNITS_SIDE], best = {0, 0, 0};
    unsigned spoiled = 1 << DEED_CROSS | 1 << DEED_RAPID | 1 << DEED_STRUCK;
    int n = h->s->f.deeds & spoiled || h->v.unit[h->unit].engaged ? 0 : look_for_shots(h, list);
    for (int tries = 0; tries < SHOTS_TRIED; tries++) {
        shot *most = &list[0];
        for (int i = 1; i < n; i++)
            if (list[i].worth > most->worth) most = &list[i];
        if (!n || most->worth <= best.worth) break;
        shot one = *most;
        most->worth = 0;
        one.worth = sv_volley_worth(h->t, h->s, &h->v, h->unit, one.slot, one.target);
        if (one.worth > best.worth && sv_check_shoot(h->t, h->s, h->unit, shoot(h, &one), NULL))
            best = one;
    }
    return best;
}

// Fire at will first, when the salvo deserves it and points abound.
static bool shoots(const hand *h, gg_plan *out) {
    shot best = best_shot(h);
    gg_action will = gg_act(V_WILL, 0, 0, 0);
    if (best.worth <= 0) return false;
    bool keen = best.worth > WILL_WORTH * FINE && h->s->f.points[h->side] >= PLENTY;
    only(out, keen && sv_check_will(h->t, h->s, h->unit, will, NULL) ? will : shoot(h, &best));
    return true;
}

// --------------------------------------------------------------------------------------- the end
static bool enemies_to_come(const hand *h) {
    int begin = sv_first_of(1 - h->side);
    for (int unit = begin; unit < begin + UNITS_SIDE; unit++)
        if (h->v.unit[unit].here && h->v.unit[unit].now) return true;
    return false;
}

// On overwatch who has not fired, in cover who stands near some; nothing when nobody is to come.
static void ends(const hand *h, gg_plan *out) {
    gg_point at = h->v.unit[h->unit].at[0];
    bool fired = h->s->f.deeds & 1 << DEED_FIRED || !h->t->unit[h->unit].slots;
    bool near = h->t->scenery_gap[sv_lattice(at)] <= NEAR_COVER;
    unsigned set = !fired ? ATT_WATCH : near ? ATT_COVER : 0;
    gg_action end = gg_act(V_END, enemies_to_come(h) ? set : 0, 0, 0);
    if (!sv_check_end(h->t, h->s, h->unit, end, NULL)) end = gg_act(V_END, 0, 0, 0);
    only(out, end);
}

void sv_draw_act(const sv_table *t, const sv_state *s, gg_rng *rng, gg_plan *out) {
    hand h;
    open_hand(&h, t, s, sv_active(s), rng);
    out->steps = 0;
    out->prior = 0;
    if (strikes(&h, out) || goes(&h, out) || shoots(&h, out)) return;
    ends(&h, out);
}

bool sv_draw(const void *table, const void *state, int seat, gg_rng *rng, gg_plan *out) {
    const sv_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    if (frame->seat != seat || frame->node != N_ACT) return false;
    sv_draw_act(table, s, rng, out);
    return true;
}

// A turn begins by turning over a card: what matters is what its unit does.
uint32_t sv_at_issue(const void *table, const void *state) {
    const sv_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    (void)table;
    if (frame->node == N_TURN) return 0;
    return 1U + (frame->node == N_ACT ? frame->subject : UNITS + (unsigned)frame->node);
}
