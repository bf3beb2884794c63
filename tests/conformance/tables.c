// SPDX-License-Identifier: Apache-2.0
// What can be asked of a game without playing it: limits, texts in both languages, placeholders,
// tokens, indices between tables, fields without gaps, places of surfaces.
#include <string.h>

#include "conform.h"

unsigned domain_values(const gg_game *game, unsigned domain) {
    const gg_domain *d = &game->domains[domain];
    return d->kind == GG_K_SET ? 1U << d->count : d->count;
}

// Numbers are whatever the game counts; everything else is one of its domain's values.
bool in_domain(const gg_game *game, unsigned domain, int value) {
    switch (game->domains[domain].kind) {
    case GG_K_NONE: return value == 0;
    case GG_K_NUMBER: return true;
    default: return value >= 0 && (unsigned)value < domain_values(game, domain);
    }
}

// Length of the UTF-8 character at `at`, 0 when it is none or a control character.
static unsigned utf8_length(const unsigned char *at) {
    unsigned more = at[0] < 0x80 ? 0 : at[0] >> 5 == 6 ? 1 : at[0] >> 4 == 14 ? 2 : 3;
    if (at[0] < 0x20 || at[0] == 0x7f || at[0] > 0xf4) return 0;
    if (at[0] >= 0x80 && at[0] < 0xc2) return 0;
    for (unsigned i = 1; i <= more; i++)
        if (at[i] >> 6 != 2) return 0;
    return more + 1;
}

static bool readable(const char *text) {
    const unsigned char *at = (const unsigned char *)text;
    if (!text || !*text || *text == ' ' || text[strlen(text) - 1] == ' ') return false;
    while (*at) {
        unsigned length = utf8_length(at);
        if (!length) return false;
        at += length;
    }
    return true;
}

static void text_pair(suite *s, const char *what, const char *token, const char *fr,
                      const char *en) {
    EXPECT(s, P_TEXTS, readable(fr), "%s %s: French text missing or unreadable", what, token);
    EXPECT(s, P_TEXTS, readable(en), "%s %s: English text missing or unreadable", what, token);
}

static bool known_case(const char *body, size_t length) {
    static const char *const known[] = {"le",  "Le",  "de",  "De", "à",     "À",    "loc",
                                        "Loc", "the", "The", "'s", "the's", "The's"};
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strlen(known[i]) == length && strncmp(known[i], body, length) == 0) return true;
    return false;
}

// How many choices a slot must have between its bars; 1: none.
static unsigned choices_of(char mark) {
    return mark == '#' ? 2 : mark == '?' ? 4 : mark == '=' ? 3 : 1;
}

// A slot of a sentence (text.h), whose braces are `length` bytes apart.
enum { BAD_SLOT, AGREES, NAMES };
static unsigned slot(const char *at, size_t length) {
    unsigned choices = 1;
    if (at[1] < 'a' || at[1] > 'e' || at[length] != '}') return BAD_SLOT;
    if (length > 4 && (at[2] == '+' || at[2] == '*') && at[4] == '=')
        return at[3] >= 'a' && at[3] <= 'e' ? AGREES : BAD_SLOT;
    for (size_t i = 3; i < length; i++) choices += at[i] == '|';
    if (at[2] == '}') return NAMES;
    if (at[2] == '~') return length == 3 ? AGREES : BAD_SLOT;
    if (at[2] == ':' && choices == 1) return known_case(at + 3, length - 3) ? NAMES : BAD_SLOT;
    if (at[2] == ':') return choices == 2 ? AGREES : BAD_SLOT;
    if (at[2] == '/')
        return strncmp(at + 3, "2}", 2) == 0 || strncmp(at + 3, "10}", 3) == 0 ? NAMES : BAD_SLOT;
    if (!strchr("#?=", at[2]) || choices != choices_of(at[2])) return BAD_SLOT;
    return at[2] == '=' ? NAMES : AGREES;
}

// Bit i: argument i is named in the text; bit 31: something else in braces.
static unsigned placeholders(const char *text) {
    unsigned set = 0;
    for (const char *at = text ? strpbrk(text, "{}") : NULL; at; at = strpbrk(at, "{}")) {
        size_t length = strcspn(at, "}");
        unsigned is = at[0] == '{' ? slot(at, length) : BAD_SLOT;
        if (is == NAMES) set |= 1U << (at[1] - 'a');
        if (is == BAD_SLOT) set |= 1U << 31;
        at += is == BAD_SLOT ? 1 : length + 1;
    }
    return set;
}

