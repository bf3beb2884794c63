// SPDX-License-Identifier: Apache-2.0
// The match engine: dice, log, replay, undo, drafts, early answers, keys, clocks.
// The template is the real game; the relay (match_relay.c) has what the template lacks.
#include "match_relay.h"

// ------------------------------------------------------------------------------------------- dice
static void open_dice(gg_dice *dice, unsigned number) {
    static const char *const client[2] = {"heads", "tails"};
    uint8_t seed[GG_SEED_BYTES] = {(uint8_t)number, 2, 3};
    gg_dice_open(dice, seed, "dice-test", client, 2);
}

// The formula of match.h, with the whole message at once.
static void dice_follow_the_formula(void **state) {
    gg_dice dice;
    gg_hmac_key key;
    uint8_t seed[GG_SEED_BYTES] = {9, 2, 3}, tag[32];
    static const uint64_t counters[] = {0, 9, 10, 99999, UINT64_C(1) << 40, UINT64_MAX};
    (void)state;
    open_dice(&dice, 9);
    gg_hmac_key_init(&key, seed, sizeof seed);
    for (unsigned i = 0; i < sizeof counters / sizeof counters[0]; i++) {
        char text[128];
        uint64_t word = 0;
        int n = snprintf(text, sizeof text, "grognard dice 1\ndice-test\nheads\ntails\n%llu 0\n",
                         (unsigned long long)counters[i]);
        gg_hmac(&key, text, (size_t)n, tag);
        for (int b = 0; b < 8; b++) word = word << 8 | tag[b];
        assert_int_equal(gg_dice_draw(&dice, counters[i], 1000), word % 1000);
        assert_int_equal(gg_dice_draw(&dice, counters[i], 1), 0);
    }
}

static void dice_commit(void **state) {
    // SHA-256 of 32 zero bytes, a published value.
    uint8_t seed[GG_SEED_BYTES] = {0};
    char hex[65];
    (void)state;
    gg_dice_commitment(seed, hex);
    assert_string_equal(hex, "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
}

// Draws stay below their bound and fill it evenly. Of 3 * 2^51 tickets 2^64 holds 2730 runs and a
// rest of 2^52: a first word in that rest must be passed over, which happens once in 4096 draws.
static void dice_are_bounded_and_even(void **state) {
    gg_dice dice;
    gg_hmac_key key;
    uint8_t seed[GG_SEED_BYTES] = {1, 2, 3}, tag[32];
    uint64_t tickets = UINT64_C(3) << 51, count[4] = {0};
    unsigned passed = 0;
    (void)state;
    open_dice(&dice, 1);
    gg_hmac_key_init(&key, seed, sizeof seed);
    for (uint64_t k = 0; k < 40000; k++) {
        uint64_t ticket = gg_dice_draw(&dice, k, tickets), word[2] = {0};
        char text[128];
        int n = snprintf(text, sizeof text, "grognard dice 1\ndice-test\nheads\ntails\n%llu 0\n",
                         (unsigned long long)k);
        gg_hmac(&key, text, (size_t)n, tag);
        for (int b = 0; b < 16; b++) word[b / 8] = word[b / 8] << 8 | tag[b];
        bool first = word[0] < tickets * 2730;
        assert_int_equal(ticket, word[first ? 0 : 1] % tickets);
        passed += !first;
        count[ticket / (tickets / 4)]++;
        assert_true(gg_dice_draw(&dice, k, UINT64_C(1) << 53) < UINT64_C(1) << 53);
    }
    assert_in_range(passed, 2, 30);
    for (int i = 0; i < 4; i++) assert_in_range(count[i], 9500, 10500);
}

static double chi_square(const uint32_t *count, unsigned cells, double total) {
    double sum = 0, expected = total / cells;
    for (unsigned i = 0; i < cells; i++) sum += (count[i] - expected) * (count[i] - expected);
    return sum / expected;
}

// Singles, pairs and triples of consecutive dice. Bounds: one chance in about a million each side
// (5, 35 and 215 degrees of freedom); the lower ones catch dice that are too good to be true.
static void dice_are_fair(void **state) {
    static uint32_t one[6], two[36], three[216];
    enum { N = 540000 };
    gg_dice dice;
    unsigned last = 0, before = 0;
    (void)state;
    open_dice(&dice, 2);
    for (unsigned k = 0; k < N; k++) {
        unsigned die = (unsigned)gg_dice_draw(&dice, k, 6);
        one[die]++;
        if (k % 2 == 1) two[last * 6 + die]++;
        if (k % 3 == 2) three[before * 36 + last * 6 + die]++;
        before = last;
        last = die;
    }
    double x1 = chi_square(one, 6, N), x2 = chi_square(two, 36, N / 2.0),
           x3 = chi_square(three, 216, N / 3.0);
    assert_true(x1 < 36.0);
    assert_true(x2 > 8.0 && x2 < 85.0);
    assert_true(x3 > 128.0 && x3 < 325.0);
}

static void dice_depend_on_everything(void **state) {
    static const char *const client[2][2] = {{"heads", "tails"}, {"heads", "tailz"}};
    static const char *const id[2] = {"dice-test", "dice-tesu"};
    uint8_t seed[2][GG_SEED_BYTES] = {{2, 2, 3}, {2, 2, 2}};
    uint64_t big = UINT64_C(1) << 53;
    gg_dice dice[4];
    (void)state;
    gg_dice_open(&dice[0], seed[0], id[0], client[0], 2);
    gg_dice_open(&dice[1], seed[1], id[0], client[0], 2);
    gg_dice_open(&dice[2], seed[0], id[1], client[0], 2);
    gg_dice_open(&dice[3], seed[0], id[0], client[1], 2);
    for (int i = 1; i < 4; i++)
        assert_true(gg_dice_draw(&dice[0], 5, big) != gg_dice_draw(&dice[i], 5, big));
}

// ---------------------------------------------------------------------------------------- opening
static void open_refuses(void **state) {
    gg_match_setup good, s;
    gg_match *match;
    gg_verdict verdict;
    (void)state;
    relay_setup(&relay, 1, &good);
    for (int i = 0; i < 12; i++) {
        s = good;
        switch (i) {
        case 0: s.id[0] = 0; break;
        case 1: strcpy(s.id, "a b"); break;
        case 2: memset(s.id, 'a', sizeof s.id); break; // not ended
        case 3: strcpy(s.name[1], "two\nlines"); break;
        case 4: strcpy(s.name[1], "\xc3"); break; // cut UTF-8
        case 5:
            strcpy(s.name[1], "a\xe2\x80\xae"
                              "b");
            break; // turns the writing round
        case 6: strcpy(s.client_seed[2], "a b"); break;
        case 7: s.request.scenario = 2; break;
        case 8: s.request.option[0] = 0; break;
        case 9: s.request.option[1] = 4; break;
        case 10: strcpy(s.name[0], "\xc0\xaf"); break; // not the shortest form
        default: s.order = 3; break;
        }
        assert_int_equal(gg_match_open(&match, &s, &verdict), GG_BAD_INPUT);
        assert_null(match);
    }
    s = good;
    s.request.option[0] = 1;
    s.request.option[1] = 3;
    assert_int_equal(gg_match_open(&match, &s, &verdict), GG_REFUSED);
    assert_int_equal(verdict.refusal, 3);
}

// ------------------------------------------------------------------------- log, replay, projection
enum { HISTORY = 4096 };
typedef struct history {
    char *state[HISTORY]; // after entry i
    uint32_t count;
} history;

static void remember(history *h, const gg_match *match) {
    const gg_position *p = gg_match_published(match);
    while (h->count <= gg_match_entries(match)) {
        assert_true(h->count < HISTORY);
        h->state[h->count] = malloc(p->game->state_bytes);
        memcpy(h->state[h->count++], p->state, p->game->state_bytes);
    }
}

static void forget(history *h) {
    for (uint32_t i = 0; i < h->count; i++) free(h->state[i]);
    h->count = 0;
}

static void same_events(const gg_events *a, const gg_events *b) {
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->event, b->event, a->count * sizeof a->event[0]);
}

