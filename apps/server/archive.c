// SPDX-License-Identifier: Apache-2.0
// Archives: a match told once and for all by the rules it was played by, so that a later program
// whose rules differ can still show it (docs/decisions/0012-log.md). Made by a worker from what is
// stored, when a match has been quiet for a while, and of the rest when the server stops.
//
// Text, one item a line:
//
//   entries N
//   state {...}           what the match says of itself
//   seats {...}           members of its states
//   result {...}          of states and replays
//   dice {...}            of replays
//   names {...}
//   file BYTES            its match file; the bytes follow, and a line feed
//   viewer umpire
//   {"at":0,"turn":{},"view":{}}      a view at the start, when the turn passes, and at the end
//   {"entry":1,...}                   an entry of the log
//   viewer north ...      the same items; "=" for one that is the umpire's
//
// Most pieces stay where they are from view to view: the k-th piece that differs from all before it
// is written where it is first seen, and k stands for it everywhere else (k = 0, 1, 2 ...).
//
// A match that is not over is archived as if it were adjourned at this moment: that is what becomes
// of it if the rules that read the archive do not agree with its log.
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/hash.h"
#include "base/sha256.h"
#include "server.h"

enum { TEXT_MAX = 64 << 20, ITEM_MAX = 4 << 20, QUIET_S = 60, LAST_MS = 2000, ROWS_A_TICK = 500 };

typedef struct item {
    uint8_t digest[GG_SHA256_DIGEST_BYTES];
} item;

// Pieces that were written, and where; places of the table are 1 + a number, 0 = free.
typedef struct dictionary {
    struct {
        size_t at, length;
        uint64_t hash;
    } * piece;
    uint32_t *place;
    uint32_t pieces, room; // room is a power of two; half of the places stay free
} dictionary;

// What is written for one viewer after the other. The scratch areas are those of a server, which
// this one is not.
typedef struct archive {
    server *scratch;
    srv_match *m;
    const gg_signer *signer;
    gg_out out, line; // the archive; the item at hand
    dictionary known;
    int viewer;
    uint32_t entries;
    item *first; // the umpire's
    uint32_t items, next;
    unsigned seat; // whose turn it was last
    bool failed;
} archive;

// ----------------------------------------------------------------------------------------- writing
static gg_json *begin(gg_out *out, gg_json *json) {
    gg_json_init(json, out);
    gg_json_open(json, NULL, '{');
    return json;
}

static bool grow(dictionary *d) {
    uint32_t room = d->room ? 2 * d->room : 1024;
    void *piece = realloc(d->piece, room / 2 * sizeof *d->piece);
    uint32_t *place = piece ? calloc(room, sizeof *place) : NULL;
    if (piece) d->piece = piece;
    if (!place) return false;
    for (uint32_t i = 0; i < d->pieces; i++) {
        uint32_t at = (uint32_t)d->piece[i].hash & (room - 1);
        while (place[at]) at = (at + 1) & (room - 1);
        place[at] = i + 1;
    }
    free(d->place);
    d->place = place;
    d->room = room;
    return true;
}

// The number of a piece that was written before; else UINT32_MAX, and it is known from now on: it
// will stand at the end of the text.
static uint32_t number_of(archive *a, const char *text, size_t length) {
    dictionary *d = &a->known;
    uint64_t hash = length;
    for (size_t i = 0; i < length; i++) hash = gg_fold(hash, (unsigned char)text[i]);
    if (d->pieces + 1 >= d->room / 2 && !grow(d)) {
        a->failed = true;
        return UINT32_MAX;
    }
    uint32_t at = (uint32_t)hash & (d->room - 1);
    for (; d->place[at]; at = (at + 1) & (d->room - 1)) {
        uint32_t i = d->place[at] - 1;
        if (d->piece[i].length == length && memcmp(a->out.at + d->piece[i].at, text, length) == 0)
            return i;
    }
    d->piece[d->pieces].at = a->out.length;
    d->piece[d->pieces].length = length;
    d->piece[d->pieces].hash = hash;
    d->place[at] = ++d->pieces;
    return UINT32_MAX;
}

static void put(archive *a, const char *text, size_t length) {
    gg_out_format(&a->out, "%.*s", (int)length, text);
}

static void put_item(archive *a, const char *text) {
    const char *list = srv_archive_pieces(text);
    put(a, text, list ? (size_t)(list - text) : strlen(text));
    while (list && *list && *list != ']') {
        size_t length = srv_archive_element(list);
        uint32_t known = number_of(a, list, length);
        if (known == UINT32_MAX)
            put(a, list, length);
        else
            gg_out_format(&a->out, "%u", known);
        list += length;
        if (*list == ',') gg_out_char(&a->out, *list++);
    }
    if (list) put(a, list, strlen(list));
}

