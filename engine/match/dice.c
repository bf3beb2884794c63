// SPDX-License-Identifier: Apache-2.0
// The umpire's dice: commit, then reveal (Q12). match.h states the formula; tools/verify-dice.py is
// its second, independent reading.
//
// The key's two blocks and everything in the message before the counter are hashed once, when the
// match opens. A draw copies that state, adds the few bytes of the counter and closes: two or three
// compressions. Nothing here depends on the machine's byte order.
#include <string.h>

#include "engine/match/internal.h"
#include "grognard/match.h"

static void add_line(gg_sha256 *sha, const char *text) {
    gg_sha256_update(sha, text, strlen(text));
    gg_sha256_update(sha, "\n", 1);
}

void gg_dice_open(gg_dice *dice, const uint8_t seed[GG_SEED_BYTES], const char *id,
                  const char *const *client, unsigned seats) {
    gg_hmac_key key;
    gg_hmac_key_init(&key, seed, GG_SEED_BYTES);
    memset(dice, 0, sizeof *dice);
    memcpy(dice->inner.state, key.inner, sizeof key.inner);
    memcpy(dice->outer, key.outer, sizeof key.outer);
    dice->inner.bytes = GG_SHA256_BLOCK_BYTES;
    add_line(&dice->inner, "grognard dice 1");
    add_line(&dice->inner, id);
    for (unsigned i = 0; i < seats; i++) add_line(&dice->inner, client[i] ? client[i] : "");
    memset(&key, 0, sizeof key);
}

void gg_dice_commitment(const uint8_t seed[GG_SEED_BYTES], char hex[65]) {
    uint8_t digest[GG_SHA256_DIGEST_BYTES];
    gg_sha256_of(seed, GG_SEED_BYTES, digest);
    gg_match_hex(digest, sizeof digest, hex);
}

// Decimal digits of `value`, written backwards from `end`.
static char *digits(char *end, uint64_t value) {
    do *--end = (char)('0' + value % 10);
    while (value /= 10);
    return end;
}

static void tag_of(const gg_dice *dice, uint64_t counter, uint64_t round,
                   uint8_t tag[GG_SHA256_DIGEST_BYTES]) {
    char text[48], *end = text + sizeof text, *at = end;
    gg_sha256 sha = dice->inner;
    *--at = '\n';
    at = digits(at, round);
    *--at = ' ';
    at = digits(at, counter);
    gg_sha256_update(&sha, at, (size_t)(end - at));
    gg_sha256_final(&sha, tag);
    memcpy(sha.state, dice->outer, sizeof dice->outer);
    sha.bytes = GG_SHA256_BLOCK_BYTES;
    gg_sha256_update(&sha, tag, GG_SHA256_DIGEST_BYTES);
    gg_sha256_final(&sha, tag);
}

static uint64_t big_endian_word(const uint8_t *from) {
    uint64_t word = 0;
    for (unsigned i = 0; i < 8; i++) word = word << 8 | from[i];
    return word;
}

// A word is too large when it lies in the last, incomplete run of `tickets` below 2^64. That run is
// shorter than `tickets`: the division that measures it is hardly ever needed.
static bool fair(uint64_t word, uint64_t tickets) {
    if (word <= UINT64_MAX - tickets) return true;
    uint64_t excess = (0 - tickets) % tickets;
    return word <= UINT64_MAX - excess;
}

uint64_t gg_dice_draw(const gg_dice *dice, uint64_t counter, uint64_t tickets) {
    GG_ASSERT(tickets >= 1 && tickets <= UINT64_C(1) << 53);
    for (uint64_t round = 0;; round++) {
        uint8_t tag[GG_SHA256_DIGEST_BYTES];
        tag_of(dice, counter, round, tag);
        for (unsigned i = 0; i < GG_SHA256_DIGEST_BYTES; i += 8) {
            uint64_t word = big_endian_word(tag + i);
            if (fair(word, tickets)) return word % tickets;
        }
    }
}
