// SPDX-License-Identifier: Apache-2.0
// A match at this terminal: people and the program's own seats around one gg_match. The two faces
// (plain lines, full screen) both live on this.
#ifndef GROGNARD_PLAY_H
#define GROGNARD_PLAY_H

#include "apps/grognard/app.h"
#include "apps/grognard/bots.h"
#include "apps/grognard/brains.h"
#include "apps/grognard/lend.h"
#include "grognard/match.h"

typedef struct play {
    const app_self *app;
    const gg_game *game;
    gg_match *match;
    int brain[GG_SEATS_MAX];
    app_brains brains;
    app_bots_named named;
    app_bots bots;
    gg_action *list;  // room for a legal list
    const char *save; // file, or NULL
    int humans;
    bool hints;                  // people have agreed to be advised
    int viewer;                  // who looks at the screen: a seat, or GG_PUBLIC when nobody plays
    uint32_t told[GG_SEATS_MAX]; // entries each person has been told of
    uint32_t saved;              // entries in the file
    uint64_t since_ms;           // when the present decision began
    char *own_save;              // a name given on the way; `save` points to it
    app_lend *lend;              // threads for seats that search
    bool at_once;                // answers of the program are shown without a wait
    bool replaying;              // looking back: `past` is the position after entry `number`
    uint32_t number;
    gg_position past;
} play;

bool play_open(play *p, const app_self *app, const gg_game *game_or_null, const app_args *args,
               int *code);
void play_close(play *p);

// Lets chance and the program's seats act until a person must decide or the match is over.
gg_status play_advance(play *p);
// The person to decide, or -1 when the match is over.
int play_seat(const play *p);
const gg_position *play_position(const play *p); // as the viewer may see it
gg_status play_act(play *p, gg_action action, gg_verdict *verdict);
gg_status play_undo(play *p);       // to the last choice
uint32_t play_legal(play *p);       // into p->list, for the viewer; how many
bool play_save(play *p, int *code); // now, when there is a file
// The scenario when it is a puzzle, else NULL; and the seat to grade now that it is over, or -1.
const gg_scenario *play_puzzle_or_null(const play *p);
int play_graded(const play *p);
// Completes what was typed from legal actions and command words. Returns how many fit; `out` holds
// the text as far as all of them agree, `list` their words (NULL: not wanted).
// The `orders` command: obeys, then tells the orders of this seat. False: not understood, told how.
bool play_orders(play *p, const char *text, gg_out *out);
// Is the viewer asked at a reaction window? Then a, x, A and X are orders (play_orders.c), obeyed
// by play_advance(). False: no window is open.
bool play_at_window(const play *p);
bool play_window_key(play *p, int key);
// What the question there is about: pieces at stake, what is proposed, its chance and cost.
void play_question(play *p, gg_out *out);
unsigned play_complete(play *p, const char *typed, char *out, size_t cap, gg_out *list);

// The coach (play_coach.c): the best plans of the viewer; what the others' last move has changed.
void play_hint(play *p, gg_out *out);
void play_explain(play *p, gg_out *out);

int play_plain(play *p);
// On paper (play_paper.c): what has happened since the viewer was last told; the board when it is
// due, else what changed; the board now. False: memory is short.
void paper_tell(play *p);
bool paper_show(play *p);
bool paper_board(play *p);
int play_json(play *p); // one JSON object a line: for programs that play
int play_screen(play *p);
// Looks at a match step by step; owns nothing of it. False: this terminal cannot do it.
bool replay_screen(const app_self *app, gg_match *match, int viewer, int *code);

#endif
