// SPDX-License-Identifier: Apache-2.0
// Lists that players write: read from the request that starts a match, judged by the game, and kept
// beside the options. The store holds the text that the game writes, never its bytes: a later
// program may number its cards anew.
#include <stdlib.h>
#include <string.h>

#include "server.h"

enum { FAULTS_TOLD = 32, SUMS_TOLD = 16 };

void srv_json_faults(gg_json *json, const gg_game *game, const gg_fault *fault, uint32_t count) {
    gg_json_open(json, "faults", '[');
    for (uint32_t i = 0; i < count; i++) {
        gg_json_open(json, NULL, '{');
        gg_json_integer(json, "line", fault[i].line);
        gg_json_string(json, "rule", fault[i].rule ? game->rules[fault[i].rule].id : NULL);
        gg_json_string(json, "fr", fault[i].fr);
        gg_json_string(json, "en", fault[i].en);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

static void tell_faults(server *sv, srv_request *r, const gg_game *game, unsigned seat,
                        const gg_fault *fault, uint32_t count) {
    gg_json *json = srv_begin(sv);
    srv_json_fault(json, FAULT_BAD_LIST, NULL, NULL);
    gg_json_string(json, "seat", game->seat_names[seat].token);
    srv_json_faults(json, game, fault, count);
    sv->refused++;
    srv_send(sv, r->call, 422);
}

// One list for each seat, null where the options choose a ready one.
bool srv_read_lists(server *sv, srv_request *r, const gg_game *game, gg_request *out) {
    static gg_fault fault[FAULTS_TOLD]; // one thread answers
    const json_t *lists = json_object_get(r->body, "lists");
    if (!lists || json_is_null(lists)) return true;
    bool good = json_is_array(lists) && json_array_size(lists) == game->seats;
    for (unsigned i = 0; good && i < game->seats; i++) {
        const json_t *list = json_array_get(lists, i);
        if (json_is_null(list)) continue;
        good =
            game->lists.judge && json_is_string(list) && json_string_length(list) <= GG_LIST_FILE;
        if (!good) break;
        uint32_t faults = gg_list_read(game, out, (int)i, json_string_value(list),
                                       json_string_length(list), fault, FAULTS_TOLD);
        if (!faults) continue;
        tell_faults(sv, r, game, i, fault, faults);
        return false;
    }
    if (!good) srv_fail(sv, r->call, FAULT_BAD_FIELD);
    return good;
}

// After the options, for each seat that has one: a line with the seat and the length, the list.
void srv_lists_into(const gg_game *game, const gg_request *request, gg_out *out) {
    char text[GG_LIST_TEXT];
    for (unsigned i = 0; i < game->seats; i++) {
        size_t length = request->list[i].size ? game->lists.write(&request->list[i], text) : 0;
        if (length) gg_out_format(out, "\n%s %zu\n%s", game->seat_names[i].token, length, text);
    }
}

bool srv_lists_read(const gg_game *game, const char *text, gg_request *out) {
    gg_fault fault;
    while (*text) {
        size_t word = strcspn(++text, " ");
        unsigned seat = 0;
        while (seat < game->seats && (strlen(game->seat_names[seat].token) != word ||
                                      memcmp(game->seat_names[seat].token, text, word) != 0))
            seat++;
        if (seat == game->seats || text[word] != ' ' || !game->lists.judge) return false;
        char *end;
        unsigned long length = strtoul(text + word + 1, &end, 10);
        if (*end++ != '\n' || length >= GG_LIST_TEXT || strnlen(end, length) != length)
            return false;
        if (gg_list_read(game, out, (int)seat, end, length, &fault, 1)) return false;
        text = end + length;
    }
    return true;
}

// A list as it stands while it is built: what it adds up to and what is still wrong with it.
// Nothing is kept.
void srv_on_judge(server *sv, srv_request *r) {
    static gg_fault fault[FAULTS_TOLD]; // one thread answers
    gg_list_sum sum[SUMS_TOLD];
    const gg_game *game = srv_game(sv, r->word);
    const json_t *text = json_object_get(r->body, "text");
    if (!game || !game->lists.form) {
        srv_fail(sv, r->call, FAULT_NOT_FOUND);
        return;
    }
    if (!json_is_string(text) || json_string_length(text) > GG_LIST_FILE) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return;
    }
    const char *list = json_string_value(text);
    size_t size = json_string_length(text);
    uint32_t faults = game->lists.judge(NULL, 0, list, size, NULL, fault, FAULTS_TOLD);
    gg_json *json = srv_begin(sv);
    gg_json_bool(json, "good", faults == 0);
    srv_json_faults(json, game, fault, faults);
    gg_json_sums(json, sum, game->lists.sums(NULL, 0, list, size, sum, SUMS_TOLD));
    srv_send(sv, r->call, 200);
}
