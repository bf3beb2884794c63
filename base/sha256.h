// SPDX-License-Identifier: Apache-2.0
//
// SHA-256 (FIPS 180-4) and HMAC-SHA256 (RFC 2104), for what a player must not be able to forge or
// foresee: sealed commitments, the chain of a match log, the umpire's tickets.
//
// A gg_hmac_key keeps the hash state after the two padded key blocks, which never change: a tag of
// a message of at most 55 bytes then costs two compressions instead of four.
#ifndef GG_BASE_SHA256_H
#define GG_BASE_SHA256_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GG_SHA256_BLOCK_BYTES  64
#define GG_SHA256_DIGEST_BYTES 32
#define GG_SHA256_STATE_WORDS  8

typedef struct gg_sha256 {
    uint32_t state[GG_SHA256_STATE_WORDS];
    uint64_t bytes;                       // taken so far; block[] holds the last bytes % 64
    uint8_t block[GG_SHA256_BLOCK_BYTES]; // input that does not make a whole block yet
} gg_sha256;

void gg_sha256_init(gg_sha256 *sha);
void gg_sha256_update(gg_sha256 *sha, const void *data, size_t bytes);

// Ends the message; `sha` must be initialised again before it is used again.
void gg_sha256_final(gg_sha256 *sha, uint8_t digest[GG_SHA256_DIGEST_BYTES]);

// The whole message at once.
void gg_sha256_of(const void *data, size_t bytes, uint8_t digest[GG_SHA256_DIGEST_BYTES]);

typedef struct gg_hmac_key {
    uint32_t inner[GG_SHA256_STATE_WORDS]; // state after the block key ^ 0x36...
    uint32_t outer[GG_SHA256_STATE_WORDS]; // state after the block key ^ 0x5c...
} gg_hmac_key;

void gg_hmac_key_init(gg_hmac_key *key, const void *secret, size_t bytes);
void gg_hmac(const gg_hmac_key *key, const void *data, size_t bytes,
             uint8_t tag[GG_SHA256_DIGEST_BYTES]);

// In a time that does not depend on where the two differ: safe for tags sent by a client.
bool gg_digest_equal(const uint8_t a[GG_SHA256_DIGEST_BYTES],
                     const uint8_t b[GG_SHA256_DIGEST_BYTES]);

#ifdef __cplusplus
}
#endif
#endif
