// SPDX-License-Identifier: Apache-2.0
// A state that is a little wrong must be noticed: each element of each fact just outside its
// bounds, and each part of the frame stack, in turn.
#include <limits.h>
#include <string.h>

#include "conform.h"

static const char *unsound(suite *s) {
    static char why[WHY_MAX];
    return gg_unsound_or_null(s->game, s->at.table, s->b, s->d, why, sizeof why);
}

// Writes `value` into a field of this width; false when it does not fit. A field with a negative
// least value is signed.
static bool store(const gg_field *f, unsigned char *at, int64_t value) {
    if (f->width == 8) return false; // its bounds are all there is
    int64_t span = INT64_C(1) << 8 * f->width;
    int64_t low = f->min < 0 ? -span / 2 : 0, high = f->min < 0 ? span / 2 - 1 : span - 1;
    if (value < low || value > high) return false;
    memcpy(at, &value, f->width); // little-endian, as the facts are
    return true;
}

static void element(suite *s, const gg_field *f, unsigned i) {
    const int64_t wrong[2] = {f->max + 1, f->min - 1};
    unsigned char *at = s->b + f->offset + (size_t)i * f->width;
    unsigned char old[8];
    memcpy(old, at, f->width);
    for (int k = 0; k < 2; k++) {
        if (!store(f, at, wrong[k])) continue;
        EXPECT(s, P_SOUND_REFUSES, unsound(s), "%s[%u] = %lld is sound", f->name, i,
               (long long)wrong[k]);
        memcpy(at, old, f->width);
    }
}

static void broken_flow(suite *s, const gg_field *f, const char *what, int frame) {
    EXPECT(s, P_SOUND_FLOW, unsound(s), "%s: %s (frame %d) is sound", f->name, what, frame);
    memcpy(s->b, s->at.state, s->game->state_bytes);
}

static void frame(suite *s, const gg_field *f, gg_flow *flow, int i) {
    gg_frame *at = &flow->frame[i];
    at->node = (uint8_t)s->game->n_nodes;
    broken_flow(s, f, "no such node", i);
    at->seat = 77;
    broken_flow(s, f, "no such seat", i);
    for (int k = 0; k < GG_FRAME_ARGS; k++) {
        at->arg[k] = INT16_MAX;
        broken_flow(s, f, "an argument of 32767", i);
        at->arg[k] = INT16_MIN;
        broken_flow(s, f, "an argument of -32768", i);
    }
}

static void stack(suite *s, const gg_field *f) {
    gg_flow *flow = (gg_flow *)(void *)(s->b + f->offset);
    int depth = flow->depth;
    if (depth < 1 || depth > GG_FRAMES_MAX) return;
    flow->depth = 0;
    broken_flow(s, f, "depth 0", 0);
    flow->depth = GG_FRAMES_MAX + 1;
    broken_flow(s, f, "depth 13", 0);
    for (unsigned i = 0; i < sizeof flow->pad; i++) {
        flow->pad[i] = 1;
        broken_flow(s, f, "a byte of padding", 0);
    }
    for (int i = 0; i < depth; i++) frame(s, f, flow, i);
    for (int i = depth; i < GG_FRAMES_MAX; i++) {
        flow->frame[i].subject = 1;
        broken_flow(s, f, "a byte above the top", i);
    }
}

void conform_corrupt(suite *s) {
    conform_doing = "looking at corrupted states";
    memcpy(s->b, s->at.state, s->game->state_bytes);
    for (unsigned i = 0; i < s->game->n_fields; i++) {
        const gg_field *f = &s->game->fields[i];
        if (f->width == sizeof(gg_flow))
            stack(s, f);
        else
            for (unsigned k = 0; k < f->count; k++) element(s, f, k);
    }
}