// Any entry, forwards, backwards and at random, gives the bytes that stood there when it was made;
// the events of an entry are those told when it was made.
static void replay_finds_every_position(void **state) {
    const gg_game *const games[2] = {&relay, &gg_game_template};
    (void)state;
    for (unsigned round = 0; round < 60; round++) {
        const gg_game *game = games[round % 2];
        gg_match *match = relay_open(game, round);
        gg_rng rng;
        gg_events events, again;
        gg_position p = {0};
        history h = {.count = 0};
        uint32_t bad;
        gg_rng_seed(&rng, round, 1);
        remember(&h, match);
        while (!relay_over(match)) {
            uint32_t seen = gg_match_entries(match);
            for (int seat = 0; seat < game->seats && gg_rng_below(&rng, 3) == 0; seat++)
                (void)gg_match_undo(match, seat);
            remember(&h, match);
            seen = gg_match_entries(match);
            assert_int_equal(relay_random(match, &rng, &events), GG_OK);
            remember(&h, match);
            if (gg_match_entries(match) == seen) {
                assert_int_equal(events.count, 0); // a draft step publishes nothing
                continue;
            }
            assert_int_equal(gg_match_events_for(match, seen + 1, GG_UMPIRE, &again), GG_OK);
            same_events(&events, &again);
        }
        for (uint32_t i = 0; i < 3 * h.count; i++) {
            uint32_t n = i < h.count       ? i
                         : i < 2 * h.count ? 2 * h.count - 1 - i
                                           : gg_rng_below(&rng, h.count);
            assert_int_equal(gg_match_at(match, n, &p), GG_OK);
            assert_memory_equal(p.state, h.state[n], game->state_bytes);
            if (n) assert_int_equal(gg_match_entry(match, n)->hash, gg_facts_hash(game, p.state));
        }
        assert_int_equal(gg_match_at(match, h.count, &p), GG_NOT_ALLOWED);
        assert_int_equal(gg_match_replay_check(match, &p, &bad), GG_OK);
        assert_int_equal(bad, 0);
        gg_position_close(&p);
        forget(&h);
        gg_match_close(match);
    }
}

