// SPDX-License-Identifier: Apache-2.0
// Unit tests of exact odds: whole numbers of many words; every game against a second reckoning that
// merges nothing and remembers nothing, and against simulated rolls; limits and refusals; a
// truth that happens to look like its blanks.
//
// The second reckoning goes down every branch of chance in the world that the first row is about
// and adds up products of plain chances by outcome: it shares the game with the walk, and the named
// assumption, but neither its levels, its weights nor its merging. With --long as first argument
// the simulated rolls are ten million instead of a hundred thousand; a game behind it is the only
// one asked. Run from anywhere.
#include <math.h>
#include <stdio.h>

#include "answers.h"
#include "toy.h"

enum {
    STATE_MAX = ANSWER_STATE,
    LIST_MAX = 4096,
    POSITIONS = 60,   // of each game, that chance decides
    SIMULATED = 6,    // of each game
    BRANCHES = 60000, // of one second reckoning; positions beyond are passed over
    KINDS_MAX = 2048,
};

static uint32_t rolls = 100000;
static const char *only; // this game, or all

// ---------------------------------------------------------------------------------- whole numbers
static void set_power(gg_big *big, uint64_t base, unsigned times) {
    gg_big_set(big, 1);
    while (times--) assert_true(gg_big_times(big, base));
}

static void test_big_text(void **unused) {
    char text[GG_BIG_TEXT];
    gg_big big;
    (void)unused;
    gg_big_set(&big, 0);
    assert_int_equal(gg_big_text(&big, text), 1);
    assert_string_equal(text, "0");
    set_power(&big, 10, 40);
    (void)gg_big_text(&big, text);
    assert_string_equal(text, "10000000000000000000000000000000000000000");
    set_power(&big, 6, 60);
    (void)gg_big_text(&big, text);
    assert_string_equal(text, "48873677980689257489322752273774603865660850176");
    set_power(&big, 2, 128);
    assert_int_equal(big.words, 3);
    (void)gg_big_text(&big, text);
    assert_string_equal(text, "340282366920938463463374607431768211456");
}

static void test_big_sums(void **unused) {
    gg_big a, b, c, d;
    (void)unused;
    set_power(&a, 6, 90); // (a + 1) * b - b = a * b
    set_power(&b, 7, 50);
    assert_true(gg_big_multiply(&a, &b, &c));
    gg_big_set(&d, 1);
    assert_true(gg_big_add_times(&a, &d, 1));
    assert_true(gg_big_multiply(&a, &b, &d));
    assert_int_equal(gg_big_compare(&c, &d), -1);
    gg_big_minus(&d, &b);
    assert_int_equal(gg_big_compare(&c, &d), 0);
    gg_big_minus(&d, &c);
    assert_int_equal(d.words, 0);
    gg_big_copy(&a, &c);
    assert_int_equal(gg_big_divide(&a, 7), 0);
    assert_true(gg_big_times(&a, 7));
    assert_int_equal(gg_big_compare(&a, &c), 0);
}

static void test_big_shares(void **unused) {
    char text[GG_SHARE_TEXT];
    gg_big part, whole;
    (void)unused;
    set_power(&part, 6, 40);
    set_power(&whole, 6, 41);
    (void)gg_share_text(&part, &whole, text);
    assert_string_equal(text, "1/6");
    set_power(&part, 10, 30);
    set_power(&whole, 4, 31);
    (void)gg_share_text(&part, &whole, text);
    assert_string_equal(text, "931322574615478515625/4294967296");
    gg_big_set(&part, 0);
    (void)gg_share_text(&part, &whole, text);
    assert_string_equal(text, "0/1");
    (void)gg_share_text(&whole, &whole, text);
    assert_string_equal(text, "1/1");
    gg_big_set(&part, 35);
    gg_big_set(&whole, 36);
    assert_true(fabs(gg_big_share(&part, &whole) - 35.0 / 36) < 1e-15);
}

// What does not fit is told and leaves the number as it was.
static void test_big_overflow(void **unused) {
    gg_big big, kept, out;
    (void)unused;
    gg_big_set(&big, 1);
    for (unsigned i = 0; i < 64 * GG_BIG_WORDS - 1; i++) assert_true(gg_big_times(&big, 2));
    gg_big_copy(&kept, &big);
    assert_int_equal(big.words, GG_BIG_WORDS);
    assert_false(gg_big_times(&big, 2));
    assert_int_equal(gg_big_compare(&big, &kept), 0);
    assert_false(gg_big_add_times(&big, &kept, 1));
    assert_int_equal(gg_big_compare(&big, &kept), 0);
    assert_false(gg_big_multiply(&big, &kept, &out));
}

