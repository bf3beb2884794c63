// SPDX-License-Identifier: Apache-2.0
// The head of a match file: game, rules version, scenario (its text when it is a player's own),
// options, lists, seats, clocks, commitment.
// Every number and token has one spelling, so that the head writes back to the same bytes.
#include <string.h>

#include "engine/match/reading.h"

// ---------------------------------------------------------------------------------------- messages
bool gg_reading_bad(reading *r, const char *fr, const char *en) {
    gg_error_set(r->error, r->in.line, "%s%.0s", "%.0s%s", fr, en);
    return false;
}

bool gg_reading_bad_replay(reading *r, const char *fr, const char *en) {
    if (r->version == r->setup.game->version) return gg_reading_bad(r, fr, en);
    r->status = GG_REFUSED;
    gg_error_set(r->error, r->in.line,
                 "Règles de version %u dans le fichier, %u ici ; elles diffèrent : %s%.0s",
                 "Rules of version %u in the file, %u here; they differ: %.0s%s", r->version,
                 (unsigned)r->setup.game->version, fr, en);
    return false;
}

bool gg_reading_bad_status(reading *r, gg_status status) {
    if (status == GG_NO_MEMORY || status == GG_FULL) r->status = status;
    if (status == GG_NO_MEMORY) return gg_reading_bad(r, "Mémoire insuffisante.", "Out of memory.");
    if (status == GG_FULL)
        return gg_reading_bad(r, "La partie est trop longue.", "The match is too long.");
    return gg_reading_bad_replay(r, "Ce n'est pas possible à ce moment de la partie.",
                                 "That is not possible at this moment of the match.");
}

// ----------------------------------------------------------------------------------------- pieces
bool gg_span_same(span s, const char *text) {
    return strlen(text) == s.size && memcmp(s.at, text, s.size) == 0;
}

bool gg_span_number(span s, uint64_t max, uint64_t *value) {
    *value = 0;
    if (s.size == 0 || s.size > 16 || (s.at[0] == '0' && s.size > 1)) return false;
    for (size_t i = 0; i < s.size; i++) {
        if (s.at[i] < '0' || s.at[i] > '9') return false;
        *value = *value * 10 + (uint64_t)(s.at[i] - '0');
    }
    return *value <= max;
}

span gg_span_word(span *rest) {
    const char *blank = rest->size ? memchr(rest->at, ' ', rest->size) : NULL;
    span first = {rest->at, blank ? (size_t)(blank - rest->at) : rest->size};
    size_t used = first.size + (blank ? 1 : 0);
    rest->at += used;
    rest->size -= used;
    return first;
}

span gg_span_last_word(span *rest) {
    size_t start = rest->size;
    while (start > 0 && rest->at[start - 1] != ' ') start--;
    span last = {rest->at + start, rest->size - start};
    rest->size = start ? start - 1 : 0;
    return last;
}

bool gg_span_copy(span s, char *out, size_t cap) {
    if (s.size >= cap || (s.size && memchr(s.at, 0, s.size))) return false;
    if (s.size) memcpy(out, s.at, s.size);
    out[s.size] = 0;
    return true;
}

// ------------------------------------------------------------------------------------------- head
bool gg_reading_field(reading *r, const char *name, span *rest) {
    if (!gg_lines_next(&r->in, r->error)) return false;
    *rest = (span){r->in.body, r->in.size};
    if (gg_span_same(gg_span_word(rest), name)) return true;
    gg_error_set(r->error, r->in.line, "La ligne « %s » est attendue ici.",
                 "The line “%s” is expected here.", name);
    return false;
}

