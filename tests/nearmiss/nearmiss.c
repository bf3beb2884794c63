// SPDX-License-Identifier: Apache-2.0
// nearmiss GAME [--count N] [--seed K] [--lang fr|en]: actions that a person might try and that are
// refused, met in random games: a legal action with one operand changed, or the wrong verb for the
// same piece or place. It keeps something of what was meant: a piece, a place, or (when it names no
// piece) whatever is under way. Prints each with its refusal and what the refusal offers, and at
// the end `N of COUNT with a remedy`. A remedy counts when it is legal and keeps such a thing too,
// or when it leads to the action itself.
// tools/nearmiss builds and runs it; exit status 1 when fewer than 90 % have one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "grognard/engine.h"
#include "grognard/text.h"

enum { TEXT = 512, TRIES = 24, EVERY = 9, PER_GAME = 8, SHARE = 90, STEPS_MAX = 4000 };

typedef struct hunt {
    const gg_game *game;
    gg_lang lang;
    gg_rng rng;
    gg_position at;
    gg_turn turn;
    gg_view *view;
    gg_action *list, *spare;
    void *copy;
    uint32_t n, wanted, found, helped;
    gg_events events;
} hunt;

// ---------------------------------------------------------------------------------- near misses
static unsigned below(hunt *h, unsigned n) {
    return n ? gg_rng_below(&h->rng, n) : 0;
}

static unsigned kind_of(const hunt *h, unsigned verb, unsigned i) {
    return h->game->domains[h->game->verbs[verb].domain[i]].kind;
}

// A piece that this seat sees, or the value itself when it sees none.
static unsigned seen_piece(hunt *h, unsigned value) {
    for (unsigned i = 0; i < TRIES && h->view->pieces; i++) {
        const gg_piece *piece = &h->view->piece[below(h, h->view->pieces)];
        if (piece->handle <= GG_OPERAND_MAX) return piece->handle;
    }
    return value;
}

static unsigned moved(hunt *h, unsigned value, unsigned by) {
    unsigned step = 1 + below(h, by);
    return below(h, 2) && value >= step ? value - step : value + step;
}

static unsigned changed(hunt *h, unsigned verb, unsigned i, unsigned value) {
    const gg_domain *domain = &h->game->domains[h->game->verbs[verb].domain[i]];
    switch (domain->kind) {
    case GG_K_PIECE: return seen_piece(h, value);
    case GG_K_NUMBER: return moved(h, value, 3);
    case GG_K_X:
    case GG_K_Y: return moved(h, value, 150);
    case GG_K_SET: return value ^ 1U << below(h, domain->count);
    default: return below(h, domain->count);
    }
}

static gg_action make(unsigned verb, const unsigned operand[GG_OPERANDS]) {
    for (unsigned i = 0; i < GG_OPERANDS; i++)
        if (operand[i] > GG_OPERAND_MAX) return GG_NO_ACTION;
    return gg_act(verb, operand[0], operand[1], operand[2]);
}

static bool names_piece(const hunt *h, gg_action action) {
    for (unsigned i = 0; i < GG_OPERANDS; i++)
        if (kind_of(h, gg_verb_of(action), i) == GG_K_PIECE) return true;
    return false;
}

static gg_action other_operand(hunt *h, gg_action from) {
    unsigned verb = gg_verb_of(from), operand[GG_OPERANDS], count = 0;
    for (unsigned i = 0; i < GG_OPERANDS; i++) {
        operand[i] = (unsigned)gg_operand(from, i);
        count += h->game->verbs[verb].domain[i] != GG_D_NONE;
    }
    unsigned which = below(h, count);
    // Another piece alone is another thought.
    if (!count || (count == 1 && names_piece(h, from))) return GG_NO_ACTION;
    operand[which] = changed(h, verb, which, operand[which]);
    return make(verb, operand);
}

static gg_action other_verb(hunt *h, gg_action from) {
    unsigned verb = 1 + below(h, h->game->n_verbs - 1U), operand[GG_OPERANDS] = {0}, kept = 0;
    if (verb == gg_verb_of(from) || h->game->verbs[verb].flags & GG_V_CHANCE) return GG_NO_ACTION;
    for (unsigned i = 0; i < GG_OPERANDS; i++) {
        unsigned domain = h->game->verbs[verb].domain[i], kind = kind_of(h, verb, i);
        unsigned same = domain == h->game->verbs[gg_verb_of(from)].domain[i];
        if (same) operand[i] = (unsigned)gg_operand(from, i);
        kept += same && (kind == GG_K_PIECE || kind == GG_K_CELL || kind == GG_K_X);
    }
    return kept ? make(verb, operand) : GG_NO_ACTION;
}

static gg_action near_miss(hunt *h) {
    gg_verdict verdict;
    for (unsigned i = 0; i < TRIES; i++) {
        gg_action from = h->list[below(h, h->n)];
        gg_action action = below(h, 3) ? other_operand(h, from) : other_verb(h, from);
        if (action == GG_NO_ACTION) continue;
        if (!gg_check(h->game, h->at.table, h->at.state, h->turn.seat, action, &verdict))
            return action;
    }
    return GG_NO_ACTION;
}

// ------------------------------------------------------------------------------------- judging
static bool thing(const hunt *h, gg_action action, unsigned i) {
    unsigned kind = kind_of(h, gg_verb_of(action), i);
    return kind == GG_K_PIECE || kind == GG_K_CELL || kind == GG_K_X;
}

