// SPDX-License-Identifier: Apache-2.0
// Any text as an action, at a node reached by bytes. What is understood is written again and read
// back as itself.
#include "fuzz.h"

enum { TEXT_MAX = 1024 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes b = {data, size};
    gg_position *p = fuzz_open(&b);
    char text[TEXT_MAX + 1], again[TEXT_MAX];
    gg_action action = GG_NO_ACTION, back = GG_NO_ACTION;
    gg_error error;
    fuzz_advance(p, &b, take(&b) % 64);
    size_t length = b.left < TEXT_MAX ? b.left : TEXT_MAX;
    if (length) memcpy(text, b.at, length);
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