static bool read_game(reading *r) {
    span rest;
    char id[GG_ID_MAX + 1];
    uint64_t version;
    if (!gg_reading_field(r, "grognard", &rest)) return false;
    if (gg_span_same(rest, "view 1"))
        return gg_reading_bad(r, "C'est la vue d'un joueur : elle ne se rejoue pas.",
                              "This is one player's view: it cannot be replayed.");
    r->setup.format = gg_span_same(rest, "match 1") ? 1 : gg_span_same(rest, "match 2") ? 2 : 0;
    if (!r->setup.format)
        return gg_reading_bad(r, "Ce n'est pas une partie au format 1 ou 2.",
                              "This is not a match of format 1 or 2.");
    if (!gg_reading_field(r, "game", &rest)) return false;
    r->setup.game = gg_span_copy(rest, id, sizeof id) ? gg_game_find_or_null(id) : NULL;
    if (!r->setup.game)
        return gg_reading_bad(r, "Ce jeu est inconnu ici.", "This game is not known here.");
    if (!gg_reading_field(r, "rules", &rest)) return false;
    if (!gg_span_number(rest, UINT16_MAX, &version))
        return gg_reading_bad(r, "La version des règles est mal écrite.",
                              "The rules version is misspelt.");
    r->version = (unsigned)version;
    return true;
}

static bool read_scenario(reading *r) {
    const gg_game *game = r->setup.game;
    span rest;
    if (!gg_reading_field(r, "scenario", &rest)) return false;
    for (unsigned i = 0; i < game->n_scenarios; i++)
        if (gg_span_same(rest, game->scenarios[i].token)) {
            r->setup.request.scenario = (uint16_t)i;
            return true;
        }
    return gg_reading_bad_replay(r, "Ce scénario est inconnu ici.",
                                 "This scenario is not known here.");
}

static bool read_option(reading *r, const gg_option *option, span rest, int16_t *out) {
    uint64_t size;
    bool minus = rest.size > 1 && rest.at[0] == '-' && rest.at[1] != '0';
    if (minus) rest = (span){rest.at + 1, rest.size - 1};
    int64_t value =
        gg_span_number(rest, 32768, &size) ? (minus ? -(int64_t)size : (int64_t)size) : 99999;
    *out = (int16_t)value;
    if (value >= option->min && value <= option->max) return true;
    return gg_reading_bad_replay(r, "La valeur de cette option n'existe pas.",
                                 "This option does not have that value.");
}

// The option that this line names, from number *next on. A file of other rules may know fewer.
static bool take_option(reading *r, span rest, unsigned *next) {
    const gg_game *game = r->setup.game;
    span name = gg_span_word(&rest);
    unsigned i = *next;
    for (; i < game->n_options && !gg_span_same(name, game->options[i].token); i++)
        if (r->version == game->version) break;
    if (i >= game->n_options || !gg_span_same(name, game->options[i].token))
        return gg_reading_bad_replay(r, "Cette option est inconnue ou mal placée.",
                                     "This option is unknown or out of place.");
    if (!read_option(r, &game->options[i], rest, &r->setup.request.option[i])) return false;
    r->options_told |= 1U << i;
    *next = i + 1;
    return true;
}

static bool take_id(reading *r, span rest, unsigned options) {
    if (options < r->setup.game->n_options && r->version == r->setup.game->version)
        return gg_reading_bad(r, "Il manque une option.", "An option is missing.");
    if (gg_match_id_text(rest.at, rest.size)) return gg_span_copy(rest, r->setup.id, GG_ID_MAX + 1);
    return gg_reading_bad(r, "L'identifiant est mal écrit.", "The id is misspelt.");
}

// The lines of one seat's list, put together again.
typedef struct listing {
    int seat; // -1: none yet
    unsigned line;
    size_t length;
    char text[GG_LIST_TEXT];
} listing;

// Judged by the game, and compared with what it would write.
static bool close_list(reading *r, const listing *l) {
    const gg_game *game = r->setup.game;
    unsigned line = r->in.line;
    gg_fault fault;
    char own[GG_LIST_TEXT];
    if (l->seat < 0) return true;
    bool good = !gg_list_read(game, &r->setup.request, l->seat, l->text, l->length, &fault, 1);
    r->in.line = l->line + (good || !fault.line ? 0U : fault.line - 1U);
    if (!good) return gg_reading_bad_replay(r, fault.fr, fault.en);
    size_t length = game->lists.write(&r->setup.request.list[l->seat], own), same = 0;
    while (same < length && same < l->length && own[same] == l->text[same])
        r->in.line += own[same++] == '\n';
    if (same < length || same < l->length)
        return gg_reading_bad_replay(r, "Cette liste ne s'écrit pas ainsi.",
                                     "This list is not written like this.");
    r->in.line = line;
    return true;
}

