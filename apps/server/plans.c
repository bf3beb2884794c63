// SPDX-License-Identifier: Apache-2.0
// Plans: what a game proposes to the seat whose turn it is, and ways to a place that somebody
// points at. A worker looks for them on a copy of the seat's own position and writes the answer, so
// the loop goes on; nobody learns of it, and nothing is told that trying and taking back would not
// tell.
#include <stdlib.h>
#include <string.h>

#include "server.h"

enum { PLANS_TOLD = 64, ANSWER_ROOM = 1 << 20, WORTH_CALLS = 10 };

// What is asked: a piece or GG_NO_HANDLE, and with `placed` where it shall go.
struct srv_asked {
    gg_goal goal;
    bool placed;
    uint64_t seq;
};

// What the worker needs, in one piece of memory.
typedef struct planner {
    const gg_position *at;
    int seat;
    const srv_asked *asked;
    gg_plan plan[GG_PLANS_MAX];
    int64_t far[GG_PLANS_MAX]; // from the place asked for
    uint32_t plans;
    gg_way way[PLANS_TOLD];
    gg_view now, then;
    char *text;
    gg_out out;
    gg_json json;
} planner;

// ------------------------------------------------------------------------------- which are meant
static const gg_domain *domain_of(const planner *k, gg_action action, unsigned i) {
    return &k->at->game->domains[k->at->game->verbs[gg_verb_of(action)].domain[i]];
}

// The last place that the draft steps of a plan name.
static bool end_of(const planner *k, const gg_plan *plan, gg_goal *out) {
    bool found = false;
    for (uint32_t s = 0; s < plan->steps; s++)
        for (unsigned i = 0; i < GG_OPERANDS; i++) {
            const gg_domain *domain = domain_of(k, plan->step[s], i);
            unsigned value = gg_operand(plan->step[s], i);
            if (domain->kind == GG_K_CELL)
                *out = (gg_goal){GG_NO_HANDLE, (uint16_t)value, 0, 0, domain->surface};
            else if (domain->kind == GG_K_X && i + 1 < GG_OPERANDS)
                *out = (gg_goal){GG_NO_HANDLE, GG_NO_CELL, (int16_t)value,
                                 (int16_t)gg_operand(plan->step[s], i + 1), domain->surface};
            else
                continue;
            found = true;
        }
    return found;
}

static bool names_piece(const planner *k, const gg_plan *plan) {
    for (uint32_t s = 0; s < plan->steps; s++)
        for (unsigned i = 0; i < GG_OPERANDS; i++)
            if (domain_of(k, plan->step[s], i)->kind == GG_K_PIECE &&
                gg_operand(plan->step[s], i) == k->asked->goal.piece)
                return true;
    return false;
}

// A place must be the very one; of points, the nearest come first.
static bool is_meant(const planner *k, const gg_plan *plan, int64_t *far) {
    const gg_goal *goal = &k->asked->goal;
    gg_goal end;
    *far = 0;
    if (goal->piece != GG_NO_HANDLE && !names_piece(k, plan)) return false;
    if (!k->asked->placed) return true;
    if (!end_of(k, plan, &end) || end.surface != goal->surface) return false;
    if (goal->cell != GG_NO_CELL) return end.cell == goal->cell;
    int64_t dx = end.x - goal->x, dy = end.y - goal->y;
    *far = dx * dx + dy * dy;
    return end.cell == GG_NO_CELL;
}

static void choose(planner *k, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        int64_t far;
        if (!is_meant(k, &k->plan[i], &far)) continue;
        gg_plan plan = k->plan[i];
        uint32_t at = k->plans++;
        for (; at > 0 && k->far[at - 1] > far; at--) {
            k->plan[at] = k->plan[at - 1];
            k->far[at] = k->far[at - 1];
        }
        k->plan[at] = plan;
        k->far[at] = far;
    }
}

// Where the game proposes no way to the very place, one is looked for, and stands first.
static void look_for_ways(planner *k) {
    bool there = k->plans && k->far[0] == 0;
    if (!k->asked->placed || there) return;
    uint32_t ways = gg_ways(k->at, k->seat, &k->asked->goal, k->way, PLANS_TOLD);
    uint32_t kept = k->plans < GG_PLANS_MAX - ways ? k->plans : GG_PLANS_MAX - ways;
    memmove(k->plan + ways, k->plan, kept * sizeof *k->plan);
    for (uint32_t i = 0; i < ways; i++) k->plan[i] = k->way[i].plan;
    k->plans = kept + ways;
}

