// SPDX-License-Identifier: Apache-2.0
// The worlds that differ for a procedure, counted (decision 0045).
//
// Of what a viewer cannot see only some face-down cards can matter to what he is about to do: those
// of a place that he assaults, bombs or shells with an area, and those beside which his aircraft
// fly. Hand, deck and airfield of the enemy never do: nobody plays from them in a procedure, and
// answers are assumed by what it touches alone (reply.c). Every deal of the unknown cards that the
// rules and the view allow is as likely as any other. Cards that are alike for the procedure (the
// same fire against aircraft; the same defence, hit points and cost) are one sort; a world says how
// many of each sort lie where, and stands for all deals in which they do: the ways to choose the
// cards, times the ways in which the other cards may lie in the other places.
#include "knowledge.h"

#include "air.h"
#include "ground.h"
#include "setup.h"

enum {
    GROUPS = GROUND_PLACES + CARDS, // places, and cards that carry an unknown one
    SORTS = CARDS,
    KINDS = 16, // of cards, by where they may lie
    WORLDS = 1024,
    NOTES = 64, // of how many ways the other cards may lie
    SEED = 1945,
};

// What of a face-down card matters.
enum { ROLE_FLAK = 1, ROLE_SELF = 2, ROLE_STRUCK = 4, ROLE_STORM = 8 };

// ---------------------------------------------------------------------------- what is touched
typedef struct touched {
    unsigned places; // whose face-down cards matter
    unsigned riders; // where only those matter that ride on cards the viewer sees
    unsigned roles;
    bool under; // what lies under face-down cards matters by itself
} touched;

static void touch(touched *x, unsigned places, unsigned roles) {
    x->places |= places;
    x->roles |= roles;
}

// A flight of that seat as far as that station, and home again.
static void touch_flight(touched *x, int seat, int corridor, int station) {
    for (; station > 0; station--)
        touch(x, co_touching(co_station(seat, corridor, station)), ROLE_FLAK);
}

static void touch_stop(touched *x, int seat, int corridor, int place) {
    touch_flight(x, seat, corridor, co_station_of(seat, corridor, place));
}

// Whoever flies may be sent home.
static void touch_flying(touched *x, const co_table *t, const co_state *s, int seat) {
    for (int place = W1; place <= REAR_TWO; place++)
        for (uint64_t set = s->at[seat][place] & t->aircraft[seat]; set;)
            touch_stop(x, seat, co_in(s->f.east, co_take(seat, &set)), place);
}

static void touch_target(touched *x, const co_state *s, int target) {
    if (s->f.where[target] >= GROUND_PLACES) return;
    x->riders |= 1U << s->f.where[target];
    x->roles |= ROLE_STRUCK;
}

static void touch_area(touched *x, int place) {
    touch(x, 1U << place, ROLE_STRUCK);
}

static void touch_raid(touched *x, const co_table *t, const co_state *s, gg_action action) {
    int arms = gg_a(action), b = gg_b(action);
    unsigned verb = gg_verb_of(action);
    int place = verb == V_BOMB ? b : s->f.where[b];
    if (place >= GROUND_PLACES) return;
    if (verb != V_SHELL) touch(x, 1U << place, ROLE_SELF);
    if (verb == V_BOMB || co_printed(t, arms)->area > 1) touch_area(x, place);
    if (verb != V_BOMB) touch_target(x, s, b);
}

static void touch_step(touched *x, const co_table *t, const co_state *s, int viewer,
                       gg_action action) {
    int a = gg_a(action), b = gg_b(action);
    switch (gg_verb_of(action)) {
    case V_FLY: touch_stop(x, viewer, a, b); break;
    case V_PATROL:
        touch_stop(x, viewer, co_station_of(viewer, CORRIDOR_W, a) > 0 ? CORRIDOR_W : CORRIDOR_E,
                   a);
        break;
    case V_SCOUT: x->under = true; break;
    case V_SHELL:
    case V_STRAFE:
    case V_DROP:
    case V_BOMB: touch_raid(x, t, s, action); break;
    case V_FIRE:
    case V_FAUST: touch_target(x, s, b); break;
    case V_MOVE: // AD45: an enemy fortification that stands there alone
        if (!(s->held[co_enemy(viewer)] >> b & 1)) touch(x, 1U << b, ROLE_STRUCK);
        break;
    case V_ASSAULT: touch(x, 1U << b, ROLE_STORM); break;
    case V_END:
        if (s->f.phase == PHASE_MANOEUVRE) touch_flying(x, t, s, viewer);
        break;
    default: break;
    }
}

