// SPDX-License-Identifier: Apache-2.0
// Bautzen: hidden worlds that odds count against all deals there are. In small positions, some
// written and many made by chance, every hidden counter is tried in every hidden place; a deal is
// one whose stacks may stand together by the printed counters, and that looks to the asker just as
// the true one does. Each is walked by itself. What the worlds stand for must be what the deals
// count, name by name and as whole numbers, and the rows must be the exact sums.
#include <math.h>
#include <stdio.h>

#include "answers.h"

enum {
    STATE_MAX = ANSWER_STATE,
    PIECES_MAX = 128,
    SLOTS_MAX = 9,
    NAMES_MAX = 256,
    PLAN_MAX = 6,
    ROOM = 1024,
    STEPS = 3,       // of a status byte
    UNSUPPLIED = 16, // likewise
    RETREATED = 64,  // likewise
    IN_COMBAT = 128, // likewise
    ATTACKED = 8,    // likewise
    TEXT_MAX = 4096,
};

// ----------------------------------------------------------------------------- printed counters
typedef struct print {
    char id[24], nation[12], formation[16], type[12];
    int steps, attack;
    bool allied;
} print;

static print prints[PIECES_MAX];
static unsigned print_count;

static void read_prints(void) {
    FILE *file = fopen("games/bautzen/data/counters.csv", "r");
    char line[512];
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char *field[18] = {line};
        unsigned n = 1;
        for (char *p = line; *p && n < 18; p++)
            if (*p == ',') {
                *p = 0;
                field[n++] = p + 1;
            }
        if (!strcmp(field[0], "id") || !strncmp(field[0], "Air", 3)) continue;
        print *p = &prints[print_count++];
        (void)snprintf(p->id, sizeof p->id, "%.23s", field[0]);
        (void)snprintf(p->nation, sizeof p->nation, "%.11s", field[2]);
        (void)snprintf(p->formation, sizeof p->formation, "%.15s", field[3]);
        (void)snprintf(p->type, sizeof p->type, "%.11s", field[5]);
        p->steps = atoi(field[7]);
        p->attack = atoi(field[8]);
        p->allied = field[1][0] == 'A';
    }
    (void)fclose(file);
}

static bool is_column(unsigned piece) {
    return !strcmp(prints[piece].type, "supply");
}

// Counters that share a hex: one nation; of all formations but one there is one counter at most.
static bool stand_together(const unsigned *piece, unsigned n) {
    unsigned formed = 0, most = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned comrades = 0;
        if (is_column(piece[i])) continue;
        for (unsigned k = 0; k < n; k++) {
            if (is_column(piece[k])) continue;
            if (strcmp(prints[piece[k]].nation, prints[piece[i]].nation) != 0) return false;
            comrades += !strcmp(prints[piece[k]].formation, prints[piece[i]].formation);
        }
        if (prints[piece[i]].formation[0] == '-') continue;
        formed++;
        if (comrades > most) most = comrades;
    }
    return formed - most <= 1;
}

static bool on_foot(unsigned piece) {
    return !strcmp(prints[piece].type, "infantry") || !strcmp(prints[piece].type, "engineer");
}

// -------------------------------------------------------------------------------------- one deal
typedef struct name {
    int value[GG_WORLD_LINES];
    uint64_t deals;
} name;

typedef struct search {
    gg_position at;
    const char *text;
    int viewer;
    uint32_t slots, units, columns, reduced;
    uint16_t place[SLOTS_MAX]; // hex of each slot, lowest first
    bool starved[SLOTS_MAX];   // whoever lies there is unsupplied
    bool heights[SLOTS_MAX];   // open to foot alone
    unsigned unit[SLOTS_MAX], column[SLOTS_MAX];
    unsigned dealt[SLOTS_MAX];
    unsigned where, status, rank, flags;
    uint64_t known[STATE_MAX / 8];
    gg_plan plan;
    gg_odds *odds;
    uint64_t deals;
    uint32_t names, lines;
    uint16_t label[GG_WORLD_LINES];
    name name[NAMES_MAX];
    sums sums;
} search;

