// SPDX-License-Identifier: Apache-2.0
// .play blocks: opening one, obeying its script line by line, running a whole file of them.
//
// A played line goes through check() like any person's; a chance line must be one of the outcomes
// the node has. The published state lags behind while a draft is open, because that is what
// everybody but the drafting seat may look at.
#include <stdlib.h>
#include <string.h>

#include "play.h"

static gg_status no_memory(gg_error *error) {
    gg_error_set(error, 0, "La mémoire manque.", "Out of memory.");
    return GG_NO_MEMORY;
}

// ---------------------------------------------------------------------------------------- opening
static gg_status allocate(gg_play *play, gg_error *error) {
    const gg_game *game = play->position.game;
    play->published = malloc(game->state_bytes);
    play->list = malloc(game->max_legal * sizeof *play->list);
    if (!play->published || !play->list) return no_memory(error);
    memcpy(play->published, play->position.state, game->state_bytes);
    return GG_OK;
}

static gg_status read_block(gg_play *play, gg_error *error) {
    bool done;
    gg_block start = play->rest;
    gg_status status = gg_play_read(play, &done, error);
    if (status) return status;
    play->head_line = play->line;
    if (play->now[0] == '#') {
        const char *head = play->now + 1;
        while (*head == ' ' || *head == '\t') head++;
        memcpy(play->head, head, strlen(head) + 1);
    } else {
        play->rest = start;
        play->line = start.line;
    }
    status = gg_play_position_read(play, error);
    return status ? status : allocate(play, error);
}

static gg_status open_block(gg_play **out, const char *name, const char *text,
                            const gg_block *block, gg_error *error) {
    gg_play *play = calloc(1, sizeof *play);
    *out = NULL;
    if (!play) return no_memory(error);
    play->name = name;
    play->text = text;
    play->rest = *block;
    play->scratch = malloc(GG_STATE_MAX);
    gg_status status = play->scratch ? read_block(play, error) : no_memory(error);
    if (status == GG_OK)
        *out = play;
    else
        gg_play_close(play);
    return status;
}

static bool too_long(size_t length, gg_error *error) {
    if (length <= GG_PLAY_TEXT_MAX) return false;
    gg_error_set(error, 0, "Ce texte est trop long.", "This text is too long.");
    return true;
}

gg_status gg_play_open(gg_play **play, const char *name, const char *text, size_t length,
                       unsigned block, gg_error *error) {
    gg_block at = {0};
    unsigned wanted = block ? block : 1;
    *play = NULL;
    if (too_long(length, error)) return GG_BAD_INPUT;
    for (unsigned i = 0; i < wanted; i++)
        if (!gg_block_next(text, length, &at)) {
            gg_error_set(error, 0, "Il n'y a pas de bloc %u.", "There is no block %u.", wanted);
            return GG_BAD_INPUT;
        }
    return open_block(play, name, text, &at, error);
}

unsigned gg_play_blocks(const char *text, size_t length) {
    gg_block at = {0};
    unsigned count = 0;
    if (length > GG_PLAY_TEXT_MAX) return 0;
    while (gg_block_next(text, length, &at)) count++;
    return count;
}

const gg_position *gg_play_position(const gg_play *play) {
    return &play->position;
}
const char *gg_play_name(const gg_play *play) {
    return play->name ? play->name : "";
}
const char *gg_play_head(const gg_play *play) {
    return play->head;
}
unsigned gg_play_line(const gg_play *play) {
    return play->line;
}

void gg_play_close(gg_play *play) {
    if (!play) return;
    gg_position_close(&play->position);
    free(play->published);
    free(play->list);
    free(play->scratch);
    free(play);
}

// ---------------------------------------------------------------------------------------- playing
bool gg_play_action(gg_play *play, const char *text, gg_action *action, gg_error *error) {
    const gg_position *p = &play->position;
    if (gg_notation_parse(p->game, p->table, p->state, text, action, error)) return true;
    if (error) error->line = play->line;
    return false;
}

