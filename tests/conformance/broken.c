// SPDX-License-Identifier: Apache-2.0
// A test that cannot fail is worth nothing: here the template's table is broken on purpose, one
// promise at a time, and the suite must name the promise. A copy of the table has one function or
// one array replaced; the functions call the template's own and then spoil the answer.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "conform.h"

static const gg_game *good; // the template
static gg_game bad;         // its spoiled copy
static gg_field fields[64];
static gg_refusal refusals[64];
static gg_event_kind events[64];
static gg_node nodes[64];
static gg_domain domains[64];

static bool seat_to_act(const void *t, const void *s, int seat) {
    return good->turn(t, s).seat == seat;
}

// ------------------------------------------------------------------------------- lists and judge
static uint32_t lists_illegal(const void *t, const void *s, int seat, gg_action *out) {
    uint32_t n = gg_legal(good, t, s, seat, out);
    if (n == 0) return 0;
    gg_action extra = out[n - 1] + 1;
    if (gg_check(good, t, s, seat, extra, NULL)) return n;
    out[n] = extra;
    return n + 1;
}

static uint32_t omits_last(const void *t, const void *s, int seat, gg_action *out) {
    uint32_t n = gg_legal(good, t, s, seat, out);
    return n > 1 ? n - 1 : n;
}

static uint32_t out_of_order(const void *t, const void *s, int seat, gg_action *out) {
    uint32_t n = gg_legal(good, t, s, seat, out);
    if (n > 1) {
        gg_action first = out[0];
        out[0] = out[n - 1];
        out[n - 1] = first;
    }
    return n;
}

static bool check_writes(const void *t, const void *s, int seat, gg_action action,
                         gg_verdict *verdict) {
    ((unsigned char *)(uintptr_t)s)[good->state_bytes - 1] ^= 1;
    return gg_check(good, t, s, seat, action, verdict);
}

static bool check_by_verdict(const void *t, const void *s, int seat, gg_action action,
                             gg_verdict *verdict) {
    bool legal = gg_check(good, t, s, seat, action, verdict);
    return legal || (!verdict && seat_to_act(t, s, seat) && action % 7 == 0);
}

static bool check_no_such_refusal(const void *t, const void *s, int seat, gg_action action,
                                  gg_verdict *verdict) {
    bool legal = gg_check(good, t, s, seat, action, verdict);
    if (!legal && verdict) verdict->refusal = good->n_refusals;
    return legal;
}

static bool check_peeks(const void *t, const void *s, int seat, gg_action action,
                        gg_verdict *verdict) {
    bool legal = gg_check(good, t, s, seat, action, verdict);
    if (!legal && verdict)
        verdict->refusal = (uint16_t)(1 + gg_facts_hash(good, s) % (good->n_refusals - 1U));
    return legal;
}

// ------------------------------------------------------------------------------------------ chance
static uint32_t chance_sum(const void *t, const void *s, gg_outcome *out) {
    uint32_t n = gg_chance(good, t, s, out);
    out[0].weight++;
    return n;
}

static gg_action roll_loaded(const void *t, const void *s, uint64_t ticket) {
    return gg_roll(good, t, s, ticket ? ticket : good->turn(t, s).tickets - 1);
}

// ------------------------------------------------------------------------------------------ acting
static void apply_by_events(const void *t, void *s, gg_action action, gg_events *out) {
    gg_apply(good, t, s, action, out);
    if (!out) ((unsigned char *)s)[good->state_bytes - 1] = 1;
}

static void draft_reveals(const void *t, void *s, gg_action action, gg_events *out) {
    gg_apply(good, t, s, action, out);
    if (gg_is_draft(good, action)) gg_emit(out, 0, 1, GG_SEE_ALL, GG_E_REVEAL, 0, 1, 0, 0, 0);
}

static void tells_all(const void *t, void *s, gg_action action, gg_events *out) {
    gg_apply(good, t, s, action, out);
    for (uint32_t i = 0; out && i < out->count; i++) out->event[i].see = GG_SEE_ALL;
}

static void never_reveals(const void *t, void *s, gg_action action, gg_events *out) {
    gg_apply(good, t, s, action, out);
    for (uint32_t i = 0; out && i < out->count; i++) out->event[i].flags = 0;
}

static void event_out_of_domain(const void *t, void *s, gg_action action, gg_events *out) {
    gg_apply(good, t, s, action, out);
    if (out && out->count) out->event[0].arg[0] = 999;
}

