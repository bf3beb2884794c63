// SPDX-License-Identifier: Apache-2.0
// Worlds that have been counted, written as states with their names.
//
// The counters that make a world are laid where they make it; all others lie where there is room,
// in stacks that may stand together as far as they come that way: they do not matter to what is
// asked.
#include "worlds.h"

// --------------------------------------------------------------------------------- a world written
// Counters are put into a stack from its top down, CL from its bottom up.
typedef struct writer {
    const bz_counting *c;
    bz_deal deal;
    bz_state lists;
    int next_column, columns[BZ_GERMAN_NATION + 1];
    bool laid[PIECES];
} writer;

static bool put_unit(writer *w, int stack, int piece) {
    const bz_hiding *at = &w->c->h.hiding[stack];
    for (int i = at->first + at->slots - 1; i >= at->first; i--) {
        if (w->deal.slot[i].piece >= 0) continue;
        w->deal.slot[i].piece = (int16_t)piece;
        w->laid[piece] = true;
        bz_arrive(w->c->t, &w->lists, piece, at->hex);
        return true;
    }
    return false;
}

static bool put_column(writer *w, int stack) {
    const bz_hiding *at = &w->c->h.hiding[stack];
    for (int i = at->first; i < at->first + at->slots; i++) {
        if (w->deal.slot[i].piece >= 0) continue;
        w->deal.slot[i].piece = w->deal.column[w->next_column++];
        w->columns[at->nation]--;
        return true;
    }
    return false;
}

static bool write_fighters(writer *w, const bz_example *x) {
    bool good = true;
    for (int i = 0; i < x->fighters; i++)
        good &= put_unit(w, w->c->fight[x->fighter[i].stack], x->fighter[i].piece);
    for (int i = 0; i < w->c->fights; i++)
        for (int k = 0; k < x->columns[i]; k++) good &= put_column(w, w->c->fight[i]);
    return good;
}

// CL below, so many of them near; `backward`: from the last stack on.
static bool write_columns(writer *w, int near, bool backward) {
    const bz_hidden *h = &w->c->h;
    for (int pass = 1; pass >= 0; pass--) // those near first
        for (int n = 0; n < h->hidings; n++) {
            int i = backward ? h->hidings - 1 - n : n;
            const bz_hiding *at = &h->hiding[i];
            if (at->fights || at->near != (bool)pass) continue;
            while (w->columns[at->nation] > 0 && (!pass || near > 0) && put_column(w, i))
                near -= pass;
        }
    return near == 0 && w->next_column == w->deal.columns;
}

// Whoever is left, where he may lie if there is such a place.
static bool write_others(writer *w) {
    const bz_counting *c = w->c;
    for (int i = 0; i < c->h.hidings; i++) {
        const bz_hiding *at = &c->h.hiding[i];
        for (int k = at->slots - 1; k >= 0; k--) { // from the top down, as put_unit() does
            int found = -1;
            if (w->deal.slot[at->first + k].piece >= 0) continue;
            for (int u = 0; u < w->deal.units; u++) {
                int piece = w->deal.unit[u];
                if (w->laid[piece] || bz_counters[piece].nation != at->nation) continue;
                if (found < 0) found = piece;
                if (!bz_may_lie(&w->lists, piece, at->hex)) continue;
                found = piece;
                break;
            }
            if (found < 0 || !put_unit(w, i, found)) return false;
        }
    }
    return true;
}

// Givers from the `at`-th on in the first stacks of their reach that leave room for all others.
static bool write_rest(writer *w, const bz_example *x, int at, int *tries) {
    const bz_hidden *h = &w->c->h;
    writer kept = *w;
    while (at < x->givers && bz_is_fighter(x, x->giver[at].piece)) at++;
    for (int i = 0; i < 2 && at == x->givers; i++) {
        if (write_columns(w, x->near, i) && write_others(w)) return true;
        *w = kept;
    }
    for (int i = 0; i < h->hidings && at < x->givers && --*tries > 0; i++) {
        const bz_giver *g = &x->giver[at];
        if (h->hiding[i].fights || !(h->hiding[i].may >> g->kind & 1)) continue;
        if (bz_reach_of(w->c, g->piece, h->hiding[i].hex) != g->reach) continue;
        if (put_unit(w, i, g->piece) && write_rest(w, x, at + 1, tries)) return true;
        *w = kept;
    }
    return false;
}

static void write_steps(const writer *w, const bz_example *x, bz_state *out) {
    int left = w->deal.reduced;
    for (int i = 0; i < x->fighters; i++) {
        if (x->fighter[i].reduced) bz_reduce(out, x->fighter[i].piece);
        left -= x->fighter[i].reduced;
    }
    for (int i = 0; i < w->deal.units && left > 0; i++) {
        int piece = w->deal.unit[i];
        if (bz_counters[piece].steps != 2 || bz_is_fighter(x, piece)) continue;
        bz_reduce(out, piece);
        left--;
    }
}

