// SPDX-License-Identifier: Apache-2.0
// What players give for the dice. The server's seed is fixed and its commitment shown when a match
// is made; then every seat that a person plays gives a seed of its own, once, and nothing is drawn
// before all have. So whoever runs the server cannot try seeds until one pleases him. What is given
// is stored before it is acknowledged, like everything else.
#include <string.h>

#include "server.h"

enum { LEAST = 32, DIGITS = 64 }; // 16 to 32 bytes

unsigned srv_dice_wanted(const srv_match *m) {
    return m->match ? gg_match_awaited_seeds(m->match) : 0;
}

bool srv_dice_ready(const srv_match *m, int seat) {
    unsigned wanted = srv_dice_wanted(m);
    if (!wanted || srv_match_over(m)) return true;
    return srv_match_turn(m).seat != GG_CHANCE && (seat >= m->game->seats || !(wanted >> seat & 1));
}

const char *srv_dice_word(const srv_match *m, unsigned seat) {
    if (srv_dice_wanted(m) >> seat & 1) return "wanted";
    return gg_match_setup_of(m->match)->client_seed[seat][0] ? "given" : "none";
}

static bool is_hex(const char *text, size_t least, size_t most) {
    size_t length = strspn(text, "0123456789abcdef");
    return !text[length] && length >= least && length <= most && length % 2 == 0;
}

// Which seats it is for: the one that is named, or all of this person that are awaited. 0: none.
static unsigned seats_for(const srv_request *r, const char *token, srv_fault *fault) {
    unsigned found = 0;
    int named = -1;
    if (token && (!gg_seat_find(r->match->game, token, &named) || named >= r->match->game->seats)) {
        *fault = FAULT_BAD_FIELD;
        return 0;
    }
    for (unsigned i = 0; i < r->match->game->seats; i++)
        if (srv_sits_at(r->match, r->session->who.person, i) && (!token || (int)i == named))
            found |= 1U << i;
    if (!found) *fault = FAULT_NOT_ALLOWED;
    return found;
}

// Sent again, because the answer was lost.
static bool is_repeated(const srv_request *r, unsigned seats, const char *seed) {
    const gg_match_setup *setup = gg_match_setup_of(r->match->match);
    for (unsigned i = 0; i < r->match->game->seats; i++)
        if ((seats >> i & 1) && strcmp(setup->client_seed[i], seed) != 0) return false;
    return true;
}

static srv_fault judge(const srv_request *r, const char *seed, unsigned *seats) {
    const char *shown = srv_get_text(r->body, "commitment");
    const json_t *seat = json_object_get(r->body, "seat");
    srv_fault fault = FAULT_NONE;
    if (!seed || !is_hex(seed, LEAST, DIGITS) || !shown || !is_hex(shown, DIGITS, DIGITS) ||
        (seat && !json_is_string(seat)))
        return FAULT_BAD_FIELD;
    if (r->match->row.file) return FAULT_NOT_ALLOWED;
    if (strcmp(shown, gg_match_commitment(r->match->match)) != 0) return FAULT_COMMITMENT;
    *seats = seats_for(r, json_string_value(seat), &fault);
    return fault;
}

static gg_status give(server *sv, srv_match *m, unsigned seats, const char *seed) {
    gg_status status = GG_OK;
    for (unsigned i = 0; status == GG_OK && i < m->game->seats; i++) {
        if (!(seats >> i & 1)) continue;
        status = gg_match_give_client_seed(m->match, (int)i, seed);
        gg_store_seed_put(sv->store, m->row.row, i, seed);
    }
    return status == GG_OK ? srv_match_set_out(m) : status;
}

void srv_on_dice(server *sv, srv_request *r) {
    const char *seed = srv_get_text(r->body, "seed");
    unsigned seats = 0;
    srv_fault fault = judge(r, seed, &seats);
    if (fault == FAULT_NONE && is_repeated(r, seats, seed)) {
        gg_json_integer(srv_begin(sv), "seq",
                        (int64_t)srv_seq_of(r->match, r->session->who.person));
        srv_send(sv, r->call, 200);
        return;
    }
    bool named = json_object_get(r->body, "seat") != NULL;
    unsigned wanted = seats & srv_dice_wanted(r->match);
    if (fault == FAULT_NONE && (!wanted || (named && wanted != seats))) fault = FAULT_SEED_GIVEN;
    if (fault == FAULT_NONE && srv_match_over(r->match)) fault = FAULT_NOT_ALLOWED;
    if (fault != FAULT_NONE) {
        srv_fail(sv, r->call, fault);
        return;
    }
    srv_match_asked(r->match, GG_NOBODY, 0);
    gg_status status = give(sv, r->match, wanted, seed);
    srv_match_force(sv, r->match);
    if (status == GG_OK)
        srv_done(sv, r);
    else
        srv_broken(sv, r, status);
}

void srv_on_key(server *sv, srv_request *r) {
    char hex[APP_KEY_HEX];
    app_key_hex(sv->key.public, hex);
    gg_json *json = srv_begin(sv);
    gg_json_string(json, "algorithm", "ed25519");
    gg_json_string(json, "key", hex);
    srv_send(sv, r->call, 200);
}
