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

#include "engine/match/reading.h"

static bool refused(reading *r, const gg_position *p, const gg_verdict *verdict) {
    const gg_game *game = p->game;
    const gg_refusal *refusal = &game->refusals[verdict->refusal];
    char said[2][240], full[2][240];
    for (int lang = 0; lang < 2; lang++) {
        gg_out out;
        gg_say_refusal(game, p->table, p->state, verdict, (gg_lang)lang, said[lang],
                       sizeof said[lang]);
        gg_out_init(&out, full[lang], sizeof full[lang]);
        gg_out_format(&out, lang == GG_FR ? "%s %s : %s" : "%s %s: %s",
                      game->rules[refusal->rule].id, refusal->token, said[lang]);
    }
    return gg_reading_bad_replay(r, full[GG_FR], full[GG_EN]);
}

// ---------------------------------------------------------------------------------------- entries
// One step in notation, as this position spells it.
static bool read_step(reading *r, span text, const gg_position *p, gg_action *action) {
    char buffer[NOTATION_MAX];
    gg_error why = {0};
    if (!gg_span_copy(text, buffer, sizeof buffer))
        return gg_reading_bad(r, "L'action est mal écrite.", "The action is misspelt.");
    if (!gg_notation_parse(p->game, p->table, p->state, buffer, action, &why))
        return gg_reading_bad_replay(r, why.fr, why.en);
    gg_phrase_step(&r->own, r->match, p->state, *action);
    return true;
}

// The steps of one unit, " ; " between them. Only the last one makes the entry.
static bool play_steps(reading *r, int seat, span text, uint32_t ms) {
    gg_match *match = r->match;
    uint32_t entries = match->entries;
    if (match->turn.seat != seat)
        return gg_reading_bad_replay(r, "Ce n'est pas à ce camp de jouer.",
                                     "It is not this seat's turn.");
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
        if (status != GG_OK) return gg_reading_bad_status(r, status);
        if (last != (match->entries > entries))
            return gg_reading_bad_replay(r, "Les étapes ne font pas un coup entier.",
                                         "The steps do not make one whole move.");
    }
    return true;
}

static bool read_action(reading *r, int seat, span text, span tail) {
    uint64_t ms;
    if (tail.size < 2 || memcmp(tail.at + tail.size - 2, "ms", 2) != 0 ||
        !gg_span_number((span){tail.at, tail.size - 2}, UINT32_MAX, &ms))
        return gg_reading_bad(r, "Le temps est mal écrit.", "The time is misspelt.");
    gg_out_char(&r->own, '>');
    return play_steps(r, seat, text, (uint32_t)ms);
}

// "5/10". *tickets is 0 for ?, which stands in stores that did not know the number.
static bool read_ticket(const reading *r, span tail, uint64_t *ticket, uint64_t *tickets) {
    const char *slash = memchr(tail.at, '/', tail.size);
    size_t cut = slash ? (size_t)(slash - tail.at) : 0;
    if (!slash || !gg_span_number((span){tail.at, cut}, UINT64_C(1) << 53, ticket)) return false;
    span count = {slash + 1, tail.size - cut - 1};
    *tickets = 0;
    if (r->stored && gg_span_same(count, "?")) return true;
    return gg_span_number(count, UINT64_C(1) << 53, tickets) && *tickets > 0;
}

static bool read_chance(reading *r, span text, span tail, uint64_t *tickets) {
    const gg_position *p = &r->match->published;
    uint64_t ticket;
    gg_action outcome;
    if (!read_ticket(r, tail, &ticket, tickets))
        return gg_reading_bad(r, "Le ticket est mal écrit.", "The ticket is misspelt.");
    if (r->match->turn.seat != GG_CHANCE)
        return gg_reading_bad_replay(r, "Aucun tirage n'a lieu ici.", "Nothing is drawn here.");
    if (r->match->setup.awaited)
        return gg_reading_bad_replay(r, "Rien ne se tire avant la graine de chaque joueur.",
                                     "Nothing is drawn before every player has given his seed.");
    uint64_t here = r->match->turn.tickets;
    if ((*tickets && *tickets != here) || ticket >= here)
        return gg_reading_bad_replay(r, "Le ticket n'existe pas à ce tirage.",
                                     "This draw has no such ticket.");
    if (r->match->has_seed && ticket != gg_dice_draw(&r->match->dice, r->match->draws, here))
        return gg_reading_bad_replay(r, "Ce tirage n'est pas celui de la graine.",
                                     "This draw is not the seed's.");
    if (!read_step(r, text, p, &outcome)) return false;
    if (outcome != gg_roll(p->game, p->table, p->state, ticket))
        return gg_reading_bad_replay(r, "Ce ticket ne donne pas ce résultat.",
                                     "This ticket does not give this outcome.");
    gg_status status = gg_match_publish_chance(r->match, ticket, outcome, NULL);
    return status == GG_OK || gg_reading_bad_status(r, status);
}

