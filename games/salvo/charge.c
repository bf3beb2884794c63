// SPDX-License-Identifier: Apache-2.0
// Charges for plan(): the leader goes into contact with an enemy unit, and every follower that can
// takes a place of its own in contact with it, since only figures in contact strike and are struck
// (CR36, C84). Those who find no such place take a formation.
//
// Places are tried all around the enemy's bases; each step is judged as a person's would be.
#include "spots.h"

#include "r4_path.h"

enum { SLOTS = 128, TRIES = 3 };

typedef struct melee {
    const sv_table *t;
    sv_judge j;
    int slots;
    gg_point slot[SLOTS];
} melee;

static gg_box around(const sv_judge *j, const sv_state *s, int target) {
    gg_box box = sv_grown(s->box[target], 2 * j->radius + CONTACT_GAP);
    for (unsigned m = j->alive; m; m &= m - 1) {
        gg_point p = j->from[gg_bits_ctz32(m)];
        if (p.x < box.x0) box.x0 = p.x;
        if (p.x > box.x1) box.x1 = p.x;
        if (p.y < box.y0) box.y0 = p.y;
        if (p.y > box.y1) box.y1 = p.y;
    }
    return sv_grown(box, COHESION);
}

static void open_judge(melee *c, const sv_table *t, const sv_state *s, int target) {
    c->t = t;
    sv_judge_open(&c->j, t, s);
    sv_judge_near(&c->j, around(&c->j, s, target));
}

// Nearest to the leader first.
static void add_slot(melee *c, gg_point at) {
    gg_point from = c->j.from[c->j.leader];
    int64_t away = gg_dist2(from, at);
    int i = c->slots < SLOTS ? c->slots++ : SLOTS - 1;
    for (; i > 0 && gg_dist2(from, c->slot[i - 1]) > away; i--) c->slot[i] = c->slot[i - 1];
    c->slot[i] = at;
}

static void find_slots(melee *c, const sv_state *s, int target) {
    int gap = c->j.radius + sv_type(c->t, target)->radius + CONTACT_GAP / 2;
    c->slots = 0;
    for (unsigned m = s->alive[target]; m; m &= m - 1) {
        gg_point at = sv_at(s, c->t->unit[target].first + gg_bits_ctz32(m));
        for (int facing = 0; facing < FACINGS; facing++) {
            gg_point slot = sv_stride(at, facing, gap);
            if (slot.x >= 0 && slot.y >= 0 && sv_judge_stand(&c->j, c->j.leader, slot, NULL))
                add_slot(c, slot);
        }
    }
}

// The place in contact nearest to where the figure stood.
static bool place_for(const melee *c, int number, gg_point *to) {
    const sv_judge *j = &c->j;
    int64_t best = INT64_MAX;
    for (int i = 0; i < c->slots; i++) {
        int64_t away = gg_dist2(j->from[number], c->slot[i]);
        if (away >= best || away > (int64_t)j->allowance * j->allowance) continue;
        if (!sv_judge_stand(j, number, c->slot[i], NULL) ||
            !sv_judge_cohesion(j, number, c->slot[i], NULL) ||
            !sv_judge_way(j, number, c->slot[i], NULL))
            continue;
        best = away;
        *to = c->slot[i];
    }
    return best < INT64_MAX;
}

static void step(gg_plan *plan, gg_action action) {
    GG_ASSERT(plan->steps < GG_PLAN_STEPS);
    plan->step[plan->steps++] = action;
}

// Followers into contact, on the judge, the draft and the plan at once.
static int close_up(melee *c, sv_state *draft, gg_plan *plan) {
    int closed = 1;
    for (unsigned m = c->j.mobile & ~(1U << c->j.leader); m; m &= m - 1) {
        int number = gg_bits_ctz32(m), figure = c->j.first + number;
        gg_point to;
        if (!place_for(c, number, &to)) continue;
        c->j.now[number] = to;
        c->j.placed |= m & -m;
        sv_put_ghost(c->t, draft, figure, to);
        step(plan, gg_act(V_PLACE, (unsigned)figure, (unsigned)to.x, (unsigned)to.y));
        closed++;
    }
    return closed;
}

// The rest forms up; false when there is no way to a confirm.
static bool form_rest(const sv_table *t, sv_state *draft, gg_plan *plan) {
    gg_action form[SHAPES];
    uint32_t n = sv_list_form(t, draft, form);
    if (n)
        step(plan, form[n > 1 ? 1 : 0]); // the rosette, when there is a choice
    else if (!sv_check_confirm(t, draft, NULL))
        return false;
    step(plan, gg_act(V_CONFIRM, 0, 0, 0));
    return true;
}

// One charge with the leader on that slot; the number of figures in contact, 0 = none.
static int charge_by(const sv_table *t, const sv_state *draft, int target, gg_point slot,
                     gg_plan *plan) {
    melee c;
    sv_state copy = *draft;
    gg_action leg = gg_act(V_LEG, (unsigned)slot.x, (unsigned)slot.y, 0);
    sv_play_move(t, &copy, leg, NULL);
    step(plan, leg);
    open_judge(&c, t, &copy, target);
    find_slots(&c, &copy, target);
    int closed = close_up(&c, &copy, plan);
    return form_rest(t, &copy, plan) ? closed : 0;
}

bool sv_plan_charge(const sv_table *t, const sv_state *draft, int target, gg_plan *plan) {
    melee c;
    uint32_t begin = plan->steps;
    int most = 0, tried = 0;
    gg_plan best = *plan;
    open_judge(&c, t, draft, target);
    find_slots(&c, draft, target);
    for (int i = 0; i < c.slots && tried < TRIES; i += tried ? 5 : 1) {
        if (!sv_judge_leg(&c.j, c.slot[i], NULL)) continue;
        plan->steps = begin;
        int closed = charge_by(t, draft, target, c.slot[i], plan);
        tried++;
        if (closed <= most) continue;
        most = closed;
        best = *plan;
    }
    *plan = best;
    return most > 0;
}
