// SPDX-License-Identifier: Apache-2.0
// The server: what its files share. One thread owns everything here; workers are given copies.
//
// Life of an action: the request is judged and carried out on the match in memory, its entries are
// collected for the store, and the call is parked. A thread of the store commits what was collected
// while the loop goes on and collects the next batch; when a commit has ended, and only then, its
// calls are answered and its streams woken. What a match shows is read by nobody while it is
// `unsaved`. Should the commit fail, its matches are forgotten and read again from the store, and
// its calls are answered with 503.
//
// Sequence numbers (seq) count every change of a match, draft steps included. Drafts are not
// stored, so after a restart seq begins SEQ_LEAP beyond the last stored one: it never runs
// backwards.
#ifndef GROGNARD_SERVE_H
#define GROGNARD_SERVE_H

#include <jansson.h>
#include <stdatomic.h>

#include "app.h"
#include "grognard/match.h"
#include "host/net/assets.h"
#include "host/net/http.h"
#include "host/store/store.h"

enum {
    SV_BODY_MAX = 16 << 10,
    SV_UPLOAD_MAX = 1 << 20,
    SV_DEPTH_MAX = 16,
    SV_SCRATCH = 16 << 20, // the largest answer
    SV_LOG_KEPT = 200,     // entries told by default, and kept ready
    SV_KEYS_KEPT = 64,
    SV_SEQ_LEAP = 1024,
    SV_SEATS = GG_SEATS_MAX,
    SV_SIDES = GG_SEATS_MAX + 1, // viewers whose log is kept ready: seats and the public
    SV_MATCHES_KEPT = 4096,      // in memory
    SV_MATCH_BUCKETS = 8192,
    SV_SESSION_BUCKETS = 4096,
    SV_SESSIONS_KEPT = 65536,
    SV_CONNECTIONS = 12000,
    SV_PER_ADDRESS = 256, // connections
    SV_ADDRESS_BUCKETS = 4096,
    SV_ADDRESSES_KEPT = 65536,
    SV_LIST_MAX = 100,
    SV_THINK_MS = 5000,
    SV_THINK_GRACE_MS = 2000,
    SV_OPEN_MS = 20000, // to read a match from the store
    SV_KEEPALIVE_S = 20,
    SV_TABLES_KEPT = 32,
};

typedef enum sv_fault {
    FAULT_NONE,
#define FAULT(name, status, code, fr, en) FAULT_##name,
#include "serve_errors.def"
#undef FAULT
    FAULTS
} sv_fault;

// ------------------------------------------------------------------------------------ people,
// rates
typedef struct sv_bucket {
    uint64_t at_us;
    double left;
} sv_bucket;

typedef struct sv_session {
    uint8_t hash[GG_STORE_HASH];
    gg_store_session who;
    sv_bucket calls, matches;
    struct sv_session *next;
} sv_session;

// What one address has begun lately.
typedef struct sv_address {
    char text[48];
    sv_bucket guests, matches;
    struct sv_address *next;
} sv_address;

// ----------------------------------------------------------------------------------------- matches
typedef enum sv_kind { SV_HUMAN, SV_GREEDY, SV_RANDOM, SV_KINDS } sv_kind;

typedef struct sv_line {
    uint32_t number;      // entry; 0 = empty
    char *json[SV_SIDES]; // as each viewer reads it; NULL: not kept ready
} sv_line;

typedef struct sv_stream sv_stream;
typedef struct sv_shown sv_shown;
struct server;

// The change told last to somebody who looks from one side, for the next one who looks from there
// and was shown the same before it.
typedef struct sv_told {
    int viewer;
    uint64_t seq;
    sv_shown *base, *now; // NULL: nothing; a whole state has no base
    gg_bytes *message;    // from base to now
} sv_told;

// The answers to requests that may come again.
typedef struct sv_keys {
    struct {
        uint64_t key, seq;
    } kept[SV_KEYS_KEPT];
    unsigned next;
} sv_keys;