// ------------------------------------------------------------------------------- second reckoning
typedef struct kind {
    gg_effects effects;
    double p;
    uint64_t met;
} kind;

typedef struct second {
    const gg_position *at;
    int viewer;
    uint8_t start; // a sealed node that is left when all have answered
    uint64_t before[STATE_MAX / 8];
    uint32_t branches, kinds;
    bool many;
    kind *kind;
} second;

static bool rests(const second *r, gg_turn turn) {
    const gg_game *game = r->at->game;
    if (turn.seat == GG_OVER) return true;
    return game->nodes[turn.node].flags & GG_N_REST && turn.node != r->start;
}

static kind *kind_of(second *r, const void *state) {
    static gg_effects now;
    now.count = 0;
    r->at->game->show.outcome(r->at->table, r->before, state, r->viewer, &now);
    for (uint32_t i = 0; i < r->kinds; i++)
        if (r->kind[i].effects.count == now.count &&
            memcmp(r->kind[i].effects.line, now.line, now.count * sizeof *now.line) == 0)
            return &r->kind[i];
    assert_true(r->kinds < KINDS_MAX);
    r->kind[r->kinds].effects = now;
    r->kind[r->kinds].p = 0;
    r->kind[r->kinds].met = 0;
    return &r->kind[r->kinds++];
}

// The assumption `sensible`, as odds.h and the walk's comment state it.
static gg_action sensible(const second *r, const void *state, int seat) {
    static gg_action list[LIST_MAX];
    const gg_game *game = r->at->game;
    uint32_t n = gg_legal(game, r->at->table, state, seat, list);
    gg_rng rng;
    gg_rng_seed(&rng, 14, 0);
    if (n == 1) return list[0];
    if (game->brain.reply) {
        gg_action reply = game->brain.reply(r->at->table, state, seat);
        if (reply != GG_NO_ACTION) return reply;
    }
    if (!game->brain.policy) return list[0];
    gg_action action = game->brain.policy(r->at->table, state, seat, &rng);
    return action == GG_NO_ACTION ? list[0] : action;
}

static void reckon(second *r, const void *state, double p) {
    const gg_game *game = r->at->game;
    gg_turn turn = game->turn(r->at->table, state);
    uint64_t next[STATE_MAX / 8];
    if (r->many || ++r->branches > BRANCHES) {
        r->many = true;
        return;
    }
    if (rests(r, turn)) {
        kind_of(r, state)->p += p;
        return;
    }
    uint32_t n = 1;
    gg_outcome *outcomes = malloc(GG_OUTCOMES_MAX * sizeof *outcomes);
    if (turn.seat == GG_CHANCE)
        n = gg_chance(game, r->at->table, state, outcomes);
    else
        outcomes[0] = (gg_outcome){sensible(r, state, turn.seat), 1};
    for (uint32_t i = 0; i < n; i++) {
        memcpy(next, state, game->state_bytes);
        gg_apply(game, r->at->table, next, outcomes[i].action, NULL);
        double tickets = turn.seat == GG_CHANCE ? (double)turn.tickets : 1;
        reckon(r, next, p * (double)outcomes[i].weight / tickets);
    }
    free(outcomes);
}

static void simulate(second *r, const void *state, gg_rng *rng) {
    const gg_game *game = r->at->game;
    uint64_t now[STATE_MAX / 8];
    memcpy(now, state, game->state_bytes);
    for (gg_turn turn; !rests(r, turn = game->turn(r->at->table, now));) {
        gg_action action = turn.seat == GG_CHANCE
                               ? gg_roll(game, r->at->table, now, gg_rng_below64(rng, turn.tickets))
                               : sensible(r, now, turn.seat);
        gg_apply(game, r->at->table, now, action, NULL);
    }
    kind_of(r, now)->met++;
}

static gg_world told_of[GG_ODDS_COUNTED];
static uint64_t worlds[GG_ODDS_COUNTED * STATE_MAX / 8];

// The worlds as odds.h says they are counted, or one as it says that it is dealt.
static uint32_t all_worlds(const second *r, const gg_plan *plan) {
    const gg_game *game = r->at->game;
    gg_rng rng;
    uint32_t n = game->brain.worlds ? game->brain.worlds(r->at->table, r->at->state, r->viewer,
                                                         plan, worlds, GG_ODDS_COUNTED, told_of)
                                    : 0;
    if (n) return n;
    gg_rng_seed(&rng, 1945, 0);
    memcpy(worlds, r->at->state, game->state_bytes);
    game->resample(r->at->table, worlds, r->viewer, &rng);
    told_of[0] = (gg_world){.deals = 1};
    return 1;
}

