// SPDX-License-Identifier: Apache-2.0
//
// Fast 64-bit hashes of facts: for tables, replays and golden signatures.
//
// Not cryptographic: a player who may choose the bytes could build collisions; what must resist
// that (commitments, ticket seeds) uses sha256.h. The values are part of golden files: changing a
// constant here changes every signature.
#ifndef GG_BASE_HASH_H
#define GG_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bits.h"
#include "panic.h"

#ifdef __cplusplus
extern "C" {
#endif

// Odd, about half of the bits set, without pattern: the golden ratio and the first digits of the
// square roots of 2, 3 and 5 (fractional parts times 2^64, made odd).
#define GG_HASH_PHI   UINT64_C(0x9e3779b97f4a7c15)
#define GG_HASH_SQRT2 UINT64_C(0x6a09e667f3bcc909)
#define GG_HASH_SQRT3 UINT64_C(0xbb67ae8584caa73b)
#define GG_HASH_SQRT5 UINT64_C(0x3c6ef372fe94f82b)

// A bijection of 64-bit words where every input bit moves about half of the output bits.
static inline uint64_t gg_mix(uint64_t x) {
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

// Adds one word to the digest of a sequence; the order counts. Start from any constant. Both
// `h` -> result and `x` -> result are bijections: nothing is lost before two sequences meet.
static inline uint64_t gg_fold(uint64_t h, uint64_t x) {
    return gg_mix((h * GG_HASH_SQRT2 + GG_HASH_PHI) ^ x);
}

// One step of a lane. The word is multiplied before it is added: a plain `(lane ^ word) * odd`
// carries a flip of the top bit through unchanged, so one other flipped bit later in the lane would
// cancel it, and flipped single bits are just what game states differ by.
static inline uint64_t gg_hash_step(uint64_t lane, const unsigned char *from) {
    uint64_t word;
    memcpy(&word, from, sizeof word);
    lane += word * GG_HASH_SQRT3;
    return gg_bits_rotl64(lane, 29) * GG_HASH_PHI;
}

// Hash of `bytes` bytes (a multiple of 8) read as little-endian words. Four lanes, because one
// chain of multiplications would wait for itself. The length is hashed too.
static inline uint64_t gg_hash(const void *facts, size_t bytes) {
    GG_ASSERT(bytes % 8 == 0);
    const unsigned char *at = (const unsigned char *)facts, *end = at + bytes;
    uint64_t a = GG_HASH_PHI, b = GG_HASH_SQRT2, c = GG_HASH_SQRT3, d = GG_HASH_SQRT5;
    for (const unsigned char *last = end - bytes % 64; at != last; at += 64) { // fewer jumps
        a = gg_hash_step(gg_hash_step(a, at), at + 32);
        b = gg_hash_step(gg_hash_step(b, at + 8), at + 40);
        c = gg_hash_step(gg_hash_step(c, at + 16), at + 48);
        d = gg_hash_step(gg_hash_step(d, at + 24), at + 56);
    }
    if (bytes & 32) {
        a = gg_hash_step(a, at);
        b = gg_hash_step(b, at + 8);
        c = gg_hash_step(c, at + 16);
        d = gg_hash_step(d, at + 24);
        at += 32;
    }
    for (; at != end; at += 8) {
        a = gg_hash_step(a, at);
    }
    return gg_fold(gg_fold(gg_fold(gg_fold((uint64_t)bytes, a), b), c), d);
}

#ifdef __cplusplus
}
#endif
#endif
