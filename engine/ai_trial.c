// SPDX-License-Identifier: Apache-2.0
// One trial of search: what comes of a plan in one world, with these dice?
//
// The plan is carried out and whom the game says to follow (brain.follow) plays for both until the
// enemy has answered or until the game says (brain.until), counted by the game's clock() and not in
// actions, which would favour whoever does little. Then the position is weighed as a chance to win.
// Where nobody foretells enough the trial is greedy's look at this world, so that many worlds are
// averaged.
//
// Where a line was drawn up (ai_line.c) it is followed, from its first macro move that is legal to
// its last. Where a game with lines says how far trials go, each segment after the one under way is
// drawn up when the trial comes to it: what was planned before a fight says little after it.
//
// Two decisions on the way are learned from trial to trial: the seat's next macro move and the
// enemy's first. What is known of them is known by the moves made, not by the world they were made
// in (an open-loop tree over what both may know), so that no answer is made to what cannot be seen.
// At each of them a few macro moves are met by and by, one more whenever the square of their number
// has been tried; of those the one is taken that has done best for whoever decides, or that was
// tried too little to tell.
//
// At a sealed node the other seat's answer is drawn by its policy, which cannot see ours, unless it
// is this choice that is thought about (ai_sealed.c).
#include <string.h>

#include "base/bits.h"
#include "thinker.h"

enum {
    STEPS_MOST = 400,  // of one trial: games without a clock ..
    STEPS_LONG = 2000, // .. where the game says how far trials go, or whole armies move
    TURNS_MOST = 4,    // player-turns of one trial: an enemy who has nothing left to answer with
    CURIOUS = 4,       // how little an arm's uncertainty counts
    OWN = 0,
    ENEMY = 1,
    NO_PLY = THINK_PLIES,
};

uint32_t think_clock(const gg_game *game, const void *t, const void *s) {
    return game->brain.clock ? game->brain.clock(t, s) : 0;
}

