// SPDX-License-Identifier: Apache-2.0
// What must survive a power cut: SQLite in write-ahead mode, every commit synced.
//
// Group commit: writes are collected in memory; gg_store_submit() hands them to a thread that
// writes and commits them as one transaction, while the caller goes on and collects the next.
// Writes return nothing: when one fails the whole transaction fails, and gg_store_finished() says
// so. A caller acknowledges nothing before that. Reads see what is committed and nothing else.
//
// Everything but the writing thread belongs to the thread that opened the store. Another thread
// reads logs and files by a reader of its own.
#ifndef GG_HOST_STORE_STORE_H
#define GG_HOST_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grognard/game.h"
#include "grognard/match.h"
#include "grognard/status.h"

enum { GG_STORE_HASH = 32, GG_STORE_WORD = 64, GG_STORE_WHY = 200 };
enum { GG_STORE_NAME = 104 }; // bytes of what a person is called
enum { GG_STORE_DAY = 86400, GG_STORE_COOKIE_DAYS = 365, GG_STORE_TOKEN_DAYS = 90 };
// With a scenario and lists of the players' own.
enum { GG_STORE_OPTIONS = 1024 + GG_SCENARIO_TEXT + GG_SEATS_MAX * GG_LIST_TEXT };

typedef enum gg_store_trouble {
    GG_STORE_FINE,
    GG_STORE_IN_USE, // another server has the file
    GG_STORE_NEWER,  // made by a newer program
    GG_STORE_BROKEN, // `why` has SQLite's words, or the system's
} gg_store_trouble;

typedef struct gg_store gg_store;

gg_store_trouble gg_store_open(gg_store **store, const char *path, char why[GG_STORE_WHY]);
void gg_store_close(gg_store *store_or_null);
bool gg_store_collected(const gg_store *store); // something waits to be submitted
bool gg_store_busy(const gg_store *store);      // a transaction is being committed
void gg_store_submit(gg_store *store);          // what was collected; the store must not be busy
int gg_store_fd(const gg_store *store);         // readable when a transaction has ended
// False: none has ended. GG_IO_FAILURE: nothing of it is stored.
bool gg_store_finished(gg_store *store, gg_status *status);
gg_status gg_store_commit(gg_store *store); // submits and waits
void gg_store_refuse(gg_store *store);      // what is being collected shall not be committed
// Is the file that is written to still the one at its path?
bool gg_store_in_place(const gg_store *store);
uint64_t gg_store_commits(const gg_store *store);
const char *gg_store_words(const gg_store *store); // of the last failure
// A connection that reads what is committed.
typedef struct gg_store_reader gg_store_reader;
gg_store_reader *gg_store_reading(gg_store *store); // the store's own
// Any thread; opens the file when first used. NULL: no memory.
gg_store_reader *gg_store_reader_new(const gg_store *store);
void gg_store_reader_close(gg_store_reader *reader_or_null); // before the store
// A copy of the file as it is, while a server may be writing it.
gg_store_trouble gg_store_backup(const char *from, const char *to, char why[GG_STORE_WHY]);

// ----------------------------------------------------------------------------------------- people
typedef struct gg_store_session {
    int64_t id, person;
    bool token;
    int64_t made, ends;
    int64_t used; // midnight of the last day, 0: not known
    int64_t born; // when the person was made
} gg_store_session;

int64_t gg_store_person_new(gg_store *store, int64_t now);
int64_t gg_store_session_new(gg_store *store, const uint8_t hash[GG_STORE_HASH], int64_t person,
                             bool token, int64_t now);
int64_t gg_store_token_new(gg_store *store, const uint8_t hash[GG_STORE_HASH], int64_t person,
                           const char *name, int64_t now, int64_t ends);
int64_t gg_store_last_session(const gg_store *store); // its id, committed or not
// GG_NOT_ALLOWED: there is none. One that has ended may be found.
gg_status gg_store_session_find(gg_store *store, const uint8_t hash[GG_STORE_HASH],
                                gg_store_session *out);
