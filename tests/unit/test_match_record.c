// SPDX-License-Identifier: Apache-2.0
// What a match tells while it goes on: each entry once, with its line, the turn before it and its
// events; a step is applied once; the lines alone make the same match again.
#include "match_relay.h"

enum { LINES = 4096, LINE = 4096 };

typedef struct told {
    uint32_t count;
    char *line[LINES];
    gg_events events[LINES];
    uint64_t hash[LINES];
    uint8_t seat[LINES];
} told;

static char *copy(const char *text) {
    char *made = malloc(strlen(text) + 1);
    assert_non_null(made);
    return strcpy(made, text);
}

static void listen(void *user, const gg_record *record) {
    told *t = user;
    const gg_game *game = gg_match_setup_of(record->match)->game;
    assert_in_range(t->count, 0, LINES - 1);
    assert_int_equal(record->number, t->count + 1);
    assert_ptr_equal(record->entry, gg_match_entry(record->match, record->number));
    assert_int_equal(strlen(record->line), record->length);
    t->line[t->count] = copy(record->line);
    memset(&t->events[t->count], 0, sizeof t->events[0]);
    t->events[t->count].count = record->events->count;
    memcpy(t->events[t->count].event, record->events->event,
           record->events->count * sizeof(gg_event));
    t->hash[t->count] = gg_facts_hash(game, record->after->state);
    assert_int_equal(t->hash[t->count], record->entry->hash);
    t->seat[t->count++] = record->turn.seat;
}

static void forget(told *t) {
    for (uint32_t i = 0; i < t->count; i++) free(t->line[i]);
    free(t);
}

static gg_match *played(const gg_game *game, uint64_t seed, told *t) {
    gg_match *match = relay_open(game, seed);
    gg_rng rng;
    gg_match_listen(match, listen, t);
    gg_rng_seed(&rng, seed, 4);
    relay_play(match, &rng, seed % 3 ? 100000 : 40, seed % 2);
    if (!relay_over(match) && seed % 5 == 0) (void)gg_match_resign(match, 1);
    return match;
}

static void same(const told *a, const told *b) {
    assert_int_equal(a->count, b->count);
    for (uint32_t i = 0; i < a->count; i++) {
        assert_string_equal(a->line[i], b->line[i]);
        assert_int_equal(a->hash[i], b->hash[i]);
        assert_int_equal(a->seat[i], b->seat[i]);
        assert_memory_equal(&a->events[i], &b->events[i], sizeof a->events[i]);
    }
}

static void entries_are_told_once_and_again(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        const gg_game *game = seed % 4 ? &relay : &gg_game_template;
        told *live = calloc(1, sizeof *live), *again = calloc(1, sizeof *again);
        gg_match *match = played(game, seed, live);
        assert_int_equal(live->count, gg_match_entries(match));
        assert_int_equal(gg_match_recount(match, 0, live->count, listen, again), GG_OK);
        same(live, again);
        for (uint32_t n = 1; n <= live->count; n++) {
            gg_events events;
            assert_int_equal(gg_match_events_for(match, n, GG_UMPIRE, &events), GG_OK);
            assert_int_equal(events.count, live->events[n - 1].count);
            assert_memory_equal(events.event, live->events[n - 1].event,
                                events.count * sizeof(gg_event));
        }
        forget(live);
        forget(again);
        gg_match_close(match);
    }
}

static void a_part_is_told_again(void **state) {
    told *live = calloc(1, sizeof *live), *part = calloc(1, sizeof *part);
    gg_match *match = played(&relay, 7, live);
    (void)state;
    assert_in_range(live->count, 30, LINES);
    part->count = 12;
    for (unsigned i = 0; i < 12; i++) part->line[i] = copy("");
    assert_int_equal(gg_match_recount(match, 12, 25, listen, part), GG_OK);
    assert_int_equal(part->count, 25);
    for (unsigned i = 12; i < 25; i++) assert_string_equal(part->line[i], live->line[i]);
    assert_int_equal(gg_match_recount(match, 3, 2, listen, part), GG_NOT_ALLOWED);
    assert_int_equal(gg_match_recount(match, 0, live->count + 1, listen, part), GG_NOT_ALLOWED);
    forget(live);
    forget(part);
    gg_match_close(match);
}