static void forgets_derived(const void *t, void *s, gg_action action, gg_events *out) {
    gg_apply(good, t, s, action, out);
    ((unsigned char *)s)[good->state_bytes - 1] = 1;
}

static void score_both_win(const void *t, const void *s, int half[GG_SEATS_MAX], int32_t *margin) {
    good->score(t, s, half, margin);
    half[0] = half[1] = 2;
}

static int always_sound(const void *t, const void *s) {
    (void)t;
    (void)s;
    return 0;
}

static void derives_little(const void *t, void *s) {
    unsigned char last = ((unsigned char *)s)[good->state_bytes - 8];
    good->derive(t, s);
    ((unsigned char *)s)[good->state_bytes - 8] = last;
}

// --------------------------------------------------------------------------------------- knowledge
static void view_leaks(const void *t, const void *s, int viewer, gg_view *out) {
    good->show.view(t, s, viewer, out);
    gg_view_gauge(out, 1, GG_NOBODY, (int)(gg_facts_hash(good, s) & 0xffff), 0);
}

static void redact_nothing(const void *t, void *s, int viewer) {
    (void)t;
    (void)s;
    (void)viewer;
}

static void resample_nothing(const void *t, void *s, int viewer, gg_rng *rng) {
    (void)t;
    (void)s;
    (void)viewer;
    (void)rng;
}

static void resample_seldom(const void *t, void *s, int viewer, gg_rng *rng) {
    if (gg_rng_below(rng, 20) == 0) good->resample(t, s, viewer, rng);
}

static void resample_by_truth(const void *t, void *s, int viewer, gg_rng *rng) {
    gg_rng own;
    gg_rng_seed(&own, gg_facts_hash(good, s), gg_rng_u64(rng));
    good->resample(t, s, viewer, &own);
}

static void explain_leaks(const void *t, const void *s, int viewer, gg_action action,
                          gg_ledger *out) {
    good->show.explain(t, s, viewer, action, out);
    gg_ledger_put(out, GG_L_NOTE, 1, 1, (int)(gg_facts_hash(good, s) & 0xfff), 0, 0);
}

static void outcome_of_nothing(const void *t, const void *before, const void *after, int viewer,
                               gg_effects *out) {
    good->show.outcome(t, before, after, viewer, out);
    gg_effect_put(out, 1, 1, 0, 0);
}

static void outcome_leaks(const void *t, const void *before, const void *after, int viewer,
                          gg_effects *out) {
    good->show.outcome(t, before, after, viewer, out);
    if (memcmp(before, after, good->facts_bytes) != 0)
        gg_effect_put(out, 1, 1 + (int)(gg_facts_hash(good, after) & 0xfff), 0, 0);
}

static uint32_t worlds_peek(const void *t, const void *s, int viewer, const gg_plan *plan,
                            void *out, uint32_t room, gg_world *about) {
    (void)t;
    (void)viewer;
    (void)plan;
    (void)room;
    memcpy(out, s, good->state_bytes);
    about[0] = (gg_world){.deals = 1 + gg_facts_hash(good, s) % 1000};
    return 1;
}

// The same world twice.
static uint32_t worlds_twice(const void *t, const void *s, int viewer, const gg_plan *plan,
                             void *out, uint32_t room, gg_world *about) {
    gg_rng rng;
    (void)plan;
    if (room < 2) return 0;
    gg_rng_seed(&rng, 1, 0);
    memcpy(out, s, good->state_bytes);
    good->resample(t, out, viewer, &rng);
    memcpy((char *)out + good->state_bytes, out, good->state_bytes);
    about[0] = about[1] = (gg_world){.deals = 1};
    return 2;
}

static bool focus_on_nothing(const void *t, void *s, const gg_outcome *outcomes, uint32_t n,
                             uint64_t *leads) {
    (void)t;
    (void)s;
    (void)outcomes;
    memset(leads, 0, n * sizeof *leads);
    return n > 1;
}

// The first `n` of the outcomes one by one, each with what it is said to lead to.
static void courses_of(const gg_outcome *list, uint32_t n, uint64_t lead, const void *s, void *copy,
                       gg_course *out, uint64_t of[2]) {
    of[0] = 0;
    of[1] = 1;
    for (uint32_t i = 0; i < n; i++) {
        of[0] += list[i].weight;
        if (!out) continue;
        out[i] = (gg_course){.weight = {list[i].weight}, .lead = lead * i, .steps = 1};
        out[i].step[0] = list[i].action;
    }
    if (copy) memcpy(copy, s, good->state_bytes);
}