// What is under way already.
static void touch_frame(touched *x, const co_table *t, const co_state *s, int viewer,
                        const gg_frame *frame) {
    bool own = frame->seat == viewer;
    switch (frame->node) {
    case N_FLIGHT:
        touch_flying(x, t, s, viewer);
        if (own) touch_flight(x, viewer, frame->arg[FL_CORRIDOR], frame->arg[FL_TO]);
        break;
    case N_HOMING:
    case N_BEGIN: touch_flying(x, t, s, viewer); break;
    case N_RAID:
        if (own) touch(x, 1U << frame->arg[RA_PLACE], ROLE_SELF | ROLE_STRUCK);
        break;
    case N_EXCHANGE: touch_target(x, s, own ? frame->arg[0] : frame->subject); break;
    case N_ASSAULT:
    case N_STORM:
        if (own) touch(x, 1U << frame->arg[ST_PLACE], ROLE_STORM);
        break;
    case N_RECON_DIE:
    case N_FOUND: x->under = true; break;
    default: break;
    }
}

// A sortie whose way is not said yet may go by either corridor, as far as it likes.
static bool flies_somewhere(const co_state *s, const gg_plan *plan) {
    bool prepared = gg_flow_top(&s->f.flow)->node == N_SORTIE;
    for (uint32_t i = 0; i < plan->steps; i++) {
        unsigned verb = gg_verb_of(plan->step[i]);
        if (verb == V_FLY || verb == V_PATROL) return false;
        prepared |= verb == V_LAUNCH;
    }
    return prepared;
}

static touched touched_by(const co_table *t, const co_state *s, int viewer, const gg_plan *plan) {
    touched x = {0};
    for (int i = 0; i < s->f.flow.depth; i++) touch_frame(&x, t, s, viewer, &s->f.flow.frame[i]);
    for (uint32_t i = 0; i < plan->steps; i++) touch_step(&x, t, s, viewer, plan->step[i]);
    for (int corridor = 0; corridor < CORRIDORS && flies_somewhere(s, plan); corridor++)
        touch_flight(&x, viewer, corridor, PATH - 1);
    // Patrols of the viewer may rise to intercept him who answers: they fly home too.
    if (x.roles & ROLE_FLAK) touch_flying(&x, t, s, viewer);
    return x;
}

// ----------------------------------------------------------------------------------------- sorts
static int flak_of(const co_table *t, int piece) {
    return co_in(t->aa, piece) && co_in(t->ground, piece) ? co_printed(t, piece)->air : CO_NONE;
}

static int self_of(const co_table *t, int piece) {
    return co_in(t->airfp, piece) && co_in(t->ground, piece) ? co_printed(t, piece)->air : CO_NONE;
}

static bool alike(const co_table *t, unsigned roles, int a, int b) {
    const co_card *x = co_printed(t, a), *y = co_printed(t, b);
    if (roles & ROLE_FLAK && flak_of(t, a) != flak_of(t, b)) return false;
    if (roles & ROLE_SELF && self_of(t, a) != self_of(t, b)) return false;
    if (!(roles & (ROLE_STRUCK | ROLE_STORM))) return true;
    if (x->def != y->def || x->hp != y->hp || x->cost != y->cost) return false;
    if (co_in(t->armoured, a) != co_in(t->armoured, b)) return false;
    if (co_in(t->fort, a) != co_in(t->fort, b)) return false;
    if (!(roles & ROLE_STORM)) return true;
    return x->sfp == y->sfp && x->hfp == y->hfp && x->cls == y->cls && x->flags == y->flags &&
           x->cover == y->cover;
}

// Some places, or one, where unknown cards lie.
typedef struct group {
    int place, host, count;
    uint64_t fit; // cards that may lie there
    bool needs;   // one of them at least is a unit
} group;

typedef struct sort {
    uint64_t cards;
    int kind, left; // kind: by where they may lie
} sort;

typedef struct counter {
    const co_table *t;
    const co_state *s;
    int viewer;
    co_unknown u;
    touched x;
    group mine[GROUPS], rest[GROUPS]; // places that matter; all others
    int mines, rests;
    uint64_t staff; // AD70, where some cards are left out
    sort sort[SORTS];
    int sorts;
    uint64_t kind[KINDS]; // cards by where they may lie
    int kinds, left[KINDS];
    int8_t taken[LAYOUT_MAX]; // by slot of those that matter: a sort
    int slots;
    int slot_group[LAYOUT_MAX];
    uint32_t found, room;
    bool over;
    uint64_t deals[WORLDS];
    int8_t chosen[WORLDS][LAYOUT_MAX];
    int noted, note_left[NOTES][KINDS];
    uint64_t note[NOTES];
    uint64_t pascal[CARDS + 1][CARDS + 1];
} counter;