static bool take_list(reading *r, span rest, listing *l) {
    const gg_game *game = r->setup.game;
    span token = gg_span_word(&rest);
    int seat = 0;
    while (seat < game->seats && !gg_span_same(token, game->seat_names[seat].token)) seat++;
    if (!game->lists.judge || seat >= game->seats || seat < l->seat)
        return gg_reading_bad_replay(r, "Aucune liste n'est attendue ici.",
                                     "No list is expected here.");
    if (seat > l->seat) {
        if (!close_list(r, l)) return false;
        *l = (listing){.seat = seat, .line = r->in.line};
    }
    if (l->length + rest.size + 1 > sizeof l->text)
        return gg_reading_bad(r, "Cette liste est trop longue.", "This list is too long.");
    if (rest.size) memcpy(l->text + l->length, rest.at, rest.size);
    l->length += rest.size;
    l->text[l->length++] = '\n';
    return true;
}

// The lines of the players' own scenario, put together again.
typedef struct setting {
    unsigned line; // of the first, 0: there is none
    bool closed;
    gg_own_scenario own;
} setting;

// Judged by the game, and compared with what would be written.
static bool close_setting(reading *r, setting *s) {
    unsigned line = r->in.line;
    const gg_own_scenario *own = &r->setup.request.own;
    gg_request request = r->setup.request;
    gg_fault fault;
    size_t same = 0;
    if (!s->line || s->closed) return true;
    s->closed = true;
    bool good = !gg_scenario_read(r->setup.game, &request, s->own.text, s->own.size, &fault, 1);
    r->in.line = s->line + (good || !fault.line ? 0U : fault.line - 1U);
    if (!good) return gg_reading_bad_replay(r, fault.fr, fault.en);
    if (request.scenario != r->setup.request.scenario)
        return gg_reading_bad_replay(r, "Ce scénario est fait sur un autre modèle.",
                                     "This scenario is like another one.");
    r->setup.request = request;
    while (same < own->size && same < s->own.size && own->text[same] == s->own.text[same])
        r->in.line += own->text[same++] == '\n';
    if (same < own->size || same < s->own.size)
        return gg_reading_bad_replay(r, "Ce scénario ne s'écrit pas ainsi.",
                                     "This scenario is not written like this.");
    r->in.line = line;
    return true;
}

static bool take_setting(reading *r, span rest, setting *s) {
    if (!r->setup.game->own.judge)
        return gg_reading_bad_replay(r, "Ce jeu ne prend pas de scénario de joueur.",
                                     "This game takes no scenario of a player's own.");
    if (!s->line) s->line = r->in.line;
    if (s->own.size + rest.size + 1 >= sizeof s->own.text)
        return gg_reading_bad(r, "Ce scénario est trop long.", "This scenario is too long.");
    if (rest.size) memcpy(s->own.text + s->own.size, rest.at, rest.size);
    s->own.size = (uint16_t)(s->own.size + rest.size);
    s->own.text[s->own.size++] = '\n';
    return true;
}

// The scenario's own lines, options in the order of the table, lists in the order of seats, the id.
static bool read_options(reading *r) {
    unsigned options = 0;
    listing list = {.seat = -1};
    setting own = {0};
    for (;;) {
        span rest, name;
        if (!gg_lines_next(&r->in, r->error)) return false;
        rest = (span){r->in.body, r->in.size};
        name = gg_span_word(&rest);
        if (gg_span_same(name, "own") && !own.closed && !options && list.seat < 0) {
            if (!take_setting(r, rest, &own)) return false;
            continue;
        }
        if (!close_setting(r, &own)) return false;
        if (gg_span_same(name, "id")) return close_list(r, &list) && take_id(r, rest, options);
        bool listed = gg_span_same(name, "list");
        if (!listed && (list.seat >= 0 || !gg_span_same(name, "option")))
            return gg_reading_bad(r, "La ligne « option », « list » ou « id » est attendue ici.",
                                  "The line “option”, “list” or “id” is expected here.");
        if (!(listed ? take_list(r, rest, &list) : take_option(r, rest, &options))) return false;
    }
}