// The last one is forgotten.
static uint32_t courses_forget(const void *t, const void *s, void *copy, gg_course *out,
                               uint64_t of[2]) {
    static gg_outcome list[GG_OUTCOMES_MAX];
    uint32_t n = gg_chance(good, t, s, list);
    if (n < 2 || n > GG_COURSES_MAX) return 0;
    courses_of(list, n - 1, 1, s, copy, out, of);
    return n - 1;
}

// All of them are said to lead to the same.
static uint32_t courses_alike(const void *t, const void *s, void *copy, gg_course *out,
                              uint64_t of[2]) {
    static gg_outcome list[GG_OUTCOMES_MAX];
    uint32_t n = gg_chance(good, t, s, list);
    if (n < 2 || n > GG_COURSES_MAX) return 0;
    courses_of(list, n, 0, s, copy, out, of);
    return n;
}

static uint32_t legal_peeks(const void *t, const void *s, int seat, gg_action *out) {
    uint32_t n = gg_legal(good, t, s, seat, out);
    return n > 1 && gg_facts_hash(good, s) % 2 ? n - 1 : n;
}

static gg_action policy_peeks(const void *t, const void *s, int seat, gg_rng *rng) {
    gg_action list[64];
    uint32_t n = gg_legal(good, t, s, seat, list);
    (void)rng;
    return list[gg_facts_hash(good, s) % n];
}

static uint32_t plan_illegal(const void *t, const void *s, int seat, gg_plan *out) {
    uint32_t n = good->brain.plan(t, s, seat, out);
    if (n) out[n - 1].step[out[n - 1].steps - 1] += 1;
    return n;
}

static uint32_t plan_peeks(const void *t, const void *s, int seat, gg_plan *out) {
    uint32_t n = good->brain.plan(t, s, seat, out);
    return n > 1 && gg_facts_hash(good, s) % 2 ? n - 1 : n;
}

static gg_action policy_illegal(const void *t, const void *s, int seat, gg_rng *rng) {
    (void)t;
    (void)s;
    (void)seat;
    return gg_rng_u32(rng);
}

static void view_writes(const void *t, const void *s, int viewer, gg_view *out) {
    good->show.view(t, s, viewer, out);
    ((unsigned char *)(uintptr_t)s)[good->state_bytes - 1] = 1;
}

static void view_unknown_face(const void *t, const void *s, int viewer, gg_view *out) {
    good->show.view(t, s, viewer, out);
    gg_view_piece(out)->face = good->n_faces;
}

static void view_hidden_group(const void *t, const void *s, int viewer, gg_view *out) {
    good->show.view(t, s, viewer, out);
    for (unsigned i = 0; i < out->pieces; i++)
        if (out->piece[i].handle != GG_NO_HANDLE && out->piece[i].handle & GG_HANDLE_HIDDEN)
            out->piece[i].group = 0;
}

static void redact_umpire(const void *t, void *s, int viewer) {
    good->redact(t, s, viewer == GG_UMPIRE ? GG_PUBLIC : viewer);
}

static void cell_unknown_face(const void *t, unsigned surface, unsigned index, gg_cell *out) {
    good->show.cell(t, surface, index, out);
    out->face = good->n_faces;
}

static bool prepare_refuses(const gg_request *request, void *t, gg_verdict *verdict) {
    return good->prepare(request, t, verdict) && request->option[0] == good->options[0].standard;
}

static void overlay_peeks(const void *t, const void *s, int viewer, unsigned kind, unsigned about,
                          gg_overlay *out) {
    (void)t;
    (void)viewer;
    (void)kind;
    (void)about;
    out->cell[0] = (uint16_t)gg_facts_hash(good, s);
}

static size_t name_same(const void *t, unsigned domain, unsigned value, gg_form form, char *out,
                        size_t cap) {
    (void)t;
    (void)domain;
    (void)value;
    (void)form;
    int n = snprintf(out, cap, "thing");
    return n > 0 ? (size_t)n : 0;
}

static uint32_t window_insists(const void *t, const void *s, int seat, gg_action *out) {
    uint32_t n = gg_legal(good, t, s, seat, out), kept = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!(good->verbs[gg_verb_of(out[i])].flags & GG_V_DECLINE)) out[kept++] = out[i];
    return kept;
}

