// SPDX-License-Identifier: Apache-2.0
// Looking back at chance: what the odds of an entry of the log had been, and what luck each side
// had in a match that is over. Both are asked for by who wants to know and reckoned by workers on
// copies; of a match that goes on nobody is told what he could not have known.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "grognard/luck.h"
#include "grognard/past.h"
#include "server.h"

enum {
    CHANCE_ROOM = 1 << 16,
    LUCK_ROOM = 1 << 22,
    WORTH_CALLS = 10, // of the loop: entries are played again to find where it began
    LUCK_WORTH = 20,  // of the budget that odds have
    LUCK_SECONDS = 20,
    MILLION = 1000000,
};

static int64_t millionths(double share) {
    return (int64_t)(share * MILLION + 0.5);
}

// By a worker: the text becomes the job's. `text` is of CHANCE_ROOM or LUCK_ROOM bytes.
static void keep_text(srv_job *job, const gg_out *out, char *text) {
    free(job->text);
    job->status = out->full ? GG_FULL : GG_OK;
    job->text = text;
    job->length = out->length;
}

static void answer_job(server *sv, srv_job *job) {
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

// ----------------------------------------------------------------------------- chance of an entry
static void json_effect(gg_json *json, const gg_position *at, const gg_effect *effect, bool more) {
    char text[256];
    gg_json_string(json, "label", at->game->labels[effect->label].token);
    gg_json_integer(json, "good", effect->good);
    for (unsigned lang = GG_FR; lang <= GG_EN; lang++) {
        (void)gg_say_headline(at, effect, more, (gg_lang)lang, text, sizeof text);
        gg_json_string(json, lang == GG_FR ? "fr" : "en", text);
    }
}

static void json_foreseen(gg_json *json, const gg_position *at, const gg_past_answer *a) {
    if (!a->headline.label) {
        gg_json_null(json, "headline");
        return;
    }
    gg_json_open(json, "headline", '{');
    json_effect(json, at, &a->headline, a->more);
    gg_json_integer(json, "low", millionths(a->low));
    gg_json_integer(json, "high", millionths(a->high));
    gg_json_bool(json, "came", a->came);
    gg_json_close(json, '}');
}

static void json_happened(gg_json *json, const gg_position *at, const gg_past_answer *a) {
    char text[GG_SHARE_TEXT];
    gg_json_open(json, "happened", '{');
    gg_json_bool(json, "foreseen", a->foreseen);
    if (a->as) (void)gg_share_text(&a->as->weight, &a->row->total, text);
    gg_json_string(json, "p", a->as ? text : NULL);
    gg_json_integer(json, "share", millionths(a->share));
    gg_json_integer(json, "better", millionths(a->better));
    gg_json_integer(json, "worse", millionths(a->worse));
    gg_json_open(json, "effects", '[');
    for (uint32_t i = 0; i < a->happened.count; i++) {
        gg_json_open(json, NULL, '{');
        json_effect(json, at, &a->happened.line[i], false);
        gg_json_integer(json, "value", a->happened.line[i].value);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
    gg_json_close(json, '}');
}

static void json_chance(gg_json *json, const gg_past *past, const gg_past_answer *a) {
    const gg_position *at = &past->before;
    gg_json_open(json, NULL, '{');
    gg_json_integer(json, "first", past->first);
    gg_json_integer(json, "last", past->last);
    gg_json_string(json, "seat", gg_seat_token(at->game, past->seat));
    gg_json_bool(json, "exact", a->odds->exact);
    gg_json_bool(json, "counted", a->odds->counted);
    gg_json_bool(json, "certain", a->odds->rows == 1 && a->odds->row[0].count == 1);
    gg_json_bool(json, "thrown", a->late);
    json_foreseen(json, at, a);
    json_happened(json, at, a);
    gg_json_close(json, '}');
}

void srv_chance_run(srv_job *job) {
    gg_odds *odds = NULL;
    gg_past_answer answer;
    gg_out out;
    gg_json json;
    char *text = malloc(CHANCE_ROOM);
    job->status =
        text ? gg_odds_open(&odds, job->past->before.game, GG_ODDS_MEGABYTES_SERVER) : GG_NO_MEMORY;
    if (job->status == GG_OK)
        job->status = gg_past_reckon(odds, job->past, job->seat, job->verified,
                                     GG_ODDS_STATES_SERVER, &answer);
    if (job->status == GG_OK) {
        gg_out_init(&out, text, CHANCE_ROOM);
        gg_json_init(&json, &out);
        json_chance(&json, job->past, &answer);
        keep_text(job, &out, text);
        text = NULL;
    }
    gg_odds_close(odds);
    free(text);
}

void srv_chance_done(server *sv, srv_job *job) {
    srv_match *m = srv_match_kept(sv, job->name);
    if (m && m->reckoning) m->reckoning--;
    answer_job(sv, job);
    srv_job_free(job);
}

static srv_fault may_look_back(srv_request *r) {
    if (r->match->archive) return FAULT_OTHER_RULES;
    if (r->viewer == GG_NOBODY) return FAULT_HANDOVER;
    if (r->match->reckoning >= SRV_ODDS_AT_ONCE) return FAULT_TOO_MANY;
    if (!srv_may_ask_dearly(r, WORTH_CALLS)) return FAULT_TOO_MANY;
    return srv_pay_odds(r, 1);
}

static srv_fault find_past(srv_request *r, srv_job *job) {
    const char *text = gg_call_query(r->call, "entry");
    uint64_t number;
    uint32_t upto = srv_entries_seen(r->match, r->player);
    if (!text || !srv_number_of(text, &number) || !number || number > upto) return FAULT_BAD_FIELD;
    // who only looks on is told when all is open
    if (r->viewer >= r->match->game->seats && !srv_match_over(r->match)) return FAULT_NO_ODDS;
    if (!(job->past = calloc(1, sizeof *job->past))) return FAULT_FULL;
    gg_status status = gg_past_find(r->match->match, (uint32_t)number, upto, job->past);
    return status == GG_OK ? FAULT_NONE : status == GG_NOT_ALLOWED ? FAULT_NO_ODDS : FAULT_FULL;
}

void srv_on_chance(server *sv, srv_request *r) {
    srv_fault fault = may_look_back(r);
    srv_job *job = fault == FAULT_NONE ? calloc(1, sizeof *job) : NULL;
    if (fault == FAULT_NONE) fault = job ? find_past(r, job) : FAULT_FULL;
    if (fault != FAULT_NONE) {
        srv_job_free(job);
        srv_fail(sv, r->call, fault);
        return;
    }
    job->kind = JOB_CHANCE;
    job->seat = r->viewer;
    job->verified = srv_match_over(r->match);
    job->call = r->call;
    memcpy(job->name, r->match->row.name, sizeof job->name);
    r->match->reckoning++;
    gg_call_park(r->call);
    srv_worker_put(sv->worker, job);
}

// -------------------------------------------------------------------------------------------- luck
typedef struct lucky {
    gg_luck_event *event;
    gg_luck_sum sum[GG_SEATS_MAX];
    uint32_t count, skipped;
} lucky;

// Hundredths of a point in thousandths, rounded.
static int64_t thousandths(double gain) {
    return (int64_t)(gain * 10 + (gain < 0 ? -0.5 : 0.5));
}

static void json_seats(gg_json *json, const gg_game *game, const lucky *l) {
    gg_json_open(json, "seats", '[');
    for (int seat = 0; seat < game->seats; seat++) {
        const gg_luck_sum *sum = &l->sum[seat];
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "seat", gg_seat_token(game, seat));
        gg_json_integer(json, "luck", thousandths(sum->gain));
        gg_json_integer(json, "spread", thousandths(sum->spread));
        gg_json_integer(json, "percentile", millionths(sum->percentile));
        gg_json_integer(json, "best", sum->best);
        gg_json_integer(json, "worst", sum->worst);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

static void json_event(gg_json *json, const gg_game *game, const gg_luck_event *event) {
    gg_json_open(json, NULL, '{');
    gg_json_integer(json, "entry", event->entry);
    gg_json_string(json, "node", game->nodes[event->node].token);
    gg_json_open(json, "luck", '[');
    for (int seat = 0; seat < game->seats; seat++)
        gg_json_integer(json, NULL, thousandths(event->gain[seat]));
    gg_json_close(json, ']');
    gg_json_open(json, "percentile", '[');
    for (int seat = 0; seat < game->seats; seat++)
        gg_json_integer(json, NULL, millionths(event->likeness[seat]));
    gg_json_close(json, ']');
    gg_json_close(json, '}');
}

// What decided nothing for anybody is not told: most dice of a long match.
static bool mattered(const gg_game *game, const gg_luck_event *event) {
    for (int seat = 0; seat < game->seats; seat++)
        if (thousandths(event->gain[seat])) return true;
    return false;
}

static void json_luck(gg_json *json, const gg_game *game, const lucky *l) {
    gg_json_open(json, NULL, '{');
    gg_json_integer(json, "count", l->count);
    gg_json_integer(json, "skipped", l->skipped);
    json_seats(json, game, l);
    gg_json_open(json, "events", '[');
    for (uint32_t i = 0; i < l->count; i++)
        if (mattered(game, &l->event[i])) json_event(json, game, &l->event[i]);
    gg_json_close(json, ']');
    gg_json_close(json, '}');
}

typedef struct patience {
    const srv_job *job;
    time_t until;
} patience;

static bool enough(void *user) {
    const patience *p = user;
    return atomic_load_explicit(&p->job->stop, memory_order_relaxed) || time(NULL) > p->until;
}

static gg_status reckon(srv_job *job, gg_odds *odds, const gg_match *match, char *text) {
    patience p = {.job = job, .until = time(NULL) + LUCK_SECONDS};
    gg_luck_wish wish = {.states = GG_ODDS_STATES_SERVER / 10, .stop = enough, .user = &p};
    lucky l = {.event = malloc(GG_LUCK_MAX * sizeof *l.event)};
    gg_out out;
    gg_json json;
    gg_status status = l.event
                           ? gg_luck_match(odds, match, &wish, l.event, &l.count, l.sum, &l.skipped)
                           : GG_NO_MEMORY;
    if (status == GG_OK) {
        gg_out_init(&out, text, LUCK_ROOM);
        gg_json_init(&json, &out);
        json_luck(&json, gg_match_setup_of(match)->game, &l);
        status = out.full ? GG_FULL : GG_OK;
        job->size = out.length;
    }
    free(l.event);
    return status;
}

// The match comes as its file, the answer goes in its place.
void srv_luck_run(srv_job *job) {
    gg_match *match = NULL;
    gg_odds *odds = NULL;
    gg_error error;
    char *text = malloc(LUCK_ROOM), *fitting;
    job->status = text ? gg_match_read(&match, job->text, job->length, &error) : GG_NO_MEMORY;
    if (job->status == GG_OK)
        job->status = gg_odds_open(&odds, gg_match_setup_of(match)->game, GG_ODDS_MEGABYTES_SERVER);
    if (job->status == GG_OK) job->status = reckon(job, odds, match, text);
    if (job->status == GG_OK && (fitting = realloc(text, job->size + 1))) {
        free(job->text);
        job->text = fitting;
        job->length = job->size;
        text = NULL;
    }
    gg_odds_close(odds);
    gg_match_close(match);
    free(text);
}

// It is kept with the match: it never changes.
void srv_luck_done(server *sv, srv_job *job) {
    srv_match *m = srv_match_kept(sv, job->name);
    sv->lucks--;
    answer_job(sv, job);
    if (m && job->status == GG_OK && !m->luck) {
        m->luck = job->text;
        m->luck_length = job->length;
        job->text = NULL;
    }
    srv_job_free(job);
}

static srv_fault may_reckon_luck(const server *sv, srv_request *r) {
    if (r->match->archive) return FAULT_OTHER_RULES;
    if (!srv_match_over(r->match)) return FAULT_NOT_OVER;
    if (sv->lucks) return FAULT_TOO_MANY; // one at a time on the whole server
    return srv_pay_odds(r, LUCK_WORTH);
}

void srv_on_luck(server *sv, srv_request *r) {
    if (r->match->luck) {
        gg_call_answer(r->call, &(gg_answer){.status = 200,
                                             .type = "application/json",
                                             .bytes = r->match->luck,
                                             .length = r->match->luck_length,
                                             .header = {"Cache-Control", "no-store"}});
        return;
    }
    srv_fault fault = may_reckon_luck(sv, r);
    srv_job *job = fault == FAULT_NONE ? calloc(1, sizeof *job) : NULL;
    if (fault == FAULT_NONE &&
        (!job || gg_match_write(r->match->match, &job->text, &job->length) != GG_OK))
        fault = FAULT_FULL;
    if (fault != FAULT_NONE) {
        srv_job_free(job);
        srv_fail(sv, r->call, fault);
        return;
    }
    job->kind = JOB_LUCK;
    job->call = r->call;
    memcpy(job->name, r->match->row.name, sizeof job->name);
    sv->lucks++;
    gg_call_park(r->call);
    srv_worker_put(sv->worker, job);
}
