// SPDX-License-Identifier: Apache-2.0
// A table of keys with open addressing that doubles when three quarters full; a stamp in each slot
// makes forgetting cost nothing, since a walk forgets after every level.
#include "known.h"

#include <stdlib.h>
#include <string.h>

gg_status gg_known_open(gg_known *known, uint32_t slots) {
    *known = (gg_known){calloc(slots, sizeof *known->slot), slots, 0, 1};
    return known->slot ? GG_OK : GG_NO_MEMORY;
}

void gg_known_close(gg_known *known) {
    free(known->slot);
    known->slot = NULL;
}

void gg_known_forget(gg_known *known) {
    known->used = 0;
    if (++known->stamp) return;
    memset(known->slot, 0, known->slots * sizeof *known->slot); // stamps have begun anew
    known->stamp = 1;
}

static gg_known_slot *slot_of(const gg_known *known, gg_key key) {
    uint32_t mask = known->slots - 1, i = (uint32_t)key.word[0] & mask;
    while (known->slot[i].stamp == known->stamp &&
           (known->slot[i].key.word[0] != key.word[0] || known->slot[i].key.word[1] != key.word[1]))
        i = (i + 1) & mask;
    return &known->slot[i];
}

uint32_t gg_known_find(const gg_known *known, gg_key key) {
    const gg_known_slot *slot = slot_of(known, key);
    return slot->stamp == known->stamp ? slot->value : GG_UNKNOWN;
}

static gg_status grow(gg_known *known) {
    gg_known wider = {calloc((size_t)known->slots * 2, sizeof *known->slot), known->slots * 2,
                      known->used, 1};
    if (!wider.slot) return GG_NO_MEMORY;
    for (uint32_t i = 0; i < known->slots; i++) {
        if (known->slot[i].stamp != known->stamp) continue;
        gg_known_slot *slot = slot_of(&wider, known->slot[i].key);
        *slot = known->slot[i];
        slot->stamp = wider.stamp;
    }
    free(known->slot);
    *known = wider;
    return GG_OK;
}

gg_status gg_known_add(gg_known *known, gg_key key, uint32_t value) {
    gg_known_slot *slot = slot_of(known, key);
    *slot = (gg_known_slot){key, value, known->stamp};
    known->used++;
    return known->used / 3 >= known->slots / 4 ? grow(known) : GG_OK;
}
