// SPDX-License-Identifier: Apache-2.0
// Playing: a new match, its state, actions, questions to the judge, undo, resignation, draws,
// standing orders and the hand-over at one screen.
#include <stdlib.h>
#include <string.h>

#include "server.h"

enum { ACTION_TEXT_MAX = 400, KEY_MAX = 64, CLICKS_MAX = 8, ACTIONS_MAX = 64 };
#define CHANGE_KEY ",\"change\":"

// ----------------------------------------------------------------------------------------- answers
static void send_seq(server *sv, srv_request *r, uint64_t seq) {
    gg_json_integer(srv_begin(sv), "seq", (int64_t)seq);
    srv_send(sv, r->call, 200);
}

static uint64_t seq_of(const srv_request *r) {
    return srv_seq_of(r->match, r->session->who.person);
}

// The answer, whose object is open, and in it what has changed for the reader that the request
// names: he need not wait for his stream. It waits for the commit; a draft step has nothing to wait
// for.
static void answer_done(server *sv, srv_request *r, unsigned status) {
    const char *name = srv_get_text(r->body, "reader");
    srv_later later = {r->call, r->match, "", r->session->who.person, status, NULL};
    if (name && strlen(name) <= GG_ID_MAX) {
        (void)snprintf(later.reader, sizeof later.reader, "%s", name);
        later.head = malloc(sv->out.length + sizeof CHANGE_KEY);
        if (later.head)
            (void)snprintf(later.head, sv->out.length + sizeof CHANGE_KEY, "%s" CHANGE_KEY,
                           sv->scratch);
    }
    srv_send(sv, r->call, status);
    if (r->match->unsaved && later.head) {
        srv_wait_to_tell(sv, &later);
        return;
    }
    if (later.head) (void)srv_answer_change(sv, r->call, &later);
    free(later.head);
    if (r->match->unsaved)
        srv_wait(sv, r->call);
    else
        srv_match_published(sv, r->match);
}

// Something was said: nothing on the table has changed.
void srv_spoken(server *sv, srv_request *r) {
    srv_match *m = r->match;
    srv_match_stirred(sv, m, true);
    if (m->asked_key) gg_match_key_keep(m->match, m->asked_by, m->asked_key, seq_of(r));
    srv_match_asked(m, GG_NOBODY, 0);
    gg_json_integer(srv_begin(sv), "seq", (int64_t)seq_of(r));
    answer_done(sv, r, 200);
}

void srv_done(server *sv, srv_request *r) {
    sv->acted++;
    srv_match_changed(sv, r->match);
    gg_json_integer(srv_begin(sv), "seq", (int64_t)seq_of(r));
    answer_done(sv, r, 200);
}

// The match in memory is no longer what the store says: it is read again when next asked for.
void srv_broken(server *sv, srv_request *r, gg_status status) {
    srv_log(sv, "ev=broken match=%.6s status=%d", r->match->row.name, (int)status);
    gg_store_refuse(sv->store); // entries of it may have been collected
    srv_match_unload(r->match);
    srv_fail(sv, r->call, FAULT_FULL);
}

static srv_fault fault_of(gg_status status) {
    return status == GG_STALE                            ? FAULT_STALE
           : status == GG_FULL || status == GG_NO_MEMORY ? FAULT_FULL
           : status == GG_BAD_INPUT                      ? FAULT_BAD_FIELD
           : status == GG_REFUSED                        ? FAULT_REFUSED
                                                         : FAULT_NOT_ALLOWED;
}

static void fail_status(server *sv, srv_request *r, gg_status status) {
    srv_fail(sv, r->call, fault_of(status));
}

// A request that may be sent again has a key. False: it was done already, and is answered as then;
// or the key is none.
bool srv_is_new(server *sv, srv_request *r, uint64_t *key) {
    const json_t *field = json_object_get(r->body, "key");
    const char *text = json_string_value(field);
    uint64_t seq;
    *key = text && *text ? srv_key_of(text) : 0;
    if ((field && !text) || (text && strlen(text) > KEY_MAX)) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return false;
    }
    srv_match_asked(r->match, r->viewer, *key);
    if (!*key || !srv_key_known(r->match, r->session, *key, &seq)) return true;
    send_seq(sv, r, seq);
    return false;
}

// False: what is said of seq is no number.
static bool read_seq(const srv_request *r, bool asked, int64_t *seq) {
    *seq = r->seq;
    return r->plain || !asked || srv_get_number(r->body, "seq", 0, INT64_C(1) << 53, seq);
}

// The position has changed since. That somebody has come, gone or given himself a name is no change
// of it, nor is another's answer to a sealed node: so nobody can spoil another's move by it.
static bool is_stale(const srv_request *r, uint64_t seq) {
    uint64_t now = seq_of(r);
    return seq > now || seq < r->match->moved[r->viewer] + (now - r->match->seq);
}

