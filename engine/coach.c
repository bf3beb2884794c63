// SPDX-License-Identifier: Apache-2.0
// The coach while a match goes on: see coach.h. Search compares the plans, odds tell what they lead
// to; both deal worlds from what the seat knows, and so does the coach before it hands a position
// on, so that not even the legality of a later step can tell what is true.
#include <stdlib.h>
#include <string.h>

#include "grognard/coach.h"

enum {
    LONG_PLAN = 9,    // steps
    DEED_BACK = 2048, // entries looked at for where the other side's move began
    DEED_RESTS = 48,  // of these, rests at which a chance is reckoned
    DEED_SEED = 1945,
};

// ----------------------------------------------------------------------------------------- hints
// As far as was measured: the difference is within what both may be wrong by.
static bool about_equal(const gg_advice *best, const gg_advice *other) {
    int64_t gap = (int64_t)best->chance - other->chance;
    int64_t one = best->error, two = other->error;
    return gap <= 0 || gap * gap <= one * one + two * two;
}

static const gg_odds_row *likeliest_row(const gg_odds_answer *answer) {
    const gg_odds_row *best = NULL;
    for (uint32_t i = 0; i < answer->rows; i++)
        if (answer->row[i].share && (!best || answer->row[i].share > best->share))
            best = &answer->row[i];
    return best && best->count ? best : NULL;
}

static void keep_outcome(const gg_odds_answer *answer, gg_hint *out) {
    const gg_odds_row *row = likeliest_row(answer);
    out->headline = answer->headline;
    out->more = answer->more;
    out->low = answer->low;
    out->high = answer->high;
    if (!row) return;
    const gg_odds_outcome *outcome = &answer->outcome[row->first];
    out->share =
        (double)row->share / (double)row->shares * gg_big_share(&outcome->weight, &row->total);
    out->likeliest.count = outcome->count < GG_EFFECTS_MAX ? outcome->count : GG_EFFECTS_MAX;
    memcpy(out->likeliest.line, answer->effect + outcome->first,
           out->likeliest.count * sizeof *out->likeliest.line);
}

static void look_ahead(gg_odds *odds, const gg_position *world, int seat, gg_hint *out) {
    const gg_odds_wish wish = {.states = GG_HINT_STATES, .plain = 1, .insensitive = 1};
    const gg_odds_answer *answer;
    gg_verdict verdict;
    if (gg_odds_ask(odds, world, seat, &out->advice.plan, &wish, &answer, &verdict) == GG_OK)
        keep_outcome(answer, out);
}

static bool has_step(const gg_plan *plan, gg_action step) {
    for (uint32_t i = 0; i < plan->steps; i++)
        if (plan->step[i] == step) return true;
    return false;
}

static bool step_names_piece(const gg_game *game, gg_action step) {
    const gg_verb *verb = &game->verbs[gg_verb_of(step)];
    for (unsigned k = 0; k < GG_OPERANDS && verb->domain[k] != GG_D_NONE; k++)
        if (game->domains[verb->domain[k]].kind == GG_K_PIECE) return true;
    return false;
}

static uint32_t pieces_named(const gg_game *game, const gg_plan *plan) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < plan->steps; i++) n += step_names_piece(game, plan->step[i]);
    return n;
}

static bool is_long(const gg_game *game, const gg_plan *plan) {
    return pieces_named(game, plan) >= LONG_PLAN;
}

// Another long plan goes without this step.
static bool sets_apart(const gg_game *game, const gg_hint *hint, uint32_t n, gg_action step) {
    for (uint32_t i = 0; i < n; i++) {
        const gg_plan *plan = &hint[i].advice.plan;
        if (is_long(game, plan) && !has_step(plan, step)) return true;
    }
    return false;
}

// Plans that name dozens of pieces (a whole set-up) differ in a few of them, and are told by those;
// one that is as a whole unlike the others is told whole. A way gone step by step is told by where
// it ends.
static void set_apart(const gg_game *game, gg_hint *hint, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        const gg_plan *plan = &hint[i].advice.plan;
        gg_plan *own = &hint[i].own;
        if (!is_long(game, plan)) continue;
        for (uint32_t k = 0; k < plan->steps; k++)
            if (sets_apart(game, hint, n, plan->step[k])) own->step[own->steps++] = plan->step[k];
        if (own->steps == plan->steps) own->steps = 0;
    }
}

// A world that the seat cannot tell from the true one.
static bool deal(const gg_position *at, int seat, gg_rng *rng, gg_position *out) {
    memset(out, 0, sizeof *out);
    if (gg_position_like(out, at) != GG_OK) return false;
    memcpy(out->state, at->state, at->game->state_bytes);
    at->game->resample(at->table, out->state, seat, rng);
    return true;
}

uint32_t gg_coach_hints(gg_thinker *thinker, gg_odds *odds, const gg_position *at, int seat,
                        uint64_t seed, gg_hint out[GG_HINTS]) {
    gg_advice advice[GG_ADVICE_MAX];
    gg_position world;
    gg_rng rng;
    gg_rng_seed(&rng, seed, (uint64_t)seat);
    memset(out, 0, GG_HINTS * sizeof *out);
    if (at->game->turn(at->table, at->state).seat != seat || !deal(at, seat, &rng, &world))
        return 0;
    uint32_t n = gg_advise(thinker, at, seat, &rng, advice, GG_ADVICE_MAX);
    n = n < GG_HINTS ? n : GG_HINTS;
    for (uint32_t i = 0; i < n; i++) {
        out[i].advice = advice[i];
        out[i].equal = about_equal(&advice[0], &advice[i]);
        // "end the phase", or where to put what was chosen before, tells nobody what to fear
        if (!pieces_named(at->game, &advice[i].feared)) out[i].advice.feared.steps = 0;
        if (odds) look_ahead(odds, &world, seat, &out[i]);
    }
    set_apart(at->game, out, n);
    gg_position_close(&world);
    return n;
}

