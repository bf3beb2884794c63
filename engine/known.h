// SPDX-License-Identifier: Apache-2.0
// Positions met on a walk: where equal facts were met before. Shared by the solver, which walks
// depth first and remembers values, and by odds, which walk breadth first and add up weights.
//
// A position is known by 128 bits of hash of its facts, made in one pass: that two of six million
// positions share a key by accident has a chance below 10^-24.
#ifndef GG_ENGINE_KNOWN_H
#define GG_ENGINE_KNOWN_H

#include "base/hash.h"
#include "grognard/engine.h"

typedef struct gg_key {
    uint64_t word[2];
} gg_key;

// The high and the low half of a product folded into one word: every bit of either factor moves
// about half of them.
static inline uint64_t gg_key_mix(uint64_t a, uint64_t b) {
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t gg_key_word(const unsigned char *at) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

// One multiplication for two words; four lanes, because one would wait for itself.
static inline gg_key gg_key_of_bytes(const void *bytes, size_t size) {
    static const uint64_t salt[4] = {GG_HASH_SQRT5, GG_HASH_SQRT3, GG_HASH_PHI, GG_HASH_SQRT2};
    const unsigned char *at = bytes;
    uint64_t lane[4] = {GG_HASH_PHI, GG_HASH_SQRT2, GG_HASH_SQRT5, GG_HASH_SQRT3};
    for (size_t left = size / 64; left; left--, at += 64)
        for (unsigned i = 0; i < 4; i++)
            lane[i] = gg_key_mix(gg_key_word(at + 16 * i) ^ salt[i],
                                 gg_key_word(at + 16 * i + 8) ^ lane[i]);
    for (size_t left = size % 64 / 8; left; left--, at += 8)
        lane[left % 4] = gg_fold(lane[left % 4], gg_key_word(at));
    // Two folds of the four lanes: either alone loses no difference that one lane carries.
    uint64_t one = gg_fold(gg_fold(gg_fold(size, lane[0]), lane[1]), gg_fold(lane[2], lane[3]));
    uint64_t two = gg_fold(gg_fold(gg_fold(lane[3], lane[2]), lane[1]), lane[0]);
    return (gg_key){{one, two}};
}

static inline gg_key gg_key_of(const gg_game *game, const void *state) {
    return gg_key_of_bytes(state, game->facts_bytes);
}

typedef struct gg_known_slot {
    gg_key key;
    uint32_t value, stamp; // another stamp than the table's: the slot is empty
} gg_known_slot;

typedef struct gg_known {
    gg_known_slot *slot;
    uint32_t slots, used, stamp;
} gg_known;

#define GG_UNKNOWN UINT32_C(0xffffffff)

gg_status gg_known_open(gg_known *known, uint32_t slots); // a power of two: it grows by itself
void gg_known_close(gg_known *known);
void gg_known_forget(gg_known *known); // all of them, at once
// Has the place of the key brought from memory: it will be asked about soon.
static inline void gg_known_fetch(const gg_known *known, gg_key key) {
    __builtin_prefetch(&known->slot[(uint32_t)key.word[0] & (known->slots - 1)]);
}
// The number that goes with the key, GG_UNKNOWN when there is none.
uint32_t gg_known_find(const gg_known *known, gg_key key);
// A key that is not there yet.
gg_status gg_known_add(gg_known *known, gg_key key, uint32_t value);

#endif