// The lines are those of the file, and alone they make the match again, tickets checked by its
// seed.
static void lines_make_the_match_again(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        const gg_game *game = seed % 4 ? &relay : &gg_game_template;
        told *live = calloc(1, sizeof *live);
        gg_match *match = played(game, seed, live), *again = NULL;
        char *text, *at;
        size_t length;
        gg_error error;
        assert_int_equal(gg_match_write(match, &text, &length), GG_OK);
        assert_int_equal(gg_match_open(&again, gg_match_setup_of(match), NULL), GG_OK);
        at = strstr(text, "\nlog #");
        for (uint32_t i = 0; i < live->count; i++) {
            at = strchr(at + 1, '\n');
            assert_memory_equal(at + 1, live->line[i], strlen(live->line[i]));
            assert_int_equal(
                gg_match_read_line(again, live->line[i], strlen(live->line[i]), &error), GG_OK);
        }
        assert_int_equal(gg_match_entries(again), gg_match_entries(match));
        assert_memory_equal(gg_match_published(again)->state, gg_match_published(match)->state,
                            game->state_bytes);
        free(text);
        forget(live);
        gg_match_close(match);
        gg_match_close(again);
    }
}

static void bad_lines_are_refused(void **state) {
    told *live = calloc(1, sizeof *live);
    gg_match *match = played(&gg_game_template, 4, live);
    (void)state;
    for (uint32_t i = 0; i < live->count && i < 30; i++) {
        size_t length = strlen(live->line[i]);
        for (size_t k = 0; k < length + 2; k++) {
            gg_match *again = NULL;
            char line[LINE];
            gg_error error;
            bool shorter = k == length, chance = strchr(live->line[i], '~') != NULL;
            assert_int_equal(gg_match_open(&again, gg_match_setup_of(match), NULL), GG_OK);
            for (uint32_t n = 0; n < i; n++)
                assert_int_equal(
                    gg_match_read_line(again, live->line[n], strlen(live->line[n]), &error), GG_OK);
            (void)snprintf(line, sizeof line, "%s%s", live->line[i], k > length ? " " : "");
            if (k < length) line[k] = line[k] == '1' ? '2' : '1';
            gg_status status = gg_match_read_line(again, line, strlen(line) - shorter, &error);
            const char *bar = strstr(live->line[i], " | "), *at = live->line[i] + k;
            if (status == GG_OK) // the time used is anybody's word
                assert_true(!chance && at > bar + 2 && at < strstr(bar, "ms"));
            else
                assert_int_equal(status, GG_BAD_INPUT);
            gg_match_close(again);
        }
    }
    forget(live);
    gg_match_close(match);
}

static void a_store_may_not_know_the_tickets(void **state) {
    told *live = calloc(1, sizeof *live);
    gg_match *match = played(&gg_game_template, 4, live), *again = NULL;
    gg_error error;
    unsigned changed = 0;
    (void)state;
    assert_int_equal(gg_match_open(&again, gg_match_setup_of(match), NULL), GG_OK);
    for (uint32_t i = 0; i < live->count; i++) {
        char line[LINE], *slash = strchr(live->line[i], '/');
        (void)snprintf(line, sizeof line, "%s", live->line[i]);
        if (slash && strchr(live->line[i], '~')) {
            (void)snprintf(line + (slash - live->line[i]), 40, "/?%s", strchr(slash, ' '));
            changed++;
        }
        assert_int_equal(gg_match_read_line(again, line, strlen(line), &error), GG_OK);
    }
    assert_in_range(changed, 5, 1000);
    forget(live);
    gg_match_close(match);
    gg_match_close(again);
}

// ------------------------------------------------------------------------------------ applied once
enum { ROWS = 16 };
static gg_game counting;
static gg_node counted[ROWS];
static unsigned applied;