static uint16_t where_of(const search *x, const void *state, unsigned piece) {
    uint16_t hex;
    memcpy(&hex, (const char *)state + x->where + 2 * piece, 2);
    return hex;
}

static uint8_t *byte_at(void *state, unsigned field, unsigned piece) {
    return (uint8_t *)state + field + piece;
}

static int top_in(const search *x, const void *state, uint16_t hex) {
    int top = -1, best = -1;
    for (unsigned p = 0; p < print_count; p++) {
        int rank = ((const uint8_t *)state)[x->rank + p];
        if (where_of(x, state, p) != hex || rank <= best) continue;
        best = rank;
        top = (int)p;
    }
    return top;
}

// What the rules make of a world is asked of them: the defence that is declared, and how many CL
// the hidden side may then commit.
static int value_of(const search *x, const char *label) {
    const gg_game *game = x->at.game;
    static uint64_t state[STATE_MAX / 8];
    gg_action *list = malloc(game->max_legal * sizeof *list);
    gg_rng rng;
    int side = 1 - x->viewer, value = 0, steps = 0;
    if (!strcmp(label, "world_steps")) {
        for (uint32_t i = 0; i < x->slots; i++) {
            uint8_t status = *byte_at(dealt_state, x->status, x->dealt[i]);
            bool fights = x->plan.steps && (status & IN_COMBAT);
            uint16_t target;
            memcpy(&target, (char *)dealt_state + field_at(game, "target"), 2);
            if (!is_column(x->dealt[i]) && (fights || x->place[i] == target))
                steps += status & STEPS;
        }
        free(list);
        return steps;
    }
    if (!strcmp(label, "world_committed") || !strcmp(label, "world_air")) {
        const uint8_t *facts = (const uint8_t *)dealt_state;
        unsigned set = facts[field_at(game, "commit_columns") + (unsigned)side];
        free(list);
        return label[6] == 'a' ? facts[field_at(game, "commit_air")] : __builtin_popcount(set);
    }
    memcpy(state, dealt_state, game->state_bytes);
    for (uint32_t i = 0; i < x->plan.steps; i++)
        gg_apply(game, x->at.table, state, x->plan.step[i], NULL);
    gg_rng_seed(&rng, 1, 0);
    gg_turn turn = game->turn(x->at.table, state);
    while (strcmp(game->nodes[turn.node].token, "commit") != 0 || turn.seat != side) {
        gg_apply(game, x->at.table, state, game->brain.policy(x->at.table, state, turn.seat, &rng),
                 NULL);
        turn = game->turn(x->at.table, state);
    }
    uint32_t n = gg_legal(game, x->at.table, state, side, list);
    for (uint32_t i = 0; i < n; i++) value |= gg_a(list[i]);
    free(list);
    return strcmp(label, "world_defence") ? __builtin_popcount((unsigned)value)
                                          : ((const uint8_t *)state)[field_at(game, "defence")];
}

static void count_name(search *x) {
    name n = {.deals = 1};
    uint32_t i = 0;
    for (uint32_t k = 0; k < x->lines; k++)
        n.value[k] = value_of(x, x->at.game->labels[x->label[k]].token);
    while (i < x->names && memcmp(x->name[i].value, n.value, sizeof n.value) != 0) i++;
    assert_true(i < NAMES_MAX);
    if (i == x->names)
        x->name[x->names++] = n;
    else
        x->name[i].deals++;
}

static void walk_deal(search *x) {
    const gg_game *game = x->at.game;
    const gg_odds_wish wish = {.plain = 1, .insensitive = 1};
    const gg_odds_answer *answer;
    uint64_t seen[STATE_MAX / 8];
    gg_verdict verdict;
    memcpy(seen, dealt_state, game->state_bytes);
    assert_int_equal(game->sound(x->at.table, seen), 0);
    game->redact(x->at.table, seen, x->viewer);
    assert_memory_equal(seen, x->known, game->facts_bytes);
    x->deals++;
    count_name(x);
    assert_int_equal(gg_odds_ask(x->odds, &x->at, x->viewer, &x->plan, &wish, &answer, &verdict),
                     GG_OK);
    add_only_row(&x->sums, answer);
}

