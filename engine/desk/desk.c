// SPDX-License-Identifier: Apache-2.0
// A desk: memory, lines read into orders, answers. A line is one order, [ID] COMMAND [WORLD] REST;
// what is not understood is answered "?" before anything is done.
#include "desk.h"

#include <stdlib.h>
#include <string.h>

enum { PLACE_TABLE, PLACE_WORLD, PLACE_EITHER, NOBODY_WAITS = -2, ID_DIGITS = 9 };

typedef struct command {
    const char *name;
    uint8_t place;
    bool bare; // nothing may follow it
    desk_obey *obey;
    const char *usage, *fr, *en;
} command;

static const command commands[] = {
#define DESK(name, place, usage, fr, en)                                                           \
    {#name, PLACE_##place, sizeof(usage) == 1, desk_##name, usage, fr, en},
#include "commands.def"
#undef DESK
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static const struct {
    const char *code, *fr, *en;
} errors[] = {
    {"fine", "", ""},
#define DESK_ERROR(code, fr, en) {#code, fr, en},
#include "errors.def"
#undef DESK_ERROR
};

bool gg_desk_command(unsigned i, gg_lang lang, const char **name, const char **usage,
                     const char **about) {
    if (i >= COMMANDS) return false;
    *name = commands[i].name;
    *usage = commands[i].usage;
    *about = lang == GG_FR ? commands[i].fr : commands[i].en;
    return true;
}

// ------------------------------------------------------------------------------------- open, close
// Hands out parts of one block; with a NULL block it only adds up what is needed.
static void *part(char *block, size_t *used, size_t bytes) {
    size_t at = *used;
    *used += (bytes + 15) & ~(size_t)15;
    return block ? block + at : NULL;
}

static size_t lay_out(gg_desk *d, const gg_game *game, char *block) {
    size_t used = 0;
    (void)part(block, &used, sizeof *d);
    d->scratch = part(block, &used, game->state_bytes);
    d->list = part(block, &used, game->max_legal * sizeof *d->list);
    d->outcome = part(block, &used, GG_OUTCOMES_MAX * sizeof *d->outcome);
    d->plan = part(block, &used, GG_PLANS_MAX * sizeof *d->plan);
    d->events = part(block, &used, sizeof *d->events);
    d->view = part(block, &used, sizeof *d->view);
    for (unsigned i = 0; i < GG_DESK_WORLDS; i++) {
        d->world[i].deal = part(block, &used, game->state_bytes);
        d->world[i].state = part(block, &used, game->state_bytes);
        d->world[i].action = part(block, &used, GG_DESK_DEPTH * sizeof(gg_action));
    }
    return used;
}

gg_status gg_desk_open(gg_desk **desk, gg_match *match, int seat, uint64_t seed, gg_lang lang) {
    const gg_game *game = gg_match_setup_of(match)->game;
    GG_ASSERT(seat >= 0 && seat < game->seats);
    gg_desk *parts = calloc(1, sizeof *parts);
    char *block = parts ? calloc(1, lay_out(parts, game, NULL)) : NULL;
    free(parts);
    *desk = (gg_desk *)(void *)block;
    if (!block) return GG_NO_MEMORY;
    gg_desk *d = *desk;
    (void)lay_out(d, game, block);
    d->match = match;
    d->game = game;
    d->seat = seat;
    d->lang = lang;
    d->waiting = NOBODY_WAITS;
    gg_rng_seed(&d->rng, seed, (uint64_t)seat);
    return GG_OK;
}

void gg_desk_close(gg_desk *desk) {
    if (desk) gg_odds_close(desk->odds);
    free(desk);
}

// ----------------------------------------------------------------------------------------- answers
static void begin_answer(gg_out *out, char sign, int64_t id) {
    gg_out_char(out, sign);
    if (id >= 0) gg_out_format(out, "%lld", (long long)id);
}

// A sentence is one line of text whatever it was made from.
static void sentence(gg_out *out, const char *text) {
    for (; *text; text++) gg_out_char(out, (unsigned char)*text < ' ' ? ' ' : *text);
}

static void refuse(const gg_desk *d, const desk_order *order, desk_error error, gg_out *out) {
    char text[512];
    begin_answer(out, '?', order->id);
    if (d->verdict.refusal != GG_LEGAL) {
        const gg_refusal *refusal = &d->game->refusals[d->verdict.refusal];
        gg_position at = desk_at(d, order);
        (void)gg_say_refusal(d->game, at.table, at.state, &d->verdict, d->lang, text, sizeof text);
        gg_out_format(out, " %s %s ", refusal->token, d->game->rules[refusal->rule].id);
        sentence(out, text);
    } else {
        gg_out_format(out, " %s - ", errors[error].code);
        sentence(out, d->lang == GG_FR ? errors[error].fr : errors[error].en);
        const char *more = d->lang == GG_FR ? d->said.fr : d->said.en;
        if (*more) gg_out_char(out, ' '), sentence(out, more);
    }
    gg_out_char(out, '\n');
}

// Whatever was begun is dropped: an answer is whole or it is a refusal.
static void rewind_to(gg_out *out, size_t length) {
    out->length = length;
    out->at[length] = '\0';
    out->full = false;
}

static gg_desk_next answer(gg_desk *d, const command *c, const desk_order *order, gg_out *out) {
    size_t start = out->length;
    begin_answer(out, '=', order->id);
    gg_out_char(out, ' ');
    size_t text = out->length;
    desk_error error = c->obey(d, order, out);
    if (d->waits) rewind_to(out, start);
    if (d->waits) return GG_DESK_WAITS;
    if (error == DESK_FINE && out->length == text) rewind_to(out, text - 1); // "=" alone
    if (error == DESK_FINE) gg_out_char(out, '\n');
    if (error == DESK_FINE && out->full) error = DESK_too_long;
    if (error != DESK_FINE) {
        rewind_to(out, start);
        refuse(d, order, error, out);
        return d->charged ? GG_DESK_PLAYED : GG_DESK_REFUSED;
    }
    return d->leaves ? GG_DESK_LEFT : d->charged ? GG_DESK_PLAYED : GG_DESK_ANSWERED;
}

// ------------------------------------------------------------------------------------------- lines
// Blanks at both ends cut off, tabs made blanks. False: control characters, or more than a line.
static bool clean(gg_desk *d, const char *line, size_t length) {
    if (length && line[length - 1] == '\r') length--;
    memcpy(d->line, line, length);
    for (size_t i = 0; i < length; i++) {
        if (d->line[i] == '\t') d->line[i] = ' ';
        if ((unsigned char)d->line[i] < ' ' || d->line[i] == 0x7f) return false;
    }
    while (length && d->line[length - 1] == ' ') length--;
    d->line[length] = '\0';
    return true;
}

static char *past_blanks(char *text) {
    return text + strspn(text, " ");
}

static bool read_id(char **text, int64_t *id) {
    size_t digits = strspn(*text, "0123456789");
    if (!digits) return true;
    if (digits > ID_DIGITS || (*text)[digits] != ' ') return false;
    *id = strtoll(*text, NULL, 10);
    *text = past_blanks(*text + digits);
    return true;
}

static const command *read_command(char **text) {
    size_t length = strcspn(*text, " ");
    for (unsigned i = 0; i < COMMANDS; i++)
        if (strlen(commands[i].name) == length && memcmp(commands[i].name, *text, length) == 0) {
            *text = past_blanks(*text + length);
            return &commands[i];
        }
    return NULL;
}

static desk_error read_world(gg_desk *d, const command *c, desk_order *order) {
    size_t length = strcspn(order->rest, " ");
    desk_world *world = desk_world_named(d, order->rest, length);
    if (!world) return c->place == PLACE_WORLD ? DESK_world_only : DESK_FINE;
    if (c->place == PLACE_TABLE) return DESK_table_only;
    if (!world->used) return DESK_no_world;
    order->world_or_null = world;
    order->rest = past_blanks(order->rest + length);
    return DESK_FINE;
}

static desk_error read_order(gg_desk *d, char *text, const command **c, desk_order *order) {
    if (!read_id(&text, &order->id)) return DESK_bad_id;
    *c = read_command(&text);
    if (!*c) return DESK_unknown_command;
    order->rest = text;
    desk_error error = read_world(d, *c, order);
    if (error == DESK_FINE && (*c)->bare && *order->rest) error = DESK_too_many_words;
    return error;
}

gg_desk_next gg_desk_line(gg_desk *d, const char *line, size_t length, uint32_t ms, gg_out *out) {
    desk_order order = {.id = -1};
    const command *c;
    desk_error error = DESK_line_too_long;
    d->verdict = (gg_verdict){0};
    d->said = (gg_error){0};
    d->charged = d->leaves = d->waits = false;
    d->ms = ms;
    if (length <= GG_DESK_LINE) {
        error = clean(d, line, length) ? DESK_FINE : DESK_bad_line;
        char *text = past_blanks(d->line);
        if (error == DESK_FINE && (!*text || *text == '#')) return GG_DESK_SILENT;
        if (error == DESK_FINE) error = read_order(d, text, &c, &order);
    }
    if (error == DESK_FINE) return answer(d, c, &order, out);
    refuse(d, &order, error, out);
    return GG_DESK_REFUSED;
}

void gg_desk_too_long(gg_desk *d, gg_out *out) {
    desk_order order = {.id = -1};
    d->verdict = (gg_verdict){0};
    d->said = (gg_error){0};
    refuse(d, &order, DESK_line_too_long, out);
}

// ----------------------------------------------------------------------------------------- waiting
desk_error desk_wait(gg_desk *d, const desk_order *order, gg_out *out) {
    (void)out;
    d->waiting = order->id;
    d->waits = true;
    return DESK_FINE;
}

bool gg_desk_waits(const gg_desk *d) {
    return d->waiting != NOBODY_WAITS;
}

void gg_desk_tell(gg_desk *d, gg_out *out) {
    desk_order order = {.id = d->waiting};
    if (!gg_desk_waits(d)) return;
    gg_position at = desk_at(d, &order);
    begin_answer(out, '=', order.id);
    gg_out_char(out, ' ');
    desk_say_where(d, desk_match_over(d) ? NULL : &at, out);
    gg_out_char(out, '\n');
    d->waiting = NOBODY_WAITS;
}

// ------------------------------------------------------------------------------ about the protocol
desk_error desk_protocol(gg_desk *d, const desk_order *order, gg_out *out) {
    (void)d, (void)order;
    gg_out_format(out, "grognard-bot %d", GG_DESK_PROTOCOL);
    return DESK_FINE;
}

desk_error desk_help(gg_desk *d, const desk_order *order, gg_out *out) {
    (void)d, (void)order;
    for (unsigned i = 0; i < COMMANDS; i++)
        gg_out_format(out, "%s%s%s%s", i ? " | " : "", commands[i].name,
                      *commands[i].usage ? " " : "", commands[i].usage);
    return DESK_FINE;
}

desk_error desk_quit(gg_desk *d, const desk_order *order, gg_out *out) {
    (void)order, (void)out;
    d->leaves = true;
    return DESK_FINE;
}
