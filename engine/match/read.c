// SPDX-License-Identifier: Apache-2.0
// Reads a match file: its bytes by the chain of checks, its moves through the judge, its positions
// by their hashes, its dice (verify) by the revealed seed.
//
// A line is understood, carried out on a match like a player's own action, and then compared with
// what this program would have written: there is one spelling of everything. Work is bounded by the
// size of the file: an undo plays at most the moves since a snapshot again.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/match/phrases.h"

typedef struct reading {
    lines_in in;
    gg_error *error;
    gg_status status; // what to return when reading fails
    gg_match_setup setup;
    gg_match *match;
    unsigned version;
    uint32_t options_told;
    char commitment[65];
    unsigned first_line; // of entry 1
    char *buffer;
    gg_out own; // the line as this program writes it
} reading;

// ---------------------------------------------------------------------------------------- messages
static bool bad(reading *r, const char *fr, const char *en) {
    gg_error_set(r->error, r->in.line, "%s%.0s", "%.0s%s", fr, en);
    return false;
}

// What went wrong in the replay; the two versions are named when they differ.
static bool bad_replay(reading *r, const char *fr, const char *en) {
    if (r->version == r->setup.game->version) return bad(r, fr, en);
    gg_error_set(r->error, r->in.line,
                 "Règles de version %u dans le fichier, %u ici ; elles diffèrent : %s%.0s",
                 "Rules of version %u in the file, %u here; they differ: %.0s%s", r->version,
                 (unsigned)r->setup.game->version, fr, en);
    return false;
}

static bool bad_status(reading *r, gg_status status) {
    if (status == GG_NO_MEMORY || status == GG_FULL) r->status = status;
    if (status == GG_NO_MEMORY) return bad(r, "Mémoire insuffisante.", "Out of memory.");
    if (status == GG_FULL) return bad(r, "La partie est trop longue.", "The match is too long.");
    return bad_replay(r, "Ce n'est pas possible à ce moment de la partie.",
                      "That is not possible at this moment of the match.");
}

static bool refused(reading *r, const gg_position *p, const gg_verdict *verdict) {
    const gg_game *game = p->game;
    const gg_refusal *refusal = &game->refusals[verdict->refusal];
    char said[2][240], full[2][240];
    for (int lang = 0; lang < 2; lang++) {
        gg_out out;
        gg_say_refusal(game, p->table, p->state, verdict, (gg_lang)lang, said[lang],
                       sizeof said[lang]);
        gg_out_init(&out, full[lang], sizeof full[lang]);
        gg_out_format(&out, "%s %s : %s", game->rules[refusal->rule].id, refusal->token,
                      said[lang]);
    }
    return bad_replay(r, full[GG_FR], full[GG_EN]);
}

// ----------------------------------------------------------------------------------------- pieces
typedef struct span {
    const char *at;
    size_t size;
} span;

static bool same(span s, const char *text) {
    return strlen(text) == s.size && memcmp(s.at, text, s.size) == 0;
}

// Decimal digits without a needless zero, at most `max`.
static bool number(span s, uint64_t max, uint64_t *value) {
    *value = 0;
    if (s.size == 0 || s.size > 16 || (s.at[0] == '0' && s.size > 1)) return false;
    for (size_t i = 0; i < s.size; i++) {
        if (s.at[i] < '0' || s.at[i] > '9') return false;
        *value = *value * 10 + (uint64_t)(s.at[i] - '0');
    }
    return *value <= max;
}

// The next word up to a blank; what follows the blank stays.
static span word(span *rest) {
    const char *blank = rest->size ? memchr(rest->at, ' ', rest->size) : NULL;
    span first = {rest->at, blank ? (size_t)(blank - rest->at) : rest->size};
    size_t used = first.size + (blank ? 1 : 0);
    rest->at += used;
    rest->size -= used;
    return first;
}

// The last word; what stands before its blank stays.
static span last_word(span *rest) {
    size_t start = rest->size;
    while (start > 0 && rest->at[start - 1] != ' ') start--;
    span last = {rest->at + start, rest->size - start};
    rest->size = start ? start - 1 : 0;
    return last;
}

