// SPDX-License-Identifier: Apache-2.0
// STATE: everything one viewer may know of a match, as JSON. While a hand-over is due it holds
// nothing of either seat.
#include <stdlib.h>
#include <string.h>

#include "server.h"

enum { NAME_BYTES = 256 };

// The draft of a seat that may decide belongs to its view; everybody else sees what is published,
// also who has answered early: what would follow is not known yet.
const gg_position *srv_position_for(const srv_match *m, int viewer) {
    return srv_awaits(m, viewer) ? gg_match_position_for(m->match, viewer)
                                 : gg_match_published(m->match);
}

void srv_json_view(server *sv, gg_json *json, const gg_position *at, int viewer) {
    gg_view_into(at->game, at->table, at->state, viewer, &sv->view);
    gg_json_view(json, at, &sv->view);
}

// ------------------------------------------------------------------------------------------- parts
void srv_json_head(gg_json *json, const srv_match *m, uint64_t seq, uint32_t entry) {
    const gg_match_setup *setup = gg_match_setup_of(m->match);
    gg_json_string(json, "id", m->row.name);
    gg_json_string(json, "game", m->game->id);
    gg_json_scenario(json, m->game, &setup->request);
    gg_json_open(json, "options", '{');
    for (unsigned i = 0; i < m->game->n_options; i++)
        gg_json_integer(json, m->game->options[i].token, setup->request.option[i]);
    gg_json_close(json, '}');
    gg_json_open(json, "lists", '[');
    for (unsigned i = 0; i < m->game->seats; i++)
        if (setup->request.list[i].size) gg_json_string(json, NULL, m->game->seat_names[i].token);
    gg_json_close(json, ']');
    gg_json_integer(json, "seq", (int64_t)seq);
    gg_json_integer(json, "entry", entry);
    gg_json_string(json, "commitment", gg_match_commitment(m->match));
}

// Who is behind is not told of clocks: they would show whose turn it is now.
static void json_seats(gg_json *json, const srv_match *m, bool late) {
    gg_json_open(json, "seats", '[');
    for (unsigned i = 0; i < m->game->seats; i++) {
        int64_t clock = late ? INT64_MAX : gg_match_clock_told(m->match, (int)i);
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "token", m->game->seat_names[i].token);
        gg_json_string(json, "kind", srv_kind_words[m->kind[i]]);
        if (clock == INT64_MAX)
            gg_json_null(json, "clock_ms");
        else
            gg_json_integer(json, "clock_ms", clock);
        gg_json_string(json, "dice", srv_dice_word(m, i));
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
    if (late)
        gg_json_null(json, "clock");
    else
        srv_json_clock(json, m);
}

void srv_json_seats(gg_json *json, const srv_match *m) {
    json_seats(json, m, false);
}

void srv_json_seats_late(gg_json *json, const srv_match *m) {
    json_seats(json, m, true);
}

void srv_json_idle(gg_json *json, const char *fr, const char *en) {
    gg_json_open(json, "draft", '[');
    gg_json_close(json, ']');
    gg_json_open(json, "legal", '[');
    gg_json_close(json, ']');
    gg_json_open(json, "undo", '{');
    gg_json_bool(json, "can", false);
    gg_json_string(json, "fr", fr);
    gg_json_string(json, "en", en);
    gg_json_close(json, '}');
    gg_json_null(json, "draw");
    gg_json_null(json, "takeback");
    gg_json_integer(json, "talk", 0);
}

void srv_json_turn(gg_json *json, const gg_game *game, const gg_turn *turn, bool over,
                   bool acting) {
    gg_json_open(json, "turn", '{');
    gg_json_string(json, "seat", over ? NULL : gg_seat_token(game, turn->seat));
    gg_json_string(json, "node", game->nodes[turn->node].token);
    for (int lang = GG_FR; lang <= GG_EN; lang++) {
        char text[NAME_BYTES * 2];
        (void)gg_say_prompt(game, turn->node, acting, (gg_lang)lang, text, sizeof text);
        gg_json_string(json, lang == GG_FR ? "prompt_fr" : "prompt_en", text);
    }
    gg_json_bool(json, "acting", acting);
    gg_json_close(json, '}');
}

void srv_json_result(gg_json *json, const gg_game *game, const gg_result *result) {
    gg_json_bool(json, "over", result->over);
    if (!result->over) {
        gg_json_null(json, "result");
        return;
    }
    gg_json_open(json, "result", '{');
    gg_json_open(json, "half", '[');
    for (unsigned i = 0; i < game->seats; i++) gg_json_integer(json, NULL, result->half[i]);
    gg_json_close(json, ']');
    gg_json_integer(json, "margin", result->margin);
    gg_json_string(json, "reason", srv_reason_word(result->reason));
    gg_json_open(json, "hints", '[');
    for (unsigned i = 0; i < game->seats; i++) gg_json_integer(json, NULL, result->hints[i]);
    gg_json_close(json, ']');
    gg_json_close(json, '}');
}