static int32_t value_any(const void *t, const void *s, int seat) {
    (void)t;
    return (int32_t)(gg_facts_hash(good, s) % 1000) + seat;
}

static uint32_t clock_goes_back(const void *t, const void *s) {
    return 1000 - good->brain.clock(t, s);
}

static uint32_t until_is_past(const void *t, const void *s) {
    (void)t;
    (void)s;
    return 1; // 0 would be where the enemy has answered
}

// Reveals in half of the worlds only: the other half may take back what they have learned.
static void reveals_by_truth(const void *t, void *s, gg_action action, gg_events *out) {
    bool odd = gg_facts_hash(good, s) % 2;
    gg_apply(good, t, s, action, out);
    if (out && odd && !gg_is_draft(good, action))
        gg_emit(out, 0, 1, GG_SEE_ALL, GG_E_REVEAL, 0, 1, 0, 0, 0);
}

// The turn and the top frame say two things: the dispatcher follows the frame.
static gg_turn turn_ends_early(const void *t, const void *s) {
    gg_turn turn = good->turn(t, s);
    if (turn.seat < good->seats && gg_facts_hash(good, s) % 16 == 0) turn.seat = GG_OVER;
    return turn;
}

static gg_turn turn_elsewhere(const void *t, const void *s) {
    gg_turn turn = good->turn(t, s);
    if (turn.seat < good->seats) turn.node = (uint8_t)(good->n_nodes - 1);
    return turn;
}

static gg_turn turn_peeks(const void *t, const void *s) {
    gg_turn turn = good->turn(t, s);
    if (turn.seat == GG_CHANCE) turn.dice = gg_facts_hash(good, s) % 2;
    return turn;
}

// ------------------------------------------------------------------------------------------ tables
// The rows with one function replaced wherever they have it.
#define ROWS(what, member, with)                                                                   \
    static void what(gg_game *g) {                                                                 \
        memcpy(nodes, good->nodes, sizeof *nodes * good->n_nodes);                                 \
        for (unsigned i = 0; i < good->n_nodes; i++)                                               \
            if (nodes[i].member) nodes[i].member = with;                                           \
        g->nodes = nodes;                                                                          \
    }
static void gap(gg_game *g) {
    memcpy(fields, good->fields, sizeof *fields * good->n_fields);
    memmove(&fields[2], &fields[3], sizeof *fields * (good->n_fields - 3U));
    g->fields = fields;
    g->n_fields--;
}

static void untranslated(gg_game *g) {
    memcpy(refusals, good->refusals, sizeof *refusals * good->n_refusals);
    refusals[2].en = "";
    g->refusals = refusals;
}

static void no_prompt(gg_game *g) {
    memcpy(nodes, good->nodes, sizeof *nodes * good->n_nodes);
    nodes[1].wait_fr = NULL;
    g->nodes = nodes;
}

static void stray_placeholder(gg_game *g) {
    memcpy(events, good->events, sizeof *events * good->n_events);
    events[0].fr = "{a} tire une carte ({b}) de {c}.";
    g->events = events;
}

static void ruleless(gg_game *g) {
    memcpy(refusals, good->refusals, sizeof *refusals * good->n_refusals);
    for (unsigned i = 1; i < good->n_refusals; i++) refusals[i].rule = 0;
    g->refusals = refusals;
}

static void foreign(gg_game *g) { // a verb that is listed is not of its node
    static const uint8_t few[] = {1, 2, 0};
    memcpy(nodes, good->nodes, sizeof *nodes * good->n_nodes);
    for (unsigned i = 0; i < good->n_nodes; i++)
        if (nodes[i].verbs[0] && nodes[i].verbs[1] && nodes[i].verbs[2]) nodes[i].verbs = few;
    g->nodes = nodes;
}

static void bare_names(gg_game *g) { // names come from name() instead of the tables
    memcpy(domains, good->domains, sizeof *domains * good->n_domains);
    for (unsigned i = GG_D_FIRST; i < good->n_domains; i++) domains[i].names = NULL;
    g->domains = domains;
}

static void names_alike(gg_game *g) {
    bare_names(g);
    g->show.name = name_same;
}

static void overlays_peek(gg_game *g) {
    static const gg_overlay_kind kind = {"reach", GG_D_SEAT, "Portée", "Reach"};
    g->overlays = &kind;
    g->n_overlays = 1;
    g->show.overlay = overlay_peeks;
}

