// SPDX-License-Identifier: Apache-2.0
// What a game marks on demand: of the present, of the present after a step that is only thought of,
// and of a moment of a replay. The game is told who looks and marks nothing that he may not know.
#include <stdlib.h>
#include <string.h>

#include "server.h"

static unsigned overlay_named(const gg_game *game, const char *token, size_t length) {
    unsigned which = 0;
    while (which < game->n_overlays && (strlen(game->overlays[which].token) != length ||
                                        memcmp(game->overlays[which].token, token, length) != 0))
        which++;
    return which;
}

static void json_overlay(server *sv, gg_json *json, const gg_position *at, int viewer,
                         unsigned which, unsigned about) {
    memset(&sv->overlay, 0, sizeof sv->overlay);
    at->game->show.overlay(at->table, at->state, viewer, which, about, &sv->overlay);
    gg_json_overlay(json, &sv->overlay);
}

// The position after a step of a draft, in memory that the caller frees. Only such a step: it tells
// no more than taking it and taking it back would. NULL: none, or no memory.
static void *stepped(const srv_request *r, const gg_position *at, const char *after) {
    const gg_game *game = at->game;
    gg_verdict verdict;
    uint64_t number;
    if (!srv_number_of(after, &number) || gg_verb_of((gg_action)number) >= game->n_verbs ||
        !srv_awaits(r->match, r->viewer) || !gg_is_draft(game, (gg_action)number) ||
        !gg_check(game, at->table, at->state, r->viewer, (gg_action)number, &verdict))
        return NULL;
    void *state = malloc(((size_t)game->state_bytes + 7) / 8 * 8);
    if (!state) return NULL;
    memcpy(state, at->state, game->state_bytes);
    gg_apply(game, at->table, state, (gg_action)number, NULL);
    return state;
}

void srv_on_overlay(server *sv, srv_request *r) {
    const char *kind = gg_call_query(r->call, "kind"), *after = gg_call_query(r->call, "after");
    const gg_game *game = r->match->game;
    unsigned about = 0;
    if (r->viewer == GG_NOBODY) {
        srv_fail(sv, r->call, FAULT_HANDOVER);
        return;
    }
    gg_position at = *srv_position_for(r->match, r->viewer);
    void *state = after ? stepped(r, &at, after) : NULL;
    if (state) at.state = state;
    unsigned which = kind ? overlay_named(game, kind, strlen(kind)) : game->n_overlays;
    if (which == game->n_overlays || !game->show.overlay || (after && !state) ||
        !gg_overlay_about(&at, which, gg_call_query(r->call, "about"), &about)) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
    } else {
        json_overlay(sv, srv_begin(sv), &at, r->viewer, which, about);
        srv_send(sv, r->call, 200);
    }
    free(state);
}

// ---------------------------------------------------------------------------------------- replays
// "kind:seat,kind:seat": of a moment only what is about a seat is told, and not much of it.
bool srv_overlays_read(const gg_game *game, const char *text_or_null, srv_overlays *out) {
    const char *text = text_or_null;
    out->count = 0;
    while (text && *text) {
        const char *colon = strchr(text, ':');
        if (!colon || out->count == SRV_OVERLAYS_MAX || !game->show.overlay) return false;
        unsigned which = overlay_named(game, text, (size_t)(colon - text));
        char *end;
        unsigned long about = strtoul(colon + 1, &end, 10);
        if (which == game->n_overlays || end == colon + 1 || about >= game->seats ||
            game->domains[game->overlays[which].domain].kind != GG_K_SEAT)
            return false;
        out->which[out->count] = (uint8_t)which;
        out->about[out->count++] = (uint8_t)about;
        if (*end && (*end != ',' || !end[1])) return false;
        text = *end ? end + 1 : end;
    }
    return true;
}

void srv_json_overlays(server *sv, gg_json *json, const gg_position *at, int viewer,
                       const srv_overlays *asked) {
    if (!asked->count) return;
    gg_json_open(json, "overlays", '[');
    for (unsigned i = 0; i < asked->count; i++) {
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "kind", at->game->overlays[asked->which[i]].token);
        gg_json_integer(json, "about", asked->about[i]);
        json_overlay(sv, json, at, viewer, asked->which[i], asked->about[i]);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}
