// SPDX-License-Identifier: Apache-2.0
// A study: many games of one order, played in portions by threads, and what is told of them. A row
// a game and sums over all of them hold everything a report needs; sums are added and rows have
// their place, so that a report is the same bytes for any number of threads and in any order.
#ifndef GROGNARD_STUDY_APP_H
#define GROGNARD_STUDY_APP_H

#include <pthread.h>
#include <stdatomic.h>

#include "apps/grognard/bots.h"
#include "grognard/study.h"

enum {
    STUDY_GAMES_MAX = 10000000, // rows are kept in memory, 24 bytes each
    STUDY_THREADS_MAX = 256,
    STUDY_RULES_MAX = 4096,
    STUDY_HEAT_MAX = 4096, // places of all boards
    STUDY_SQUARE_MM = 100, // a plane is counted in squares of this side
    STUDY_HEAT_EVERY = 8,  // games: to find a place costs a view, so only some are looked at
    STUDY_WORDS_MAX = 4096,
};

// ------------------------------------------------------------------------------- what is counted
typedef struct study_row {
    int32_t margin;     // for the first seat
    uint32_t actions;   // all of them
    uint32_t decisions; // of seats that had a choice
    uint32_t goes;      // times the turn went to another seat
    uint16_t end;       // rule that the last event cited
    uint8_t first;      // seat that decided first, sealed answers apart
    uint8_t winner;     // or GG_NOBODY
    uint8_t matchup;
    uint8_t fault; // of a bot: 0, or 4 * seat + app_fault
    uint8_t spare[2];
} study_row;

typedef struct study_tally {
    uint64_t digest, actions, steps;
    uint64_t told[STUDY_RULES_MAX]; // events by the rule they cite
    uint64_t heat[STUDY_HEAT_MAX];  // dice thrown, by place
} study_tally;

// The places of a game's boards in one numbering.
typedef struct study_places {
    const gg_game *game;
    uint16_t first[64]; // of each surface
    uint16_t count;
} study_places;

void study_places_of(const gg_game *game, study_places *out);
// Squares of a plane in a row, and rows.
static inline unsigned study_squares(unsigned mm) {
    return (mm + STUDY_SQUARE_MM - 1) / STUDY_SQUARE_MM;
}
bool study_is_board(const gg_surface *surface);

// What one thread notes while it plays; `rows` is where the row of game 0 lies.
typedef struct study_notes {
    const study_places *places;
    gg_selfplay_ears ears;
    study_row *rows, row;
    study_tally tally;
    uint32_t number;
    int seat;   // whose go it is
    int place;  // last told since the last rest, or -1
    bool fixed; // match-ups do not take turns
    bool looks;
    gg_view view;
} study_notes;

void study_notes_begin(study_notes *notes, const study_places *places, bool fixed, study_row *rows);
void study_tally_clear(study_tally *tally, const study_places *places);
void study_tally_add(study_tally *sum, const study_tally *part, const study_places *places);

// -------------------------------------------------------------------------------------- the work
typedef struct study_keep study_keep;
typedef struct study_ranks study_ranks;

typedef struct study {
    const app_self *app;
    gg_selfplay_order order;
    const app_args *args;
    int brain[GG_SEATS_MAX];
    app_bots_named bots; // .text is NULL where none plays
    bool bot_fault;      // one was told of
    unsigned threads;
    study_places places;
    uint32_t portion, portions; // games in one (0: chosen by study_open); how many there are
    uint32_t until;             // portions to play now; 0: all
    study_row *rows;
    uint8_t *done; // a byte a portion: 1 played, 2 given to a thread
    study_tally tally;
    uint32_t played;    // games
    uint32_t resumed;   // of these, found in the checkpoint
    study_keep *keep;   // NULL: no checkpoint
    study_ranks *ranks; // NULL: this process alone
    uint64_t cpu_ns, wall_ns;
    gg_position table[GG_MATCHUPS_MAX]; // kept, so that threads find them made
    unsigned tables, begun, made;       // how many there are to make; how far that is
    unsigned ended;                     // threads
    pthread_mutex_t lock;
    pthread_cond_t grown; // `made` or `ended`
    uint32_t next;        // portion to look at
    atomic_bool stop;     // nothing new is begun
    gg_status status;
    gg_verdict verdict;
    int write_error; // errno of the checkpoint
} study;