// replay_check is no rubber stamp: a wrong hash, a wrong ticket, a wrong action are each found.
static void replay_check_finds_damage(void **state) {
    gg_match *match = relay_open(&gg_game_template, 5);
    gg_rng rng;
    gg_position p = {0};
    uint32_t bad;
    (void)state;
    gg_rng_seed(&rng, 5, 1);
    relay_play(match, &rng, 30, false);
    for (uint32_t n = 1; n <= 30; n++) {
        gg_entry *entry = (gg_entry *)gg_match_entry(match, n), kept = *entry;
        gg_action *action = (gg_action *)gg_match_actions(match, entry), old = *action;
        entry->hash ^= 1;
        assert_int_equal(gg_match_replay_check(match, &p, &bad), GG_REFUSED);
        assert_int_equal(bad, n);
        *entry = kept;
        *action ^= UINT64_C(7) << 30;
        assert_int_equal(gg_match_replay_check(match, &p, &bad), GG_REFUSED);
        assert_int_equal(bad, n);
        *action = old;
        if (entry->kind == GG_ENTRY_CHANCE) {
            entry->ticket += 10;
            assert_int_equal(gg_match_replay_check(match, &p, &bad), GG_REFUSED);
            assert_int_equal(bad, n);
            *entry = kept;
        }
    }
    assert_int_equal(gg_match_replay_check(match, &p, &bad), GG_OK);
    gg_position_close(&p);
    gg_match_close(match);
}

static void events_are_cut_to_the_viewer(void **state) {
    gg_match *match = relay_open(&relay, 3);
    gg_events events;
    (void)state;
    assert_int_equal(relay_act(match, RED, gg_act(COIN, 2, 0, 0)), GG_OK);
    assert_int_equal(relay_act(match, RED, gg_act(BID, 0, 0, 0)), GG_OK);
    assert_int_equal(gg_match_events_for(match, 1, GG_UMPIRE, &events), GG_OK);
    assert_int_equal(events.count, 2);
    assert_int_equal(gg_match_events_for(match, 1, RED, &events), GG_OK);
    assert_int_equal(events.count, 2);
    assert_int_equal(events.event[1].arg[1], 2);
    for (int i = 0; i < 2; i++) { // the coin is hidden whole, the bid without its number
        assert_int_equal(gg_match_events_for(match, 1, i ? GG_PUBLIC : BLUE, &events), GG_OK);
        assert_int_equal(events.count, 1);
        assert_int_equal(events.event[0].arg[0], RED);
        assert_int_equal(events.event[0].arg[1], GG_HIDDEN);
    }
    gg_match_close(match);
}

// ------------------------------------------------------------------------------------------- undo
// A second, simple model of undo: a stack of states since the last barrier.
typedef struct model {
    relay_state back[HISTORY];
    uint32_t depth;
    int seat;
} model;

static void model_entry(model *m, const relay_state *before, const relay_state *after, int seat,
                        const gg_events *events) {
    bool stays = relay_at(after)->seat == seat && relay_at(after)->node == NODE_PLAY;
    if (m->seat != seat) m->depth = 0;
    m->seat = seat;
    m->back[m->depth++] = *before;
    if (!stays || seat == GG_CHANCE || gg_events_reveal(events)) m->depth = 0;
}

static void undo_agrees_with_a_stack(void **state) {
    (void)state;
    for (unsigned round = 0; round < 100; round++) {
        gg_match *match = relay_open(&relay, 100 + round);
        gg_rng rng;
        static model m;
        m.depth = 0;
        m.seat = -1;
        gg_rng_seed(&rng, round, 2);
        while (!relay_over(match)) {
            const relay_state *now = gg_match_published(match)->state;
            relay_state before = *now;
            int mover = relay_at(now)->node == NODE_DIE ? GG_CHANCE : relay_at(now)->seat;
            uint32_t entries = gg_match_entries(match);
            gg_events events;
            for (int seat = 0; seat < SEATS; seat++) {
                bool draft = gg_match_draft(match, seat, NULL) > 0;
                bool may = draft || (m.depth > 0 && m.seat == seat);
                assert_int_equal(gg_match_undo_refusal(match, seat, GG_FR) == NULL, may);
                assert_int_equal(gg_match_undo_refusal(match, seat, GG_EN) == NULL, may);
                if (!may) assert_int_equal(gg_match_undo(match, seat), GG_NOT_ALLOWED);
            }
            if (m.depth && gg_match_draft(match, m.seat, NULL) == 0 && gg_rng_below(&rng, 3) == 0) {
                assert_int_equal(gg_match_undo(match, m.seat), GG_OK);
                assert_int_equal(gg_match_entries(match), entries + 1);
                assert_int_equal(gg_match_entry(match, entries + 1)->kind, GG_ENTRY_UNDO);
                assert_memory_equal(now, &m.back[--m.depth], sizeof *now);
                continue;
            }
            assert_int_equal(relay_random(match, &rng, &events), GG_OK);
            if (gg_match_entries(match) > entries) model_entry(&m, &before, now, mover, &events);
        }
        assert_string_equal(gg_match_undo_refusal(match, RED, GG_EN), "The match is over.");
        gg_match_close(match);
    }
}