// What every change needs: a seat that has taken over, the present seq, a match that goes on. What
// is not an action may leave seq out.
bool srv_may_change(server *sv, srv_request *r, bool must_seq) {
    int64_t seq;
    srv_fault fault = FAULT_NONE;
    bool asks_seq = must_seq || json_object_get(r->body, "seq");
    if (!read_seq(r, asks_seq, &seq))
        fault = FAULT_BAD_FIELD;
    else if (srv_match_over(r->match))
        fault = FAULT_NOT_ALLOWED;
    else if (r->viewer == GG_NOBODY)
        fault = FAULT_HANDOVER;
    else if (r->viewer >= r->match->game->seats)
        fault = FAULT_NOT_ALLOWED;
    else if (srv_waits(r->match))
        fault = FAULT_SEAT_OPEN;
    else if (asks_seq && is_stale(r, (uint64_t)seq))
        fault = FAULT_STALE;
    if (fault != FAULT_NONE) srv_fail(sv, r->call, fault);
    return fault == FAULT_NONE;
}

// ------------------------------------------------------------------------------------- new matches
static bool is_kind(const char *word) {
    for (unsigned i = 0; i < SRV_KINDS; i++)
        if (strcmp(word, srv_kind_words[i]) == 0) return true;
    return false;
}

static bool read_seats(const gg_game *game, const json_t *body, int64_t person,
                       gg_store_match *row) {
    json_t *seats = json_object_get(body, "seats");
    if (!json_is_array(seats) || json_array_size(seats) != game->seats) return false;
    row->seats = game->seats;
    for (unsigned i = 0; i < game->seats; i++) {
        const char *kind = json_string_value(json_array_get(seats, i));
        if (!kind || !is_kind(kind)) return false;
        (void)snprintf(row->kind[i], sizeof row->kind[i], "%s", kind);
        (void)snprintf(row->seat[i], sizeof row->seat[i], "%s", game->seat_names[i].token);
        row->person[i] = strcmp(kind, "human") == 0 ? person : 0;
        row->awaited[i] = strcmp(kind, "human") == 0 || strcmp(kind, "open") == 0;
    }
    return true;
}

static void fill_row(gg_store_match *row, const gg_game *game, const gg_request *request,
                     int64_t person) {
    row->owner = person;
    row->made = row->changed = srv_now_s();
    row->rules = game->version;
    row->seq = 1;
    (void)snprintf(row->game, sizeof row->game, "%s", game->id);
    (void)snprintf(row->scenario, sizeof row->scenario, "%s",
                   game->scenarios[request->scenario].token);
    (void)snprintf(row->turn, sizeof row->turn, "%s", "chance");
    srv_options_into(game, request, row->options, sizeof row->options);
}

static bool options_agree(server *sv, srv_request *r, const srv_table *table) {
    const gg_refusal *refusal = &table->game->refusals[table->verdict.refusal];
    if (table->status == GG_REFUSED && !table->verdict.refusal)
        srv_fail(sv, r->call, FAULT_BAD_LIST);
    else if (table->status == GG_REFUSED)
        srv_fail_words(sv, r->call, FAULT_BAD_OPTIONS, refusal->fr, refusal->en);
    else if (table->status != GG_OK)
        fail_status(sv, r, table->status);
    return table->status == GG_OK;
}

srv_match *srv_match_start(server *sv, gg_store_match *row, const gg_game *game) {
    srv_match *m = NULL;
    gg_status status = GG_NO_MEMORY;
    bool named = row->name[0] || srv_random_name(row->name);
    if (named && srv_random(row->seed, sizeof row->seed)) m = srv_match_add(sv, row, game);
    if (m) {
        m->newborn = true;
        m->row.row = gg_store_match_new(sv->store, row);
        status = srv_match_begin(sv, m);
        m->seq = 0;
        srv_match_moved(m, 0);
    }
    if (status == GG_OK) status = srv_match_set_out(m);
    if (status != GG_OK) {
        gg_store_refuse(sv->store);
        if (m) srv_match_drop(sv, m);
        return NULL;
    }
    srv_match_changed(sv, m);
    srv_match_listed(sv, m);
    return m;
}

static void start_match(server *sv, srv_request *r, gg_store_match *row, const gg_game *game) {
    srv_match *m = srv_match_start(sv, row, game);
    bool good = m != NULL;
    gg_json *json = srv_begin(sv);
    if (good) {
        gg_json_string(json, "id", m->row.name);
        gg_json_string(json, "commitment", gg_match_commitment(m->match));
    }
    for (unsigned i = 0; good && i < game->seats; i++)
        if (m->kind[i] == SRV_OPEN) {
            good = srv_invite(sv, r, m, i);
            break;
        }
    if (good)
        srv_send(sv, r->call, 201);
    else
        srv_fail(sv, r->call, FAULT_FULL);
    srv_wait(sv, r->call);
}

