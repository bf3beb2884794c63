// SPDX-License-Identifier: Apache-2.0
//
// Bits of one word, and sets of small integers kept in an array of words.
//
// Bit i of a set is bit (i & 63) of word (i >> 6). The caller owns the array and passes its length
// in words; bits past the last meaningful one are the caller's to keep at zero. Indices are plain
// `int` so that cell and piece numbers of any width go in without a cast; -1 means "none".
// Every function is total: a zero word, an empty set and a rank past the end have defined answers,
// because the compiler builtins leave them undefined and two compilers would then disagree.
#ifndef GG_BASE_BITS_H
#define GG_BASE_BITS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The one place where byte order is assumed: stored facts, hashes and logs are little-endian, and
// memcpy of a word is how they are read.
#if !defined(__BYTE_ORDER__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "Grognard keeps its facts in little-endian words; this target needs byte swaps first"
#endif

// One bit per byte: the constants of the byte-parallel arithmetic below.
#define GG_BITS_LOW_OF_BYTES  UINT64_C(0x0101010101010101)
#define GG_BITS_HIGH_OF_BYTES UINT64_C(0x8080808080808080)

static inline uint32_t gg_bits_rotl32(uint32_t x, int by) {
    return (x << (by & 31)) | (x >> (-by & 31));
}

static inline uint64_t gg_bits_rotl64(uint64_t x, int by) {
    return (x << (by & 63)) | (x >> (-by & 63));
}

// Byte i is 255 where bit i is set, else 0.
static inline uint64_t gg_bits_to_bytes(uint8_t bits) {
    uint64_t one = bits * GG_BITS_LOW_OF_BYTES & UINT64_C(0x8040201008040201); // bit i of byte i
    uint64_t high = (one + ~GG_BITS_HIGH_OF_BYTES) | one; // no byte overflows into the next
    return ((high & GG_BITS_HIGH_OF_BYTES) >> 7) * 255;
}

// Number of set bits in each byte, in that byte.
static inline uint64_t gg_bits_count_bytes(uint64_t w) {
    w -= (w >> 1) & UINT64_C(0x5555555555555555);
    w = (w & UINT64_C(0x3333333333333333)) + ((w >> 2) & UINT64_C(0x3333333333333333));
    return (w + (w >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
}

static inline int gg_bits_popcount64(uint64_t w) {
    // gcc without the popcnt instruction calls a library routine, slower than the sums written out.
#if defined(__x86_64__) && !defined(__POPCNT__)
    return (int)((gg_bits_count_bytes(w) * GG_BITS_LOW_OF_BYTES) >> 56);
#else
    return __builtin_popcountll(w);
#endif
}

static inline int gg_bits_popcount32(uint32_t w) {
    return gg_bits_popcount64(w);
}

// Number of zeros below the lowest set bit; the width of the word when there is none.
static inline int gg_bits_ctz32(uint32_t w) {
    return w ? __builtin_ctz(w) : 32;
}

static inline int gg_bits_ctz64(uint64_t w) {
    return w ? __builtin_ctzll(w) : 64;
}

// Number of zeros above the highest set bit; the width of the word when there is none.
static inline int gg_bits_clz32(uint32_t w) {
    return w ? __builtin_clz(w) : 32;
}

static inline int gg_bits_clz64(uint64_t w) {
    return w ? __builtin_clzll(w) : 64;
}

// How many of the eight running sums (each at most 64) are at most k (at most 63)? With the high
// bit of each byte set beforehand no byte can borrow from its neighbour, and the bit survives
// exactly where the sum is not greater than k.
static inline int gg_bits_sums_upto(uint64_t sums, int k) {
    uint64_t left = ((uint64_t)k * GG_BITS_LOW_OF_BYTES) | GG_BITS_HIGH_OF_BYTES;
    uint64_t kept = ((left - sums) & GG_BITS_HIGH_OF_BYTES) >> 7;
    return (int)((kept * GG_BITS_LOW_OF_BYTES) >> 56);
}

// Place of the k-th set bit, counting from 0 at the low end; 64 when there are not that many.
// Two steps without branches (which byte, then which bit of it): the rank is random, so a loop that
// clears bits one by one would be mispredicted nearly every time.
static inline int gg_bits_select64(uint64_t w, int k) {
    uint64_t sums = gg_bits_count_bytes(w) * GG_BITS_LOW_OF_BYTES;
    if (k < 0 || k >= (int)(sums >> 56)) {
        return 64;
    }
    int shift = gg_bits_sums_upto(sums, k) * 8;
    int rest = k - (int)(((sums << 8) >> shift) & 0xff);
    // Bit i of the chosen byte goes alone to byte i, as 0 or 1.
    uint64_t spread = ((w >> shift) & 0xff) * GG_BITS_LOW_OF_BYTES;
    spread &= UINT64_C(0x8040201008040201);
    spread = (((spread & ~GG_BITS_HIGH_OF_BYTES) + ~GG_BITS_HIGH_OF_BYTES) | spread) >> 7;
    spread &= GG_BITS_LOW_OF_BYTES;
    return shift + gg_bits_sums_upto(spread * GG_BITS_LOW_OF_BYTES, rest);
}

static inline bool gg_bits_test(const uint64_t *set, int i) {
    return (set[i >> 6] >> (i & 63)) & 1;
}

static inline void gg_bits_set(uint64_t *set, int i) {
    set[i >> 6] |= UINT64_C(1) << (i & 63);
}

static inline void gg_bits_clear(uint64_t *set, int i) {
    set[i >> 6] &= ~(UINT64_C(1) << (i & 63));
}

static inline int gg_bits_count(const uint64_t *set, int words) {
    int count = 0;
    for (int w = 0; w < words; w++) {
        count += gg_bits_popcount64(set[w]);
    }
    return count;
}

static inline bool gg_bits_any(const uint64_t *set, int words) {
    uint64_t any = 0;
    for (int w = 0; w < words; w++) {
        any |= set[w];
    }
    return any != 0;
}

// The three operations change `set` in place: set = set OP other.
static inline void gg_bits_and(uint64_t *set, const uint64_t *other, int words) {
    for (int w = 0; w < words; w++) {
        set[w] &= other[w];
    }
}

static inline void gg_bits_or(uint64_t *set, const uint64_t *other, int words) {
    for (int w = 0; w < words; w++) {
        set[w] |= other[w];
    }
}

static inline void gg_bits_andnot(uint64_t *set, const uint64_t *other, int words) {
    for (int w = 0; w < words; w++) {
        set[w] &= ~other[w];
    }
}

// First member at or after `from` (>= 0), or -1. To visit a set in ascending order:
//     for (int i = gg_bits_next(s, n, 0); i >= 0; i = gg_bits_next(s, n, i + 1))
static inline int gg_bits_next(const uint64_t *set, int words, int from) {
    int w = from >> 6;
    if (w >= words) {
        return -1;
    }
    uint64_t word = set[w] & (~UINT64_C(0) << (from & 63));
    while (word == 0) {
        if (++w >= words) {
            return -1;
        }
        word = set[w];
    }
    return w * 64 + gg_bits_ctz64(word);
}

// The k-th member in ascending order, counting from 0, or -1: a uniform pick is one rank.
static inline int gg_bits_select(const uint64_t *set, int words, int k) {
    if (k < 0) {
        return -1;
    }
    for (int w = 0; w < words; w++) {
        int here = gg_bits_popcount64(set[w]);
        if (k < here) {
            return w * 64 + gg_bits_select64(set[w], k);
        }
        k -= here;
    }
    return -1;
}

#ifdef __cplusplus
}
#endif
#endif
