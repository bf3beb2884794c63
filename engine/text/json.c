// SPDX-License-Identifier: Apache-2.0
// Views, events, refusals and ledgers as JSON, in the two forms there are. By numbers: places in
// the lists of a game's facts, for readers who have those (the HTTP API). By words: tokens, for
// people and scripts at a command line (--json).
#include <string.h>

#include "words.h"

enum { NAME_BYTES = 512, SENTENCE_MAX = 512 };

// ------------------------------------------------------------------------------ views by numbers
void gg_json_owner(gg_json *json, unsigned owner) {
    if (owner == GG_NOBODY)
        gg_json_null(json, "owner");
    else
        gg_json_integer(json, "owner", owner);
}

static void names_of_piece(gg_json *json, const gg_position *at, const gg_piece *piece) {
    static const char *const keys[] = {"fr", "en", "token"};
    const gg_game *game = at->game;
    char text[NAME_BYTES];
    if (!game->piece_domain || piece->handle >= GG_HANDLE_HIDDEN) return;
    for (unsigned form = 0; form < 3; form++)
        if (gg_name_into(game, at->table, at->state, game->piece_domain, piece->handle,
                         (gg_form)form, text, sizeof text))
            gg_json_string(json, keys[form], text);
    for (unsigned lang = GG_FR; game->show.about && lang <= GG_EN; lang++)
        if (game->show.about(at->table, game->piece_domain, piece->handle, (gg_lang)lang, text,
                             sizeof text))
            gg_json_string(json, lang == GG_FR ? "about_fr" : "about_en", text);
}

static void values_of_piece(gg_json *json, const gg_piece *piece) {
    gg_json_open(json, "values", '[');
    for (unsigned i = 0; i < GG_PIECE_VALUES; i++) gg_json_integer(json, NULL, piece->value[i]);
    gg_json_close(json, ']');
}