// The plan played in one of them, its draft closed.
static void play_plan(second *r, uint32_t world, const gg_plan *plan, void *state) {
    const gg_game *game = r->at->game;
    static gg_action list[LIST_MAX];
    memcpy(r->before, (const char *)worlds + (size_t)world * game->state_bytes, game->state_bytes);
    gg_turn turn = game->turn(r->at->table, r->before);
    r->start = game->nodes[turn.node].flags & GG_N_SEALED ? turn.node : 0xff;
    memcpy(state, r->before, game->state_bytes);
    gg_action last = GG_NO_ACTION;
    for (uint32_t i = 0; i < plan->steps; i++)
        gg_apply(game, r->at->table, state, last = plan->step[i], NULL);
    while (gg_is_draft(game, last)) {
        uint32_t n = gg_legal(game, r->at->table, state, r->viewer, list), i = 0;
        while (i < n && !(game->verbs[gg_verb_of(list[i])].flags & GG_V_DONE)) i++;
        last = i < n ? list[i] : sensible(r, state, r->viewer);
        gg_apply(game, r->at->table, state, last, NULL);
    }
}

// ------------------------------------------------------------------------------------- comparing
static double share_of(const gg_odds_answer *answer, const gg_odds_row *row, const kind *k) {
    for (uint32_t i = 0; i < row->count; i++) {
        const gg_odds_outcome *outcome = &answer->outcome[row->first + i];
        if (outcome->count == k->effects.count &&
            memcmp(answer->effect + outcome->first, k->effects.line,
                   outcome->count * sizeof(gg_effect)) == 0)
            return gg_big_share(&outcome->weight, &row->total) * (double)row->share /
                   (double)row->shares;
    }
    return 0;
}

// Over all rows as assumed.
static double chance_of(const gg_odds_answer *answer, const kind *k) {
    double sum = 0;
    for (uint32_t i = 0; i < answer->rows; i++) sum += share_of(answer, &answer->row[i], k);
    return sum;
}

static void same_as_second(const gg_odds_answer *answer, const second *r) {
    uint32_t told = 0;
    for (uint32_t i = 0; i < answer->rows; i++)
        if (answer->row[i].count > told) told = answer->row[i].count;
    assert_true(told <= r->kinds);
    double all = 0;
    for (uint32_t i = 0; i < r->kinds; i++) {
        double p = chance_of(answer, &r->kind[i]);
        assert_true(p > 0 && fabs(p - r->kind[i].p) < 1e-9);
        all += p;
    }
    assert_true(fabs(all - 1) < 1e-9);
}

// No share is further from its chance than five standard deviations and one roll.
static void same_as_rolls(const gg_odds_answer *answer, second *r, const gg_plan *plan,
                          uint32_t n_worlds) {
    gg_rng rng;
    uint64_t state[STATE_MAX / 8], all = 0;
    gg_rng_seed(&rng, 7, 0);
    for (uint32_t i = 0; i < r->kinds; i++) r->kind[i].met = 0;
    for (uint32_t i = 0; i < n_worlds; i++) all += told_of[i].deals;
    for (uint32_t i = 0; i < rolls; i++) {
        uint64_t ticket = gg_rng_below64(&rng, all);
        uint32_t world = 0;
        while (ticket >= told_of[world].deals) ticket -= told_of[world++].deals;
        if (n_worlds > 1 || i == 0) play_plan(r, world, plan, state);
        simulate(r, state, &rng);
    }
    for (uint32_t i = 0; i < r->kinds; i++) {
        double p = chance_of(answer, &r->kind[i]), n = rolls;
        assert_true(fabs((double)r->kind[i].met - p * n) <= 5 * sqrt(n * p * (1 - p)) + 1);
    }
}

typedef struct tally {
    uint32_t compared, simulated, passed_over, worlds;
} tally;

static void compare(gg_odds *odds, const gg_position *at, int seat, const gg_plan *plan,
                    tally *count) {
    static kind kinds[KINDS_MAX];
    static second r;
    uint64_t state[STATE_MAX / 8];
    const gg_odds_answer *answer;
    gg_verdict verdict;
    gg_odds_wish wish = {.plain = 1, .insensitive = 1, .worlds = 1};
    r = (second){.at = at, .viewer = seat, .kind = kinds};
    uint32_t n = all_worlds(&r, plan);
    uint64_t all = 0;
    for (uint32_t i = 0; i < n; i++) all += told_of[i].deals;
    for (uint32_t i = 0; i < n && !r.many; i++) {
        play_plan(&r, i, plan, state);
        reckon(&r, state, (double)told_of[i].deals / (double)all);
    }
    if (r.many || r.kinds < 2) {
        count->passed_over += r.many;
        return;
    }
    assert_int_equal(gg_odds_ask(odds, at, seat, plan, &wish, &answer, &verdict), GG_OK);
    if (!answer->counted && n > 1) { // more rows or states than an answer holds
        count->passed_over++;
        return;
    }
    check_totals(answer);
    same_as_second(answer, &r);
    count->compared++;
    if (count->simulated == SIMULATED || count->compared % 7 != 1) return;
    same_as_rolls(answer, &r, plan, n);
    count->simulated++;
    count->worlds += n > 1;
}