// -------------------------------------------------------------------------- the other's last move
// Entries of the end of a log that count, with what is needed to find where a move began.
typedef struct told {
    uint32_t number;
    uint8_t seat;
    bool began, rests; // decided at a rest; led to one
} told;

typedef struct stretch {
    const gg_match *match;
    uint32_t upto, count, first, last; // first, last: places in `line`
    told line[DEED_BACK];
} stretch;

static bool is_rest(const gg_game *game, gg_turn turn) {
    return turn.seat == GG_OVER || game->nodes[turn.node].flags & GG_N_REST;
}

static void note(void *user, const gg_record *record) {
    stretch *s = user;
    const gg_position *after = record->after;
    unsigned kind = record->entry->kind;
    bool move = kind == GG_ENTRY_ACTION || kind == GG_ENTRY_CHANCE;
    if (!move || s->count == DEED_BACK) return;
    if (!gg_match_counts(s->match, record->number, s->upto)) return;
    s->line[s->count++] =
        (told){.number = record->number,
               .seat = kind == GG_ENTRY_CHANCE ? GG_CHANCE : record->entry->seat,
               .began = is_rest(after->game, record->turn),
               .rests = is_rest(after->game, after->game->turn(after->table, after->state))};
}

static bool by_other(const told *line, int viewer) {
    return line->seat != GG_CHANCE && line->seat != viewer;
}

// From the last decision of another back to where the viewer last began something himself.
static bool find_stretch(stretch *s, int viewer) {
    uint32_t at = s->count;
    while (at > 0 && !by_other(&s->line[at - 1], viewer)) at--;
    if (!at) return false;
    s->last = at - 1;
    while (s->last + 1 < s->count && !s->line[s->last].rests) s->last++;
    s->first = at - 1;
    while (s->first > 0 && !(s->line[s->first - 1].seat == viewer && s->line[s->first - 1].began))
        s->first--;
    while (s->first < s->last && !by_other(&s->line[s->first], viewer)) s->first++;
    return true;
}

static int32_t chance_at(gg_thinker *thinker, const gg_position *at, int viewer) {
    gg_rng rng;
    gg_rng_seed(&rng, DEED_SEED, (uint64_t)viewer);
    return gg_win_chance(thinker, at, viewer, 0, &rng);
}

// The viewer's chance along the stretch; where it changed most.
static gg_status follow(gg_thinker *thinker, const stretch *s, int viewer, gg_position *at,
                        gg_deed *out) {
    uint32_t rests = 0, seen = 0;
    int32_t now = out->before, most = GG_SURE / 200;
    for (uint32_t i = s->first; i <= s->last; i++) rests += s->line[i].rests;
    for (uint32_t i = s->first; i <= s->last; i++) {
        bool due = i == s->last || (s->line[i].rests && rests - seen++ <= DEED_RESTS);
        if (!due) continue;
        gg_status status = gg_match_at(s->match, s->line[i].number, at);
        if (status != GG_OK) return status;
        int32_t then = chance_at(thinker, at, viewer), by = abs(then - now);
        if (by > most) {
            most = by;
            out->heaviest = s->line[i].number;
        }
        now = then;
    }
    out->after = now;
    return GG_OK;
}

static gg_status reckon(gg_thinker *thinker, const stretch *s, int viewer, gg_deed *out) {
    const gg_match *match = s->match;
    gg_position before = {0}, after = {0};
    out->first = s->line[s->first].number;
    out->last = s->line[s->last].number;
    out->seat = s->line[s->first].seat;
    gg_status status = gg_match_at(match, gg_match_entry(match, out->first)->before, &before);
    if (status == GG_OK) {
        out->before = chance_at(thinker, &before, viewer);
        status = follow(thinker, s, viewer, &after, out);
    }
    if (status == GG_OK && after.game->show.outcome)
        after.game->show.outcome(after.table, before.state, after.state, viewer, &out->changed);
    if (before.game) gg_position_close(&before);
    if (after.game) gg_position_close(&after);
    return status;
}

gg_status gg_coach_deed(gg_thinker *thinker, const gg_match *match, int viewer, uint32_t upto,
                        gg_deed *out) {
    memset(out, 0, sizeof *out);
    if (viewer < 0 || viewer >= gg_match_setup_of(match)->game->seats) return GG_NOT_ALLOWED;
    stretch *s = calloc(1, sizeof *s);
    if (!s) return GG_NO_MEMORY;
    s->match = match;
    s->upto = upto;
    uint32_t since = upto > DEED_BACK ? upto - DEED_BACK : 0;
    gg_status status = gg_match_recount(match, since, upto, note, s);
    if (status == GG_OK)
        status = find_stretch(s, viewer) ? reckon(thinker, s, viewer, out) : GG_NOT_ALLOWED;
    free(s);
    return status;
}