gg_status gg_store_session_hash(gg_store *store, int64_t id, int64_t person,
                                uint8_t hash[GG_STORE_HASH]);
// Those that have not ended, newest first.
gg_status gg_store_sessions_of(gg_store *store, int64_t person, int64_t now, unsigned limit,
                               void (*each)(void *user, const gg_store_session *session,
                                            const char *name),
                               void *user);
void gg_store_session_used(gg_store *store, const gg_store_session *session); // `used` and `ends`
void gg_store_session_end(gg_store *store, int64_t id);
void gg_store_sessions_end(gg_store *store, int64_t person); // all of them
void gg_store_sessions_purge(gg_store *store, int64_t now);  // of everybody, what has ended
// Is this a match that the person has had to do with, or (`reads`) one that everybody may read?
// GG_NOT_ALLOWED: no, by the same steps whether it exists or not.
gg_status gg_store_may_ask(gg_store *store, int64_t person, const char *name, bool reads);
bool gg_store_secret(gg_store *store, uint8_t out[GG_STORE_HASH]); // this server's own
uint64_t gg_store_reads(const gg_store *store); // statements that the store's own reader was asked

// ---------------------------------------------------------------------------------------- matches
typedef struct gg_store_clock {
    char pace[16];                  // "": the match has none
    uint32_t base_ms, increment_ms; // of each person; a turn
    int64_t since_ms;               // of 1970: since when somebody is awaited; 0 = never yet
    int64_t ends;                   // when his time is up, s of 1970, as stored; 0 = it rests
    bool paused;
} gg_store_clock;

typedef struct gg_store_match {
    int64_t row, owner, made, changed;
    uint64_t seq;
    unsigned rules, seats;
    bool file;
    char name[GG_ID_MAX + 1];
    char game[GG_STORE_WORD], scenario[GG_STORE_WORD], turn[GG_STORE_WORD];
    char options[GG_STORE_OPTIONS];
    gg_store_clock clock;
    uint8_t seed[GG_SEED_BYTES];
    char seat[GG_SEATS_MAX][GG_STORE_WORD], kind[GG_SEATS_MAX][GG_STORE_WORD];
    int64_t person[GG_SEATS_MAX]; // 0 = nobody
    char called[GG_SEATS_MAX][GG_STORE_NAME];
    bool hints;                 // people who play it may be advised
    bool seedless;              // made before players gave seeds for the dice
    bool awaited[GG_SEATS_MAX]; // the seat shall give its seed before anything is drawn
    char client[GG_SEATS_MAX][GG_CLIENT_SEED_MAX + 1]; // what it gave
} gg_store_match;

// Of a match that is over.
typedef struct gg_store_ending {
    int64_t at;                  // seconds since 1970
    char reason[16];             // "": it ended before this was stored
    char half[GG_SEATS_MAX + 1]; // a digit for each seat: 2 won, 1 drawn, 0 lost
} gg_store_ending;

typedef struct gg_store_entry {
    uint32_t number;
    uint64_t key, seq;
    const char *line; // of the match file, without its check; read: valid during the call
    size_t length;
} gg_store_entry;

int64_t gg_store_match_new(gg_store *store, const gg_store_match *match); // its row
gg_status gg_store_match_find(gg_store *store, const char *name, gg_store_match *out);
void gg_store_match_touch(gg_store *store, int64_t row, const char *turn, uint64_t seq,
                          unsigned rules, int64_t now);
void gg_store_match_delete(gg_store *store, int64_t row); // one that has no entries
// The seed of a seat, which must be awaited.
void gg_store_seed_put(gg_store *store, int64_t row, unsigned seat, const char *seed);
// Seeds of the match as they are stored now.
gg_status gg_store_seeds(gg_store_reader *reader, gg_store_match *match);
void gg_store_entry_add(gg_store *store, int64_t row, const gg_store_entry *entry);
// Every entry in order, until the function says false.
gg_status gg_store_entries(gg_store_reader *reader, int64_t row,
                           bool (*each)(void *user, const gg_store_entry *entry), void *user);
