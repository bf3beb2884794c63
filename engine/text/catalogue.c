// SPDX-License-Identifier: Apache-2.0
// What a game's lists are built from, as JSON: how their files are spelt, the items, the ready
// lists; and what a text adds up to. Whoever shows a builder needs nothing else.
#include "grognard/text.h"

static void named(gg_json *json, const char *fr, const char *en) {
    gg_json_string(json, "fr", fr);
    gg_json_string(json, "en", en);
}

static void names(gg_json *json, const char *key, const gg_name *name, unsigned count) {
    gg_json_open(json, key, '[');
    for (unsigned i = 0; i < count; i++) {
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "token", name[i].token);
        named(json, name[i].fr, name[i].en);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

static void heads(gg_json *json, const gg_list_form *form) {
    gg_json_open(json, "heads", '[');
    for (unsigned i = 0; i < form->heads; i++) {
        const gg_list_head *head = &form->head[i];
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "token", head->word);
        named(json, head->fr, head->en);
        gg_json_bool(json, "sorts", head->sorts);
        if (head->choice) names(json, "choices", head->choice, head->choices);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

static void parts(gg_json *json, const gg_list_form *form) {
    static const char *const counts[] = {"plain", "counted", "single"};
    gg_json_open(json, "parts", '[');
    for (unsigned i = 0; i < form->parts; i++) {
        const gg_list_part *part = &form->part[i];
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "token", part->token);
        named(json, part->fr, part->en);
        gg_json_string(json, "opening", part->opening);
        gg_json_string(json, "prefix", part->prefix);
        gg_json_integer(json, "most", part->most);
        gg_json_string(json, "count", counts[part->count]);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

static void extras(gg_json *json, const gg_list_form *form) {
    gg_json_open(json, "extras", '[');
    for (unsigned i = 0; i < form->extras; i++) {
        const gg_list_extra *extra = &form->extra[i];
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "token", extra->token);
        named(json, extra->fr, extra->en);
        gg_json_bool(json, "before", extra->before);
        names(json, "choices", extra->choice, extra->choices);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

// Bits as the numbers of those that are set.
static void bits(gg_json *json, const char *key, uint32_t set) {
    gg_json_open(json, key, '[');
    for (unsigned i = 0; set >> i; i++)
        if (set >> i & 1U) gg_json_integer(json, NULL, i);
    gg_json_close(json, ']');
}

static void item(gg_json *json, const gg_game *game, const gg_list_item *at) {
    gg_json_open(json, NULL, '{');
    gg_json_string(json, "token", at->name.token);
    named(json, at->name.fr, at->name.en);
    gg_json_string(json, "note_fr", at->note_fr);
    gg_json_string(json, "note_en", at->note_en);
    gg_json_string(json, "face", game->faces[at->face].token);
    gg_json_integer(json, "group", at->group);
    gg_json_integer(json, "cost", at->cost);
    gg_json_integer(json, "most", at->most);
    bits(json, "allowed", at->allowed);
    bits(json, "parts", at->parts);
    bits(json, "extras", at->extras);
    gg_json_open(json, "facts", '[');
    for (unsigned i = 0; i < at->facts; i++) {
        gg_json_open(json, NULL, '{');
        named(json, at->fact[i].fr, at->fact[i].en);
        gg_json_integer(json, "value", at->fact[i].value);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
    gg_json_close(json, '}');
}

static void ready(gg_json *json, const gg_game *game) {
    char text[GG_LIST_TEXT];
    gg_name name;
    gg_json_open(json, "ready", '[');
    for (unsigned i = 0; game->lists.ready(i, &name, text); i++) {
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "token", name.token);
        named(json, name.fr, name.en);
        gg_json_string(json, "text", text);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

void gg_json_catalogue(gg_json *json, const gg_game *game) {
    const gg_list_form *form = game->lists.form;
    gg_list_item at;
    gg_json_string(json, "word", game->lists.word);
    heads(json, form);
    parts(json, form);
    extras(json, form);
    names(json, "groups", form->group, form->groups);
    gg_json_open(json, "items", '[');
    for (unsigned i = 0; game->lists.item(i, &at); i++) item(json, game, &at);
    gg_json_close(json, ']');
    ready(json, game);
}

void gg_json_sums(gg_json *json, const gg_list_sum *sum, uint32_t count) {
    gg_json_open(json, "sums", '[');
    for (uint32_t i = 0; i < count; i++) {
        gg_json_open(json, NULL, '{');
        named(json, sum[i].fr, sum[i].en);
        gg_json_integer(json, "value", sum[i].value);
        gg_json_integer(json, "least", sum[i].least);
        gg_json_integer(json, "most", sum[i].most);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}
