// SPDX-License-Identifier: Apache-2.0
// The log of the full screen: what has happened, as the one who looks at it saw it.
#include <string.h>

#include "apps/grognard/chance.h"
#include "apps/grognard/show.h"
#include "screen.h"

enum { FIRST_BACK = 150 }; // entries told again to somebody who sits down

static void push(screen *s, const char *text) {
    (void)snprintf(s->log[s->logs++ % LOG_LINES], LOG_TEXT, "%s", text);
}

static uint32_t last_entry(const screen *s) {
    return s->p->replaying ? s->p->number : gg_match_entries(s->p->match);
}

void screen_log_reset(screen *s) {
    uint32_t entries = last_entry(s);
    s->logs = 0;
    s->log_up = 0;
    s->told.any = false;
    s->logged = entries > FIRST_BACK ? entries - FIRST_BACK : 0;
}

static void push_chance(screen *s, uint32_t number) {
    char text[LOG_TEXT];
    gg_out out;
    gg_out_init(&out, text, sizeof text);
    if (s->p->replaying || !app_was_line(s->app, s->p->match, number, s->p->viewer, &out)) return;
    push(s, text);
    s->told.any = false;
}

static void push_entry(void *user, const gg_record *record) {
    static gg_events events;
    screen *s = user;
    const gg_entry *entry = record->entry;
    const gg_position *at = record->after;
    char text[LOG_TEXT], words[LOG_TEXT / 2], who[APP_HEAD];
    if (entry->kind != GG_ENTRY_ACTION && entry->kind != GG_ENTRY_CHANCE) {
        app_entry_words(s->app, s->p->match, record->number, words, sizeof words);
        (void)snprintf(text, sizeof text, "%s%s", app_seat_head(s->app, s->game, entry->seat, who),
                       words);
        push(s, text);
        s->told.any = false;
    }
    gg_record_events(record, s->p->viewer, &events);
    for (uint32_t i = 0; i < events.count; i++) {
        if (!app_event_line(s->app, &s->told, &events.event[i], record->number, at, text,
                            sizeof text))
            continue;
        s->logs -= s->told.instead;
        push(s, text);
    }
    push_chance(s, record->number);
}

void screen_log_update(screen *s) {
    uint32_t entries = last_entry(s);
    if (s->logged >= entries) return;
    s->log_up = 0;
    (void)gg_match_recount(s->p->match, s->logged, entries, push_entry, s);
    s->logged = entries;
}