static void twice(gg_game *g) {
    memcpy(nodes, good->nodes, sizeof *nodes * good->n_nodes);
    nodes[1].token = nodes[0].token;
    g->nodes = nodes;
}

// Three facts of one byte said to be one of three: a width the engine cannot bound.
// The text that a player begins with is not the scenario that ships.
static void other_text(gg_game *game) {
    static const char *const text[] = {"scenario standard\ncards 1 1 1 1 2\n",
                                       "scenario empty\ncards 2 2 2 2 2\n"};
    game->own.text = text;
}

static uint32_t judge_never(unsigned scenario, const char *text, size_t size, gg_fault *out,
                            uint32_t cap) {
    (void)scenario;
    (void)text;
    (void)size;
    memset(out, 0, cap ? sizeof *out : 0);
    return 1;
}

static void s_judge(gg_game *game) {
    game->own.judge = judge_never;
}

static void unbounded(gg_game *g) {
    unsigned i = 0;
    memcpy(fields, good->fields, sizeof *fields * good->n_fields);
    while (strcmp(fields[i].name, "turn") != 0) i++;
    fields[i].width = 3;
    memmove(&fields[i + 1], &fields[i + 3], sizeof *fields * (good->n_fields - i - 3U));
    g->fields = fields;
    g->n_fields = (uint16_t)(g->n_fields - 2);
}

static void brain_peeks(gg_game *g) {
    g->resample = resample_by_truth;
    g->brain.value = value_any;
}

static void one_sided(gg_game *g) {
    g->brain.value = value_any;
    g->brain.zero_sum = 1;
}

static void huge_list(gg_game *g) {
    g->max_legal = GG_LEGAL_MAX + 1;
}
static void short_list(gg_game *g) {
    g->max_legal = 2;
}
static void short_game(gg_game *g) {
    g->max_steps = 12;
}

#define SPOIL(what, member, with)                                                                  \
    static void what(gg_game *g) {                                                                 \
        g->member = with;                                                                          \
    }
static void restless(gg_game *g) {
    memcpy(nodes, good->nodes, sizeof *nodes * good->n_nodes);
    for (unsigned i = 0; i < good->n_nodes; i++) nodes[i].flags &= (uint8_t)~GG_N_REST;
    g->nodes = nodes;
}
ROWS(s_lists_illegal, legal, lists_illegal)
ROWS(s_omits_last, legal, omits_last)
ROWS(s_out_of_order, legal, out_of_order)
ROWS(s_legal_peeks, legal, legal_peeks)
ROWS(s_check_writes, check, check_writes)
ROWS(s_check_by_verdict, check, check_by_verdict)
ROWS(s_check_refusal, check, check_no_such_refusal)
ROWS(s_check_peeks, check, check_peeks)
ROWS(s_chance_sum, chance, chance_sum)
ROWS(s_roll, roll, roll_loaded)
ROWS(s_apply_by_events, play, apply_by_events)
ROWS(s_draft_reveals, play, draft_reveals)
ROWS(s_tells_all, play, tells_all)
ROWS(s_never_reveals, play, never_reveals)
ROWS(s_event_domain, play, event_out_of_domain)
ROWS(s_forgets_derived, play, forgets_derived)
SPOIL(s_score, score, score_both_win)
SPOIL(s_always_sound, sound, always_sound)
SPOIL(s_derives_little, derive, derives_little)
SPOIL(s_view_leaks, show.view, view_leaks)
SPOIL(s_redact_nothing, redact, redact_nothing)
SPOIL(s_resample_nothing, resample, resample_nothing)
SPOIL(s_resample_seldom, resample, resample_seldom)
SPOIL(s_resample_truth, resample, resample_by_truth)
SPOIL(s_explain, show.explain, explain_leaks)
SPOIL(s_outcome_nothing, show.outcome, outcome_of_nothing)
SPOIL(s_outcome_leaks, show.outcome, outcome_leaks)
SPOIL(s_worlds, brain.worlds, worlds_peek)
SPOIL(s_worlds_twice, brain.worlds, worlds_twice)
SPOIL(s_focus, brain.focus, focus_on_nothing)
SPOIL(s_courses, brain.courses, courses_forget)
SPOIL(s_alike, brain.courses, courses_alike)
SPOIL(s_policy, brain.policy, policy_peeks)
SPOIL(s_plan, brain.plan, plan_illegal)
SPOIL(s_turn_peeks, turn, turn_peeks)
SPOIL(s_turn_ends, turn, turn_ends_early)
SPOIL(s_turn_elsewhere, turn, turn_elsewhere)
SPOIL(s_plan_peeks, brain.plan, plan_peeks)
SPOIL(s_policy_illegal, brain.policy, policy_illegal)
SPOIL(s_dealt_illegal, brain.dealt_policy, policy_illegal)
SPOIL(s_clock, brain.clock, clock_goes_back)
SPOIL(s_until, brain.until, until_is_past)
SPOIL(s_view_writes, show.view, view_writes)
SPOIL(s_view_face, show.view, view_unknown_face)
SPOIL(s_view_group, show.view, view_hidden_group)
SPOIL(s_redact_umpire, redact, redact_umpire)
SPOIL(s_cell_face, show.cell, cell_unknown_face)
SPOIL(s_prepare, prepare, prepare_refuses)
ROWS(s_window, legal, window_insists)
ROWS(s_reveals_by_truth, play, reveals_by_truth)