// Who sits where among the people is drawn.
static bool draw_sides(gg_store_match *row) {
    unsigned place[GG_SEATS_MAX], count = 0;
    uint32_t number;
    for (unsigned i = 0; i < row->seats; i++)
        if (strcmp(row->kind[i], "human") == 0 || strcmp(row->kind[i], "open") == 0)
            place[count++] = i;
    for (unsigned left = count; left > 1; left--) {
        do { // as often as it would favour one
            if (!srv_random(&number, sizeof number)) return false;
        } while (number >= UINT32_MAX - UINT32_MAX % left);
        unsigned a = place[left - 1], b = place[number % left];
        char kind[GG_STORE_WORD];
        int64_t person = row->person[a];
        memcpy(kind, row->kind[a], sizeof kind);
        memcpy(row->kind[a], row->kind[b], sizeof kind);
        memcpy(row->kind[b], kind, sizeof kind);
        row->person[a] = row->person[b];
        row->person[b] = person;
    }
    return true;
}

// `side`: nothing, or by chance; and what the person who begins is called. False: answered.
static bool seat_people(server *sv, srv_request *r, gg_store_match *row) {
    const json_t *side = json_object_get(r->body, "side");
    const char *word = json_string_value(side);
    char name[GG_STORE_NAME];
    bool back;
    if (side && (!word || strcmp(word, "chance") != 0)) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return false;
    }
    gg_status status =
        gg_store_name_of(sv->store, r->session->who.person, srv_now_s(), name, &back);
    if (status == GG_IO_FAILURE || (side && !draw_sides(row))) {
        srv_fail(sv, r->call, status == GG_IO_FAILURE ? FAULT_NOT_SAVED : FAULT_FULL);
        return false;
    }
    for (unsigned i = 0; i < row->seats; i++)
        if (row->person[i]) memcpy(row->called[i], name, sizeof name);
    return true;
}

void srv_on_match_new(server *sv, srv_request *r) {
    const char *id = srv_get_text(r->body, "game");
    const gg_game *game = id ? srv_game(sv, id) : NULL;
    gg_store_match row;
    gg_request request;
    memset(&row, 0, sizeof row);
    if (!game || !srv_read_request(game, r->body, &request) ||
        !read_seats(game, r->body, r->session->who.person, &row)) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return;
    }
    if (!srv_read_own(sv, r, game, &request) || !srv_read_lists(sv, r, game, &request)) return;
    if (!srv_name_once(sv, r, row.name)) return;
    if (!r->call->marked && !srv_may_begin_match(sv, r)) {
        srv_fail(sv, r->call, FAULT_TOO_MANY);
        return;
    }
    r->call->marked = true; // counted
    const srv_table *table = srv_table_find(sv, game, &request);
    if (!table) {
        srv_table_prepare(sv, r->call, game, &request);
        return;
    }
    if (!options_agree(sv, r, table)) return;
    fill_row(&row, game, &request, r->session->who.person);
    if (!srv_read_clock(r->body, &row.clock) || !srv_read_hints(r->body, &row.hints)) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return;
    }
    if (seat_people(sv, r, &row)) start_match(sv, r, &row, game);
}

// ------------------------------------------------------------------------------------------- lists
typedef struct listing {
    server *sv;
    int64_t person;
} listing;