// What lies face down in a commitment may be any answer that the rules would take.
static void each_commitment(search *x) {
    const gg_game *game = x->at.game;
    gg_turn turn = game->turn(x->at.table, dealt_state);
    int side = 1 - x->viewer;
    unsigned columns = field_at(game, "commit_columns") + (unsigned)side,
             air = field_at(game, "commit_air"), done = field_at(game, "committed");
    uint8_t *facts = (uint8_t *)dealt_state;
    bool sealed = !strcmp(game->nodes[turn.node].token, "commit") && facts[done] >> side & 1;
    if (!sealed) {
        walk_deal(x);
        return;
    }
    for (unsigned set = 0; set < 256; set++)
        for (unsigned n = 0; n <= 3; n++) {
            gg_action action = gg_act(gg_verb_of(x->plan.step[0]), set, n, 0);
            static uint64_t asked[STATE_MAX / 8];
            memcpy(asked, dealt_state, game->state_bytes);
            gg_flow *flow = (gg_flow *)(void *)((char *)asked + game->flow);
            flow->frame[flow->depth - 1].seat = (uint8_t)side;
            ((uint8_t *)asked)[done] = 0;
            if (!gg_check(game, x->at.table, asked, side, action, NULL)) continue;
            facts[columns] = (uint8_t)set;
            if (side == 0) facts[air] = (uint8_t)n;
            walk_deal(x);
        }
}

static bool may_stand(const search *x) {
    for (uint32_t i = 0; i < x->slots; i++) {
        unsigned stack[SLOTS_MAX + 1], n = 0;
        for (uint32_t k = 0; k < x->slots; k++)
            if (x->place[k] == x->place[i]) stack[n++] = x->dealt[k];
        stack[n++] = (unsigned)top_in(x, x->at.state, x->place[i]);
        if (!stand_together(stack, n)) return false;
        if (x->heights[i] && !is_column(x->dealt[i]) && !on_foot(x->dealt[i])) return false;
    }
    return true;
}

static void lay_down(search *x, unsigned reduced) {
    const gg_game *game = x->at.game;
    memcpy(dealt_state, x->at.state, game->state_bytes);
    for (uint32_t i = 0; i < x->slots; i++) {
        unsigned piece = x->dealt[i], height = 0;
        int top = top_in(x, x->at.state, x->place[i]);
        uint8_t above = ((const uint8_t *)x->at.state)[x->status + (unsigned)top];
        for (uint32_t k = 0; k < i; k++) height += x->place[k] == x->place[i];
        unsigned status = (unsigned)prints[piece].steps - (reduced >> i & 1);
        if (!is_column(piece)) {
            status |= above & RETREATED;
            if (x->starved[i]) status |= UNSUPPLIED;
            if (above & IN_COMBAT && prints[piece].attack > 0) status |= IN_COMBAT | ATTACKED;
        }
        memcpy((char *)dealt_state + x->where + 2 * piece, &x->place[i], 2);
        *byte_at(dealt_state, x->status, piece) = (uint8_t)status;
        *byte_at(dealt_state, x->rank, piece) = (uint8_t)height;
    }
    game->derive(x->at.table, dealt_state);
    each_commitment(x);
}

static void each_reduced(search *x) {
    for (unsigned set = 0; set < 1U << x->slots; set++) {
        bool good = (unsigned)__builtin_popcount(set) == x->reduced;
        for (uint32_t i = 0; i < x->slots && good; i++)
            if (set >> i & 1) good = prints[x->dealt[i]].steps == 2 && !is_column(x->dealt[i]);
        if (good) lay_down(x, set);
    }
}