static void sentence(suite *s, const char *what, const char *token, const char *fr, const char *en,
                     const uint8_t *domain, unsigned domains) {
    unsigned wanted = 0;
    text_pair(s, what, token, fr, en);
    for (unsigned i = 0; i < domains; i++) {
        EXPECT(s, P_TABLES, domain[i] < s->game->n_domains, "%s %s: no domain %u", what, token,
               domain[i]);
        wanted |= domain[i] != GG_D_NONE ? 1U << i : 0;
    }
    EXPECT(s, P_PLACEHOLDERS, placeholders(fr) == wanted,
           "%s %s: French placeholders %#x, domains %#x", what, token, placeholders(fr), wanted);
    EXPECT(s, P_PLACEHOLDERS, placeholders(en) == wanted,
           "%s %s: English placeholders %#x, domains %#x", what, token, placeholders(en), wanted);
}

static bool plain_word(const char *token) {
    if (!token || !*token || strlen(token) > 40) return false;
    for (const char *at = token; *at; at++)
        if (*at <= ' ' || *at >= 127 || strchr("{}\"\\,;+#*", *at)) return false;
    return true;
}

// `token` of line `i` among the earlier lines; tables are small.
#define TOKENS(s, what, table, count, from, field)                                                 \
    for (unsigned i = (from); i < (count); i++) {                                                  \
        EXPECT(s, P_TOKENS, plain_word((table)[i].field), "%s %u has no plain token", what, i);    \
        for (unsigned j = (from); j < i; j++)                                                      \
            EXPECT(s, P_TOKENS, strcmp((table)[i].field, (table)[j].field) != 0,                   \
                   "%s %s stands twice", what, (table)[i].field);                                  \
    }

static void tokens(suite *s) {
    const gg_game *g = s->game;
    TOKENS(s, "seat", g->seat_names, g->seats, 0, token)
    TOKENS(s, "rule", g->rules, g->n_rules, 1, id)
    TOKENS(s, "refusal", g->refusals, g->n_refusals, 1, token)
    TOKENS(s, "domain", g->domains, g->n_domains, 0, token)
    TOKENS(s, "verb", g->verbs, g->n_verbs, 1, token)
    TOKENS(s, "node", g->nodes, g->n_nodes, 0, token)
    TOKENS(s, "event", g->events, g->n_events, 0, token)
    TOKENS(s, "label", g->labels, g->n_labels, 1, token)
    TOKENS(s, "face", g->faces, g->n_faces, 0, token)
    TOKENS(s, "surface", g->surfaces, g->n_surfaces, 0, token)
    TOKENS(s, "overlay", g->overlays, g->n_overlays, 0, token)
    TOKENS(s, "scenario", g->scenarios, g->n_scenarios, 0, token)
    TOKENS(s, "option", g->options, g->n_options, 0, token)
    TOKENS(s, "put", g->position_words, g->n_position_words, 0, token)
    TOKENS(s, "field", g->fields, g->n_fields, 0, name)
}

static void names(suite *s) {
    const gg_game *g = s->game;
    for (unsigned d = 0; d < g->n_domains; d++)
        for (unsigned i = 0; g->domains[d].names && i < g->domains[d].count; i++) {
            const gg_name *name = &g->domains[d].names[i];
            if (!name->token) continue; // a value that is never named, such as a card of strength 0
            EXPECT(s, P_TOKENS, plain_word(name->token), "domain %s: value %u has no plain token",
                   g->domains[d].token, i);
            text_pair(s, "name", name->token, name->fr, name->en);
        }
}

static void texts(suite *s) {
    const gg_game *g = s->game;
    text_pair(s, "game", g->id, g->fr, g->en);
    for (unsigned i = 1; i < g->n_rules; i++)
        text_pair(s, "rule", g->rules[i].id, g->rules[i].fr, g->rules[i].en);
    for (unsigned i = 1; i < g->n_verbs; i++)
        text_pair(s, "verb", g->verbs[i].token, g->verbs[i].fr, g->verbs[i].en);
    for (unsigned i = 0; i < g->n_faces; i++)
        text_pair(s, "face", g->faces[i].token, g->faces[i].fr, g->faces[i].en);
    for (unsigned i = 0; i < g->n_surfaces; i++)
        text_pair(s, "surface", g->surfaces[i].token, g->surfaces[i].fr, g->surfaces[i].en);
    for (unsigned i = 0; i < g->n_overlays; i++)
        text_pair(s, "overlay", g->overlays[i].token, g->overlays[i].fr, g->overlays[i].en);
    for (unsigned i = 0; i < g->n_options; i++)
        text_pair(s, "option", g->options[i].token, g->options[i].fr, g->options[i].en);
    for (unsigned i = 0; i < g->n_scenarios; i++) {
        const gg_scenario *scenario = &g->scenarios[i];
        text_pair(s, "scenario", scenario->token, scenario->fr, scenario->en);
        text_pair(s, "brief of", scenario->token, scenario->brief_fr, scenario->brief_en);
    }
    names(s);
}

