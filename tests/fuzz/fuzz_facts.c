// SPDX-License-Identifier: Apache-2.0
// Hostile facts: whatever the bytes, sound() answers without reading outside; and what it accepts
// can be derived, looked at, hidden and listed.
#include "fuzz.h"

static void look(const gg_position *p) {
    static uint64_t copy[GG_STATE_MAX / 8];
    static gg_view view;
    static gg_action list[GG_LEGAL_MAX];
    const gg_game *g = p->game;
    gg_turn turn = g->turn(p->table, p->state);
    for (int i = 0; i <= g->seats; i++) {
        int viewer = i < g->seats ? i : GG_PUBLIC;
        gg_view_into(g, p->table, p->state, viewer, &view);
        memcpy(copy, p->state, g->state_bytes);
        g->redact(p->table, copy, viewer);
        uint32_t n = gg_legal(g, p->table, p->state, viewer, list);
        if (n > g->max_legal || (n && viewer != turn.seat)) fuzz_found("a list out of bounds");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint64_t scratch[GG_STATE_MAX / 8];
    char why[200];
    bytes b = {data, size};
    gg_position *p = fuzz_open(&b);
    const gg_game *g = p->game;
    unsigned char *facts = p->state;
    fuzz_advance(p, &b, take(&b) % 64);
    if (take(&b) % 4 == 0) { // all of them; otherwise a few bytes here and there
        for (uint32_t i = 0; i < g->facts_bytes; i++) facts[i] = take(&b);
    } else {
        for (int i = 0; i < 24 && b.left; i++) {
            uint32_t at = take(&b);
            at |= (uint32_t)take(&b) << 8;
            facts[at % g->facts_bytes] = take(&b);
        }
    }
    // the bounds of the fields come first, as the engine asks them; then the rest on derived bytes
    if (gg_unsound_or_null(g, p->table, p->state, scratch, why, sizeof why) &&
        strncmp(why, "field", 5) == 0)
        return 0;
    if (g->sound(p->table, p->state)) return 0;
    if (g->derive) g->derive(p->table, p->state);
    if (!gg_unsound_or_null(g, p->table, p->state, scratch, why, sizeof why)) look(p);
    return 0;
}