static bool copy(span s, char *out, size_t cap) {
    if (s.size >= cap || (s.size && memchr(s.at, 0, s.size))) return false;
    if (s.size) memcpy(out, s.at, s.size);
    out[s.size] = 0;
    return true;
}

// ------------------------------------------------------------------------------------------- head
// The next line must begin with this word; *rest is what follows it.
static bool field(reading *r, const char *name, span *rest) {
    if (!gg_lines_next(&r->in, r->error)) return false;
    *rest = (span){r->in.body, r->in.size};
    if (same(word(rest), name)) return true;
    gg_error_set(r->error, r->in.line, "La ligne « %s » est attendue ici.",
                 "The line “%s” is expected here.", name);
    return false;
}

static bool read_game(reading *r) {
    span rest;
    char id[GG_ID_MAX + 1];
    uint64_t version;
    if (!field(r, "grognard", &rest)) return false;
    if (same(rest, "view 1"))
        return bad(r, "C'est la vue d'un joueur : elle ne se rejoue pas.",
                   "This is one player's view: it cannot be replayed.");
    if (!same(rest, "match 1"))
        return bad(r, "Ce n'est pas une partie au format 1.", "This is not a match of format 1.");
    if (!field(r, "game", &rest)) return false;
    r->setup.game = copy(rest, id, sizeof id) ? gg_game_find_or_null(id) : NULL;
    if (!r->setup.game) return bad(r, "Ce jeu est inconnu ici.", "This game is not known here.");
    if (!field(r, "rules", &rest)) return false;
    if (!number(rest, UINT16_MAX, &version))
        return bad(r, "La version des règles est mal écrite.", "The rules version is misspelt.");
    r->version = (unsigned)version;
    return true;
}

static bool read_scenario(reading *r) {
    const gg_game *game = r->setup.game;
    span rest;
    if (!field(r, "scenario", &rest)) return false;
    for (unsigned i = 0; i < game->n_scenarios; i++)
        if (same(rest, game->scenarios[i].token)) {
            r->setup.request.scenario = (uint16_t)i;
            return true;
        }
    return bad_replay(r, "Ce scénario est inconnu ici.", "This scenario is not known here.");
}

static bool read_option(reading *r, const gg_option *option, span rest, int16_t *out) {
    uint64_t size;
    bool minus = rest.size > 1 && rest.at[0] == '-' && rest.at[1] != '0';
    if (minus) rest = (span){rest.at + 1, rest.size - 1};
    int64_t value = number(rest, 32768, &size) ? (minus ? -(int64_t)size : (int64_t)size) : 99999;
    *out = (int16_t)value;
    if (value >= option->min && value <= option->max) return true;
    return bad_replay(r, "La valeur de cette option n'existe pas.",
                      "This option does not have that value.");
}

// Options in the order of the table, then the id. A file of other rules may know fewer options.
static bool read_options(reading *r) {
    const gg_game *game = r->setup.game;
    unsigned i = 0;
    for (;;) {
        span rest, name;
        if (!gg_lines_next(&r->in, r->error)) return false;
        rest = (span){r->in.body, r->in.size};
        name = word(&rest);
        if (same(name, "id")) {
            if (i < game->n_options && r->version == game->version)
                return bad(r, "Il manque une option.", "An option is missing.");
            if (gg_match_id_text(rest.at, rest.size)) return copy(rest, r->setup.id, GG_ID_MAX + 1);
            return bad(r, "L'identifiant est mal écrit.", "The id is misspelt.");
        }
        if (!same(name, "option"))
            return bad(r, "La ligne « option » ou « id » est attendue ici.",
                       "The line “option” or “id” is expected here.");
        name = word(&rest);
        for (; i < game->n_options && !same(name, game->options[i].token); i++)
            if (r->version == game->version) break;
        if (i >= game->n_options || !same(name, game->options[i].token))
            return bad_replay(r, "Cette option est inconnue ou mal placée.",
                              "This option is unknown or out of place.");
        if (!read_option(r, &game->options[i], rest, &r->setup.request.option[i])) return false;
        r->options_told |= 1U << i++;
    }
}