static const struct {
    const char *what;
    void (*spoil)(gg_game *g);
    property by;
} spoiled[] = {
    {"an illegal action is listed", s_lists_illegal, P_LEGAL_IS_CHECK},
    {"a legal action is not listed", s_omits_last, P_LEGAL_IS_CHECK},
    {"the list does not ascend", s_out_of_order, P_LEGAL_SHAPE},
    {"the list is longer than declared", short_list, P_LEGAL_SHAPE},
    {"the turn ends the game before its frame does", s_turn_ends, P_OTHERS_NOTHING},
    {"a verb is played at a node that lacks it", foreign, P_LEGAL_TYPED},
    {"check writes to the state", s_check_writes, P_CHECK_PURE},
    {"check answers by whether a verdict is asked", s_check_by_verdict, P_VERDICT_AGREES},
    {"the turn names another node than the frame", s_turn_elsewhere, P_FOREIGN_VERBS},
    {"check gives a refusal that does not exist", s_check_refusal, P_REFUSAL},
    {"weights do not add up", s_chance_sum, P_CHANCE},
    {"a loaded roll", s_roll, P_ROLL},
    {"acting depends on whether events are asked", s_apply_by_events, P_APPLY_SAME},
    {"a draft step reveals", s_draft_reveals, P_DRAFT},
    {"an event has an argument outside its domain", s_event_domain, P_EVENTS},
    {"events tell hidden cards", s_tells_all, P_EVENTS_QUIET},
    {"the derived part is not kept", s_forgets_derived, P_SOUND},
    {"derive leaves a byte alone", s_derives_little, P_DERIVE},
    {"any state is sound", s_always_sound, P_SOUND_FLOW},
    {"both seats win", s_score, P_SCORE},
    {"games are longer than declared", short_game, P_ENDS},
    {"a plan ends in an illegal step", s_plan, P_PLAN},
    {"a gap between fields", gap, P_FIELDS_TILE},
    {"a refusal without English", untranslated, P_TEXTS},
    {"a node without a prompt", no_prompt, P_TEXTS},
    {"a placeholder without a domain", stray_placeholder, P_PLACEHOLDERS},
    {"refusals that cite no rule", ruleless, P_TABLES},
    {"the view leaks", s_view_leaks, P_TWIN_VIEW},
    {"a learner sees what the view leaks", s_view_leaks, P_TWIN_BATCH},
    {"a learner sees what redact leaves", s_redact_nothing, P_TWIN_BATCH},
    {"a learner sees what the list leaks", s_legal_peeks, P_TWIN_BATCH},
    {"the list leaks", s_legal_peeks, P_TWIN_LEGAL},
    {"a refusal leaks", s_check_peeks, P_TWIN_VERDICT},
    {"the ledger leaks", s_explain, P_TWIN_EXPLAIN},
    {"no node rests", restless, P_REST},
    {"outcomes tell what has not changed", s_outcome_nothing, P_OUTCOME},
    {"an outcome leaks", s_outcome_leaks, P_TWIN_OUTCOME},
    {"odds are reckoned in the true world", s_worlds, P_TWIN_ODDS},
    {"a world is listed twice", s_worlds_twice, P_WORLDS},
    {"all outcomes are said to be the same", s_focus, P_FOCUS},
    {"courses leave something out", s_courses, P_COURSES},
    {"all courses are said to be the same", s_alike, P_COURSES},
    {"the policy peeks", s_policy, P_TWIN_POLICY},
    {"the turn leaks", s_turn_peeks, P_TWIN_TURN},
    {"redact hides nothing", s_redact_nothing, P_TWIN_REDACT},
    {"resample deals nothing", s_resample_nothing, P_TWIN_HIDDEN},
    {"resample seldom deals", s_resample_seldom, P_TWIN_DIFFERS},
    {"resample knows the truth", s_resample_truth, P_TWIN_RESAMPLE},
    {"what is learned is not marked", s_never_reveals, P_TWIN_EVENTS},
    {"taking back depends on what is hidden", s_reveals_by_truth, P_TWIN_UNDO},
    {"plans peek", s_plan_peeks, P_TWIN_PLAN},
    {"overlays peek", overlays_peek, P_TWIN_OVERLAY},
    {"a brain peeks", brain_peeks, P_TWIN_THINK},
    {"the coach peeks", brain_peeks, P_TWIN_HINT},
    {"things have the same name", names_alike, P_NOTATION},
    {"the policy breaks the rules", s_policy_illegal, P_POLICY},
    {"in a dealt world the policy breaks the rules", s_dealt_illegal, P_POLICY},
    {"the clock goes back", s_clock, P_CLOCK},
    {"thoughts end before they begin", s_until, P_CLOCK},
    {"value is said to balance and does not", one_sided, P_ZERO_SUM},
    {"a view writes to the state", s_view_writes, P_READS_PURE},
    {"a piece has no known face", s_view_face, P_VIEW},
    {"a hidden piece says what it belongs to", s_view_group, P_VIEW},
    {"a place has no known face", s_cell_face, P_CELLS},
    {"the umpire is kept in the dark", s_redact_umpire, P_REDACT},
    {"options are refused without a reason", s_prepare, P_PREPARE},
    {"a copied scenario is another one", other_text, P_OWN},
    {"a shipped scenario is refused to players", s_judge, P_OWN},
    {"a window insists", s_window, P_WINDOW},
    {"a fact has no bounds", unbounded, P_SOUND_REFUSES},
    {"two nodes have one token", twice, P_TOKENS},
    {"lists longer than the contract allows", huge_list, P_LIMITS},
};

