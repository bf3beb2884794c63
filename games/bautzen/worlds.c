// SPDX-License-Identifier: Apache-2.0
// The worlds that differ for a procedure, counted (decision 0060).
//
// Of what a viewer cannot see a combat touches little: what lies hidden in the stacks that fight,
// which HQ and guns are near enough to support them, whether an HQ commands them and how many CL
// they could spend. Movement, exfiltration and supply go by what everybody sees: who occupies a
// hex. So a world is how many counters of each sort lie hidden where the fight is and how many CL,
// what the supports that are near add up to, and how many CL can be spent. It stands for all deals
// of the hidden counters in which that is so; deals.c counts them. Every deal that rules and view
// allow is as likely as any other, and so is every choice of the reduced counters among those
// hidden, and every answer that lies face down.
//
// What a world adds up to is found by laying its counters on a copy of the map and asking the
// chapters of the rules: nothing is reckoned twice. Where all the others lie in a world that is
// written does not matter, and is not always a deal that may be.
#include "worlds.h"

// ----------------------------------------------------------------------------------- what matters
typedef enum answer { NOTHING, SOMETHING, UNKNOWN } answer;

static answer of_defender(const bz_state *s, unsigned node, bz_matter *m) {
    bool open = node == N_COMBAT || node == N_ATTACK, face_up = s->f.committed >> m->side & 1;
    if (s->f.stage >= STAGE_ATTACKER || bz_only_columns(s, m->target)) return NOTHING;
    if (!open && node != N_COMMIT && node != N_DIE) return UNKNOWN;
    m->supports = open;
    m->commits = open || node == N_COMMIT;
    m->sealed = node == N_COMMIT && face_up;
    m->hex[m->hexes++] = m->target;
    return SOMETHING;
}

// Those below go with the counter that is seen to attack.
static answer of_attacker(const bz_state *s, unsigned node, bz_matter *m) {
    bool open = node == N_DEFENCE || node == N_COMMIT;
    if (s->f.stage >= STAGE_ATTACKER || node == N_ATTACK) return UNKNOWN;
    m->commits = open;
    m->sealed = node == N_COMMIT && s->f.committed >> m->side & 1;
    for (int d = 0; d < DIRECTIONS; d++) {
        int hex = bz_next(m->target, d), top = hex < 0 ? -1 : bz_top(s, hex);
        if (top >= 0 && s->f.status[top] & IN_COMBAT) m->hex[m->hexes++] = hex;
    }
    return m->hexes ? SOMETHING : UNKNOWN;
}

static answer what_matters(const bz_state *s, int viewer, const gg_plan *plan, bz_matter *m) {
    unsigned node = gg_flow_top(&s->f.flow)->node;
    gg_action first = plan->steps ? plan->step[0] : GG_NO_ACTION;
    bool attacks = node == N_COMBAT && first != GG_NO_ACTION && gg_verb_of(first) == V_ATTACK;
    bool exfiltrates = node == N_EXFIL || node == N_EXFIL_DIE;
    m->side = 1 - viewer;
    if (exfiltrates) return bz_phase_side(s) == viewer ? NOTHING : UNKNOWN;
    if (!attacks && (s->f.flow.depth < 2 || s->f.flow.frame[1].node < N_ATTACK)) return NOTHING;
    m->target = attacks ? gg_a(first) : s->f.target;
    return bz_phase_side(s) == viewer ? of_defender(s, node, m) : of_attacker(s, node, m);
}

static bool fights_in(const bz_matter *m, int hex) {
    for (int i = 0; i < m->hexes; i++)
        if (m->hex[i] == hex) return true;
    return false;
}

static bool beside(const bz_matter *m, int hex) {
    for (int i = 0; i < m->hexes; i++)
        if (bz_distance(m->hex[i], hex) <= 1) return true;
    return false;
}

// ----------------------------------------------------------------------------------- kinds, sorts
static bool foot_alone(int hex) {
    return bz_hexes[hex].dominant && !bz_hexes[hex].link;
}

static bool alike(int a, int b) {
    const bz_counter *x = &bz_counters[a], *y = &bz_counters[b];
    return x->type == y->type && x->steps == y->steps && x->stack_points == y->stack_points &&
           x->flags == y->flags && !(x->flags & BZ_F_SUPPORTS) &&
           memcmp(x->attack, y->attack, sizeof x->attack) == 0 &&
           memcmp(x->defence, y->defence, sizeof x->defence) == 0;
}