// ------------------------------------------------------------------------------------- the games
static gg_plan any_plan(const gg_position *at, int seat, gg_rng *rng) {
    static gg_plan plans[GG_PLANS_MAX];
    static gg_action list[LIST_MAX];
    const gg_game *game = at->game;
    uint32_t n = game->brain.plan ? game->brain.plan(at->table, at->state, seat, plans) : 0;
    if (n) return plans[gg_rng_below(rng, n)];
    n = gg_legal(game, at->table, at->state, seat, list);
    return (gg_plan){.steps = 1, .step = {list[gg_rng_below(rng, n)]}};
}

// Games of the greedy seat, a position of every few asked about with any of its plans.
static void play_game(gg_odds *odds, gg_thinker *thinker, gg_position *at, gg_rng *rng,
                      tally *count) {
    const gg_game *game = at->game;
    gg_plan plan;
    gg_position_restart(at);
    for (gg_turn turn; (turn = game->turn(at->table, at->state)).seat != GG_OVER;) {
        if (turn.seat == GG_CHANCE) {
            gg_action rolled =
                gg_roll(game, at->table, at->state, gg_rng_below64(rng, turn.tickets));
            gg_apply(game, at->table, at->state, rolled, NULL);
            continue;
        }
        if (count->compared >= POSITIONS && count->simulated >= SIMULATED) return;
        plan = any_plan(at, turn.seat, rng);
        if (gg_rng_below(rng, 4) == 0) compare(odds, at, turn.seat, &plan, count);
        uint32_t n = gg_think(thinker, GG_BRAIN_GREEDY, at, turn.seat, rng, &plan);
        for (uint32_t i = 0; i < n; i++) {
            if (!gg_check(game, at->table, at->state, turn.seat, plan.step[i], NULL)) break;
            gg_apply(game, at->table, at->state, plan.step[i], NULL);
        }
    }
}

static void test_games(void **unused) {
    unsigned games = 0;
    (void)unused;
    for (unsigned i = 0; i < gg_game_count(); i++) {
        const gg_game *game = gg_game_at(i);
        tally count = {0, 0, 0, 0};
        gg_request request;
        gg_position at;
        gg_verdict verdict;
        gg_odds *odds;
        gg_thinker *thinker;
        if (!game->show.outcome || (only && strcmp(game->id, only) != 0)) continue;
        assert_true(game->state_bytes <= STATE_MAX && game->max_legal <= LIST_MAX);
        assert_int_equal(gg_odds_open(&odds, game, 64), GG_OK);
        assert_int_equal(gg_thinker_open(&thinker, game), GG_OK);
        for (uint32_t number = 0; number < 400 && count.compared < POSITIONS; number++) {
            gg_rng rng;
            gg_rng_seed(&rng, 3, number);
            gg_request_standard(game, &request);
            do request.scenario = (uint16_t)gg_rng_below(&rng, game->n_scenarios);
            while (game->scenarios[request.scenario].hidden);
            assert_int_equal(gg_position_open(&at, game, &request, &verdict), GG_OK);
            play_game(odds, thinker, &at, &rng, &count);
            gg_position_close(&at);
        }
        print_message("%s: %u positions as reckoned, %u as rolled %u times, %u passed over\n",
                      game->id, count.compared, count.simulated, rolls, count.passed_over);
        assert_true(count.compared >= POSITIONS);
        assert_true(count.simulated >= SIMULATED);
        games++;
        gg_odds_close(odds);
        gg_thinker_close(thinker);
    }
    assert_true(games > 0);
}

// ---------------------------------------------------------------------------------------- ledgers
// A ledger that quotes the chance of a loss quotes what odds tell, to the whole per cent: labels of
// such lines are odds_loss and odds_damage, what they are about is the first argument, the per cent
// the second; what is lost is told by out_figures, out_damage and out_gone.
static bool label_is(const gg_game *game, unsigned label, const char *const *tokens) {
    for (; *tokens; tokens++)
        if (strcmp(game->labels[label].token, *tokens) == 0) return true;
    return false;
}

