// SPDX-License-Identifier: Apache-2.0
// Bytes into positions.
#include "fuzz.h"

enum { GAMES_MAX = 64 };

_Noreturn void fuzz_found(const char *what) {
    fprintf(stderr, "found: %s\n", what);
    abort();
}

uint8_t take(bytes *b) {
    if (!b->left) return 0;
    b->left--;
    return *b->at++;
}

uint64_t take64(bytes *b) {
    uint64_t value = 0;
    for (int i = 0; i < 8; i++) value |= (uint64_t)take(b) << 8 * i;
    return value;
}

gg_position *fuzz_open(bytes *b) {
    static gg_position kept[GAMES_MAX];
    unsigned index = take(b) % gg_game_count();
    gg_position *position = &kept[index];
    gg_request request;
    gg_verdict verdict;
    if (index >= GAMES_MAX) fuzz_found("too many games");
    if (!position->game) {
        gg_request_standard(gg_game_at(index), &request);
        if (gg_position_open(position, gg_game_at(index), &request, &verdict) != GG_OK)
            fuzz_found("a standard position cannot be opened");
    }
    gg_position_restart(position);
    return position;
}

gg_action fuzz_choose(const gg_position *position, uint8_t byte) {
    static gg_action list[GG_LEGAL_MAX];
    const gg_game *game = position->game;
    gg_turn turn = game->turn(position->table, position->state);
    if (turn.seat == GG_OVER) return GG_NO_ACTION;
    if (turn.seat == GG_CHANCE) {
        uint64_t spread = byte * UINT64_C(0x9e3779b97f4a7c15);
        uint64_t ticket = turn.tickets <= 256 ? byte % turn.tickets : spread % turn.tickets;
        return gg_roll(game, position->table, position->state, ticket);
    }
    uint32_t n = gg_legal(game, position->table, position->state, turn.seat, list);
    if (n == 0 || n > game->max_legal) fuzz_found("a list that is empty or too long");
    return list[n <= 256 ? byte % n : byte * n / 256];
}

void fuzz_act(gg_position *position, gg_action action, gg_events *events) {
    static uint64_t scratch[GG_STATE_MAX / 8];
    char why[200];
    events->count = 0;
    gg_apply(position->game, position->table, position->state, action, events);
    const char *wrong = gg_unsound_or_null(position->game, position->table, position->state,
                                           scratch, why, sizeof why);
    if (wrong) fuzz_found(wrong);
}

void fuzz_advance(gg_position *position, bytes *b, unsigned actions) {
    for (unsigned i = 0; i < actions; i++) {
        gg_action action = fuzz_choose(position, take(b));
        if (action == GG_NO_ACTION) return;
        gg_apply(position->game, position->table, position->state, action, NULL);
    }
}