static bool add_kind(bz_counting *c, int piece, bool by_foot) {
    const bz_counter *counter = &bz_counters[piece];
    bool foot = by_foot && counter->flags & BZ_F_ON_FOOT;
    int i = 0, nibble = 0;
    for (; i < c->h.kinds; i++) {
        const bz_kind *kind = &c->h.kind[i];
        if (kind->nation != counter->nation) continue;
        if (kind->formation == counter->formation && kind->foot == foot) break;
        nibble++;
    }
    if (i == KINDS || nibble == COLUMN_NIBBLE) return false;
    bz_kind *kind = &c->h.kind[i];
    if (i == c->h.kinds) {
        c->h.kinds++;
        *kind = (bz_kind){counter->nation, counter->formation, foot, 0, 0, -1, (uint8_t)nibble};
    }
    if (kind->count == MANY) return false;
    kind->left = ++kind->count;
    c->staff[i] += (counter->flags & BZ_F_SUPPORTS) != 0;
    int k = 0;
    while (k < c->sorts && (c->sort[k].kind != i || !alike(c->sort[k].piece[0], piece))) k++;
    if (k == SORTS) return false;
    if (k == c->sorts) c->sort[c->sorts++] = (bz_sort){.kind = (uint8_t)i};
    c->sort[k].piece[c->sort[k].left++] = (int16_t)piece;
    return true;
}

static bool sort_out(bz_counting *c) {
    bool by_foot = false;
    for (int i = 0; i < c->h.hidings; i++) by_foot |= foot_alone(c->h.hiding[i].hex);
    for (int i = 0; i < c->deal.units; i++) {
        if (!add_kind(c, c->deal.unit[i], by_foot)) return false;
        c->reducible += bz_counters[c->deal.unit[i]].steps == 2;
    }
    for (int i = 0; i < c->h.hidings; i++)
        for (int k = 0; k < c->sorts; k++) {
            bz_hiding *at = &c->h.hiding[i];
            const bz_counter *counter = &bz_counters[c->sort[k].piece[0]];
            bool foot = counter->flags & BZ_F_ON_FOOT || !foot_alone(at->hex);
            if (counter->nation == at->nation && foot &&
                !bz_restricted(c->seen, c->sort[k].piece[0], at->hex))
                at->may |= 1U << c->sort[k].kind;
        }
    return true;
}

// Stacks with hidden counters; where a CL lies on top all of them are CL.
static bool find_hidings(bz_counting *c) {
    int next = 0;
    for (int i = 0; i < c->deal.slots; i++) {
        int hex = c->deal.slot[i].hex, top = bz_top(c->seen, hex);
        bz_hiding *at = &c->h.hiding[c->h.hidings];
        if (bz_is_column(top)) {
            c->deal.slot[i].piece = c->deal.column[next++];
            continue;
        }
        if (c->h.hidings && at[-1].hex == hex) {
            at[-1].slots++;
            continue;
        }
        if (c->h.hidings == HIDINGS) return false;
        *at = (bz_hiding){.hex = (int16_t)hex,
                          .first = (int16_t)i,
                          .slots = 1,
                          .nation = bz_counters[top].nation,
                          .formation = bz_counters[top].formation,
                          .fights = fights_in(&c->m, hex),
                          .near = c->m.commits && !fights_in(&c->m, hex) && beside(&c->m, hex)};
        c->h.hidings++;
    }
    c->deal.columns -= next;
    memmove(c->deal.column, c->deal.column + next,
            sizeof c->deal.column[0] * (size_t)c->deal.columns);
    return true;
}

static bool find_fights(bz_counting *c) {
    for (int i = 0; i < c->h.hidings; i++) {
        c->h.columns[c->h.hiding[i].nation] += c->h.hiding[i].slots;
        if (!c->h.hiding[i].fights) continue;
        c->fight[c->fights++] = i;
        c->slots += c->h.hiding[i].slots;
    }
    for (int i = 0; i < c->h.kinds; i++) c->h.columns[c->h.kind[i].nation] -= c->h.kind[i].count;
    for (int p = FIRST_COLUMN; p < PIECES; p++)
        c->spent_near += bz_on_map(c->seen, p) && bz_side_of(c->seen, p) == c->m.side &&
                         beside(&c->m, c->seen->f.where[p]);
    if (!c->spent_near && !c->deal.columns) c->m.commits = c->m.sealed;
    return c->slots <= FIGHTERS;
}

