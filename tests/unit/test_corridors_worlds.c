// SPDX-License-Identifier: Apache-2.0
// Corridors: hidden worlds that odds count against all deals there are. In small positions every
// unknown card is tried in every place with a face-down card; a deal is one that the game calls
// sound and that looks to the asker just as the true one does. Each is walked by itself, with
// another hand every time: the rows of the answer must be the exact sums, under the name that the
// printed cards give them, and their shares must add up to 1.
#include <math.h>
#include <stdio.h>

#include "answers.h"

enum {
    STATE_MAX = ANSWER_STATE,
    CARDS = 60,
    GROUND_PLACES = 11,
    SLOTS_MAX = 3,
    NAMES_MAX = 128,
    PRINTS_MAX = 200,
    PLAN_MAX = 6,
};

enum { A1 = 1 << 0, A2 = 1 << 3, B2 = 1 << 4, HQ2 = 1 << 10 };

#define OWN                                                                                        \
    "game corridors   scenario empty\n"                                                            \
    "put 1G01a at b1\nput 1G04a at b1\n"
#define PILES "set supply one 9\nset supply two 9\n"

typedef struct question {
    const char *text, *plan[PLAN_MAX];
    unsigned places; // bits: where face-down cards are asked about
    bool flies;      // rows are told apart by fire against aircraft, not by defence
} question;

static const question questions[] = {
    // One face-down defender, two, and one beside a card that is seen.
    {"# AD46  a position\n" OWN "put 2S02a at b2\n" PILES "node manoeuvre one\n",
     {"assault 1G01a b2", "with 1G04a", "confirm"},
     B2,
     false},
    {"# AD46  a position\n" OWN "put 2S02a at b2\nput 2S01a at b2\n" PILES "node manoeuvre one\n",
     {"assault 1G01a b2", "confirm"},
     B2,
     false},
    {"# AD46  a position\n" OWN "put 2S17a at b2 spotted\nput 2S01a at b2\nput 2S01b at a3\n" PILES
     "node manoeuvre one\n",
     {"assault 1G01a b2", "with 1G04a", "confirm"},
     B2,
     false},
    // In the marsh no vehicle and no gun may lie; in the headquarters staff may.
    {"# AD46  a position\n" OWN "set terrain b2 marsh\nput 2S02a at b2\nput 2S01a at hq2\n" PILES
     "node manoeuvre one\n",
     {"assault 1G01a b2", "confirm"},
     B2,
     false},
    {"# AD46  a position\ngame corridors   scenario empty\nput 1G01a at b3\nput 2S31 at hq2\n"
     "put 2S02a at c3\n" PILES "node manoeuvre one\n",
     {"assault 1G01a hq2", "confirm"},
     HQ2,
     false},
    // A fortification that stands alone, entered.
    {"# AD45  a position\n" OWN "put 2F01a at b2\nput 2S01a at a3\n" PILES "node manoeuvre one\n",
     {"move 1G01a b2"},
     B2,
     false},
    // Guns on the way of a sortie, two positions far.
    {"# AD26  a position\n" OWN "put 1G31a at field1\nput 2S13a at a2\nput 2S01a at a1\n"
     "put 2S02a at hq2\n" PILES "node air one\n",
     {"launch 1G31a", "fly w W2"},
     A1 | A2 | B2,
     true},
    // Fire is aimed at a card that is seen: what lies face down beside it does not matter.
    {"# AD43  a position\n" OWN "put 2S01a at b2 spotted\nput 2S02a at b2\n" PILES
     "node manoeuvre one\n",
     {"fire 1G01a 2S01a"},
     0,
     false},
};

// ------------------------------------------------------------------------------- printed cards
typedef struct print {
    char id[8];
    int def, air; // air: -1 none, of cards whose fire is not grey
    bool gun, foot;
} print;

static print prints[PRINTS_MAX];
static unsigned print_count;

static char *column(char **rest) {
    char *start = *rest, *end = start + strcspn(start, "\t\n");
    *rest = *end ? end + 1 : end;
    *end = 0;
    return start;
}

static void read_prints(void) {
    FILE *file = fopen("games/corridors/data/cards.tsv", "r");
    char line[1024];
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char *rest = line, *field[18];
        for (unsigned i = 0; i < 18; i++) field[i] = column(&rest);
        if (!strcmp(field[0], "id")) continue;
        assert_true(print_count < PRINTS_MAX);
        print *p = &prints[print_count++];
        static const char *const wheels[] = {"armoured", "carrier", "vehicle", "gun"};
        (void)snprintf(p->id, sizeof p->id, "%s", field[0]);
        p->def = atoi(field[7]);
        p->air = field[11][0] >= '0' && field[11][0] <= '9' ? atoi(field[11]) : -1;
        p->gun = strstr(field[17], "gun") != NULL;
        p->foot = true;
        for (unsigned i = 0; i < sizeof wheels / sizeof *wheels; i++)
            if (strstr(field[17], wheels[i])) p->foot = false;
    }
    (void)fclose(file);
}

