// SPDX-License-Identifier: Apache-2.0
//
// SHA-256 as FIPS 180-4 states it, in portable C.
//
// The 64 rounds are four passes of sixteen, unrolled: the eight working variables change roles
// instead of being moved, and the message schedule lives in sixteen words that each pass renews in
// place. No processor instruction for SHA is used: one path gives one behaviour to test.
#include "base/sha256.h"

#include <string.h>

#include "base/bits.h"

// Fractional parts of the square roots of the first 8 primes.
static const uint32_t initial_state[GG_SHA256_STATE_WORDS] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

// Fractional parts of the cube roots of the first 64 primes.
static const uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

// The six functions of the standard, section 4.1.2: capital sigmas mix the working variables, small
// sigmas the message schedule. choose and majority are in their shortest equal forms.
static inline uint32_t big_sigma0(uint32_t x) {
    return gg_bits_rotl32(x, 30) ^ gg_bits_rotl32(x, 19) ^ gg_bits_rotl32(x, 10);
}

static inline uint32_t big_sigma1(uint32_t x) {
    return gg_bits_rotl32(x, 26) ^ gg_bits_rotl32(x, 21) ^ gg_bits_rotl32(x, 7);
}

static inline uint32_t small_sigma0(uint32_t x) {
    return gg_bits_rotl32(x, 25) ^ gg_bits_rotl32(x, 14) ^ (x >> 3);
}

static inline uint32_t small_sigma1(uint32_t x) {
    return gg_bits_rotl32(x, 15) ^ gg_bits_rotl32(x, 13) ^ (x >> 10);
}

static inline uint32_t choose(uint32_t x, uint32_t y, uint32_t z) {
    return z ^ (x & (y ^ z));
}

static inline uint32_t majority(uint32_t x, uint32_t y, uint32_t z) {
    return (x & y) | (z & (x | y));
}

