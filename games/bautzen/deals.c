// SPDX-License-Identifier: Apache-2.0
// How many deals of hidden counters there are.
//
// Counters of one formation are alike for where they may lie (BH5f, BH5g; B59; heights open to foot
// alone), so that a deal is first a colouring: which kind lies in which place. How the counters of
// a kind are then laid into the places of their kind is the same for every colouring. A nation's
// stacks hold its own counters (BH5h), and CL below them: what is not a counter of the nation is a
// CL, so that nations are counted apart and multiplied.
//
// Stacks are filled one after the other, colourings with the same rest being one with the sum of
// their ways; stacks with one hidden counter, in which any kind may lie, are filled together at the
// end, by a formula.
#include "deals.h"

#include <string.h>

#include "base/hash.h"

enum { TABLE = 4096, MOST = 2600, GROUPS = 24 };

// ----------------------------------------------------------------------------------- numbers
bool bz_covers(uint64_t a, uint64_t b) {
    const uint64_t low = UINT64_C(0x0f0f0f0f0f0f0f0f), top = UINT64_C(0x1010101010101010);
    uint64_t even = ((a & low) | top) - (b & low);
    uint64_t odd = ((a >> NIBBLE & low) | top) - (b >> NIBBLE & low);
    return (even & odd & top) == top;
}

// In each step the product is one of binomials.
uint64_t bz_choose(int n, int k) {
    uint64_t ways = 1;
    if (k < 0 || k > n) return 0;
    for (int i = 1; i <= k; i++) ways = ways * (uint64_t)(n - k + i) / (uint64_t)i;
    return ways;
}

bz_wide bz_product(bz_wide a, bz_wide b) {
    if (a < b) return bz_product(b, a);
    if (b >> 64) return 0;
    bz_wide high = (bz_wide)(uint64_t)(a >> 64) * (uint64_t)b;
    bz_wide low = (bz_wide)(uint64_t)a * (uint64_t)b;
    return high >> 64 || high << 64 > ~low ? 0 : (high << 64) + low;
}

// By hand, bit by bit, where a word is not enough: the machine has no instruction for it, and not
// every library that comes with a compiler can be linked.
bz_wide bz_quotient(bz_wide a, bz_wide b, bz_wide *rest) {
    bz_wide left = 0, out = 0;
    if (!(a >> 64) && !(b >> 64)) {
        *rest = (uint64_t)a % (uint64_t)b;
        return (uint64_t)a / (uint64_t)b;
    }
    for (int bit = 127; bit >= 0; bit--) {
        bool beyond = left >> 127;
        left = left << 1 | (a >> bit & 1);
        bool fits = beyond || left >= b;
        if (fits) left -= b;
        out = out << 1 | fits;
    }
    *rest = left;
    return out;
}

// -------------------------------------------------------------------------------- one stack filled
typedef struct filler {
    const bz_hidden *h;
    const bz_hiding *stack;
    bz_fill *out;
    int found;
    uint8_t formation[BZ_FORMATIONS]; // counters of each, the one on top included
} filler;

// One formation is at home, of all others together there is one counter at most: what stack.c asks
// of counters one by one.
static bool at_home(const filler *f) {
    int sum = 0, most = 0;
    for (int i = 1; i < BZ_FORMATIONS; i++) {
        sum += f->formation[i];
        if (f->formation[i] > most) most = f->formation[i];
    }
    return sum - most <= 1;
}

static void filled(filler *f, bz_fill fill, int columns) {
    if (!at_home(f) || f->found > PATTERNS) return;
    fill.taken |= (uint64_t)columns << COLUMN_NIBBLE * NIBBLE;
    if (f->stack->near) fill.where += (uint64_t)columns << NEAR_NIBBLE * NIBBLE;
    if (f->found < PATTERNS) f->out[f->found] = fill;
    f->found++;
}

// From this kind on, `open` places are left.
static void fill_on(filler *f, int at, int open, int laid, bz_fill fill) {
    while (at < f->h->kinds && !(f->stack->may >> at & 1)) at++;
    if (at == f->h->kinds) {
        if (open <= COLUMNS) filled(f, fill, open);
        return;
    }
    const bz_kind *kind = &f->h->kind[at];
    int bin = kind->seeker < 0 ? 0 : f->stack->bin[kind->seeker];
    for (int n = 0; n <= open && n <= kind->left; n++) {
        bz_fill next = fill;
        next.taken += (uint64_t)n << kind->nibble * NIBBLE;
        next.times = (uint32_t)((uint64_t)fill.times * bz_choose(laid + n, n));
        if (bin) next.where += (uint64_t)n << (kind->seeker * BINS + bin - 1) * NIBBLE;
        f->formation[kind->formation] = (uint8_t)(f->formation[kind->formation] + n);
        fill_on(f, at + 1, open - n, laid + n, next);
        f->formation[kind->formation] = (uint8_t)(f->formation[kind->formation] - n);
    }
}