// Undo, resignation, offers, wishes to take back, flag, comment.
static gg_status speak(reading *r, unsigned kind, int seat, span text, uint32_t ms) {
    char comment[GG_COMMENT_MAX + 1];
    uint64_t number;
    switch (kind) {
    case GG_ENTRY_BACK_ASK:
        if (!gg_span_number(text, UINT32_MAX, &number)) return GG_NOT_ALLOWED;
        return gg_match_ask_back(r->match, seat, (uint32_t)number);
    case GG_ENTRY_BACK_AGREE: return gg_match_answer_back(r->match, seat, true);
    case GG_ENTRY_BACK_DECLINE: return gg_match_answer_back(r->match, seat, false);
    case GG_ENTRY_UNDO: return gg_match_undo(r->match, seat);
    case GG_ENTRY_RESIGN: return gg_match_resign(r->match, seat);
    case GG_ENTRY_DRAW_OFFER: return gg_match_offer_draw(r->match, seat);
    case GG_ENTRY_DRAW_ACCEPT: return gg_match_answer_draw(r->match, seat, true);
    case GG_ENTRY_DRAW_DECLINE: return gg_match_answer_draw(r->match, seat, false);
    case GG_ENTRY_HINT: return gg_match_hint(r->match, seat);
    case GG_ENTRY_FLAG: return gg_match_flag(r->match, seat, ms);
    case GG_ENTRY_ADJOURN: return seat == GG_UMPIRE ? gg_match_adjourn(r->match) : GG_NOT_ALLOWED;
    default:
        if (!gg_span_copy(text, comment, sizeof comment)) return GG_BAD_INPUT;
        return gg_match_comment(r->match, seat, comment);
    }
}

static bool read_words(reading *r, int seat, span text, span tail) {
    uint64_t ms;
    span name = gg_span_word(&text);
    unsigned kind = GG_ENTRY_UNDO;
    while (kind < GG_ENTRY_KINDS && !gg_span_same(name, gg_entry_word(kind))) kind++;
    if (kind == GG_ENTRY_KINDS)
        return gg_reading_bad(r, "Cette sorte d'entrée est inconnue.",
                              "There is no such kind of entry.");
    if (tail.size < 2 || !gg_span_number((span){tail.at, tail.size - 2}, UINT32_MAX, &ms))
        return gg_reading_bad(r, "Le temps est mal écrit.", "The time is misspelt.");
    gg_status status = speak(r, kind, seat, text, (uint32_t)ms);
    if (status == GG_BAD_INPUT)
        return gg_reading_bad(r, "Ce commentaire n'est pas permis.",
                              "This comment is not allowed.");
    if (status != GG_OK) return gg_reading_bad_status(r, status);
    gg_phrase_words(&r->own, r->match, &r->match->entry[r->match->entries - 1]);
    return true;
}

// The seat of "north" or "north>", GG_CHANCE of "~", GG_UMPIRE of "*", or -1.
static int who_is(const gg_game *game, span who, bool *acts) {
    *acts = who.size > 1 && who.at[who.size - 1] == '>';
    if (*acts) who.size--;
    if (gg_span_same(who, "~")) return GG_CHANCE;
    if (gg_span_same(who, "*")) return GG_UMPIRE;
    for (int i = 0; i < game->seats; i++)
        if (gg_span_same(who, game->seat_names[i].token)) return i;
    return -1;
}

// In the fuzz build the end of a line that no fuzzer could guess is not compared.
#ifdef GG_FUZZ_NO_CHECKS
enum { HASH_PASSED = 16, SIGNATURE_PASSED = 64 };
#else
enum { HASH_PASSED = 0, SIGNATURE_PASSED = 0 };
#endif

static bool as_written(const reading *r, size_t passed) {
    return !r->own.full && r->own.length == r->in.size && r->in.size >= passed &&
           memcmp(r->own.at, r->in.body, r->in.size - passed) == 0;
}

