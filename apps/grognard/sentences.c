// SPDX-License-Identifier: Apache-2.0
// `grognard sentences`: every sentence of a game, spoken with names of every gender, number and
// elision it may meet, with what it may hide, and with awkward numbers. To be read whole by an
// editor; the golden files of tests/golden/sentences are this. With --json, the templates as they
// stand and what is known of their arguments, for tools/sentences.
#include <string.h>

#include "app.h"

enum { REPS = 24, ARGS = GG_EVENT_ARGS, TEXT = 600, LINES = 40 };

// A line of a game's tables that becomes a sentence.
typedef enum kind { EVENT_LINE, REFUSAL_LINE, LABEL_LINE, KINDS } kind;
static const char *const kind_names[KINDS] = {"event", "refusal", "label"};

typedef struct line {
    kind kind;
    unsigned index;
    const char *token, *fr, *en;
    const uint8_t *domain;
    unsigned args, hides;
} line;

// Values of a domain that differ by what their names need, one of each.
typedef struct reps {
    unsigned count;
    int16_t value[REPS];
} reps;

static line line_at(const gg_game *game, kind of, unsigned i) {
    if (of == EVENT_LINE) {
        const gg_event_kind *e = &game->events[i];
        unsigned hides = e->hides == GG_HIDES_EVENT ? 0 : e->hides;
        return (line){of, i, e->token, e->fr, e->en, e->domain, GG_EVENT_ARGS, hides};
    }
    if (of == REFUSAL_LINE) {
        const gg_refusal *r = &game->refusals[i];
        return (line){of, i, r->token, r->fr, r->en, r->domain, GG_VERDICT_ARGS, 0};
    }
    const gg_label *l = &game->labels[i];
    return (line){of, i, l->token, l->fr, l->en, l->domain, 2, 0};
}

// The first line of a kind that says something, and how many there are.
static unsigned first_of(kind of) {
    return of == EVENT_LINE ? 0 : 1;
}
static unsigned count_of(const gg_game *game, kind of) {
    return of == EVENT_LINE     ? game->n_events
           : of == REFUSAL_LINE ? game->n_refusals
                                : game->n_labels;
}

// ------------------------------------------------------------------------------------- arguments
static bool named(const gg_position *at, unsigned domain, unsigned value, gg_lang lang,
                  char name[TEXT]) {
    return gg_name_into(at->game, at->table, at->state, domain, value, (gg_form)lang, name, TEXT);
}

// What a name's form depends on, in one number.
static unsigned needs(const gg_position *at, unsigned domain, unsigned value, gg_lang lang,
                      const char *name) {
    unsigned facts = gg_name_facts(at->game, at->table, domain, (int)value);
    unsigned french = GG_F | GG_P | GG_ART | GG_ASIS | GG_EN_LOC | GG_A | GG_MUTE;
    bool vowel = strchr("aeiouAEIOU", name[0]) || (unsigned char)name[0] >= 0x80;
    bool owned = facts >> 12;
    facts &= lang == GG_FR ? french : GG_PLURAL | GG_THE | GG_A | GG_ON;
    return facts | (vowel && !(facts & GG_P) ? 1U << 10 : 0) | (owned ? 1U << 11 : 0);
}

static void add(reps *out, int value) {
    if (out->count < REPS) out->value[out->count++] = (int16_t)value;
}

static void numbers(reps *out) {
    static const int16_t awkward[] = {0, 1, 2, -1, 1200};
    for (unsigned i = 0; i < sizeof awkward / sizeof awkward[0]; i++) add(out, awkward[i]);
}

static void reps_of(const gg_position *at, unsigned domain, gg_lang lang, reps *out) {
    const gg_domain *d = &at->game->domains[domain];
    unsigned known[REPS];
    char name[TEXT];
    if (d->kind == GG_K_NONE || d->kind == GG_K_NUMBER) {
        numbers(out);
        return;
    }
    if (d->kind == GG_K_X || d->kind == GG_K_Y) {
        add(out, 512);
        return;
    }
    unsigned values = d->kind == GG_K_SET ? 1U << d->count : d->count;
    for (unsigned v = 0; v < values && out->count < REPS; v++) {
        unsigned i = 0;
        if (!named(at, domain, v, lang, name)) continue;
        unsigned need = needs(at, domain, v, lang, name);
        while (i < out->count && known[i] != need) i++;
        if (i < out->count) continue;
        known[i] = need;
        add(out, (int)v);
    }
}

// ------------------------------------------------------------------------------------- sentences
static void say(const gg_position *at, const line *l, const int16_t arg[ARGS], gg_lang lang,
                char text[TEXT]) {
    if (l->kind == EVENT_LINE) {
        gg_event event = {.kind = (uint16_t)l->index};
        memcpy(event.arg, arg, sizeof event.arg);
        (void)gg_say_event(at->game, at->table, at->state, &event, lang, text, TEXT);
    } else if (l->kind == REFUSAL_LINE) {
        gg_verdict verdict = {.refusal = (uint16_t)l->index};
        memcpy(verdict.arg, arg, sizeof verdict.arg);
        (void)gg_say_refusal(at->game, at->table, at->state, &verdict, lang, text, TEXT);
    } else {
        gg_ledger_line ledger = {.label = (uint16_t)l->index, .arg = {arg[0], arg[1]}};
        (void)gg_say_ledger(at->game, at->table, at->state, &ledger, lang, text, TEXT);
    }
}

// The values an argument takes in turn, the hidden one last.
static void values_of(const gg_position *at, const line *l, unsigned i, gg_lang lang, reps *out) {
    *out = (reps){0};
    if (l->domain[i] != GG_D_NONE) reps_of(at, l->domain[i], lang, out);
    if (l->hides >> i & 1) add(out, GG_HIDDEN);
    if (!out->count) add(out, 0);
}

