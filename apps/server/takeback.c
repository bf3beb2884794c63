// SPDX-License-Identifier: Apache-2.0
// Take-back with consent. Who asks may name a decision of his own; without one his last is meant.
// The program always agrees (against it a match is practice), and so does a second seat of the same
// person; anybody else is asked.
#include <string.h>

#include "server.h"

void srv_json_takeback(gg_json *json, const srv_match *m) {
    uint32_t number;
    unsigned silent;
    int seat = gg_match_back_asked(m->match, &number, &silent);
    if (seat == GG_NOBODY) {
        gg_json_null(json, "takeback");
        return;
    }
    gg_json_open(json, "takeback", '{');
    gg_json_string(json, "seat", gg_seat_token(m->game, seat));
    gg_json_integer(json, "entry", number);
    gg_json_open(json, "asked", '[');
    for (unsigned i = 0; i < m->game->seats; i++)
        if (silent >> i & 1) gg_json_string(json, NULL, m->game->seat_names[i].token);
    gg_json_close(json, ']');
    gg_json_close(json, '}');
}

static bool agrees_at_once(const srv_match *m, unsigned seat, int asks) {
    return m->kind[seat] != SRV_HUMAN || srv_sits_at(m, m->row.person[asks], seat);
}

static gg_status ask(srv_match *m, int seat, int64_t entry) {
    uint32_t number = entry ? (uint32_t)entry : gg_match_last_decision(m->match, seat);
    gg_status status = gg_match_ask_back(m->match, seat, number);
    for (unsigned i = 0; status == GG_OK && i < m->game->seats; i++)
        if ((int)i != seat && agrees_at_once(m, i, seat))
            status = gg_match_answer_back(m->match, (int)i, true);
    return status;
}

// What a person who is asked answers: "agree", "decline"; "decline" of who asks withdraws it.
void srv_on_takeback(server *sv, srv_request *r) {
    const char *answer = srv_get_text(r->body, "answer");
    srv_match *m = r->match;
    gg_status status = GG_BAD_INPUT;
    int64_t entry = 0;
    uint64_t key;
    bool named = json_object_get(r->body, "entry") != NULL;
    if (!srv_is_new(sv, r, &key) || !srv_may_change(sv, r, false)) return;
    bool fine = !named || srv_get_number(r->body, "entry", 1, GG_ENTRIES_MAX, &entry);
    srv_think_stop(m);
    if (answer && fine && strcmp(answer, "ask") == 0)
        status = ask(m, r->viewer, entry);
    else if (answer && !named && (strcmp(answer, "agree") == 0 || strcmp(answer, "decline") == 0))
        status = gg_match_answer_back(m->match, r->viewer, answer[0] == 'a');
    srv_done_or_not(sv, r, status);
}