static void list_one(void *user, const gg_store_match *row) {
    const listing *list = user;
    gg_json *json = &list->sv->json;
    const gg_game *game = gg_game_find_or_null(row->game);
    bool over = strcmp(row->turn, "over") == 0 || row->file, yours = false;
    int64_t now = srv_now_s();
    int acting = -1; // dice, or a seat of a game that is gone
    char fr[160] = "En cours", en[160] = "Under way";
    if (!srv_row_is_player(row, list->person)) return; // it is somebody else's now
    bool both = strcmp(row->turn, SRV_TURN_BOTH) == 0;
    bool dice = strcmp(row->turn, "chance") == 0;
    for (unsigned i = 0; i < row->seats; i++) {
        bool his = row->person[i] == list->person && strcmp(row->kind[i], "human") == 0;
        // Nothing is drawn before his page has given its seed: the match waits for him to open it.
        if (dice && row->awaited[i]) yours |= his;
        if (!both && strcmp(row->seat[i], row->turn) != 0) continue;
        yours |= his;
        if (game && i < game->seats && !both) acting = (int)i;
    }
    gg_json_open(json, NULL, '{');
    gg_json_string(json, "id", row->name);
    gg_json_string(json, "game", row->game);
    srv_json_own(json, row);
    if (acting >= 0) {
        (void)gg_say_seat(game, acting, "{a:À} de jouer", GG_FR, fr, sizeof fr);
        (void)gg_say_seat(game, acting, "{a:The} to play", GG_EN, en, sizeof en);
    }
    gg_json_string(json, "turn_fr",
                   over   ? "Partie finie"
                   : both ? "Aux deux camps de choisir"
                          : fr);
    gg_json_string(json, "turn_en", over ? "Match over" : both ? "Both sides choose" : en);
    gg_json_bool(json, "over", over);
    gg_json_bool(json, "yours", yours && !over);
    gg_json_integer(json, "updated", row->changed);
    srv_json_clock_row(json, row);
    if (row->clock.ends && !over)
        gg_json_integer(json, "left_s", row->clock.ends > now ? row->clock.ends - now : 0);
    else
        gg_json_null(json, "left_s");
    gg_json_open(json, "seats", '[');
    for (unsigned i = 0; i < row->seats; i++) gg_json_string(json, NULL, row->kind[i]);
    gg_json_close(json, ']');
    srv_json_row_people(json, row, list->person);
    gg_json_close(json, '}');
}

void srv_on_matches(server *sv, srv_request *r) {
    listing list = {sv, r->session->who.person};
    gg_json *json = srv_begin(sv);
    gg_json_open(json, "matches", '[');
    gg_status status = gg_store_matches_of(sv->store, list.person, SRV_LIST_MAX, list_one, &list);
    gg_json_close(json, ']');
    if (status == GG_OK)
        srv_send(sv, r->call, 200);
    else
        srv_fail(sv, r->call, FAULT_NOT_SAVED);
}

// A finished match may be looked at from everywhere; a running one only as the present viewer.
static bool chosen_viewer(srv_request *r, int *viewer) {
    const char *asked = gg_call_query(r->call, "viewer");
    int seat;
    *viewer = r->viewer;
    if (!asked) return true;
    if (!gg_seat_find(r->match->game, asked, &seat)) return false;
    bool is_seat = seat >= 0 && seat < r->match->game->seats;
    if (!is_seat && seat != GG_PUBLIC && seat != GG_UMPIRE) return false;
    if (seat != r->viewer && !srv_match_over(r->match)) return false;
    *viewer = seat;
    return true;
}

// Nobody else has written anything that stands in his state. How well another's words pack together
// with what only this person may see would tell that other one, by the length, what it is.
static bool holds_only_his_words(const srv_match *m, int64_t person) {
    for (unsigned i = 0; i < m->game->seats; i++)
        if (m->kind[i] == SRV_OPEN || (m->kind[i] == SRV_HUMAN && !srv_sits_at(m, person, i)))
            return false;
    return true;
}

void srv_on_match(server *sv, srv_request *r) {
    int viewer;
    const char *from = gg_call_query(r->call, "since");
    if (!chosen_viewer(r, &viewer)) {
        srv_fail(sv, r->call, FAULT_NOT_ALLOWED);
        return;
    }
    uint32_t since = srv_log_start(r->match), entries = srv_entries(r->match);
    uint64_t asked;
    if (from && !srv_number_of(from, &asked)) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return;
    }
    if (from) since = asked < entries ? (uint32_t)asked : entries;
    gg_json *json = srv_begin(sv);
    bool late = srv_is_late(r->match, r->player);
    if (late && !srv_json_late(sv, json, r->match, r->session->who.person)) {
        srv_fail(sv, r->call, FAULT_FULL);
        return;
    }
    if (!late) srv_json_state(sv, json, r->match, r->session, viewer, since);
    if (r->session && holds_only_his_words(r->match, r->session->who.person))
        srv_send_packed(sv, r->call);
    else
        srv_send(sv, r->call, 200);
}

// ----------------------------------------------------------------------------------------- actions
// What came of the actions of a request: how many were done, and what stopped the next.
typedef struct course {
    unsigned done;
    srv_fault fault; // FAULT_NONE: nothing
    gg_action refused;
    gg_error error;   // of notation
    gg_status broken; // not GG_OK: the match in memory is no longer what the store says
} course;

static bool is_action(const gg_game *game, int64_t number) {
    return number > 0 && number < INT64_C(1) << 53 && gg_verb_of((gg_action)number) < game->n_verbs;
}