static const gg_ledger_line *quoted(const gg_position *at, int seat, gg_action action) {
    static const char *const tokens[] = {"odds_loss", "odds_damage", NULL};
    static gg_ledger ledger;
    ledger.count = 0;
    at->game->show.explain(at->table, at->state, seat, action, &ledger);
    for (uint32_t i = 0; i < ledger.count; i++)
        if (label_is(at->game, ledger.line[i].label, tokens)) return &ledger.line[i];
    return NULL;
}

static double chance_of_loss(const gg_game *game, const gg_odds_answer *answer, int about) {
    static const char *const tokens[] = {"out_figures", "out_damage", "out_gone", NULL};
    double sum = 0;
    for (uint32_t i = 0; i < answer->row[0].count; i++) {
        const gg_odds_outcome *outcome = &answer->outcome[answer->row[0].first + i];
        bool lost = false;
        for (uint32_t k = 0; k < outcome->count; k++) {
            const gg_effect *line = &answer->effect[outcome->first + k];
            lost |= line->about == about && label_is(game, line->label, tokens);
        }
        if (lost) sum += gg_big_share(&outcome->weight, &answer->row[0].total);
    }
    return sum;
}

// What is neither certain nor impossible is quoted as 1 to 99.
static void compare_ledgers(gg_odds *odds, const gg_position *at, int seat, uint32_t *compared) {
    static gg_action list[LIST_MAX];
    const gg_odds_wish wish = {.plain = 1, .insensitive = 1};
    uint32_t n = gg_legal(at->game, at->table, at->state, seat, list);
    for (uint32_t i = 0; i < n; i++) {
        const gg_ledger_line *line = quoted(at, seat, list[i]);
        const gg_odds_answer *answer;
        gg_verdict verdict;
        gg_plan plan = {.steps = 1, .step = {list[i]}};
        if (!line) continue;
        int about = line->arg[0], said = line->arg[1];
        assert_int_equal(gg_odds_ask(odds, at, seat, &plan, &wish, &answer, &verdict), GG_OK);
        double exact = 100 * chance_of_loss(at->game, answer, about);
        bool edge = (said == 1 && exact > 0 && exact < 1) || (said == 99 && exact > 99);
        assert_true(edge || fabs(exact - said) < 0.5 + 1e-4);
        ++*compared;
    }
}

// Chances in 36 of one shot: who is hit loses a card, has damage or is driven off, with nobody
// answering. The labels: odds_hit, with the chances; odds_destroy, with the chances and the card. A
// shot that strikes others too (area_odds) is not compared.
static const gg_ledger_line *only_line(const gg_ledger *ledger, const gg_game *game,
                                       const char *token) {
    const char *const tokens[] = {token, NULL};
    const gg_ledger_line *found = NULL;
    for (uint32_t i = 0; i < ledger->count; i++) {
        if (!label_is(game, ledger->line[i].label, tokens)) continue;
        if (found) return NULL;
        found = &ledger->line[i];
    }
    return found;
}

static double chance_for(const gg_game *game, const gg_odds_answer *answer, uint32_t row, int seat,
                         const char *const *tokens) {
    double sum = 0;
    for (uint32_t i = 0; i < answer->row[row].count; i++) {
        const gg_odds_outcome *outcome = &answer->outcome[answer->row[row].first + i];
        bool so = false;
        for (uint32_t k = 0; k < outcome->count; k++) {
            const gg_effect *line = &answer->effect[outcome->first + k];
            so |= line->about == seat && line->value > 0 && label_is(game, line->label, tokens);
        }
        if (so) sum += gg_big_share(&outcome->weight, &answer->row[row].total);
    }
    return sum;
}

static const char *const STRUCK[] = {"out_home", "out_turned", "out_damage", "out_destroyed", NULL};
enum { DESTROYED_ONLY = 3, FIRST_SEED = 5, GAMES_MOST = 20 };

static const gg_odds_answer *ask_unanswered(gg_odds *odds, const gg_position *at, int seat,
                                            gg_action action) {
    const gg_odds_wish wish = {.assume = GG_ASSUME_NONE, .plain = 1, .insensitive = 1};
    const gg_plan plan = {.steps = 1, .step = {action}};
    const gg_odds_answer *answer;
    gg_verdict verdict;
    assert_int_equal(gg_odds_ask(odds, at, seat, &plan, &wish, &answer, &verdict), GG_OK);
    return answer;
}