// "word seat rest" for each seat in order.
static bool seat_field(reading *r, const char *name, unsigned seat, span *rest) {
    if (!gg_reading_field(r, name, rest)) return false;
    span token = gg_span_word(rest);
    if (!gg_span_same(token, r->setup.game->seat_names[seat].token))
        return gg_reading_bad(r, "Un autre camp est attendu ici.",
                              "Another seat is expected here.");
    bool blank = token.at + token.size < r->in.body + r->in.size;
    if (blank && rest->size == 0)
        return gg_reading_bad(r, "Blanc inutile en fin de ligne.",
                              "Needless blank at the end of the line.");
    return true;
}

static bool read_seats(reading *r) {
    const gg_game *game = r->setup.game;
    gg_match_setup *setup = &r->setup;
    span rest;
    uint64_t ms;
    for (unsigned i = 0; i < game->seats; i++) {
        if (!seat_field(r, "seat", i, &rest)) return false;
        if (!gg_match_plain_text(rest.at, rest.size) ||
            !gg_span_copy(rest, setup->name[i], sizeof setup->name[i]))
            return gg_reading_bad(r, "Ce nom n'est pas permis.", "This name is not allowed.");
    }
    for (unsigned i = 0; i < game->seats; i++) {
        if (!seat_field(r, "client", i, &rest)) return false;
        if (!gg_match_seed_text(rest.at, rest.size) ||
            !gg_span_copy(rest, setup->client_seed[i], sizeof setup->client_seed[i]))
            return gg_reading_bad(r, "Cette graine n'est pas permise.",
                                  "This seed is not allowed.");
    }
    for (unsigned i = 0; i <= game->seats; i++) {
        bool seat = i < game->seats;
        if (!(seat ? seat_field(r, "clock", i, &rest) : gg_reading_field(r, "increment", &rest)))
            return false;
        if (!gg_span_number(rest, UINT32_MAX, &ms))
            return gg_reading_bad(r, "Le temps est mal écrit.", "The time is misspelt.");
        *(seat ? &setup->clock_ms[i] : &setup->increment_ms) = (uint32_t)ms;
    }
    return true;
}

static bool read_commitment(reading *r) {
    span rest;
    uint8_t bytes[32];
    if (!gg_reading_field(r, "commitment", &rest)) return false;
    if (rest.size != 64 || !gg_match_unhex(rest.at, rest.size, bytes))
        return gg_reading_bad(r, "L'engagement est mal écrit.", "The commitment is misspelt.");
    (void)gg_span_copy(rest, r->commitment, sizeof r->commitment);
    if (!gg_reading_field(r, "log", &rest)) return false;
    if (r->in.size != 3)
        return gg_reading_bad(r, "La ligne « log » est seule.", "The line “log” is bare.");
    r->first_line = r->in.line + 1;
    return true;
}

bool gg_reading_head(reading *r) {
    gg_verdict verdict;
    if (!read_game(r) || !read_scenario(r)) return false;
    gg_request standard;
    gg_request_standard(r->setup.game, &standard);
    memcpy(r->setup.request.option, standard.option, sizeof standard.option);
    if (!read_options(r) || !read_seats(r) || !read_commitment(r)) return false;
    gg_status status = gg_match_open_sealed(&r->match, &r->setup, &verdict);
    if (status == GG_REFUSED)
        return gg_reading_bad_replay(r, "Ces options ne vont pas ensemble.",
                                     "These options do not go together.");
    if (status != GG_OK) return gg_reading_bad_status(r, status);
    memcpy(r->match->commitment, r->commitment, sizeof r->commitment);
    return true;
}