static void sentences(suite *s) {
    const gg_game *g = s->game;
    for (unsigned i = 1; i < g->n_refusals; i++) {
        const gg_refusal *r = &g->refusals[i];
        sentence(s, "refusal", r->token, r->fr, r->en, r->domain, GG_VERDICT_ARGS);
        EXPECT(s, P_TABLES, r->rule > 0 && r->rule < g->n_rules, "refusal %s cites no rule",
               r->token);
    }
    for (unsigned i = 0; i < g->n_events; i++)
        sentence(s, "event", g->events[i].token, g->events[i].fr, g->events[i].en,
                 g->events[i].domain, GG_EVENT_ARGS);
    for (unsigned i = 1; i < g->n_labels; i++)
        sentence(s, "label", g->labels[i].token, g->labels[i].fr, g->labels[i].en,
                 g->labels[i].domain, 2);
}

static void node(suite *s, const gg_node *n) {
    bool chance = n->flags & GG_N_CHANCE;
    text_pair(s, "prompt of", n->token, n->act_fr, n->act_en);
    text_pair(s, "waiting prompt of", n->token, n->wait_fr, n->wait_en);
    bool decline = false;
    for (const uint8_t *verb = n->verbs; *verb; verb++) {
        EXPECT(s, P_TABLES, *verb < s->game->n_verbs, "node %s: no verb %u", n->token, *verb);
        unsigned flags = s->game->verbs[*verb].flags;
        EXPECT(s, P_TABLES, !(flags & GG_V_CHANCE) == !chance,
               "node %s, verb %s: chance and decision mixed", n->token,
               s->game->verbs[*verb].token);
        decline |= flags & GG_V_DECLINE;
    }
    EXPECT(s, P_TABLES, decline || !(n->flags & GG_N_WINDOW), "window %s has no decline", n->token);
}

static void verb(suite *s, const gg_verb *v) {
    bool ended = false;
    for (unsigned i = 0; i < GG_OPERANDS; i++) {
        EXPECT(s, P_TABLES, v->domain[i] < s->game->n_domains, "verb %s: no domain %u", v->token,
               v->domain[i]);
        EXPECT(s, P_TABLES, !ended || !v->domain[i], "verb %s: operand after none", v->token);
        ended |= !v->domain[i];
    }
}

static void indices(suite *s) {
    const gg_game *g = s->game;
    for (unsigned i = 0; i < g->n_nodes; i++) node(s, &g->nodes[i]);
    for (unsigned i = 1; i < g->n_verbs; i++) verb(s, &g->verbs[i]);
    for (unsigned i = 0; i < g->n_domains; i++) {
        const gg_domain *d = &g->domains[i];
        bool placed = d->kind == GG_K_CELL || d->kind == GG_K_X || d->kind == GG_K_Y;
        EXPECT(s, P_TABLES, !placed || d->surface < g->n_surfaces, "domain %s: no surface %u",
               d->token, d->surface);
        EXPECT(s, P_TABLES, d->count > 0 && (d->kind != GG_K_SET || d->count <= 15),
               "domain %s: %u values", d->token, d->count);
        EXPECT(s, P_TABLES, d->kind < GG_K_PIECE || d->names || g->show.name || placed,
               "domain %s: nobody names its values", d->token);
    }
    EXPECT(s, P_TABLES, g->piece_domain < g->n_domains, "no piece domain %u", g->piece_domain);
    EXPECT(s, P_TABLES, g->edge_label + g->edge_labels <= g->n_labels, "edge labels run out");
    EXPECT(s, P_TABLES, g->tag_label + g->tag_labels <= g->n_labels, "tag labels run out");
    for (unsigned i = 0; i < g->n_position_words; i++)
        for (unsigned j = 0; j < GG_PUT_ARGS; j++)
            EXPECT(s, P_TABLES, g->position_words[i].domain[j] < g->n_domains, "put %s: no domain",
                   g->position_words[i].token);
    for (unsigned i = 0; i < g->n_overlays; i++)
        EXPECT(s, P_TABLES, g->overlays[i].domain < g->n_domains && g->show.overlay,
               "overlay %s: no domain or no function", g->overlays[i].token);
}