// A number or notation.
static srv_fault read_action(const gg_position *at, const json_t *field, gg_action *action,
                             gg_error *error) {
    *action = (gg_action)json_integer_value(field);
    if (json_is_integer(field) && is_action(at->game, json_integer_value(field))) return FAULT_NONE;
    if (!json_is_string(field) || json_string_length(field) > ACTION_TEXT_MAX)
        return FAULT_BAD_FIELD;
    return gg_notation_parse(at->game, at->table, at->state, json_string_value(field), action,
                             error)
               ? FAULT_NONE
               : FAULT_BAD_NOTATION;
}

// NULL stands for the action of a plain request.
static srv_fault next_action(const srv_request *r, const gg_position *at, const json_t *field,
                             course *out) {
    if (field) return read_action(at, field, &out->refused, &out->error);
    out->refused = (gg_action)r->action;
    return is_action(at->game, r->action) ? FAULT_NONE : FAULT_BAD_FIELD;
}

// May this seat go on after what it has just done?
static srv_fault may_go_on(const srv_request *r) {
    bool player;
    int viewer = srv_viewer_of(r->match, r->session, &player);
    if (srv_match_over(r->match)) return FAULT_NOT_ALLOWED;
    if (viewer == GG_NOBODY) return FAULT_HANDOVER;
    return srv_awaits(r->match, r->viewer) ? FAULT_NONE : FAULT_NOT_YOUR_TURN;
}

// The key is the first one's: the same again would be taken for a repetition.
static bool act_once(srv_request *r, const json_t *field, uint64_t key, course *out) {
    srv_match *m = r->match;
    const gg_position *at = srv_position_for(m, r->viewer);
    gg_verdict verdict;
    uint32_t entries = gg_match_entries(m->match);
    out->fault = out->done ? may_go_on(r) : FAULT_NONE;
    if (out->fault == FAULT_NONE) out->fault = next_action(r, at, field, out);
    if (out->fault != FAULT_NONE) return false;
    gg_status status = gg_match_act(m->match, r->viewer, out->refused, out->done ? 0 : key, entries,
                                    srv_time_used(m, r->viewer), &verdict, NULL);
    if (status != GG_OK) {
        out->fault = fault_of(status);
        return false;
    }
    out->done++;
    bool entered = gg_match_entries(m->match) > entries;
    srv_time_spent(m, r->viewer, entered);
    if (!entered) return true;
    out->broken = gg_match_advance(m->match);
    return out->broken == GG_OK;
}

static void json_stop(server *sv, srv_request *r, const course *at) {
    const gg_position *p = srv_position_for(r->match, r->viewer);
    gg_why why;
    bool words = at->fault == FAULT_BAD_NOTATION;
    srv_json_fault(&sv->json, at->fault, words ? at->error.fr : NULL, words ? at->error.en : NULL);
    if (at->fault != FAULT_REFUSED) return;
    gg_why_ask(p->game, p->table, p->state, r->viewer, at->refused, sv->list, &why);
    gg_json_refusal(&sv->json, p, &why);
}

// Who sends one action is answered as ever; who sends a list learns how many were done.
static void answer_course(server *sv, srv_request *r, const course *at, bool listed) {
    if (at->done) {
        sv->acted++;
        srv_early_changed(sv, r->match, r->viewer);
    }
    gg_json *json = srv_begin(sv);
    if (at->fault != FAULT_NONE) {
        json_stop(sv, r, at);
        sv->refused++;
    }
    if (at->done) gg_json_integer(json, "seq", (int64_t)seq_of(r));
    if (listed) gg_json_integer(json, "done", at->done);
    unsigned status = at->fault == FAULT_NONE ? 200 : srv_fault_status(at->fault);
    if (at->done)
        answer_done(sv, r, status);
    else
        srv_send(sv, r->call, status);
}

// In their order, until one is not done; those before it stay done.
static void act(server *sv, srv_request *r, const json_t *one, const json_t *many, uint64_t key) {
    course at = {.fault = FAULT_NONE, .broken = GG_OK};
    size_t count = many ? json_array_size(many) : 1;
    for (size_t i = 0; i < count; i++)
        if (!act_once(r, many ? json_array_get(many, i) : one, key, &at)) break;
    if (at.broken != GG_OK) {
        srv_broken(sv, r, at.broken);
        return;
    }
    answer_course(sv, r, &at, many != NULL);
}