// "2S02a" is a card S02 of the second player.
static const print *print_of(const gg_position *at, unsigned piece) {
    char token[32];
    unsigned cards = 0;
    while (strcmp(at->game->domains[cards].token, "card") != 0) cards++;
    assert_true(gg_name_into(at->game, at->table, at->state, cards, piece, GG_FORM_TOKEN, token,
                             sizeof token) > 0);
    for (unsigned i = 0; i < print_count; i++)
        if (!strncmp(token + 1, prints[i].id, 3)) return &prints[i];
    return NULL;
}

// -------------------------------------------------------------------------------------- one deal
typedef struct name {
    int value[2];
    uint64_t deals;
    sums sums; // over its deals
} name;

typedef struct search {
    const question *asked;
    gg_position at;
    int viewer;
    uint32_t slots;
    unsigned slot[SLOTS_MAX]; // pieces that lie face down
    uint8_t place[SLOTS_MAX];
    unsigned where; // offset of the field
    uint64_t known[STATE_MAX / 8];
    gg_plan plan;
    gg_odds *odds;
    gg_rng rng;
    uint64_t deals;
    uint32_t names;
} search;

static name names[NAMES_MAX];

static uint8_t *where_of(const search *x, void *state) {
    return (uint8_t *)state + x->where;
}

static name *name_of(search *x, void *state) {
    int value[2] = {0, 0};
    for (unsigned piece = CARDS; piece < 2 * CARDS; piece++) {
        unsigned place = where_of(x, state)[piece];
        uint64_t seen;
        memcpy(&seen, (char *)state + field_at(x->at.game, "spotted") + 8, 8);
        if (place >= GROUND_PLACES || !(x->asked->places >> place & 1) ||
            seen >> (piece - CARDS) & 1)
            continue;
        const print *p = print_of(&x->at, piece);
        assert_non_null(p);
        value[0] += x->asked->flies ? p->air >= 0 : p->def;
        value[1] += x->asked->flies ? (p->air > 0 ? p->air : 0) : p->gun;
    }
    for (uint32_t i = 0; i < x->names; i++)
        if (!memcmp(names[i].value, value, sizeof value)) return &names[i];
    assert_true(x->names < NAMES_MAX);
    name *made = &names[x->names++];
    made->deals = made->sums.count = 0;
    memcpy(made->value, value, sizeof value);
    return made;
}

// Hand and deck anew: cards of the other side are exchanged in pairs.
static void another_hand(search *x, void *state) {
    uint8_t *where = where_of(x, state);
    for (unsigned i = 0; i < CARDS; i++) {
        unsigned a = CARDS + gg_rng_below(&x->rng, CARDS), b = CARDS + gg_rng_below(&x->rng, CARDS);
        uint8_t held = where[a];
        if (held < GROUND_PLACES || where[b] < GROUND_PLACES) continue;
        where[a] = where[b];
        where[b] = held;
    }
}

// AD7c: no vehicle and no gun gets into a marsh; that is no matter of soundness.
static bool bogged(const search *x, void *state) {
    for (unsigned piece = CARDS; piece < 2 * CARDS && strstr(x->asked->text, "b2 marsh"); piece++)
        if (where_of(x, state)[piece] == 4 && !print_of(&x->at, piece)->foot) return true;
    return false;
}

static void try_deal(search *x, void *state) {
    const gg_game *game = x->at.game;
    const gg_odds_wish wish = {.plain = 1, .insensitive = 1};
    const gg_odds_answer *answer;
    uint64_t seen[STATE_MAX / 8];
    gg_verdict verdict;
    memcpy(dealt_state, state, game->state_bytes);
    another_hand(x, dealt_state);
    game->derive(x->at.table, dealt_state);
    if (game->sound(x->at.table, dealt_state)) return;
    memcpy(seen, dealt_state, game->state_bytes);
    game->redact(x->at.table, seen, x->viewer);
    if (memcmp(seen, x->known, game->facts_bytes) != 0 || bogged(x, dealt_state)) return;
    x->deals++;
    assert_int_equal(gg_odds_ask(x->odds, &x->at, x->viewer, &x->plan, &wish, &answer, &verdict),
                     GG_OK);
    name *n = name_of(x, dealt_state);
    n->deals++;
    add_only_row(&n->sums, answer);
}

// Every card of the other side in this slot: whoever lay there goes where the card was.
static void all_deals(search *x, void *state, uint32_t slot, uint64_t taken) {
    uint64_t next[STATE_MAX / 8];
    if (slot == x->slots || slot >= SLOTS_MAX) {
        try_deal(x, state);
        return;
    }
    for (unsigned piece = CARDS; piece < 2 * CARDS; piece++) {
        unsigned there = 0;
        if (taken >> (piece - CARDS) & 1) continue;
        memcpy(next, state, x->at.game->state_bytes);
        uint8_t *where = where_of(x, next);
        // The card that fills this slot now, whichever it is after the slots before.
        for (unsigned k = CARDS; k < 2 * CARDS; k++)
            if (where[k] == x->place[slot] && !(taken >> (k - CARDS) & 1)) there = k;
        assert_true(there);
        uint8_t held = where[piece];
        if (held < GROUND_PLACES && piece != there) {
            bool later = false;
            for (uint32_t i = slot + 1; i < x->slots; i++) later |= x->place[i] == held;
            if (!later) continue;
        }
        where[piece] = x->place[slot];
        if (piece != there) where[there] = held;
        all_deals(x, next, slot + 1, taken | UINT64_C(1) << (piece - CARDS));
    }
}

