// SPDX-License-Identifier: Apache-2.0
// Writes a match as text; docs/match-format.md describes it line by line. The log is replayed while
// it is written: how many tickets a draw had stands in the position, not in the entry.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/match/phrases.h"

// --------------------------------------------------------------------------------------- phrases
const char *gg_entry_word(unsigned kind) {
    static const char *const word[GG_ENTRY_KINDS] = {
        [GG_ENTRY_UNDO] = "undo",
        [GG_ENTRY_RESIGN] = "resign",
        [GG_ENTRY_DRAW_OFFER] = "offers-draw",
        [GG_ENTRY_DRAW_ACCEPT] = "accepts-draw",
        [GG_ENTRY_DRAW_DECLINE] = "declines-draw",
        [GG_ENTRY_COMMENT] = "comment",
        [GG_ENTRY_FLAG] = "flag",
        [GG_ENTRY_ADJOURN] = "adjourned",
        [GG_ENTRY_BACK_ASK] = "asks-back",
        [GG_ENTRY_BACK_AGREE] = "agrees-back",
        [GG_ENTRY_BACK_DECLINE] = "declines-back",
        [GG_ENTRY_HINT] = "takes-hint",
    };
    return word[kind];
}

const char *gg_ending_word(unsigned reason) {
    return reason == GG_ENTRY_RESIGN        ? "resign"
           : reason == GG_ENTRY_DRAW_ACCEPT ? "draw"
           : reason == GG_ENTRY_FLAG        ? "flag"
           : reason == GG_ENTRY_ADJOURN     ? "adjourned"
                                            : "rules";
}

const char *gg_entry_who(const gg_match *match, const gg_entry *entry) {
    if (entry->kind == GG_ENTRY_CHANCE) return "~";
    return entry->seat == GG_UMPIRE ? "*" : match->game->seat_names[entry->seat].token;
}

void gg_phrase_step(gg_out *out, const gg_match *match, const void *state, gg_action action) {
    char text[NOTATION_MAX];
    size_t n =
        gg_notation_into(match->game, match->published.table, state, action, text, sizeof text);
    if (n + 1 >= sizeof text) out->full = true;
    gg_out_char(out, ' ');
    gg_out_text(out, text);
}

// Lines are written with every move: printf would be most of their cost.
void gg_phrase_number(gg_out *out, uint64_t number) {
    char digits[24], *at = digits + sizeof digits;
    *--at = 0;
    do *--at = (char)('0' + number % 10);
    while (number /= 10);
    gg_out_text(out, at);
}

bool gg_entry_goes_back(const gg_entry *entry) {
    return entry->kind != GG_ENTRY_ACTION && entry->kind != GG_ENTRY_CHANCE &&
           entry->after != entry->before;
}

void gg_phrase_words(gg_out *out, const gg_match *match, const gg_entry *entry) {
    const char *word = gg_entry_word(entry->kind);
    if (!word) return;
    gg_out_char(out, ' ');
    gg_out_text(out, word);
    if (entry->text) gg_out_format(out, " %s", gg_match_text(match, entry));
    if (entry->kind == GG_ENTRY_BACK_ASK) gg_out_format(out, " %" PRIu64, entry->ticket);
}

static void phrase_hash(gg_out *out, uint64_t hash) {
    char hex[18] = " ";
    uint8_t bytes[8];
    for (unsigned i = 0; i < 8; i++) bytes[i] = (uint8_t)(hash >> (56 - 8 * i));
    gg_match_hex(bytes, sizeof bytes, hex + 1);
    gg_out_text(out, hex);
}

void gg_phrase_tail(gg_out *out, const gg_entry *entry, uint64_t tickets) {
    bool chance = entry->kind == GG_ENTRY_CHANCE;
    gg_out_text(out, " | ");
    gg_phrase_number(out, chance ? entry->ticket : entry->ms);
    gg_out_text(out, chance ? "/" : "ms");
    if (chance && tickets) gg_phrase_number(out, tickets);
    if (chance && !tickets) gg_out_char(out, '?');
    phrase_hash(out, entry->hash);
}

void gg_phrase_result(gg_out *out, const gg_match *match) {
    gg_result result;
    gg_match_result(match, &result);
    gg_out_text(out, "result");
    for (unsigned i = 0; i < match->game->seats; i++) gg_out_format(out, " %d", result.half[i]);
    gg_out_format(out, " margin %" PRId32 " by %s", result.margin, gg_ending_word(result.reason));
}

void gg_phrase_last(gg_out *out, const gg_match *match, const uint8_t digest[32]) {
    char hex[65];
    gg_match_hex(digest, GG_SHA256_DIGEST_BYTES, hex);
    gg_out_format(out, "%s %" PRIu32 " %s", match->over ? "end" : "open", match->entries, hex);
}