static inline uint32_t load_big_endian(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static inline void store_big_endian(uint8_t *p, uint32_t x) {
    p[0] = (uint8_t)(x >> 24);
    p[1] = (uint8_t)(x >> 16);
    p[2] = (uint8_t)(x >> 8);
    p[3] = (uint8_t)x;
}

// A macro and not a function: only d and h change, and which variable plays d and h turns with the
// round, so that the names themselves must be arguments.
#define ROUND(a, b, c, d, e, f, g, h, i)                                                           \
    do {                                                                                           \
        h += big_sigma1(e) + choose(e, f, g) + constants[i] + words[i];                            \
        d += h;                                                                                    \
        h += big_sigma0(a) + majority(a, b, c);                                                    \
    } while (0)

// After eight rounds every variable is back in its role.
#define EIGHT_ROUNDS(i)                                                                            \
    do {                                                                                           \
        ROUND(a, b, c, d, e, f, g, h, (i) + 0);                                                    \
        ROUND(h, a, b, c, d, e, f, g, (i) + 1);                                                    \
        ROUND(g, h, a, b, c, d, e, f, (i) + 2);                                                    \
        ROUND(f, g, h, a, b, c, d, e, (i) + 3);                                                    \
        ROUND(e, f, g, h, a, b, c, d, (i) + 4);                                                    \
        ROUND(d, e, f, g, h, a, b, c, (i) + 5);                                                    \
        ROUND(c, d, e, f, g, h, a, b, (i) + 6);                                                    \
        ROUND(b, c, d, e, f, g, h, a, (i) + 7);                                                    \
    } while (0)

// W[t] = s1(W[t-2]) + W[t-7] + s0(W[t-15]) + W[t-16], where W[t] takes the place of W[t-16].
static inline void next_schedule(uint32_t words[16]) {
    for (unsigned t = 0; t < 16; t++) {
        words[t] += small_sigma1(words[(t + 14) % 16]) + words[(t + 9) % 16] +
                    small_sigma0(words[(t + 1) % 16]);
    }
}

static void compress(uint32_t state[GG_SHA256_STATE_WORDS], const uint8_t *block) {
    uint32_t words[16];
    for (unsigned t = 0; t < 16; t++) {
        words[t] = load_big_endian(block + 4 * t);
    }
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (unsigned pass = 0; pass < 4; pass++) {
        const uint32_t *constants = round_constants + 16 * pass;
        if (pass > 0) {
            next_schedule(words);
        }
        EIGHT_ROUNDS(0);
        EIGHT_ROUNDS(8);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
}

void gg_sha256_init(gg_sha256 *sha) {
    memset(sha, 0, sizeof *sha);
    memcpy(sha->state, initial_state, sizeof sha->state);
}

void gg_sha256_update(gg_sha256 *sha, const void *data, size_t bytes) {
    const uint8_t *from = (const uint8_t *)data;
    size_t held = (size_t)(sha->bytes % GG_SHA256_BLOCK_BYTES);
    sha->bytes += bytes;
    if (held + bytes >= GG_SHA256_BLOCK_BYTES && held > 0) {
        size_t wanted = GG_SHA256_BLOCK_BYTES - held;
        memcpy(sha->block + held, from, wanted);
        compress(sha->state, sha->block);
        from += wanted;
        bytes -= wanted;
        held = 0;
    }
    for (; bytes >= GG_SHA256_BLOCK_BYTES; bytes -= GG_SHA256_BLOCK_BYTES) {
        compress(sha->state, from);
        from += GG_SHA256_BLOCK_BYTES;
    }
    if (bytes > 0) { // also keeps a null pointer with no bytes away from memcpy
        memcpy(sha->block + held, from, bytes);
    }
}

// Padding: one bit 1, zeros, and the length in bits as 64-bit big-endian at the end of a block.
void gg_sha256_final(gg_sha256 *sha, uint8_t digest[GG_SHA256_DIGEST_BYTES]) {
    size_t held = (size_t)(sha->bytes % GG_SHA256_BLOCK_BYTES);
    uint64_t bits = sha->bytes * 8;
    sha->block[held++] = 0x80;
    if (held > GG_SHA256_BLOCK_BYTES - 8) {
        memset(sha->block + held, 0, GG_SHA256_BLOCK_BYTES - held);
        compress(sha->state, sha->block);
        held = 0;
    }
    memset(sha->block + held, 0, GG_SHA256_BLOCK_BYTES - 8 - held);
    store_big_endian(sha->block + GG_SHA256_BLOCK_BYTES - 8, (uint32_t)(bits >> 32));
    store_big_endian(sha->block + GG_SHA256_BLOCK_BYTES - 4, (uint32_t)bits);
    compress(sha->state, sha->block);
    for (unsigned i = 0; i < GG_SHA256_STATE_WORDS; i++) {
        store_big_endian(digest + 4 * i, sha->state[i]);
    }
}

void gg_sha256_of(const void *data, size_t bytes, uint8_t digest[GG_SHA256_DIGEST_BYTES]) {
    gg_sha256 sha;
    gg_sha256_init(&sha);
    gg_sha256_update(&sha, data, bytes);
    gg_sha256_final(&sha, digest);
}

// State after the one block made of the key with every byte changed by `pad`.
static void start_from_key(uint32_t state[GG_SHA256_STATE_WORDS],
                           const uint8_t key[GG_SHA256_BLOCK_BYTES], uint8_t pad) {
    uint8_t block[GG_SHA256_BLOCK_BYTES];
    for (unsigned i = 0; i < GG_SHA256_BLOCK_BYTES; i++) {
        block[i] = key[i] ^ pad;
    }
    memcpy(state, initial_state, sizeof initial_state);
    compress(state, block);
}

void gg_hmac_key_init(gg_hmac_key *key, const void *secret, size_t bytes) {
    uint8_t block[GG_SHA256_BLOCK_BYTES] = {0};
    if (bytes > GG_SHA256_BLOCK_BYTES) {
        gg_sha256_of(secret, bytes, block);
    } else if (bytes > 0) {
        memcpy(block, secret, bytes);
    }
    start_from_key(key->inner, block, 0x36);
    start_from_key(key->outer, block, 0x5c);
}

// A hash that has already taken the one key block `state` stands for.
static void resume(gg_sha256 *sha, const uint32_t state[GG_SHA256_STATE_WORDS]) {
    memcpy(sha->state, state, sizeof sha->state);
    sha->bytes = GG_SHA256_BLOCK_BYTES;
}

void gg_hmac(const gg_hmac_key *key, const void *data, size_t bytes,
             uint8_t tag[GG_SHA256_DIGEST_BYTES]) {
    gg_sha256 sha;
    resume(&sha, key->inner);
    gg_sha256_update(&sha, data, bytes);
    gg_sha256_final(&sha, tag);
    resume(&sha, key->outer);
    gg_sha256_update(&sha, tag, GG_SHA256_DIGEST_BYTES);
    gg_sha256_final(&sha, tag);
}

bool gg_digest_equal(const uint8_t a[GG_SHA256_DIGEST_BYTES],
                     const uint8_t b[GG_SHA256_DIGEST_BYTES]) {
    unsigned different = 0;
    for (unsigned i = 0; i < GG_SHA256_DIGEST_BYTES; i++) {
        different |= (unsigned)(a[i] ^ b[i]);
    }
    return different == 0;
}
