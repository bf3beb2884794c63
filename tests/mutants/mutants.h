// SPDX-License-Identifier: Apache-2.0
// What the instrumented copies of the games (tools/mutants.py) ask at every site: which fault is on
// here. On the way they note which faults would have changed the value, and count visits, so that
// a fault that makes a loop endless is stopped after a number of visits, not of seconds.
#ifndef GROGNARD_TESTS_MUTANTS_H
#define GROGNARD_TESTS_MUTANTS_H

#include <stdint.h>
#include <stdio.h>

enum { MU_SITES = 1 << 17, MU_ENDLESS = 99 };

extern unsigned mu_active;        // the site that has a fault on; 0: none
extern int mu_kind;               // which
extern int64_t mu_left;           // visits until it counts as endless
extern uint8_t mu_seen[MU_SITES]; // bit k - 1: kind k would have changed something
_Noreturn void mu_endless(void);
void mu_write_seen(FILE *out); // " SITE:KINDS ..." in hexadecimal, and the end of the line

static inline int mu_at(unsigned site) {
    if (--mu_left < 0) mu_endless();
    return mu_active == site ? mu_kind : 0;
}

static inline int mu_note(unsigned site, unsigned kinds) {
    mu_seen[site] |= (uint8_t)kinds;
    return mu_at(site);
}

// One kind; is it on?
static inline int mu_see(unsigned site, int changes) {
    return mu_note(site, changes ? 1 : 0);
}

// A comparison and its two mutants.
static inline int mu_pick(unsigned site, int is, int first, int second) {
    int kind = mu_note(site, (is != first ? 1u : 0) | (is != second ? 2u : 0));
    return kind == 0 ? is : kind == 1 ? first : second;
}

// `a && b` (both = 1) and `a || b` (both = 0), given a: is b asked? 1: the other operator, 2: b
// alone, 3: a alone. When a decides, b is not known here and might have said otherwise.
static inline int mu_go(unsigned site, int both, int a) {
    switch (mu_note(site, a != both ? 3 : 0)) {
    case 0: return a == both;
    case 1: return a != both;
    case 2: return 1;
    default: return 0;
    }
}

static inline int mu_rest(unsigned site, int both, _Bool b) {
    if (b != both) mu_seen[site] |= 1 | 4;
    return b;
}

static inline int mu_flip(unsigned site, _Bool value) {
    return mu_see(site, 1) ? !value : value;
}

// 1: always, 2: never, 3: turned round.
static inline int mu_if(unsigned site, _Bool value) {
    switch (mu_note(site, value ? 6 : 5)) {
    case 0: return value;
    case 1: return 1;
    case 2: return 0;
    default: return !value;
    }
}

static inline int mu_loop(unsigned site, _Bool value) {
    return mu_note(site, value ? 2 : 0) ? 0 : value;
}

static inline int mu_refuse(unsigned site, _Bool value) {
    return mu_see(site, value) ? 0 : value;
}

// What is added to a number: 1: one more, 2: one less, 3: nothing is left of it.
static inline int mu_delta(unsigned site, int64_t value) {
    switch (mu_note(site, 7)) {
    case 0: return 0;
    case 1: return 1;
    case 2: return -1;
    default: return (int)-value;
    }
}

// What is added or taken away; 1: the other way round. Pointers come by as well, where one is taken
// from another.
#define mu_sign(site, y) (mu_see(site, (y) != 0) ? (__typeof__(y))(-(intptr_t)(y)) : (y))

// 1: one more, 2: nothing.
#define mu_value(site, x) mu_valued(x, mu_note(site, (x) ? 3 : 1))
#define mu_valued(x, kind)                                                                         \
    ({                                                                                             \
        int mu_k = kind;                                                                           \
        mu_k == 0 ? (x) : mu_k == 1 ? (x) + 1 : 0;                                                 \
    })

#endif
