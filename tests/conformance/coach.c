// SPDX-License-Identifier: Apache-2.0
// What the coach says in twin worlds: the same plans, figures and words, in both languages.
#include <string.h>

#include "conform.h"
#include "grognard/coach.h"

enum { SAID = 1 << 16 };

static void say(suite *s, const gg_position *at, int viewer, char *out) {
    gg_hint hint[GG_HINTS];
    gg_out text;
    gg_json json;
    gg_out_init(&text, out, SAID);
    gg_json_init(&json, &text);
    uint32_t n = gg_coach_hints(s->thinker, s->odds, at, viewer, s->size.seed, hint);
    gg_json_open(&json, NULL, '[');
    for (uint32_t i = 0; i < n; i++) {
        gg_json_open(&json, NULL, '{');
        gg_json_hint(&json, at, viewer, &hint[i]);
        gg_json_close(&json, '}');
    }
    gg_json_close(&json, ']');
}

// The thinker has a small budget already.
void conform_twin_hint(suite *s, int viewer, void *twin) {
    static char here[SAID], there[SAID];
    gg_position other = s->at;
    other.state = twin;
    conform_doing = "asking the coach";
    say(s, &s->at, viewer, here);
    say(s, &other, viewer, there);
    EXPECT(s, P_TWIN_HINT, strcmp(here, there) == 0, "viewer %d: %.150s; in a twin %.150s", viewer,
           here, there);
}