static void apply(gg_play *play, gg_action action) {
    const gg_position *p = &play->position;
    play->events.count = 0;
    gg_apply(p->game, p->table, p->state, action, &play->events);
    if (!gg_is_draft(p->game, action)) memcpy(play->published, p->state, p->game->state_bytes);
}

static gg_status wrong_turn(const gg_play *play, const gg_turn *turn, gg_error *error) {
    const gg_game *game = play->position.game;
    gg_error_set(error, play->line, "C'est le tour de %s (%s).", "It is the turn of %s (%s).",
                 gg_seat_token(game, turn->seat), game->nodes[turn->node].token);
    return GG_REFUSED;
}

static gg_status refused(const gg_play *play, const gg_verdict *verdict, gg_error *error) {
    const gg_position *p = &play->position;
    const gg_refusal *refusal = &p->game->refusals[verdict->refusal];
    char fr[160], en[160];
    (void)gg_say_refusal(p->game, p->table, p->state, verdict, GG_FR, fr, sizeof fr);
    (void)gg_say_refusal(p->game, p->table, p->state, verdict, GG_EN, en, sizeof en);
    gg_error_set(error, play->line, "Refusé (%s %s) : %s%.0s", "Refused (%s %s): %.0s%s",
                 p->game->rules[refusal->rule].id, refusal->token, fr, en);
    return GG_REFUSED;
}

// `seat` is who must have the turn, or GG_NOBODY.
static gg_status play_line(gg_play *play, int seat, const char *rest, gg_error *error) {
    const gg_position *p = &play->position;
    gg_turn turn = p->game->turn(p->table, p->state);
    gg_verdict verdict = {0};
    gg_action action;
    if (turn.seat >= p->game->seats || (seat != GG_NOBODY && seat != turn.seat))
        return wrong_turn(play, &turn, error);
    if (!gg_play_action(play, rest, &action, error)) return GG_BAD_INPUT;
    if (!gg_check(p->game, p->table, p->state, turn.seat, action, &verdict))
        return refused(play, &verdict, error);
    apply(play, action);
    return GG_OK;
}

static gg_status chance_line(gg_play *play, const char *rest, gg_error *error) {
    const gg_position *p = &play->position;
    gg_turn turn = p->game->turn(p->table, p->state);
    gg_action action;
    if (turn.seat != GG_CHANCE) return wrong_turn(play, &turn, error);
    if (!gg_play_action(play, rest, &action, error)) return GG_BAD_INPUT;
    uint32_t count = gg_chance(p->game, p->table, p->state, play->outcomes);
    GG_ASSERT(count <= GG_OUTCOMES_MAX);
    for (uint32_t i = 0; i < count; i++)
        if (play->outcomes[i].action == action) {
            apply(play, action);
            return GG_OK;
        }
    gg_error_set(error, play->line, "« %s » ne peut pas sortir ici.", "“%s” cannot come up here.",
                 gg_quoted(rest).text);
    return GG_REFUSED;
}

// --------------------------------------------------------------------------------------- dispatch
static gg_status not_a_line(const gg_play *play, gg_error *error) {
    gg_error_set(
        error, play->line,
        "« %s » n'est pas une ligne de jeu. Elles commencent par > ~ ! = ? @ %% . - $, un "
        "camp et > ! ou ?, ou disent « camp sees ... ».",
        "“%s” is not a line of play. They begin with > ~ ! = ? @ %% . - $, with a seat and "
        "> ! or ?, or say “seat sees ...”.",
        gg_quoted(play->now).text);
    return GG_BAD_INPUT;
}