// "word seat rest" for each seat in order.
static bool seat_field(reading *r, const char *name, unsigned seat, span *rest) {
    if (!field(r, name, rest)) return false;
    span token = word(rest);
    if (!same(token, r->setup.game->seat_names[seat].token))
        return bad(r, "Un autre camp est attendu ici.", "Another seat is expected here.");
    bool blank = token.at + token.size < r->in.body + r->in.size;
    if (blank && rest->size == 0)
        return bad(r, "Blanc inutile en fin de ligne.", "Needless blank at the end of the line.");
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
            !copy(rest, setup->name[i], sizeof setup->name[i]))
            return bad(r, "Ce nom n'est pas permis.", "This name is not allowed.");
    }
    for (unsigned i = 0; i < game->seats; i++) {
        if (!seat_field(r, "client", i, &rest)) return false;
        if (!gg_match_seed_text(rest.at, rest.size) ||
            !copy(rest, setup->client_seed[i], sizeof setup->client_seed[i]))
            return bad(r, "Cette graine n'est pas permise.", "This seed is not allowed.");
    }
    for (unsigned i = 0; i <= game->seats; i++) {
        bool seat = i < game->seats;
        if (!(seat ? seat_field(r, "clock", i, &rest) : field(r, "increment", &rest))) return false;
        if (!number(rest, UINT32_MAX, &ms))
            return bad(r, "Le temps est mal écrit.", "The time is misspelt.");
        *(seat ? &setup->clock_ms[i] : &setup->increment_ms) = (uint32_t)ms;
    }
    return true;
}

static bool read_commitment(reading *r) {
    span rest;
    uint8_t bytes[32];
    if (!field(r, "commitment", &rest)) return false;
    if (rest.size != 64 || !gg_match_unhex(rest.at, rest.size, bytes))
        return bad(r, "L'engagement est mal écrit.", "The commitment is misspelt.");
    (void)copy(rest, r->commitment, sizeof r->commitment);
    if (!field(r, "log", &rest)) return false;
    if (r->in.size != 3) return bad(r, "La ligne « log » est seule.", "The line “log” is bare.");
    r->first_line = r->in.line + 1;
    return true;
}

static bool read_head(reading *r) {
    gg_verdict verdict;
    if (!read_game(r) || !read_scenario(r)) return false;
    gg_request standard;
    gg_request_standard(r->setup.game, &standard);
    memcpy(r->setup.request.option, standard.option, sizeof standard.option);
    if (!read_options(r) || !read_seats(r) || !read_commitment(r)) return false;
    gg_status status = gg_match_open_sealed(&r->match, &r->setup, &verdict);
    if (status == GG_REFUSED)
        return bad_replay(r, "Ces options ne vont pas ensemble.",
                          "These options do not go together.");
    if (status != GG_OK) return bad_status(r, status);
    memcpy(r->match->commitment, r->commitment, sizeof r->commitment);
    return true;
}

// ---------------------------------------------------------------------------------------- entries
// One step in notation, as this position spells it.
static bool read_step(reading *r, span text, const gg_position *p, gg_action *action) {
    char buffer[NOTATION_MAX];
    gg_error why = {0};
    if (!copy(text, buffer, sizeof buffer))
        return bad(r, "L'action est mal écrite.", "The action is misspelt.");
    if (!gg_notation_parse(p->game, p->table, p->state, buffer, action, &why))
        return bad_replay(r, why.fr, why.en);
    gg_phrase_step(&r->own, r->match, p->state, *action);
    return true;
}

