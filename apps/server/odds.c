// SPDX-License-Identifier: Apache-2.0
// Odds: what an action or a plan of the seat to act leads to, up to where nothing is open any more.
// A worker reckons on a copy of the seat's own position and writes the answer, so the loop goes on.
// The engine deals what the seat cannot know anew, so that nothing is told that it may not know.
#include <stdlib.h>
#include <string.h>

#include "grognard/odds.h"
#include "grognard/past.h"
#include "server.h"

enum {
    ANSWER_ROOM = 1 << 21, // 32 rows of 32 outcomes in two languages
    ROWS_TOLD = 32,
    OUTCOMES_TOLD = 32, // of a row; the others are added up
    CHANGES_TOLD = 12,
    MILLION = 1000000,
};

typedef struct reckoner {
    const gg_position *at;
    gg_odds *odds;
    const gg_odds_answer *answer;
    gg_out out;
    gg_json json;
} reckoner;

// ----------------------------------------------------------------------------------- best to worst
static int better(const reckoner *k, const gg_odds_outcome *a, const gg_odds_outcome *b) {
    const gg_effect *effect = k->answer->effect;
    return gg_effects_better(k->at->game, effect + a->first, a->count, effect + b->first, b->count);
}

// The likeliest of the row, sorted from the best to the worst; how many.
static uint32_t chosen(const reckoner *k, const gg_odds_row *row, uint32_t out[OUTCOMES_TOLD]) {
    uint32_t n = row->count < OUTCOMES_TOLD ? row->count : OUTCOMES_TOLD;
    for (uint32_t i = 0; i < n; i++) {
        const gg_odds_outcome *o = &k->answer->outcome[row->first + i];
        uint32_t place = i;
        for (; place > 0 && better(k, o, &k->answer->outcome[out[place - 1]]) > 0; place--)
            out[place] = out[place - 1];
        out[place] = row->first + i;
    }
    return n;
}

// -------------------------------------------------------------------------------------- the answer
static int64_t millionths(double share) {
    return (int64_t)(share * MILLION + 0.5);
}

static void json_share(reckoner *k, const char *key, const gg_big *part, const gg_big *whole) {
    char text[GG_SHARE_TEXT];
    (void)gg_share_text(part, whole, text);
    gg_json_string(&k->json, key, text);
}

static void json_words(reckoner *k, const gg_effect *effect, bool more) {
    static const char *const keys[] = {"fr", "en"};
    char text[256];
    for (unsigned lang = GG_FR; lang <= GG_EN; lang++) {
        (void)gg_say_headline(k->at, effect, more, (gg_lang)lang, text, sizeof text);
        gg_json_string(&k->json, keys[lang == GG_EN], text);
    }
}

static bool is_headline(const reckoner *k, const gg_effect *effect) {
    const gg_effect *headline = &k->answer->headline;
    return headline->label && effect->label == headline->label && effect->about == headline->about;
}

static void json_outcome(reckoner *k, const gg_odds_row *row, const gg_odds_outcome *o) {
    bool headline = false;
    gg_json_open(&k->json, NULL, '{');
    json_share(k, "p", &o->weight, &row->total);
    gg_json_integer(&k->json, "share", millionths(gg_big_share(&o->weight, &row->total)));
    gg_json_open(&k->json, "effects", '[');
    for (uint32_t i = 0; i < o->count; i++) {
        const gg_effect *effect = &k->answer->effect[o->first + i];
        headline |= is_headline(k, effect);
        gg_json_open(&k->json, NULL, '{');
        gg_json_string(&k->json, "label", k->at->game->labels[effect->label].token);
        gg_json_integer(&k->json, "value", effect->value);
        gg_json_integer(&k->json, "good", effect->good);
        json_words(k, effect, false);
        gg_json_close(&k->json, '}');
    }
    gg_json_close(&k->json, ']');
    gg_json_bool(&k->json, "headline", headline);
    gg_json_close(&k->json, '}');
}

// What each face of the first die leads to: the number of an outcome of this row, and its chance
// then. Null: it is not one die that decides first, or an outcome is not told.
static void json_faces(reckoner *k, uint32_t row, const uint32_t *told, uint32_t n) {
    gg_odds_face face[GG_ODDS_FACES];
    uint32_t place[GG_ODDS_FACES], faces = gg_odds_faces(k->odds, row, face);
    for (uint32_t i = 0; i < faces; i++) {
        for (place[i] = 0; place[i] < n && told[place[i]] != face[i].outcome;) place[i]++;
        if (place[i] == n) faces = 0;
    }
    if (!faces) {
        gg_json_null(&k->json, "faces");
        return;
    }
    gg_json_open(&k->json, "faces", '[');
    for (uint32_t i = 0; i < faces; i++) {
        gg_json_open(&k->json, NULL, '{');
        gg_json_integer(&k->json, "outcome", place[i]);
        gg_json_integer(&k->json, "share", millionths(face[i].share));
        gg_json_close(&k->json, '}');
    }
    gg_json_close(&k->json, ']');
}

