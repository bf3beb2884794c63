// SPDX-License-Identifier: Apache-2.0
// Standing orders of seats at reaction windows, and windows with one answer only.
#include "match_relay.h"

extern const gg_game gg_game_corridors;

static void orders_are_obeyed(void **state) {
    static const gg_order order[3] = {GG_ORDER_ASK, GG_ORDER_ALWAYS, GG_ORDER_NEVER};
    static const uint32_t entries[3] = {4, 5, 5};
    static const unsigned played[3] = {0, PARRY, DECLINE};
    (void)state;
    for (int i = 0; i < 3; i++) {
        gg_match *match = relay_open(&relay, 4);
        relay_bid_all(match);
        assert_int_equal(gg_match_order(match, GREEN, NODE_PLAY, order[i]), GG_NOT_ALLOWED);
        assert_int_equal(gg_match_order(match, GREEN, 99, order[i]), GG_NOT_ALLOWED);
        assert_int_equal(gg_match_order(match, GREEN, NODE_REACT, order[i]), GG_OK);
        assert_true(gg_match_proposal(match, RED) == GG_NO_ACTION); // no window
        assert_int_equal(relay_act(match, RED, gg_act(STRIKE, 0, 0, 0)), GG_OK);
        assert_int_equal(gg_verb_of(gg_match_proposal(match, GREEN)), PARRY); // what always plays
        assert_true(gg_match_proposal(match, RED) == GG_NO_ACTION);
        assert_int_equal(gg_match_entries(match), 4);
        assert_int_equal(gg_match_advance(match), GG_OK);
        assert_int_equal(gg_match_entries(match), entries[i]);
        assert_true(gg_match_awaits(match, i ? RED : GREEN));
        if (i) {
            const gg_entry *entry = gg_match_entry(match, 5);
            assert_int_equal(entry->seat, GREEN);
            assert_int_equal(gg_verb_of(*gg_match_actions(match, entry)), played[i]);
            assert_int_equal(gg_match_undo(match, RED), GG_NOT_ALLOWED);
            assert_int_equal(gg_match_undo(match, GREEN), GG_NOT_ALLOWED);
        }
        gg_match_close(match);
    }
}

// `always` asks the game's policy about a world dealt anew from what the seat knows: matches that
// differ only in what is hidden from it are answered alike (this policy looks at the hidden bid).
static void orders_do_not_peek(void **state) {
    gg_action answer[3];
    (void)state;
    for (unsigned bid = 1; bid <= 3; bid++) {
        gg_match *match = relay_open(&relay, 4);
        for (int seat = 0; seat < SEATS; seat++) {
            unsigned coin = seat == RED ? bid : 1;
            assert_int_equal(relay_act(match, seat, gg_act(COIN, coin, 0, 0)), GG_OK);
            assert_int_equal(relay_act(match, seat, gg_act(BID, 0, 0, 0)), GG_OK);
        }
        assert_int_equal(gg_match_order(match, GREEN, NODE_REACT, GG_ORDER_ALWAYS), GG_OK);
        assert_int_equal(relay_act(match, RED, gg_act(STRIKE, 0, 0, 0)), GG_OK);
        assert_int_equal(gg_match_advance(match), GG_OK);
        answer[bid - 1] = *gg_match_actions(match, gg_match_entry(match, 5));
        gg_match_close(match);
    }
    assert_true(answer[0] == answer[1] && answer[1] == answer[2]);
}

// With an order set for everybody at the start the template plays without asking at its windows.
static void orders_from_the_setup(void **state) {
    (void)state;
    for (unsigned round = 0; round < 40; round++) {
        gg_match_setup setup;
        gg_match *match;
        gg_rng rng;
        gg_rng_seed(&rng, round, 9);
        relay_setup(&gg_game_template, round, &setup);
        setup.order = round % 2 ? GG_ORDER_NEVER : GG_ORDER_ALWAYS;
        assert_int_equal(gg_match_open(&match, &setup, NULL), GG_OK);
        for (assert_int_equal(gg_match_advance(match), GG_OK); !relay_over(match);
             assert_int_equal(gg_match_advance(match), GG_OK)) {
            const gg_position *p = gg_match_published(match);
            gg_turn turn = p->game->turn(p->table, p->state);
            assert_false(p->game->nodes[turn.node].flags & GG_N_WINDOW);
            assert_int_equal(relay_random(match, &rng, NULL), GG_OK);
        }
        gg_match_close(match);
    }
}

