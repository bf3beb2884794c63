// SPDX-License-Identifier: Apache-2.0
// The load: clients that play matches against one server, and what they have counted.
#ifndef GROGNARD_LOADTEST_H
#define GROGNARD_LOADTEST_H

#include <sys/types.h>

#include "app.h"

enum { LOAD_CLIENTS_MAX = 1024, LOAD_VIEWS = 2, LOAD_SAMPLES_MAX = 4 << 20, LOAD_BODY_MAX = 2048 };

// One connection and what it has sent that is not understood yet.
typedef struct load_link {
    int fd;
    char *bytes;
    size_t length;
} load_link;

// An event stream: bytes off the wire, and its text without the chunk marks of HTTP.
typedef struct load_stream {
    load_link link;
    char *text;
    size_t length;
    bool headed; // the head of the answer has been read
} load_stream;

// What one side may do, as last told to it.
typedef struct load_side {
    char viewer[40];
    uint64_t *legal;
    uint32_t actions;
    uint64_t no; // of the message that told it
    // --apart: as the person of that side counts, and what he must be told before he goes on.
    uint64_t seq, seq_due;
} load_side;

typedef enum load_request {
    LOAD_HANDOVER,
    LOAD_ACT,
    LOAD_NEW,
    LOAD_ACCEPT,     // --apart: the other takes his seat
    LOAD_SEED_FIRST, // and the first gives his part of the dice before him
    LOAD_SEED
} load_request;

typedef struct load_client {
    load_link post;
    load_stream stream[LOAD_VIEWS];
    char cookie[LOAD_VIEWS][64]; // --apart: of two persons, each with a stream and a seat
    unsigned who, told;          // of them asked last; was told something last
    char match[40], seat[40];    // seat: who must take over; empty: nobody
    char commitment[65];
    uint64_t sent_us, due_us;
    load_request asked;
    bool waiting, fresh; // for an answer; the first stream has shown something since the last one
    bool over, midway;   // the match; its last move is a draft with steps to come
    uint64_t seq, entry, entry_asked;
    uint64_t took_us; // of the last action, until the stream tells whether it was durable
    load_side sides[GG_SEATS_MAX], *side; // the present one
    uint64_t rng;
    gg_position own;     // --batch: the match, as far as it has come without chance
    unsigned sent, ends; // actions of the last request; those of them that end a draft
} load_client;

typedef struct load {
    const app_self *app;
    const gg_game *game;
    unsigned batch; // actions in one request; 0: one, from the list that the stream tells
    bool apart;     // two persons at each match
    load_client *clients;
    unsigned count, port;
    uint64_t every_us; // open loop: a move of each match every so often; 0: closed loop
    int epoll;
    uint64_t moves, steps, finished, states, changes, stream_bytes, failures;
    uint32_t *sample;
    size_t samples;
    double took, cpu_us, own_us; // seconds measured, processor time of the server and our own
    pid_t server;
    char folder[64], data[96];
} load;

uint64_t load_now_us(void);
// A new person with a match of his own and a stream for each side.
bool load_sit_down(load *l, load_client *c);
void load_stand_up(load_client *c);
// --batch: what the client does next, on its own copy of the match. False: chance must speak first.
bool load_batch_goes_on(const load_client *c);
bool load_batch_begin(const load *l, load_client *c);
void load_batch_write(const load *l, load_client *c, char body[LOAD_BODY_MAX]);
// Plays until then. False: a connection was lost.
bool load_run(load *l, uint64_t until_us);

#endif