static gg_status obey(gg_play *play, char marker, int seat, char *rest, gg_error *error) {
    switch (marker) {
    case '>': return play_line(play, seat, rest, error);
    case '~': return chance_line(play, rest, error);
    case '!': return gg_expect_refusal(play, seat, rest, error);
    case '?': return gg_expect_ledger(play, seat, rest, error);
    case '=':
        if (rest[0] == '!') return gg_expect_event(play, true, rest + 1, error);
        return gg_expect_event(play, false, rest, error);
    case '@': return gg_expect_turn(play, rest, error);
    case '%': return gg_expect_field(play, rest, error);
    case '.': return gg_expect_listed(play, true, rest, error);
    case '-': return gg_expect_listed(play, false, rest, error);
    case '$': return gg_expect_end(play, rest, error);
    default: return not_a_line(play, error);
    }
}

// "german> pass", "german! pass => ...", "german? pass => ...".
static gg_status seat_line(gg_play *play, size_t length, gg_error *error) {
    char token[GG_NAME_MAX];
    int seat;
    if (length >= sizeof token) return not_a_line(play, error);
    memcpy(token, play->now, length);
    token[length] = 0;
    if (!gg_seat_find(play->position.game, token, &seat)) return not_a_line(play, error);
    if (seat >= play->position.game->seats && (play->now[length] != '?' || seat == GG_NOBODY))
        return not_a_line(play, error);
    return obey(play, play->now[length], seat, play->now + length + 1, error);
}

gg_status gg_play_next(gg_play *play, bool *done, gg_error *error) {
    static const char markers[] = ">~!=?@%.-$";
    gg_status status = gg_play_read(play, done, error);
    if (status || *done) return status;
    if (strchr(markers, play->now[0]))
        return obey(play, play->now[0], GG_NOBODY, play->now + 1, error);
    size_t word = strcspn(play->now, " \t"), marker = strcspn(play->now, ">!?");
    if (marker < word) return seat_line(play, marker, error);
    if (!gg_words_split(&play->words, play->now)) return not_a_line(play, error);
    if (play->words.count > 1 && gg_word_same(play->words.word[1], "sees"))
        return gg_expect_sight(play, error);
    return not_a_line(play, error);
}

// ------------------------------------------------------------------------------------ whole files
static bool run_block(const char *text, const gg_block *block, const gg_game *only,
                      gg_play_result *result, gg_play **play) {
    bool done = false;
    result->status = open_block(play, result->name, text, block, &result->error);
    if (*play && only && (*play)->position.game != only) return false;
    while (result->status == GG_OK && !done) {
        result->status = gg_play_next(*play, &done, &result->error);
        if (result->status == GG_OK && !done) result->obeyed++;
    }
    result->head = *play ? gg_play_head(*play) : "";
    return true;
}

static void report(gg_play_result *result, gg_play_done *done, void *user, gg_play_tally *tally) {
    if (result->status == GG_OK)
        tally->passed++;
    else
        tally->failed++;
    if (done) done(user, result);
}

static void nothing_to_run(const char *name, size_t length, gg_play_done *done, void *user,
                           gg_play_tally *tally) {
    gg_play_result result = {.name = name, .head = "", .status = GG_BAD_INPUT};
    if (!too_long(length, &result.error))
        gg_error_set(&result.error, 0, "Aucun bloc ici.", "No block here.");
    report(&result, done, user, tally);
}

gg_status gg_play_run(const char *name, const char *text, size_t length, const gg_game *only,
                      gg_play_done *done, void *user, gg_play_tally *tally) {
    gg_block at = {0};
    gg_play_tally here = {0, 0};
    unsigned block = 0;
    while (length <= GG_PLAY_TEXT_MAX && gg_block_next(text, length, &at)) {
        gg_play *play = NULL;
        gg_play_result result = {.name = name, .block = ++block, .line = at.line + 1};
        if (run_block(text, &at, only, &result, &play)) report(&result, done, user, &here);
        gg_play_close(play);
    }
    if (block == 0) nothing_to_run(name, length, done, user, &here);
    if (tally) {
        tally->passed += here.passed;
        tally->failed += here.failed;
    }
    return here.failed ? GG_REFUSED : GG_OK;
}