// ------------------------------------------------------------------------------------------- head
#define LINE(...) (gg_out_format(&out->line, __VA_ARGS__), gg_lines_end(out))

static void word_and_rest(lines_out *out, const char *word, const char *seat, const char *rest) {
    LINE(rest[0] ? "%s %s %s" : "%s %s", word, seat, rest);
}

// A text line by line, each behind the same words.
static void write_lines(lines_out *out, const char *words, const char *text, size_t length) {
    for (size_t at = 0, end; at < length; at = end + 1) {
        end = at;
        while (end < length && text[end] != '\n') end++;
        LINE("%s %.*s", words, (int)(end - at), text + at);
    }
}

// A list as the game writes it.
static void write_list(lines_out *out, const gg_match *match, unsigned seat) {
    const gg_game *game = match->game;
    const gg_own_list *list = &match->setup.request.list[seat];
    char text[GG_LIST_TEXT], words[64];
    size_t length = list->size ? game->lists.write(list, text) : 0;
    (void)snprintf(words, sizeof words, "list %s", game->seat_names[seat].token);
    write_lines(out, words, text, length);
}

static void write_head(lines_out *out, const gg_match *match, const char *kind, unsigned format) {
    const gg_game *game = match->game;
    const gg_match_setup *setup = &match->setup;
    LINE("grognard %s %u", kind, (unsigned)format);
    LINE("game %s", game->id);
    LINE("rules %u", match->version);
    LINE("scenario %s", game->scenarios[setup->request.scenario].token);
    write_lines(out, "own", setup->request.own.text, setup->request.own.size);
    for (unsigned i = 0; i < game->n_options; i++)
        if (match->options_told >> i & 1)
            LINE("option %s %d", game->options[i].token, setup->request.option[i]);
    for (unsigned i = 0; i < game->seats; i++) write_list(out, match, i);
    LINE("id %s", setup->id);
    for (unsigned i = 0; i < game->seats; i++)
        word_and_rest(out, "seat", game->seat_names[i].token, setup->name[i]);
    for (unsigned i = 0; i < game->seats; i++)
        word_and_rest(out, "client", game->seat_names[i].token, setup->client_seed[i]);
    for (unsigned i = 0; i < game->seats; i++)
        LINE("clock %s %" PRIu32, game->seat_names[i].token, setup->clock_ms[i]);
    LINE("increment %" PRIu32, setup->increment_ms);
    LINE("commitment %s", match->commitment);
}

// ---------------------------------------------------------------------------------------- entries
static void write_entry(void *user, const gg_record *record) {
    lines_out *out = user;
    gg_out_text(&out->line, record->line);
    gg_lines_end(out);
}

// Who signs what has changed since it was signed: nobody, or the signer at hand.
static const uint8_t *signer_of(const gg_match *match, const gg_signer *signer) {
    if (!match->over || match->setup.format < 2) return NULL;
    return match->sealed ? match->signer : signer ? signer->key : NULL;
}

static void write_signature(lines_out *out, const gg_match *match, const gg_signer *signer) {
    char hex[2 * GG_SIGNATURE_BYTES + 1];
    uint8_t made[GG_SIGNATURE_BYTES];
    if (out->status != GG_OK) return;
    if (!match->sealed && !signer->sign(signer->user, out->text, out->length, made)) {
        out->status = GG_IO_FAILURE;
        return;
    }
    gg_match_hex(match->sealed ? match->signature : made, GG_SIGNATURE_BYTES, hex);
    LINE("signature %s", hex);
}

static void write_foot(lines_out *out, const gg_match *match, const gg_signer *signer) {
    char hex[2 * GG_SEED_BYTES + 1];
    const uint8_t *key = signer_of(match, signer);
    if (match->over) {
        gg_phrase_result(&out->line, match);
        gg_lines_end(out);
        gg_match_hex(match->setup.seed, GG_SEED_BYTES, hex);
        LINE("seed %s", match->has_seed ? hex : "unknown");
        if (key) gg_match_hex(key, GG_SIGNER_BYTES, hex);
        if (match->setup.format >= 2) LINE("signer %s", key ? hex : "none");
    }
    gg_phrase_last(&out->line, match, out->digest);
    gg_lines_end(out);
    if (key) write_signature(out, match, signer);
}

static gg_status finish(lines_out *out, gg_status status, char **text, size_t *length) {
    if (status == GG_OK) status = out->status;
    if (status == GG_OK) {
        *text = out->text;
        *length = out->length;
        out->text = NULL;
    }
    gg_lines_drop(out);
    return status;
}