static bool hash_agrees(reading *r, span told) {
    char hex[17];
    gg_out out;
    gg_out_init(&out, hex, sizeof hex);
    gg_out_format(&out, "%016" PRIx64, r->match->hash);
    if (HASH_PASSED > 0 || gg_span_same(told, hex)) return true;
    return gg_reading_bad_replay(r, "La position n'est pas celle que le fichier a notée.",
                                 "The position is not the one the file has noted.");
}

static bool read_entry(reading *r) {
    span rest = {r->in.body, r->in.size};
    bool acts, done;
    uint64_t told, tickets = 0;
    span number_word = gg_span_word(&rest), who = gg_span_word(&rest);
    span hash = gg_span_last_word(&rest), tail = gg_span_last_word(&rest),
         bar = gg_span_last_word(&rest);
    if (!gg_span_number(number_word, GG_ENTRIES_MAX, &told) || told != r->match->entries + 1)
        return gg_reading_bad(r, "Ce n'est pas le numéro qui suit.",
                              "This is not the number that follows.");
    int seat = who_is(r->setup.game, who, &acts);
    if (seat < 0 || !gg_span_same(bar, "|"))
        return gg_reading_bad(r, "La ligne n'a pas la forme d'une entrée.",
                              "The line does not have the form of an entry.");
    gg_out_init(&r->own, r->buffer, r->room);
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
    if (as_written(r, HASH_PASSED)) return true;
    return gg_reading_bad(r, "La ligne n'est pas écrite comme elle doit l'être.",
                          "The line is not written the way it must be.");
}

// ------------------------------------------------------------------------------------------- foot
static bool foot_line(reading *r, size_t passed, const char *fr, const char *en) {
    return as_written(r, passed) || gg_reading_bad(r, fr, en);
}

static bool read_seed(reading *r) {
    span rest;
    uint8_t seed[GG_SEED_BYTES];
    if (!gg_reading_field(r, "seed", &rest)) return false;
    if (gg_span_same(rest, "unknown")) return true;
    if (rest.size != 2 * GG_SEED_BYTES || !gg_match_unhex(rest.at, rest.size, seed))
        return gg_reading_bad(r, "La graine est mal écrite.", "The seed is misspelt.");
    if (gg_match_give_seed(r->match, seed) == GG_OK) return true;
    return gg_reading_bad(r, "La graine n'est pas celle de l'engagement.",
                          "The seed is not the one of the commitment.");
}

// Format 2: who signs, said before the last line, so that a signature cannot be cut off unnoticed.
static bool read_signer(reading *r, bool *signs) {
    span rest;
    *signs = false;
    if (r->setup.format < 2) return true;
    if (!gg_reading_field(r, "signer", &rest)) return false;
    if (gg_span_same(rest, "none")) return true;
    *signs = true;
    if (rest.size == 2 * GG_SIGNER_BYTES && gg_match_unhex(rest.at, rest.size, r->match->signer))
        return true;
    return gg_reading_bad(r, "La clé du signataire est mal écrite.",
                          "The signer's key is misspelt.");
}

static bool read_signature(reading *r) {
    span rest;
    if (!gg_reading_field(r, "signature", &rest)) return false;
    r->match->sealed = rest.size == 2 * GG_SIGNATURE_BYTES &&
                       gg_match_unhex(rest.at, rest.size, r->match->signature);
    return r->match->sealed ||
           gg_reading_bad(r, "La signature est mal écrite.", "The signature is misspelt.");
}

// The line at hand begins the foot: the result, or the last line of an open match.
static bool read_foot(reading *r) {
    bool signs = false;
    gg_out_init(&r->own, r->buffer, GG_MATCH_LINE_MAX);
    if (r->match->over) {
        gg_phrase_result(&r->own, r->match);
        if (!foot_line(r, 0, "Ce n'est pas le résultat de la partie.",
                       "This is not the result of the match."))
            return false;
        if (!read_seed(r) || !read_signer(r, &signs) || !gg_lines_next(&r->in, r->error))
            return false;
        gg_out_init(&r->own, r->buffer, GG_MATCH_LINE_MAX);
    }
    gg_phrase_last(&r->own, r->match, r->in.before);
    if (!foot_line(r, SIGNATURE_PASSED, "La dernière ligne ne signe pas celles qui la précèdent.",
                   "The last line does not sign the lines before it."))
        return false;
    if (signs && !read_signature(r)) return false;
    if (r->in.at == r->in.length) return true;
    r->in.line++;
    return gg_reading_bad(r, "Il y a quelque chose après la dernière ligne.",
                          "There is something after the last line.");
}