static void count(const void *table, void *state, gg_action action, gg_events *events) {
    applied++;
    gg_row(&relay, state)->play(table, state, action, events);
}

static void a_step_is_applied_once(void **state) {
    (void)state;
    counting = relay;
    assert_in_range(relay.n_nodes, 1, ROWS);
    for (unsigned i = 0; i < relay.n_nodes; i++) {
        counted[i] = relay.nodes[i];
        if (counted[i].play) counted[i].play = count;
    }
    counting.nodes = counted;
    for (int listens = 0; listens < 2; listens++) {
        gg_match *match = relay_open(&counting, 3);
        told *t = calloc(1, sizeof *t);
        if (listens) gg_match_listen(match, listen, t);
        applied = 0;
        assert_int_equal(relay_act(match, RED, gg_act(COIN, 1, 0, 0)), GG_OK);
        assert_int_equal(relay_act(match, RED, gg_act(COIN, 2, 0, 0)), GG_OK);
        assert_int_equal(applied, 2);
        assert_int_equal(relay_act(match, RED, gg_act(BID, 0, 0, 0)), GG_OK);
        assert_int_equal(applied, 3);
        assert_int_equal(gg_match_entries(match), 1);
        assert_int_equal(t->count, listens);
        forget(t);
        gg_match_close(match);
    }
}

// ------------------------------------------------------------------------------------------ memory
static long allocations_left = -1;
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static bool fails(void) {
    if (allocations_left < 0) return false;
    return allocations_left-- == 0;
}
void *__wrap_malloc(size_t size) {
    return fails() ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t number, size_t size) {
    return fails() ? NULL : __real_calloc(number, size);
}
void *__wrap_realloc(void *old, size_t size) {
    return fails() ? NULL : __real_realloc(old, size);
}

static void hear(void *user, const gg_record *record) {
    ++*(uint32_t *)user;
    assert_int_equal(record->number, *(uint32_t *)user);
}

// Each thing is tried with the first, the second ... allocation failing: then nothing is told and
// nothing has changed, drafts included.
static void no_memory_is_survived(void **state) {
    gg_match *match = relay_open(&relay, 4);
    gg_rng rng, kept;
    uint32_t heard = 0, failures = 0;
    (void)state;
    gg_match_listen(match, hear, &heard);
    gg_rng_seed(&rng, 1, 1);
    for (unsigned i = 0; i < 400 && !relay_over(match); i++) {
        uint32_t entries = gg_match_entries(match), drafted = 0;
        for (int seat = 0; seat < SEATS; seat++) drafted += gg_match_draft(match, seat, NULL);
        gg_status status = GG_NO_MEMORY;
        kept = rng;
        for (long k = 0; status == GG_NO_MEMORY; k++) {
            uint32_t now = 0;
            rng = kept;
            allocations_left = k;
            status = relay_random(match, &rng, NULL);
            allocations_left = -1;
            if (status != GG_NO_MEMORY) break;
            failures++;
            assert_int_equal(gg_match_entries(match), entries);
            assert_int_equal(heard, entries);
            for (int seat = 0; seat < SEATS; seat++) now += gg_match_draft(match, seat, NULL);
            assert_int_equal(now, drafted);
        }
        assert_int_equal(status, GG_OK);
        assert_int_equal(heard, gg_match_entries(match));
    }
    assert_in_range(failures, 8, 100000);
    gg_match_close(match);
}

static void keys_have_notes(void **state) {
    gg_match *match = relay_open(&relay, 1);
    uint64_t note = 0;
    (void)state;
    assert_false(gg_match_key_known(match, RED, 5, &note));
    gg_match_key_keep(match, RED, 5, 77);
    assert_true(gg_match_key_known(match, RED, 5, &note));
    assert_int_equal(note, 77);
    assert_false(gg_match_key_known(match, GREEN, 5, &note));
    gg_match_key_keep(match, RED, 5, 78);
    assert_true(gg_match_key_known(match, RED, 5, &note));
    assert_int_equal(note, 78);
    for (uint64_t key = 100; key < 100 + GG_KEYS_KEPT - 1; key++)
        gg_match_key_keep(match, RED, key, key);
    assert_true(gg_match_key_known(match, RED, 5, NULL));
    gg_match_key_keep(match, RED, 99, 0);
    assert_false(gg_match_key_known(match, RED, 5, NULL));
    gg_match_key_keep(match, SEATS, 5, 1);
    gg_match_key_keep(match, RED, 0, 1);
    assert_false(gg_match_key_known(match, SEATS, 5, NULL));
    assert_false(gg_match_key_known(match, RED, 0, NULL));
    gg_match_close(match);
}

