// SPDX-License-Identifier: Apache-2.0
// Short cuts of who follows all of a chance: outcomes that are said to lead to the same state do,
// also from one state to another; chances that are taken together lead where they lead one by one,
// with the same weight.
#include <math.h>
#include <string.h>

#include "conform.h"

enum { REMEMBERED = 1 << 12, BRANCHES = 4000, ENDS_MAX = GG_COURSES_MAX };

// ------------------------------------------------------------------------------------------ focus
static uint64_t facts_of(const suite *s, const void *state) {
    return gg_hash(state, s->game->facts_bytes);
}

static uint64_t led_to(suite *s, gg_action outcome) {
    memcpy(s->b, s->at.state, s->game->state_bytes);
    gg_apply(s->game, s->at.table, s->b, outcome, NULL);
    return facts_of(s, s->b);
}

// What was said to lead to the same before, and where it led.
typedef struct saying {
    uint64_t said, led;
} saying;

// Did what was said to lead to the same lead elsewhere? Memories are of one table: they are
// forgotten with the game.
static bool contradicts(const suite *s, uint64_t said, uint64_t led) {
    static saying known[REMEMBERED];
    static uint32_t game_no = UINT32_MAX;
    if (game_no != s->game_no) memset(known, 0, sizeof known);
    game_no = s->game_no;
    saying *one = &known[said % REMEMBERED], before = *one;
    *one = (saying){said, led};
    return before.said == said && before.led != led;
}

void conform_focus(suite *s, uint32_t n) {
    static uint64_t leads[GG_OUTCOMES_MAX];
    const gg_game *g = s->game;
    if (!g->brain.focus || s->light) return;
    memcpy(s->a, s->at.state, g->state_bytes);
    if (!g->brain.focus(s->at.table, s->a, s->outcomes, n, leads)) return;
    uint64_t rest = facts_of(s, s->a);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t said = gg_fold(rest, leads[i]), led = led_to(s, s->outcomes[i].action);
        EXPECT(s, P_FOCUS, !contradicts(s, said, led),
               "outcome %s leads elsewhere than another that is said to be the same",
               action_text(s, s->outcomes[i].action));
    }
}

// ---------------------------------------------------------------------------------------- courses
__extension__ typedef unsigned __int128 wide;

typedef struct ends {
    uint32_t count, branches;
    uint64_t led[ENDS_MAX];
    double said[ENDS_MAX], met[ENDS_MAX];
    bool strays; // something leads elsewhere
} ends;

static int end_of(const ends *e, uint64_t led) {
    for (uint32_t i = 0; i < e->count; i++)
        if (e->led[i] == led) return (int)i;
    return -1;
}

// Plays the course; false: a step of it is no outcome there.
static bool play_course(suite *s, const gg_course *course) {
    const gg_game *g = s->game;
    memcpy(s->b, s->at.state, g->state_bytes);
    for (uint32_t i = 0; i < course->steps; i++) {
        if (g->turn(s->at.table, s->b).seat != GG_CHANCE) return false;
        uint32_t n = gg_chance(g, s->at.table, s->b, s->outcomes), k = 0;
        while (k < n && s->outcomes[k].action != course->step[i]) k++;
        if (k == n) return false;
        gg_apply(g, s->at.table, s->b, course->step[i], NULL);
    }
    return course->steps > 0;
}

// Every way of chance, one by one, until a course would have ended.
static void one_by_one(suite *s, ends *e, const void *from, double p, bool first) {
    uint64_t state[GG_STATE_MAX / 8];
    const gg_game *g = s->game;
    int end = first ? -1 : end_of(e, facts_of(s, from));
    if (end >= 0) {
        e->met[end] += p;
        return;
    }
    gg_turn turn = g->turn(s->at.table, from);
    if (turn.seat != GG_CHANCE || e->branches++ > BRANCHES) {
        e->strays |= turn.seat != GG_CHANCE;
        return;
    }
    static gg_outcome list[GG_COURSE_STEPS + 1][GG_OUTCOMES_MAX];
    static unsigned depth;
    if (depth > GG_COURSE_STEPS) {
        e->strays = true;
        return;
    }
    gg_outcome *outcomes = list[depth++];
    uint32_t n = gg_chance(g, s->at.table, from, outcomes);
    for (uint32_t i = 0; i < n; i++) {
        memcpy(state, from, g->state_bytes);
        gg_apply(g, s->at.table, state, outcomes[i].action, NULL);
        one_by_one(s, e, state, p * (double)outcomes[i].weight / (double)turn.tickets, false);
    }
    depth--;
}

static void compare_ends(suite *s, const ends *e) {
    EXPECT(s, P_COURSES, !e->strays, "chance leads where no course does");
    for (uint32_t i = 0; i < e->count && !e->strays && e->branches <= BRANCHES; i++)
        EXPECT(s, P_COURSES, fabs(e->said[i] - e->met[i]) < 1e-9,
               "courses lead to a state with chance %.9f, dice with %.9f", e->said[i], e->met[i]);
}

void conform_courses(suite *s) {
    static gg_course courses[GG_COURSES_MAX];
    static ends e;
    const gg_game *g = s->game;
    uint64_t of[2] = {0}, wanted[2] = {0};
    wide sum = 0;
    if (!g->brain.courses || s->light) return;
    bool any = g->brain.courses(s->at.table, s->at.state, NULL, NULL, wanted) != 0;
    uint32_t n = g->brain.courses(s->at.table, s->at.state, s->a, courses, of);
    EXPECT(s, P_COURSES, any == (n > 0) && (!any || memcmp(wanted, of, sizeof of) == 0),
           "courses go out of %llu * %llu, asked alone out of others", (unsigned long long)of[0],
           (unsigned long long)of[1]);
    if (!n) return;
    uint64_t rest = facts_of(s, s->a);
    memset(&e, 0, sizeof e);
    for (uint32_t i = 0; i < n; i++) {
        bool good = play_course(s, &courses[i]);
        EXPECT(s, P_COURSES, good, "course %u has a step that is no outcome", i);
        if (!good) return;
        uint64_t led = facts_of(s, s->b);
        EXPECT(s, P_COURSES, !contradicts(s, gg_fold(rest, courses[i].lead), led),
               "course %u leads elsewhere than another that is said to be the same", i);
        int end = end_of(&e, led);
        if (end < 0) e.led[end = (int)e.count++] = led;
        wide weight = (wide)courses[i].weight[1] << 64 | courses[i].weight[0];
        e.said[end] += (double)weight / (double)of[0] / (double)of[1];
        sum += weight;
    }
    EXPECT(s, P_COURSES, sum == (wide)of[0] * of[1], "courses weigh %.0f of %llu * %llu",
           (double)sum, (unsigned long long)of[0], (unsigned long long)of[1]);
    one_by_one(s, &e, s->at.state, 1, true);
    compare_ends(s, &e);
}
