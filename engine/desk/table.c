// SPDX-License-Identifier: Apache-2.0
// What is asked and done at the table: the match as the desk's seat may know it. What can be asked
// of a world too (view, legal, plans, why, play) is answered here for both.
#include <string.h>

#include "desk.h"

// --------------------------------------------------------------------------------------- positions
gg_position desk_at(const gg_desk *d, const desk_order *order) {
    gg_position at = *gg_match_position_for(d->match, d->seat);
    if (order->world_or_null) at.state = order->world_or_null->state;
    return at;
}

bool desk_match_over(const gg_desk *d) {
    gg_result result;
    gg_match_result(d->match, &result);
    return result.over;
}

static void say_over(const gg_desk *d, const int half[GG_SEATS_MAX], gg_out *out) {
    gg_out_text(out, "over");
    for (unsigned i = 0; i < d->game->seats; i++) gg_out_format(out, " %d", half[i]);
}

// "SEAT NODE", "chance NODE" or "over" and the half-points of each seat; `at` NULL: of the match.
void desk_say_where(const gg_desk *d, const gg_position *at, gg_out *out) {
    gg_result result = {0};
    if (!at) {
        gg_match_result(d->match, &result);
        say_over(d, result.half, out);
        return;
    }
    gg_turn turn = d->game->turn(at->table, at->state);
    if (turn.seat == GG_OVER) {
        d->game->score(at->table, at->state, result.half, &result.margin);
        say_over(d, result.half, out);
        return;
    }
    gg_out_format(out, "%s %s", gg_seat_token(d->game, turn.seat), d->game->nodes[turn.node].token);
}

desk_error desk_where(gg_desk *d, const desk_order *order, gg_out *out) {
    gg_position at = desk_at(d, order);
    if (*order->rest) return DESK_too_many_words;
    desk_say_where(d, !order->world_or_null && desk_match_over(d) ? NULL : &at, out);
    return DESK_FINE;
}

static gg_turn turn_at(const gg_desk *d, const gg_position *at) {
    return d->game->turn(at->table, at->state);
}

// Who is asked about: at the table always this seat, in a world whoever is to act.
static int actor(const gg_desk *d, const desk_order *order, const gg_position *at) {
    return order->world_or_null ? turn_at(d, at).seat : d->seat;
}

// Whether a seat can act there at all.
static desk_error may_act(const gg_desk *d, const desk_order *order, const gg_position *at) {
    gg_turn turn = turn_at(d, at);
    if (turn.seat == GG_OVER || (!order->world_or_null && desk_match_over(d))) return DESK_over;
    if (!order->world_or_null)
        return gg_match_awaits(d->match, d->seat) ? DESK_FINE : DESK_not_your_turn;
    return turn.seat == GG_CHANCE ? DESK_chance_decides : DESK_FINE;
}

// ---------------------------------------------------------------------------------------- notation
void desk_notation(const gg_position *at, gg_action action, gg_out *out) {
    char text[256];
    (void)gg_notation_into(at->game, at->table, at->state, action, text, sizeof text);
    gg_out_text(out, text);
}

bool desk_next_action(gg_desk *d, const gg_position *at, char **text, gg_action *out,
                      desk_error *error) {
    char *end = *text + strcspn(*text, ";");
    bool last = !*end;
    *end = '\0';
    *error = (*text)[strspn(*text, " ")] ? DESK_bad_action : DESK_no_action;
    if (*error == DESK_no_action ||
        !gg_notation_parse(d->game, at->table, at->state, *text, out, &d->said))
        return false;
    d->said = (gg_error){0};
    *text = last ? end : end + 1 + strspn(end + 1, " ");
    return true;
}

// ----------------------------------------------------------------------------------------- looking
typedef struct namer {
    const gg_position *at;
    char text[128];
} namer;

// What the piece is called in notation; nothing when the viewer does not know which one it is.
static const char *token_of(void *user, const gg_piece *piece) {
    namer *n = user;
    const gg_game *game = n->at->game;
    if (!game->piece_domain || piece->handle >= GG_HANDLE_HIDDEN) return "";
    (void)gg_name_into(game, n->at->table, n->at->state, game->piece_domain, piece->handle,
                       GG_FORM_TOKEN, n->text, sizeof n->text);
    return n->text;
}