// The item at hand is whole; what the umpire has been told is not said again.
static void end_item(archive *a) {
    item *of = &a->first[a->next++];
    uint8_t digest[GG_SHA256_DIGEST_BYTES];
    if (a->line.full) a->failed = true;
    gg_sha256_of(a->line.at, a->line.length, digest);
    if (a->viewer != GG_UMPIRE && memcmp(digest, of->digest, sizeof digest) == 0)
        gg_out_char(&a->out, '=');
    else
        put_item(a, a->line.at);
    if (a->viewer == GG_UMPIRE) memcpy(of->digest, digest, sizeof digest);
    gg_out_char(&a->out, '\n');
    gg_out_init(&a->line, a->line.at, a->line.cap);
}

static void write_moment(archive *a, const gg_position *at, uint32_t number) {
    gg_json json;
    gg_turn turn = at->game->turn(at->table, at->state);
    begin(&a->line, &json);
    gg_json_integer(&json, "at", number);
    srv_json_turn(&json, at->game, &turn, turn.seat == GG_OVER, false);
    srv_json_view(a->scratch, &json, at, a->viewer);
    gg_json_close(&json, '}');
    end_item(a);
}

static bool passes(archive *a, const gg_record *record) {
    gg_turn turn = record->after->game->turn(record->after->table, record->after->state);
    bool other = turn.seat < record->after->game->seats && turn.seat != a->seat;
    if (other) a->seat = turn.seat;
    return other || record->number == a->entries;
}

static void write_entry(void *user, const gg_record *record) {
    archive *a = user;
    gg_json json;
    gg_json_init(&json, &a->line);
    srv_json_line(&json, record, a->viewer);
    end_item(a);
    if (passes(a, record)) write_moment(a, record->after, record->number);
}

static void write_side(archive *a, int viewer) {
    const gg_match *match = a->m->match;
    gg_position start = {0};
    a->viewer = viewer;
    a->next = 0;
    a->seat = GG_NOBODY;
    gg_out_format(&a->out, "viewer %s\n", gg_seat_token(a->m->game, viewer));
    if (gg_match_at(match, 0, &start) != GG_OK) {
        a->failed = true;
        return;
    }
    write_moment(a, &start, 0);
    gg_position_close(&start);
    if (gg_match_recount(match, 0, a->entries, write_entry, a) != GG_OK) a->failed = true;
}

static void write_file(archive *a) {
    char *text;
    size_t length;
    if (gg_match_write_signed(a->m->match, a->signer, &text, &length) != GG_OK) {
        a->failed = true;
        return;
    }
    gg_out_format(&a->out, "file %zu\n", length);
    gg_out_text(&a->out, text);
    gg_out_char(&a->out, '\n');
    free(text);
}

static gg_json *begin_part(archive *a, const char *name, gg_json *json) {
    gg_out_format(&a->out, "%s ", name);
    return begin(&a->out, json);
}

static void end_part(archive *a, gg_json *json) {
    gg_json_close(json, '}');
    gg_out_char(&a->out, '\n');
}

static void write_all(archive *a) {
    gg_result result;
    gg_json json;
    gg_match_result(a->m->match, &result);
    gg_out_format(&a->out, "entries %u\n", a->entries);
    srv_json_head(begin_part(a, "state", &json), a->m, a->m->seq, a->entries);
    end_part(a, &json);
    srv_json_seats(begin_part(a, "seats", &json), a->m);
    end_part(a, &json);
    srv_json_result(begin_part(a, "result", &json), a->m->game, &result);
    end_part(a, &json);
    srv_json_dice(begin_part(a, "dice", &json), a->m);
    end_part(a, &json);
    if (!srv_json_names(begin_part(a, "names", &json), a->m->match)) a->failed = true;
    end_part(a, &json);
    write_file(a);
    write_side(a, GG_UMPIRE);
    for (int seat = 0; seat < a->m->game->seats; seat++) write_side(a, seat);
    write_side(a, GG_PUBLIC);
}

// ------------------------------------------------------------------------------------- by a worker
// job->text is the compressed archive.
static gg_status pack(srv_job *job, const archive *a) {
    uLongf length = compressBound(a->out.length);
    job->text = malloc(length);
    if (!job->text) return GG_NO_MEMORY;
    if (compress2((Bytef *)job->text, &length, (const Bytef *)a->out.at, a->out.length, 6) != Z_OK)
        return GG_NO_MEMORY;
    job->length = length;
    job->size = a->out.length;
    job->entries = a->entries;
    return GG_OK;
}