// The steps of one unit, " ; " between them. Only the last one makes the entry.
static bool play_steps(reading *r, int seat, span text, uint32_t ms) {
    gg_match *match = r->match;
    uint32_t entries = match->entries;
    if (match->turn.seat != seat)
        return bad_replay(r, "Ce n'est pas à ce camp de jouer.", "It is not this seat's turn.");
    for (bool last = false; !last;) {
        const gg_position *p = gg_match_position_for(match, seat);
        gg_action action;
        gg_verdict verdict;
        span step = text;
        for (size_t i = 0; i + 3 <= text.size; i++)
            if (memcmp(text.at + i, " ; ", 3) == 0) {
                step.size = i;
                break;
            }
        last = step.size == text.size;
        if (!last) text = (span){text.at + step.size + 3, text.size - step.size - 3};
        if (!read_step(r, step, p, &action)) return false;
        if (!last) gg_out_text(&r->own, " ;");
        gg_status status =
            gg_match_act(match, seat, action, 0, entries, last ? ms : 0, &verdict, NULL);
        if (status == GG_REFUSED) return refused(r, p, &verdict);
        if (status != GG_OK) return bad_status(r, status);
        if (last != (match->entries > entries))
            return bad_replay(r, "Les étapes ne font pas un coup entier.",
                              "The steps do not make one whole move.");
    }
    return true;
}

static bool read_action(reading *r, int seat, span text, span tail) {
    uint64_t ms;
    if (tail.size < 2 || memcmp(tail.at + tail.size - 2, "ms", 2) != 0 ||
        !number((span){tail.at, tail.size - 2}, UINT32_MAX, &ms))
        return bad(r, "Le temps est mal écrit.", "The time is misspelt.");
    gg_out_char(&r->own, '>');
    return play_steps(r, seat, text, (uint32_t)ms);
}

static bool read_chance(reading *r, span text, span tail, uint64_t *tickets) {
    const gg_position *p = &r->match->published;
    uint64_t ticket;
    gg_action outcome;
    const char *slash = memchr(tail.at, '/', tail.size);
    size_t cut = slash ? (size_t)(slash - tail.at) : 0;
    if (!slash || !number((span){tail.at, cut}, UINT64_C(1) << 53, &ticket) ||
        !number((span){slash + 1, tail.size - cut - 1}, UINT64_C(1) << 53, tickets))
        return bad(r, "Le ticket est mal écrit.", "The ticket is misspelt.");
    if (r->match->turn.seat != GG_CHANCE)
        return bad_replay(r, "Aucun tirage n'a lieu ici.", "Nothing is drawn here.");
    if (*tickets != r->match->turn.tickets || ticket >= *tickets)
        return bad_replay(r, "Le ticket n'existe pas à ce tirage.",
                          "This draw has no such ticket.");
    if (!read_step(r, text, p, &outcome)) return false;
    if (outcome != p->game->roll(p->table, p->state, ticket))
        return bad_replay(r, "Ce ticket ne donne pas ce résultat.",
                          "This ticket does not give this outcome.");
    gg_status status = gg_match_publish_chance(r->match, ticket, outcome, NULL);
    return status == GG_OK || bad_status(r, status);
}

// Undo, resignation, offers, flag, comment.
static gg_status speak(reading *r, unsigned kind, int seat, span text, uint32_t ms) {
    char comment[GG_COMMENT_MAX + 1];
    switch (kind) {
    case GG_ENTRY_UNDO: return gg_match_undo(r->match, seat);
    case GG_ENTRY_RESIGN: return gg_match_resign(r->match, seat);
    case GG_ENTRY_DRAW_OFFER: return gg_match_offer_draw(r->match, seat);
    case GG_ENTRY_DRAW_ACCEPT: return gg_match_answer_draw(r->match, seat, true);
    case GG_ENTRY_DRAW_DECLINE: return gg_match_answer_draw(r->match, seat, false);
    case GG_ENTRY_FLAG: return gg_match_flag(r->match, seat, ms);
    default:
        if (!copy(text, comment, sizeof comment)) return GG_BAD_INPUT;
        return gg_match_comment(r->match, seat, comment);
    }
}

static bool read_words(reading *r, int seat, span text, span tail) {
    uint64_t ms;
    span name = word(&text);
    unsigned kind = GG_ENTRY_UNDO;
    while (kind < GG_ENTRY_KINDS && !same(name, gg_entry_word(kind))) kind++;
    if (kind == GG_ENTRY_KINDS)
        return bad(r, "Cette sorte d'entrée est inconnue.", "There is no such kind of entry.");
    if (tail.size < 2 || !number((span){tail.at, tail.size - 2}, UINT32_MAX, &ms))
        return bad(r, "Le temps est mal écrit.", "The time is misspelt.");
    gg_status status = speak(r, kind, seat, text, (uint32_t)ms);
    if (status == GG_BAD_INPUT)
        return bad(r, "Ce commentaire n'est pas permis.", "This comment is not allowed.");
    if (status != GG_OK) return bad_status(r, status);
    const gg_entry *entry = &r->match->entry[r->match->entries - 1];
    gg_out_format(&r->own, " %s", gg_entry_word(kind));
    if (entry->text) gg_out_format(&r->own, " %s", gg_match_text(r->match, entry));
    return true;
}