desk_error desk_view(gg_desk *d, const desk_order *order, gg_out *out) {
    gg_position at = desk_at(d, order);
    const desk_world *world = order->world_or_null;
    namer names = {&at, ""};
    int viewer = d->seat;
    gg_json json;
    if (*order->rest && !world) return DESK_too_many_words;
    if (*order->rest && (!gg_seat_find(d->game, order->rest, &viewer) || viewer >= d->game->seats))
        return DESK_bad_seat;
    if (world && world->draft != GG_NOBODY && world->draft != viewer) return DESK_draft_open;
    gg_json_init(&json, out);
    gg_view_into(d->game, at.table, at.state, viewer, d->view);
    gg_json_open(&json, NULL, '{');
    gg_json_view_words(&json, d->game, d->view, token_of, &names);
    gg_json_close(&json, '}');
    return DESK_FINE;
}

desk_error desk_legal(gg_desk *d, const desk_order *order, gg_out *out) {
    gg_position at = desk_at(d, order);
    if (*order->rest) return DESK_too_many_words;
    desk_error error = may_act(d, order, &at);
    if (error != DESK_FINE) return error;
    uint32_t n = gg_legal(d->game, at.table, at.state, actor(d, order, &at), d->list);
    for (uint32_t i = 0; i < n; i++) {
        gg_out_text(out, i ? "; " : "");
        desk_notation(&at, d->list[i], out);
    }
    return DESK_FINE;
}

// At the table a game is asked in a dealt world: what it proposes cannot come from what is hidden.
static uint32_t find_plans(gg_desk *d, const desk_order *order, gg_position *at, int seat) {
    if (!d->game->brain.plan) {
        uint32_t n = gg_legal(d->game, at->table, at->state, seat, d->list);
        uint32_t told = n < GG_PLANS_MAX ? n : GG_PLANS_MAX;
        for (uint32_t i = 0; i < told; i++) {
            d->plan[i].steps = 1;
            d->plan[i].step[0] = d->list[(uint64_t)i * n / told];
        }
        return told;
    }
    if (!order->world_or_null) {
        memcpy(d->scratch, at->state, d->game->state_bytes);
        d->game->resample(at->table, d->scratch, d->seat, &d->rng);
        at->state = d->scratch;
    }
    return d->game->brain.plan(at->table, at->state, seat, d->plan);
}

desk_error desk_plans(gg_desk *d, const desk_order *order, gg_out *out) {
    gg_position at = desk_at(d, order);
    if (*order->rest) return DESK_too_many_words;
    desk_error error = may_act(d, order, &at);
    if (error != DESK_FINE) return error;
    uint32_t n = find_plans(d, order, &at, actor(d, order, &at));
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < d->plan[i].steps; k++) {
            gg_out_text(out, k ? "; " : i ? " | " : "");
            desk_notation(&at, d->plan[i].step[k], out);
        }
    return DESK_FINE;
}

desk_error desk_why(gg_desk *d, const desk_order *order, gg_out *out) {
    gg_position at = desk_at(d, order);
    desk_error error = may_act(d, order, &at);
    char *text = order->rest;
    gg_action action;
    gg_ledger *ledger = &(gg_ledger){0};
    gg_why why;
    gg_json json;
    if (error != DESK_FINE || !desk_next_action(d, &at, &text, &action, &error)) return error;
    if (*text) return DESK_too_many_words;
    int seat = actor(d, order, &at);
    gg_why_ask(d->game, at.table, at.state, seat, action, d->list, &why);
    if (why.legal && d->game->show.explain)
        d->game->show.explain(at.table, at.state, seat, action, ledger);
    gg_json_init(&json, out);
    gg_json_open(&json, NULL, '{');
    gg_json_why_words(&json, &at, &why);
    gg_json_ledger(&json, &at, ledger, true);
    gg_json_close(&json, '}');
    return DESK_FINE;
}