// Calls that are parked for the same thing, in the order in which they came.
typedef struct sv_calls {
    gg_call **call;
    size_t count, room;
} sv_calls;

typedef struct sv_match {
    struct server *server;
    gg_store_match row;
    const gg_game *game;
    gg_match *match;        // NULL: to be read from the store
    struct sv_job *opening; // by this worker's job
    uint64_t open_until_ms;
    sv_calls callers; // who waits for it
    sv_kind kind[SV_SEATS];
    uint64_t seq, seq_kept; // now; the last one written
    uint32_t stored;        // entries written
    bool unsaved, newborn;
    unsigned batch;     // the one it is unsaved in
    int viewer;         // several people at one screen: who has taken over; GG_NOBODY
    uint64_t since_ms;  // when the present decision began
    gg_position walked; // the match's table and the state after entry `stored`
    sv_line line[SV_LOG_KEPT];
    sv_keys keys;
    uint64_t pending_key; // of the action being carried out
    int offer;            // the seat that offers a draw, or -1
    // thinking
    struct sv_job *thinking; // what a worker has; it lives until sv_thought()
    uint64_t thought;        // number of the question last put to a worker
    uint64_t think_until_ms;
    sv_stream *streams;
    unsigned stream_count;
    sv_told told[SV_SIDES];
    enum { DICE_UNKNOWN, DICE_AGREE, DICE_DIFFER } dice; // of a match that is over
    uint64_t used_ms;
    struct sv_match *next, *next_unsaved;
} sv_match;

typedef struct sv_route sv_route;

typedef struct sv_request {
    gg_call *call;
    const sv_route *route;
    char word[GG_HTTP_PATH_MAX + 1]; // what stands for the * of the path
    sv_session *session;             // NULL: nobody known
    sv_match *match;                 // of PLAYER and READER routes
    int viewer;                      // a seat, GG_PUBLIC, or GG_NOBODY: a hand-over is due
    bool player;
    json_t *body;
} sv_request;

typedef enum sv_access { ANYONE, PERSON, PLAYER, READER } sv_access;
struct sv_route {
    const char *method, *path;
    sv_access access;
    void (*run)(struct server *sv, sv_request *r);
};

typedef struct sv_worker sv_worker;

// A table that was prepared, held by a position of it; or why it could not be.
typedef struct sv_table {
    const gg_game *game; // NULL: empty
    gg_request request;
    gg_position at;
    gg_status status;
    gg_verdict verdict;
    uint64_t used;
} sv_table;

// What hangs on one commit: matches that are not saved before it, calls released after it.
typedef struct sv_batch {
    sv_match *unsaved;
    sv_calls waiting;
} sv_batch;

typedef struct server {
    const app_self *app;
    gg_http *http;
    gg_store *store;
    sv_worker *worker;
    sv_table table[SV_TABLES_KEPT];
    uint64_t tables_used;
    bool all, secure;
    char origin[2][160];
    unsigned origins;
    char *scratch;
    void *spare; // one state of any game
    gg_out out;
    gg_json json;
    gg_action *list;
    sv_session *session[SV_SESSION_BUCKETS];
    unsigned sessions_kept;
    sv_address *address[SV_ADDRESS_BUCKETS];
    unsigned addresses_kept;
    bool relayed; // --public-origin: a relay stands before us and says who asks
    sv_match *match[SV_MATCH_BUCKETS];
    unsigned matches_kept;
    sv_batch batches[2]; // one collects, the other may be with the store
    unsigned collecting;
    sv_stream *streams;
    unsigned stream_count;
    uint64_t started_ms, acted, refused, failed_commits;
    uint64_t log_second, log_lines, log_dropped;
    uint64_t trouble_ms; // when a commit failed last; 0 = never
    bool failing;        // the last commit did
    sv_bucket newcomers;
    gg_view view;
    gg_ledger ledger;
    gg_overlay overlay;
    gg_events events, one;
} server;