void gg_store_order_put(gg_store *store, int64_t row, const char *seat, const char *node,
                        const char *answer);
gg_status gg_store_orders(gg_store_reader *reader, int64_t row,
                          void (*each)(void *user, const char *seat, const char *node,
                                       const char *answer),
                          void *user);
void gg_store_file_put(gg_store *store, int64_t row, const char *text, size_t length);
gg_status gg_store_file(gg_store_reader *reader, int64_t row, char **text,
                        size_t *length); // malloc'ed
// ---------------------------------------------------------------------------------------- archives
// The first match of rows behind + 1 to upto that has changed since it was archived, before that
// moment. GG_NOT_ALLOWED: there is none.
gg_status gg_store_unarchived(gg_store *store, int64_t before, int64_t behind, int64_t upto,
                              gg_store_match *out);
int64_t gg_store_last_match(const gg_store *store); // its row
void gg_store_archive_put(gg_store *store, int64_t row, uint32_t entries, size_t size,
                          const void *bytes, size_t length); // size: before it was compressed
void gg_store_archive_mark(gg_store *store, int64_t row, int64_t changed);
gg_status gg_store_archive(gg_store_reader *reader, int64_t row, char **bytes, size_t *length,
                           size_t *size); // malloc'ed; GG_NOT_ALLOWED: there is none

typedef struct gg_store_last {
    uint32_t number;
    char hash[17]; // the last word of its line
} gg_store_last;
gg_status gg_store_last_entry(gg_store_reader *reader, int64_t row, gg_store_last *out);

// ------------------------------------------------------------------------------------------ clocks
void gg_store_clock_new(gg_store *store, int64_t row, const gg_store_clock *clock);
gg_status gg_store_clock_of(gg_store *store, int64_t row, gg_store_clock *out);
void gg_store_clock_set(gg_store *store, int64_t row, int64_t since_ms, int64_t ends, bool paused);
// Names of matches in which somebody's time is up by now.
gg_status gg_store_clocks_due(gg_store *store, int64_t now, unsigned limit,
                              void (*each)(void *user, const char *match), void *user);
// Does any clock run, and when was the server up last (0: never)?
gg_status gg_store_clocks_run(gg_store *store, bool *run, int64_t *alive);
void gg_store_clocks_later(gg_store *store, int64_t seconds); // of all that run
void gg_store_alive(gg_store *store, int64_t now);

// ------------------------------------------------------------------ done without touching the game
typedef struct gg_store_vacation {
    int64_t begun_ms, until_ms; // of 1970; 0: there was none
    unsigned days;              // of all of them in this match, every day begun
} gg_store_vacation;
void gg_store_vacation_put(gg_store *store, int64_t row, unsigned place,
                           const gg_store_vacation *vacation);
gg_status gg_store_vacations_of(gg_store *store, int64_t row, unsigned seats,
                                gg_store_vacation out[GG_SEATS_MAX]);
// An answer to a sealed node that is whole and waits for its turn.
typedef struct gg_store_early {
    unsigned place, steps;
    gg_action step[GG_DRAFT_MAX];
    uint32_t used_ms;
    uint64_t key, seq;
} gg_store_early;
void gg_store_early_put(gg_store *store, int64_t row, const gg_store_early *early);
void gg_store_early_end(gg_store *store, int64_t row, unsigned place);
gg_status gg_store_early_of(gg_store_reader *reader, int64_t row,
                            void (*each)(void *user, const gg_store_early *early), void *user);

// --------------------------------------------------------------------------------- beside the log
enum { GG_STORE_NOTES = 8 << 10 };
typedef struct gg_store_said {
    int64_t number, person, at;
    const char *seat, *text; // read: valid during the call
} gg_store_said;
void gg_store_talk_add(gg_store *store, int64_t row, const gg_store_said *said);
gg_status gg_store_talk_last(gg_store *store, int64_t row, int64_t *number); // 0: nothing was said
gg_status gg_store_talk(gg_store *store, int64_t row, int64_t since, unsigned limit,
                        void (*each)(void *user, const gg_store_said *said), void *user);