// --------------------------------------------------------------------------------------- the match
desk_error desk_game(gg_desk *d, const desk_order *order, gg_out *out) {
    gg_position at = desk_at(d, order);
    gg_json json;
    gg_json_init(&json, out);
    gg_json_open(&json, NULL, '{');
    gg_json_string(&json, "game", d->game->id);
    gg_json_integer(&json, "version", d->game->version);
    gg_json_scenario(&json, d->game, &at.request);
    gg_json_open(&json, "options", '{');
    for (unsigned i = 0; i < d->game->n_options; i++)
        gg_json_integer(&json, d->game->options[i].token, at.request.option[i]);
    gg_json_close(&json, '}');
    gg_json_open(&json, "seats", '[');
    for (int i = 0; i < d->game->seats; i++) gg_json_string(&json, NULL, gg_seat_token(d->game, i));
    gg_json_close(&json, ']');
    gg_json_string(&json, "seat", gg_seat_token(d->game, d->seat));
    gg_json_close(&json, '}');
    return DESK_FINE;
}

desk_error desk_clock(gg_desk *d, const desk_order *order, gg_out *out) {
    (void)order;
    int64_t left = gg_match_clock(d->match, d->seat);
    if (left == INT64_MAX)
        gg_out_char(out, '-');
    else
        gg_out_format(out, "%lld", (long long)(left > d->ms ? left - d->ms : 0));
    return DESK_FINE;
}

static void json_entry(gg_desk *d, const gg_position *at, uint32_t number, gg_json *json) {
    d->events->count = 0;
    if (gg_match_events_for(d->match, number, d->seat, d->events) != GG_OK) return;
    for (uint32_t i = 0; i < d->events->count; i++) {
        gg_json_open(json, NULL, '{');
        gg_json_event_words(json, at, &d->events->event[i], true);
        gg_json_close(json, '}');
    }
}

// So many entries at a time that any answer has room; the next call goes on.
desk_error desk_events(gg_desk *d, const desk_order *order, gg_out *out) {
    gg_position at = desk_at(d, order);
    uint32_t entries = gg_match_entries(d->match), upto = d->told + GG_DESK_EVENT_ENTRIES;
    gg_json json;
    gg_json_init(&json, out);
    gg_json_open(&json, NULL, '[');
    while (d->told < entries && d->told < upto) json_entry(d, &at, ++d->told, &json);
    gg_json_close(&json, ']');
    return DESK_FINE;
}

desk_error desk_resign(gg_desk *d, const desk_order *order, gg_out *out) {
    (void)order, (void)out;
    if (desk_match_over(d) || gg_match_resign(d->match, d->seat) != GG_OK) return DESK_over;
    d->charged = true;
    return DESK_FINE;
}

// ----------------------------------------------------------------------------------------- playing
static desk_error play_one(gg_desk *d, const desk_order *order, gg_action action) {
    gg_position at = desk_at(d, order);
    if (order->world_or_null) return desk_world_play(d, order->world_or_null, action);
    desk_error error = may_act(d, order, &at);
    if (error != DESK_FINE) return error;
    gg_status status = gg_match_act(d->match, d->seat, action, 0, gg_match_entries(d->match), d->ms,
                                    &d->verdict, NULL);
    if (status == GG_REFUSED) return DESK_bad_action; // the verdict says it
    if (status != GG_OK) return DESK_not_your_turn;
    d->charged = true;
    d->ms = 0;
    return DESK_FINE;
}

// All of them can be read, or none is played.
static desk_error read_all(gg_desk *d, const desk_order *order, uint32_t *n) {
    gg_position at = desk_at(d, order);
    char *text = order->rest;
    desk_error error = DESK_no_action;
    for (*n = 0; *n < d->game->max_legal; ++*n) {
        if (*n && !*text) return DESK_FINE;
        if (!desk_next_action(d, &at, &text, &d->list[*n], &error)) return error;
    }
    return DESK_too_many_words;
}

// "N WHERE": how many were played, and whose turn it is then. A sequence ends where a step is
// refused or another is to act: what came of the steps before it may have changed everything.
desk_error desk_play(gg_desk *d, const desk_order *order, gg_out *out) {
    uint32_t n, played = 0;
    desk_error error = read_all(d, order, &n);
    while (error == DESK_FINE && played < n) {
        error = play_one(d, order, d->list[played]);
        if (error == DESK_FINE) played++;
    }
    if (!played) return error;
    d->verdict = (gg_verdict){0};
    gg_position at = desk_at(d, order);
    gg_out_format(out, "%u ", played);
    desk_say_where(d, !order->world_or_null && desk_match_over(d) ? NULL : &at, out);
    return DESK_FINE;
}