// Q11: an undone and repeated action meets the same result, whatever was tried in between.
static void undo_does_not_change_the_dice(void **state) {
    gg_events first, second;
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        gg_match *a = relay_open(&relay, seed), *b = relay_open(&relay, seed);
        relay_bid_all(a);
        relay_bid_all(b);
        relay_act(a, RED, gg_act(GAMBLE, 0, 0, 0));
        assert_int_equal(gg_match_draw(a, &first), GG_OK);
        // The rules make it final: they are the reason, not the die; to others they say nothing.
        assert_string_equal(gg_match_undo_refusal(a, RED, GG_FR), "Les jeux sont faits.");
        assert_string_equal(gg_match_undo_refusal(a, RED, GG_EN), "The bet stands.");
        assert_string_not_equal(gg_match_undo_refusal(a, BLUE, GG_EN), "The bet stands.");
        relay_act(a, RED, gg_act(STEP, 2, 0, 0));
        assert_null(gg_match_undo_refusal(a, RED, GG_EN));
        for (int i = 0; i < 5; i++) {
            assert_int_equal(relay_act(b, RED, gg_act(STEP, 2, 0, 0)), GG_OK);
            assert_int_equal(gg_match_undo(b, RED), GG_OK);
        }
        relay_act(b, RED, gg_act(GAMBLE, 0, 0, 0));
        assert_int_equal(gg_match_undo(b, RED), GG_NOT_ALLOWED); // the die is due
        assert_int_equal(gg_match_draw(b, &second), GG_OK);
        same_events(&first, &second);
        gg_match_close(a);
        gg_match_close(b);
    }
}

static void undone_entries_do_not_count(void **state) {
    gg_match *match = relay_open(&relay, 1);
    (void)state;
    relay_bid_all(match);                                                  // 1 2 3
    assert_int_equal(relay_act(match, RED, gg_act(STEP, 1, 0, 0)), GG_OK); // 4
    assert_int_equal(relay_act(match, RED, gg_act(STEP, 2, 0, 0)), GG_OK); // 5
    assert_int_equal(gg_match_comment(match, GREEN, "Oh"), GG_OK);         // 6
    assert_int_equal(gg_match_undo(match, RED), GG_OK);                    // 7
    assert_int_equal(gg_match_undo(match, RED), GG_OK);                    // 8
    assert_int_equal(relay_act(match, RED, gg_act(STEP, 3, 0, 0)), GG_OK); // 9
    assert_true(gg_match_counts(match, 5, 6) && gg_match_counts(match, 4, 7));
    assert_false(gg_match_counts(match, 5, 7) || gg_match_counts(match, 4, 8));
    assert_false(gg_match_counts(match, 4, 9) || gg_match_counts(match, 9, 8));
    assert_true(gg_match_counts(match, 9, 9) && gg_match_counts(match, 6, 9));
    assert_true(gg_match_counts(match, 3, 9));
    assert_int_equal(relay_see(match, RED)->points[RED], 3);
    gg_match_close(match);
}

// ------------------------------------------------------------------------------------------ drafts
static void drafts_are_private(void **state) {
    gg_match *match = relay_open(&gg_game_template, 12);
    gg_rng rng;
    (void)state;
    gg_rng_seed(&rng, 3, 3);
    // The first assault that can be begun.
    for (bool begun = false; !begun;) {
        const gg_position *p = gg_match_published(match);
        gg_action list[32];
        int seat = p->game->turn(p->table, p->state).seat;
        uint32_t entries = gg_match_entries(match);
        uint32_t n = seat < 2 ? gg_legal(p->game, p->table, p->state, seat, list) : 0;
        begun = false;
        for (uint32_t i = 0; i < n && !begun; i++) begun = gg_is_draft(p->game, list[i]);
        if (!begun) {
            assert_false(relay_over(match));
            assert_int_equal(relay_random(match, &rng, NULL), GG_OK);
            continue;
        }
        char before[512];
        memcpy(before, p->state, p->game->state_bytes);
        for (uint32_t i = 0; i < n; i++)
            if (gg_is_draft(p->game, list[i]) && gg_match_draft(match, seat, NULL) == 0)
                assert_int_equal(relay_act(match, seat, list[i]), GG_OK);
        const gg_position *own = gg_match_position_for(match, seat);
        n = gg_legal(p->game, own->table, own->state, seat, list);
        assert_int_equal(relay_act(match, seat, list[0]), GG_OK); // a card
        assert_int_equal(gg_match_draft(match, seat, NULL), 2);
        assert_int_equal(gg_match_entries(match), entries);
        assert_memory_equal(before, gg_match_published(match)->state, p->game->state_bytes);
        assert_ptr_equal(gg_match_position_for(match, 1 - seat), gg_match_published(match));
        assert_ptr_not_equal(gg_match_position_for(match, seat), gg_match_published(match));
        assert_int_equal(gg_match_undo(match, 1 - seat), GG_NOT_ALLOWED);
        for (unsigned left = 2; left-- > 0;) {
            assert_int_equal(gg_match_undo(match, seat), GG_OK);
            assert_int_equal(gg_match_draft(match, seat, NULL), left);
        }
        assert_ptr_equal(gg_match_position_for(match, seat), gg_match_published(match));
        assert_int_equal(gg_match_entries(match), entries); // never logged
    }
    gg_match_close(match);
}

static void a_closed_draft_is_one_entry(void **state) {
    gg_match *match = relay_open(&relay, 4);
    gg_events events;
    const gg_entry *entry;
    (void)state;
    relay_bid_all(match);
    for (unsigned i = 1; i <= 3; i++)
        assert_int_equal(gg_match_act(match, RED, gg_act(COIN, i, 0, 0), 0, 3, 1000, NULL, &events),
                         GG_OK);
    assert_int_equal(events.count, 0);
    assert_int_equal(gg_match_undo(match, RED), GG_OK); // the 3
    assert_int_equal(gg_match_act(match, RED, gg_act(BID, 0, 0, 0), 0, 3, 5, NULL, &events), GG_OK);
    assert_int_equal(events.count, 3); // coin, coin, bid
    entry = gg_match_entry(match, 4);
    assert_int_equal(gg_match_entries(match), 4);
    assert_int_equal(entry->steps, 3);
    assert_int_equal(entry->ms, 3005); // thinking about the undone step took time too
    assert_int_equal(gg_match_actions(match, entry)[1], gg_act(COIN, 2, 0, 0));
    assert_int_equal(relay_see(match, RED)->points[RED], 3);
    assert_int_equal(gg_match_undo(match, RED), GG_OK); // the unit as a whole
    assert_int_equal(relay_see(match, RED)->points[RED], 0);
    assert_int_equal(gg_match_draft(match, RED, NULL), 0);
    gg_match_close(match);
}