// -------------------------------------------------------------------- who may be near enough
// Formations and nations of those who fight, the hidden ones by kind.
typedef struct kin {
    uint32_t formations, nations;
} kin;

static void add_kin(kin *k, unsigned nation, unsigned formation) {
    k->nations |= 1U << nation;
    if (formation) k->formations |= 1U << formation;
}

static kin kin_of(const bz_counting *c) {
    kin all = {0, 0};
    for (int i = 0; i < c->m.hexes; i++)
        for (int p = bz_top(c->seen, c->m.hex[i]); p >= 0; p = bz_below(c->seen, p))
            if (!bz_is_column(p)) add_kin(&all, bz_counters[p].nation, bz_counters[p].formation);
    for (int i = 0; i < c->h.kinds; i++)
        if (c->taken[i]) add_kin(&all, c->h.kind[i].nation, c->h.kind[i].formation);
    return all;
}

static bool may_serve(const bz_counting *c, const kin *k, int piece) {
    const bz_counter *counter = &bz_counters[piece];
    bool hq = counter->type == BZ_HQ;
    if (!(counter->flags & BZ_F_SUPPORTS) || (!hq && !c->m.supports)) return false;
    if (!hq || counter->flags & BZ_F_COMMANDS_ALL) return k->nations >> counter->nation & 1;
    return k->formations >> counter->formation & 1;
}

unsigned bz_reach_of(const bz_counting *c, int piece, int hex) {
    const bz_counter *counter = &bz_counters[piece];
    bool supplied = bz_has(&c->supplied[bz_net_of(c->seen, piece)], hex);
    unsigned reach = 0;
    for (int i = 0; i < c->m.hexes; i++)
        reach |= (unsigned)(bz_distance(hex, c->m.hex[i]) <= counter->range) << i;
    bool serves = c->m.supports && supplied;
    if (!reach || (!serves && (!c->m.commits || counter->type != BZ_HQ))) return 0;
    return reach | (unsigned)serves << FIGHTS;
}

static bool same_reach(const bz_counting *c, int kind, int a, int b) {
    for (int i = 0; i < c->now.givers; i++) {
        int piece = c->now.giver[i].piece;
        if (c->now.giver[i].kind == kind &&
            bz_reach_of(c, piece, c->h.hiding[a].hex) != bz_reach_of(c, piece, c->h.hiding[b].hex))
            return false;
    }
    return true;
}

static bool out_of_reach(const bz_counting *c, int kind, int at) {
    for (int i = 0; i < c->now.givers; i++)
        if (c->now.giver[i].kind == kind &&
            bz_reach_of(c, c->now.giver[i].piece, c->h.hiding[at].hex))
            return false;
    return true;
}

// Sorts of places for one kind that has somebody to be near; false: too many.
static bool make_bins(bz_counting *c, int kind) {
    int seeker = c->h.kind[kind].seeker, bins = 0, of[HIDINGS];
    for (int i = 0; i < c->h.hidings; i++) {
        bz_hiding *at = &c->h.hiding[i];
        at->bin[seeker] = 0;
        if (at->fights || !(at->may >> kind & 1) || out_of_reach(c, kind, i)) continue;
        int bin = 0;
        while (bin < bins && !same_reach(c, kind, of[bin], i)) bin++;
        if (bin == BINS) return false;
        if (bin == bins) of[bins++] = i;
        at->bin[seeker] = (uint8_t)(bin + 1);
    }
    return true;
}

static bool could_be_near(const bz_counting *c, int piece, int kind) {
    for (int i = 0; i < c->h.hidings; i++)
        if (!c->h.hiding[i].fights && c->h.hiding[i].may >> kind & 1 &&
            bz_reach_of(c, piece, c->h.hiding[i].hex))
            return true;
    return false;
}