// The seat of "north" or "north>", GG_CHANCE of "~", GG_UMPIRE of "*", or -1.
static int who_is(const gg_game *game, span who, bool *acts) {
    *acts = who.size > 1 && who.at[who.size - 1] == '>';
    if (*acts) who.size--;
    if (same(who, "~")) return GG_CHANCE;
    if (same(who, "*")) return GG_UMPIRE;
    for (int i = 0; i < game->seats; i++)
        if (same(who, game->seat_names[i].token)) return i;
    return -1;
}

static bool hash_agrees(reading *r, span told) {
    char hex[17];
    gg_out out;
    gg_out_init(&out, hex, sizeof hex);
    gg_out_format(&out, "%016" PRIx64, r->match->hash);
    if (same(told, hex)) return true;
    return bad_replay(r, "La position n'est pas celle que le fichier a notée.",
                      "The position is not the one the file has noted.");
}

static bool read_entry(reading *r) {
    span rest = {r->in.body, r->in.size};
    bool acts, done;
    uint64_t told, tickets = 0;
    span number_word = word(&rest), who = word(&rest);
    span hash = last_word(&rest), tail = last_word(&rest), bar = last_word(&rest);
    if (!number(number_word, GG_ENTRIES_MAX, &told) || told != r->match->entries + 1)
        return bad(r, "Ce n'est pas le numéro qui suit.", "This is not the number that follows.");
    int seat = who_is(r->setup.game, who, &acts);
    if (seat < 0 || !same(bar, "|"))
        return bad(r, "La ligne n'a pas la forme d'une entrée.",
                   "The line does not have the form of an entry.");
    gg_out_init(&r->own, r->buffer, GG_MATCH_LINE_MAX);
    gg_out_format(&r->own, "%" PRIu64 " ", told);
    gg_out_text(&r->own, seat == GG_CHANCE   ? "~"
                         : seat == GG_UMPIRE ? "*"
                                             : r->setup.game->seat_names[seat].token);
    if (seat == GG_CHANCE)
        done = read_chance(r, rest, tail, &tickets);
    else
        done = acts ? read_action(r, seat, rest, tail) : read_words(r, seat, rest, tail);
    if (!done || !hash_agrees(r, hash)) return false;
    gg_phrase_tail(&r->own, &r->match->entry[r->match->entries - 1], tickets);
    if (!r->own.full && r->own.length == r->in.size &&
        memcmp(r->own.at, r->in.body, r->in.size) == 0)
        return true;
    return bad(r, "La ligne n'est pas écrite comme elle doit l'être.",
               "The line is not written the way it must be.");
}

// ------------------------------------------------------------------------------------------- foot
static bool foot_line(reading *r, const char *fr, const char *en) {
    if (!r->own.full && r->own.length == r->in.size &&
        memcmp(r->own.at, r->in.body, r->in.size) == 0)
        return true;
    return bad(r, fr, en);
}

static bool read_seed(reading *r) {
    span rest;
    uint8_t seed[GG_SEED_BYTES];
    if (!field(r, "seed", &rest)) return false;
    if (same(rest, "unknown")) return true;
    if (rest.size != 2 * GG_SEED_BYTES || !gg_match_unhex(rest.at, rest.size, seed))
        return bad(r, "La graine est mal écrite.", "The seed is misspelt.");
    if (gg_match_give_seed(r->match, seed) == GG_OK) return true;
    return bad(r, "La graine n'est pas celle de l'engagement.",
               "The seed is not the one of the commitment.");
}

