// SPDX-License-Identifier: Apache-2.0
// The coach: hints for who is to decide, what the other side's last move has changed, and the
// analysis of a match that is over. All of it is asked for and reckoned by workers on copies.
//
// While a match goes on nobody is told more than his seat may know: the engine deals what it cannot
// know anew. Between people the coach speaks only if that was agreed when the match was made.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "grognard/coach.h"
#include "server.h"

enum {
    HINT_ROOM = 1 << 20,
    DEED_ROOM = 1 << 14,
    REVIEW_ROOM = 1 << 22,
    HINT_WORTH = 15, // of the budget that odds have
    REVIEW_WORTH = 20,
    REVIEW_SECONDS = 20,
    SEED = 1945,
    MILLION = 1000000,
};

// ------------------------------------------------------------------------------------ who may ask
bool srv_coached(const gg_store_match *row) {
    unsigned people = 0;
    for (unsigned i = 0; i < row->seats; i++)
        people += strcmp(row->kind[i], "human") == 0 || strcmp(row->kind[i], "open") == 0;
    return people < 2 || row->hints;
}

bool srv_read_hints(const json_t *body, bool *out) {
    const json_t *hints = json_object_get(body, "hints");
    *out = json_is_true(hints);
    return !hints || json_is_boolean(hints);
}

static srv_fault pay(srv_request *r, unsigned worth) {
    return r->match->reckoning >= SRV_ODDS_AT_ONCE ? FAULT_TOO_MANY : srv_pay_odds(r, worth);
}

static void answer(server *sv, srv_job *job) {
    if (job->status == GG_OK)
        gg_call_answer(job->call, &(gg_answer){.status = 200,
                                               .type = "application/json",
                                               .bytes = job->text,
                                               .length = job->length,
                                               .header = {"Cache-Control", "no-store"}});
    else
        srv_fail(sv, job->call, job->status == GG_NOT_ALLOWED ? FAULT_NO_ODDS : FAULT_FULL);
    gg_call_unpark(job->call);
}

void srv_coach_done(server *sv, srv_job *job) {
    srv_match *m = srv_match_kept(sv, job->name);
    if (m && m->reckoning) m->reckoning--;
    answer(sv, job);
    srv_job_free(job);
}

// ----------------------------------------------------------------------------------------- hints
static void write_hints(srv_job *job, const gg_hint *hint, uint32_t count, gg_out *out) {
    gg_json json;
    gg_json_init(&json, out);
    gg_json_open(&json, NULL, '{');
    gg_json_integer(&json, "seq", (int64_t)job->number);
    gg_json_open(&json, "hints", '[');
    for (uint32_t i = 0; i < count; i++) {
        gg_json_open(&json, NULL, '{');
        gg_json_hint(&json, &job->position, job->seat, &hint[i]);
        srv_json_plan(&json, &job->position, job->seat, &hint[i].advice.plan);
        gg_json_close(&json, '}');
    }
    gg_json_close(&json, ']');
    gg_json_close(&json, '}');
}

// By a worker, with the thinker of its thread.
void srv_hint_run(srv_job *job, gg_thinker *thinker) {
    gg_odds *odds = NULL;
    gg_hint hint[GG_HINTS];
    gg_out out;
    char *text = malloc(HINT_ROOM);
    job->status =
        text ? gg_odds_open(&odds, job->position.game, GG_ODDS_MEGABYTES_SERVER) : GG_NO_MEMORY;
    if (job->status == GG_OK) {
        uint32_t n = gg_coach_hints(thinker, odds, &job->position, job->seat, SEED, hint);
        gg_out_init(&out, text, HINT_ROOM);
        write_hints(job, hint, n, &out);
        job->status = !n ? GG_NOT_ALLOWED : out.full ? GG_FULL : GG_OK;
        job->length = out.length;
        job->text = text;
        text = NULL;
    }
    gg_odds_close(odds);
    free(text);
}

