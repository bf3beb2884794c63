// SPDX-License-Identifier: Apache-2.0
// Looking back: any moment of a finished match from any side, its file, and files sent by people.
#include <stdlib.h>
#include <string.h>

#include "server.h"

static void send_text(gg_call *call, const char *name, const char *text, size_t length) {
    char disposition[96];
    (void)snprintf(disposition, sizeof disposition, "attachment; filename=\"%s.gg\"", name);
    gg_call_answer(call, &(gg_answer){.status = 200,
                                      .type = "text/plain; charset=utf-8",
                                      .bytes = text,
                                      .length = length,
                                      .header = {"Cache-Control", "no-store", "Content-Disposition",
                                                 disposition}});
}

void srv_on_file(server *sv, srv_request *r) {
    char *text = NULL;
    size_t length = 0;
    gg_status status;
    if (r->match->row.file) {
        status = gg_store_file(gg_store_reading(sv->store), r->match->row.row, &text, &length);
    } else if (r->match->archive) {
        const char *file = srv_archived_file(r->match, &length);
        send_text(r->call, r->match->row.name, file, length);
        return;
    } else if (srv_match_over(r->match)) {
        status = gg_match_write_signed(r->match->match, &sv->signer, &text, &length);
    } else if (r->viewer == GG_NOBODY || !r->player) {
        srv_fail(sv, r->call, r->player ? FAULT_HANDOVER : FAULT_NOT_OVER);
        return;
    } else {
        status = gg_match_write_for(r->match->match, r->viewer, &text, &length);
    }
    if (status == GG_OK)
        send_text(r->call, r->match->row.name, text, length);
    else
        srv_fail(sv, r->call, FAULT_FULL);
    free(text);
}

// ------------------------------------------------------------------------------------------ replay
// What each seat gave; null: nothing.
static void json_clients(gg_json *json, const srv_match *m) {
    const gg_match_setup *setup = gg_match_setup_of(m->match);
    gg_json_open(json, "clients", '[');
    for (unsigned i = 0; i < m->game->seats; i++)
        gg_json_string(json, NULL, setup->client_seed[i][0] ? setup->client_seed[i] : NULL);
    gg_json_close(json, ']');
}

static void json_dice(gg_json *json, const srv_match *m, bool verified) {
    static const uint8_t unknown[GG_SEED_BYTES] = {0};
    const uint8_t *seed = gg_match_setup_of(m->match)->seed;
    char hex[2 * GG_SEED_BYTES + 1];
    for (unsigned i = 0; i < GG_SEED_BYTES; i++) (void)snprintf(hex + 2 * i, 3, "%02x", seed[i]);
    gg_json_open(json, "dice", '{');
    gg_json_string(json, "commitment", gg_match_commitment(m->match));
    gg_json_string(json, "seed", memcmp(seed, unknown, sizeof unknown) ? hex : NULL);
    gg_json_bool(json, "verified", verified);
    json_clients(json, m);
    gg_json_close(json, '}');
}

typedef struct dice_check {
    gg_dice dice;
    uint64_t draws;
    bool good;
} dice_check;

static void check_draw(void *user, const gg_record *record) {
    dice_check *check = user;
    if (record->entry->kind != GG_ENTRY_CHANCE) return;
    if (gg_dice_draw(&check->dice, check->draws++, record->turn.tickets) != record->entry->ticket)
        check->good = false;
}

// Every ticket of the log drawn anew from the seed, and the seed against its commitment.
static bool dice_agree(const srv_match *m) {
    const gg_match_setup *setup = gg_match_setup_of(m->match);
    const char *client[GG_SEATS_MAX];
    char commitment[65];
    dice_check check = {.good = true};
    gg_dice_commitment(setup->seed, commitment);
    if (strcmp(commitment, gg_match_commitment(m->match)) != 0) return false;
    for (unsigned i = 0; i < GG_SEATS_MAX; i++) client[i] = setup->client_seed[i];
    gg_dice_open(&check.dice, setup->seed, setup->id, client, m->game->seats);
    gg_status status =
        gg_match_recount(m->match, 0, gg_match_entries(m->match), check_draw, &check);
    return status == GG_OK && check.good;
}

void srv_json_dice(gg_json *json, srv_match *m) {
    if (m->dice == DICE_UNKNOWN) m->dice = dice_agree(m) ? DICE_AGREE : DICE_DIFFER;
    json_dice(json, m, m->dice == DICE_AGREE);
}

static bool read_place(srv_request *r, uint32_t *entry, int *viewer) {
    const char *number = gg_call_query(r->call, "entry"), *who = gg_call_query(r->call, "viewer");
    char *end;
    *entry = srv_entries(r->match);
    *viewer = GG_UMPIRE;
    if (number) {
        unsigned long long asked = strtoull(number, &end, 10);
        if (!*number || *end || *number == '-' || asked > *entry) return false;
        *entry = (uint32_t)asked;
    }
    if (!who) return true;
    if (!gg_seat_find(r->match->game, who, viewer)) return false;
    return *viewer < r->match->game->seats || *viewer == GG_PUBLIC || *viewer == GG_UMPIRE;
}