int bz_fills(const bz_hidden *h, const bz_hiding *stack, bz_fill out[PATTERNS]) {
    filler f = {.h = h, .stack = stack, .out = out};
    f.formation[stack->formation] = 1;
    fill_on(&f, 0, stack->slots, 0, (bz_fill){.times = 1});
    return f.found > PATTERNS ? -1 : f.found;
}

// ------------------------------------------------------------------------------------ colourings
typedef struct entry {
    uint64_t left, where;
    bz_wide ways; // 0: nobody is here
} entry;

typedef struct layer {
    entry entry[TABLE];
    uint16_t used[MOST];
    int count;
} layer;

typedef struct rest {
    const bz_hidden *h;
    int nation;
    layer *from, *to;
    bool over;
    int open; // places in stacks that are filled together
    int groups;
    const bz_hiding *group[GROUPS]; // one of each; bins and nearness are the same in all
    int size[GROUPS];
} rest;

static void forget(layer *l) {
    for (int i = 0; i < l->count; i++) l->entry[l->used[i]].ways = 0;
    l->count = 0;
}

static void put(rest *r, uint64_t left, uint64_t where, bz_wide ways) {
    layer *l = r->to;
    uint64_t key = (left ^ where * GG_HASH_SQRT3) * GG_HASH_PHI;
    uint32_t at = (uint32_t)(key >> 40) % TABLE;
    while (l->entry[at].ways && (l->entry[at].left != left || l->entry[at].where != where))
        at = (at + 1) % TABLE;
    entry *e = &l->entry[at];
    if (!ways || l->count == MOST || e->ways > ~(bz_wide)0 - ways) {
        r->over = true;
        return;
    }
    if (!e->ways) {
        l->used[l->count++] = (uint16_t)at;
        e->left = left;
        e->where = where;
    }
    e->ways += ways;
}

static void turn_over(rest *r) {
    layer *held = r->from;
    r->from = r->to;
    r->to = held;
    forget(r->to);
}

static void lay_stack(rest *r, const bz_hiding *stack) {
    bz_fill fill[PATTERNS];
    int n = bz_fills(r->h, stack, fill);
    r->over |= n < 0;
    for (int i = 0; i < r->from->count && !r->over; i++) {
        const entry *e = &r->from->entry[r->from->used[i]];
        for (int k = 0; k < n && !r->over; k++)
            if (bz_covers(e->left, fill[k].taken))
                put(r, e->left - fill[k].taken, e->where + fill[k].where,
                    bz_product(e->ways, fill[k].times));
    }
    turn_over(r);
}

// ------------------------------------------------------------------- stacks of one hidden counter
static bool is_of(const rest *r, const bz_kind *kind) {
    return kind->nation == r->nation && kind->left;
}

// Any kind of the nation may lie in its one place.
static bool lies_open(const rest *r, const bz_hiding *stack) {
    if (stack->slots != 1) return false;
    for (int i = 0; i < r->h->kinds; i++)
        if (is_of(r, &r->h->kind[i]) && !(stack->may >> i & 1)) return false;
    return true;
}

static void join_group(rest *r, const bz_hiding *stack) {
    int i = 0;
    while (i < r->groups && (memcmp(r->group[i]->bin, stack->bin, sizeof stack->bin) != 0 ||
                             r->group[i]->near != stack->near))
        i++;
    if (i == GROUPS) {
        r->over = true;
        return;
    }
    if (i == r->groups) {
        r->size[i] = 0;
        r->group[r->groups++] = stack;
    }
    r->size[i]++;
    r->open++;
}

// Kinds that are nowhere looked for fill what the others leave: in so many orders.
static void forget_others(rest *r) {
    for (int i = 0; i < r->from->count && !r->over; i++) {
        entry e = r->from->entry[r->from->used[i]];
        int laid = 0;
        for (int k = 0; k < r->h->kinds; k++) {
            const bz_kind *kind = &r->h->kind[k];
            if (kind->nation != r->nation || kind->seeker >= 0) continue;
            int n = (int)bz_nibble(e.left, kind->nibble);
            laid += n;
            e.ways = bz_product(e.ways, bz_choose(laid, n));
            e.left &= ~((uint64_t)MANY << kind->nibble * NIBBLE);
        }
        put(r, e.left, e.where, e.ways);
    }
    turn_over(r);
}