// ------------------------------------------------------------------------------------------ sealed
static void early_answers_wait_for_their_turn(void **state) {
    gg_match *match = relay_open(&relay, 4);
    gg_verdict verdict;
    (void)state;
    for (int seat = 0; seat < SEATS; seat++) assert_true(gg_match_awaits(match, seat));
    // Blue, the last, answers first, thinks again, answers anew; Green begins.
    assert_int_equal(relay_act(match, BLUE, gg_act(COIN, 3, 0, 0)), GG_OK);
    assert_int_equal(relay_act(match, BLUE, gg_act(BID, 0, 0, 0)), GG_OK);
    assert_false(gg_match_awaits(match, BLUE));
    assert_int_equal(relay_act(match, BLUE, gg_act(COIN, 3, 0, 0)), GG_NOT_ALLOWED);
    assert_int_equal(gg_match_undo(match, BLUE), GG_OK);
    assert_int_equal(relay_act(match, BLUE, gg_act(COIN, 2, 0, 0)), GG_OK);
    assert_int_equal(gg_match_act(match, BLUE, gg_act(STEP, 1, 0, 0), 0, 0, 0, &verdict, NULL),
                     GG_REFUSED);
    assert_int_equal(verdict.refusal, 2); // NOT_HERE: judged on his own copy
    assert_int_equal(relay_act(match, BLUE, gg_act(BID, 0, 0, 0)), GG_OK);
    assert_int_equal(relay_act(match, GREEN, gg_act(COIN, 1, 0, 0)), GG_OK);
    assert_int_equal(gg_match_entries(match), 0);
    assert_int_equal(relay_see(match, RED)->bid[BLUE], 0); // nobody else sees anything
    assert_int_equal(gg_match_advance(match), GG_OK);
    assert_int_equal(gg_match_entries(match), 0);
    assert_int_equal(relay_see(match, GREEN)->bid[RED], 1); // a stand-in
    assert_int_equal(relay_act(match, RED, gg_act(COIN, 3, 0, 0)), GG_OK);
    assert_int_equal(relay_act(match, RED, gg_act(BID, 0, 0, 0)), GG_OK);
    assert_int_equal(relay_see(match, GREEN)->bid[RED], 3); // his copy has followed
    assert_int_equal(relay_see(match, GREEN)->coins, 1);
    assert_int_equal(gg_match_advance(match), GG_OK);
    assert_int_equal(gg_match_entries(match), 1);            // Green has not closed
    assert_int_equal(gg_match_draft(match, GREEN, NULL), 1); // but kept what it had
    assert_int_equal(relay_act(match, GREEN, gg_act(BID, 0, 0, 0)), GG_OK);
    assert_int_equal(relay_act(match, BLUE, gg_act(COIN, 1, 0, 0)), GG_NOT_ALLOWED);
    assert_int_equal(gg_match_advance(match), GG_OK);
    assert_int_equal(gg_match_entries(match), 3);
    for (uint32_t n = 1; n <= 3; n++) assert_int_equal(gg_match_entry(match, n)->seat, n - 1);
    const relay_state *s = gg_match_published(match)->state;
    assert_true(s->bid[RED] == 3 && s->bid[GREEN] == 1 && s->bid[BLUE] == 5);
    assert_int_equal(gg_match_entry(match, 3)->ms,
                     400); // four sends; the refused ones do not count
    gg_match_close(match);
}

static void nobody_answers_early_elsewhere(void **state) {
    gg_match *match = relay_open(&relay, 4);
    gg_verdict verdict;
    (void)state;
    relay_bid_all(match);
    assert_false(gg_match_awaits(match, GREEN));
    assert_int_equal(gg_match_act(match, GREEN, gg_act(STEP, 1, 0, 0), 0, 3, 0, &verdict, NULL),
                     GG_REFUSED);
    assert_int_equal(verdict.refusal, 1);
    assert_int_equal(gg_match_act(match, -1, gg_act(STEP, 1, 0, 0), 0, 3, 0, &verdict, NULL),
                     GG_NOT_ALLOWED);
    assert_int_equal(gg_match_act(match, SEATS, gg_act(STEP, 1, 0, 0), 0, 3, 0, &verdict, NULL),
                     GG_NOT_ALLOWED);
    assert_int_equal(gg_match_act(match, RED, UINT64_MAX, 0, 3, 0, &verdict, NULL), GG_REFUSED);
    gg_match_close(match);
}