static void each_deal(search *x, uint32_t slot, unsigned units, uint32_t columns) {
    if (slot == x->slots) {
        if (may_stand(x)) each_reduced(x);
        return;
    }
    bool bottom = !slot || x->place[slot - 1] != x->place[slot] || is_column(x->dealt[slot - 1]);
    if (bottom && columns < x->columns) {
        x->dealt[slot] = x->column[columns];
        each_deal(x, slot + 1, units, columns + 1);
    }
    for (uint32_t i = 0; i < x->units; i++) {
        if (units >> i & 1) continue;
        x->dealt[slot] = x->unit[i];
        each_deal(x, slot + 1, units | 1U << i, columns);
    }
}

// ------------------------------------------------------------------------------------ the answer
static uint64_t worlds[ROOM * STATE_MAX / 8];
static gg_world about[ROOM];

// What worlds() says of itself: names and numbers.
static void check_names(const search *x, uint32_t n) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < n; i++) sum += about[i].deals;
    for (uint32_t i = 0; i < x->names; i++) {
        gg_big told, counted;
        uint64_t deals = 0;
        for (uint32_t k = 0; k < n; k++) {
            bool same = true;
            for (uint32_t l = 0; l < x->lines; l++)
                same &= about[k].line[l].value == x->name[i].value[l];
            deals += same ? about[k].deals : 0;
        }
        gg_big_set(&told, deals);
        gg_big_set(&counted, x->name[i].deals);
        assert_true(gg_big_times(&told, x->deals) && gg_big_times(&counted, sum));
        if (gg_big_compare(&told, &counted) != 0)
            fail_msg("%s\nname %d %d %d: %llu of %llu told, %llu of %llu counted", x->text,
                     x->name[i].value[0], x->name[i].value[1], x->name[i].value[2],
                     (unsigned long long)deals, (unsigned long long)sum,
                     (unsigned long long)x->name[i].deals, (unsigned long long)x->deals);
    }
}

static void check_answer(const search *x, const gg_odds_answer *answer) {
    uint64_t shares = 0;
    assert_true(answer->exact && answer->counted);
    for (uint32_t i = 0; i < answer->rows; i++) shares += answer->row[i].share;
    assert_true(shares == answer->row[0].shares);
    for (uint32_t i = 0; i < x->sums.count; i++) {
        double told = chance_in(answer, &x->sums.effects[i]);
        double counted = x->sums.p[i] / (double)x->deals;
        if (fabs(told - counted) > 1e-9)
            fail_msg("an outcome: %.9f told, %.9f counted", told, counted);
    }
}

// --------------------------------------------------------------------------------- one question
// What the text goes on with once the position stands.
static void play_on(search *x, const char *line) {
    while ((line = strstr(line, "\n> "))) {
        char text[64];
        gg_action action;
        gg_error error;
        line += 3;
        (void)snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "\n"), line);
        if (!gg_notation_parse(x->at.game, x->at.table, x->at.state, text, &action, &error))
            fail_msg("%s: %s", text, error.en);
        gg_apply(x->at.game, x->at.table, x->at.state, action, NULL);
        line--;
    }
}

// Is it unsupplied there? A deal of the game's own says it of whoever it lays there.
static bool starves(const search *x, uint16_t hex) {
    static uint64_t other[STATE_MAX / 8];
    for (uint64_t seed = 0;; seed++) {
        gg_rng rng;
        gg_rng_seed(&rng, 77, seed);
        memcpy(other, x->at.state, x->at.game->state_bytes);
        x->at.game->resample(x->at.table, other, x->viewer, &rng);
        for (uint32_t i = 0; i < x->units; i++)
            if (where_of(x, other, x->unit[i]) == hex)
                return *byte_at(other, x->status, x->unit[i]) & UNSUPPLIED;
        if (seed == 40) return false; // nothing but CL lies there
    }
}

