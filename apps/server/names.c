// SPDX-License-Identifier: Apache-2.0
// Names of matches: by chance, or from a key that whoever asks for the match has chosen. The key
// makes the name, so a request that is sent again finds the match that the first one began: while
// it is not saved yet, later, and after a restart, without anything kept for it.
#include <string.h>

#include "base/sha256.h"
#include "server.h"

enum { NAME_LETTERS = 20 };

static void spell(const uint8_t bytes[NAME_LETTERS], char out[GG_ID_MAX + 1]) {
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; // 32: no l, o, 0, 1
    for (unsigned i = 0; i < NAME_LETTERS; i++) out[i] = letters[bytes[i] & 31];
    out[NAME_LETTERS] = 0;
}

bool srv_random_name(char out[GG_ID_MAX + 1]) {
    uint8_t bytes[NAME_LETTERS];
    if (!srv_random(bytes, sizeof bytes)) return false;
    spell(bytes, out);
    return true;
}

// Nobody who does not know the server's secret finds it, whatever key was chosen.
static void keyed_name(const server *sv, int64_t person, const char *key, char out[GG_ID_MAX + 1]) {
    gg_sha256 sum;
    uint8_t digest[GG_SHA256_DIGEST_BYTES];
    gg_sha256_init(&sum);
    gg_sha256_update(&sum, sv->names, sizeof sv->names);
    gg_sha256_update(&sum, &person, sizeof person);
    gg_sha256_update(&sum, key, strlen(key));
    gg_sha256_final(&sum, digest);
    spell(digest, out);
}

// With a key: the name the match shall have. False: answered, since there is one already, or the
// key is none; or handled again when that one is saved.
bool srv_name_once(server *sv, srv_request *r, char name[GG_ID_MAX + 1]) {
    const json_t *key = json_object_get(r->body, "key");
    const char *text = json_string_value(key);
    srv_match *m;
    if (!key) return true;
    if (!text || !*text || strlen(text) > 64) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return false;
    }
    keyed_name(sv, r->session->who.person, text, name);
    srv_fault fault = srv_match_find(sv, name, &m);
    if (fault == FAULT_NOT_FOUND) return true;
    if (fault == FAULT_NONE && m->unsaved) {
        srv_wait_for(sv, r->call, m);
    } else if (fault == FAULT_NONE || fault == FAULT_OTHER_RULES) {
        char commitment[65];
        gg_json *json = srv_begin(sv);
        gg_json_string(json, "id", name);
        if (m) gg_dice_commitment(m->row.seed, commitment);
        if (m) gg_json_string(json, "commitment", commitment);
        srv_send(sv, r->call, 201);
    } else {
        srv_fail(sv, r->call, fault);
    }
    return false;
}