// Two sealed nodes, one after the other: what is asked at the second may depend on what was really
// answered at the first, so nobody is asked there before the first is done.
static void early_answers_stay_at_their_node(void **state) {
    gg_node nodes[NODES];
    gg_game twice = relay;
    (void)state;
    memcpy(nodes, relay.nodes, sizeof nodes);
    nodes[NODE_PLAY].flags |= GG_N_SEALED;
    twice.nodes = nodes;
    gg_match *match = relay_open(&twice, 4);
    for (int seat = RED; seat < BLUE; seat++) {
        assert_int_equal(relay_act(match, seat, gg_act(COIN, 1, 0, 0)), GG_OK);
        assert_int_equal(relay_act(match, seat, gg_act(BID, 0, 0, 0)), GG_OK);
        assert_false(gg_match_awaits(match, seat)); // he has answered
    }
    assert_true(gg_match_awaits(match, BLUE));
    assert_ptr_equal(gg_match_position_for(match, RED), gg_match_published(match));
    assert_int_equal(relay_act(match, BLUE, gg_act(COIN, 1, 0, 0)), GG_OK);
    assert_int_equal(relay_act(match, BLUE, gg_act(BID, 0, 0, 0)), GG_OK);
    assert_true(gg_match_awaits(match, RED));
    gg_match_close(match);
}

// The template's opening: South may garrison before North has chosen, and North never knows.
static void template_opening_can_be_early(void **state) {
    gg_match *match = relay_open(&gg_game_template, 8);
    gg_action list[32];
    (void)state;
    assert_int_equal(gg_match_advance(match), GG_OK);
    uint32_t entries = gg_match_entries(match);
    const gg_position *p = gg_match_position_for(match, 1);
    assert_ptr_not_equal(p, gg_match_published(match));
    uint32_t n = gg_legal(p->game, p->table, p->state, 1, list);
    assert_true(n > 0);
    gg_action south = list[n - 1];
    assert_int_equal(relay_act(match, 1, south), GG_OK);
    assert_int_equal(gg_match_entries(match), entries);
    p = gg_match_published(match);
    n = gg_legal(p->game, p->table, p->state, 0, list);
    assert_int_equal(relay_act(match, 0, list[0]), GG_OK);
    assert_int_equal(gg_match_advance(match), GG_OK);
    assert_int_equal(gg_match_entry(match, entries + 1)->seat, 0);
    assert_int_equal(gg_match_entry(match, entries + 2)->seat, 1);
    assert_int_equal(*gg_match_actions(match, gg_match_entry(match, entries + 2)), south);
    gg_match_close(match);
}

// ------------------------------------------------------------------------- keys, numbers, endings
static void a_repeated_send_is_harmless(void **state) {
    gg_match *match = relay_open(&relay, 4);
    gg_events events;
    (void)state;
    relay_bid_all(match);
    gg_action step = gg_act(STEP, 1, 0, 0), done = gg_act(DONE, 0, 0, 0);
    assert_int_equal(gg_match_act(match, RED, step, 77, 3, 0, NULL, &events), GG_OK);
    assert_int_equal(events.count, 1);
    assert_int_equal(gg_match_act(match, RED, step, 77, 3, 0, NULL, &events), GG_OK);
    assert_int_equal(events.count, 0);
    assert_int_equal(gg_match_entries(match), 4);
    assert_int_equal(gg_match_act(match, RED, step, 78, 3, 0, NULL, NULL), GG_STALE);
    assert_int_equal(gg_match_act(match, RED, step, 78, 5, 0, NULL, NULL), GG_STALE);
    assert_int_equal(gg_match_act(match, RED, step, 0, 3, 0, NULL, NULL), GG_STALE);
    // A refused action leaves its key free; another seat may use the same key.
    assert_int_equal(gg_match_act(match, RED, gg_act(STEP, 9, 0, 0), 79, 4, 0, NULL, NULL),
                     GG_REFUSED);
    assert_int_equal(gg_match_act(match, RED, done, 79, 4, 0, NULL, NULL), GG_OK);
    assert_int_equal(gg_match_act(match, GREEN, step, 77, 5, 0, NULL, NULL), GG_OK);
    assert_int_equal(gg_match_entries(match), 6);
    // Talk does not make an answer stale.
    assert_int_equal(gg_match_comment(match, RED, "Allez !"), GG_OK);
    assert_int_equal(gg_match_act(match, GREEN, step, 80, 6, 0, NULL, NULL), GG_OK);
    // A draft step, undone and sent again with its old key, stays undone.
    assert_int_equal(gg_match_act(match, GREEN, gg_act(COIN, 1, 0, 0), 81, 8, 0, NULL, NULL),
                     GG_OK);
    assert_int_equal(gg_match_undo(match, GREEN), GG_OK);
    assert_int_equal(gg_match_act(match, GREEN, gg_act(COIN, 1, 0, 0), 81, 8, 0, NULL, NULL),
                     GG_OK);
    assert_int_equal(gg_match_draft(match, GREEN, NULL), 0);
    // After the end a repeated send is still answered yes.
    assert_int_equal(gg_match_resign(match, RED), GG_OK);
    assert_int_equal(gg_match_act(match, GREEN, step, 80, 6, 0, NULL, NULL), GG_OK);
    assert_int_equal(gg_match_act(match, GREEN, step, 90, 9, 0, NULL, NULL), GG_NOT_ALLOWED);
    gg_match_close(match);
}

