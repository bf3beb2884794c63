// SPDX-License-Identifier: Apache-2.0
// Raw 64-bit words to the judge, for any seat, at a node reached by bytes: never a crash, never a
// write, the same answer with and without a verdict, and a sentence for every refusal.
#include "fuzz.h"

static void refused(const gg_position *p, const gg_verdict *verdict) {
    char text[512];
    if (!verdict->refusal || verdict->refusal >= p->game->n_refusals)
        fuzz_found("a refusal that is not in the table");
    gg_say_refusal(p->game, p->table, p->state, verdict, GG_FR, text, sizeof text);
    gg_say_refusal(p->game, p->table, p->state, verdict, GG_EN, text, sizeof text);
}

static void ask(const gg_position *p, int seat, gg_action action) {
    static uint64_t before[GG_STATE_MAX / 8];
    static gg_ledger ledger;
    gg_verdict verdict = {0, {0}};
    char text[512];
    memcpy(before, p->state, p->game->state_bytes);
    bool bare = gg_check(p->game, p->table, p->state, seat, action, NULL);
    bool told = gg_check(p->game, p->table, p->state, seat, action, &verdict);
    if (bare != told) fuzz_found("an answer that depends on whether a verdict is asked");
    if (!told) refused(p, &verdict);
    gg_notation_into(p->game, p->table, p->state, action, text, sizeof text);
    ledger.count = 0;
    if (told && p->game->show.explain)
        p->game->show.explain(p->table, p->state, seat, action, &ledger);
    if (memcmp(before, p->state, p->game->state_bytes) != 0) fuzz_found("a judge that writes");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes b = {data, size};
    gg_position *p = fuzz_open(&b);
    fuzz_advance(p, &b, take(&b) % 64);
    for (int i = 0; i < 32 && b.left; i++) {
        uint8_t how = take(&b);
        gg_turn turn = p->game->turn(p->table, p->state);
        int seat = how & 1 ? turn.seat : take(&b);
        gg_action action = take64(&b);
        if (how & 2) { // near the truth: a verb of the game, small operands
            unsigned verb = (unsigned)(action & 0xff) % p->game->n_verbs;
            action = gg_act(verb, (unsigned)(action >> 8) & 0x3f, (unsigned)(action >> 16) & 0x3f,
                            (unsigned)(action >> 24) & (how & 4 ? 0x3fU : 0));
        }
        ask(p, seat, action);
    }
    return 0;
}