static bool find_givers(bz_counting *c) {
    kin all = kin_of(c);
    int seekers = 0;
    c->now.givers = 0;
    for (int i = 0; i < c->h.kinds; i++) c->h.kind[i].seeker = -1;
    for (int i = 0; i < c->sorts; i++) {
        int piece = c->sort[i].piece[0], kind = c->sort[i].kind;
        if (!may_serve(c, &all, piece) || !could_be_near(c, piece, kind)) continue;
        if (c->now.givers == GIVERS) return false;
        c->now.giver[c->now.givers++] = (bz_giver){(int16_t)piece, (uint8_t)kind, 0, 0};
        if (c->h.kind[kind].seeker >= 0) continue;
        if (seekers == SEEKERS) return false;
        c->h.kind[kind].seeker = (int8_t)seekers++;
    }
    for (int i = 0; i < c->h.kinds; i++)
        if (c->h.kind[i].seeker >= 0 && !make_bins(c, i)) return false;
    return true;
}

// ------------------------------------------------------------------------------ what it adds up to
static void lay(const bz_counting *c, bz_state *s, int piece, int hex, bool reduced) {
    int top = bz_top(s, hex);
    unsigned status = bz_counters[piece].steps - (unsigned)reduced;
    status |= s->f.status[top] & RETREATED;
    if (!bz_has(&c->supplied[bz_net_of(s, piece)], hex)) status |= UNSUPPLIED;
    s->f.where[piece] = (uint16_t)hex;
    if (s->f.status[top] & IN_COMBAT && bz_may_attack(s, piece)) status |= IN_COMBAT | ATTACKED;
    s->f.status[piece] = (uint8_t)status;
    bz_arrive(c->t, s, piece, hex);
}

// Any stack in that bin of the giver's kind.
static int place_in(const bz_counting *c, const bz_giver *g) {
    int seeker = c->h.kind[g->kind].seeker;
    for (int i = 0; i < c->h.hidings; i++)
        if (!c->h.hiding[i].fights && c->h.hiding[i].may >> g->kind & 1 &&
            c->h.hiding[i].bin[seeker] == g->bin)
            return c->h.hiding[i].hex;
    return -1;
}

static int defence_of(const bz_counting *c, bz_state *s) {
    gg_action list[512];
    while (bz_legal_supports(c->t, s, c->m.side, list))
        bz_play_support(s, gg_a(list[0]), gg_b(list[0]));
    bz_total total = bz_defence_total(c->t, s, NULL);
    return total.factors + total.support;
}

static bool commanded(const bz_counting *c, const bz_state *s) {
    bz_set left = c->m.side == bz_defender(s) ? bz_defenders(s) : bz_attackers(s);
    for (int p; (p = bz_set_pop(&left)) >= 0;)
        if (bz_in_command(s, p)) return true;
    return false;
}

bool bz_is_fighter(const bz_example *x, int piece) {
    for (int i = 0; i < x->fighters; i++)
        if (x->fighter[i].piece == piece) return true;
    return false;
}

// What the fight asks of one of its hidden counters; 0: nothing.
static unsigned trait(const bz_counting *c, const bz_fighter *f) {
    const bz_counter *counter = &bz_counters[f->piece];
    unsigned steps = counter->steps - (unsigned)f->reduced;
    unsigned all = 1U | steps << 1 | (unsigned)(counter->steps == 2) << 3 |
                   (unsigned)counter->stack_points << 4 |
                   (unsigned)(counter->flags & BZ_F_ON_FOOT) << 7 |
                   (unsigned)((counter->flags & BZ_F_SUPPORTS) != 0) << 8 |
                   (unsigned)bz_net_of(c->seen, f->piece) << 9 |
                   (unsigned)((counter->flags & BZ_F_RESTRICTED) != 0) << 11;
    if (c->m.hex[0] == c->m.target) return all;
    bool attacks = counter->attack[BZ_FULL] > 0 && !bz_restricted(c->seen, f->piece, c->m.target);
    if (!attacks) return 0;
    return bz_hexes[c->m.target].dominant ? all | (unsigned)(f->stack + 1) << 12 : all;
}

static bz_key key_of(const bz_counting *c, bool led, int defence) {
    bz_key k = {.defence = (int16_t)defence};
    int columns = 0;
    for (int i = 0; i < c->now.fighters; i++) {
        unsigned t = trait(c, &c->now.fighter[i]);
        int at = i;
        for (; at && k.trait[at - 1] < t; at--) k.trait[at] = k.trait[at - 1];
        k.trait[at] = (uint16_t)t;
    }
    for (int i = 0; i < c->fights; i++) columns += c->now.columns[i];
    if (c->m.hex[0] == c->m.target) k.columns = (uint8_t)columns;
    if (c->m.commits && led) k.usable = (uint8_t)(columns + c->now.near + c->spent_near);
    return k;
}

