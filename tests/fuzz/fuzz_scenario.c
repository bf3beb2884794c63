// SPDX-License-Identifier: Apache-2.0
// Any bytes as a scenario that a player wrote. What is refused is refused with a line and words in
// both languages; what is taken has one spelling, which is taken again, and can be set up and
// played a while. The first byte names the game, the second whether the rest is a text or edits of
// one that ships: whole texts are seldom good by chance.
#include "fuzz.h"

enum { FAULTS = 8, ACTIONS = 24, HEAVY = 1 << 18 };

static char text[GG_SCENARIO_FILE];

// Bytes of a shipped text changed, taken out or doubled.
static size_t edit(const gg_game *game, bytes *b) {
    unsigned scenario = take(b) % game->n_scenarios;
    size_t size = gg_scenario_copy(game, scenario, text, sizeof text);
    for (unsigned i = 0; i < 8 && b->left > 2 && size > 2; i++) {
        size_t at = (take(b) | (size_t)take(b) << 8) % (size - 1);
        uint8_t how = take(b);
        if (how % 4 == 0) {
            memmove(text + at, text + at + 1, --size - at);
        } else if (how % 4 == 1 && size + 1 < sizeof text) {
            memmove(text + at + 1, text + at, size++ - at);
        } else {
            text[at] = (char)(how % 4 == 2 ? '0' + how / 4 % 10 : take(b));
        }
    }
    return size;
}

static void look_at_faults(const gg_fault *fault, uint32_t count) {
    if (count > FAULTS) fuzz_found("more faults than there is room for");
    for (uint32_t i = 0; i < count; i++) {
        if (!fault[i].line || (i && fault[i].line < fault[i - 1].line))
            fuzz_found("faults that are not in order of lines");
        if (!fault[i].fr[0] || !memchr(fault[i].fr, 0, sizeof fault[i].fr) || !fault[i].en[0] ||
            !memchr(fault[i].en, 0, sizeof fault[i].en))
            fuzz_found("a fault without words");
    }
}

static void play(const gg_game *game, const gg_request *request, bytes *b) {
    static gg_events events;
    gg_position at;
    if (gg_position_open(&at, game, request, NULL) != GG_OK)
        fuzz_found("a good scenario that cannot be set up");
    for (unsigned i = 0; i < ACTIONS; i++) {
        gg_action action = fuzz_choose(&at, take(b));
        if (action == GG_NO_ACTION) break;
        fuzz_act(&at, action, &events);
    }
    gg_position_close(&at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes b = {data, size};
    gg_fault fault[FAULTS], alone[FAULTS];
    gg_request request, again;
    char name[GG_SCENARIO_BRIEF];
    static unsigned good;
    const gg_game *game = gg_game_at(take(&b) % gg_game_count());
    if (!game->own.judge) return 0;
    bool edits = take(&b) % 2;
    size_t length = edits ? edit(game, &b) : b.left < sizeof text ? b.left : sizeof text;
    if (!edits && length) memcpy(text, b.at, length);
    (void)game->own.judge(0, text, length, alone, FAULTS);
    gg_request_standard(game, &request);
    uint32_t faults = gg_scenario_read(game, &request, text, length, fault, FAULTS);
    look_at_faults(fault, faults);
    if (faults) {
        if (request.own.size) fuzz_found("a refused scenario in a request");
        return 0;
    }
    again = request;
    if (!gg_scenario_fits(game, &request) ||
        gg_scenario_read(game, &again, request.own.text, request.own.size, fault, 1) ||
        memcmp(&again, &request, sizeof again) != 0)
        fuzz_found("a scenario with two spellings");
    const char *called = gg_scenario_name(game, &request, GG_FR, name);
    if (!gg_match_plain_text(called, strlen(called))) fuzz_found("a name that cannot be shown");
    // a table of a heavy game takes a tenth of a second
    if (game->table_bytes < HEAVY || good++ % 64 == 0) play(game, &request, &b);
    return 0;
}