int64_t think_root(int64_t square) {
    int64_t low = 0, high = INT64_C(1) << 31;
    while (low < high) {
        int64_t middle = (low + high + 1) / 2;
        if (middle <= square / middle)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

// ------------------------------------------------------------------------------------ who plays on
typedef struct walk {
    const think_trial *trial;
    gg_thinker *k;
    uint32_t began;   // player-turns done when the enemy first began something; UINT32_MAX: not yet
    uint32_t noting;  // the ply whose macro move is being met, NO_PLY: none
    uint32_t done[2]; // plies of each side that were entered
    think_arm *used[THINK_PLIES]; // NULL: not there yet, or nothing is learned
    gg_rng secret;
    const think_line *line; // that is followed, from `at` on
    uint32_t at, drawn;     // .. and player-turns done when it was drawn up
} walk;

static bool captains(gg_thinker *k, const void *t, const void *s, int seat, gg_rng *rng) {
    k->inner->nodes = 0;
    bool found = think_greedily(k->inner, t, s, seat, rng, &k->going);
    k->nodes += k->inner->nodes;
    return found;
}

// The same segment comes again a turn later.
static think_line *line_anew(walk *w, int seat, unsigned node, uint32_t now) {
    gg_thinker *k = w->k;
    think_line *line = think_line_of(k->anew, seat, node);
    if (line && w->drawn == now) return line;
    k->anew->count = 0;
    line = think_new_line(k->anew, seat, node);
    w->line = NULL;
    w->drawn = now;
    k->inner->cut = false;
    k->inner->nodes = 0;
    think_draw_up(k->inner, w->trial->t, k->after, line);
    k->nodes += k->inner->nodes;
    return line;
}

static think_line *find_line(walk *w, int seat, unsigned node) {
    const think_trial *trial = w->trial;
    gg_thinker *k = w->k;
    uint32_t now = think_clock(k->game, trial->t, k->after);
    bool begun = trial->own && now == trial->start;
    think_line *line = begun ? think_line_of(trial->own, seat, node) : NULL;
    if (line || !trial->lines) return line;
    if (trial->anew) return line_anew(w, seat, node, now);
    line = think_line_of(trial->lines, seat, node);
    if (line || !trial->draws_up) return line;
    line = think_new_line(trial->lines, seat, node);
    k->inner->temper = seat == trial->seat ? trial->lines->temper : 0;
    if (line) think_draw_up(k->inner, trial->t, k->after, line);
    k->inner->temper = 0;
    return line;
}

// The next macro move of the line that is legal; false: there is none, and play goes on by lot.
static bool by_line(walk *w, int seat, unsigned node) {
    gg_thinker *k = w->k;
    const think_line *line = find_line(w, seat, node);
    if (!line) return false;
    if (line != w->line) w->at = 0;
    w->line = line;
    while (w->at < line->count) {
        gg_action first = line->step[line->from[w->at]];
        if (gg_check(k->game, w->trial->t, k->after, seat, first, NULL)) {
            think_line_plan(line, w->at++, &k->going);
            return true;
        }
        w->at++;
    }
    return false;
}

// A macro move into k->going; false: there is none but single actions.
static bool macro(walk *w, const void *t, const void *s, int seat, gg_rng *rng) {
    gg_thinker *k = w->k;
    const gg_game *game = k->game;
    k->next = 0;
    k->going.steps = 0;
    unsigned node = game->turn(t, s).node;
    if (think_has_line(game, node) && by_line(w, seat, node)) return true;
    if (game->brain.follow == GG_FOLLOW_CAPTAINS) return captains(k, t, s, seat, rng);
    return game->brain.draw && game->brain.draw(t, s, seat, rng, &k->going);
}

static gg_action single(gg_thinker *k, const void *t, const void *s, int seat, gg_rng *rng) {
    const gg_game *game = k->game;
    if (game->brain.dealt_policy) return game->brain.dealt_policy(t, s, seat, rng);
    if (game->brain.policy) return game->brain.policy(t, s, seat, rng);
    uint32_t count = gg_legal(game, t, s, seat, k->answers);
    GG_ASSERT(count > 0 && count <= game->max_legal);
    return k->answers[gg_rng_below(rng, count)];
}

static gg_action sensible(walk *w, const void *t, const void *s, int seat, gg_rng *rng) {
    gg_thinker *k = w->k;
    for (int once = 0; once < 2; once++) {
        if (k->next < k->going.steps && gg_check(k->game, t, s, seat, k->going.step[k->next], NULL))
            return k->going.step[k->next++];
        if (once || !macro(w, t, s, seat, rng)) break;
    }
    k->going.steps = 0;
    return single(k, t, s, seat, rng);
}

// --------------------------------------------------------------------------------- what is learned
static bool same_plan(const gg_plan *a, const gg_plan *b) {
    return a->steps == b->steps && memcmp(a->step, b->step, a->steps * sizeof a->step[0]) == 0;
}

// The ply that is entered here, and what there is to decide.
static uint32_t ply_of(const walk *w, gg_turn turn, uint32_t *about) {
    const gg_game *game = w->k->game;
    uint8_t flags = game->nodes[turn.node].flags;
    if (!w->trial->ply || !(flags & GG_N_REST) || flags & GG_N_SEALED) return NO_PLY;
    uint32_t side = turn.seat == w->trial->seat ? OWN : ENEMY;
    if (w->done[side] == THINK_DEPTH) return NO_PLY;
    *about = game->brain.about ? game->brain.about(w->trial->t, w->k->after) : 1;
    return *about ? side * THINK_DEPTH + w->done[side] : NO_PLY;
}

// How good the arm is for whoever decides, and how much more it may be worth.
static int64_t promise(const think_arm *arm, uint32_t visits, bool enemy) {
    int64_t mean = arm->sum / arm->visits, log = 32 - gg_bits_clz32(visits + 1);
    return (enemy ? THINK_SURE - mean : mean) + think_root((log << 40) / arm->visits) / CURIOUS;
}

// What is known of a ply about one thing.
typedef struct known {
    uint32_t about, arms, visits;
} known;

static known count_known(const think_ply *ply, uint32_t about) {
    known out = {about, 0, 0};
    for (uint32_t i = 0; i < ply->arms; i++) {
        if (ply->arm[i].about != about) continue;
        out.arms++;
        out.visits += ply->arm[i].visits;
    }
    return out;
}

static think_arm *choose_arm(const walk *w, think_ply *ply, known of, int seat) {
    const gg_thinker *k = w->k;
    think_arm *best = NULL;
    int64_t most = 0;
    for (uint32_t i = 0; i < ply->arms; i++) {
        think_arm *arm = &ply->arm[i];
        if (arm->about != of.about ||
            !gg_check(k->game, w->trial->t, k->after, seat, arm->plan.step[0], NULL))
            continue;
        int64_t hope = promise(arm, of.visits, seat != w->trial->seat);
        if (best && hope <= most) continue;
        best = arm;
        most = hope;
    }
    return best;
}

// The macro move that has been met becomes an arm, unless it is one.
static void met(walk *w) {
    think_ply *ply = &w->trial->ply[w->noting];
    think_arm *arm = w->used[w->noting];
    w->noting = NO_PLY;
    for (uint32_t i = 0; i < ply->arms; i++)
        if (ply->arm[i].about == arm->about && same_plan(&ply->arm[i].plan, &arm->plan)) {
            w->used[ply - w->trial->ply] = &ply->arm[i];
            return;
        }
    ply->arms++;
}

static void enter(walk *w, uint32_t at, uint32_t about, int seat) {
    think_ply *ply = &w->trial->ply[at];
    known of = count_known(ply, about);
    bool room = ply->arms < THINK_ARMS;
    bool more = room && of.arms < THINK_KNOWN && of.arms * of.arms <= of.visits;
    think_arm *arm = more ? NULL : choose_arm(w, ply, of, seat);
    w->done[at / THINK_DEPTH]++;
    w->k->next = w->k->going.steps = 0;
    if (arm) {
        w->k->going = arm->plan;
    } else if (room) {
        arm = &ply->arm[ply->arms];
        memset(arm, 0, sizeof *arm);
        arm->about = about;
        w->noting = at;
    }
    w->used[at] = arm;
}

static void learn(walk *w, int64_t chance) {
    if (w->noting != NO_PLY) met(w);
    for (uint32_t i = 0; i < THINK_PLIES; i++) {
        if (!w->used[i]) continue;
        w->used[i]->sum += chance;
        w->used[i]->visits++;
    }
}

// ----------------------------------------------------------------------------------------- a trial
// The enemy has answered when, at rest, more player-turns are done than when it first began
// something.
static bool answered(walk *w, gg_turn turn) {
    const think_trial *trial = w->trial;
    const gg_game *game = w->k->game;
    uint8_t flags = game->nodes[turn.node].flags;
    if (!(flags & GG_N_REST)) return false;
    uint32_t now = think_clock(game, trial->t, w->k->after);
    if (trial->until) return now >= trial->until;
    if (now > w->began || now >= trial->start + TURNS_MOST) return true;
    bool enemy = turn.seat != trial->seat && turn.seat < game->seats && !(flags & GG_N_SEALED);
    if (enemy && w->began == UINT32_MAX) w->began = now;
    return false;
}

static gg_action decide(walk *w, gg_turn turn, bool fresh, gg_rng *dice) {
    gg_thinker *k = w->k;
    if (think_is_secret(w->trial, turn)) return think_secret(w->trial, turn.seat, &w->secret);
    bool rest = k->game->nodes[turn.node].flags & GG_N_REST;
    if (w->noting != NO_PLY && (fresh || rest) && w->used[w->noting]->plan.steps) met(w);
    if (fresh) k->going.steps = 0;
    uint32_t about, ply = ply_of(w, turn, &about);
    if (ply != NO_PLY) enter(w, ply, about, turn.seat);
    gg_action action = sensible(w, w->trial->t, k->after, turn.seat, dice);
    gg_plan *note = w->noting != NO_PLY ? &w->used[w->noting]->plan : NULL;
    if (note && note->steps < GG_PLAN_STEPS) note->step[note->steps++] = action;
    return action;
}

static void play_on(walk *w, gg_rng *dice) {
    gg_thinker *k = w->k;
    const void *t = w->trial->t;
    int last = GG_NOBODY;
    unsigned most = w->trial->until || w->trial->lines ? STEPS_LONG : STEPS_MOST;
    for (unsigned step = 0; step < most; step++) {
        gg_turn turn = k->game->turn(t, k->after);
        if (turn.seat == GG_OVER || answered(w, turn)) return;
        gg_action action = turn.seat == GG_CHANCE
                               ? gg_roll(k->game, t, k->after, gg_rng_below64(dice, turn.tickets))
                               : decide(w, turn, turn.seat != last, dice);
        last = turn.seat;
        k->nodes++;
        gg_apply(k->game, t, k->after, action, NULL);
    }
}

int64_t think_try(const think_trial *trial, const gg_plan *plan, gg_rng *dice) {
    gg_thinker *k = trial->k;
    walk w = {trial, k, UINT32_MAX, NO_PLY, {0}, {NULL}, trial->secret, NULL, 0, UINT32_MAX};
    if (!plan)
        memcpy(k->after, k->world, k->game->state_bytes);
    else if (!think_carry_out(k, trial->t, plan, trial->seat))
        return 0;
    think_let_choose(trial, &w.secret);
    if (k->game->brain.follow == GG_FOLLOW_NOBODY)
        return think_worth(k, trial->t, trial->seat, dice);
    play_on(&w, dice);
    int64_t chance = think_chance(k->game, trial->t, k->after, trial->seat);
    learn(&w, chance);
    return chance;
}