// The steps of the open draft, each spelt in the position it was made in.
void srv_json_draft(gg_json *json, const srv_match *m, int viewer) {
    const gg_position *start = gg_match_published(m->match);
    void *state = m->server->spare;
    const gg_action *steps = NULL;
    uint32_t count = gg_match_draft(m->match, viewer, &steps);
    char text[NAME_BYTES];
    gg_json_open(json, "draft", '[');
    if (count) gg_match_draft_from(m->match, viewer, state);
    for (uint32_t i = 0; i < count; i++) {
        (void)gg_notation_into(m->game, start->table, state, steps[i], text, sizeof text);
        gg_json_string(json, NULL, text);
        gg_apply(m->game, start->table, state, steps[i], NULL);
    }
    gg_json_close(json, ']');
}

static void json_action(gg_json *json, const gg_position *at, gg_action action) {
    const gg_verb *verb = &at->game->verbs[gg_verb_of(action)];
    char text[NAME_BYTES];
    (void)gg_notation_into(at->game, at->table, at->state, action, text, sizeof text);
    gg_json_open(json, NULL, '{');
    gg_json_integer(json, "a", (int64_t)action);
    gg_json_string(json, "n", text);
    gg_json_integer(json, "v", gg_verb_of(action));
    gg_json_open(json, "o", '[');
    for (unsigned k = 0; k < GG_OPERANDS && verb->domain[k]; k++)
        gg_json_integer(json, NULL, gg_operand(action, k));
    gg_json_close(json, ']');
    gg_json_close(json, '}');
}

uint32_t srv_legal(server *sv, const gg_position *at, int viewer, bool acting) {
    uint32_t count = acting ? gg_legal(at->game, at->table, at->state, viewer, sv->list) : 0;
    return count < GG_LEGAL_MAX ? count : GG_LEGAL_MAX;
}

static void json_legal(server *sv, gg_json *json, const gg_position *at, int viewer, bool acting) {
    uint32_t count = srv_legal(sv, at, viewer, acting);
    gg_json_open(json, "legal", '[');
    for (uint32_t i = 0; i < count; i++) json_action(json, at, sv->list[i]);
    gg_json_close(json, ']');
}

void srv_json_undo(gg_json *json, const srv_match *m, int viewer) {
    const char *fr = gg_match_undo_refusal(m->match, viewer, GG_FR);
    const char *en = gg_match_undo_refusal(m->match, viewer, GG_EN);
    gg_json_open(json, "undo", '{');
    gg_json_bool(json, "can", !fr);
    gg_json_string(json, "fr", fr ? fr : "");
    gg_json_string(json, "en", en ? en : "");
    gg_json_close(json, '}');
}

void srv_json_draw(gg_json *json, const srv_match *m) {
    gg_json_string(json, "draw", m->offer < 0 ? NULL : gg_seat_token(m->game, m->offer));
}

uint32_t srv_log_start(const srv_match *m) {
    uint32_t entries = srv_entries(m);
    return entries > SRV_LOG_KEPT ? entries - SRV_LOG_KEPT : 0;
}

bool srv_acting(const srv_match *m, const gg_turn *turn, const gg_result *result, int viewer) {
    return !result->over && !m->row.file && turn->seat == viewer && !srv_waits(m);
}

// Who must take over, and nothing else.
static void json_waiting(gg_json *json, const srv_match *m, int seat) {
    gg_json_null(json, "viewer");
    gg_json_string(json, "handover", gg_seat_token(m->game, seat));
    srv_json_seats(json, m);
    gg_json_open(json, "turn", '{');
    gg_json_string(json, "seat", gg_seat_token(m->game, seat));
    gg_json_null(json, "node");
    gg_json_string(json, "prompt_fr", "");
    gg_json_string(json, "prompt_en", "");
    gg_json_bool(json, "acting", false);
    gg_json_close(json, '}');
    gg_json_bool(json, "over", false);
    gg_json_null(json, "result");
    gg_json_bool(json, "thinking", false);
}

void srv_json_state(server *sv, gg_json *json, srv_match *m, const srv_session *session, int viewer,
                    uint32_t since) {
    int handover = srv_handover_of(m, session);
    int64_t person = session ? session->who.person : 0;
    gg_result result;
    if (m->archive) {
        srv_json_archived(json, m, viewer, since);
        srv_json_people(json, m, person);
        return;
    }
    srv_json_head(json, m, srv_seq_of(m, person), gg_match_entries(m->match));
    gg_json_bool(json, "hints", srv_coached(&m->row));
    if (viewer == GG_NOBODY) {
        json_waiting(json, m, handover);
        srv_json_people(json, m, person);
        return;
    }
    const gg_position *at = srv_position_for(m, viewer);
    gg_turn turn = m->game->turn(at->table, at->state);
    gg_match_result(m->match, &result);
    bool acting = srv_acting(m, &turn, &result, viewer);
    gg_json_string(json, "viewer", gg_seat_token(m->game, viewer));
    gg_json_null(json, "handover");
    srv_json_seats(json, m);
    srv_json_turn(json, m->game, &turn, result.over, acting);
    srv_json_result(json, m->game, &result);
    srv_json_view(sv, json, at, viewer);
    srv_json_draft(json, m, viewer);
    json_legal(sv, json, at, viewer, acting);
    srv_json_undo(json, m, viewer);
    srv_json_draw(json, m);
    srv_json_takeback(json, m);
    gg_json_integer(json, "talk", m->said);
    srv_json_log(sv, json, m, since, gg_match_entries(m->match), viewer);
    gg_json_bool(json, "thinking", m->thinking != NULL);
    srv_json_people(json, m, person);
}
