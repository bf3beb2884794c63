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
// Sequence numbers (seq) count every change of a match that a person may see, his own draft steps
// included and nobody else's: how many steps another takes is not told. Drafts are not stored, so
// after a restart seq begins SEQ_LEAP beyond the last stored one: it never runs backwards.
#ifndef GROGNARD_SERVER_H
#define GROGNARD_SERVER_H

#include <jansson.h>
#include <stdatomic.h>

#include "apps/grognard/app.h"
#include "apps/grognard/key.h"
#include "grognard/match.h"
#include "host/net/assets.h"
#include "host/net/http.h"
#include "host/store/store.h"

enum {
    SRV_STRANGER_MAX = 1 << 10,
    SRV_BODY_MAX = 16 << 10,
    SRV_ROOM = 64 << 20, // for all requests that are being sent
    SRV_UPLOAD_MAX = 1 << 20,
    SRV_DEPTH_MAX = 16,
    SRV_SCRATCH = 16 << 20, // the largest answer
    SRV_LOG_KEPT = 200,     // entries told by default, and kept ready
    SRV_SEQ_LEAP = 1024,
    SRV_SEQ_ARCHIVED = 1, // of a match that is read from its archive: it changes no more
    SRV_SEATS = GG_SEATS_MAX,
    SRV_SIDES = GG_SEATS_MAX + 1, // viewers whose log is kept ready: seats and the public
    SRV_MATCHES_KEPT = 4096,      // in memory
    SRV_MATCH_BUCKETS = 8192,
    SRV_SESSION_BUCKETS = 4096,
    SRV_SESSIONS_KEPT = 65536,
    SRV_SECRETS_KEPT = 1024,
    SRV_CONNECTIONS = 12000,
    SRV_PER_ADDRESS = 256, // connections
    SRV_ADDRESS_BUCKETS = 4096,
    SRV_ADDRESSES_KEPT = 65536,
    SRV_LIST_MAX = 100,
    SRV_THINK_MS = 5000,
    SRV_SEARCH_MS =
        900, // a thought of a seat that searches, so that a person waits a second at most
    SRV_THINK_GRACE_MS = 2000,
    SRV_OPEN_MS = 20000, // to read a match from the store
    SRV_KEEPALIVE_S = 20,
    SRV_CALLS_PER_SECOND = 1000, // of a person
    SRV_CALLS_BURST = 2000,
    SRV_ODDS_PER_SECOND = 20, // of a person
    SRV_ODDS_BURST = 60,
    SRV_ODDS_AT_ONCE = 2,           // questions of one match under way
    SRV_STRANGERS_PER_SECOND = 200, // calls, of all at one address whom we do not know
    SRV_STRANGERS_BURST = 2000,
    SRV_MATCHES_PER_SECOND = 5, // begun by a person; files read and tokens count too
    SRV_MATCHES_BURST = 200,
    SRV_STRANGER_S = 3600, // so long a person is new: what he begins counts for his address too
    SRV_RELAYS = APP_LIST_MAX,
    SRV_TOKENS_MAX = 64, // of a person
    SRV_TOKEN_NAME = 40, // letters
    SRV_TOKEN_DAYS = 3650,
    SRV_READERS_MAX = 64,    // of one match
    SRV_SPECTATORS_MAX = 48, // of these
    SRV_READER_MATCHES = 64, // that one reader may watch
    SRV_READER_BUCKETS = 4096,
    SRV_SLOTS = 512,      // handles of pieces that are found at once
    SRV_OVERLAYS_MAX = 4, // of one moment of a replay
    SRV_TABLES_KEPT = 32,
    SRV_SECRET_HEX = 32,
    SRV_ADDRESSES = 8, // of this machine, that are told
    SRV_ADDRESS = 64,
};

// Under this name, which no window has, the store keeps what becomes of windows with one answer.
#define SRV_ORDER_FORCED ""
// Instead of a seat, in the row of a match: several are awaited at a sealed node.
#define SRV_TURN_BOTH "both"

typedef enum srv_fault {
    FAULT_NONE,
#define FAULT(name, status, code, fr, en) FAULT_##name,
#include "errors.def"
#undef FAULT
    FAULTS
} srv_fault;

// ----------------------------------------------------------------------------------- people, rates
typedef struct srv_bucket {
    uint64_t at_us;
    double left;
} srv_bucket;

// What one person has asked lately, with all his sessions and tokens.
typedef struct srv_purse {
    int64_t person;
    srv_bucket calls, matches, talk, odds;
    int64_t void_upto; // he has signed out everywhere: sessions up to this one are no more
    struct srv_purse *next;
} srv_purse;

typedef struct srv_session {
    uint8_t hash[GG_STORE_HASH];
    gg_store_session who;
    srv_purse *purse;
    bool ended; // and the store may not know it yet
    bool renew; // the browser shall be told to keep it longer
    struct srv_session *next;
} srv_session;

// A secret that was shown lately and its SHA-256, which every request would need anew.
typedef struct srv_secret {
    char hex[SRV_SECRET_HEX];
    uint8_t hash[GG_STORE_HASH];
} srv_secret;

// What strangers at one address have asked and begun lately.
typedef struct srv_address {
    char text[GG_PEER_TEXT];
    srv_bucket calls, guests, matches;
    struct srv_address *next;
} srv_address;