// Lists that are spoken of can be chosen by name, and not for a table of tests.
static void told_pair(suite *s, unsigned scenario, const gg_matchup *pair) {
    const gg_game *g = s->game;
    EXPECT(s, P_LIMITS, scenario < g->n_scenarios && !g->scenarios[scenario].hidden,
           "lists of scenario %u", scenario);
    for (unsigned k = 0; k < 2; k++) {
        bool known = pair->option[k] < g->n_options;
        const gg_option *o = &g->options[known ? pair->option[k] : 0];
        EXPECT(s, P_LIMITS,
               known && o->domain && g->domains[o->domain].names && pair->value[k] >= o->min &&
                   pair->value[k] <= o->max,
               "option %u has no value %d", pair->option[k], pair->value[k]);
    }
}

static void uneven_pair(suite *s, const gg_uneven *u) {
    told_pair(s, u->scenario, &u->pair);
    EXPECT(s, P_LIMITS, u->percent <= 100, "uneven: %u per cent", u->percent);
}

// What players meet unless they choose is told once, and is not what they are warned of.
static void usual_pair(suite *s, const gg_usual *usual) {
    const gg_game *g = s->game;
    unsigned same = 0;
    told_pair(s, usual->scenario, &usual->pair);
    for (unsigned i = 0; i < g->n_usual; i++) same += g->usual[i].scenario == usual->scenario;
    EXPECT(s, P_LIMITS, same == 1, "scenario %u: usual %u times", usual->scenario, same);
    for (unsigned i = 0; i < g->n_uneven; i++)
        EXPECT(s, P_LIMITS,
               g->uneven[i].scenario != usual->scenario ||
                   memcmp(&g->uneven[i].pair, &usual->pair, sizeof usual->pair) != 0,
               "scenario %u: usual and uneven", usual->scenario);
}

static void limits(suite *s) {
    const gg_game *g = s->game;
    EXPECT(s, P_LIMITS, g->seats >= 1 && g->seats <= GG_SEATS_MAX, "%u seats", g->seats);
    EXPECT(s, P_LIMITS, g->max_legal >= 1 && g->max_legal <= GG_LEGAL_MAX, "max_legal %u",
           g->max_legal);
    EXPECT(s, P_LIMITS, g->state_bytes <= GG_STATE_MAX, "state of %u bytes", g->state_bytes);
    EXPECT(s, P_LIMITS, g->facts_bytes <= g->state_bytes && g->facts_bytes % 8 == 0,
           "facts of %u bytes in a state of %u", g->facts_bytes, g->state_bytes);
    EXPECT(s, P_LIMITS, g->max_steps >= 1, "max_steps 0");
    EXPECT(s, P_LIMITS, g->n_verbs <= GG_VERB_MAX + 1, "%u verbs", g->n_verbs);
    EXPECT(s, P_LIMITS, g->n_nodes <= 256 && g->n_fields <= 256, "nodes or fields above 256");
    EXPECT(s, P_LIMITS, g->n_options <= GG_OPTIONS_MAX, "%u options", g->n_options);
    EXPECT(s, P_LIMITS, g->derive || g->facts_bytes == g->state_bytes,
           "a derived part and no derive()");
    for (unsigned i = 0; i < g->n_options; i++) {
        const gg_option *o = &g->options[i];
        EXPECT(s, P_LIMITS, o->min <= o->standard && o->standard <= o->max,
               "option %s: standard outside its bounds", o->token);
    }
    for (unsigned i = 0; i < g->n_uneven; i++) uneven_pair(s, &g->uneven[i]);
    for (unsigned i = 0; i < g->n_usual; i++) usual_pair(s, &g->usual[i]);
}