// -------------------------------------------------------------------------------------- the answer
// The draft steps on a copy; how many of them there are.
static uint32_t rehearse(planner *k, const gg_plan *plan, void *state) {
    const gg_game *game = k->at->game;
    char text[256];
    uint32_t drafted = 0;
    memcpy(state, k->at->state, game->state_bytes);
    gg_json_open(&k->json, "notation", '[');
    for (uint32_t i = 0; i < plan->steps; i++) {
        (void)gg_notation_into(game, k->at->table, state, plan->step[i], text, sizeof text);
        gg_json_string(&k->json, NULL, text);
        if (drafted < i || !gg_is_draft(game, plan->step[i])) continue;
        // one that was made for a world like this one need not be legal in it all the way
        if (!gg_check(game, k->at->table, state, k->seat, plan->step[i], NULL)) continue;
        gg_apply(game, k->at->table, state, plan->step[i], NULL);
        drafted++;
    }
    gg_json_close(&k->json, ']');
    return drafted;
}

static bool stood(const gg_view *view, const gg_piece *piece) {
    for (unsigned i = 0; i < view->pieces; i++) {
        const gg_piece *other = &view->piece[i];
        if (other->handle == piece->handle && other->surface == piece->surface &&
            other->cell == piece->cell && other->x == piece->x && other->y == piece->y &&
            (other->flags & GG_P_GHOST) == (piece->flags & GG_P_GHOST))
            return true;
    }
    return false;
}

static void json_ghosts(planner *k, void *state) {
    gg_position after = {.game = k->at->game, .table = k->at->table, .state = state};
    gg_view_into(after.game, after.table, state, k->seat, &k->then);
    gg_json_open(&k->json, "ghosts", '[');
    for (unsigned i = 0; i < k->then.pieces; i++)
        if (!stood(&k->now, &k->then.piece[i])) gg_json_piece(&k->json, &after, &k->then.piece[i]);
    gg_json_close(&k->json, ']');
}

static void json_end(planner *k, const gg_plan *plan) {
    gg_goal end;
    if (!end_of(k, plan, &end)) {
        gg_json_null(&k->json, "to");
        return;
    }
    gg_json_open(&k->json, "to", '{');
    gg_json_integer(&k->json, "surface", end.surface);
    if (end.cell != GG_NO_CELL) gg_json_integer(&k->json, "cell", end.cell);
    if (end.cell == GG_NO_CELL) gg_json_integer(&k->json, "x", end.x);
    if (end.cell == GG_NO_CELL) gg_json_integer(&k->json, "y", end.y);
    gg_json_close(&k->json, '}');
}

static void json_plan(planner *k, const char *key, const gg_plan *plan, void *state) {
    gg_json_open(&k->json, key, '{');
    gg_json_open(&k->json, "steps", '[');
    for (uint32_t i = 0; i < plan->steps; i++)
        gg_json_integer(&k->json, NULL, (int64_t)plan->step[i]);
    gg_json_close(&k->json, ']');
    gg_json_integer(&k->json, "draft", rehearse(k, plan, state));
    json_ghosts(k, state);
    json_end(k, plan);
    gg_json_close(&k->json, '}');
}

static void write_answer(planner *k, void *state) {
    uint32_t told = k->plans < PLANS_TOLD ? k->plans : PLANS_TOLD;
    gg_view_into(k->at->game, k->at->table, k->at->state, k->seat, &k->now);
    gg_out_init(&k->out, k->text, ANSWER_ROOM);
    gg_json_init(&k->json, &k->out);
    gg_json_open(&k->json, NULL, '{');
    gg_json_integer(&k->json, "seq", (int64_t)k->asked->seq);
    gg_json_open(&k->json, "plans", '[');
    for (uint32_t i = 0; i < told; i++) json_plan(k, NULL, &k->plan[i], state);
    gg_json_close(&k->json, ']');
    gg_json_close(&k->json, '}');
}

void srv_json_plan(gg_json *json, const gg_position *at, int seat, const gg_plan *plan) {
    planner *k = calloc(1, sizeof *k);
    void *state = malloc(((size_t)at->game->state_bytes + 7) / 8 * 8);
    if (k && state) {
        k->at = at;
        k->seat = seat;
        k->json = *json;
        gg_view_into(at->game, at->table, at->state, seat, &k->now);
        json_plan(k, "plan", plan, state);
        *json = k->json;
    }
    free(state);
    free(k);
}

// By a worker.
void srv_plan_run(srv_job *job) {
    const gg_game *game = job->position.game;
    planner *k = calloc(1, sizeof *k);
    void *state = malloc(((size_t)game->state_bytes + 7) / 8 * 8);
    char *text = malloc(ANSWER_ROOM);
    job->status = GG_NO_MEMORY;
    if (k && state && text) {
        k->at = &job->position;
        k->seat = job->seat;
        k->asked = job->asked;
        k->text = text;
        if (game->brain.plan)
            choose(k, game->brain.plan(k->at->table, k->at->state, k->seat, k->plan));
        look_for_ways(k);
        write_answer(k, state);
        job->status = k->out.full ? GG_FULL : GG_OK;
        job->length = k->out.length;
        job->text = text;
        text = NULL;
    }
    free(text);
    free(state);
    free(k);
}

