// SPDX-License-Identifier: Apache-2.0
// Random play by bytes: each byte picks an action; the state must stay sound, the game must end,
// and everything that is said on the way must be sayable. With FUZZ_PLAY=FILE in the environment
// the walk is also written as a .play block, line by line, so that a crash leaves a block behind.
#include "fuzz.h"

#ifdef GG_SPOILED // tools/fuzz --spoil: a crash that must be found and kept
enum { SPOILED_AT = 12 };
#else
enum { SPOILED_AT = 0 };
#endif

static void say(const gg_position *p, const gg_events *events) {
    static gg_view view;
    char text[512];
    for (uint32_t i = 0; i < events->count; i++)
        for (int viewer = 0; viewer <= p->game->seats; viewer++) {
            gg_event cut;
            int who = viewer < p->game->seats ? viewer : GG_PUBLIC;
            if (!gg_event_for(p->game, &events->event[i], who, &cut)) continue;
            gg_say_event(p->game, p->table, p->state, &cut, GG_FR, text, sizeof text);
            gg_say_event(p->game, p->table, p->state, &cut, GG_EN, text, sizeof text);
        }
    gg_view_into(p->game, p->table, p->state, GG_UMPIRE, &view);
}

static void write_action(FILE *play, const gg_position *p, gg_action action) {
    char text[512];
    gg_turn turn = p->game->turn(p->table, p->state);
    gg_notation_into(p->game, p->table, p->state, action, text, sizeof text);
    if (turn.seat == GG_CHANCE)
        fprintf(play, "~ %s\n", text);
    else
        fprintf(play, "%s> %s\n", gg_seat_token(p->game, turn.seat), text);
    (void)fflush(play);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static gg_events events;
    bytes b = {data, size};
    gg_position *p = fuzz_open(&b);
    const char *path = getenv("FUZZ_PLAY");
    FILE *play = path ? fopen(path, "w") : NULL;
    if (play)
        fprintf(play, "# a walk found by the fuzzer\ngame %s scenario %s\n", p->game->id,
                p->game->scenarios[p->request.scenario].token);
    for (uint32_t actions = 0;; actions++) {
        gg_action action = fuzz_choose(p, take(&b));
        if (action == GG_NO_ACTION) break;
        if (actions >= p->game->max_steps) fuzz_found("a game that does not end");
        if (play) write_action(play, p, action);
        if (SPOILED_AT > 0 && actions == SPOILED_AT) fuzz_found("a planted bug");
        fuzz_act(p, action, &events);
        say(p, &events);
    }
    if (play) (void)fclose(play);
    return 0;
}