void srv_on_actions(server *sv, srv_request *r) {
    const json_t *one = json_object_get(r->body, "action");
    const json_t *many = json_object_get(r->body, "actions");
    size_t count = json_array_size(many);
    uint64_t key;
    if (!srv_is_new(sv, r, &key)) return;
    if (!srv_waits(r->match) && !srv_dice_ready(r->match, r->viewer)) {
        srv_fail(sv, r->call, FAULT_SEED_WANTED);
        return;
    }
    if (!srv_may_change(sv, r, true)) return;
    if (srv_clock_out(sv, r->match, r->viewer)) {
        srv_fail(sv, r->call, FAULT_TIME_UP);
        srv_wait(sv, r->call);
    } else if (!srv_awaits(r->match, r->viewer))
        srv_fail(sv, r->call, FAULT_NOT_YOUR_TURN);
    else if ((!one == !many && !r->plain) || (many && (count == 0 || count > ACTIONS_MAX)))
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
    else
        act(sv, r, one, many, key);
}

// What was done beside playing.
void srv_done_or_not(server *sv, srv_request *r, gg_status status) {
    if (status != GG_OK) {
        fail_status(sv, r, status);
        return;
    }
    srv_done(sv, r);
}

void srv_on_undo(server *sv, srv_request *r) {
    gg_match *match = r->match->match;
    uint64_t key;
    if (!srv_is_new(sv, r, &key) || !srv_may_change(sv, r, true)) return;
    const char *fr = gg_match_undo_refusal(match, r->viewer, GG_FR);
    if (fr) {
        srv_fail_words(sv, r->call, FAULT_NOT_ALLOWED, fr,
                       gg_match_undo_refusal(match, r->viewer, GG_EN));
        return;
    }
    srv_done_or_not(sv, r, gg_match_undo(match, r->viewer));
}

void srv_on_resign(server *sv, srv_request *r) {
    uint64_t key;
    if (!srv_is_new(sv, r, &key) || !srv_may_change(sv, r, false)) return;
    srv_done_or_not(sv, r, gg_match_resign(r->match->match, r->viewer));
}

// A seat the program plays declines at once.
static void decline_for_program(srv_match *m, int offers) {
    for (unsigned i = 0; i < m->game->seats; i++)
        if ((int)i != offers && m->kind[i] != SRV_HUMAN) {
            (void)gg_match_answer_draw(m->match, (int)i, false);
            return;
        }
}

void srv_on_draw(server *sv, srv_request *r) {
    const char *answer = srv_get_text(r->body, "answer");
    gg_match *match = r->match->match;
    gg_status status = GG_BAD_INPUT;
    uint64_t key;
    if (!srv_is_new(sv, r, &key) || !srv_may_change(sv, r, false)) return;
    if (answer && strcmp(answer, "offer") == 0) {
        status = gg_match_offer_draw(match, r->viewer);
        if (status == GG_OK) decline_for_program(r->match, r->viewer);
    } else if (answer && (strcmp(answer, "accept") == 0 || strcmp(answer, "decline") == 0)) {
        status = gg_match_answer_draw(match, r->viewer, answer[0] == 'a');
    }
    srv_done_or_not(sv, r, status);
}

// Only who looks from a seat may ask what concerns it.
static bool may_ask(server *sv, srv_request *r) {
    if (r->viewer < r->match->game->seats) return true;
    srv_fail(sv, r->call, r->viewer == GG_NOBODY ? FAULT_HANDOVER : FAULT_NOT_ALLOWED);
    return false;
}

static const char *const order_words[] = {"ask", "always", "never"};

// What `always` would answer at the window that is open to the seat.
static void json_proposal(gg_json *json, const srv_request *r) {
    gg_action action = gg_match_proposal(r->match->match, r->viewer);
    if (action == GG_NO_ACTION)
        gg_json_null(json, "proposal");
    else
        gg_json_integer(json, "proposal", (int64_t)action);
}

// A seat's own orders are nobody else's business.
void srv_on_orders_now(server *sv, srv_request *r) {
    const gg_game *game = r->match->game;
    if (!may_ask(sv, r)) return;
    gg_json *json = srv_begin(sv);
    gg_json_open(json, "orders", '[');
    for (unsigned i = 0; i < game->n_nodes; i++) {
        if (!(game->nodes[i].flags & GG_N_WINDOW)) continue;
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "node", game->nodes[i].token);
        gg_json_string(json, "order",
                       order_words[gg_match_order_of(r->match->match, r->viewer, i)]);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
    gg_json_bool(json, "close", gg_match_closes_forced(r->match->match, r->viewer));
    json_proposal(json, r);
    srv_send(sv, r->call, 200);
}

// What is to be kept is kept under this name.
static void keep_order(server *sv, const srv_request *r, const char *node, const char *answer) {
    const char *seat = gg_seat_token(r->match->game, r->viewer);
    gg_store_order_put(sv->store, r->match->row.row, seat, node, answer);
    srv_match_force(sv, r->match);
}