static uint64_t fit_at(const counter *c, int place) {
    uint64_t fit = co_may_lie(c->t, &c->u, place);
    bool soft = (co_ground(c->t, c->s, place)->flags & CO_T_SOFT_GROUND) != 0;
    return soft ? fit & (c->t->foot[c->u.seat] | c->t->fort[c->u.seat]) : fit;
}

// Places where the same cards may lie, none of them more particular, are counted as one.
static void add_rest(counter *c, group g) {
    if (g.needs && g.count == 1) g.fit &= c->t->unit[c->u.seat], g.needs = false;
    for (int i = 0; i < c->rests && !g.needs; i++)
        if (!c->rest[i].needs && c->rest[i].fit == g.fit) {
            c->rest[i].count += g.count;
            return;
        }
    c->rest[c->rests++] = g;
}

static void add_group(counter *c, group g) {
    bool rides = g.host != NO_PIECE;
    if (!g.count) return;
    if ((c->x.places | (rides ? c->x.riders : 0)) >> g.place & 1)
        c->mine[c->mines++] = g;
    else
        add_rest(c, g);
}

static void gather(counter *c) {
    int riders[GROUND_PLACES] = {0}, seat = c->u.seat;
    for (uint64_t hosts = c->u.hosts; hosts;) {
        int host = co_take(seat, &hosts), place = c->s->f.where[host];
        const uint64_t *fit = co_in(c->t->fort, host) ? c->t->unit : c->t->passenger;
        if (place >= GROUND_PLACES) continue;
        riders[place]++;
        add_group(c, (group){place, host, 1, fit_at(c, place) & fit[seat], false});
    }
    for (int place = 0; place < GROUND_PLACES; place++) {
        // In the headquarters every card is troops.
        bool needs = c->u.needs >> place & 1 && !riders[place] && place != co_hq(seat);
        add_group(c, (group){place, NO_PIECE, c->u.count[place] - riders[place], fit_at(c, place),
                             needs});
    }
}

// ------------------------------------------------------------------------------- kinds and sorts
// By all sets that may bind a card: cards of one kind may lie in the same places.
static bool same_places(const counter *c, int a, int b) {
    uint64_t one = co_bit(a), other = co_bit(b), units = c->t->unit[c->u.seat];
    if (!(units & one) != !(units & other)) return false;
    for (int i = 0; i < c->mines; i++)
        if (!(c->mine[i].fit & one) != !(c->mine[i].fit & other)) return false;
    for (int i = 0; i < c->rests; i++)
        if (!(c->rest[i].fit & one) != !(c->rest[i].fit & other)) return false;
    return !(c->staff & one) == !(c->staff & other);
}

static bool sort_out(counter *c) {
    int seat = c->u.seat;
    for (uint64_t set = c->u.set; set;) {
        int piece = co_take(seat, &set), kind = 0, sorted = 0;
        while (kind < c->kinds &&
               !same_places(c, piece, seat * CARDS + __builtin_ctzll(c->kind[kind])))
            kind++;
        if (kind == KINDS) return false;
        if (kind == c->kinds) c->kinds++;
        c->kind[kind] |= co_bit(piece);
        c->left[kind]++;
        while (sorted < c->sorts && (c->sort[sorted].kind != kind ||
                                     !alike(c->t, c->x.roles, piece,
                                            seat * CARDS + __builtin_ctzll(c->sort[sorted].cards))))
            sorted++;
        if (sorted == c->sorts) c->sort[c->sorts++] = (sort){0, kind, 0};
        c->sort[sorted].cards |= co_bit(piece);
        c->sort[sorted].left++;
    }
    return true;
}

// ---------------------------------------------------------------------------- how many deals
static uint64_t times(counter *c, uint64_t a, uint64_t b) {
    if (b && a > UINT64_MAX / b) c->over = true;
    return a * b;
}

static uint64_t plus(counter *c, uint64_t a, uint64_t b) {
    if (a > UINT64_MAX - b) c->over = true;
    return a + b;
}

// Ways to choose k of n: of 60 cards always less than 2^57.
static uint64_t choose(const counter *c, int n, int k) {
    return k < 0 || k > n ? 0 : c->pascal[n][k];
}

static void make_pascal(counter *c) {
    for (int n = 0; n <= CARDS; n++)
        for (int k = 0; k <= n; k++)
            c->pascal[n][k] = k && k < n ? c->pascal[n - 1][k - 1] + c->pascal[n - 1][k] : 1;
}