// An escort shoots besides the one that is attacked, whose own shot comes whether it does or not:
// the chance that either hits is that of two independent shots.
static void compare_escort(gg_odds *odds, const gg_position *at, int seat, gg_action escort,
                           gg_action decline, int chances) {
    const gg_odds_answer *answer = ask_unanswered(odds, at, seat, decline);
    double missed = 1 - chance_for(at->game, answer, 0, 1 - seat, STRUCK);
    assert_int_equal(answer->rows, 1);
    answer = ask_unanswered(odds, at, seat, escort);
    assert_int_equal(answer->rows, 1);
    double struck = chance_for(at->game, answer, 0, 1 - seat, STRUCK);
    assert_true(fabs(struck - (1 - missed * (36 - chances) / 36.0)) < 1e-9);
}

static void compare_shot(gg_odds *odds, const gg_position *at, int seat, gg_action shot,
                         int chances, const gg_ledger_line *kills) {
    const gg_game *game = at->game;
    // In the middle of an assault a blow that only wounds may lose the card later.
    bool open = !(game->nodes[game->turn(at->table, at->state).node].flags & GG_N_REST);
    int loser = gg_a(shot) == kills->arg[1] ? seat : 1 - seat; // a mine strikes who moves
    const gg_odds_answer *answer = ask_unanswered(odds, at, seat, shot);
    for (uint32_t row = 0; row < answer->rows; row++) {
        double struck = 36 * chance_for(game, answer, row, loser, STRUCK);
        double gone = 36 * chance_for(game, answer, row, loser, STRUCK + DESTROYED_ONLY);
        assert_true(fabs(struck - chances) < 1e-9);
        assert_true(gone > kills->arg[0] - 1e-9 && (open || gone < kills->arg[0] + 1e-9));
    }
}

typedef struct shots {
    uint32_t compared, escorts;
} shots;

static void compare_shots(gg_odds *odds, const gg_position *at, int seat, shots *s) {
    static gg_action list[LIST_MAX];
    static gg_ledger ledger;
    const gg_game *game = at->game;
    uint32_t n = gg_legal(game, at->table, at->state, seat, list);
    for (uint32_t i = 0; i < n; i++) {
        ledger.count = 0;
        game->show.explain(at->table, at->state, seat, list[i], &ledger);
        const gg_ledger_line *hits = only_line(&ledger, game, "odds_hit");
        const gg_ledger_line *kills = only_line(&ledger, game, "odds_destroy");
        bool escort = only_line(&ledger, game, "escorting");
        if (!hits || !kills || only_line(&ledger, game, "area_odds")) continue;
        if (escort)
            compare_escort(odds, at, seat, list[i], list[n - 1], hits->arg[0]); // last: to decline
        else
            compare_shot(odds, at, seat, list[i], hits->arg[0], kills);
        s->compared++;
        s->escorts += escort;
    }
}

static void play_on(gg_thinker *thinker, gg_position *at, int seat, gg_rng *rng) {
    gg_plan plan;
    uint32_t n = gg_think(thinker, GG_BRAIN_GREEDY, at, seat, rng, &plan);
    for (uint32_t i = 0; i < n; i++) {
        if (!gg_check(at->game, at->table, at->state, seat, plan.step[i], NULL)) return;
        gg_apply(at->game, at->table, at->state, plan.step[i], NULL);
    }
}

static uint32_t ledgers_of(const gg_game *game, uint32_t seed, shots *s) {
    gg_request request;
    gg_position at;
    gg_verdict verdict;
    gg_odds *odds;
    gg_thinker *thinker;
    gg_rng rng;
    uint32_t compared = 0;
    gg_rng_seed(&rng, seed, 0);
    gg_request_standard(game, &request);
    assert_int_equal(gg_position_open(&at, game, &request, &verdict), GG_OK);
    assert_int_equal(gg_odds_open(&odds, game, 64), GG_OK);
    assert_int_equal(gg_thinker_open(&thinker, game), GG_OK);
    for (gg_turn turn; (turn = game->turn(at.table, at.state)).seat != GG_OVER;) {
        if (turn.seat == GG_CHANCE) {
            gg_action rolled =
                gg_roll(game, at.table, at.state, gg_rng_below64(&rng, turn.tickets));
            gg_apply(game, at.table, at.state, rolled, NULL);
            continue;
        }
        compare_ledgers(odds, &at, turn.seat, &compared);
        compare_shots(odds, &at, turn.seat, s);
        play_on(thinker, &at, turn.seat, &rng);
    }
    gg_odds_close(odds);
    gg_thinker_close(thinker);
    gg_position_close(&at);
    return compared;
}