static void json_row(reckoner *k, uint32_t number) {
    static const char *const words[] = {"assumed", "never", "always", "sealed"};
    const gg_odds_row *row = &k->answer->row[number];
    uint32_t told[OUTCOMES_TOLD], n = chosen(k, row, told);
    char text[512];
    gg_json_open(&k->json, NULL, '{');
    for (unsigned lang = GG_FR; lang <= GG_EN; lang++) {
        (void)gg_say_odds_row(k->at, k->answer, number, (gg_lang)lang, text, sizeof text);
        gg_json_string(&k->json, lang == GG_FR ? "fr" : "en", text);
    }
    gg_json_string(&k->json, "instead", words[row->instead]);
    double share = row->shares ? (double)row->share / (double)row->shares : 0;
    gg_json_integer(&k->json, "share", millionths(share));
    double headline = gg_big_share(&row->headline, &row->total);
    gg_json_integer(&k->json, "headline", millionths(headline));
    gg_json_open(&k->json, "outcomes", '[');
    double rest = 1;
    for (uint32_t i = 0; i < n; i++) {
        const gg_odds_outcome *o = &k->answer->outcome[told[i]];
        rest -= gg_big_share(&o->weight, &row->total);
        json_outcome(k, row, o);
    }
    gg_json_close(&k->json, ']');
    gg_json_integer(&k->json, "rest", rest > 0 ? millionths(rest) : 0);
    json_faces(k, number, told, n);
    gg_json_close(&k->json, '}');
}

static void json_change(reckoner *k, const gg_odds_change *change) {
    char text[256] = "";
    gg_json_open(&k->json, NULL, '{');
    if (!change->shift)
        (void)gg_notation_into(k->at->game, k->at->table, k->at->state, change->action, text,
                               sizeof text);
    gg_json_string(&k->json, "notation", text);
    gg_json_integer(&k->json, "action", (int64_t)change->action);
    gg_json_string(&k->json, "kind",
                   change->shift     ? "shift"
                   : change->without ? "without"
                   : change->instead ? "instead"
                                     : "with");
    for (unsigned lang = GG_FR; lang <= GG_EN; lang++) {
        (void)gg_say_odds_change(k->at, change, (gg_lang)lang, text, sizeof text);
        gg_json_string(&k->json, lang == GG_FR ? "fr" : "en", text);
    }
    gg_json_integer(&k->json, "before", millionths(change->before));
    gg_json_integer(&k->json, "after", millionths(change->after));
    gg_json_close(&k->json, '}');
}

static void json_headline(reckoner *k) {
    const gg_odds_answer *a = k->answer;
    if (!a->headline.label) {
        gg_json_null(&k->json, "headline");
        return;
    }
    gg_json_open(&k->json, "headline", '{');
    gg_json_string(&k->json, "label", k->at->game->labels[a->headline.label].token);
    gg_json_integer(&k->json, "good", a->headline.good);
    json_words(k, &a->headline, a->more);
    gg_json_integer(&k->json, "low", millionths(a->low));
    gg_json_integer(&k->json, "high", millionths(a->high));
    gg_json_close(&k->json, '}');
}

static void write_answer(reckoner *k, uint64_t seq) {
    const gg_odds_answer *a = k->answer;
    gg_json_init(&k->json, &k->out);
    gg_json_open(&k->json, NULL, '{');
    gg_json_integer(&k->json, "seq", (int64_t)seq);
    gg_json_bool(&k->json, "exact", a->exact);
    gg_json_bool(&k->json, "counted", a->counted);
    gg_json_integer(&k->json, "worlds", a->worlds);
    gg_json_integer(&k->json, "states", a->states);
    gg_json_string(&k->json, "assume", gg_assume_token[a->assume]);
    json_headline(k);
    gg_json_open(&k->json, "rows", '[');
    for (uint32_t i = 0; i < a->rows && i < ROWS_TOLD; i++) json_row(k, i);
    gg_json_close(&k->json, ']');
    gg_json_open(&k->json, "sensitivity", '[');
    for (uint32_t i = 0; i < a->changes && i < CHANGES_TOLD; i++) json_change(k, &a->change[i]);
    gg_json_close(&k->json, ']');
    gg_json_close(&k->json, '}');
}