static gg_status order_here(server *sv, srv_request *r, const char *node, unsigned which) {
    const gg_game *game = r->match->game;
    unsigned at = 0;
    while (at < game->n_nodes && strcmp(game->nodes[at].token, node) != 0) at++;
    if (at == game->n_nodes) return GG_BAD_INPUT;
    gg_status status = gg_match_order(r->match->match, r->viewer, at, (gg_order)which);
    if (status == GG_OK) keep_order(sv, r, node, order_words[which]);
    return status;
}

static gg_status close_forced(server *sv, srv_request *r, const json_t *closes) {
    if (!json_is_boolean(closes)) return GG_BAD_INPUT;
    gg_match_close_forced(r->match->match, r->viewer, json_is_true(closes));
    keep_order(sv, r, SRV_ORDER_FORCED, json_is_true(closes) ? "close" : "show");
    return GG_OK;
}

// At one window from now on; at all of them until the seat's own turn, which is not kept; or what
// becomes of windows with one answer.
static gg_status order(server *sv, srv_request *r) {
    const char *node = srv_get_text(r->body, "node"), *until = srv_get_text(r->body, "until");
    const char *word = srv_get_text(r->body, "order");
    const json_t *closes = json_object_get(r->body, "close");
    unsigned which = 0;
    if (closes) return node || until || word ? GG_BAD_INPUT : close_forced(sv, r, closes);
    while (word && which < 3 && strcmp(order_words[which], word) != 0) which++;
    if (!word || which == 3 || !node == !until) return GG_BAD_INPUT;
    if (node) return order_here(sv, r, node, which);
    if (strcmp(until, "turn") != 0) return GG_BAD_INPUT;
    gg_match_order_meanwhile(r->match->match, r->viewer, (gg_order)which);
    return GG_OK;
}

void srv_on_orders(server *sv, srv_request *r) {
    uint64_t key;
    if (!srv_is_new(sv, r, &key) || !srv_may_change(sv, r, false)) return;
    gg_status status = order(sv, r);
    if (status != GG_OK) {
        fail_status(sv, r, status);
        return;
    }
    if ((status = gg_match_advance(r->match->match)) != GG_OK)
        srv_broken(sv, r, status);
    else
        srv_done(sv, r);
}

// Who takes over sees his seat from now on; nobody else's is sent any more.
void srv_on_handover(server *sv, srv_request *r) {
    const char *token = srv_get_text(r->body, "seat");
    int seat, due = srv_handover_of(r->match, r->session);
    if (!token || !gg_seat_find(r->match->game, token, &seat)) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return;
    }
    if (due < 0 ? seat != r->viewer || seat >= r->match->game->seats : seat != due) {
        srv_fail(sv, r->call, FAULT_NOT_ALLOWED);
        return;
    }
    if (due < 0) { // has it already
        send_seq(sv, r, seq_of(r));
        return;
    }
    srv_take_over(r->match, (unsigned)seat);
    srv_match_asked(r->match, seat, 0);
    srv_done(sv, r);
}

// --------------------------------------------------------------------------------------- questions
static void json_ledger(server *sv, gg_json *json, const gg_position *at, int viewer,
                        gg_action action, bool legal) {
    sv->ledger.count = 0;
    if (legal && at->game->show.explain)
        at->game->show.explain(at->table, at->state, viewer, action, &sv->ledger);
    gg_json_ledger(json, at, &sv->ledger, false);
}

// Where a step of a draft would put its pieces: they are looked at before one is chosen. It tells
// no more than the step and its undoing would.
static void json_ghosts(server *sv, gg_json *json, const gg_position *at, int viewer,
                        gg_action action) {
    if (!gg_is_draft(at->game, action)) return;
    void *state = malloc(((size_t)at->game->state_bytes + 7) / 8 * 8);
    if (!state) return;
    memcpy(state, at->state, at->game->state_bytes);
    gg_apply(at->game, at->table, state, action, NULL);
    gg_position after = {.game = at->game, .table = at->table, .state = state};
    gg_view_into(at->game, at->table, state, viewer, &sv->view);
    bool any = false;
    for (unsigned i = 0; i < sv->view.pieces; i++) {
        if (!(sv->view.piece[i].flags & GG_P_GHOST)) continue;
        if (!any) gg_json_open(json, "ghosts", '[');
        any = true;
        gg_json_piece(json, &after, &sv->view.piece[i]);
    }
    if (any) gg_json_close(json, ']');
    free(state);
}