static void add_world(bz_counting *c, const bz_key *k, bz_wide deals) {
    int i = 0;
    while (i < c->worlds && memcmp(&c->key[i], k, sizeof *k) != 0) i++;
    if (i == WORLDS || !deals || c->deals[i] > ~(bz_wide)0 - deals) {
        c->over = true;
        return;
    }
    if (i == c->worlds) {
        c->worlds++;
        c->key[i] = *k;
        c->kept[i] = c->now;
    }
    c->deals[i] += deals;
}

// Each answer that may lie face down: so many CL of those that may be, and air markers.
static void add_sealed(bz_counting *c, bz_key k, bz_wide deals) {
    enum { COLUMNS_MOST = 3, AIR_MOST = 2 };
    int air = c->m.side == BZ_ALLIED ? c->seen->f.air_total - c->seen->f.air_used : 0;
    if (air > AIR_MOST) air = AIR_MOST;
    for (int n = 0; n <= k.usable && n <= COLUMNS_MOST; n++)
        for (int a = 0; a <= air; a++) {
            k.committed = (uint8_t)n;
            k.air = (uint8_t)a;
            add_world(c, &k, bz_product(deals, bz_choose(k.usable, n)));
        }
}

typedef struct sums {
    int defence;
    bool led;
} sums;

static sums add_up(const bz_counting *c) {
    bz_state s = *c->seen;
    s.f.target = s.f.stand = (uint16_t)c->m.target;
    if (c->m.supports) s.f.supports = 0;
    for (int i = 0; i < c->now.fighters; i++)
        lay(c, &s, c->now.fighter[i].piece, c->h.hiding[c->fight[c->now.fighter[i].stack]].hex,
            c->now.fighter[i].reduced);
    for (int i = 0, next = 0; i < c->fights; i++) // they count for stacking
        for (int k = 0; k < c->now.columns[i]; k++)
            bz_arrive(c->t, &s, c->deal.column[next++], c->h.hiding[c->fight[i]].hex);
    for (int i = 0; i < c->now.givers; i++)
        if (c->now.giver[i].bin && !bz_is_fighter(&c->now, c->now.giver[i].piece))
            lay(c, &s, c->now.giver[i].piece, place_in(c, &c->now.giver[i]), false);
    bool led = c->m.commits && commanded(c, &s);
    return (sums){c->m.supports ? defence_of(c, &s) : 0, led};
}

// ------------------------------------------------------------------------- where givers are
static bz_wide factorial_over(int n, int below) {
    bz_wide product = 1;
    for (; n > below; n--) product *= (unsigned)n;
    return product;
}

// In the end every counter is laid; what all deals have in common is left out.
static bz_wide orders_of(const bz_counting *c, int kind, int left) {
    int least = c->h.kind[kind].count - c->slots - c->staff[kind];
    return factorial_over(left, least > 0 ? least : 0);
}

// Ways in which the givers of a kind lie in the bins as they are to, `where` having places for it.
static bz_wide ways_of_kind(const bz_counting *c, int kind, uint64_t where) {
    int seeker = c->h.kind[kind].seeker, room[BINS + 1], left = c->h.kind[kind].left;
    bz_wide ways = 1;
    room[0] = left;
    for (int bin = 1; bin <= BINS; bin++) {
        room[bin] = (int)bz_in_bin(where, seeker, bin);
        room[0] -= room[bin];
    }
    for (int i = 0; i < c->now.givers; i++) {
        const bz_giver *g = &c->now.giver[i];
        if (g->kind != kind || bz_is_fighter(&c->now, g->piece)) continue;
        if (room[g->bin] <= 0) return 0;
        ways *= (unsigned)room[g->bin]--;
        left--;
    }
    return ways * orders_of(c, kind, left);
}

static bz_wide ways_to_end(bz_counting *c, const bz_end *end) {
    bz_wide ways = end->ways;
    for (int k = 0; k < c->h.kinds && ways; k++) {
        if (c->h.kind[k].seeker < 0) continue;
        bz_wide more = ways_of_kind(c, k, end->where);
        ways = bz_product(ways, more);
        c->over |= more && !ways;
    }
    return ways;
}