gg_status gg_match_write_signed(const gg_match *match, const gg_signer *signer, char **text,
                                size_t *length) {
    lines_out out;
    *text = NULL;
    *length = 0;
    gg_status status = gg_lines_start(&out);
    if (status == GG_OK) {
        write_head(&out, match, "match", match->setup.format);
        gg_out_text(&out.line, "log");
        gg_lines_end(&out);
        status = gg_match_recount(match, 0, match->entries, write_entry, &out);
    }
    if (status == GG_OK) write_foot(&out, match, signer);
    return finish(&out, status, text, length);
}

gg_status gg_match_write(const gg_match *match, char **text, size_t *length) {
    return gg_match_write_signed(match, NULL, text, length);
}

// ------------------------------------------------------------------------------------------ views
// What one viewer may know of a running match. No action of anybody, no ticket, no hash of the true
// facts, no seed: each of them would tell what the events hide.
static void write_event(lines_out *out, const gg_match *match, const void *state,
                        const gg_event *event) {
    const gg_game *game = match->game;
    const gg_event_kind *kind = &game->events[event->kind];
    gg_out_format(&out->line, "= %s", kind->token);
    for (unsigned i = 0; i < GG_EVENT_ARGS && kind->domain[i] != GG_D_NONE; i++) {
        char name[NOTATION_MAX];
        if (event->arg[i] == GG_HIDDEN)
            gg_out_text(&out->line, " ?");
        else if (event->arg[i] >= 0 &&
                 gg_name_into(game, match->published.table, state, kind->domain[i],
                              (unsigned)event->arg[i], GG_FORM_TOKEN, name, sizeof name))
            gg_out_format(&out->line, " %s", name);
        else
            gg_out_format(&out->line, " %d", event->arg[i]);
    }
    gg_lines_end(out);
}

static gg_status view_entry(lines_out *out, const gg_match *match, uint32_t number, int viewer,
                            const gg_position *p) {
    const gg_entry *entry = &match->entry[number - 1];
    gg_events events;
    gg_event cut;
    gg_out_format(&out->line, "%" PRIu32 " %s", number, gg_entry_who(match, entry));
    if (entry->kind == GG_ENTRY_ACTION) gg_out_char(&out->line, '>');
    gg_phrase_words(&out->line, match, entry);
    if (entry->kind != GG_ENTRY_CHANCE) gg_out_format(&out->line, " | %" PRIu32 "ms", entry->ms);
    gg_lines_end(out);
    if (gg_entry_goes_back(entry)) return gg_match_restore(match, entry->after, p->state);
    events.count = 0;
    gg_match_apply_entry(match, entry, p->state, &events);
    for (uint32_t i = 0; i < events.count; i++)
        if (gg_event_for(match->game, &events.event[i], viewer, &cut))
            write_event(out, match, p->state, &cut);
    return out->status;
}

static void write_facts(lines_out *out, const gg_match *match, int viewer, const gg_position *p) {
    const gg_game *game = match->game;
    const uint8_t *facts = p->state;
    gg_turn turn = game->turn(p->table, p->state);
    LINE("turn %s %s", gg_seat_token(game, turn.seat), game->nodes[turn.node].token);
    game->redact(p->table, p->state, viewer);
    gg_out_text(&out->line, "facts ");
    for (uint32_t i = 0; i < game->facts_bytes; i++) {
        char hex[3];
        gg_match_hex(facts + i, 1, hex);
        gg_out_text(&out->line, hex);
    }
    gg_lines_end(out);
}

gg_status gg_match_write_for(const gg_match *match, int viewer, char **text, size_t *length) {
    lines_out out;
    gg_position p = {0};
    *text = NULL;
    *length = 0;
    if ((viewer < 0 || viewer >= match->game->seats) && viewer != GG_PUBLIC) return GG_NOT_ALLOWED;
    gg_status status = gg_lines_start(&out);
    if (status == GG_OK) status = gg_match_at(match, 0, &p);
    if (status == GG_OK) {
        write_head(&out, match, "view", 1);
        gg_out_format(&out.line, "viewer %s", gg_seat_token(match->game, viewer));
        gg_lines_end(&out);
        gg_out_text(&out.line, "log");
        gg_lines_end(&out);
    }
    for (uint32_t n = 1; n <= match->entries && status == GG_OK; n++)
        status = view_entry(&out, match, n, viewer, &p);
    if (status == GG_OK) {
        write_facts(&out, match, viewer, &p);
        if (match->over) {
            gg_phrase_result(&out.line, match);
            gg_lines_end(&out);
        }
        gg_phrase_last(&out.line, match, out.digest);
        gg_lines_end(&out);
    }
    gg_position_close(&p);
    return finish(&out, status, text, length);
}