// Until the seat decides elsewhere; a standing order of its own goes before.
static void orders_for_the_meantime(void **state) {
    (void)state;
    gg_match *match = relay_open(&relay, 4);
    relay_bid_all(match);
    gg_match_order_meanwhile(match, GREEN, GG_ORDER_NEVER);
    assert_int_equal(relay_act(match, RED, gg_act(STRIKE, 0, 0, 0)), GG_OK);
    assert_int_equal(gg_match_advance(match), GG_OK);
    assert_int_equal(gg_match_entries(match), 5);
    assert_int_equal(gg_verb_of(*gg_match_actions(match, gg_match_entry(match, 5))), DECLINE);
    assert_int_equal(gg_match_order_of(match, GREEN, NODE_REACT), GG_ORDER_ASK);
    assert_int_equal(gg_match_order(match, GREEN, NODE_REACT, GG_ORDER_ALWAYS), GG_OK);
    assert_int_equal(relay_act(match, RED, gg_act(STRIKE, 0, 0, 0)), GG_OK);
    assert_int_equal(gg_match_advance(match), GG_OK);
    assert_int_equal(gg_verb_of(*gg_match_actions(match, gg_match_entry(match, 7))), PARRY);
    gg_match_close(match);
}

// How often seats of a random match are asked at windows: [0] with one answer, [1] with a choice.
static void count_windows(const gg_game *game, unsigned round, bool closes, unsigned asked[2]) {
    static gg_action list[GG_LEGAL_MAX];
    gg_match_setup setup;
    gg_match *match;
    gg_rng rng;
    gg_rng_seed(&rng, round, 9);
    relay_setup(game, round, &setup);
    assert_int_equal(gg_match_open(&match, &setup, NULL), GG_OK);
    for (int seat = 0; seat < game->seats; seat++) gg_match_close_forced(match, seat, closes);
    assert_int_equal(gg_match_closes_forced(match, 1), closes);
    for (assert_int_equal(gg_match_advance(match), GG_OK); !relay_over(match);
         assert_int_equal(gg_match_advance(match), GG_OK)) {
        const gg_position *p = gg_match_published(match);
        gg_turn turn = game->turn(p->table, p->state);
        if (game->nodes[turn.node].flags & GG_N_WINDOW)
            asked[gg_legal(game, p->table, p->state, turn.seat, list) > 1]++;
        assert_int_equal(relay_random(match, &rng, NULL), GG_OK);
    }
    gg_match_close(match);
}

// With one answer only a seat is asked too, unless such windows are closed for it; where it has a
// choice it is always asked.
static void windows_with_one_answer(void **state) {
    unsigned open[2] = {0, 0}, closed[2] = {0, 0};
    (void)state;
    for (unsigned round = 0; round < 3; round++) {
        count_windows(&gg_game_corridors, round, false, open);
        count_windows(&gg_game_corridors, round, true, closed);
    }
    assert_true(open[0] > 10 && closed[0] == 0);
    assert_true(open[1] > 10 && closed[1] > 10);
}

static void what_was_begun_is_left_for_an_order(void **state) {
    (void)state;
    for (int meanwhile = 0; meanwhile < 2; meanwhile++) {
        gg_match *match = relay_open(&relay, 4);
        relay_bid_all(match);
        assert_int_equal(relay_act(match, RED, gg_act(STRIKE, 0, 0, 0)), GG_OK);
        assert_int_equal(gg_match_advance(match), GG_OK);
        assert_true(gg_match_awaits(match, GREEN));
        if (meanwhile)
            gg_match_order_meanwhile(match, GREEN, GG_ORDER_NEVER);
        else
            assert_int_equal(gg_match_order(match, GREEN, NODE_REACT, GG_ORDER_NEVER), GG_OK);
        assert_int_equal(gg_match_advance(match), GG_OK);
        assert_int_equal(gg_match_entries(match), 5);
        gg_match_close(match);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_are_obeyed),
        cmocka_unit_test(orders_do_not_peek),
        cmocka_unit_test(orders_from_the_setup),
        cmocka_unit_test(orders_for_the_meantime),
        cmocka_unit_test(windows_with_one_answer),
        cmocka_unit_test(what_was_begun_is_left_for_an_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