// The line at hand begins the foot: the result, or the last line of an open match.
static bool read_foot(reading *r) {
    gg_out_init(&r->own, r->buffer, GG_MATCH_LINE_MAX);
    if (r->match->over) {
        gg_phrase_result(&r->own, r->match);
        if (!foot_line(r, "Ce n'est pas le résultat de la partie.",
                       "This is not the result of the match."))
            return false;
        if (!read_seed(r) || !gg_lines_next(&r->in, r->error)) return false;
        gg_out_init(&r->own, r->buffer, GG_MATCH_LINE_MAX);
    }
    gg_phrase_last(&r->own, r->match, r->in.before);
    if (!foot_line(r, "La dernière ligne ne signe pas celles qui la précèdent.",
                   "The last line does not sign the lines before it."))
        return false;
    if (r->in.at == r->in.length) return true;
    r->in.line++;
    return bad(r, "Il y a quelque chose après la dernière ligne.",
               "There is something after the last line.");
}

static bool read_all(reading *r) {
    if (!read_head(r)) return false;
    for (;;) {
        if (!gg_lines_next(&r->in, r->error)) return false;
        if (r->in.size == 0 || r->in.body[0] < '0' || r->in.body[0] > '9') break;
        if (!read_entry(r)) return false;
    }
    return read_foot(r);
}

static gg_status read_match(reading *r, const char *text, size_t length, gg_error *error) {
    memset(r, 0, sizeof *r);
    r->in.text = text;
    r->in.length = length;
    r->error = error;
    r->status = GG_BAD_INPUT;
    if (error) memset(error, 0, sizeof *error);
    if (length > GG_MATCH_FILE_MAX) {
        gg_error_set(error, 0, "Le fichier dépasse 16 Mio.", "The file is larger than 16 MiB.");
        return GG_BAD_INPUT;
    }
    r->buffer = malloc(GG_MATCH_LINE_MAX);
    if (!r->buffer) return GG_NO_MEMORY;
    bool done = read_all(r);
    free(r->buffer);
    r->buffer = NULL;
    if (done) {
        r->match->version = r->version;
        r->match->options_told = r->options_told;
        return GG_OK;
    }
    gg_match_close(r->match);
    r->match = NULL;
    return r->status;
}

gg_status gg_match_read(gg_match **match, const char *text, size_t length, gg_error *error) {
    reading r;
    gg_status status = read_match(&r, text, length, error);
    *match = r.match;
    return status;
}

// ------------------------------------------------------------------------------------------ verify
// Walks the log once more, asking the dice what each ticket must be.
static gg_status verify_dice(reading *r, gg_error *error) {
    const gg_match *match = r->match;
    const gg_game *game = match->game;
    gg_position p = {0};
    uint64_t counter = 0;
    gg_status status = gg_match_at(match, 0, &p);
    for (uint32_t n = 1; n <= match->entries && status == GG_OK; n++) {
        const gg_entry *entry = &match->entry[n - 1];
        if (entry->kind == GG_ENTRY_CHANCE) {
            uint64_t tickets = game->turn(p.table, p.state).tickets;
            uint64_t ticket = gg_dice_draw(&match->dice, counter++, tickets);
            if (ticket != entry->ticket) {
                gg_error_set(error, r->first_line + n - 1,
                             "Ce tirage n'est pas celui de la graine : le ticket est %llu.",
                             "This draw is not the seed's: the ticket is %llu.",
                             (unsigned long long)ticket);
                status = GG_BAD_INPUT;
            }
        }
        if (entry->kind == GG_ENTRY_UNDO)
            status = gg_match_restore(match, entry->after, p.state);
        else
            gg_match_apply_entry(match, entry, p.state, NULL);
    }
    gg_position_close(&p);
    return status;
}

gg_status gg_match_verify(const char *text, size_t length, gg_error *error) {
    reading r;
    gg_status status = read_match(&r, text, length, error);
    if (status != GG_OK) return status;
    if (r.match->has_seed)
        status = verify_dice(&r, error);
    else
        gg_error_set(error, 0,
                     "Tout est juste ; la graine n'est pas révélée, les dés restent à "
                     "vérifier.",
                     "All is well; the seed is not revealed, so the dice are still to be "
                     "checked.");
    gg_match_close(r.match);
    return status;
}