static srv_fault may_ask(srv_request *r) {
    srv_fault fault = srv_may_reckon(r);
    if (fault != FAULT_NONE) return fault;
    if (!srv_coached(&r->match->row)) return FAULT_NO_HINTS;
    if (!srv_awaits(r->match, r->viewer)) return FAULT_NOT_YOUR_TURN;
    return pay(r, HINT_WORTH);
}

// Everybody reads in the log who took advice; who can be told nothing has taken none.
static void note_hint(server *sv, srv_request *r, const srv_job *job) {
    const gg_position *at = &job->position;
    if (at->game->turn(at->table, at->state).seat != r->viewer) return;
    if (gg_match_hint(r->match->match, r->viewer) == GG_OK) srv_match_changed(sv, r->match);
}

void srv_on_hint(server *sv, srv_request *r) {
    srv_fault fault = may_ask(r);
    srv_job *job = fault == FAULT_NONE ? srv_job_ask(r, JOB_HINT) : NULL;
    if (!job) {
        srv_fail(sv, r->call, fault == FAULT_NONE ? FAULT_FULL : fault);
        return;
    }
    job->watched = true; // somebody waits
    job->brain = GG_BRAIN_GENERAL;
    note_hint(sv, r, job);
    job->number = srv_seq_of(r->match, r->session->who.person);
    r->match->reckoning++;
    srv_job_await(sv, job);
}

// -------------------------------------------------------------------------- the other's last move
static int64_t millionths(int32_t of_sure) {
    return ((int64_t)of_sure * MILLION + GG_SURE / 2) / GG_SURE;
}

static void write_deed(const gg_match *match, const gg_deed *deed, gg_out *out) {
    const gg_position *at = gg_match_published(match);
    gg_json json;
    char text[2048];
    gg_json_init(&json, out);
    gg_json_open(&json, NULL, '{');
    gg_json_integer(&json, "first", deed->first);
    gg_json_integer(&json, "last", deed->last);
    gg_json_string(&json, "seat", gg_seat_token(at->game, deed->seat));
    gg_json_integer(&json, "before", millionths(deed->before));
    gg_json_integer(&json, "after", millionths(deed->after));
    if (deed->heaviest)
        gg_json_integer(&json, "heaviest", deed->heaviest);
    else
        gg_json_null(&json, "heaviest");
    for (unsigned lang = GG_FR; lang <= GG_EN; lang++) {
        (void)gg_say_deed(at, deed, (gg_lang)lang, text, sizeof text);
        gg_json_string(&json, lang == GG_FR ? "fr" : "en", text);
    }
    gg_json_close(&json, '}');
}

// By a worker; the match comes as its lines.
void srv_deed_run(srv_job *job, gg_thinker *thinker) {
    gg_match *match = NULL;
    gg_error error;
    gg_deed deed;
    gg_out out;
    char *text = malloc(DEED_ROOM);
    job->status = text ? gg_match_read(&match, job->text, job->length, &error) : GG_NO_MEMORY;
    if (job->status == GG_OK)
        job->status = gg_coach_deed(thinker, match, job->seat, gg_match_entries(match), &deed);
    if (job->status == GG_OK) {
        gg_out_init(&out, text, DEED_ROOM);
        write_deed(match, &deed, &out);
        free(job->text);
        job->text = text;
        job->length = out.length;
        job->status = out.full ? GG_FULL : GG_OK;
        text = NULL;
    }
    gg_match_close(match);
    free(text);
}

static srv_job *with_lines(const srv_request *r, srv_job_kind kind) {
    srv_job *job = calloc(1, sizeof *job);
    if (!job || gg_match_write(r->match->match, &job->text, &job->length) != GG_OK) {
        srv_job_free(job);
        return NULL;
    }
    job->kind = kind;
    job->game = r->match->game;
    job->seat = r->viewer;
    job->call = r->call;
    memcpy(job->name, r->match->row.name, sizeof job->name);
    return job;
}

