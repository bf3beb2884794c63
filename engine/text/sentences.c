// SPDX-License-Identifier: Apache-2.0
// Sentences: the French and English of a game's tables with names in place of {a} .. {e}, and
// words that go with a number: {b:star|stars}.
#include <string.h>

#include "words.h"

typedef struct sentence {
    const gg_game *game;
    const void *t, *s;
    gg_lang lang;
    const char *text;
    const uint8_t *domain;
    const int16_t *arg;
    unsigned args;
} sentence;

// A hidden piece is something; in brackets behind another word it is only unknown.
static void argument(const sentence *what, unsigned i, bool apart, gg_out *out) {
    if (what->arg[i] == GG_HIDDEN) {
        bool thing = what->game->domains[what->domain[i]].kind == GG_K_PIECE && !apart;
        if (what->lang == GG_FR)
            gg_out_text(out, thing ? "quelque chose d'inconnu" : "inconnu");
        else
            gg_out_text(out, thing ? "something unknown" : "unknown");
        return;
    }
    if (!gg_value_word(what->game, what->t, what->s, what->domain[i], what->arg[i],
                       (gg_form)what->lang, out))
        gg_out_char(out, '?');
}

// "{c:star|stars}": the first word for one of them (in French for none as well), the second for
// more. Returns what follows, or NULL when it is no such thing.
static const char *plural(const sentence *what, const char *c, gg_out *out) {
    unsigned i = (unsigned)(c[1] - 'a');
    size_t one = strcspn(c, "|}"), all = strcspn(c, "}");
    if (c[1] < 'a' || i >= what->args || c[2] != ':' || c[one] != '|' || c[all] != '}') return NULL;
    int n = what->arg[i] < 0 ? -what->arg[i] : what->arg[i];
    bool single = n == 1 || (n == 0 && what->lang == GG_FR);
    if (single)
        gg_out_format(out, "%.*s", (int)(one - 3), c + 3);
    else
        gg_out_format(out, "%.*s", (int)(all - one - 1), c + one + 1);
    return c + all + 1;
}

// The first letter of a sentence in upper case: ASCII, and the accented ones of Latin-1 (C3 A0 ..
// C3 BE in UTF-8, capitals 20 lower; ß and ÿ have none there).
static void capital(char *text) {
    unsigned char *c = (unsigned char *)text;
    if (c[0] >= 'a' && c[0] <= 'z')
        c[0] = (unsigned char)(c[0] - 32);
    else if (c[0] == 0xc3 && c[1] >= 0xa0 && c[1] <= 0xbe && c[1] != 0xb7)
        c[1] = (unsigned char)(c[1] - 32);
}

static size_t say(const sentence *what, char *at, size_t cap) {
    gg_out out;
    gg_out_init(&out, at, cap);
    for (const char *c = what->text; *c;) {
        size_t plain = strcspn(c, "{");
        gg_out_format(&out, "%.*s", (int)plain, c);
        c += plain;
        if (!*c) break;
        unsigned i = (unsigned)(c[1] - 'a');
        const char *behind = plural(what, c, &out);
        if (behind) {
            c = behind;
        } else if (c[1] >= 'a' && i < what->args && c[2] == '}') {
            argument(what, i, c > what->text && c[-1] == '(', &out);
            c += 3;
        } else {
            gg_out_char(&out, *c++);
        }
    }
    if (what->text[0] == '{') capital(at);
    return out.length;
}

size_t gg_say_refusal(const gg_game *game, const void *t, const void *s, const gg_verdict *verdict,
                      gg_lang lang, char *out, size_t cap) {
    const gg_refusal *refusal =
        &game->refusals[verdict->refusal < game->n_refusals ? verdict->refusal : GG_LEGAL];
    sentence what = {game,
                     t,
                     s,
                     lang,
                     lang == GG_FR ? refusal->fr : refusal->en,
                     refusal->domain,
                     verdict->arg,
                     GG_VERDICT_ARGS};
    return say(&what, out, cap);
}

size_t gg_say_event(const gg_game *game, const void *t, const void *s, const gg_event *event,
                    gg_lang lang, char *out, size_t cap) {
    GG_ASSERT(event->kind < game->n_events);
    const gg_event_kind *kind = &game->events[event->kind];
    sentence what = {
        game,         t, s, lang, lang == GG_FR ? kind->fr : kind->en, kind->domain, event->arg,
        GG_EVENT_ARGS};
    return say(&what, out, cap);
}

size_t gg_say_ledger(const gg_game *game, const void *t, const void *s, const gg_ledger_line *line,
                     gg_lang lang, char *out, size_t cap) {
    GG_ASSERT(line->label < game->n_labels);
    const gg_label *label = &game->labels[line->label];
    sentence what = {game,          t,         s, lang, lang == GG_FR ? label->fr : label->en,
                     label->domain, line->arg, 2};
    return say(&what, out, cap);
}

size_t gg_say_prompt(const gg_game *game, unsigned node, bool acting, gg_lang lang, char *at,
                     size_t cap) {
    GG_ASSERT(node < game->n_nodes);
    const gg_node *n = &game->nodes[node];
    gg_out out;
    gg_out_init(&out, at, cap);
    if (acting)
        gg_out_text(&out, lang == GG_FR ? n->act_fr : n->act_en);
    else
        gg_out_text(&out, lang == GG_FR ? n->wait_fr : n->wait_en);
    return out.length;
}