static bool suite_on(suite *s, const gg_game *game) {
    static const sizes small = {30, 100, 120, 3, 60, 3000, 1};
    if (!suite_open(s, game, &small)) return false;
    suite_run(s);
    suite_close(s);
    return true;
}

// The template as it is passes; what fails in it would be caught in every broken copy.
static bool control(suite *s) {
    bool clean = suite_on(s, good);
    for (int p = 0; p < PROPERTIES; p++) {
        if (s->tally[p].failed)
            printf("     %s: %s\n", property_token((property)p), s->tally[p].first);
        clean = clean && !s->tally[p].failed;
    }
    printf("%s %-20s the template as it is passes\n", clean ? "ok  " : "MISS", "control");
    return clean;
}

static bool caught_by_name(suite *s, unsigned i) {
    bad = *good;
    spoiled[i].spoil(&bad);
    bool found = suite_on(s, &bad) && s->tally[spoiled[i].by].failed > 0;
    printf("%s %-20s %s\n", found ? "ok  " : "MISS", property_token(spoiled[i].by),
           spoiled[i].what);
    return found;
}

int conform_self_test(unsigned *caught) {
    enum { SPOILED = sizeof spoiled / sizeof spoiled[0] };
    bool has_one[PROPERTIES] = {false};
    suite *s = malloc(sizeof *s);
    good = gg_game_find_or_null("_template");
    GG_ASSERT(s && good && good->n_fields <= 64 && good->n_refusals <= 64 && good->n_events <= 64 &&
              good->n_nodes <= 64 && good->n_domains <= 64 && good->max_legal + 8 <= 64);
    *caught = control(s);
    for (unsigned i = 0; i < SPOILED; i++) {
        *caught += caught_by_name(s, i);
        has_one[spoiled[i].by] = true;
    }
    free(s);
    int missed = (int)(SPOILED + 1 - *caught);
    for (int p = 0; p < PROPERTIES; p++)
        if (!has_one[p]) {
            printf("MISS %-20s no broken game for this property\n", property_token((property)p));
            missed++;
        }
    return missed;
}
