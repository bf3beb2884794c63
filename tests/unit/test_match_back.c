// SPDX-License-Identifier: Apache-2.0
// Take-back with consent: what may be asked for, who must agree, and what stands afterwards.
#include "match_relay.h"

// The facts after every entry, and which entries lie on the way: a second, simple book.
typedef struct book {
    relay_state at[400];
    uint32_t way[400], length;
} book;

static void note(const gg_match *match, book *b) {
    uint32_t n = gg_match_entries(match);
    assert_true(n < 400);
    memcpy(&b->at[n], gg_match_published(match)->state, sizeof b->at[n]);
    b->way[b->length++] = n;
}

static void agree_all(gg_match *match, int but) {
    for (int seat = 0; seat < SEATS; seat++)
        if (seat != but) assert_int_equal(gg_match_answer_back(match, seat, true), GG_OK);
}

static void same_facts(const gg_match *match, const relay_state *wanted) {
    const gg_position *p = gg_match_published(match);
    assert_memory_equal(p->state, wanted, p->game->facts_bytes);
}

// A file of it is read back to the same match, and its dice hold.
static void file_holds(const gg_match *match) {
    char *text, *again;
    size_t length, size;
    gg_error error;
    gg_match *read;
    assert_int_equal(gg_match_write(match, &text, &length), GG_OK);
    assert_int_equal(gg_match_verify(text, length, &error), GG_OK);
    assert_int_equal(gg_match_read(&read, text, length, &error), GG_OK);
    assert_int_equal(gg_match_write(read, &again, &size), GG_OK);
    assert_int_equal(size, length);
    assert_memory_equal(again, text, length);
    for (int seat = 0; relay_over(match) && seat < SEATS; seat++) // no draft's time is open
        assert_true(gg_match_clock(read, seat) == gg_match_clock(match, seat));
    gg_match_close(read);
    free(text);
    free(again);
}

// Random play; now and then a random own decision is asked for and granted, however far back.
static void goes_back_to_where_it_stood(void **state) {
    unsigned past_dice = 0, far = 0, granted = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        gg_match *match = relay_open(&relay, seed);
        book b = {.length = 0};
        gg_rng rng;
        gg_rng_seed(&rng, seed, 7);
        note(match, &b);
        while (!relay_over(match) && gg_match_entries(match) < 300) {
            uint32_t before = gg_match_entries(match);
            assert_int_equal(relay_random(match, &rng, NULL), GG_OK);
            if (gg_match_entries(match) > before) note(match, &b);
            if (relay_over(match) || b.length < 3 || gg_rng_below(&rng, 12)) continue;
            uint32_t k = 1 + gg_rng_below(&rng, b.length - 1), number = b.way[k];
            const gg_entry *entry = gg_match_entry(match, number);
            if (entry->kind != GG_ENTRY_ACTION) continue;
            for (uint32_t i = k; i < b.length; i++)
                past_dice += gg_match_entry(match, b.way[i])->kind == GG_ENTRY_CHANCE;
            int seat = entry->seat;
            assert_int_equal(gg_match_ask_back(match, seat, number), GG_OK);
            agree_all(match, seat);
            same_facts(match, &b.at[b.way[k - 1]]);
            assert_false(gg_match_counts(match, number, gg_match_entries(match)));
            assert_true(gg_match_awaits(match, seat));
            far += b.length - k > 20;
            granted++;
            b.length = k - 1; // the agreement's own number stands for where it leads
            note(match, &b);
        }
        file_holds(match);
        gg_match_close(match);
    }
    assert_true(past_dice > 20 && far > 5 && granted > 100);
}

static void what_may_be_asked(void **state) {
    gg_match *match = relay_open(&relay, 1);
    uint32_t number;
    unsigned silent;
    (void)state;
    assert_int_equal(gg_match_last_decision(match, RED), 0);
    relay_bid_all(match);                                                  // 1 2 3
    assert_int_equal(relay_act(match, RED, gg_act(STEP, 1, 0, 0)), GG_OK); // 4
    assert_int_equal(relay_act(match, RED, gg_act(STEP, 2, 0, 0)), GG_OK); // 5
    assert_int_equal(gg_match_undo(match, RED), GG_OK);                    // 6
    assert_int_equal(gg_match_last_decision(match, RED), 4);
    assert_int_equal(gg_match_last_decision(match, BLUE), 3);
    assert_int_equal(gg_match_ask_back(match, GREEN, 4), GG_NOT_ALLOWED); // another's
    assert_int_equal(gg_match_ask_back(match, RED, 5), GG_NOT_ALLOWED);   // taken back already
    assert_int_equal(gg_match_ask_back(match, RED, 6), GG_NOT_ALLOWED);   // no decision
    assert_int_equal(gg_match_ask_back(match, RED, 0), GG_NOT_ALLOWED);
    assert_int_equal(gg_match_ask_back(match, RED, 7), GG_NOT_ALLOWED);
    assert_int_equal(gg_match_ask_back(match, GG_UMPIRE, 4), GG_NOT_ALLOWED);
    assert_int_equal(gg_match_answer_back(match, GREEN, true), GG_NOT_ALLOWED); // nobody has asked
    assert_int_equal(gg_match_back_asked(match, &number, &silent), GG_NOBODY);
    assert_int_equal(gg_match_ask_back(match, RED, 1), GG_OK); // 7
    assert_int_equal(gg_match_back_asked(match, &number, &silent), RED);
    assert_true(number == 1 && silent == (1U << GREEN | 1U << BLUE));
    assert_int_equal(gg_match_ask_back(match, RED, 4), GG_NOT_ALLOWED); // one at a time
    assert_int_equal(gg_match_answer_back(match, RED, true), GG_NOT_ALLOWED);
    assert_int_equal(gg_match_answer_back(match, GREEN, true), GG_OK);
    assert_int_equal(gg_match_answer_back(match, GREEN, true), GG_NOT_ALLOWED);
    assert_int_equal(gg_match_answer_back(match, BLUE, false), GG_OK);
    assert_int_equal(gg_match_back_asked(match, NULL, NULL), GG_NOBODY);
    assert_int_equal(relay_see(match, RED)->points[RED], 1); // nothing has changed
    assert_int_equal(gg_match_ask_back(match, RED, 4), GG_OK);
    assert_int_equal(gg_match_answer_back(match, RED, false), GG_OK); // he thinks better of it
    assert_int_equal(gg_match_answer_back(match, GREEN, true), GG_NOT_ALLOWED);
    assert_int_equal(gg_match_ask_back(match, RED, 4), GG_OK);
    assert_int_equal(relay_act(match, RED, gg_act(STEP, 3, 0, 0)), GG_OK); // played on
    assert_int_equal(gg_match_answer_back(match, GREEN, true), GG_NOT_ALLOWED);
    assert_int_equal(gg_match_ask_back(match, RED, 4), GG_OK);
    assert_int_equal(gg_match_resign(match, BLUE), GG_OK);
    assert_int_equal(gg_match_answer_back(match, GREEN, true), GG_NOT_ALLOWED); // it is over
    assert_int_equal(gg_match_ask_back(match, RED, 4), GG_NOT_ALLOWED);
    file_holds(match);
    gg_match_close(match);
}