// Everything about a piece or, with `known`, what is different from it.
static void facts_of_piece(gg_json *json, const gg_piece *piece, const gg_piece *known) {
#define FACT(name)                                                                                 \
    if (!known || piece->name != known->name) gg_json_integer(json, #name, piece->name)
    FACT(face);
    FACT(surface);
    if (!known || piece->owner != known->owner) gg_json_owner(json, piece->owner);
    FACT(cell);
    FACT(x);
    FACT(y);
    FACT(radius);
    FACT(layer);
    FACT(flags);
    FACT(on);
#undef FACT
    if (piece->group != (known ? known->group : GG_NO_HANDLE))
        gg_json_integer(json, "group", piece->group);
    if (!known || memcmp(piece->value, known->value, sizeof piece->value) != 0)
        values_of_piece(json, piece);
}

void gg_json_piece(gg_json *json, const gg_position *at, const gg_piece *piece) {
    gg_json_open(json, NULL, '{');
    gg_json_integer(json, "handle", piece->handle);
    facts_of_piece(json, piece, NULL);
    names_of_piece(json, at, piece);
    gg_json_close(json, '}');
}

void gg_json_piece_news(gg_json *json, const gg_piece *piece, const gg_piece *known) {
    gg_json_open(json, NULL, '{');
    gg_json_integer(json, "handle", piece->handle);
    facts_of_piece(json, piece, known);
    gg_json_close(json, '}');
}

void gg_json_gauges(gg_json *json, const gg_view *view) {
    gg_json_open(json, "gauges", '[');
    for (unsigned i = 0; i < view->gauges; i++) {
        gg_json_open(json, NULL, '{');
        gg_json_integer(json, "label", view->gauge[i].label);
        gg_json_owner(json, view->gauge[i].owner);
        gg_json_integer(json, "value", view->gauge[i].value);
        gg_json_integer(json, "max", view->gauge[i].max);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

void gg_json_view(gg_json *json, const gg_position *at, const gg_view *view) {
    gg_json_open(json, "view", '{');
    gg_json_open(json, "pieces", '[');
    for (unsigned i = 0; i < view->pieces; i++) gg_json_piece(json, at, &view->piece[i]);
    gg_json_close(json, ']');
    gg_json_gauges(json, view);
    gg_json_close(json, '}');
}

// -------------------------------------------------------------------------------- views by words
static void piece_words(gg_json *json, const gg_game *game, const gg_piece *piece,
                        const char *name) {
    static const char *const flags[] = {"back",   "reduced", "spent", "active", "ghost",
                                        "ground", "moved",   "cut",   "held",   "watch"};
    gg_json_open(json, NULL, '{');
    gg_json_integer(json, "handle", piece->handle);
    gg_json_string(json, "name", name);
    gg_json_string(json, "face", game->faces[piece->face].token);
    gg_json_string(json, "surface", game->surfaces[piece->surface].token);
    gg_json_string(json, "owner", gg_seat_token(game, piece->owner));
    if (game->surfaces[piece->surface].shape == GG_PLANE) {
        gg_json_integer(json, "x", piece->x);
        gg_json_integer(json, "y", piece->y);
        gg_json_integer(json, "radius", piece->radius);
    } else {
        gg_json_integer(json, "cell", piece->cell);
    }
    gg_json_integer(json, "layer", piece->layer);
    gg_json_open(json, "flags", '[');
    for (unsigned i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (piece->flags >> i & 1) gg_json_string(json, NULL, flags[i]);
    gg_json_close(json, ']');
    values_of_piece(json, piece);
    gg_json_close(json, '}');
}

void gg_json_view_words(gg_json *json, const gg_game *game, const gg_view *view,
                        gg_piece_namer *namer, void *user) {
    gg_json_open(json, "view", '{');
    gg_json_string(json, "viewer", gg_seat_token(game, view->viewer));
    gg_json_string(json, "seat", gg_seat_token(game, view->seat));
    gg_json_string(json, "node", game->nodes[view->node].token);
    gg_json_open(json, "pieces", '[');
    for (unsigned i = 0; i < view->pieces; i++)
        piece_words(json, game, &view->piece[i], namer(user, &view->piece[i]));
    gg_json_close(json, ']');
    gg_json_open(json, "gauges", '[');
    for (unsigned i = 0; i < view->gauges; i++) {
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "label", game->labels[view->gauge[i].label].token);
        gg_json_string(json, "owner", gg_seat_token(game, view->gauge[i].owner));
        gg_json_integer(json, "value", view->gauge[i].value);
        gg_json_integer(json, "max", view->gauge[i].max);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
    gg_json_close(json, '}');
}

// ------------------------------------------------------------------------------------------ events
static const char *const sentence_keys[2][2] = {{"fr", "en"}, {"text_fr", "text_en"}};

static void said_event(gg_json *json, const gg_position *at, const gg_event *event, bool words) {
    char text[SENTENCE_MAX];
    for (unsigned lang = GG_FR; lang <= GG_EN; lang++) {
        (void)gg_say_event(at->game, at->table, at->state, event, (gg_lang)lang, text, sizeof text);
        gg_json_string(json, sentence_keys[words][lang == GG_EN], text);
    }
}

void gg_json_event(gg_json *json, const gg_position *at, const gg_event *event) {
    const gg_event_kind *kind = &at->game->events[event->kind];
    gg_json_open(json, NULL, '{');
    said_event(json, at, event, false);
    gg_json_string(json, "rule", event->rule ? at->game->rules[event->rule].id : NULL);
    gg_json_string(json, "kind", kind->token);
    gg_json_open(json, "args", '[');
    for (unsigned i = 0; i < GG_EVENT_ARGS && kind->domain[i]; i++) {
        if (event->arg[i] == GG_HIDDEN)
            gg_json_null(json, NULL);
        else
            gg_json_integer(json, NULL, event->arg[i]);
    }
    gg_json_close(json, ']');
    gg_json_close(json, '}');
}

void gg_json_event_words(gg_json *json, const gg_position *at, const gg_event *event, bool rule) {
    gg_json_string(json, "event", at->game->events[event->kind].token);
    if (rule) gg_json_string(json, "rule", at->game->rules[event->rule].id);
    said_event(json, at, event, true);
}

// ---------------------------------------------------------------------------------------- verdicts
static void arguments(gg_json *json, const gg_position *at, const gg_verdict *verdict) {
    const gg_refusal *refusal = &at->game->refusals[verdict->refusal];
    gg_json_open(json, "args", '[');
    for (unsigned i = 0; verdict->refusal != GG_LEGAL && i < GG_VERDICT_ARGS && refusal->domain[i];
         i++) {
        char token[128];
        int value = verdict->arg[i];
        if (at->game->domains[refusal->domain[i]].kind == GG_K_NUMBER || value < 0 ||
            !gg_name_into(at->game, at->table, at->state, refusal->domain[i], (unsigned)value,
                          GG_FORM_TOKEN, token, sizeof token))
            gg_json_integer(json, NULL, value);
        else
            gg_json_string(json, NULL, token);
    }
    gg_json_close(json, ']');
}

static void said_refusal(gg_json *json, const gg_position *at, const gg_verdict *verdict,
                         bool words) {
    for (unsigned lang = GG_FR; lang <= GG_EN; lang++) {
        char text[SENTENCE_MAX] = "";
        if (verdict->refusal != GG_LEGAL)
            (void)gg_say_refusal(at->game, at->table, at->state, verdict, (gg_lang)lang, text,
                                 sizeof text);
        gg_json_string(json, sentence_keys[words][lang == GG_EN], text);
    }
}

static void spelt(gg_json *json, const gg_position *at, const char *key, const gg_action *action,
                  uint32_t count) {
    char text[SENTENCE_MAX];
    gg_json_open(json, key, '[');
    for (uint32_t i = 0; i < count; i++) {
        (void)gg_notation_into(at->game, at->table, at->state, action[i], text, sizeof text);
        gg_json_string(json, NULL, text);
    }
    gg_json_close(json, ']');
}

static void remedies(gg_json *json, const gg_position *at, const gg_why *why) {
    spelt(json, at, "remedy", why->remedy, why->remedies);
    spelt(json, at, "first", why->first, why->firsts);
}

void gg_json_refusal(gg_json *json, const gg_position *at, const gg_why *why) {
    const gg_refusal *refusal = &at->game->refusals[why->verdict.refusal];
    const gg_rule *rule = &at->game->rules[refusal->rule];
    gg_json_open(json, "refusal", '{');
    gg_json_string(json, "rule", rule->id);
    gg_json_string(json, "refusal", refusal->token);
    arguments(json, at, &why->verdict);
    said_refusal(json, at, &why->verdict, false);
    gg_json_string(json, "rule_fr", rule->fr);
    gg_json_string(json, "rule_en", rule->en);
    remedies(json, at, why);
    gg_json_close(json, '}');
}

void gg_json_why_words(gg_json *json, const gg_position *at, const gg_why *why) {
    static const gg_verdict fine = {GG_LEGAL, {0}};
    const gg_verdict *verdict = why->legal ? &fine : &why->verdict;
    const gg_refusal *refusal = &at->game->refusals[verdict->refusal];
    bool legal = verdict->refusal == GG_LEGAL;
    gg_json_bool(json, "legal", why->legal);
    gg_json_string(json, "rule", legal ? NULL : at->game->rules[refusal->rule].id);
    gg_json_string(json, "refusal", legal ? NULL : refusal->token);
    arguments(json, at, verdict);
    said_refusal(json, at, verdict, true);
    remedies(json, at, why);
}

// ----------------------------------------------------------------------------------------- ledgers
static void said_ledger(gg_json *json, const gg_position *at, const gg_ledger_line *line,
                        bool words) {
    char text[SENTENCE_MAX];
    for (unsigned lang = GG_FR; lang <= GG_EN; lang++) {
        (void)gg_say_ledger(at->game, at->table, at->state, line, (gg_lang)lang, text, sizeof text);
        gg_json_string(json, sentence_keys[words][lang == GG_EN], text);
    }
}

void gg_json_ledger(gg_json *json, const gg_position *at, const gg_ledger *ledger, bool words) {
    static const char *const kinds[] = {"add", "total", "note"};
    gg_json_open(json, "ledger", '[');
    for (uint32_t i = 0; i < ledger->count; i++) {
        const gg_ledger_line *line = &ledger->line[i];
        gg_json_open(json, NULL, '{');
        if (words) gg_json_string(json, "kind", kinds[line->kind]);
        gg_json_string(json, "rule", at->game->rules[line->rule].id);
        if (words) gg_json_integer(json, "delta", line->delta);
        said_ledger(json, at, line, words);
        if (!words) gg_json_string(json, "kind", kinds[line->kind]);
        if (!words) gg_json_integer(json, "delta", line->delta);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}