static void send_verdict(server *sv, srv_request *r, const gg_position *at, gg_action action,
                         bool ledger) {
    gg_why why;
    char text[ACTION_TEXT_MAX];
    gg_why_ask(at->game, at->table, at->state, r->viewer, action, sv->list, &why);
    (void)gg_notation_into(at->game, at->table, at->state, action, text, sizeof text);
    gg_json *json = srv_begin(sv);
    gg_json_integer(json, "action", (int64_t)action);
    gg_json_string(json, "notation", text);
    gg_json_bool(json, "legal", why.legal);
    if (!why.legal) gg_json_refusal(json, at, &why);
    if (ledger) json_ledger(sv, json, at, r->viewer, action, why.legal);
    if (ledger && why.legal) json_ghosts(sv, json, at, r->viewer, action);
    srv_send(sv, r->call, 200);
}

void srv_on_why(server *sv, srv_request *r) {
    gg_action action;
    if (!may_ask(sv, r)) return;
    const gg_position *at = srv_position_for(r->match, r->viewer);
    gg_error error = {0};
    srv_fault fault = read_action(at, json_object_get(r->body, "action"), &action, &error);
    bool words = fault == FAULT_BAD_NOTATION;
    if (fault == FAULT_NONE)
        send_verdict(sv, r, at, action, true);
    else
        srv_fail_words(sv, r->call, fault, words ? error.fr : NULL, words ? error.en : NULL);
}

static bool verb_named(const gg_game *game, const char *token, uint16_t *value) {
    for (unsigned i = 1; token && i < game->n_verbs; i++)
        if (strcmp(game->verbs[i].token, token) == 0) {
            *value = (uint16_t)i;
            return true;
        }
    return false;
}

static bool number_of(const json_t *click, const char *name, int64_t least, int64_t most,
                      int64_t *out) {
    return srv_get_number(click, name, least, most, out);
}

static bool read_click(const gg_game *game, const json_t *json, gg_click *out) {
    const char *kind = srv_get_text(json, "kind");
    static const struct {
        const char *word;
        uint8_t kind;
    } values[] = {
        {"choice", GG_K_CHOICE}, {"number", GG_K_NUMBER}, {"seat", GG_K_SEAT}, {"set", GG_K_SET}};
    int64_t a, b, c;
    memset(out, 0, sizeof *out);
    if (!kind) return false;
    if (strcmp(kind, "piece") == 0 && number_of(json, "handle", 0, UINT16_MAX, &a)) {
        *out = (gg_click){GG_K_PIECE, 0, (uint16_t)a, 0, 0};
    } else if (strcmp(kind, "cell") == 0 && number_of(json, "surface", 0, UINT8_MAX, &a) &&
               number_of(json, "cell", 0, UINT16_MAX, &b)) {
        *out = (gg_click){GG_K_CELL, (uint8_t)a, (uint16_t)b, 0, 0};
    } else if (strcmp(kind, "point") == 0 && number_of(json, "surface", 0, UINT8_MAX, &a) &&
               number_of(json, "x", INT16_MIN, INT16_MAX, &b) &&
               number_of(json, "y", INT16_MIN, INT16_MAX, &c)) {
        *out = (gg_click){GG_K_X, (uint8_t)a, 0, (int16_t)b, (int16_t)c};
    } else if (strcmp(kind, "verb") == 0) {
        out->kind = GG_K_CHOICE;
        return verb_named(game, srv_get_text(json, "verb"), &out->value);
    } else {
        unsigned i = 0;
        while (i < 4 && strcmp(values[i].word, kind) != 0) i++;
        if (i == 4 || !number_of(json, "value", 0, GG_OPERAND_MAX, &a)) return false;
        *out = (gg_click){values[i].kind, 0, (uint16_t)a, 0, 0};
    }
    return true;
}

void srv_on_click(server *sv, srv_request *r) {
    json_t *list = json_object_get(r->body, "clicks");
    const char *node = srv_get_text(r->body, "node");
    gg_click clicks[CLICKS_MAX];
    size_t count = json_array_size(list);
    gg_action action;
    int64_t seq;
    bool good = json_is_array(list) && count > 0 && count <= CLICKS_MAX && node &&
                srv_get_number(r->body, "seq", 0, INT64_C(1) << 53, &seq);
    for (size_t i = 0; good && i < count; i++)
        good = read_click(r->match->game, json_array_get(list, i), &clicks[i]);
    if (!good) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return;
    }
    if (!may_ask(sv, r)) return;
    const gg_position *at = srv_position_for(r->match, r->viewer);
    gg_turn turn = r->match->game->turn(at->table, at->state);
    if (is_stale(r, (uint64_t)seq) || strcmp(node, at->game->nodes[turn.node].token) != 0) {
        srv_fail(sv, r->call, FAULT_STALE);
        return;
    }
    if (gg_click_action(at->game, at->table, at->state, clicks, (unsigned)count, &action)) {
        send_verdict(sv, r, at, action, false);
        return;
    }
    gg_json_null(srv_begin(sv), "action");
    srv_send(sv, r->call, 200);
}