static bool about_the_same(const hunt *h, gg_action a, gg_action b) {
    for (unsigned i = 0; i < GG_OPERANDS; i++)
        for (unsigned j = 0; j < GG_OPERANDS; j++)
            if (thing(h, a, i) && thing(h, b, j) && gg_operand(a, i) == gg_operand(b, j) &&
                kind_of(h, gg_verb_of(a), i) == kind_of(h, gg_verb_of(b), j))
                return true;
    return !names_piece(h, a) && gg_verb_of(a) == gg_verb_of(b);
}

static bool leads(hunt *h, gg_action step, gg_action action) {
    memcpy(h->copy, h->at.state, h->game->state_bytes);
    gg_apply(h->game, h->at.table, h->copy, step, NULL);
    return gg_check(h->game, h->at.table, h->copy, h->turn.seat, action, NULL);
}

static void put(hunt *h, const char *word, gg_action action) {
    char text[TEXT];
    (void)gg_notation_into(h->game, h->at.table, h->at.state, action, text, sizeof text);
    printf("%s%s", word, text);
}

static bool helps(hunt *h, gg_action action, const gg_why *why) {
    bool good = false;
    for (uint32_t i = 0; i < why->firsts; i++) {
        put(h, i ? ", " : "  first: ", why->first[i]);
        good |= leads(h, why->first[i], action);
    }
    for (uint32_t i = 0; i < why->remedies; i++) {
        put(h, i ? ", " : "  allowed: ", why->remedy[i]);
        bool legal =
            gg_check(h->game, h->at.table, h->at.state, h->turn.seat, why->remedy[i], NULL);
        good |= legal && about_the_same(h, action, why->remedy[i]);
    }
    return good;
}

static void show(hunt *h, gg_action action) {
    char text[TEXT];
    gg_why why;
    const gg_game *game = h->game;
    gg_why_ask(game, h->at.table, h->at.state, h->turn.seat, action, h->spare, &why);
    const gg_refusal *refusal = &game->refusals[why.verdict.refusal];
    h->found++;
    printf("%u. %s: ", h->found, game->nodes[h->turn.node].token);
    put(h, "", action);
    (void)gg_say_refusal(game, h->at.table, h->at.state, &why.verdict, h->lang, text, sizeof text);
    printf("\n  %s %s: %s\n", game->rules[refusal->rule].id, refusal->token, text);
    bool good = helps(h, action, &why);
    h->helped += good;
    printf("%s\n", good ? "" : "  NO REMEDY");
}

// ------------------------------------------------------------------------------------ the hunt
static bool open_any(hunt *h) {
    gg_request request;
    gg_verdict verdict;
    gg_request_standard(h->game, &request);
    do request.scenario = (uint16_t)below(h, h->game->n_scenarios);
    while (h->game->scenarios[request.scenario].hidden);
    if (h->game->n_matchups) gg_match_up(h->game, &request, below(h, h->game->n_matchups));
    return gg_position_open(&h->at, h->game, &request, &verdict) == GG_OK;
}

static gg_action choose(hunt *h) {
    if (h->turn.seat == GG_CHANCE)
        return gg_roll(h->game, h->at.table, h->at.state, gg_rng_below64(&h->rng, h->turn.tickets));
    h->n = gg_legal(h->game, h->at.table, h->at.state, h->turn.seat, h->list);
    return h->list[below(h, h->n)];
}

static void one_game(hunt *h) {
    unsigned here = 0;
    if (!open_any(h)) return;
    for (unsigned step = 0; step < STEPS_MAX && here < PER_GAME && h->found < h->wanted; step++) {
        h->turn = h->game->turn(h->at.table, h->at.state);
        if (h->turn.seat == GG_OVER) break;
        gg_action next = choose(h), action = GG_NO_ACTION;
        if (h->turn.seat != GG_CHANCE && below(h, EVERY) == 0) {
            gg_view_into(h->game, h->at.table, h->at.state, h->turn.seat, h->view);
            action = near_miss(h);
        }
        if (action != GG_NO_ACTION) {
            show(h, action);
            here++;
        }
        gg_apply(h->game, h->at.table, h->at.state, next, NULL);
    }
    gg_position_close(&h->at);
}

static bool ready(hunt *h) {
    size_t room = (h->game->max_legal + 1U) * sizeof(gg_action);
    h->view = malloc(sizeof *h->view);
    h->list = malloc(room);
    h->spare = malloc(room);
    h->copy = malloc(h->game->state_bytes);
    return h->view && h->list && h->spare && h->copy;
}

static bool read_word(hunt *h, const char *word, const char *value, uint64_t *seed) {
    if (strcmp(word, "--count") == 0)
        h->wanted = (uint32_t)strtoul(value, NULL, 10);
    else if (strcmp(word, "--seed") == 0)
        *seed = strtoull(value, NULL, 10);
    else if (strcmp(word, "--lang") == 0)
        h->lang = strcmp(value, "fr") == 0 ? GG_FR : GG_EN;
    else
        return false;
    return true;
}

int main(int argc, char **argv) {
    static hunt h = {.lang = GG_EN, .wanted = 200};
    uint64_t seed = 1;
    bool good = argc >= 2 && argc % 2 == 0 && (h.game = gg_game_find_or_null(argv[1]));
    for (int i = 2; good && i < argc; i += 2) good = read_word(&h, argv[i], argv[i + 1], &seed);
    if (!good || !h.wanted) {
        fprintf(stderr, "usage: nearmiss GAME [--count N] [--seed K] [--lang fr|en]\n");
        return 2;
    }
    if (!ready(&h)) return 3;
    gg_rng_seed(&h.rng, seed, 0);
    for (unsigned games = 0; h.found < h.wanted && games < 100 * h.wanted; games++) one_game(&h);
    printf("%u of %u with a remedy\n", h.helped, h.found);
    return h.found == h.wanted && h.helped * 100 >= h.found * SHARE ? 0 : 1;
}