// AD70: the staff is never left out; where the other cards lie, hand or deck, binds nothing.
static uint64_t ways_out(const counter *c) {
    int cards = c->u.hand + c->u.deck + c->u.out, staff = 0;
    if (!c->u.out) return 1;
    for (int i = 0; i < c->kinds; i++)
        if (c->kind[i] & c->staff) staff += c->left[i];
    return choose(c, cards - staff, c->u.out);
}

static uint64_t ways_from(counter *c, int at);

// Ways to fill what is left of a place with cards from this kind on.
static uint64_t ways_with(counter *c, int at, int kind, int count, bool needs) {
    const group *g = &c->rest[at];
    uint64_t sum = 0;
    if (c->over) return 0;
    if (kind == c->kinds) return count || needs ? 0 : ways_from(c, at + 1);
    bool fits = (c->kind[kind] & g->fit) != 0;
    bool unit = (c->kind[kind] & c->t->unit[c->u.seat]) != 0;
    for (int n = 0; n <= (fits ? count : 0) && n <= c->left[kind]; n++) {
        uint64_t ways = choose(c, c->left[kind], n);
        c->left[kind] -= n;
        uint64_t further = ways_with(c, at, kind + 1, count - n, needs && !(unit && n));
        c->left[kind] += n;
        sum = plus(c, sum, times(c, ways, further));
    }
    return sum;
}

static uint64_t ways_from(counter *c, int at) {
    if (at == c->rests) return ways_out(c);
    return ways_with(c, at, 0, c->rest[at].count, c->rest[at].needs);
}

// The same question comes for many worlds.
static uint64_t ways_of_rest(counter *c) {
    for (int i = 0; i < c->noted; i++)
        if (memcmp(c->note_left[i], c->left, sizeof c->left) == 0) return c->note[i];
    uint64_t ways = ways_from(c, 0);
    if (c->noted == NOTES) return ways;
    memcpy(c->note_left[c->noted], c->left, sizeof c->left);
    c->note[c->noted++] = ways;
    return ways;
}

// ------------------------------------------------------------------------------------ the worlds
static void found(counter *c, uint64_t ways) {
    ways = times(c, ways, ways_of_rest(c));
    if (!ways || c->over) return;
    if (c->found >= c->room) {
        c->over = true;
        return;
    }
    memcpy(c->chosen[c->found], c->taken, sizeof c->taken);
    c->deals[c->found++] = ways;
}

// Group by group, sort by sort: so many of this one.
static void list(counter *c, int at, int sorted, int count, bool needs, uint64_t ways) {
    if (c->over) return;
    if (at == c->mines) {
        found(c, ways);
        return;
    }
    const group *g = &c->mine[at];
    if (!count && !needs) {
        bool last = at + 1 == c->mines;
        list(c, at + 1, 0, last ? 0 : g[1].count, !last && g[1].needs, ways);
        return;
    }
    if (!count || sorted == c->sorts) return;
    sort *one = &c->sort[sorted];
    bool fits = (one->cards & g->fit) != 0, unit = (one->cards & c->t->unit[c->u.seat]) != 0;
    for (int n = fits ? (count < one->left ? count : one->left) : 0; n >= 0; n--) {
        uint64_t chosen = choose(c, one->left, n);
        for (int i = 0; i < n; i++) {
            c->slot_group[c->slots] = at;
            c->taken[c->slots++] = (int8_t)sorted;
        }
        one->left -= n;
        c->left[one->kind] -= n;
        list(c, at, sorted + 1, count - n, needs && !(unit && n), times(c, ways, chosen));
        one->left += n;
        c->left[one->kind] += n;
        c->slots -= n;
    }
}

// The cards themselves: of each sort the first ones.
static co_layout layout_of(const counter *c, uint32_t world) {
    co_layout layout = {.cards = 0};
    uint64_t pool = c->u.set;
    for (int at = 0, slot = 0; at < c->mines; at++)
        for (int i = 0; i < c->mine[at].count; i++, slot++) {
            uint64_t set = c->sort[c->chosen[world][slot]].cards & pool;
            int piece = co_take(c->u.seat, &set);
            pool &= ~co_bit(piece);
            layout.piece[layout.cards] = piece;
            layout.place[layout.cards] = c->mine[at].place;
            layout.host[layout.cards++] = c->mine[at].host;
        }
    return layout;
}

// ------------------------------------------------------------------------------------ their names
static void say(gg_world *world, unsigned label, int value) {
    if (world->lines < GG_WORLD_LINES)
        world->line[world->lines++] =
            (gg_effect){.label = (uint16_t)label, .value = (int16_t)value};
}