// The givers lie where they are to: worlds by the number of CL that are near.
static void placed(bz_counting *c) {
    bz_wide deals[COLUMNS + 1] = {0};
    bool any = false;
    c->work += c->ends;
    for (int i = 0; i < c->ends; i++) {
        bz_wide ways = ways_to_end(c, &c->end[i]);
        deals[bz_nibble(c->end[i].where, NEAR_NIBBLE)] += ways;
        any |= ways != 0;
    }
    if (!any || c->over) return;
    sums all = add_up(c);
    for (int near = 0; near <= COLUMNS && !c->over; near++) {
        if (!deals[near]) continue;
        c->now.near = (uint8_t)near;
        bz_key k = key_of(c, all.led, all.defence);
        if (c->m.sealed)
            add_sealed(c, k, bz_product(deals[near], c->ways));
        else
            add_world(c, &k, bz_product(deals[near], c->ways));
    }
}

static void place_givers(bz_counting *c, int at) {
    while (at < c->now.givers && bz_is_fighter(&c->now, c->now.giver[at].piece)) at++;
    if (c->work > WORK) c->over = true;
    if (at == c->now.givers) {
        placed(c);
        return;
    }
    for (int bin = 0; bin <= BINS && !c->over; bin++) {
        bz_giver *g = &c->now.giver[at];
        g->bin = (uint8_t)bin;
        int hex = place_in(c, g);
        if (hex < 0) continue;
        g->reach = (uint16_t)bz_reach_of(c, g->piece, hex);
        place_givers(c, at + 1);
    }
    c->now.giver[at].bin = 0;
}

// ---------------------------------------------------------------------------- who fights unseen
typedef struct cell {
    uint8_t stack, kind, count;
} cell;

typedef struct cells {
    cell cell[FIGHTERS];
    int count, reducible, reduced;
} cells;

static void choose_fighters(bz_counting *c, const cells *x, int at, int sorted, int open,
                            cells so_far);

// `n` counters of this sort, `reduced` of them on their back.
static void take_sort(bz_counting *c, const cells *x, int at, int sorted, int open, int n,
                      int reduced, cells so_far) {
    bz_sort *one = &c->sort[sorted];
    bz_wide ways = c->ways;
    for (int i = 0; i < n; i++)
        c->now.fighter[c->now.fighters++] =
            (bz_fighter){one->piece[one->left - 1 - i], x->cell[at].stack, i < reduced};
    c->ways = bz_product(c->ways, bz_choose(one->left, n) * bz_choose(n, reduced));
    one->left = (uint8_t)(one->left - n);
    if (bz_counters[one->piece[0]].steps == 2) so_far.reducible += n;
    so_far.reduced += reduced;
    c->over |= !c->ways;
    if (!c->over) choose_fighters(c, x, at, sorted + 1, open - n, so_far);
    one->left = (uint8_t)(one->left + n);
    c->now.fighters = (uint8_t)(c->now.fighters - n);
    c->ways = ways;
}

static void chosen(bz_counting *c, const cells *so_far) {
    bz_wide ways = c->ways;
    uint64_t others =
        bz_choose(c->reducible - so_far->reducible, c->deal.reduced - so_far->reduced);
    if (!others) return;
    c->ways = bz_product(c->ways, others);
    c->over |= !c->ways;
    if (!c->over) place_givers(c, 0);
    c->ways = ways;
}

static void choose_fighters(bz_counting *c, const cells *x, int at, int sorted, int open,
                            cells so_far) {
    if (c->over) return;
    if (at == x->count) {
        chosen(c, &so_far);
        return;
    }
    if (!open) {
        choose_fighters(c, x, at + 1, 0, at + 1 < x->count ? x->cell[at + 1].count : 0, so_far);
        return;
    }
    while (sorted < c->sorts && c->sort[sorted].kind != x->cell[at].kind) sorted++;
    if (sorted == c->sorts) return;
    const bz_sort *one = &c->sort[sorted];
    bool two = bz_counters[one->piece[0]].steps == 2;
    for (int n = 0; n <= open && n <= one->left; n++)
        for (int reduced = 0; reduced <= (two ? n : 0); reduced++)
            take_sort(c, x, at, sorted, open, n, reduced, so_far);
}

static void fill_fights(bz_counting *c, int at, cells *x);