// As many sentences as the richest argument has values; every value of every argument comes up.
static void say_line(const gg_position *at, const line *l, gg_lang lang) {
    static char said[LINES][TEXT];
    reps value[ARGS];
    unsigned most = 1, lines = 0;
    for (unsigned i = 0; i < l->args; i++) {
        values_of(at, l, i, lang, &value[i]);
        if (value[i].count > most) most = value[i].count;
    }
    app_text("%s %s\n", kind_names[l->kind], l->token);
    for (unsigned k = 0; k < most + l->args && lines < LINES; k++) {
        int16_t arg[ARGS] = {0};
        unsigned same = 0;
        for (unsigned i = 0; i < l->args; i++) arg[i] = value[i].value[(k + i) % value[i].count];
        say(at, l, arg, lang, said[lines]);
        while (strcmp(said[same], said[lines]) != 0) same++;
        if (same == lines) app_text("  %s\n", said[lines++]);
    }
}

static void say_plain(const char *what, const char *token, const char *text, gg_lang lang) {
    char printed[TEXT];
    gg_out out;
    gg_out_init(&out, printed, sizeof printed);
    gg_typeset(&out, text, lang);
    app_text("%s %s\n  %s\n", what, token, printed);
}

static void say_all(const app_self *app, const gg_position *at) {
    const gg_game *game = at->game;
    for (kind of = EVENT_LINE; of < KINDS; of++)
        for (unsigned i = first_of(of); i < count_of(game, of); i++) {
            line l = line_at(game, of, i);
            say_line(at, &l, app->lang);
        }
    for (unsigned i = 1; i < game->n_verbs; i++)
        say_plain("verb", game->verbs[i].token, app_pick(app, game->verbs[i].fr, game->verbs[i].en),
                  app->lang);
    for (unsigned i = 0; i < game->n_nodes; i++) {
        const gg_node *node = &game->nodes[i];
        say_plain("prompt", node->token, app_pick(app, node->act_fr, node->act_en), app->lang);
        say_plain("wait", node->token, app_pick(app, node->wait_fr, node->wait_en), app->lang);
    }
}

// ------------------------------------------------------------------------------------------ JSON
// Which facts are so of some names of a domain, and which of all.
static void facts_of(const gg_position *at, unsigned domain, unsigned *some, unsigned *all) {
    const gg_domain *d = &at->game->domains[domain];
    char name[TEXT];
    *some = 0;
    *all = ~0U;
    for (unsigned v = 0; v < d->count && d->kind >= GG_K_SEAT && d->kind != GG_K_SET; v++) {
        if (!named(at, domain, v, GG_FR, name)) continue;
        unsigned facts =
            needs(at, domain, v, GG_FR, name) | gg_name_facts(at->game, at->table, domain, (int)v);
        *some |= facts;
        *all &= facts;
    }
    *some |= d->unseen.facts & GG_A ? d->unseen.facts : 0;
    *all &= d->unseen.facts & GG_A ? d->unseen.facts : ~0U;
}

static void json_argument(gg_json *json, const gg_position *at, unsigned domain) {
    unsigned some, all;
    facts_of(at, domain, &some, &all);
    unsigned varies = some & ~all;
    gg_json_open(json, NULL, '{');
    gg_json_string(json, "domain", at->game->domains[domain].token);
    gg_json_bool(json, "article_fr", (some & (GG_ART | GG_A | GG_EN_LOC)) != 0);
    gg_json_bool(json, "article_en", (some & (GG_THE | GG_A)) != 0);
    gg_json_bool(json, "gender_varies", (varies & GG_F) != 0);
    gg_json_bool(json, "number_varies_fr", (varies & GG_P) != 0);
    gg_json_bool(json, "number_varies_en", (varies & GG_PLURAL) != 0);
    gg_json_close(json, '}');
}

static void json_line(gg_json *json, const gg_position *at, const line *l) {
    gg_json_open(json, NULL, '{');
    gg_json_string(json, "kind", kind_names[l->kind]);
    gg_json_string(json, "token", l->token);
    gg_json_string(json, "fr", l->fr);
    gg_json_string(json, "en", l->en);
    gg_json_open(json, "arguments", '[');
    for (unsigned i = 0; i < l->args && l->domain[i] != GG_D_NONE; i++)
        json_argument(json, at, l->domain[i]);
    gg_json_close(json, ']');
    gg_json_close(json, '}');
}

static int json_all(const app_self *app, const gg_position *at) {
    app_json json;
    if (!app_json_begin(app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_string(&json.json, "game", at->game->id);
    gg_json_open(&json.json, "sentences", '[');
    for (kind of = EVENT_LINE; of < KINDS; of++)
        for (unsigned i = first_of(of); i < count_of(at->game, of); i++) {
            line l = line_at(at->game, of, i);
            json_line(&json.json, at, &l);
        }
    gg_json_close(&json.json, ']');
    gg_json_close(&json.json, '}');
    return app_json_end(app, &json, APP_YES);
}

int cmd_sentences(app_self *app, const app_args *args) {
    gg_request request;
    gg_position at;
    gg_verdict verdict;
    int code = APP_YES;
    const gg_game *game = app_game(app, args->word[0], &code);
    if (!game) return code;
    gg_request_standard(game, &request);
    gg_status status = gg_position_open(&at, game, &request, &verdict);
    if (status != GG_OK) return app_status(app, status);
    if (app->json)
        code = json_all(app, &at);
    else
        say_all(app, &at);
    gg_position_close(&at);
    return code;
}