// As members of the open object. False: no memory. What an older program has told of a match is
// told without overlays: it kept none.
static bool json_replay(server *sv, gg_json *json, srv_match *m, uint32_t entry, int viewer,
                        const srv_overlays *overlays) {
    uint32_t since = entry > SRV_LOG_KEPT ? entry - SRV_LOG_KEPT : 0;
    gg_position at = {0};
    gg_result result;
    if (m->archive) {
        srv_json_archived_replay(json, m, viewer, entry);
        return true;
    }
    if (gg_match_at(m->match, entry, &at) != GG_OK) return false;
    gg_turn turn = m->game->turn(at.table, at.state);
    srv_json_head(json, m, m->seq, entry);
    gg_json_integer(json, "entries", gg_match_entries(m->match));
    gg_json_integer(json, "shown", entry);
    gg_json_string(json, "viewer", gg_seat_token(m->game, viewer));
    srv_json_turn(json, m->game, &turn, turn.seat == GG_OVER, false);
    gg_match_result(m->match, &result);
    srv_json_result(json, m->game, &result);
    srv_json_view(sv, json, &at, viewer);
    srv_json_overlays(sv, json, &at, viewer, overlays);
    srv_json_log(sv, json, m, since, entry, viewer);
    srv_json_dice(json, m);
    gg_position_close(&at);
    return true;
}

void srv_on_replay(server *sv, srv_request *r) {
    srv_overlays overlays;
    uint32_t entry;
    int viewer;
    if (!srv_match_over(r->match)) {
        srv_fail(sv, r->call, FAULT_NOT_OVER);
        return;
    }
    if (!read_place(r, &entry, &viewer) ||
        !srv_overlays_read(r->match->game, gg_call_query(r->call, "overlays"), &overlays)) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return;
    }
    if (json_replay(sv, srv_begin(sv), r->match, entry, viewer, &overlays))
        srv_send(sv, r->call, 200);
    else
        srv_fail(sv, r->call, FAULT_FULL);
}

// With `names` also what things are called in this match: a page inside another cannot ask for it.
void srv_send_shared(server *sv, srv_request *r, srv_match *m) {
    const json_t *entry = json_object_get(r->body, "entry");
    const json_t *names = json_object_get(r->body, "names");
    const json_t *asked = json_object_get(r->body, "overlays");
    srv_overlays overlays;
    int64_t number = srv_entries(m);
    if ((entry && !srv_get_number(r->body, "entry", 0, number, &number)) ||
        (names && !json_is_boolean(names)) || (asked && !json_is_string(asked)) ||
        !srv_overlays_read(m->game, json_string_value(asked), &overlays)) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return;
    }
    gg_json *json = srv_begin(sv);
    bool good = json_replay(sv, json, m, (uint32_t)number, GG_PUBLIC, &overlays);
    if (good && json_is_true(names)) {
        gg_json_open(json, "names", '{');
        if (m->archive)
            srv_json_archived_names(json, m);
        else
            good = srv_json_names(json, m->match);
        gg_json_close(json, '}');
    }
    if (good)
        srv_send(sv, r->call, 200);
    else
        srv_fail(sv, r->call, FAULT_FULL);
}

// ------------------------------------------------------------------------------------------ upload
void srv_on_upload(server *sv, srv_request *r) {
    srv_job *job = NULL;
    if (!srv_may_begin_match(sv, r)) {
        srv_fail(sv, r->call, FAULT_TOO_MANY);
        return;
    }
    if (!r->call->length) {
        srv_fail(sv, r->call, FAULT_BAD_FILE);
        return;
    }
    if ((job = calloc(1, sizeof *job)) && (job->text = malloc(r->call->length + 1))) {
        job->kind = JOB_READ;
        memcpy(job->text, r->call->body, r->call->length + 1);
        job->length = r->call->length;
        job->call = r->call;
        job->person = r->session->who.person;
        srv_worker_put(sv->worker, job);
        gg_call_park(r->call);
        return;
    }
    srv_job_free(job);
    srv_fail(sv, r->call, FAULT_FULL);
}

static void refuse_file(server *sv, srv_job *job) {
    gg_json *json = srv_begin(sv);
    srv_json_fault(json, FAULT_BAD_FILE, job->error.fr[0] ? job->error.fr : NULL,
                   job->error.en[0] ? job->error.en : NULL);
    gg_json_integer(json, "line", job->error.line);
    sv->refused++;
    srv_send(sv, job->call, 400);
    gg_call_unpark(job->call);
}

static void store_file(server *sv, srv_job *job) {
    const gg_match_setup *setup = gg_match_setup_of(job->match);
    const gg_game *game = setup->game;
    gg_store_match row;
    memset(&row, 0, sizeof row);
    row.file = true;
    row.owner = job->person;
    row.made = srv_now_s();
    row.rules = gg_match_version(job->match);
    row.seats = game->seats;
    row.seq = 1;
    (void)snprintf(row.game, sizeof row.game, "%s", game->id);
    (void)snprintf(row.scenario, sizeof row.scenario, "%s",
                   game->scenarios[setup->request.scenario].token);
    (void)snprintf(row.turn, sizeof row.turn, "over");
    srv_options_into(game, &setup->request, row.options, sizeof row.options);
    for (unsigned i = 0; i < game->seats; i++) {
        (void)snprintf(row.seat[i], sizeof row.seat[i], "%s", game->seat_names[i].token);
        (void)snprintf(row.kind[i], sizeof row.kind[i], "human");
    }
    if (!srv_random_name(row.name)) {
        srv_fail(sv, job->call, FAULT_FULL);
        gg_call_unpark(job->call);
        return;
    }
    int64_t at = gg_store_match_new(sv->store, &row);
    gg_store_file_put(sv->store, at, job->text, job->length);
    gg_json_string(srv_begin(sv), "id", row.name);
    srv_send(sv, job->call, 201);
    srv_wait(sv, job->call);
}

// A game that is not offered here is answered like a file that cannot be read.
void srv_uploaded(server *sv, srv_job *job) {
    if (job->status == GG_OK && !srv_game(sv, gg_match_setup_of(job->match)->game->id))
        job->status = GG_BAD_INPUT;
    if (job->status == GG_OK)
        store_file(sv, job);
    else
        refuse_file(sv, job);
    srv_job_free(job);
}