void srv_planned(server *sv, srv_job *job) {
    srv_match *m = srv_match_kept(sv, job->name);
    if (m) m->planning = false;
    if (job->status == GG_OK)
        gg_call_answer(job->call, &(gg_answer){.status = 200,
                                               .type = "application/json",
                                               .bytes = job->text,
                                               .length = job->length,
                                               .header = {"Cache-Control", "no-store"}});
    else
        srv_fail(sv, job->call, FAULT_FULL);
    gg_call_unpark(job->call);
    srv_job_free(job);
}

// ---------------------------------------------------------------------------------- the question
static bool find_piece(const gg_position *at, const char *text, uint16_t *out) {
    unsigned domain = at->game->piece_domain, value;
    uint64_t number;
    if (!domain) return false;
    if (!gg_name_find(at->game, at->table, at->state, domain, text, &value)) {
        if (!srv_number_of(text, &number) || number >= GG_HANDLE_HIDDEN) return false;
        value = (unsigned)number;
    }
    *out = (uint16_t)value;
    return value < at->game->domains[domain].count;
}

// A place by its token, or SURFACE:CELL.
static bool find_place(const gg_position *at, const char *text, gg_goal *out) {
    const gg_game *game = at->game;
    unsigned value, surface, cell;
    char rest;
    for (unsigned i = 0; i < game->n_domains; i++)
        if (game->domains[i].kind == GG_K_CELL &&
            gg_name_find(game, at->table, at->state, i, text, &value)) {
            out->surface = game->domains[i].surface;
            out->cell = (uint16_t)value;
            return true;
        }
    if (sscanf(text, "%3u:%5u%c", &surface, &cell, &rest) != 2) return false;
    out->surface = (uint8_t)surface;
    out->cell = (uint16_t)cell;
    return surface < game->n_surfaces && cell < game->surfaces[surface].cells;
}

static bool find_point(const gg_game *game, const char *x, const char *y, gg_goal *out) {
    uint64_t across, down;
    if (!srv_number_of(x, &across) || !srv_number_of(y, &down) || across > GG_OPERAND_MAX ||
        down > GG_OPERAND_MAX)
        return false;
    for (unsigned i = 0; i < game->n_surfaces; i++)
        if (game->surfaces[i].shape == GG_PLANE) {
            *out = (gg_goal){out->piece, GG_NO_CELL, (int16_t)across, (int16_t)down, (uint8_t)i};
            return true;
        }
    return false;
}

static bool read_question(const srv_request *r, const gg_position *at, srv_asked *out) {
    const char *piece = gg_call_query(r->call, "piece"), *to = gg_call_query(r->call, "to");
    const char *x = gg_call_query(r->call, "x"), *y = gg_call_query(r->call, "y");
    *out = (srv_asked){.goal = {.piece = GG_NO_HANDLE},
                       .seq = srv_seq_of(r->match, r->session->who.person)};
    if (piece && !find_piece(at, piece, &out->goal.piece)) return false;
    if (!x != !y || (x && to)) return false;
    out->placed = to || x;
    if (to) return find_place(at, to, &out->goal);
    return !x || find_point(at->game, x, y, &out->goal);
}

// It costs more than other questions, so it counts for more of them, and each match has one at a
// time.
static srv_fault may_ask(srv_request *r) {
    srv_fault fault = srv_may_reckon(r);
    if (fault != FAULT_NONE) return fault;
    if (!srv_awaits(r->match, r->viewer)) return FAULT_NOT_YOUR_TURN;
    if (r->match->planning) return FAULT_TOO_MANY;
    return srv_may_ask_dearly(r, WORTH_CALLS) ? FAULT_NONE : FAULT_TOO_MANY;
}

void srv_on_plans(server *sv, srv_request *r) {
    const gg_position *at = srv_position_for(r->match, r->viewer);
    srv_asked asked;
    srv_fault fault = may_ask(r);
    if (fault == FAULT_NONE && !read_question(r, at, &asked)) fault = FAULT_BAD_FIELD;
    srv_job *job = fault == FAULT_NONE ? srv_job_ask(r, JOB_PLAN) : NULL;
    if (!job || !(job->asked = malloc(sizeof asked))) {
        srv_job_free(job);
        srv_fail(sv, r->call, fault == FAULT_NONE ? FAULT_FULL : fault);
        return;
    }
    *job->asked = asked;
    r->match->planning = true;
    srv_job_await(sv, job);
}