static void write_flags(const writer *w, bz_state *out) {
    for (int i = 0; i < w->deal.units; i++) {
        int piece = w->deal.unit[i], hex = out->f.where[piece], top = bz_top(out, hex);
        unsigned flags = out->f.status[top] & RETREATED;
        if (!bz_has(&w->c->supplied[bz_net_of(out, piece)], hex)) flags |= UNSUPPLIED;
        if (out->f.status[top] & IN_COMBAT && bz_may_attack(out, piece))
            flags |= IN_COMBAT | ATTACKED;
        out->f.status[piece] |= (uint8_t)flags;
    }
}

static void write_commitment(const bz_counting *c, const bz_key *k, bz_state *out) {
    unsigned usable = bz_usable_columns(out, c->m.side), set = 0;
    for (int i = 0; i < k->committed; i++) {
        set |= usable & (~usable + 1);
        usable &= usable - 1;
    }
    out->f.commit_columns[c->m.side] = (uint8_t)set;
    if (c->m.side == BZ_ALLIED) out->f.commit_air = k->air;
}

static bool write_world(const bz_counting *c, int world, bz_state *out) {
    const bz_example *x = &c->kept[world];
    int tries = 400;
    writer w = {.c = c, .deal = c->deal, .lists = *c->seen};
    memcpy(w.columns, c->h.columns, sizeof w.columns);
    if (!write_fighters(&w, x) || !write_rest(&w, x, 0, &tries)) return false;
    *out = *c->seen;
    bz_settle(out, &w.deal);
    write_steps(&w, x, out);
    bz_derive(c->t, out);
    write_flags(&w, out);
    if (c->m.sealed) write_commitment(c, &c->key[world], out);
    return true;
}

// ------------------------------------------------------------------------------------ their names
static void say(gg_world *world, unsigned label, int value) {
    world->line[world->lines++] = (gg_effect){.label = (uint16_t)label, .value = (int16_t)value};
}

// Only what differs is said.
static bool columns_differ(const bz_counting *c) {
    for (int i = 1; i < c->worlds; i++)
        if (c->key[i].usable != c->key[0].usable) return true;
    return false;
}

static int hidden_steps(const bz_key *k) {
    int sum = 0;
    for (int i = 0; i < FIGHTERS; i++) sum += k->trait[i] >> 1 & 3;
    return sum;
}

static gg_world name_of(const bz_counting *c, int world, bool columns) {
    const bz_key *k = &c->key[world];
    gg_world name = {.deals = 0};
    if (c->m.supports)
        say(&name, L_WORLD_DEFENCE, k->defence);
    else
        say(&name, L_WORLD_STEPS, hidden_steps(k));
    if (c->m.sealed) {
        say(&name, L_WORLD_COMMITTED, k->committed);
        if (c->m.side == BZ_ALLIED) say(&name, L_WORLD_AIR, k->air);
    } else if (c->m.commits && columns) {
        say(&name, L_WORLD_COLUMNS, k->usable);
    }
    return name;
}

static bool named_before(const gg_world *a, const gg_world *b) {
    for (uint32_t i = 0; i < a->lines; i++)
        if (a->line[i].value != b->line[i].value) return a->line[i].value < b->line[i].value;
    return false;
}

// In order of their names, so that those of one name lie side by side; how many names there are.
static int order(const bz_counting *c, bool columns, uint16_t rank[WORLDS], gg_world name[WORLDS]) {
    int names = 0;
    for (int i = 0; i < c->worlds; i++) {
        name[i] = name_of(c, i, columns);
        int at = i;
        for (; at && named_before(&name[i], &name[rank[at - 1]]); at--) rank[at] = rank[at - 1];
        rank[at] = (uint16_t)i;
    }
    for (int i = 0; i < c->worlds; i++)
        names += !i || named_before(&name[rank[i - 1]], &name[rank[i]]);
    return names;
}

// ------------------------------------------------------------------------------------ all of them
// In lowest terms; false: their sum does not fit a word.
static bool reduce(bz_counting *c) {
    bz_wide common = 0, sum = 0;
    for (int i = 0; i < c->worlds; i++)
        for (bz_wide a = c->deals[i]; a;) {
            bz_wide rest;
            (void)bz_quotient(common, a, &rest);
            common = a;
            a = rest;
        }
    for (int i = 0; i < c->worlds; i++) {
        bz_wide rest;
        c->deals[i] = bz_quotient(c->deals[i], common, &rest);
        sum += c->deals[i];
    }
    return c->worlds && !(sum >> 63);
}

uint32_t bz_write_worlds(bz_counting *c, bz_state *out, uint32_t room, gg_world *about) {
    enum { ROWS_MOST = 16 }; // beyond it columns are not told apart
    uint16_t rank[WORLDS];
    gg_world name[WORLDS];
    if ((uint32_t)c->worlds > room || !reduce(c)) return 0;
    if (order(c, columns_differ(c), rank, name) > ROWS_MOST) (void)order(c, false, rank, name);
    for (int i = 0; i < c->worlds; i++) {
        if (!write_world(c, rank[i], &out[i])) return 0;
        about[i] = name[rank[i]];
        about[i].deals = (uint64_t)c->deals[rank[i]];
    }
    return (uint32_t)c->worlds;
}