typedef struct gg_store_visit {
    uint32_t seen; // the last entry he looked at
    bool muted;
    char notes[GG_STORE_NOTES + 1];
} gg_store_visit;
gg_status gg_store_visit_of(gg_store *store, int64_t row, int64_t person, gg_store_visit *out);
void gg_store_visit_seen(gg_store *store, int64_t row, int64_t person, uint32_t entry);
void gg_store_visit_mute(gg_store *store, int64_t row, int64_t person, bool muted);
void gg_store_visit_note(gg_store *store, int64_t row, int64_t person, const char *text);

// Where the person sits, or that are his: his turn first, then newest first.
gg_status gg_store_matches_of(gg_store *store, int64_t person, unsigned limit,
                              void (*each)(void *user, const gg_store_match *match), void *user);

// Those at which he sat and that are over, newest first, without the first `skip`; `changed` is
// when it ended. How many there are in all.
gg_status gg_store_history_of(gg_store *store, int64_t person, unsigned limit, int64_t skip,
                              void (*each)(void *user, const gg_store_match *match,
                                           const gg_store_ending *ending),
                              void *user);
gg_status gg_store_history_long(gg_store *store, int64_t person, int64_t *out);
void gg_store_ending_put(gg_store *store, int64_t row, const gg_store_ending *ending);
gg_status gg_store_ending_is(gg_store *store, int64_t row, bool *out); // is it stored?

// --------------------------------------------------------------------------- seats at two machines
// Nobody (0): the seat is open. What the seat had ordered is forgotten; `anew`: and what it gave
// for the dice.
void gg_store_seat_set(gg_store *store, int64_t row, unsigned place, const char *seat,
                       int64_t person, bool anew);
void gg_store_name_set(gg_store *store, int64_t person, const char *name);
// *back: a link brings him back. Empty: he has no name.
gg_status gg_store_name_of(gg_store *store, int64_t person, int64_t now, char name[GG_STORE_NAME],
                           bool *back);

// What a link gives to whoever has it.
typedef enum gg_link_kind { GG_LINK_SEAT, GG_LINK_WATCH, GG_LINK_BACK } gg_link_kind;
typedef struct gg_store_link {
    gg_link_kind kind;
    int64_t row, person, taken, ends; // of the match, who made it, who has taken it; 0 = none
    unsigned place;
    char match[GG_ID_MAX + 1], called[GG_STORE_NAME]; // found: names of the match and the maker
} gg_store_link;

// One of a kind for a place of a match, or for a person: those before it end.
void gg_store_link_new(gg_store *store, const uint8_t hash[GG_STORE_HASH],
                       const gg_store_link *link);
void gg_store_link_end(gg_store *store, gg_link_kind kind, int64_t row, unsigned place);
void gg_store_back_end(gg_store *store, int64_t person); // the private link of a person
void gg_store_link_take(gg_store *store, const uint8_t hash[GG_STORE_HASH], int64_t person);
// GG_NOT_ALLOWED: there is none of that kind, it has ended, or somebody else has taken it.
gg_status gg_store_link_find(gg_store *store, const uint8_t hash[GG_STORE_HASH], gg_link_kind kind,
                             int64_t person, int64_t now, gg_store_link *out);

typedef struct gg_store_meeting {
    char rematch[GG_ID_MAX + 1]; // the match that followed; empty: none
    int delay;                   // entries that spectators are behind; -1: there are none
} gg_store_meeting;

gg_status gg_store_meeting_of(gg_store *store, int64_t row, gg_store_meeting *out);
void gg_store_meeting_put(gg_store *store, int64_t row, const gg_store_meeting *meeting);
void gg_store_spectator_new(gg_store *store, int64_t row, int64_t person);
void gg_store_spectators_end(gg_store *store, int64_t row);
// Asked of any name, whether there is such a match or not. *delay: -1 he is none.
gg_status gg_store_spectator(gg_store *store, const char *match, int64_t person, int *delay);

gg_status gg_store_counts(gg_store *store, int64_t *matches, int64_t *sessions);

#endif