static bool read_all(reading *r) {
    if (!gg_reading_head(r)) return false;
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
    r->room = GG_MATCH_LINE_MAX;
    r->buffer = malloc(r->room);
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

// What the last line but for a signature must end in: the digest of the lines before it.
static bool closes(const lines_in *in) {
    char hex[65];
    span body = {in->body, in->size};
    gg_match_hex(in->before, GG_SHA256_DIGEST_BYTES, hex);
    return gg_span_same(gg_span_last_word(&body), hex);
}

bool gg_match_lines(const char *text, size_t length,
                    void (*each)(void *user, const char *line, size_t length), void *user,
                    gg_error *error) {
    lines_in in = {.text = text, .length = length};
    bool signs = false, signer = false, whole = false;
    if (error) memset(error, 0, sizeof *error);
    while (in.at < length) {
        if (!gg_lines_next(&in, error)) return false;
        span rest = {in.body, in.size}, word = gg_span_word(&rest);
        whole = signer && signs && gg_span_same(word, "signature");
        if (gg_span_same(word, "signer")) signer = !gg_span_same(rest, "none");
        signs = closes(&in);
        if (signs && !signer) whole = true;
        each(user, in.body, in.size);
    }
    if (!whole)
        gg_error_set(error, in.line, "La dernière ligne ne signe pas celles qui la précèdent.",
                     "The last line does not sign the lines before it.");
    return whole;
}

bool gg_match_signature(const gg_match *match, const char *text, size_t length,
                        uint8_t key[GG_SIGNER_BYTES], uint8_t signature[GG_SIGNATURE_BYTES],
                        size_t *covered) {
    *covered = length ? length - 1 : 0; // without the last line feed
    while (*covered && text[*covered - 1] != '\n') --*covered;
    memcpy(key, match->signer, GG_SIGNER_BYTES);
    memcpy(signature, match->signature, GG_SIGNATURE_BYTES);
    return match->sealed;
}

// ------------------------------------------------------------------------------------------ stores
gg_status gg_match_read_line(gg_match *match, const char *line, size_t length, gg_error *error) {
    reading r;
    unsigned version = match->version;
    uint32_t told = match->options_told;
    memset(&r, 0, sizeof r);
    if (error) memset(error, 0, sizeof *error);
    if (length >= GG_MATCH_LINE_MAX) return GG_BAD_INPUT;
    r.match = match;
    r.setup.game = match->game;
    r.version = version;
    r.error = error;
    r.status = GG_BAD_INPUT;
    r.stored = true;
    r.in.line = match->entries + 1;
    r.in.body = line;
    r.in.size = length;
    r.room = length + 2; // a longer one of its own is another one
    r.buffer = malloc(r.room);
    if (!r.buffer) return GG_NO_MEMORY;
    bool done = read_entry(&r);
    free(r.buffer);
    match->version = version;
    match->options_told = told;
    return done ? GG_OK : r.status;
}

void gg_match_of_rules(gg_match *match, unsigned version) {
    match->version = version;
}

// ------------------------------------------------------------------------------------------ verify
typedef struct dice_check {
    const reading *r;
    gg_error *error;
    uint64_t counter;
    bool good;
} dice_check;

static void check_draw(void *user, const gg_record *record) {
    dice_check *check = user;
    if (!check->good || record->entry->kind != GG_ENTRY_CHANCE) return;
    uint64_t ticket = gg_dice_draw(&record->match->dice, check->counter++, record->turn.tickets);
    check->good = ticket == record->entry->ticket;
    if (!check->good)
        gg_error_set(check->error, check->r->first_line + record->number - 1,
                     "Ce tirage n'est pas celui de la graine : le ticket est %llu.",
                     "This draw is not the seed's: the ticket is %llu.",
                     (unsigned long long)ticket);
}

// The log is told once more and the dice asked what each ticket must be.
static gg_status verify_dice(const reading *r, gg_error *error) {
    dice_check check = {.r = r, .error = error, .good = true};
    gg_status status = gg_match_recount(r->match, 0, r->match->entries, check_draw, &check);
    return status == GG_OK && !check.good ? GG_BAD_INPUT : status;
}

gg_status gg_match_verify(const char *text, size_t length, gg_error *error) {
    reading r;
    gg_status status = read_match(&r, text, length, error);
    if (status != GG_OK) return status;
    if (r.match->has_seed)
        status = verify_dice(&r, error);
    else
        gg_error_set(error, 0, "La graine n'est pas révélée : les dés restent à vérifier.",
                     "The seed is not revealed: the dice are still to be checked.");
    gg_match_close(r.match);
    return status;
}
