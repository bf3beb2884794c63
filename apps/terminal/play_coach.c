// SPDX-License-Identifier: Apache-2.0
// `hint` and `explain` in the terminal: what the coach says to whoever looks at the screen, from
// what that side knows. Between people only if it was agreed to when the match was begun (--hints).
#include "apps/grognard/hint.h"
#include "play.h"

static bool allowed(const play *p, gg_out *out) {
    if (p->humans < 2 || p->hints) return true;
    gg_out_text(out, app_word_of(p->app, W_HINT_REFUSED));
    return false;
}

void play_hint(play *p, gg_out *out) {
    gg_hint hint[GG_HINTS];
    const gg_position *at = play_position(p);
    if (!allowed(p, out)) return;
    uint32_t n = app_hints(p->brains.thinker, at, p->viewer, hint);
    if (n) (void)gg_match_hint(p->match, p->viewer); // once for each decision
    if (n)
        app_hints_say(p->app, at, p->viewer, hint, n, out);
    else
        gg_out_format(out, "%s\n", app_word_of(p->app, W_HINT_NONE));
}

void play_explain(play *p, gg_out *out) {
    char text[2048];
    gg_deed deed;
    if (!allowed(p, out)) return;
    gg_status status =
        gg_coach_deed(p->brains.thinker, p->match, p->viewer, gg_match_entries(p->match), &deed);
    if (status != GG_OK) {
        gg_out_text(out, app_word_of(p->app, W_EXPLAIN_NONE));
        return;
    }
    (void)gg_say_deed(play_position(p), &deed, p->app->lang, text, sizeof text);
    gg_out_format(out, "%s\n", text);
}