// ----------------------------------------------------------------------------------------- matches
typedef enum srv_kind {
    SRV_HUMAN,
    SRV_GREEDY, // a captain by the name that older programs wrote
    SRV_RANDOM,
    SRV_OPEN,
    SRV_RECRUIT,
    SRV_SERGEANT,
    SRV_CAPTAIN,
    SRV_COLONEL,
    SRV_GENERAL,
    SRV_KINDS
} srv_kind;
extern const char *const srv_kind_words[SRV_KINDS];

// Who sits where, as it was before a change that is not saved yet.
typedef struct srv_company {
    srv_kind kind[SRV_SEATS];
    int64_t person[SRV_SEATS];
    char called[SRV_SEATS][GG_STORE_NAME];
    gg_store_meeting meeting;
} srv_company;

typedef struct srv_line {
    uint32_t number;       // entry; 0 = empty
    char *json[SRV_SIDES]; // as each viewer reads it; NULL: not written yet
    char *brief;           // compact, for all who see the whole of it; NULL: not written yet
    gg_turn turn;          // before it
    gg_event *event;       // what happened, uncut; NULL: told again from the log
    uint32_t events;
} srv_line;

typedef struct srv_reader srv_reader; // an event stream (stream.c)
typedef struct srv_watch srv_watch;   // a match that it tells of (watch.c)
typedef struct srv_shown srv_shown;
struct server;

// How a reader is told what has changed: by whole states, by changes that can be read without
// knowing anything, or by changes that spare what he has been given before.
typedef enum srv_form { FORM_STATES, FORM_CHANGES, FORM_COMPACT } srv_form;

// The change told last to somebody who looks from one side, for the next one who looks from there,
// wants the same form and was shown the same before it.
typedef struct srv_sent {
    int viewer;
    unsigned own; // seats of who looks
    srv_form form;
    uint64_t seq;
    srv_shown *base, *now; // NULL: nothing; a whole state has no base
    char *body;            // from base to now, without what is each reader's own
} srv_sent;

// Calls that are parked for the same thing, in the order in which they came.
typedef struct srv_calls {
    gg_call **call;
    size_t count, room;
} srv_calls;

typedef struct srv_archive srv_archive;

typedef struct srv_match {
    struct server *server;
    gg_store_match row;
    const gg_game *game;
    gg_match *match;         // NULL: to be read from the store
    srv_archive *archive;    // instead of it, when its log is of other rules
    struct srv_job *opening; // by this worker's job
    uint64_t open_until_ms;
    srv_calls callers; // who waits for it
    srv_kind kind[SRV_SEATS];
    uint64_t seq, seq_kept; // now; the last one written
    // By seat: seq of the last change of the game itself that concerned it; seats (bits) that no
    // entry of the request being carried out concerns so far.
    uint64_t moved[SRV_SEATS];
    unsigned calm;
    uint32_t steps[SRV_SEATS]; // private changes of who sits there: they count for him alone
    int64_t said;              // the last line of what people say
    // Clocks, by seat: is it awaited; since when is its time not counted yet; since when is it
    // awaited; what it had used when the match came to rest.
    bool runs[SRV_SEATS];
    uint64_t since_ms[SRV_SEATS], began_ms[SRV_SEATS], rested_ms[SRV_SEATS];
    int pause_asked; // the seat that asks for a rest, or -1
    gg_store_vacation vacation[SRV_SEATS];
    unsigned early; // bits of seats whose answer to a sealed node waits for its turn, and
    uint64_t early_key[SRV_SEATS]; // the keys of those requests
    uint32_t stored;               // entries written
    uint32_t counted;              // of these, by srv_match_changed()
    bool unsaved, newborn;
    bool gone;             // who made it has deleted it: as if it did not exist
    unsigned batch;        // the one it is unsaved in
    bool taken[SRV_SEATS]; // several people at one screen: the seat that has taken over
    gg_store_meeting meeting;
    srv_company *before; // NULL: who sits there is as it is stored
    unsigned here;       // seats whose person looks
    uint64_t left_ms;    // when one of them was last seen to stop
    uint32_t talk;       // counts changes of all this
    srv_line line[SRV_LOG_KEPT];
    uint64_t asked_key; // of the request being carried out, 0 = none
    int asked_by;       // the seat it acts for
    bool key_written;   // with an entry of that seat
    int offer;          // the seat that offers a draw, or -1
    // thinking
    struct srv_job *thinking; // what a worker has; it lives until srv_thought()
    uint64_t thought;         // number of the question last put to a worker
    uint64_t think_until_ms;
    bool planning;      // a worker looks for plans that somebody has asked for
    unsigned reckoning; // questions about odds that workers have
    char *luck;         // of a match that is over, as it is told; NULL: nobody has asked
    size_t luck_length;
    char *review; // the same of its analysis
    size_t review_length;
    srv_watch *streams; // who is told of it
    unsigned stream_count;
    srv_sent sent[SRV_SIDES];
    enum { DICE_UNKNOWN, DICE_AGREE, DICE_DIFFER } dice; // of a match that is over
    uint64_t used_ms;
    struct srv_match *next, *next_unsaved;
} srv_match;

// Who looks, and from where.
typedef struct srv_eye {
    int viewer;
    int64_t person;
} srv_eye;

typedef struct srv_route srv_route;

typedef struct srv_request {
    gg_call *call;
    const srv_route *route;
    char word[GG_HTTP_PATH_MAX + 1]; // what stands for the * of the path
    srv_session *session;            // NULL: nobody known
    srv_match *match;                // of PLAYER and READER routes
    int viewer;                      // a seat, GG_PUBLIC, or GG_NOBODY: a hand-over is due
    bool player;
    json_t *body; // NULL: it was plain
    bool plain;   // one action by its number and seq, which is what most requests are
    int64_t action, seq;
} srv_request;