static void resignation_ends(void **state) {
    gg_match *match = relay_open(&relay, 4);
    gg_result result;
    (void)state;
    assert_int_equal(relay_act(match, GREEN, gg_act(COIN, 1, 0, 0)), GG_OK);
    assert_int_equal(gg_match_resign(match, GREEN), GG_OK);
    gg_match_result(match, &result);
    assert_true(result.over);
    assert_int_equal(result.reason, GG_ENTRY_RESIGN);
    assert_true(result.half[RED] == 2 && result.half[GREEN] == 0 && result.half[BLUE] == 2);
    assert_int_equal(gg_match_draft(match, GREEN, NULL), 0);
    assert_int_equal(gg_match_resign(match, RED), GG_NOT_ALLOWED);
    assert_int_equal(gg_match_undo(match, GREEN), GG_NOT_ALLOWED);
    assert_int_equal(gg_match_draw(match, NULL), GG_NOT_ALLOWED);
    assert_int_equal(gg_match_advance(match), GG_OK);
    assert_int_equal(gg_match_comment(match, RED, "Bien joué."), GG_OK);
    gg_match_close(match);
}

static void a_draw_needs_everybody(void **state) {
    gg_match *match = relay_open(&relay, 4);
    gg_result result;
    (void)state;
    assert_int_equal(gg_match_answer_draw(match, RED, true), GG_NOT_ALLOWED);
    assert_int_equal(gg_match_offer_draw(match, RED), GG_OK);
    assert_int_equal(gg_match_offer_draw(match, BLUE), GG_NOT_ALLOWED);
    assert_int_equal(gg_match_answer_draw(match, RED, true), GG_NOT_ALLOWED);
    assert_int_equal(gg_match_answer_draw(match, BLUE, true), GG_OK);
    assert_int_equal(gg_match_answer_draw(match, BLUE, false), GG_NOT_ALLOWED);
    assert_int_equal(gg_match_answer_draw(match, GREEN, false), GG_OK);
    assert_int_equal(gg_match_answer_draw(match, GREEN, true), GG_NOT_ALLOWED);
    assert_false(relay_over(match));
    assert_int_equal(gg_match_offer_draw(match, BLUE), GG_OK);
    assert_int_equal(gg_match_answer_draw(match, RED, true), GG_OK);
    assert_int_equal(gg_match_answer_draw(match, GREEN, true), GG_OK);
    gg_match_result(match, &result);
    assert_true(result.over && result.reason == GG_ENTRY_DRAW_ACCEPT);
    for (int i = 0; i < SEATS; i++) assert_int_equal(result.half[i], 1);
    gg_match_close(match);
}

static void clocks_are_data(void **state) {
    gg_match_setup setup;
    gg_match *match;
    gg_result result;
    (void)state;
    relay_setup(&relay, 4, &setup);
    setup.clock_ms[RED] = 1000;
    setup.clock_ms[BLUE] = 0;
    setup.increment_ms = 10;
    assert_int_equal(gg_match_open(&match, &setup, NULL), GG_OK);
    relay_bid_all(match); // two sends of 100 ms each
    assert_int_equal(gg_match_clock(match, RED), 1000 - 200 + 10);
    assert_int_equal(gg_match_clock(match, BLUE), INT64_MAX);
    assert_int_equal(relay_act(match, RED, gg_act(STEP, 1, 0, 0)), GG_OK);
    assert_int_equal(gg_match_clock(match, RED), 720);
    assert_int_equal(gg_match_undo(match, RED), GG_OK); // the time stays used
    assert_int_equal(gg_match_clock(match, RED), 720);
    assert_int_equal(relay_act(match, RED, gg_act(STEP, 2, 0, 0)), GG_OK);
    assert_int_equal(gg_match_clock(match, RED), 620); // an increment for each turn, not each step
    assert_int_equal(relay_act(match, RED, gg_act(COIN, 1, 0, 0)), GG_OK);
    assert_int_equal(gg_match_clock(match, RED), 520); // an open draft uses time
    assert_int_equal(gg_match_flag(match, RED, 520), GG_NOT_ALLOWED);
    assert_int_equal(gg_match_flag(match, BLUE, 1000000), GG_NOT_ALLOWED);
    assert_int_equal(gg_match_flag(match, RED, 521), GG_OK);
    gg_match_result(match, &result);
    assert_true(result.over && result.reason == GG_ENTRY_FLAG && result.half[RED] == 0);
    assert_int_equal(gg_match_entry(match, gg_match_entries(match))->ms, 621); // draft included
    assert_int_equal(gg_match_clock(match, RED), -1);
    char *text;
    size_t length;
    gg_error error;
    assert_int_equal(gg_match_write(match, &text, &length), GG_OK);
    assert_int_equal(gg_match_verify(text, length, &error), GG_OK); // the log alone shows it
    free(text);
    gg_match_close(match);
}

static void comments_are_plain_text(void **state) {
    gg_match *match = relay_open(&relay, 4);
    char longest[GG_COMMENT_MAX + 2];
    (void)state;
    memset(longest, 'x', sizeof longest);
    longest[GG_COMMENT_MAX + 1] = 0;
    assert_int_equal(gg_match_comment(match, RED, longest), GG_BAD_INPUT);
    longest[GG_COMMENT_MAX] = 0;
    assert_int_equal(gg_match_comment(match, RED, longest), GG_OK);
    assert_int_equal(gg_match_comment(match, RED, ""), GG_BAD_INPUT);
    assert_int_equal(gg_match_comment(match, RED, "a\033[2Jb"), GG_BAD_INPUT);
    assert_int_equal(gg_match_comment(match, RED, "a\xed\xa0\x80"), GG_BAD_INPUT);
    assert_int_equal(gg_match_comment(match, SEATS, "x"), GG_NOT_ALLOWED);
    assert_int_equal(gg_match_comment(match, GG_UMPIRE, "Échec à l'œil"), GG_OK);
    assert_string_equal(gg_match_text(match, gg_match_entry(match, 1)), longest);
    assert_string_equal(gg_match_text(match, gg_match_entry(match, 2)), "Échec à l'œil");
    gg_match_close(match);
}