// -------------------------------------------------------------------------------------------
// serve.c
uint64_t sv_now_ms(void); // monotonic
int64_t sv_now_s(void);   // of the calendar
bool sv_random(void *out, size_t bytes);
bool sv_take(sv_bucket *bucket, double per_second, double burst);
// One line: words of the form name=value.
void sv_log(server *sv, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool sv_calls_add(sv_calls *calls, gg_call *call); // false: no memory
// The call is answered after the commit of what is collected now.
void sv_wait(server *sv, gg_call *call);
// The call is handled again when this match is saved.
void sv_wait_for(server *sv, gg_call *call, const sv_match *m);

// -----------------------------------------------------------------------------------
// serve_answer.c
gg_json *sv_begin(server *sv); // a new JSON answer, its object open
void sv_send(server *sv, gg_call *call, unsigned status);
void sv_send_asset(gg_call *call, const gg_asset *asset);
void sv_fail(server *sv, gg_call *call, sv_fault fault);
void sv_fail_words(server *sv, gg_call *call, sv_fault fault, const char *fr, const char *en);
// As members of the open object.
void sv_json_fault(gg_json *json, sv_fault fault, const char *fr_or_null, const char *en_or_null);
void sv_json_refusal(server *sv, gg_json *json, const gg_position *at, const gg_why *why);
void sv_json_name(gg_json *json, const char *token, const char *fr, const char *en);
const char *sv_words(void *server_, gg_http_fault why, unsigned *status);
extern const char *const sv_headers[];
// A field of a JSON body. False: it is missing or of another kind.
bool sv_get_number(const json_t *body, const char *name, int64_t least, int64_t most, int64_t *out);
const char *sv_get_text(const json_t *body, const char *name); // NULL
bool sv_number_of(const char *text, uint64_t *out); // digits and nothing else, below 2^53

// -----------------------------------------------------------------------------------
// serve_people.c
sv_session *sv_session_of(server *sv, const gg_call *call, gg_status *status);
bool sv_origin_fits(const server *sv, const gg_call *call, const sv_session *session_or_null);
void sv_forget_sessions(server *sv);
// May somebody at this address begin one more? Nobody at this machine itself is counted.
bool sv_may_begin_guest(server *sv, const gg_call *call);
bool sv_may_begin_match(server *sv, const gg_call *call);
void sv_forget_addresses(server *sv);

// ----------------------------------------------------------------------------------- serve_match.c
// FAULT_NONE and the match, or why not. Its log may have to be read from the store.
sv_fault sv_match_find(server *sv, const char *name, sv_match **out);
sv_match *sv_match_kept(server *sv, const char *name); // in memory; NULL: it is not
sv_match *sv_match_add(server *sv, const gg_store_match *row, const gg_game *game);
void sv_match_unload(sv_match *m); // the log in memory; the next question reads it from the store
void sv_match_drop(server *sv, sv_match *m);
void sv_matches_trim(server *sv);
// Whom this session looks as: a seat, GG_PUBLIC, or GG_NOBODY while a hand-over is due.
int sv_viewer_of(const sv_match *m, const sv_session *session, bool *player);
// Of a match whose log need not be in memory: does he sit there, or own it; is it over?
bool sv_is_player(const sv_match *m, const sv_session *session);
bool sv_is_over(const sv_match *m);
// The seat that must take over before anything is shown; -1: none.
int sv_handover_of(const sv_match *m, const sv_session *session);
bool sv_match_over(const sv_match *m);
gg_turn sv_match_turn(const sv_match *m);
// Something has been done: new entries are written, seq grows, the match is unsaved if need be.
void sv_match_changed(server *sv, sv_match *m);
void sv_match_force(server *sv, sv_match *m);     // something beside the log was written
void sv_match_published(server *sv, sv_match *m); // after the commit: streams, thinking
uint64_t sv_key_of(const char *text);
bool sv_key_known(const sv_match *m, uint64_t key, uint64_t *seq);
gg_status sv_match_begin(server *sv, sv_match *m); // a new one: it has no log yet
gg_status sv_match_ready(server *sv, sv_match *m); // its log has been read

// ------------------------------------------------------------------------------------ serve_open.c
typedef struct sv_opening sv_opening;
typedef struct sv_job sv_job;
bool sv_match_open(server *sv, sv_match *m); // by a worker; streams are woken then
// The call is parked and handled again when the match is there.
sv_fault sv_match_await(server *sv, sv_match *m, gg_call *call);
void sv_open_run(sv_job *job, gg_store_reader **reader, const gg_store *store);
void sv_opened(server *sv, sv_job *job);
void sv_open_late(server *sv, sv_match *m); // the deadline has passed
void sv_opening_free(sv_opening *to);
gg_status sv_match_make(const gg_store_match *row, const gg_game *game, gg_match **out);
gg_status sv_walk_begin(const gg_match *match, gg_position *walked, uint32_t *stored);
void sv_keep_key(sv_keys *keys, uint64_t key, uint64_t seq);

// ------------------------------------------------------------------------------------- serve_log.c
// The entry `number` played on `at` (the state before it), its events gathered.
typedef struct sv_step {
    gg_turn turn; // before
    char *steps;  // notation, or a comment's text; valid until the next call
} sv_step;
bool sv_walk_entry(server *sv, const sv_match *m, gg_position *at, uint32_t number, sv_step *out);
void sv_json_line(server *sv, gg_json *json, const sv_match *m, const gg_position *at,
                  uint32_t number, const sv_step *step, int viewer);
void sv_keep_line(server *sv, sv_match *m, uint32_t number, const sv_step *step);
void sv_json_log(server *sv, gg_json *json, sv_match *m, uint32_t since, uint32_t upto, int viewer);
unsigned sv_side_of(int viewer); // below SV_SIDES
extern const char *const sv_entry_words[GG_ENTRY_KINDS];

// ------------------------------------------------------------------------------------
// serve_state.c STATE, as members of the open object. `since`: entries after this one are told.
void sv_json_state(server *sv, gg_json *json, sv_match *m, const sv_session *session, int viewer,
                   uint32_t since);
void sv_json_view(server *sv, gg_json *json, const gg_position *at, int viewer);
void sv_json_head(server *sv, gg_json *json, const sv_match *m, uint32_t entry);
void sv_json_result(gg_json *json, const gg_game *game, const gg_result *result);
void sv_json_turn(gg_json *json, const gg_game *game, const gg_turn *turn, bool over, bool acting);
void sv_json_piece(gg_json *json, const gg_position *at, const gg_piece *piece);
// What is new about a piece that is known; with `at` also its names.
void sv_json_piece_news(gg_json *json, const gg_position *at_or_null, const gg_piece *piece,
                        const gg_piece *known);
void sv_json_gauges(gg_json *json, const gg_view *view);
void sv_json_seats(gg_json *json, const sv_match *m);
void sv_json_draft(gg_json *json, const sv_match *m, int viewer);
void sv_json_undo(gg_json *json, const sv_match *m, int viewer);
void sv_json_draw(gg_json *json, const sv_match *m);
uint32_t sv_legal(server *sv, const gg_position *at, int viewer, bool acting); // into sv->list
bool sv_acting(const sv_match *m, const gg_turn *turn, const gg_result *result, int viewer);
uint32_t sv_log_start(const sv_match *m);
const gg_position *sv_position_for(const sv_match *m, int viewer);

// ---------------------------------------------------------------------------------- serve_change.c
// What a reader of changes was told last, so that only what differs is sent. Marks stand for whole
// pieces and actions; 64 bits each. Several readers may hold one.
sv_shown *sv_shown_hold(sv_shown *shown);
void sv_shown_drop(sv_shown *shown_or_null);
bool sv_shown_alike(const sv_shown *a, const sv_shown *b);
// CHANGE as members of the open object, against `base`; *now is what is shown then. NULL: no
// memory. Without a base nothing is compared: only for *now.
bool sv_json_change(server *sv, gg_json *json, sv_match *m, int viewer, const sv_shown *base,
                    sv_shown **now);

// ------------------------------------------------------------------------------------
// serve_games.c
const gg_game *sv_game(const server *sv, const char *id);
bool sv_read_request(const gg_game *game, const json_t *body, gg_request *out);
void sv_options_into(const gg_game *game, const gg_request *request, char *out, size_t cap);
bool sv_options_read(const gg_game *game, const char *scenario, const char *options,
                     gg_request *out);
void sv_games_close(void);

// ----------------------------------------------------------------------------------- serve_lists.c
// The lists of a request that starts a match; its scenario and options are read. False: answered.
bool sv_read_lists(server *sv, sv_request *r, const gg_game *game, gg_request *out);
// What the store keeps of them, behind the options.
void sv_lists_into(const gg_game *game, const gg_request *request, gg_out *out);
bool sv_lists_read(const gg_game *game, const char *text, gg_request *out);

// -----------------------------------------------------------------------------------
// serve_stream.c
void sv_streams_wake(server *sv, sv_match *m);
void sv_streams_tick(server *sv);
void sv_told_forget(sv_match *m);

// -----------------------------------------------------------------------------------
// serve_worker.c
typedef enum sv_job_kind { JOB_THINK, JOB_READ, JOB_PREPARE, JOB_OPEN } sv_job_kind;

struct sv_job {
    sv_job_kind kind;
    // think
    char name[GG_ID_MAX + 1];
    uint64_t number;
    int seat;
    gg_brain brain;
    bool watched; // a person plays in this match
    gg_position position;
    uint64_t seed;
    gg_plan plan;
    atomic_bool stop;    // the answer is wanted now, or not at all
    sv_opening *opening; // a stored match
    // prepare a table, into the position
    const gg_game *game;
    gg_request request;
    gg_verdict verdict;
    // read a match file
    char *text;
    size_t length;
    gg_match *match;
    gg_error error;
    gg_status status;
    bool verified;
    gg_call *call; // NULL: nobody waits any more
    int64_t person;
    struct sv_job *next;
};

gg_status sv_worker_open(sv_worker **worker, unsigned threads, const gg_store *store);
void sv_worker_close(sv_worker *worker_or_null);
int sv_worker_fd(const sv_worker *worker);          // readable when a job is done
void sv_worker_put(sv_worker *worker, sv_job *job); // takes it over
sv_job *sv_worker_take(sv_worker *worker);          // the done ones, a list
void sv_job_free(sv_job *job);

void sv_think(server *sv, sv_match *m);   // when it is the turn of a seat the program plays
void sv_thought(server *sv, sv_job *job); // a worker's answer
void sv_think_stop(sv_match *m);          // nobody wants to know any more
void sv_think_late(server *sv, sv_match *m, uint64_t now_ms); // the deadline has passed
void sv_uploaded(server *sv, sv_job *job);

// ----------------------------------------------------------------------------------- serve_table.c
const sv_table *sv_table_find(server *sv, const gg_game *game, const gg_request *request);
// By a worker; the call is parked until then and handled again.
void sv_table_prepare(server *sv, gg_call *call, const gg_game *game, const gg_request *request);
void sv_prepared(server *sv, sv_job *job);
void sv_tables_close(server *sv);

// -----------------------------------------------------------------------------------
// serve_routes.c
void sv_handle(void *server_, gg_call *call);
size_t sv_limit(void *server_, const gg_call *call);
bool sv_random_name(char out[GG_ID_MAX + 1]); // of a match
#define ROUTE(name, method, path, access) void sv_on_##name(server *sv, sv_request *r);
#include "serve_routes.def"
#undef ROUTE
void sv_static(server *sv, gg_call *call);
const char *sv_route_name(const char *path); // for the log: no identifiers

#endif