// A game, and where there are escorts as many as it takes until one has shot.
static uint32_t ledgers_of_game(const gg_game *game, shots *s) {
    static const char *const escorting[] = {"escorting", NULL};
    bool escorts = false;
    for (unsigned i = 0; i < game->n_labels; i++) escorts |= label_is(game, i, escorting);
    uint32_t before = s->escorts, compared = ledgers_of(game, FIRST_SEED, s);
    for (uint32_t seed = FIRST_SEED + 1; escorts && s->escorts == before; seed++) {
        assert_true(seed < FIRST_SEED + GAMES_MOST);
        compared += ledgers_of(game, seed, s);
    }
    return compared;
}

static void test_ledgers(void **unused) {
    uint32_t all = 0;
    shots s = {0};
    (void)unused;
    for (unsigned i = 0; i < gg_game_count(); i++)
        if (gg_game_at(i)->show.outcome && gg_game_at(i)->show.explain)
            all += ledgers_of_game(gg_game_at(i), &s);
    print_message("%u ledgers quote the chance of a loss as it is, %u that of a shot, %u of them "
                  "of an escort\n",
                  all, s.compared, s.escorts);
    assert_true(all > 50);
    assert_true(s.compared > 50);
    assert_true(s.escorts > 0);
}

// ---------------------------------------------------------------------------------------- limits
static const char ASSAULT[] = "# Z11  a position\n"
                              "game _template   scenario empty\n"
                              "put 4 hand north\n"
                              "put 1 holds f1 north\n"
                              "put 3 holds f2 south\n"
                              "set shown f2\n"
                              "node turn north\n";

static const char AMBUSH[] = "# Z11  a position\n"
                             "game _template   scenario empty\n"
                             "put 4 hand north\n"
                             "put 1 holds f1 north\n"
                             "put 1 hand south\n"
                             "put 3 holds f2 south\n"
                             "set shown f2\n"
                             "node turn north\n";

static void ask_assault(gg_odds *odds, const gg_position *at, const gg_odds_wish *wish,
                        const gg_odds_answer **answer) {
    const char *steps[] = {"assault f2", "with 4"};
    gg_plan plan = {0};
    uint64_t state[STATE_MAX / 8];
    gg_verdict verdict;
    memcpy(state, at->state, at->game->state_bytes);
    for (unsigned i = 0; i < 2; i++) {
        gg_action action;
        assert_true(gg_notation_parse(at->game, at->table, state, steps[i], &action, NULL));
        gg_apply(at->game, at->table, state, action, NULL);
        plan.step[plan.steps++] = action;
    }
    assert_int_equal(gg_odds_ask(odds, at, 0, &plan, wish, answer, &verdict), GG_OK);
}

// 4 and a die against 3 and the bank of 3: a 3 or more takes the ford.
static void test_by_hand_and_limits(void **unused) {
    gg_error error;
    gg_play *play;
    gg_odds *odds;
    const gg_odds_answer *answer;
    gg_odds_wish wish = {0};
    char text[GG_SHARE_TEXT];
    (void)unused;
    assert_int_equal(gg_play_open(&play, "", ASSAULT, sizeof ASSAULT - 1, 1, &error), GG_OK);
    const gg_position *at = gg_play_position(play);
    assert_int_equal(gg_odds_open(&odds, at->game, 1), GG_OK);
    ask_assault(odds, at, &wish, &answer);
    (void)gg_share_text(&answer->row[0].headline, &answer->row[0].total, text);
    assert_string_equal(text, "2/3");
    gg_play_close(play);
    // With a card South may spring an ambush: the window is one state, the die beyond the limit.
    assert_int_equal(gg_play_open(&play, "", AMBUSH, sizeof AMBUSH - 1, 1, &error), GG_OK);
    wish.states = 1;
    ask_assault(odds, gg_play_position(play), &wish, &answer);
    check_totals(answer);
    assert_false(answer->exact);
    assert_true(answer->row[0].cut.words > 0);
    assert_true(answer->high > answer->low);
    gg_odds_close(odds);
    gg_play_close(play);
}

// ------------------------------------------------------------------------------- too many digits
// The toy's dice, which carry 53 bits each, fall as often as the table says before it rests.
static void roll_on(const void *t, void *state, gg_action action, gg_events *events) {
    toy_state *s = state;
    (void)events;
    s->score += gg_a(action) == 2;
    if (++s->limit_seen < ((const toy_table *)t)->limit) return;
    gg_flow_at(&s->flow)->node = T_MAIN;
}

static void tell_score(const void *t, const void *before, const void *after, int viewer,
                       gg_effects *out) {
    (void)t;
    (void)before;
    (void)viewer;
    gg_effect_put(out, 1, ((const toy_state *)after)->score, 0, 1);
}