// Every byte of the facts belongs to one field: no padding can be hashed, and nothing is missing
// from a dump.
static void fields(suite *s) {
    uint64_t at = 0;
    for (unsigned i = 0; i < s->game->n_fields; i++) {
        const gg_field *f = &s->game->fields[i];
        bool known = f->width == 1 || f->width == 2 || f->width == 4 || f->width == 8 ||
                     f->width == sizeof(gg_flow);
        EXPECT(s, P_FIELDS_TILE, f->offset == at, "field %s begins at %u, the last one ended at %u",
               f->name, f->offset, (unsigned)at);
        EXPECT(s, P_FIELDS_TILE, known && f->count > 0 && f->min <= f->max,
               "field %s: width %u, count %u", f->name, f->width, f->count);
        at = f->offset + (uint64_t)f->width * f->count;
    }
    EXPECT(s, P_FIELDS_TILE, at == s->game->facts_bytes, "fields end at %u, facts at %u",
           (unsigned)at, s->game->facts_bytes);
}

static void cells(suite *s) {
    const gg_game *g = s->game;
    for (unsigned surface = 0; surface < g->n_surfaces; surface++)
        for (unsigned i = 0; i < g->surfaces[surface].cells; i++) {
            gg_cell cell;
            memset(&cell, 0, sizeof cell);
            g->show.cell(s->at.table, surface, i, &cell);
            EXPECT(s, P_CELLS, cell.face < g->n_faces && cell.corners <= GG_CELL_CORNERS,
                   "surface %s, cell %u: face %u, %u corners", g->surfaces[surface].token, i,
                   cell.face, cell.corners);
        }
}

// The text that ships, read as if a player had written it, makes the same places, the same set-up
// and the same games.
static void same_places(suite *s, const gg_position *a, const gg_position *b) {
    for (unsigned i = 0; i < s->game->n_surfaces; i++)
        for (unsigned k = 0; k < s->game->surfaces[i].cells; k++) {
            gg_cell one, two;
            memset(&one, 0, sizeof one);
            memset(&two, 0, sizeof two);
            s->game->show.cell(a->table, i, k, &one);
            s->game->show.cell(b->table, i, k, &two);
            EXPECT(s, P_OWN, memcmp(&one, &two, sizeof one) == 0, "surface %u, place %u", i, k);
        }
}

static void same_games(suite *s, const gg_position *a, const gg_position *b) {
    static gg_events events;
    gg_playout one = {0}, two = {0};
    gg_rng rng, twin;
    gg_rng_seed(&rng, s->size.seed, 4711);
    twin = rng;
    gg_playout_random(a, &rng, &events, s->list, &one);
    gg_playout_random(b, &twin, &events, s->other, &two);
    EXPECT(s, P_OWN, one.actions == two.actions, "games of %llu and %llu actions",
           (unsigned long long)one.actions, (unsigned long long)two.actions);
    EXPECT(s, P_OWN, memcmp(a->state, b->state, s->game->facts_bytes) == 0, "another ending");
}

// Whole games of a game that is broken elsewhere would show that again, or never end.
void conform_own(suite *s) {
    bool plays = true;
    for (int p = 0; p < PROPERTIES; p++) plays = plays && !s->tally[p].failed;
    conform_doing = "reading scenarios";
    static char text[GG_SCENARIO_FILE];
    gg_fault fault;
    for (unsigned i = 0; i < s->game->n_scenarios; i++) {
        gg_request request, own;
        gg_position a = {0}, b = {0};
        if (!gg_scenario_offered(s->game, i)) continue;
        gg_request_standard(s->game, &request);
        request.scenario = (uint16_t)i;
        own = request;
        size_t length = gg_scenario_copy(s->game, i, text, sizeof text);
        uint32_t faults = gg_scenario_read(s->game, &own, text, length, &fault, 1);
        EXPECT(s, P_OWN, !faults && own.scenario == i && own.own.size, "scenario %s, line %u: %s",
               s->game->scenarios[i].token, faults ? fault.line : 0U, faults ? fault.en : "?");
        if (faults || gg_position_open(&a, s->game, &request, NULL) != GG_OK) continue;
        EXPECT(s, P_OWN, gg_position_open(&b, s->game, &own, NULL) == GG_OK, "it does not open");
        if (b.table) {
            EXPECT(s, P_OWN, memcmp(a.state, b.state, s->game->state_bytes) == 0, "another set-up");
            same_places(s, &a, &b);
            if (plays) same_games(s, &a, &b);
        }
        gg_position_close(&a);
        gg_position_close(&b);
    }
}

void conform_tables(suite *s) {
    conform_doing = "reading the tables";
    limits(s);
    indices(s);
    tokens(s);
    texts(s);
    sentences(s);
    fields(s);
    if (suite_variant(s, 0)) cells(s);
}