typedef enum srv_access { ANYONE, PERSON, PLAYER, READER } srv_access;
struct srv_route {
    const char *method, *path;
    srv_access access;
    void (*run)(struct server *sv, srv_request *r);
};

typedef struct srv_worker srv_worker;

// A table that was prepared, held by a position of it; or why it could not be.
typedef struct srv_table {
    const gg_game *game; // NULL: empty
    gg_request request;
    gg_position at;
    gg_status status;
    gg_verdict verdict;
    uint64_t used;
} srv_table;

// An answer that shall have what has changed for a reader, which is not shown before the commit.
typedef struct srv_later {
    gg_call *call;
    srv_match *match;
    char reader[GG_ID_MAX + 1];
    int64_t person;
    unsigned status;
    char *head; // the answer without what has changed, its object open
} srv_later;

// What hangs on one commit: matches that are not saved before it, calls released after it.
typedef struct srv_batch {
    srv_match *unsaved;
    srv_calls waiting;
    srv_later *later;
    size_t laters, later_room;
} srv_batch;

// Places of pieces in something that was shown, counted from 1.
typedef struct srv_slots {
    const srv_shown *of;
    uint16_t at[SRV_SLOTS];
} srv_slots;

typedef struct server {
    const app_self *app;
    gg_http *http;
    gg_store *store;
    gg_key key; // signs what is over
    gg_signer signer;
    srv_worker *worker;
    srv_table table[SRV_TABLES_KEPT];
    uint64_t tables_used;
    bool all, secure;
    enum { SHARED_NOT, SHARED_FOUR, SHARED_SIX } shared; // --share, by which version
    char origin[2][160];
    unsigned origins;
    char *scratch;
    void *spare; // one state of any game
    gg_out out;
    gg_json json;
    gg_action *list;
    srv_session *session[SRV_SESSION_BUCKETS];
    unsigned sessions_kept;
    srv_secret secret[SRV_SECRETS_KEPT];
    srv_address *address[SRV_ADDRESS_BUCKETS];
    unsigned addresses_kept;
    srv_purse *purse[SRV_SESSION_BUCKETS];
    uint64_t ended_ms;          // when a session was ended last
    bool named;                 // --public-origin: a relay stands before us
    gg_range relay[SRV_RELAYS]; // --trusted-proxy: whose X-Forwarded-For counts
    unsigned relays;
    srv_match *match[SRV_MATCH_BUCKETS];
    unsigned matches_kept;
    unsigned lucks;       // questions about dice and analyses that workers have
    srv_batch batches[2]; // one collects, the other may be with the store
    unsigned collecting;
    uint64_t submitted_us; // when the last commit began
    bool crowd;            // many share it
    srv_reader *readers, *reader[SRV_READER_BUCKETS];
    unsigned stream_count;
    uint64_t started_ms, acted, refused, failed_commits;
    int64_t purged_s;             // when sessions that have ended were deleted last
    uint8_t names[GG_STORE_HASH]; // a secret: what keyed names are made of
    uint64_t log_second, log_lines, log_dropped;
    uint64_t alive_ms;   // when it was last written that we are up
    uint64_t trouble_ms; // when a commit failed last; 0 = never
    bool failing;        // the last commit did
    bool archiving;      // a worker is making one
    int64_t archived_row;
    srv_bucket newcomers;
    gg_view view;
    gg_ledger ledger;
    gg_overlay overlay;
    gg_events events;
    srv_slots slots;
} server;