// The order that arguments ask for, `games` if they do not say. False: said why, *code.
bool study_prepare(study *s, const app_args *args, const char *game, uint32_t games, int *code);
// What stopped the work before its end, as an exit code; APP_YES when nothing did.
int study_trouble(const study *s, const char *checkpoint);
bool study_open(study *s, int *code); // places, portions, memory
void study_close(study *s);
static inline uint32_t study_first(const study *s, uint32_t portion) {
    return portion * s->portion;
}
static inline uint32_t study_count(const study *s, uint32_t portion) {
    uint32_t left = s->order.games - study_first(s, portion);
    return left < s->portion ? left : s->portion;
}
// The order in words, a line each: what a checkpoint must agree with.
void study_words(const study *s, char out[STUDY_WORDS_MAX]);
// Who plays a seat: "greedy", "bot:COMMAND".
void study_player(const study *s, unsigned seat, char *out, size_t cap);
// Plays what is not done, on threads. Ctrl-C ends it early; what was played stands.
void study_play(study *s);
// The next portion that nobody has, or `portions`. The lock is held.
uint32_t study_take_locked(study *s);

// ---------------------------------------------------------------------------------------- blocks
// A portion that was played, as bytes: in checkpoints, and between ranks. They begin at a multiple
// of eight.
size_t study_block_most(const study *s);
size_t study_block_into(const study *s, uint32_t portion, const study_tally *tally, uint8_t *out);
// Takes over a portion that is not done; where its block ends, NULL when it is torn or damaged.
const uint8_t *study_block_take(study *s, const uint8_t *at, const uint8_t *end);

// ----------------------------------------------------------------------------------------- ranks
// Where mpirun started several processes. False: said why, *code. After study_open().
bool study_ranks_open(study *s, int *code);
void study_ranks_close(study_ranks *ranks_or_null);
unsigned study_ranks_count(const study *s);
unsigned study_ranks_lost(const study *s);
bool study_ranks_other(const study *s); // a rank was given another order
// Rank 0: answers the others; false: none is there any longer.
bool study_ranks_serve(study *s);
void study_ranks_dismiss(study *s); // the work is over
// The others: their threads take from and give to rank 0; the first thread carries.
bool study_ranks_helps(const study *s);
uint32_t study_ranks_take(study *s);
bool study_ranks_give(study *s, uint32_t portion, const study_tally *tally); // the lock is held
void study_ranks_hello(study *s);
void study_ranks_help(study *s);
void study_ranks_bye(study *s);

// ----------------------------------------------------------------------------------- checkpoints
// Opens or makes the file and takes over what it holds. False: said why, *code.
bool study_keep_open(study *s, const char *path, int *code);
// One more portion; false with errno. The lock is held.
bool study_keep_add(study *s, uint32_t portion, const study_tally *tally);
bool study_keep_write(study *s, const uint8_t *block, size_t bytes);
void study_keep_close(study_keep *keep_or_null);

// --------------------------------------------------------------------------------------- reports
// A share with its 95 % interval (Wilson).
typedef struct study_share {
    uint64_t hits, of;
    double rate, low, high;
} study_share;
study_share study_share_of(uint64_t hits, uint64_t of);

enum { STUDY_BINS = 24 };
// How a number is spread over the games: ends, quartiles, bins of one width.
typedef struct study_spread {
    int64_t least, low, median, high, most;
    double mean;
    int64_t from, width; // bin i counts from + i * width .. from + (i + 1) * width - 1
    uint32_t bins, bin[STUDY_BINS];
} study_spread;

typedef struct study_end {
    uint16_t rule;
    uint32_t games;
} study_end;

typedef struct study_pairing {
    unsigned matchup;
    uint32_t games, draws, wins[GG_SEATS_MAX];
} study_pairing;

typedef struct study_summary {
    uint32_t games, draws, wins[GG_SEATS_MAX];
    uint32_t began[GG_SEATS_MAX], began_won[GG_SEATS_MAX]; // games that a seat began, and won then
    study_spread actions, margin, decisions;
    uint64_t decided, goes;
    uint32_t ends;
    study_end end[64];
    uint32_t pairings;
    study_pairing pairing[GG_MATCHUPS_MAX];
    uint32_t looked;                                 // games whose dice were placed
    uint32_t fault[GG_SEATS_MAX][APP_FAULT_BAD + 1]; // games that a bot lost so
} study_summary;

bool study_sum_up(const study *s, study_summary *out); // false: no memory
int study_report_text(const study *s, const study_summary *sum);
int study_report_json(const study *s, const study_summary *sum);
bool study_report_csv(const study *s, const char *path, int *code);
bool study_report_html(const study *const *studies, const study_summary *const *sums,
                       unsigned count, const char *path, int *code);
// "Overlord against Bagration", the lists that meet; or "" where a game has one match-up only.
void study_pairing_name(const study *s, unsigned matchup, char *out, size_t cap);

#endif
