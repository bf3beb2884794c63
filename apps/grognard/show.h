// SPDX-License-Identifier: Apache-2.0
// A position shown as lines of text or as JSON, from its view alone.
#ifndef GROGNARD_SHOW_H
#define GROGNARD_SHOW_H

#include "app.h"
#include "grognard/match.h"

// Board, tray and gauges. False when memory is short.
bool app_show(const app_self *app, const gg_position *at, int viewer);
// What can be read on one thing, named as one types it: who it is, where, in what state; false when
// it is not in sight. Who is where. What the signs of the map mean (tell.c).
bool app_say_thing(const app_self *app, const gg_position *at, int viewer, const char *token,
                   gg_out *out);
bool app_say_units(const app_self *app, const gg_position *at, int viewer, gg_out *out);
void app_say_legend(const app_self *app, const gg_position *at, int viewer, gg_out *out);
// "Deploy: Grenadiers D, HQ 1": an action by the names of what it is about; the line of a list has
// what is typed before it, in `width` columns. The width that suits a list.
void app_action_words(const app_self *app, const gg_position *at, gg_action action, char *text,
                      size_t cap);
void app_action_line(const app_self *app, const gg_position *at, gg_action action, int width,
                     char *text, size_t cap);
int app_action_width(const gg_position *at, const gg_action *list, uint32_t n);
void app_show_json(gg_json *json, const gg_position *at, int viewer);
// The next line of a log: an event of an entry. A path is one line: `instead` says that the line
// tells what the one before it told and more, and stands in its place. False: nothing to say.
typedef struct app_told {
    gg_event last;
    uint32_t entry;
    bool any, instead;
} app_told;
bool app_event_line(const app_self *app, app_told *told, const gg_event *event, uint32_t entry,
                    const gg_position *at, char *text, size_t cap);
// The sentences of one entry's events as `viewer` saw them; `at` names things.
void app_show_events(const app_self *app, const gg_events *events, const gg_position *at);
// "North", "chance", "the umpire".
const char *app_seat_word(const app_self *app, const gg_game *game, int seat);
// The same at the head of a line: "Camp allié : ", "Allied side: ".
enum { APP_HEAD = 128 };
const char *app_seat_head(const app_self *app, const gg_game *game, int seat, char out[APP_HEAD]);
// What an entry was, without its events.
void app_entry_words(const app_self *app, const gg_match *match, uint32_t number, char *out,
                     size_t cap);

#endif