// ---------------------------------------------------------------------------------------- server.c
uint64_t srv_now_ms(void); // monotonic
int64_t srv_now_s(void);   // of the calendar
bool srv_random(void *out, size_t bytes);
bool srv_take(srv_bucket *bucket, double per_second, double burst); // one drop
bool srv_take_some(srv_bucket *bucket, double drops, double per_second, double burst);
// One line: words of the form name=value.
void srv_log(server *sv, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool srv_calls_add(srv_calls *calls, gg_call *call); // false: no memory
// The call is answered after the commit of what is collected now.
void srv_wait(server *sv, gg_call *call);
// The same, and what has changed for a reader is put into the answer. Takes the head over.
void srv_wait_to_tell(server *sv, const srv_later *later);
// The call is handled again when this match is saved.
void srv_wait_for(server *sv, gg_call *call, const srv_match *m);

// ---------------------------------------------------------------------------------- answer.c
gg_json *srv_begin(server *sv); // a new JSON answer, its object open
void srv_send(server *sv, gg_call *call, unsigned status);
void srv_send_packed(server *sv, gg_call *call); // 200, gzipped for who takes that
void srv_send_asset(gg_call *call, const gg_asset *asset);
void srv_send_framed(gg_call *call, const gg_asset *asset); // a page that may stand inside another
void srv_fail(server *sv, gg_call *call, srv_fault fault);
unsigned srv_fault_status(srv_fault fault);
void srv_fail_words(server *sv, gg_call *call, srv_fault fault, const char *fr, const char *en);
// As members of the open object.
void srv_json_fault(gg_json *json, srv_fault fault, const char *fr_or_null, const char *en_or_null);
const char *srv_words(void *server_, gg_http_fault why, unsigned *status);
extern const char *const srv_headers[];
// A field of a JSON body. False: it is missing or of another kind.
bool srv_get_number(const json_t *body, const char *name, int64_t least, int64_t most,
                    int64_t *out);
const char *srv_get_text(const json_t *body, const char *name); // NULL
bool srv_number_of(const char *text, uint64_t *out); // digits and nothing else, below 2^53

// ---------------------------------------------------------------------------------- people.c
srv_session *srv_session_of(server *sv, const gg_call *call, gg_status *status);
bool srv_host_fits(const server *sv, const gg_call *call);
bool srv_origin_fits(const server *sv, const gg_call *call, const srv_session *session_or_null);
void srv_forget_sessions(server *sv);
void srv_sessions_tick(server *sv);
// A session of this person is no more, before the store knows it; its streams end.
gg_status srv_session_end(server *sv, int64_t id, int64_t person); // GG_NOT_ALLOWED: not his
void srv_sessions_end(server *sv, srv_session *of);                // all of the person's
// The cookie of an answer. NULL: the browser shall forget it.
enum { SRV_COOKIE = 160 };
void srv_cookie(const server *sv, const char *secret_or_null, char out[SRV_COOKIE]);

// -------------------------------------------------------------------------------- sessions.c
void srv_json_day(gg_json *json, const char *key, int64_t seconds); // "2026-11-17"; 0: null

// ---------------------------------------------------------------------------------- limits.c
srv_purse *srv_purse_of(server *sv, int64_t person); // NULL: no memory
void srv_forget_purses(server *sv);
// May he ask once more, or begin one more? A person counts for himself, strangers by address;
// nobody at this machine itself is counted by address.
bool srv_may_ask(server *sv, const gg_call *call, srv_session *session_or_null);
bool srv_may_ask_dearly(const srv_request *r, unsigned calls); // worth so many calls
srv_fault srv_pay_odds(const srv_request *r, unsigned worth);  // worth so many questions of odds
bool srv_may_begin_guest(server *sv, const gg_call *call);
bool srv_may_begin_match(server *sv, const srv_request *r);
void srv_forget_addresses(server *sv);
// 128 random bits as hex digits, and what is kept of them. False: there are none, or they are no
// such digits.
bool srv_secret_new(char hex[SRV_SECRET_HEX + 1], uint8_t hash[GG_STORE_HASH]);
bool srv_secret_hash(const char *hex, uint8_t hash[GG_STORE_HASH]);

// ----------------------------------------------------------------------------------- match.c
// FAULT_NONE and the match, or why not. Its log may have to be read from the store.
srv_fault srv_match_find(server *sv, const char *name, srv_match **out);
srv_match *srv_match_kept(server *sv, const char *name); // in memory; NULL: it is not
uint64_t srv_name_hash(const char *name);                // for tables of what has a name
// The same for this person: one that is not his is as if it did not exist, by the same steps.
// `reads`: a match that is over is everybody's.
srv_fault srv_match_for(server *sv, const char *name, const srv_session *session, bool reads,
                        srv_match **out);
srv_match *srv_match_add(server *sv, const gg_store_match *row, const gg_game *game);
void srv_match_unload(srv_match *m); // the log in memory; the next question reads it from the store
void srv_match_drop(server *sv, srv_match *m);
void srv_matches_trim(server *sv);
bool srv_is_over(const srv_match *m); // its log need not be in memory
bool srv_match_over(const srv_match *m);
uint32_t srv_entries(const srv_match *m); // of its log
gg_turn srv_match_turn(const srv_match *m);
// Who is about to change a match says first for which seat and by which key. Entries are written
// and told as the match publishes them, with the sequence number that srv_match_changed() reaches.
void srv_match_asked(srv_match *m, int seat, uint64_t key);
// Something has been done: seq grows, the match is unsaved if need be.
void srv_match_changed(server *sv, srv_match *m);
void srv_match_moved(srv_match *m, unsigned calm); // all but these seats (bits) must look again
// Something beside the game that all may see: who is there, what they are called. `stored`: it is
// to be, and nobody is told before.
void srv_match_stirred(server *sv, srv_match *m, bool stored);
void srv_match_force(server *sv, srv_match *m);     // something beside the log was written
void srv_match_listed(server *sv, srv_match *m);    // it begins: its row tells whose turn it is
void srv_match_published(server *sv, srv_match *m); // after the commit: streams, thinking
uint64_t srv_key_of(const char *text);
// One of the seats of this session has done it: *seq was the answer.
bool srv_key_known(const srv_match *m, const srv_session *session, uint64_t key, uint64_t *seq);
// A match as others see it, for a worker who has read it: nothing but what it is.
void srv_match_guise(srv_match *m, const gg_store_match *row, gg_match *match);
gg_status srv_match_begin(server *sv, srv_match *m); // a new one: it has no log yet
// A new match of this row, which is given its name and dice; what is collected has it. NULL: what
// is collected is refused.
srv_match *srv_match_start(server *sv, gg_store_match *row, const gg_game *game);
gg_status srv_match_ready(server *sv, srv_match *m); // its log has been read

// ------------------------------------------------------------------------------------ play.c
// A request that may be sent again has a key. False: it was done already, and is answered as then;
// or the key is none.
bool srv_is_new(server *sv, srv_request *r, uint64_t *key);
// What every change needs: a seat that has taken over, the present seq, a match that goes on. What
// is not an action may leave seq out. False: answered.
bool srv_may_change(server *sv, srv_request *r, bool must_seq);
void srv_done_or_not(server *sv, srv_request *r, gg_status status); // what was done beside playing
void srv_spoken(server *sv, srv_request *r);

// ----------------------------------------------------------------------------------- clock.c
bool srv_read_clock(const json_t *body, gg_store_clock *out); // `clock` of a new match
void srv_clock_follow(server *sv, srv_match *m);              // something has changed
void srv_clock_resume(srv_match *m);                          // it was read from the store
uint32_t srv_time_used(const srv_match *m, int seat);
void srv_time_spent(srv_match *m, int seat, bool entered);
// The seat has no time left: the match is lost. It is unsaved then.
bool srv_clock_out(server *sv, srv_match *m, int seat);
void srv_clock_tick(server *sv, srv_match *m);
void srv_clocks_tick(server *sv);
void srv_clocks_start(server *sv);
void srv_json_clock(gg_json *json, const srv_match *m);
void srv_json_clock_row(gg_json *json, const gg_store_match *row);
uint64_t srv_clock_key(const srv_match *m);
int64_t srv_calendar_ms(void); // of 1970
void srv_clock_keep(server *sv, const srv_match *m);
// Vacations that are over are taken out of the time since which the seat is awaited.
void srv_clock_bank(srv_match *m, unsigned seat);

// -------------------------------------------------------------------------------- vacation.c
unsigned srv_vacation_days(const srv_match *m); // that a person may take in this match; 0: none
gg_status srv_vacations_read(server *sv, srv_match *m);
bool srv_is_away(const srv_match *m, unsigned seat);
uint64_t srv_away_since(const srv_match *m, unsigned seat, uint64_t from_ms); // so long until now
int64_t srv_away_left(const srv_match *m, unsigned seat);                     // ms
void srv_vacation_over(srv_match *m, unsigned seat);   // he is back, if he was away
void srv_vacation_forget(srv_match *m, unsigned seat); // its moments; its days stay used
void srv_json_vacation(gg_json *json, const srv_match *m);
uint64_t srv_vacation_key(const srv_match *m);

// ----------------------------------------------------------------------------------- early.c
// May this seat decide now? It is its turn, or the other's at a sealed node, between people who are
// apart.
bool srv_awaits(const srv_match *m, int seat);
bool srv_both_await(const srv_match *m); // more than one does
// srv_match_changed() after an action of a seat that may have been an early answer.
void srv_early_changed(server *sv, srv_match *m, int seat);
gg_status srv_early_read(server *sv, srv_match *m);        // from the store
uint64_t srv_early_key(const srv_match *m, unsigned seat); // of the request; 0: none
// The match has changed (with an entry): answers that are entered or undone are kept no longer.
void srv_early_follow(server *sv, srv_match *m, bool entered);
void srv_early_drop(server *sv, srv_match *m, int seat); // somebody else sits there now

// ------------------------------------------------------------------------------ talk.c, takeback.c
void srv_json_takeback(gg_json *json, const srv_match *m);
// ------------------------------------------------------------------------------------ seats.c
bool srv_sits_at(const srv_match *m, int64_t person, unsigned seat);
// Bits of the seats at which this person sits; 0 for nobody.
unsigned srv_seats_of(const srv_match *m, int64_t person);
bool srv_waits(const srv_match *m); // for somebody to take a seat
// Whom this session looks as: a seat, GG_PUBLIC, or GG_NOBODY while a hand-over is due.
int srv_viewer_of(const srv_match *m, const srv_session *session, bool *player);
// Of a match whose log need not be in memory: does he sit there? Whose it is counts as long as it
// waits for somebody, or nobody sits there.
bool srv_is_player(const srv_match *m, const srv_session *session);
bool srv_row_is_player(const gg_store_match *row, int64_t person);
// The seat that must take over before anything is shown; -1: none.
int srv_handover_of(const srv_match *m, const srv_session *session);
void srv_take_over(srv_match *m, unsigned seat);
uint64_t srv_seq_of(const srv_match *m, int64_t person); // as he counts
uint64_t srv_seq_most(const srv_match *m);               // of all
void srv_step(srv_match *m, int seat);                   // something that only who sits there sees
// Somebody else sits there from now on; 0: nobody, the seat is open.
gg_status srv_seat_give(server *sv, srv_match *m, unsigned seat, int64_t person,
                        const char *called);
void srv_seat_failed(server *sv, srv_match *m, gg_call *call);
// All seats are taken: the match begins.
gg_status srv_match_set_out(srv_match *m);
// Before something of who sits there is changed that is to be saved; after the commit.
bool srv_company_keep(srv_match *m);
void srv_company_settle(srv_match *m, bool saved);
void srv_came(server *sv, srv_match *m, int64_t person); // has opened a stream
void srv_went(srv_match *m);                             // somebody has closed one
void srv_here_tick(server *sv, srv_match *m, uint64_t now_ms);
// `people`, `waiting` and what else is beside the game, as members of the open object.
void srv_json_people(gg_json *json, const srv_match *m, int64_t person);
void srv_json_people_late(gg_json *json, const srv_match *m, int64_t person);
void srv_json_row_people(gg_json *json, const gg_store_match *row, int64_t person);

// -------------------------------------------------------------------------------- invitations.c
// For a seat that is open or one's own; into the open object.
bool srv_invite(server *sv, const srv_request *r, srv_match *m, unsigned seat);

// ------------------------------------------------------------------------------------ share.c
// Addresses of this machine that others can be given.
unsigned srv_addresses(int family, char out[SRV_ADDRESSES][SRV_ADDRESS]);
const char *srv_share_host(void);     // what --share listens at
void srv_share_say(const server *sv); // to whoever started the server
// Does a link of this request work on this machine alone? And the addresses to give instead.
void srv_json_local(gg_json *json, const server *sv, const gg_call *call);

// -------------------------------------------------------------------------------- spectators.c
// Is he shown something older than what is? How many entries he is shown.
bool srv_is_late(const srv_match *m, bool player);
uint32_t srv_entries_seen(const srv_match *m, bool player);
bool srv_json_late(server *sv, gg_json *json, srv_match *m, int64_t person); // false: no memory
bool srv_spectates(server *sv, const srv_match *m, const srv_session *session);

// --------------------------------------------------------------------------------------- me.c
// `name` of a body, as it is kept. False: answered.
bool srv_read_name(server *sv, srv_request *r, char name[GG_STORE_NAME]);
void srv_name_set(server *sv, int64_t person, const char *name); // no match of his is unsaved
srv_match *srv_unsaved_of(server *sv, int64_t person);           // NULL: none
// Whom the private link of a body brings back; 0: it has none. False: answered.
bool srv_back(server *sv, srv_request *r, int64_t *person);

// ------------------------------------------------------------------------------------ open.c
typedef struct srv_opening srv_opening;
typedef struct srv_job srv_job;
bool srv_match_open(server *sv, srv_match *m); // by a worker; streams are woken then
// The call is parked and handled again when the match is there.
srv_fault srv_match_await(server *sv, srv_match *m, gg_call *call);
void srv_open_run(srv_job *job, gg_store_reader **reader, const gg_store *store);
void srv_opened(server *sv, srv_job *job);
void srv_open_late(server *sv, srv_match *m); // the deadline has passed
void srv_opening_free(srv_opening *to);
gg_match *srv_opening_match(const srv_opening *to); // NULL: it is read from its archive
const gg_store_match *srv_opening_row(const srv_opening *to);
srv_job *srv_archive_job(const gg_store_match *row, const gg_game *game);
gg_status srv_match_make(const gg_store_match *row, const gg_game *game, gg_match **out);

// ------------------------------------------------------------------------------------------ dice.c
// Each person's seat gives a seed of its own after it was shown the commitment, once, and nothing
// is drawn before. Bits of the seats that have not.
unsigned srv_dice_wanted(const srv_match *m);
// May this seat act, as far as the dice are concerned?
bool srv_dice_ready(const srv_match *m, int seat);
const char *srv_dice_word(const srv_match *m, unsigned seat); // wanted, given, none

// ------------------------------------------------------------------------------------------ play.c
// The match was changed for this request: it is answered with the new seq when that is saved.
void srv_done(server *sv, srv_request *r);
// It cannot go on: it is read again from the store.
void srv_broken(server *sv, srv_request *r, gg_status status);

// -------------------------------------------------------------------------------------- archive.c
void srv_archive_run(srv_job *job, gg_store_reader **reader, const gg_store *store);
void srv_archive_tick(server *sv);
void srv_archived(server *sv, srv_job *job);
void srv_archive_rest(server *sv);

// ------------------------------------------------------------------------------------- archived.c
gg_status srv_archive_open(srv_archive **out, const void *bytes, size_t length, size_t size);
void srv_archive_free(srv_archive *archive_or_null);
void srv_archive_adjourn(server *sv, srv_match *m, const gg_store_last *last);
void srv_json_archived(gg_json *json, const srv_match *m, int viewer, uint32_t since); // STATE
void srv_json_archived_replay(gg_json *json, const srv_match *m, int viewer, uint32_t entry);
void srv_json_archived_names(gg_json *json, const srv_match *m);
const char *srv_archived_file(const srv_match *m, size_t *length);
// Inside the text of a view: where the first piece begins (NULL: it has none), how long it is.
const char *srv_archive_pieces(const char *text);
size_t srv_archive_element(const char *text);

// ------------------------------------------------------------------------------------- log.c
void srv_json_line(gg_json *json, const gg_record *record, int viewer);
void srv_keep_line(srv_match *m, const gg_record *record);
gg_status srv_keep_lines(srv_match *m); // of the last entries of a match that was opened
// The same entries as numbers, for readers who have the sentences of the game and its names.
void srv_json_news(server *sv, gg_json *json, srv_match *m, uint32_t since, uint32_t upto,
                   int viewer);
void srv_lines_forget(srv_match *m);
void srv_json_log(server *sv, gg_json *json, srv_match *m, uint32_t since, uint32_t upto,
                  int viewer);
unsigned srv_side_of(int viewer); // below SRV_SIDES

// --------------------------------------------------------------------------------- history.c
const char *srv_reason_word(unsigned reason); // gg_entry_kind that ended it
void srv_ending_put(server *sv, const srv_match *m, const gg_result *result, int64_t at);
gg_status srv_ending_keep(server *sv, srv_match *m); // unless it is stored

// ----------------------------------------------------------------------------------- state.c
// STATE, as members of the open object. `since`: entries after this one are told.
void srv_json_state(server *sv, gg_json *json, srv_match *m, const srv_session *session, int viewer,
                    uint32_t since);
void srv_json_view(server *sv, gg_json *json, const gg_position *at, int viewer);
void srv_json_head(gg_json *json, const srv_match *m, uint64_t seq, uint32_t entry);
void srv_json_result(gg_json *json, const gg_game *game, const gg_result *result);
void srv_json_turn(gg_json *json, const gg_game *game, const gg_turn *turn, bool over, bool acting);
void srv_json_seats(gg_json *json, const srv_match *m);
void srv_json_seats_late(gg_json *json, const srv_match *m); // for who is behind
// Members of whoever has nothing to decide; why nothing can be taken back.
void srv_json_idle(gg_json *json, const char *fr, const char *en);
void srv_json_draft(gg_json *json, const srv_match *m, int viewer);
void srv_json_undo(gg_json *json, const srv_match *m, int viewer);
void srv_json_draw(gg_json *json, const srv_match *m);
uint32_t srv_legal(server *sv, const gg_position *at, int viewer, bool acting); // into sv->list
bool srv_acting(const srv_match *m, const gg_turn *turn, const gg_result *result, int viewer);
uint32_t srv_log_start(const srv_match *m);
const gg_position *srv_position_for(const srv_match *m, int viewer);

// -------------------------------------------------------------------------------- overlays.c
// What is to be told of a moment of a replay besides its view.
typedef struct srv_overlays {
    uint8_t count, which[SRV_OVERLAYS_MAX], about[SRV_OVERLAYS_MAX]; // about: seats
} srv_overlays;
bool srv_overlays_read(const gg_game *game, const char *text_or_null, srv_overlays *out);
void srv_json_overlays(server *sv, gg_json *json, const gg_position *at, int viewer,
                       const srv_overlays *asked); // nothing when nothing is asked for

// ---------------------------------------------------------------------------------- replay.c
// The replay that a body asks for, to whoever has the link of the match.
void srv_send_shared(server *sv, srv_request *r, srv_match *m);
void srv_json_dice(gg_json *json, srv_match *m); // proof of the dice of a match that is over

// ---------------------------------------------------------------------------------- change.c
// What a reader of changes was told last, so that only what differs is sent. Marks stand for whole
// pieces and actions; 64 bits each. Several readers may hold one.
srv_shown *srv_shown_hold(srv_shown *shown);
bool srv_shown_shared(const srv_shown *shown); // more than one holds it
void srv_shown_drop(srv_shown *shown_or_null);
void srv_shown_close(void);
bool srv_shown_alike(const srv_shown *a, const srv_shown *b);
// CHANGE as members of the open object, against `base`; *now is what is shown then. False: no
// memory. Without a base nothing is compared: only for *now. `known`: what another reader was shown
// of the same viewer's view at this very seq, or NULL.
bool srv_json_change(server *sv, gg_json *json, srv_match *m, const srv_eye *eye, srv_form form,
                     const srv_shown *base, const srv_shown *known, srv_shown **now);
uint64_t srv_shown_seq(const srv_shown *shown);

// ----------------------------------------------------------------------------------- games.c
const gg_game *srv_game(const server *sv, const char *id);
bool srv_read_request(const gg_game *game, const json_t *body, gg_request *out);
void srv_options_into(const gg_game *game, const gg_request *request, char *out, size_t cap);
bool srv_options_read(const gg_game *game, const char *scenario, const char *options,
                      gg_request *out);
bool srv_json_names(gg_json *json, const gg_match *match); // false: no memory
void srv_games_close(void);

// ----------------------------------------------------------------------------------- lists.c
// The lists of a request that starts a match; its scenario and options are read. False: answered.
bool srv_read_lists(server *sv, srv_request *r, const gg_game *game, gg_request *out);
// What the store keeps of them, behind the options.
void srv_lists_into(const gg_game *game, const gg_request *request, gg_out *out);
bool srv_lists_read(const gg_game *game, const char *text, gg_request *out);

void srv_json_faults(gg_json *json, const gg_game *game, const gg_fault *fault, uint32_t count);

// ------------------------------------------------------------------------------- scenarios.c
// A player's own scenario in a request that starts a match, before its lists. False: answered.
bool srv_read_own(server *sv, srv_request *r, const gg_game *game, gg_request *out);
// What the store keeps of it, between the options and the lists; `at` is moved behind it.
void srv_own_into(const gg_request *request, gg_out *out);
bool srv_own_read(const gg_game *game, const char **at, gg_request *out);
// Which scenario a stored match is of, and what its author calls it.
void srv_json_own(gg_json *json, const gg_store_match *row);

// ---------------------------------------------------------------------------------- stream.c
void srv_streams_leave(srv_match *m); // nobody is told of it any more
void srv_streams_wake(server *sv, srv_match *m);
void srv_streams_tick(server *sv);
// Ends what this session reads; 0: all sessions of the person.
void srv_streams_end(server *sv, int64_t person, int64_t session);
// Answers the call with `head`, an object that is still open, and in it what has changed in the
// match for this person's reader of that name, who is not told it again. False: there is no such
// reader or nothing to tell, and the call is as it was.
bool srv_answer_change(server *sv, gg_call *call, const srv_later *later);

// ----------------------------------------------------------------------------------- watch.c
struct srv_watch {
    srv_reader *reader;
    int64_t person;
    srv_match *m;
    srv_form form;
    bool numbered;                // has `match`, `no` and `from`: one of several of its reader
    bool spectates;               // by a link of a player
    bool only_new;                // later states have new log entries only
    bool first;                   // the next state is the first
    bool begun;                   // a whole state has been told
    bool queued;                  // its reader knows that it has something to tell
    uint64_t sent_seq;            // seq of the last message
    uint32_t sent_entry;          // log entries sent
    uint32_t no;                  // messages made
    srv_shown *shown[SRV_SIDES];  // what each viewer was shown last; NULL: a whole state is due
    uint32_t shown_no[SRV_SIDES]; // the number of that message
    srv_watch *next, **link;      // of the match
    srv_watch *next_of_reader, *next_queued;
};

// NULL: no memory, or too many look at this match.
srv_watch *srv_watch_new(srv_reader *reader, srv_match *m, int64_t person, srv_form form,
                         bool numbered);
void srv_watch_free(srv_watch *watch); // its reader has forgotten it
void srv_watch_anew(srv_watch *watch); // the next message is a whole state
// The next message, as an event of the stream or as an object alone; it lies in sv->out. False:
// there is none. `who` reads it.
bool srv_watch_event(server *sv, srv_watch *watch, const srv_session *who);
bool srv_watch_object(server *sv, srv_watch *watch, const srv_session *who, const char *before);
void srv_sent_forget(srv_match *m);

// ---------------------------------------------------------------------------------- worker.c
typedef enum srv_job_kind {
    JOB_THINK,
    JOB_READ,
    JOB_PREPARE,
    JOB_OPEN,
    JOB_PLAN,
    JOB_ODDS,
    JOB_CHANCE,
    JOB_LUCK,
    JOB_HINT,
    JOB_DEED,
    JOB_REVIEW,
    JOB_ARCHIVE
} srv_job_kind;

struct srv_job {
    const gg_signer *signer; // of archives
    srv_job_kind kind;
    // think
    char name[GG_ID_MAX + 1];
    uint64_t number;
    int seat;
    gg_brain brain;
    bool watched; // a person plays in this match
    gg_position position;
    uint64_t seed;
    gg_plan plan;
    atomic_bool stop;     // the answer is wanted now, or not at all
    srv_opening *opening; // a stored match
    // prepare a table, into the position
    const gg_game *game;
    gg_request request;
    gg_verdict verdict;
    // read a match file; make an archive
    char *text;
    size_t length, size;
    uint32_t entries;
    gg_match *match;
    gg_error error;
    gg_status status;
    bool verified;
    gg_call *call; // NULL: nobody waits any more
    int64_t person;
    struct srv_asked *asked; // of plans; `text` is the answer then
    bool brief;              // odds without rows of sensitivity
    uint8_t assume;          // of odds
    struct gg_past *past;    // of chance
    struct srv_job *next;
};

gg_status srv_worker_open(srv_worker **worker, unsigned threads, const gg_store *store);
void srv_worker_close(srv_worker *worker_or_null);
int srv_worker_fd(const srv_worker *worker);           // readable when a job is done
void srv_worker_put(srv_worker *worker, srv_job *job); // takes it over
srv_job *srv_worker_take(srv_worker *worker);          // the done ones, a list
void srv_job_free(srv_job *job);

void srv_think(server *sv, srv_match *m);   // when it is the turn of a seat the program plays
void srv_thought(server *sv, srv_job *job); // a worker's answer
void srv_think_stop(srv_match *m);          // nobody wants to know any more
void srv_think_late(server *sv, srv_match *m, uint64_t now_ms); // the deadline has passed
void srv_uploaded(server *sv, srv_job *job);
// The seat's own position, with its draft, for a worker.
bool srv_copy_position(const srv_match *m, int seat, gg_position *out);

// What a seat asks and a worker answers: from a seat of a match that goes on; a job about what the
// seat sees now (NULL: no memory); the call waits until it is done.
srv_fault srv_may_reckon(const srv_request *r);
srv_job *srv_job_ask(const srv_request *r, srv_job_kind kind);
void srv_job_await(server *sv, srv_job *job);

// ----------------------------------------------------------------------------------- plans.c
typedef struct srv_asked srv_asked;
void srv_plan_run(srv_job *job);
// A plan and its ghosts, as a member of the open object.
void srv_json_plan(gg_json *json, const gg_position *at, int seat, const gg_plan *plan);
void srv_planned(server *sv, srv_job *job);

// ------------------------------------------------------------------------------------ odds.c
void srv_odds_run(srv_job *job);
void srv_reckoned(server *sv, srv_job *job);

// ------------------------------------------------------------------------------------ past.c
void srv_chance_run(srv_job *job);
void srv_chance_done(server *sv, srv_job *job);
void srv_luck_run(srv_job *job);
void srv_luck_done(server *sv, srv_job *job);

// ----------------------------------------------------------------------------------- coach.c
// May those who play this be advised? Who is alone with the program always; between people it was
// agreed when the match was made.
bool srv_coached(const gg_store_match *row);
bool srv_read_hints(const json_t *body, bool *out); // `hints` of a new match
void srv_hint_run(srv_job *job, gg_thinker *thinker);
void srv_deed_run(srv_job *job, gg_thinker *thinker);
void srv_coach_done(server *sv, srv_job *job); // of both
void srv_review_run(srv_job *job);
void srv_review_done(server *sv, srv_job *job);

// ----------------------------------------------------------------------------------- table.c
const srv_table *srv_table_find(server *sv, const gg_game *game, const gg_request *request);
// By a worker; the call is parked until then and handled again.
void srv_table_prepare(server *sv, gg_call *call, const gg_game *game, const gg_request *request);
void srv_prepared(server *sv, srv_job *job);
void srv_tables_close(server *sv);

// ------------------------------------------------------------------------------------ names.c
bool srv_random_name(char out[GG_ID_MAX + 1]); // of a match
// Of a request with a key: the name that its match shall have; without one nothing. False: it is
// answered, since there is one already or the key is none, or handled again when that one is saved.
bool srv_name_once(server *sv, srv_request *r, char name[GG_ID_MAX + 1]);

// ---------------------------------------------------------------------------------- routes.c
void srv_handle(void *server_, gg_call *call);
size_t srv_limit(void *server_, const gg_call *call);
#define ROUTE(name, method, path, access) void srv_on_##name(server *sv, srv_request *r);
#include "routes.def"
#undef ROUTE
void srv_static(server *sv, gg_call *call);
const char *srv_route_name(const char *path); // for the log: no identifiers

#endif