// A hidden counter is one that redact() takes off the map.
static void find_slots(search *x) {
    uint64_t hidden[2] = {0, 0};
    for (unsigned p = 0; p < print_count; p++)
        if (where_of(x, x->at.state, p) != where_of(x, x->known, p)) {
            hidden[p / 64] |= UINT64_C(1) << p % 64;
            x->reduced += !is_column(p) && prints[p].steps == 2 &&
                          (((const uint8_t *)x->at.state)[x->status + p] & STEPS) == 1;
            assert_true(x->units + x->columns < SLOTS_MAX);
            if (is_column(p))
                x->column[x->columns++] = p;
            else
                x->unit[x->units++] = p;
        }
    for (uint16_t hex = 0; hex < 364; hex++)
        for (unsigned p = 0; p < print_count; p++)
            if (hidden[p / 64] >> p % 64 & 1 && where_of(x, x->at.state, p) == hex)
                x->place[x->slots++] = hex;
    for (uint32_t i = 0; i < x->slots; i++) x->starved[i] = starves(x, x->place[i]);
}

// Returns how many deals there were; 0: it could not be counted.
static uint64_t ask(const char *text, int viewer, const char *const *plan, const char *height) {
    static search x;
    const gg_odds_answer *answer;
    const gg_odds_wish wish = {.plain = 1, .insensitive = 1};
    gg_play *play;
    gg_error error;
    gg_odds *odds;
    gg_verdict verdict;
    memset(&x, 0, sizeof x);
    if (gg_play_open(&play, "", text, strlen(text), 1, &error) != GG_OK)
        fail_msg("%s\n%s", error.en, text);
    x.at = *gg_play_position(play);
    const gg_game *real = x.at.game;
    gg_game game = *real;
    game.brain.worlds = this_deal;
    dealt_bytes = game.state_bytes;
    x.text = text;
    x.viewer = viewer;
    x.where = field_at(real, "where");
    x.status = field_at(real, "status");
    x.rank = field_at(real, "rank");
    play_on(&x, text);
    memcpy(x.known, x.at.state, real->state_bytes);
    real->redact(x.at.table, x.known, viewer);
    x.plan = plan_of(&x.at, plan, PLAN_MAX);
    find_slots(&x);
    for (uint32_t i = 0; i < x.slots && height; i++) {
        char hex[8];
        (void)snprintf(hex, sizeof hex, "%02d%02d", x.place[i] / 14 + 1, x.place[i] % 14 + 1);
        x.heights[i] = !strcmp(hex, height);
    }
    uint32_t n = real->brain.worlds(x.at.table, x.at.state, viewer, &x.plan, worlds, ROOM, about);
    for (uint32_t i = 0; i < n; i++)
        assert_int_equal(real->sound(x.at.table, (char *)worlds + (size_t)i * real->state_bytes),
                         0);
    x.lines = n ? about[0].lines : 0;
    for (uint32_t i = 0; i < x.lines; i++) x.label[i] = about[0].line[i].label;
    if (n) {
        assert_int_equal(gg_odds_open(&x.odds, &game, 8), GG_OK);
        x.at.game = &game;
        each_deal(&x, 0, 0, 0);
        gg_odds_close(x.odds);
        x.at.game = real;
        assert_true(x.deals);
        check_names(&x, n);
        assert_int_equal(gg_odds_open(&odds, real, 8), GG_OK);
        assert_int_equal(gg_odds_ask(odds, &x.at, viewer, &x.plan, &wish, &answer, &verdict),
                         GG_OK);
        check_answer(&x, answer);
        gg_odds_close(odds);
    }
    gg_play_close(play);
    return x.deals;
}

// ------------------------------------------------------------------------------ written positions
#define GERMANS                                                                                    \
    "# BH9u  a position\ngame bautzen   scenario empty\n"                                          \
    "put 20Pz_PzR21 at 0614\nput 20Pz_PzGR59 at 0614\nput 20Pz_QG at 0714\n"
#define POLES                                                                                      \
    "# BH9u  a position\ngame bautzen   scenario empty\n"                                          \
    "put 5DP_13 at 0614\nput 5DP_15 at 0614\nput 5DP_QG at 0714\n"

typedef struct question {
    const char *text, *plan[PLAN_MAX], *height;
    int viewer;
} question;

