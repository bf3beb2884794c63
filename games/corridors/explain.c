// SPDX-License-Identifier: Apache-2.0
// The ledger of an action before it is done: firepower, target number, what must be thrown and the
// exact odds, term by term with their rules, from the functions that decide the attack itself.
//
// Only a legal action of the seat to act is explained, and only to that seat: what the judge lets
// pass never names a card the seat cannot see, so the ledger tells nothing hidden. Where chance
// will choose the card (heavy bombers), the part known beforehand is told.
#include "air.h"
#include "ground.h"

extern const gg_game gg_game_corridors;

static void note(gg_ledger *out, unsigned rule, unsigned label, int a, int b) {
    gg_ledger_put(out, GG_L_NOTE, rule, label, 0, a, b);
}

// AD30: both sides of the round, the interceptor's shot first.
static void duel(const co_table *t, const co_state *s, int interceptor, int target,
                 gg_ledger *out) {
    co_reckon(t, s, ATT_INTERCEPT, interceptor, target, out);
    note(out, RULE_AD30b, L_SHOOTS_TOO, target, 0);
    co_reckon(t, s, ATT_BACK, target, interceptor, out);
}

static void heavy(const co_table *t, int bomber, int place, gg_ledger *out) {
    const co_card *card = co_printed(t, bomber);
    gg_ledger_put(out, GG_L_ADD, RULE_AD21b, L_FP_BOMBARD, card->bfp, bomber, 0);
    note(out, RULE_AD41, L_AREA_CARDS, card->area, place);
}

// AD18: N = d6 + the sum.
static void recon(const co_table *t, const co_state *s, int scout, int place, gg_ledger *out) {
    int sum = co_reconnoitre(t, s, scout, place, out), hits = sum < 0 ? 6 + sum : 6;
    int hidden = co_count(co_hidden_at(t, s, co_enemy(co_owner(scout)), place));
    gg_ledger_put(out, GG_L_TOTAL, RULE_AD18, L_REC_TOTAL, sum, 0, 0);
    note(out, RULE_AD18, L_REC_ODDS, hits > 0 ? hits : 0, 0);
    note(out, RULE_AD17a, L_UNKNOWN_DEFENDERS, hidden, place);
}

// The assault as drafted; each blow has its own ledger when it is struck.
static void assault(const co_table *t, const co_state *s, int seat, int from, int place,
                    uint64_t attackers, gg_ledger *out) {
    int obstacle = co_hindrance(t, s, seat, from, place), enemy = co_enemy(seat);
    const co_terrain *ground = co_ground(t, s, place);
    int count = co_count(attackers);
    note(out, RULE_AD46, L_ATTACKERS, count, place);
    note(out, RULE_AD23c, L_ASSAULT_COST, count, s->f.supply[seat]);
    note(out, RULE_AD47b, L_COVER_STORM, ground->cover_soft / 2, ground->cover_hard / 2);
    if (obstacle != NO_PIECE) note(out, RULE_AD58, L_OBSTACLE, obstacle, 0);
    int hidden = co_count(co_hidden_at(t, s, enemy, place));
    if (hidden) note(out, RULE_AD17a, L_UNKNOWN_DEFENDERS, hidden, place);
}

static void march(const co_table *t, const co_state *s, int piece, int to, gg_ledger *out) {
    int obstacle = co_hindrance(t, s, co_owner(piece), s->f.where[piece], to);
    if (obstacle == NO_PIECE) return;
    note(out, RULE_AD58, L_OBSTACLE, obstacle, 0);
    if (co_printed(t, obstacle)->kind == CO_MINEFIELD)
        co_reckon(t, s, ATT_MINE, obstacle, piece, out);
}

