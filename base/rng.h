// SPDX-License-Identifier: Apache-2.0
//
// Random numbers: Philox4x32-10, a counter-based generator (Salmon, Moraes, Dror, Shaw: "Parallel
// random numbers: as easy as 1, 2, 3", SC 2011).
//
// A block of four words is a pure function of (seed, stream, block number), so that thousands of
// rollouts each own a stream without sharing or ordering anything. Layout:
//
//     key[0..1]  the seed             ctr[0..1]  block number      ctr[2..3]  the stream
//                (low word first)                (low word first)             (low word first)
//
// Only whole words are consumed, in order: a sequence of calls is the same on every machine.
// Not for secrets: tickets that a player must not predict come from HMAC (sha256.h).
#ifndef GG_BASE_RNG_H
#define GG_BASE_RNG_H

#include <stdint.h>

#include "bits.h"
#include "panic.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gg_rng {
    uint32_t key[2];
    uint32_t ctr[4]; // of the next block
    uint32_t out[4]; // the current block, handed out from its first word
    uint32_t used;   // words of `out` already handed out; 4 = ask for a block
} gg_rng;

// The bijection itself, bare, for the published test vectors.
static inline void gg_philox4x32(const uint32_t ctr[4], const uint32_t key[2], uint32_t out[4]) {
    uint32_t c0 = ctr[0], c1 = ctr[1], c2 = ctr[2], c3 = ctr[3];
    uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++) {
        uint64_t left = (uint64_t)c0 * 0xd2511f53u;
        uint64_t right = (uint64_t)c2 * 0xcd9e8d57u;
        c0 = (uint32_t)(right >> 32) ^ c1 ^ k0;
        c2 = (uint32_t)(left >> 32) ^ c3 ^ k1;
        c1 = (uint32_t)right;
        c3 = (uint32_t)left;
        k0 += 0x9e3779b9u; // golden ratio
        k1 += 0xbb67ae85u; // square root of 3
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

static inline void gg_rng_seed(gg_rng *rng, uint64_t seed, uint64_t stream) {
    rng->key[0] = (uint32_t)seed;
    rng->key[1] = (uint32_t)(seed >> 32);
    rng->ctr[0] = rng->ctr[1] = 0;
    rng->ctr[2] = (uint32_t)stream;
    rng->ctr[3] = (uint32_t)(stream >> 32);
    rng->out[0] = rng->out[1] = rng->out[2] = rng->out[3] = 0;
    rng->used = 4;
}

static inline void gg_rng_refill(gg_rng *rng) {
    gg_philox4x32(rng->ctr, rng->key, rng->out);
    rng->ctr[0]++;
    rng->ctr[1] += rng->ctr[0] == 0;
    rng->used = 0;
}

static inline uint32_t gg_rng_u32(gg_rng *rng) {
    if (rng->used >= 4) {
        gg_rng_refill(rng);
    }
    return rng->out[rng->used++];
}

// Two words, the low one first.
static inline uint64_t gg_rng_u64(gg_rng *rng) {
    uint64_t low = gg_rng_u32(rng);
    return low | (uint64_t)gg_rng_u32(rng) << 32;
}

// Uniform in 0..n-1, n >= 1 (Lemire): the high half of word * n, where a low half below
// 2^32 mod n is refused because it falls on the part that some results would have in excess.
// The division is paid only when the low half is below n, that is n times in 2^32.
static inline uint32_t gg_rng_below(gg_rng *rng, uint32_t n) {
    GG_ASSERT(n >= 1);
    uint64_t product = (uint64_t)gg_rng_u32(rng) * n;
    if ((uint32_t)product < n) {
        uint32_t excess = (0u - n) % n;
        while ((uint32_t)product < excess) {
            product = (uint64_t)gg_rng_u32(rng) * n;
        }
    }
    return (uint32_t)(product >> 32);
}

// Uniform in 0..n-1, 1 <= n <= 2^53 (the largest sum of weights of a chance node). Below 2^32 it is
// gg_rng_below to the last word consumed; above, words are masked and redrawn (at most two draws on
// average) because a 64 x 64 bit product to 128 bits is not portable C.
static inline uint64_t gg_rng_below64(gg_rng *rng, uint64_t n) {
    GG_ASSERT(n >= 1 && n <= UINT64_C(1) << 53);
    if (n <= UINT32_MAX) {
        return gg_rng_below(rng, (uint32_t)n);
    }
    uint64_t mask = ~UINT64_C(0) >> gg_bits_clz64(n - 1);
    uint64_t draw = gg_rng_u64(rng) & mask;
    while (draw >= n) {
        draw = gg_rng_u64(rng) & mask;
    }
    return draw;
}

#ifdef __cplusplus
}
#endif
#endif