static void fought_out(bz_counting *c, const cells *x) {
    if (!find_givers(c)) c->over = true;
    if (c->over) return;
    c->ends = bz_count_rest(&c->h, c->end);
    if (c->ends < 0) c->over = true;
    bz_wide ways = c->ways;
    // Places of a kind in one stack: its counters lie there in any order.
    for (int i = 0; i < x->count; i++)
        c->ways = bz_product(c->ways, factorial_over(x->cell[i].count, 0));
    for (int i = 0; i < c->h.kinds; i++)
        if (c->h.kind[i].seeker < 0)
            c->ways = bz_product(c->ways, orders_of(c, i, c->h.kind[i].left));
    c->over |= !c->ways;
    if (c->ends > 0) choose_fighters(c, x, 0, 0, x->count ? x->cell[0].count : 0, *x);
    c->ways = ways;
}

static bool take_fill(bz_counting *c, const bz_fill *fill, int at, int sign, cells *x) {
    const bz_hiding *stack = &c->h.hiding[c->fight[at]];
    for (int i = 0; i < c->h.kinds; i++) {
        bz_kind *kind = &c->h.kind[i];
        int n = kind->nation == stack->nation ? (int)bz_nibble(fill->taken, kind->nibble) : 0;
        if (sign > 0 && n > kind->left) return false; // never: asked before
        kind->left = (uint8_t)(kind->left - sign * n);
        c->taken[i] += sign * n;
        if (sign > 0 && n) x->cell[x->count++] = (cell){(uint8_t)at, (uint8_t)i, (uint8_t)n};
    }
    int columns = (int)bz_nibble(fill->taken, COLUMN_NIBBLE);
    c->h.columns[stack->nation] -= sign * columns;
    c->now.columns[at] = (uint8_t)(sign > 0 ? columns : 0);
    return true;
}

static uint64_t left_of(const bz_counting *c, int nation) {
    uint64_t left = (uint64_t)c->h.columns[nation] << COLUMN_NIBBLE * NIBBLE;
    for (int i = 0; i < c->h.kinds; i++)
        if (c->h.kind[i].nation == nation)
            left |= (uint64_t)c->h.kind[i].left << c->h.kind[i].nibble * NIBBLE;
    return left;
}

static void fill_fights(bz_counting *c, int at, cells *x) {
    if (at == c->fights) {
        fought_out(c, x);
        return;
    }
    bz_fill fill[PATTERNS];
    const bz_hiding *stack = &c->h.hiding[c->fight[at]];
    int n = bz_fills(&c->h, stack, fill), cells_before = x->count;
    c->over |= n < 0;
    for (int i = 0; i < n && !c->over; i++) {
        if (!bz_covers(left_of(c, stack->nation), fill[i].taken)) continue;
        bz_wide ways = c->ways;
        c->ways = bz_product(ways, fill[i].times);
        (void)take_fill(c, &fill[i], at, 1, x);
        fill_fights(c, at + 1, x);
        (void)take_fill(c, &fill[i], at, -1, x);
        x->count = cells_before;
        c->ways = ways;
    }
}

// ------------------------------------------------------------------------------------ all of them
static uint32_t one_world(const bz_table *t, const bz_state *s, int viewer, bz_state *out,
                          gg_world *about) {
    gg_rng rng;
    gg_rng_seed(&rng, 1945, 0);
    *out = *s;
    bz_resample(t, out, viewer, &rng);
    *about = (gg_world){.deals = 1};
    return 1;
}

uint32_t bz_worlds(const void *table, const void *state, int viewer, const gg_plan *plan, void *out,
                   uint32_t room, gg_world *about) {
    bz_counting c;
    bz_state open = *(const bz_state *)state;
    cells x = {.count = 0};
    memset(&c, 0, sizeof c);
    if (viewer >= SEATS || !room) return 0;
    answer matters = what_matters(&open, viewer, plan, &c.m);
    if (matters == UNKNOWN) return 0;
    if (matters == NOTHING) return one_world(table, state, viewer, out, about);
    c.t = table;
    c.seen = &open;
    c.ways = 1;
    bz_gather(table, &open, viewer, c.m.side, &c.deal);
    for (int net = 0; net < NETS; net++) c.supplied[net] = bz_supplied(table, &open, net, -1);
    if (!find_hidings(&c) || !sort_out(&c) || !find_fights(&c)) return 0;
    fill_fights(&c, 0, &x);
    return c.over ? 0 : bz_write_worlds(&c, out, room, about);
}