static void test_overflow_is_a_status(void **unused) {
    enum { FITS = GG_BIG_WORDS * 64 / 53 };
    gg_node nodes[T_END + 1];
    gg_game game = toy_game;
    toy_table table = {.limit = 0};
    toy_state state = {.score = 0};
    gg_position at = {.game = &game, .table = &table, .state = &state};
    const gg_plan plan = {.steps = 1, .step = {gg_act(T_GAMBLE, 0, 0, 0)}};
    const gg_odds_wish wish = {.plain = 1, .insensitive = 1};
    const gg_odds_answer *answer;
    gg_verdict verdict;
    gg_odds *odds;
    (void)unused;
    memcpy(nodes, toy_nodes, sizeof nodes);
    nodes[T_MAIN].flags |= GG_N_REST;
    nodes[T_DICE].play = roll_on;
    game.nodes = nodes;
    game.show.outcome = tell_score;
    toy_setup(&table, &state);
    assert_int_equal(gg_odds_open(&odds, &game, 8), GG_OK);
    table.limit = FITS;
    assert_int_equal(gg_odds_ask(odds, &at, 0, &plan, &wish, &answer, &verdict), GG_OK);
    check_totals(answer);
    assert_true(answer->exact && answer->row[0].count == FITS + 1);
    assert_int_equal(answer->row[0].total.words, (FITS * 53 + 63) / 64);
    table.limit = FITS + 1;
    assert_int_equal(gg_odds_ask(odds, &at, 0, &plan, &wish, &answer, &verdict), GG_FULL);
    gg_odds_close(odds);
}

// ----------------------------------------------------------------------------------------- blanks
// South's last card and his garrison of f3 are hidden: a 1 and a 5, one here, the other there.
static const char HIDDEN[] = "# Z11  a position\n"
                             "game _template   scenario empty\n"
                             "put 4 hand north\n"
                             "put 1 holds f1 north\n"
                             "put 1 hand south\n"
                             "put 3 holds f2 south\n"
                             "set shown f2\n"
                             "put 5 holds f3 south\n"
                             "node turn north\n";

static const gg_game *plain;

// Blanks that are one of the worlds, always the same one, as a sorted row of cards is.
static void redact_to_a_world(const void *t, void *s, int viewer) {
    gg_rng rng;
    gg_rng_seed(&rng, 7, 0);
    plain->resample(t, s, viewer, &rng);
}

// Asks where the truth is just what the blanks are, and where it is the other world: nothing of the
// answer may tell which, neither its worlds nor its claim to be exact.
static void test_truth_like_its_blanks(void **unused) {
    static uint64_t state[STATE_MAX / 8];
    gg_error error;
    gg_play *play;
    gg_odds *odds;
    const gg_odds_answer *answer;
    const gg_odds_wish wish = {0};
    unsigned like = 0, unlike = 0;
    (void)unused;
    assert_int_equal(gg_play_open(&play, "", HIDDEN, sizeof HIDDEN - 1, 1, &error), GG_OK);
    gg_position at = *gg_play_position(play);
    plain = at.game;
    gg_game game = *plain;
    game.redact = redact_to_a_world;
    assert_int_equal(gg_odds_open(&odds, &game, 1), GG_OK);
    for (uint64_t deal = 0; deal < 16; deal++) {
        gg_rng rng;
        gg_rng_seed(&rng, 1, deal);
        memcpy(state, gg_play_position(play)->state, plain->state_bytes);
        plain->resample(at.table, state, 0, &rng);
        at.game = &game;
        at.state = state;
        ask_assault(odds, &at, &wish, &answer);
        assert_false(answer->counted);
        assert_false(answer->exact);
        assert_true(answer->worlds > 1);
        uint64_t blanks[STATE_MAX / 8];
        memcpy(blanks, state, plain->state_bytes);
        redact_to_a_world(at.table, blanks, 0);
        if (memcmp(blanks, state, plain->facts_bytes) == 0)
            like++;
        else
            unlike++;
    }
    assert_true(like > 0 && unlike > 0);
    gg_odds_close(odds);
    gg_play_close(play);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_big_text),
        cmocka_unit_test(test_big_sums),
        cmocka_unit_test(test_big_shares),
        cmocka_unit_test(test_big_overflow),
        cmocka_unit_test(test_by_hand_and_limits),
        cmocka_unit_test(test_overflow_is_a_status),
        cmocka_unit_test(test_truth_like_its_blanks),
        cmocka_unit_test(test_ledgers),
        cmocka_unit_test(test_games),
    };
    if (argc > 1 && strcmp(argv[1], "--long") == 0) {
        rolls = 10000000;
        only = argc > 2 ? argv[2] : NULL;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
