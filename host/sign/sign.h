// SPDX-License-Identifier: Apache-2.0
// A server's key: it signs the files of finished matches (Ed25519), so that whoever has one can
// show later which server it comes from. The secret lies in a file that its owner alone may read.
#ifndef GG_HOST_SIGN_SIGN_H
#define GG_HOST_SIGN_SIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grognard/match.h"

typedef enum gg_key_trouble {
    GG_KEY_FINE,
    GG_KEY_SYSTEM,  // errno says why
    GG_KEY_OPEN,    // others than its owner may read or change the file
    GG_KEY_NO_FILE, // it is no ordinary file
    GG_KEY_DAMAGED, // it does not hold a key
} gg_key_trouble;

enum { GG_KEY_SECRET = 64 }; // bytes: 32 random ones and the public key

typedef struct gg_key {
    uint8_t secret[GG_KEY_SECRET];
    uint8_t public[GG_SIGNER_BYTES];
} gg_key;

// Reads the key at `path`; with `make` a new one is made and on disk first when there is none.
gg_key_trouble gg_key_open(gg_key *key, const char *path, bool make);
void gg_key_close(gg_key *key); // nothing of the secret stays in memory
// For gg_match_write_signed(); the key must stay where it is.
void gg_key_signer(const gg_key *key, gg_signer *out);
// Does the signature of these bytes hold?
bool gg_key_holds(const uint8_t public[GG_SIGNER_BYTES], const char *text, size_t length,
                  const uint8_t signature[GG_SIGNATURE_BYTES]);

#endif