typedef struct share {
    const bz_hiding *stack;
    int size, others; // places of the group; counters that are nowhere looked for, still to be laid
} share;

// From this kind on; `used` places of the group are taken. Last come CL, then the others.
static void share_out(rest *r, const share *s, int at, int used, entry e) {
    while (at < r->h->kinds && (r->h->kind[at].nation != r->nation || r->h->kind[at].seeker < 0))
        at++;
    bool columns = at == r->h->kinds;
    unsigned nibble = columns ? COLUMN_NIBBLE : r->h->kind[at].nibble;
    int bin = columns ? 0 : s->stack->bin[r->h->kind[at].seeker];
    int left = (int)bz_nibble(e.left, nibble), open = s->size - used;
    for (int n = 0; n <= left && n <= open && !r->over; n++) {
        entry next = e;
        next.ways = bz_product(e.ways, bz_choose(open, n));
        next.left -= (uint64_t)n << nibble * NIBBLE;
        if (bin) next.where += (uint64_t)n << (r->h->kind[at].seeker * BINS + bin - 1) * NIBBLE;
        if (columns && s->stack->near) next.where += (uint64_t)n << NEAR_NIBBLE * NIBBLE;
        if (!columns)
            share_out(r, s, at + 1, used + n, next);
        else if (open - n <= s->others)
            put(r, next.left, next.where, next.ways);
    }
}

static int all_left(uint64_t left) {
    int sum = 0;
    for (; left; left >>= NIBBLE) sum += (int)(left & MANY);
    return sum;
}

static void lay_group(rest *r, int group) {
    for (int i = 0; i < r->from->count && !r->over; i++) {
        entry e = r->from->entry[r->from->used[i]];
        share s = {r->group[group], r->size[group], r->open - all_left(e.left)};
        share_out(r, &s, 0, 0, e);
    }
    r->open -= r->size[group];
    turn_over(r);
}

// ---------------------------------------------------------------------------------------- nations
static void begin(rest *r) {
    uint64_t left = (uint64_t)r->h->columns[r->nation] << COLUMN_NIBBLE * NIBBLE;
    for (int i = 0; i < r->h->kinds; i++)
        if (is_of(r, &r->h->kind[i]))
            left |= (uint64_t)r->h->kind[i].left << r->h->kind[i].nibble * NIBBLE;
    forget(r->to);
    put(r, left, 0, 1);
    turn_over(r);
}

static void lay_nation(rest *r) {
    begin(r);
    for (int i = 0; i < r->h->hidings && !r->over; i++) {
        const bz_hiding *stack = &r->h->hiding[i];
        if (stack->nation != r->nation || stack->fights) continue;
        if (lies_open(r, stack))
            join_group(r, stack);
        else
            lay_stack(r, stack);
    }
    if (!r->over) forget_others(r);
    for (int i = 0; i < r->groups && !r->over; i++) lay_group(r, i);
}

static int add_end(bz_end out[ENDS], int n, bz_end end) {
    int i = 0;
    while (i < n && out[i].where != end.where) i++;
    if (i == ENDS || !end.ways) return -1;
    if (i == n) out[n++] = (bz_end){end.where, 0};
    if (out[i].ways > ~(bz_wide)0 - end.ways) return -1;
    out[i].ways += end.ways;
    return n;
}

// What has been counted, with all that this nation may be laid like.
static int join(const rest *r, bz_end out[ENDS], int n) {
    bz_end was[ENDS];
    int found = 0;
    memcpy(was, out, sizeof was[0] * (size_t)n);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < r->from->count && found >= 0; k++) {
            const entry *e = &r->from->entry[r->from->used[k]];
            if (e->left) continue;
            bz_end end = {was[i].where + e->where, bz_product(was[i].ways, e->ways)};
            found = add_end(out, found, end);
        }
    return found;
}

int bz_count_rest(const bz_hidden *h, bz_end out[ENDS]) {
    layer one, other;
    int n = 1;
    memset(&one, 0, sizeof one);
    memset(&other, 0, sizeof other);
    out[0] = (bz_end){0, 1};
    for (int nation = BZ_POLISH; nation <= BZ_GERMAN_NATION && n > 0; nation++) {
        rest r = {.h = h, .nation = nation, .from = &one, .to = &other};
        forget(&one);
        lay_nation(&r);
        n = r.over ? -1 : join(&r, out, n);
    }
    return n;
}