void srv_on_explained(server *sv, srv_request *r) {
    srv_fault fault = r->match->archive ? FAULT_OTHER_RULES : srv_may_reckon(r);
    if (fault == FAULT_NONE && !srv_coached(&r->match->row)) fault = FAULT_NO_HINTS;
    if (fault == FAULT_NONE) fault = pay(r, HINT_WORTH);
    srv_job *job = fault == FAULT_NONE ? with_lines(r, JOB_DEED) : NULL;
    if (!job) {
        srv_fail(sv, r->call, fault == FAULT_NONE ? FAULT_FULL : fault);
        return;
    }
    job->watched = true;
    r->match->reckoning++;
    srv_job_await(sv, job);
}

// -------------------------------------------------------------------------------------- analysis
typedef struct patience {
    const srv_job *job;
    time_t until;
} patience;

static bool enough(void *user) {
    const patience *p = user;
    return atomic_load_explicit(&p->job->stop, memory_order_relaxed) || time(NULL) > p->until;
}

static gg_status review(srv_job *job, gg_odds *odds, const gg_match *match, gg_out *out) {
    patience p = {.job = job, .until = time(NULL) + REVIEW_SECONDS};
    gg_review_wish wish = {.stop = enough, .user = &p};
    gg_review found;
    gg_json json;
    gg_review_point *point = malloc(GG_REVIEW_MAX * sizeof *point);
    gg_status status = point ? gg_review_match(odds, match, &wish, &found, point) : GG_NO_MEMORY;
    if (status == GG_OK) {
        gg_json_init(&json, out);
        gg_json_open(&json, NULL, '{');
        gg_json_review(&json, match, &found, point);
        gg_json_close(&json, '}');
        status = out->full ? GG_FULL : GG_OK;
    }
    free(point);
    return status;
}

void srv_review_run(srv_job *job) {
    gg_match *match = NULL;
    gg_odds *odds = NULL;
    gg_error error;
    gg_out out;
    char *text = malloc(REVIEW_ROOM), *fitting;
    job->status = text ? gg_match_read(&match, job->text, job->length, &error) : GG_NO_MEMORY;
    if (job->status == GG_OK)
        job->status = gg_odds_open(&odds, gg_match_setup_of(match)->game, GG_ODDS_MEGABYTES_SERVER);
    if (job->status == GG_OK) {
        gg_out_init(&out, text, REVIEW_ROOM);
        job->status = review(job, odds, match, &out);
    }
    if (job->status == GG_OK && (fitting = realloc(text, out.length + 1))) {
        free(job->text);
        job->text = fitting;
        job->length = out.length;
        text = NULL;
    }
    gg_odds_close(odds);
    gg_match_close(match);
    free(text);
}

// It is kept with the match: it never changes.
void srv_review_done(server *sv, srv_job *job) {
    srv_match *m = srv_match_kept(sv, job->name);
    sv->lucks--;
    answer(sv, job);
    if (m && job->status == GG_OK && !m->review) {
        m->review = job->text;
        m->review_length = job->length;
        job->text = NULL;
    }
    srv_job_free(job);
}

static srv_fault may_review(const server *sv, srv_request *r) {
    if (r->match->archive) return FAULT_OTHER_RULES;
    if (!srv_match_over(r->match)) return FAULT_NOT_OVER;
    if (sv->lucks) return FAULT_TOO_MANY; // one at a time on the whole server, dice or analysis
    return pay(r, REVIEW_WORTH);
}

void srv_on_analysis(server *sv, srv_request *r) {
    if (r->match->review) {
        gg_call_answer(r->call, &(gg_answer){.status = 200,
                                             .type = "application/json",
                                             .bytes = r->match->review,
                                             .length = r->match->review_length,
                                             .header = {"Cache-Control", "no-store"}});
        return;
    }
    srv_fault fault = may_review(sv, r);
    srv_job *job = fault == FAULT_NONE ? with_lines(r, JOB_REVIEW) : NULL;
    if (!job) {
        srv_fail(sv, r->call, fault == FAULT_NONE ? FAULT_FULL : fault);
        return;
    }
    sv->lucks++;
    srv_job_await(sv, job);
}
