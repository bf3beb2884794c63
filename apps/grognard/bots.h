// SPDX-License-Identifier: Apache-2.0
// Bots that play a seat: programs of other people, each a child of this one that sits at a desk
// (grognard/desk.h). A bot has a clock, and whatever it does or fails to do, the match goes on: it
// loses, the others win. Commands of bots come from the command line, never from the network.
#ifndef GROGNARD_BOTS_H
#define GROGNARD_BOTS_H

#include <stdatomic.h>

#include "app.h"
#include "brains.h"
#include "grognard/match.h"

enum {
    APP_BOT_SECONDS = 600,   // --bot-time
    APP_BOT_BAD = 100,       // bad answers in a row that lose
    APP_BOT_FAREWELL = 1000, // ms that a bot has to leave once it is over
    APP_BOT_STDERR = 65536,  // bytes of its standard error that are passed on
};

// What --seats says of bots: the command of each seat, NULL where another plays.
typedef struct app_bots_named {
    char *text; // they lie in here
    const char *command[GG_SEATS_MAX];
} app_bots_named;

// app_brains_parse() with bots: out[seat] is APP_BOT where named->command[seat] plays.
bool app_bots_parse(const app_self *app, const gg_game *game, const char *text_or_null, bool humans,
                    int out[GG_SEATS_MAX], app_bots_named *named, int *code);
void app_bots_named_close(app_bots_named *named);
// Gives each bot its clock. Before the match is opened.
uint32_t app_bots_ms(const app_args *args);
void app_bots_clock(const app_args *args, const app_bots_named *named, gg_match_setup *setup);

// How a bot lost other than by the rules.
typedef enum app_fault { APP_FAULT_NONE, APP_FAULT_CLOCK, APP_FAULT_LEFT, APP_FAULT_BAD } app_fault;

// The bots of one match, started when they are first asked.
typedef struct app_bot app_bot;
typedef struct app_bots {
    const app_self *app;
    const app_bots_named *named;
    gg_match *match;
    uint64_t seed; // of the worlds they imagine
    uint32_t ms;   // of each, where the match has no clock for it
    bool hold;     // what they say on standard error is dropped: a screen is in use
    app_bot *bot[GG_SEATS_MAX];
    const atomic_bool *stop; // may be NULL; once true nobody waits for a bot any longer
    uint8_t fault[GG_SEATS_MAX];
} app_bots;

// The seat, a bot's, whose turn it is decides, or loses. Not GG_OK: the match could not go on
// (GG_NOT_ALLOWED: it was stopped).
gg_status app_bots_decide(app_bots *bots, int seat);
// Bots that wait are told the end; then none of their processes is left.
void app_bots_close(app_bots *bots);

#endif