static void name(const counter *c, const co_layout *layout, gg_world *world) {
    int defence = 0, guns = 0, flak = 0, fire = 0;
    for (uint32_t i = 0; i < layout->cards; i++) {
        int piece = layout->piece[i],
            air = c->x.roles & ROLE_FLAK ? flak_of(c->t, piece) : self_of(c->t, piece);
        defence += co_printed(c->t, piece)->def;
        guns += co_in(c->t->gun, piece);
        flak += air != CO_NONE;
        fire += air != CO_NONE ? air : 0;
    }
    if (c->x.roles & (ROLE_STRUCK | ROLE_STORM)) say(world, L_WORLD_DEFENCE, defence);
    if (c->x.roles & ROLE_STORM) say(world, L_WORLD_GUNS, guns);
    if (c->x.roles & (ROLE_FLAK | ROLE_SELF)) say(world, L_WORLD_FLAK, flak);
    if (c->x.roles & ROLE_FLAK) say(world, L_WORLD_FIRE, fire);
}

static bool named_before(const gg_world *a, const gg_world *b) {
    for (uint32_t i = 0; i < a->lines; i++)
        if (a->line[i].value != b->line[i].value) return a->line[i].value < b->line[i].value;
    return false;
}

// Worlds by name, so that those of one name lie side by side.
static void order(const counter *c, uint16_t rank[WORLDS], gg_world name_of[WORLDS]) {
    for (uint32_t i = 0; i < c->found; i++) {
        co_layout layout = layout_of(c, i);
        name_of[i] = (gg_world){.deals = 0};
        name(c, &layout, &name_of[i]);
        uint32_t at = i;
        for (; at && named_before(&name_of[i], &name_of[rank[at - 1]]); at--)
            rank[at] = rank[at - 1];
        rank[at] = (uint16_t)i;
    }
}

// ------------------------------------------------------------------------------------ all of them
static uint64_t divisor(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// In lowest terms; false: their sum does not fit a word.
static bool reduce(counter *c) {
    uint64_t common = 0, sum = 0;
    for (uint32_t i = 0; i < c->found; i++) common = divisor(c->deals[i], common);
    for (uint32_t i = 0; i < c->found; i++) {
        c->deals[i] /= common;
        sum = plus(c, sum, c->deals[i]);
    }
    return c->found && !c->over && sum < UINT64_C(1) << 63;
}

static uint32_t one_world(const counter *c, co_state *out, gg_world *about) {
    gg_rng rng;
    gg_rng_seed(&rng, SEED, 0);
    *out = *c->s;
    co_deal_around(c->t, out, c->viewer, NULL, &rng);
    *about = (gg_world){.deals = 1};
    return 1;
}

static uint32_t write_worlds(const counter *c, co_state *out, gg_world *about) {
    uint16_t rank[WORLDS];
    gg_world name_of[WORLDS];
    order(c, rank, name_of);
    for (uint32_t i = 0; i < c->found; i++) {
        co_layout layout = layout_of(c, rank[i]);
        gg_rng rng;
        gg_rng_seed(&rng, SEED, 0);
        out[i] = *c->s;
        co_deal_around(c->t, &out[i], c->viewer, &layout, &rng);
        about[i] = name_of[rank[i]];
        about[i].deals = c->deals[rank[i]];
    }
    return c->found;
}

static bool countable(const counter *c) {
    int slots = 0;
    for (int i = 0; i < c->mines; i++) slots += c->mine[i].count;
    for (int place = 0; place < GROUND_PLACES; place++)
        if (c->u.used[place]) return false;
    return slots <= LAYOUT_MAX && !c->u.under;
}

uint32_t co_worlds(const void *t, const void *s, int viewer, const gg_plan *plan, void *out,
                   uint32_t room, gg_world *about) {
    counter c;
    if (viewer >= SEATS || !room) return 0;
    memset(&c, 0, offsetof(counter, deals));
    c.t = t;
    c.s = s;
    c.viewer = viewer;
    c.noted = 0;
    c.room = room < WORLDS ? room : WORLDS;
    c.u = co_unknown_to(t, s, viewer, co_enemy(viewer));
    c.staff = c.u.out ? co_staff(t, c.u.seat) : 0;
    c.x = touched_by(t, s, viewer, plan);
    if (c.u.refs || (c.x.under && c.u.under)) return 0;
    gather(&c);
    if (!c.mines) return one_world(&c, out, about);
    if (!countable(&c) || !sort_out(&c)) return 0;
    make_pascal(&c);
    list(&c, 0, 0, c.mine[0].count, c.mine[0].needs, 1);
    return !c.over && reduce(&c) ? write_worlds(&c, out, about) : 0;
}