static const question questions[] = {
    // One hidden counter in the stack that is attacked: a regiment, an HQ or a brigade of guns.
    {GERMANS "put 8DP_QG at 0613\nput 8DP_32 at 0613\nput 8DP_36 at 0611\nput 8DP_34 at 0611\n"
             "put 8ArtLd at 0508\nput 28SP at 0508\nnode combat german\n",
     {"attack 0613 20Pz_PzR21", "join 20Pz_PzGR59", "confirm"},
     NULL,
     1},
    // Reduced ones, and supply columns that may lie below any of them.
    {GERMANS "put CL1 side allied at 0612\nput 8DP_34 at 0613 reduced\nput 8DP_32 at 0613\n"
             "put 9DP_26 at 0612\nput 9DP_28 at 0612\nput 9DP_30 at 0909 reduced\n"
             "put 9DP_QG at 0909\nput 28SP at 0909\nnode combat german\n",
     {"attack 0613 20Pz_PzR21", "join 20Pz_PzGR59", "confirm"},
     NULL,
     1},
    // Army HQ and guns at three ranges; nothing is hidden in the stack itself.
    {GERMANS "put 8DP_32 at 0613\nput 6ArtL at 0610\nput 8DP_34 at 0610\nput 7ArtH at 0609\n"
             "put 8DP_36 at 0609\nput QG2AWP at 0608\nput 9DP_26 at 0608\nput 8DP_QG at 0605\n"
             "put 9DP_28 at 0605\nput 8ArtLd at 0904\nput 28SP at 0904\nnode combat german\n",
     {"attack 0613 20Pz_PzR21", "join 20Pz_PzGR59", "confirm"},
     NULL,
     1},
    // Two formations may not both be guests of a third; two nations have their own stacks.
    {GERMANS "put 8DP_32 at 0613\nput 8DP_34 at 0610\nput 8DP_36 at 0610\nput 8DP_QG at 0610\n"
             "put 9DP_26 at 0908\nput 10DP_25 at 0908\nput 9DP_28 at 0908\n"
             "put 254RD_933 at 0512\nput 254RD_QG at 0512\nput CL1 side allied at 0512\n"
             "put 254RD_929 at 0512\nnode combat german\n",
     {"attack 0613 20Pz_PzR21", "join 20Pz_PzGR59", "confirm"},
     NULL,
     1},
    // A height without a road, open to foot alone.
    {GERMANS "put 8DP_32 at 0613\nput 8DP_34 at 0509\nput 8DP_36 at 0509\nput 28SP at 0609\n"
             "put 5PCzc at 0609\nput 8DP_QG at 0908\nput 16BPanc at 0908\nnode combat german\n",
     {"attack 0613 20Pz_PzR21", "join 20Pz_PzGR59", "confirm"},
     "0509",
     1},
    // Who is attacked does not know all who attack, nor what they may commit.
    {"# BH9u  a position\ngame bautzen   scenario empty\nput 8DP_32 at 0613\nput 8DP_34 at 0613\n"
     "put 20Pz_PzGR59 at 0614 reduced\nput CL5 side german at 0614\nput 20Pz_PzR21 at 0614\n"
     "put HG1_QG at 0714\nput 20Pz_PzGR112 at 0714\nput 20Pz_QG at 0814\nput HG1_FschPzGR1 at "
     "0814\n"
     "node combat german\n> attack 0613 20Pz_PzR21\n> join 20Pz_PzGR112\n> join 20Pz_PzGR59\n> "
     "confirm\n",
     {"no support"},
     NULL,
     0},
    // An answer that lies face down, of columns and air markers.
    {GERMANS "put CL1 side allied at 0613\nput 8DP_34 at 0613\nput 8DP_32 at 0613\n"
             "put CL2 side allied at 0612\nput 8DP_QG at 0612\nput 8DP_36 at 0612\nset air 2\n"
             "node combat german\n> attack 0613 20Pz_PzR21\n> join 20Pz_PzGR59\n> confirm\n"
             "> no support\n> commit none 1\n",
     {"commit none 0"},
     NULL,
     1},
    // The same before the other has answered: an Allied attack.
    {POLES "put 20Pz_PzGR59 at 0613\nput CL5 side german at 0613\nput 20Pz_PzR21 at 0613\n"
           "put 20Pz_QG at 0612\nput CL6 side german at 0612\nput HG1_FschPzGR1 at 0612\n"
           "node combat allied\n> attack 0613 5DP_13\n> join 5DP_15\n> confirm\n> no support\n",
     {"commit none 0"},
     NULL,
     0},
};