static void explain_manoeuvre(const co_table *t, const co_state *s, int seat, gg_action action,
                              gg_ledger *out) {
    int a = (int)gg_a(action), b = (int)gg_b(action);
    switch (gg_verb_of(action)) {
    case V_FIRE: co_reckon(t, s, ATT_FIRE, a, b, out); break;
    case V_FAUST: co_reckon(t, s, ATT_FIRE | ATT_FAUST, a, b, out); break;
    case V_MOVE: march(t, s, a, b, out); break;
    case V_ASSAULT: assault(t, s, seat, s->f.where[a], b, co_bit(a), out); break;
    case V_CLEAR: note(out, RULE_AD52a, L_CLEAR_DIE, 3, 0); break;
    default: break;
    }
}

static void explain_draft(const co_table *t, const co_state *s, int seat, gg_action action,
                          gg_ledger *out) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    uint64_t set = s->f.assault[seat];
    if (gg_verb_of(action) == V_WITH) set |= co_bit((int)gg_a(action));
    assault(t, s, seat, frame->arg[1], frame->arg[0], set, out);
}

static void explain_bombard(const co_table *t, const co_state *s, gg_action action,
                            gg_ledger *out) {
    int a = (int)gg_a(action), b = (int)gg_b(action);
    switch (gg_verb_of(action)) {
    case V_SHELL: co_reckon(t, s, ATT_BATTERY, a, b, out); break;
    case V_STRAFE: co_reckon(t, s, ATT_GUNS, a, b, out); break;
    case V_DROP: co_reckon(t, s, ATT_ORDNANCE, a, b, out); break;
    case V_BOMB: heavy(t, a, b, out); break;
    default: break;
    }
}

// Nodes where somebody answers an attack: the kind of his own.
static int kind_at(unsigned node) {
    switch (node) {
    case N_RETURN: return ATT_RETURN;
    case N_DEFENSIVE: return ATT_DEFENSIVE;
    case N_CLASH: return ATT_ASSAULT;
    case N_STRIKEBACK: return ATT_STRIKEBACK;
    case N_AA: return ATT_AA;
    default: return ATT_SELF;
    }
}

static void explain_blow(const co_table *t, const co_state *s, gg_action action, gg_ledger *out) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int a = (int)gg_a(action), b = (int)gg_b(action), kind = kind_at(frame->node);
    unsigned verb = gg_verb_of(action);
    if (verb == V_DECLINE) return;
    if (verb == V_FAUST) kind |= ATT_FAUST;
    if (verb == V_ANSWER)
        co_reckon(t, s, kind, frame->subject, frame->arg[0], out);
    else
        co_reckon(t, s, kind, a, b, out);
}

void co_explain(const void *table, const void *state, int viewer, gg_action action,
                gg_ledger *out) {
    const co_table *t = table;
    const co_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int seat = frame->seat, a = (int)gg_a(action), b = (int)gg_b(action);
    unsigned verb = gg_verb_of(action);
    if (viewer != seat && viewer != GG_UMPIRE) return;
    if (!gg_game_corridors.check(t, s, seat, action, NULL)) return;
    switch (frame->node) {
    case N_MANOEUVRE: explain_manoeuvre(t, s, seat, action, out); break;
    case N_ASSAULT: explain_draft(t, s, seat, action, out); break;
    case N_BOMBARD: explain_bombard(t, s, action, out); break;
    case N_MARCH:
        if (verb == V_MOVE) march(t, s, a, b, out);
        break;
    case N_RECON:
        if (verb == V_SCOUT) recon(t, s, a, b, out);
        break;
    case N_INTERCEPT:
    case N_SALLY:
        if (verb == V_INTERCEPT || verb == V_SALLY) duel(t, s, a, b, out);
        break;
    case N_ESCORT:
        if (verb == V_ESCORT) co_reckon(t, s, ATT_ESCORT, a, co_caller(s)->subject, out);
        break;
    case N_RETURN:
    case N_DEFENSIVE:
    case N_CLASH:
    case N_STRIKEBACK:
    case N_AA:
    case N_DEFEND: explain_blow(t, s, action, out); break;
    default: break;
    }
}