// By a worker. The memory of a walk is given back with each question: what stays free stays so.
void srv_odds_run(srv_job *job) {
    gg_odds *odds = NULL;
    reckoner k = {.at = &job->position};
    gg_odds_wish wish = {
        .states = GG_ODDS_STATES_SERVER, .assume = job->assume, .insensitive = job->brief};
    char *text = malloc(ANSWER_ROOM);
    job->status =
        text ? gg_odds_open(&odds, job->position.game, GG_ODDS_MEGABYTES_SERVER) : GG_NO_MEMORY;
    if (job->status == GG_OK)
        job->status =
            gg_odds_ask(odds, k.at, job->seat, &job->plan, &wish, &k.answer, &job->verdict);
    if (job->status == GG_OK) {
        k.odds = odds;
        gg_out_init(&k.out, text, ANSWER_ROOM);
        write_answer(&k, job->number);
        job->status = k.out.full ? GG_FULL : GG_OK;
        job->length = k.out.length;
        job->text = text;
        text = NULL;
    }
    gg_odds_close(odds);
    free(text);
}

void srv_reckoned(server *sv, srv_job *job) {
    srv_match *m = srv_match_kept(sv, job->name);
    if (m && m->reckoning) m->reckoning--;
    if (job->status == GG_OK)
        gg_call_answer(job->call, &(gg_answer){.status = 200,
                                               .type = "application/json",
                                               .bytes = job->text,
                                               .length = job->length,
                                               .header = {"Cache-Control", "no-store"}});
    else
        srv_fail(sv, job->call,
                 job->status == GG_REFUSED       ? FAULT_REFUSED
                 : job->status == GG_NOT_ALLOWED ? FAULT_NO_ODDS
                                                 : FAULT_FULL);
    gg_call_unpark(job->call);
    srv_job_free(job);
}

// ------------------------------------------------------------------------------------ the question
// One step: its number, or notation.
static bool read_step(const gg_position *at, const char *text, gg_action *out) {
    uint64_t number;
    gg_error error;
    if (srv_number_of(text, &number)) {
        *out = number;
        return number < (uint64_t)1 << 53;
    }
    return gg_notation_parse(at->game, at->table, at->state, text, out, &error);
}

static bool read_plan(const gg_position *at, const char *text, gg_plan *out) {
    char one[256];
    out->steps = 0;
    while (text && *text) {
        size_t length = strcspn(text, ";");
        const char *next = text + length + (text[length] == ';');
        while (length && *text == ' ') text++, length--;
        if (!length || length >= sizeof one || out->steps == GG_PLAN_STEPS) return false;
        memcpy(one, text, length);
        one[length] = '\0';
        if (!read_step(at, one, &out->step[out->steps++])) return false;
        text = next;
    }
    return out->steps > 0;
}

// It may cost more than any other question: everybody has a budget of his own for it, and each
// match a few at a time.
static srv_fault may_ask(srv_request *r) {
    srv_fault fault = srv_may_reckon(r);
    if (fault != FAULT_NONE) return fault;
    if (srv_match_turn(r->match).seat != r->viewer) return FAULT_NOT_YOUR_TURN;
    if (r->match->reckoning >= SRV_ODDS_AT_ONCE) return FAULT_TOO_MANY;
    return srv_pay_odds(r, 1);
}

static bool read_assume(const srv_request *r, uint8_t *out) {
    const char *text = gg_call_query(r->call, "assume");
    gg_assume assume = GG_ASSUME_SENSIBLE;
    bool good = !text || gg_assume_find(text, &assume);
    *out = (uint8_t)assume;
    return good;
}

void srv_on_odds(server *sv, srv_request *r) {
    const gg_position *at = srv_position_for(r->match, r->viewer);
    gg_plan plan;
    uint8_t assume;
    srv_fault fault = may_ask(r);
    if (fault == FAULT_NONE &&
        (!read_plan(at, gg_call_query(r->call, "action"), &plan) || !read_assume(r, &assume)))
        fault = FAULT_BAD_FIELD;
    srv_job *job = fault == FAULT_NONE ? srv_job_ask(r, JOB_ODDS) : NULL;
    if (!job) {
        srv_fail(sv, r->call, fault == FAULT_NONE ? FAULT_FULL : fault);
        return;
    }
    // as if nothing were prepared yet: the plan has all its steps
    if (gg_call_query(r->call, "anew"))
        gg_match_draft_from(r->match->match, r->viewer, job->position.state);
    job->assume = assume;
    job->plan = plan;
    job->brief = gg_call_query(r->call, "brief") != NULL;
    job->number = srv_seq_of(r->match, r->session->who.person);
    r->match->reckoning++;
    srv_job_await(sv, job);
}