// ------------------------------------------------------------------------------------ the answer
static const name *named(const search *x, const gg_odds_row *row) {
    for (uint32_t i = 0; i < x->names; i++) {
        bool same = true;
        for (uint32_t k = 0; k < row->named.lines && k < 2; k++)
            same &= names[i].value[k] == row->named.line[k].value;
        if (same) return &names[i];
    }
    fail_msg("no deal has the name of a row");
    return NULL;
}

// A row with its whole name: its share exactly, its outcomes as the deals of that name have them.
static void check_row(const search *x, const gg_odds_answer *answer, const gg_odds_row *row) {
    const name *n = named(x, row);
    gg_big left, right;
    gg_big_set(&left, row->share);
    gg_big_set(&right, row->shares);
    assert_true(gg_big_times(&left, x->deals) && gg_big_times(&right, n->deals));
    assert_int_equal(gg_big_compare(&left, &right), 0);
    assert_int_equal(row->count, n->sums.count);
    for (uint32_t i = 0; i < n->sums.count; i++)
        assert_true(fabs(chance_in_row(answer, row, &n->sums.effects[i]) -
                         n->sums.p[i] / (double)n->deals) < 1e-9);
}

static void check_all(const search *x, const gg_odds_answer *answer) {
    static sums all;
    uint64_t shares = 0;
    assert_true(answer->exact && answer->counted);
    check_totals(answer);
    for (uint32_t i = 0; i < answer->rows; i++) {
        shares += answer->row[i].share;
        if (answer->row[i].named.lines == 2) check_row(x, answer, &answer->row[i]);
    }
    assert_true(shares == answer->row[0].shares);
    all.count = 0;
    for (uint32_t i = 0; i < x->names; i++)
        for (uint32_t k = 0; k < names[i].sums.count; k++)
            add_outcome(&all, names[i].sums.effects[k].line, names[i].sums.effects[k].count,
                        names[i].sums.p[k]);
    for (uint32_t i = 0; i < all.count; i++)
        assert_true(fabs(chance_in(answer, &all.effects[i]) - all.p[i] / (double)x->deals) < 1e-9);
}

static void find_slots(search *x) {
    uint64_t seen;
    memcpy(&seen, (const char *)x->at.state + field_at(x->at.game, "spotted") + 8, 8);
    for (unsigned piece = CARDS; piece < 2 * CARDS; piece++) {
        uint8_t place = ((const uint8_t *)x->at.state + x->where)[piece];
        if (place >= GROUND_PLACES || seen >> (piece - CARDS) & 1) continue;
        assert_true(x->slots < SLOTS_MAX);
        x->slot[x->slots] = piece;
        x->place[x->slots++] = place;
    }
}

static void ask(const question *q) {
    static search x;
    gg_play *play;
    gg_error error;
    gg_odds *odds;
    gg_verdict verdict;
    const gg_odds_answer *answer;
    const gg_odds_wish wish = {.plain = 1, .insensitive = 1};
    uint64_t seen = 0;
    x = (search){.asked = q};
    if (gg_play_open(&play, "", q->text, strlen(q->text), 1, &error) != GG_OK)
        fail_msg("%s", error.en);
    x.at = *gg_play_position(play);
    const gg_game *real = x.at.game;
    gg_game game = *real;
    game.brain.worlds = this_deal;
    dealt_bytes = game.state_bytes;
    x.viewer = 0;
    x.where = field_at(real, "where");
    memcpy(x.known, x.at.state, real->state_bytes);
    real->redact(x.at.table, x.known, x.viewer);
    x.plan = plan_of(&x.at, q->plan, PLAN_MAX);
    find_slots(&x);
    gg_rng_seed(&x.rng, 5, 0);
    assert_int_equal(gg_odds_open(&x.odds, &game, 8), GG_OK);
    memcpy(&seen, (const char *)x.at.state + field_at(real, "spotted") + 8, 8);
    uint64_t state[STATE_MAX / 8];
    memcpy(state, x.at.state, real->state_bytes);
    x.at.game = &game;
    all_deals(&x, state, 0, seen);
    x.at.game = real;
    gg_odds_close(x.odds);
    assert_int_equal(gg_odds_open(&odds, real, 8), GG_OK);
    assert_int_equal(gg_odds_ask(odds, &x.at, x.viewer, &x.plan, &wish, &answer, &verdict), GG_OK);
    print_message("%s: %llu deals, %u worlds, %u rows\n", q->plan[0], (unsigned long long)x.deals,
                  answer->worlds, answer->rows);
    check_all(&x, answer);
    gg_odds_close(odds);
    gg_play_close(play);
}

static void test_all_deals(void **unused) {
    (void)unused;
    read_prints();
    for (unsigned i = 0; i < sizeof questions / sizeof *questions; i++) ask(&questions[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_deals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