static gg_status make(srv_job *job, archive *a) {
    gg_match *match = a->m->match;
    gg_result result;
    gg_match_result(match, &result);
    if (!result.over && gg_match_adjourn(match) != GG_OK) return GG_NO_MEMORY;
    a->entries = gg_match_entries(match);
    a->first = calloc(2 * (size_t)a->entries + 2, sizeof *a->first);
    char *text = malloc(TEXT_MAX + ITEM_MAX); // only what is written of it is ever in memory
    gg_status status = a->first && text ? GG_OK : GG_NO_MEMORY;
    if (status == GG_OK) {
        gg_out_init(&a->out, text, TEXT_MAX);
        gg_out_init(&a->line, text + TEXT_MAX, ITEM_MAX);
        write_all(a);
        status = a->failed ? GG_NO_MEMORY : a->out.full ? GG_FULL : pack(job, a);
    }
    free(text);
    free(a->first);
    free(a->known.piece);
    free(a->known.place);
    return status;
}

void srv_archive_run(srv_job *job, gg_store_reader **reader, const gg_store *store) {
    archive a = {.scratch = calloc(1, sizeof(server)),
                 .m = calloc(1, sizeof(srv_match)),
                 .signer = job->signer};
    srv_open_run(job, reader, store);
    gg_match *match = srv_opening_match(job->opening);
    if (job->status == GG_OK && !match) job->status = GG_REFUSED; // it is an archive already
    if (job->status == GG_OK && (!a.scratch || !a.m)) job->status = GG_NO_MEMORY;
    if (job->status == GG_OK) {
        srv_match_guise(a.m, srv_opening_row(job->opening), match);
        a.m->seq = SRV_SEQ_ARCHIVED;
        job->status = make(job, &a);
    }
    free(a.scratch);
    free(a.m);
}

// ---------------------------------------------------------------------------------------- the loop
static srv_job *archive_job(server *sv, const gg_store_match *row, const gg_game *game) {
    srv_job *job = srv_archive_job(row, game);
    if (job) job->signer = &sv->signer;
    return job;
}

// Looks through the rows up to that one; NULL: nothing is to be done there.
static srv_job *next_job(server *sv, int64_t before, int64_t upto) {
    gg_store_match row;
    while (gg_store_unarchived(sv->store, before, sv->archived_row, upto, &row) == GG_OK) {
        sv->archived_row = row.row;
        const gg_game *game = gg_game_find_or_null(row.game);
        if (game && row.seats == game->seats) return archive_job(sv, &row, game);
    }
    sv->archived_row = upto;
    return NULL;
}

// What could not be archived is not tried again before it changes; an older archive stays.
static void keep(server *sv, const srv_job *job) {
    const gg_store_match *row = srv_opening_row(job->opening);
    if (job->status == GG_OK)
        gg_store_archive_put(sv->store, row->row, job->entries, job->size, job->text, job->length);
    else if (job->status != GG_REFUSED)
        srv_log(sv, "ev=not-archived match=%.6s status=%d", row->name, (int)job->status);
    if (job->status != GG_IO_FAILURE && job->status != GG_NO_MEMORY) // else it may do better later
        gg_store_archive_mark(sv->store, row->row, row->changed);
}

void srv_archive_tick(server *sv) {
    if (sv->archiving) return;
    if (sv->archived_row >= gg_store_last_match(sv->store)) sv->archived_row = 0; // round again
    srv_job *job = next_job(sv, srv_now_s() - QUIET_S, sv->archived_row + ROWS_A_TICK);
    if (!job) return;
    sv->archiving = true;
    srv_worker_put(sv->worker, job);
}

void srv_archived(server *sv, srv_job *job) {
    sv->archiving = false;
    keep(sv, job);
    srv_job_free(job);
}

// Before the end, when no worker is busy any more: the next program may have other rules.
void srv_archive_rest(server *sv) {
    uint64_t until = srv_now_ms() + LAST_MS;
    gg_store_reader *reader = NULL;
    srv_job *job;
    sv->archived_row = 0;
    while (srv_now_ms() < until && (job = next_job(sv, INT64_MAX, INT64_MAX))) {
        srv_archive_run(job, &reader, sv->store);
        keep(sv, job);
        srv_job_free(job);
    }
    gg_store_reader_close(reader);
    (void)gg_store_commit(sv->store);
}