// Everything has a limit: a match that would not fit its file is full, and stays whole.
static void the_log_has_a_limit(void **state) {
    gg_match *match = relay_open(&relay, 4);
    char text[GG_COMMENT_MAX + 1];
    gg_status status = GG_OK;
    (void)state;
    memset(text, 'x', GG_COMMENT_MAX);
    text[GG_COMMENT_MAX] = 0;
    while (status == GG_OK) status = gg_match_comment(match, RED, text);
    assert_int_equal(status, GG_FULL);
    char *file;
    size_t length;
    gg_error error;
    assert_int_equal(gg_match_write(match, &file, &length), GG_OK);
    assert_int_equal(gg_match_verify(file, length, &error), GG_OK);
    free(file);
    gg_match_close(match);
}

// ------------------------------------------------------------------------------------- no memory
// The k-th allocation fails (Q6): the call says so, the match is as before, the call then succeeds.
static long allocations_left = -1;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static bool fails(void) {
    if (allocations_left < 0) return false;
    if (allocations_left > 0) {
        allocations_left--;
        return false;
    }
    return true;
}

void *__wrap_malloc(size_t size) {
    return fails() ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
    return fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) {
    return fails() ? NULL : __real_realloc(old, size);
}

static gg_status with_want(gg_match *match, gg_rng *rng, int what) {
    char *text = NULL;
    size_t length;
    gg_position p = {0};
    gg_status status;
    switch (what) {
    case 0: status = relay_random(match, rng, NULL); break;
    case 1: status = gg_match_comment(match, RED, "Un mot"); break;
    case 2: status = gg_match_write(match, &text, &length); break;
    case 3: status = gg_match_at(match, gg_match_entries(match) / 2, &p); break;
    default: status = gg_match_write_for(match, BLUE, &text, &length); break;
    }
    free(text);
    gg_position_close(&p);
    return status;
}

static void no_memory_is_survived(void **state) {
    gg_match *match = relay_open(&relay, 4);
    gg_rng rng, kept;
    unsigned failures = 0;
    (void)state;
    gg_rng_seed(&rng, 1, 1);
    for (unsigned i = 0; i < 400 && !relay_over(match); i++) {
        int what = i % 3 ? 0 : (int)gg_rng_below(&rng, 5);
        uint32_t entries = gg_match_entries(match);
        uint64_t hash = gg_facts_hash(&relay, gg_match_published(match)->state);
        gg_status status = GG_NO_MEMORY;
        kept = rng;
        for (long k = 0; status == GG_NO_MEMORY; k++, failures++) {
            rng = kept;
            allocations_left = k;
            status = with_want(match, &rng, what);
            allocations_left = -1;
            if (status != GG_NO_MEMORY) break;
            assert_int_equal(gg_match_entries(match), entries);
            assert_int_equal(gg_facts_hash(&relay, gg_match_published(match)->state), hash);
        }
        assert_int_equal(status, GG_OK);
    }
    assert_in_range(failures, 60, 100000);
    char *text;
    size_t length;
    gg_error error;
    gg_match *read;
    gg_status status = GG_NO_MEMORY;
    assert_int_equal(gg_match_write(match, &text, &length), GG_OK);
    for (long k = 0; status == GG_NO_MEMORY; k++) {
        allocations_left = k;
        status = gg_match_read(&read, text, length, &error);
        allocations_left = -1;
        if (status == GG_NO_MEMORY) assert_null(read);
    }
    assert_int_equal(status, GG_OK);
    gg_match_close(read);
    free(text);
    gg_match_close(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dice_follow_the_formula),
        cmocka_unit_test(dice_commit),
        cmocka_unit_test(dice_are_bounded_and_even),
        cmocka_unit_test(dice_are_fair),
        cmocka_unit_test(dice_depend_on_everything),
        cmocka_unit_test(open_refuses),
        cmocka_unit_test(replay_finds_every_position),
        cmocka_unit_test(replay_check_finds_damage),
        cmocka_unit_test(events_are_cut_to_the_viewer),
        cmocka_unit_test(undo_agrees_with_a_stack),
        cmocka_unit_test(undo_does_not_change_the_dice),
        cmocka_unit_test(undone_entries_do_not_count),
        cmocka_unit_test(drafts_are_private),
        cmocka_unit_test(a_closed_draft_is_one_entry),
        cmocka_unit_test(early_answers_wait_for_their_turn),
        cmocka_unit_test(nobody_answers_early_elsewhere),
        cmocka_unit_test(early_answers_stay_at_their_node),
        cmocka_unit_test(template_opening_can_be_early),
        cmocka_unit_test(a_repeated_send_is_harmless),
        cmocka_unit_test(resignation_ends),
        cmocka_unit_test(a_draw_needs_everybody),
        cmocka_unit_test(clocks_are_data),
        cmocka_unit_test(comments_are_plain_text),
        cmocka_unit_test(the_log_has_a_limit),
        cmocka_unit_test(no_memory_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