// Adjourned: an entry of the umpire, a half-point each, and the file says so.
static void adjourning_ends(void **state) {
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        told *t = calloc(1, sizeof *t);
        gg_match *match = relay_open(i ? &relay : &gg_game_template, 3), *read;
        gg_rng rng;
        gg_result result;
        gg_error error;
        char *text;
        size_t length;
        gg_match_listen(match, listen, t);
        gg_rng_seed(&rng, 2, 2);
        relay_play(match, &rng, 14, false);
        uint64_t hash = gg_match_entry(match, gg_match_entries(match))->hash;
        assert_int_equal(gg_match_adjourn(match), GG_OK);
        assert_int_equal(gg_match_adjourn(match), GG_NOT_ALLOWED);
        assert_int_equal(gg_match_resign(match, 0), GG_NOT_ALLOWED);
        gg_match_result(match, &result);
        assert_true(result.over);
        assert_int_equal(result.reason, GG_ENTRY_ADJOURN);
        for (int seat = 0; seat < gg_match_setup_of(match)->game->seats; seat++)
            assert_int_equal(result.half[seat], 1);
        assert_non_null(strstr(t->line[t->count - 1], " * adjourned | 0ms "));
        assert_int_equal(t->hash[t->count - 1], hash);
        assert_int_equal(gg_match_write(match, &text, &length), GG_OK);
        assert_int_equal(gg_match_verify(text, length, &error), GG_OK);
        assert_int_equal(gg_match_read(&read, text, length, &error), GG_OK);
        gg_match_result(read, &result);
        assert_int_equal(result.reason, GG_ENTRY_ADJOURN);
        free(text);
        forget(t);
        gg_match_close(read);
        gg_match_close(match);
    }
}

static void count_lines(void *user, const char *line, size_t length) {
    assert_true(length > 0 && !memchr(line, '\n', length));
    ++*(unsigned *)user;
}

static void lines_of_a_file(void **state) {
    told *t = calloc(1, sizeof *t);
    gg_match *match = played(&relay, 7, t);
    gg_error error;
    char *text;
    size_t length;
    unsigned lines = 0, wanted = 0;
    (void)state;
    assert_int_equal(gg_match_write(match, &text, &length), GG_OK);
    for (size_t i = 0; i < length; i++) wanted += text[i] == '\n';
    assert_true(gg_match_lines(text, length, count_lines, &lines, &error));
    assert_int_equal(lines, wanted);
    for (size_t cut = 0; cut < length; cut++)
        assert_false(gg_match_lines(text, cut, count_lines, &lines, &error));
    for (size_t at = 0; at < length; at += 7) {
        char kept = text[at];
        text[at] = kept == 'x' ? 'y' : 'x';
        assert_false(gg_match_lines(text, length, count_lines, &lines, &error));
        text[at] = kept;
    }
    free(text);
    forget(t);
    gg_match_close(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_told_once_and_again),
        cmocka_unit_test(a_part_is_told_again),
        cmocka_unit_test(lines_make_the_match_again),
        cmocka_unit_test(bad_lines_are_refused),
        cmocka_unit_test(a_store_may_not_know_the_tickets),
        cmocka_unit_test(a_step_is_applied_once),
        cmocka_unit_test(no_memory_is_survived),
        cmocka_unit_test(keys_have_notes),
        cmocka_unit_test(adjourning_ends),
        cmocka_unit_test(lines_of_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