// Drafts are dropped; their time and that of what was taken back stays used.
static void time_stays_used(void **state) {
    gg_match_setup setup;
    gg_match *match;
    (void)state;
    relay_setup(&relay, 4, &setup);
    setup.clock_ms[RED] = setup.clock_ms[GREEN] = 10000;
    setup.increment_ms = 10;
    assert_int_equal(gg_match_open(&match, &setup, NULL), GG_OK);
    relay_bid_all(match); // two sends of 100 ms each, 1 2 3
    assert_int_equal(relay_act(match, RED, gg_act(STEP, 1, 0, 0)), GG_OK); // 4
    assert_int_equal(relay_act(match, RED, gg_act(COIN, 1, 0, 0)), GG_OK); // a draft
    assert_int_equal(gg_match_clock(match, RED), 10000 - 400 + 20);
    assert_int_equal(gg_match_ask_back(match, RED, 1), GG_OK);
    agree_all(match, RED);
    assert_int_equal(gg_match_draft(match, RED, NULL), 0);
    assert_int_equal(gg_match_clock(match, RED), 10000 - 400 + 20);
    assert_int_equal(gg_match_clock(match, GREEN), 10000 - 200 + 10);
    assert_non_null(gg_match_undo_refusal(match, RED, GG_EN));
    relay_bid_all(match);
    assert_int_equal(gg_match_clock(match, RED), 10000 - 600 + 20); // he decided last as well
    file_holds(match);
    gg_match_close(match);
}

// An increment never lifts a clock above its start.
static void clocks_are_not_filled_over(void **state) {
    gg_match_setup setup;
    gg_match *match;
    (void)state;
    relay_setup(&relay, 4, &setup);
    setup.clock_ms[RED] = setup.clock_ms[GREEN] = 10000;
    setup.increment_ms = 150;
    assert_int_equal(gg_match_open(&match, &setup, NULL), GG_OK);
    relay_bid_all(match);
    assert_int_equal(gg_match_clock(match, RED), 10000 - 200 + 150);
    assert_int_equal(relay_act(match, RED, gg_act(STEP, 1, 0, 0)), GG_OK);
    assert_int_equal(gg_match_clock(match, RED), 10000);
    gg_match_close(match);
}

// The same gamble after a take-back meets other dice: nobody knows what is to come.
static void dice_go_on(void **state) {
    unsigned other = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        gg_match *match = relay_open(&relay, seed);
        uint64_t ticket[2];
        relay_bid_all(match);
        for (int i = 0; i < 2; i++) {
            assert_int_equal(relay_act(match, RED, gg_act(GAMBLE, 0, 0, 0)), GG_OK);
            assert_int_equal(gg_match_draw(match, NULL), GG_OK);
            ticket[i] = gg_match_entry(match, gg_match_entries(match))->ticket;
            if (i) break;
            assert_int_equal(gg_match_ask_back(match, RED, gg_match_last_decision(match, RED)),
                             GG_OK);
            agree_all(match, RED);
        }
        other += ticket[0] != ticket[1];
        file_holds(match);
        gg_match_close(match);
    }
    assert_true(other > 20);
}

// An answer at a window may have been an order's: the decision before it is meant.
static void windows_come_last(void **state) {
    gg_match *match = relay_open(&relay, 3);
    (void)state;
    relay_bid_all(match);                                                       // 1 2 3
    assert_int_equal(relay_act(match, RED, gg_act(STRIKE, 0, 0, 0)), GG_OK);    // 4
    assert_int_equal(relay_act(match, GREEN, gg_act(DECLINE, 0, 0, 0)), GG_OK); // 5
    assert_int_equal(gg_match_last_decision(match, GREEN), 2);
    assert_int_equal(gg_match_last_decision(match, RED), 4);
    assert_int_equal(gg_match_ask_back(match, GREEN, 5), GG_OK); // but he may name it
    agree_all(match, GREEN);
    assert_true(gg_match_awaits(match, GREEN));
    file_holds(match);
    gg_match_close(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goes_back_to_where_it_stood),
        cmocka_unit_test(what_may_be_asked),
        cmocka_unit_test(time_stays_used),
        cmocka_unit_test(clocks_are_not_filled_over),
        cmocka_unit_test(dice_go_on),
        cmocka_unit_test(windows_come_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
