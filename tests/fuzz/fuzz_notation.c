// SPDX-License-Identifier: Apache-2.0
// Any text as an action, at a node reached by bytes. What is understood is written again and read
// back as itself.
#include "fuzz.h"

enum { TEXT_MAX = 1024 };

// The text itself chooses game and node, so that a corpus of plain notation serves.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t game = (uint8_t)size;
    bytes first = {&game, 1}, b = {data, size};
    gg_position *p = fuzz_open(&first);
    char text[TEXT_MAX + 1], again[TEXT_MAX];
    gg_action action = GG_NO_ACTION, back = GG_NO_ACTION;
    gg_error error;
    fuzz_advance(p, &b, size ? data[size - 1] % 64 : 0);
    size_t length = size < TEXT_MAX ? size : TEXT_MAX;
    if (length) memcpy(text, data, length);
    text[length] = 0;
    int seat;
    (void)gg_seat_find(p->game, text, &seat);
    for (unsigned domain = 0; domain < p->game->n_domains; domain++) {
        unsigned value;
        (void)gg_name_find(p->game, p->table, p->state, domain, text, &value);
    }
    if (!gg_notation_parse(p->game, p->table, p->state, text, &action, &error)) return 0;
    gg_notation_into(p->game, p->table, p->state, action, again, sizeof again);
    if (!gg_notation_parse(p->game, p->table, p->state, again, &back, &error) || back != action)
        fuzz_found("an action that is not read back as it was written");
    return 0;
}