static void written(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof questions / sizeof *questions; i++) {
        const question *q = &questions[i];
        uint64_t deals = ask(q->text, q->viewer, q->plan, q->height);
        print_message("position %u: %llu deals\n", i + 1, (unsigned long long)deals);
        assert_in_range(deals, 2, 1000000);
    }
}

// ------------------------------------------------------------------------ positions made by chance
typedef struct maker {
    gg_rng rng;
    bool allied; // whose counters are hidden
    bool used[PIECES_MAX];
    unsigned stack[8];
    unsigned height, columns;
    gg_out text;
} maker;

static unsigned any_piece(maker *m) {
    for (;;) {
        unsigned p = gg_rng_below(&m->rng, print_count);
        bool guards = strstr(prints[p].id, "GRD") || strstr(prints[p].id, "GTC");
        if (!m->used[p] && !is_column(p) && prints[p].allied == m->allied && !guards) return p;
    }
}

// The counter on top comes last; below it those that may stand with it.
static void make_stack(maker *m, const char *hex, unsigned height) {
    m->height = 0;
    for (unsigned tries = 0; m->height < height && tries < 400; tries++) {
        m->stack[m->height] = any_piece(m);
        if (!stand_together(m->stack, m->height + 1)) continue;
        m->used[m->stack[m->height++]] = true;
    }
    if (m->columns && gg_rng_below(&m->rng, 3) == 0)
        gg_out_format(&m->text, "put CL%u side %s at %s\n", m->columns--,
                      m->allied ? "allied" : "german", hex);
    for (unsigned i = 0; i < m->height; i++) {
        const print *p = &prints[m->stack[i]];
        bool reduced = p->steps == 2 && gg_rng_below(&m->rng, 5) == 0;
        gg_out_format(&m->text, "put %s at %s%s\n", p->id, hex, reduced ? " reduced" : "");
    }
}

static void by_chance(void **state) {
    static const char *const near[] = {"0612", "0611", "0712", "0511", "0711"};
    static const char *const far[] = {"0608", "0908", "0906", "1007", "0504"};
    uint64_t deals = 0;
    unsigned counted = 0, asked = 0;
    (void)state;
    for (unsigned seed = 0; seed < 60; seed++) {
        char text[TEXT_MAX];
        maker m = {.allied = seed % 2, .columns = 2};
        const char *german[] = {"attack 0613 20Pz_PzR21", "join 20Pz_PzGR59", "confirm", NULL},
                   *polish[] = {"attack 0613 5DP_13", "join 5DP_15", "confirm", NULL};
        gg_rng_seed(&m.rng, 60, seed);
        gg_out_init(&m.text, text, sizeof text);
        gg_out_format(&m.text, "%s", m.allied ? GERMANS : POLES);
        for (unsigned p = 0; p < print_count; p++)
            m.used[p] = !strncmp(prints[p].id, m.allied ? "20Pz" : "5DP", m.allied ? 4 : 3);
        make_stack(&m, "0613", 1 + gg_rng_below(&m.rng, 3));
        make_stack(&m, near[seed % 5], 1 + gg_rng_below(&m.rng, 3));
        make_stack(&m, near[(seed + 1 + seed / 5 % 4) % 5], 2);
        make_stack(&m, far[seed % 5], 2 + seed % 3 / 2);
        gg_out_format(&m.text, "node combat %s\n", m.allied ? "german" : "allied");
        uint64_t n = ask(text, m.allied, m.allied ? german : polish, NULL);
        deals += n;
        counted += n != 0;
        asked++;
    }
    print_message("%u of %u positions counted, %llu deals\n", counted, asked,
                  (unsigned long long)deals);
    assert_true(counted * 100 >= asked * 95);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(written), cmocka_unit_test(by_chance)};
    read_prints();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
