// SPDX-License-Identifier: Apache-2.0
// The ledger of an action before it is done: firepower, target number, what must be thrown and the
// exact odds, term by term with their rules, from the functions that decide the attack itself.
//
// Only a legal action of the seat to act is explained, and only to that seat: what the judge lets
// pass never names a card the seat cannot see, so the ledger tells nothing hidden. Where chance
// will choose the card (areas, heavy bombers) or many blows follow (assaults), the chances of every
// pair of cards that the seat sees are told, each in one line.
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

// One line for one possible attack: chances in 36 of at least one point. The last lines stay free.
enum { LINES_KEPT = 6 };

static void chances(const co_table *t, const co_state *s, int kind, int attacker, int target,
                    unsigned rule, unsigned label, gg_ledger *out) {
    if (out->count >= GG_LEDGER_MAX - LINES_KEPT || !co_able(t, s, kind, attacker, target)) return;
    co_attack attack = co_reckon(t, s, kind, attacker, target, NULL);
    gg_ledger_put(out, GG_L_TOTAL, rule, label, co_chances(1, attack.fp, attack.tn), attacker,
                  target);
}

// AD38, AD41: so many of the other cards there are drawn, each as likely as the next.
static void area(unsigned rule, int cards, int others, int place, gg_ledger *out) {
    if (cards < 1 || others < 1) return;
    note(out, rule, L_AREA_CARDS, cards, place);
    note(out, rule, L_AREA_ODDS, cards < others ? cards : others, others);
}

static void aimed(const co_table *t, const co_state *s, int kind, int arms, int target,
                  gg_ledger *out) {
    int enemy = co_owner(target), place = s->f.where[target];
    co_reckon(t, s, kind, arms, target, out);
    area(RULE_AD38, co_printed(t, arms)->area - 1, co_count(co_crowd(t, s, enemy, place)) - 1,
         place, out);
}

static void heavy(const co_table *t, const co_state *s, int bomber, int place, gg_ledger *out) {
    const co_card *card = co_printed(t, bomber);
    int enemy = co_enemy(co_owner(bomber)), hurt = s->f.damage[bomber] > 0;
    uint64_t crowd = co_crowd(t, s, enemy, place);
    gg_ledger_put(out, GG_L_ADD, RULE_AD21b, L_FP_BOMBARD, card->bfp, bomber, 0);
    if (hurt) gg_ledger_put(out, GG_L_ADD, RULE_AD21e, L_DAMAGED, -1, bomber, 0);
    gg_ledger_put(out, GG_L_TOTAL, RULE_AD21, L_FIREPOWER, card->bfp - hurt, 0, 0);
    area(RULE_AD41, card->area, co_count(crowd), place, out);
    for (uint64_t seen = crowd & s->f.spotted[enemy]; seen;)
        chances(t, s, ATT_HEAVY, bomber, co_take(enemy, &seen), RULE_AD41, L_BLOW_ODDS, out);
}

// AD18: N = d6 + the sum.
static void recon(const co_table *t, const co_state *s, int scout, int place, gg_ledger *out) {
    int sum = co_reconnoitre(t, s, scout, place, out), hits = sum < 0 ? 6 + sum : 6;
    int hidden = co_count(co_hidden_at(t, s, co_enemy(co_owner(scout)), place));
    int all = 7 - (hidden - sum < 1 ? 1 : hidden - sum);
    gg_ledger_put(out, GG_L_TOTAL, RULE_AD18, L_REC_TOTAL, sum, 0, 0);
    note(out, RULE_AD18, L_REC_ODDS, hits > 0 ? hits : 0, 0);
    note(out, RULE_AD17a, L_UNKNOWN_DEFENDERS, hidden, place);
    note(out, RULE_AD18, L_REC_ALL, all > 0 ? all : 0, 0);
}

// AD47: every attacker against every defender seen so far, then the fire they meet first.
static void blows(const co_table *t, const co_state *s, int seat, int place, uint64_t attackers,
                  gg_ledger *out) {
    int enemy = co_enemy(seat);
    uint64_t seen =
        s->at[enemy][place] & t->ground[enemy] & s->f.spotted[enemy] & ~co_aboard(t, s, enemy);
    for (uint64_t set = attackers; set;) {
        int attacker = co_take(seat, &set);
        for (uint64_t targets = seen; targets;)
            chances(t, s, ATT_ASSAULT, attacker, co_take(enemy, &targets), RULE_AD47b, L_BLOW_ODDS,
                    out);
    }
    for (uint64_t set = seen & ~s->f.engaged[enemy]; set;) {
        int defender = co_take(enemy, &set);
        for (uint64_t targets = attackers; targets;)
            chances(t, s, ATT_DEFENSIVE, defender, co_take(seat, &targets), RULE_AD47, L_FIRST_ODDS,
                    out);
    }
}

// The assault as drafted; each blow has its own ledger when it is struck.
static void assault(const co_table *t, const co_state *s, int seat, int from, int place,
                    uint64_t attackers, gg_ledger *out) {
    int obstacle = co_hindrance(t, s, seat, from, place), enemy = co_enemy(seat);
    const co_terrain *ground = co_ground(t, s, place);
    int count = co_count(attackers), hidden = co_count(co_hidden_at(t, s, enemy, place));
    bool mined = obstacle != NO_PIECE && co_printed(t, obstacle)->kind == CO_MINEFIELD;
    note(out, RULE_AD46, L_ATTACKERS, count, place);
    note(out, RULE_AD23c, L_ASSAULT_COST, count, s->f.supply[seat]);
    note(out, RULE_AD47b, L_COVER_STORM, ground->cover_soft / 2, ground->cover_hard / 2);
    if (hidden) note(out, RULE_AD17a, L_UNKNOWN_DEFENDERS, hidden, place);
    if (obstacle != NO_PIECE) note(out, RULE_AD58, L_OBSTACLE, obstacle, 0);
    for (uint64_t set = mined ? attackers : 0; set;)
        chances(t, s, ATT_MINE, obstacle, co_take(seat, &set), RULE_AD56, L_BLOW_ODDS, out);
    blows(t, s, seat, place, attackers, out);
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
    int a = gg_a(action), b = gg_b(action);
    switch (gg_verb_of(action)) {
    case V_FIRE: co_reckon(t, s, ATT_FIRE, a, b, out); break;
    case V_FAUST: co_reckon(t, s, ATT_FIRE | ATT_FAUST, a, b, out); break;
    case V_MOVE: march(t, s, a, b, out); break;
    case V_ASSAULT: assault(t, s, seat, s->f.where[a], b, co_bit(a), out); break;
    case V_CLEAR: note(out, RULE_AD52a, L_CLEAR_DIE, 3, 4); break;
    default: break;
    }
}

static void explain_draft(const co_table *t, const co_state *s, int seat, gg_action action,
                          gg_ledger *out) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    uint64_t set = s->f.assault[seat];
    if (gg_verb_of(action) == V_WITH) set |= co_bit(gg_a(action));
    assault(t, s, seat, frame->arg[1], frame->arg[0], set, out);
}

// AR6: a group that has begun its attack and does not go on with it has done.
static void broken_off(const co_table *t, const co_state *s, gg_action action, gg_ledger *out) {
    int seat = s->f.active, striker = gg_a(action);
    unsigned verb = gg_verb_of(action);
    if (verb == V_DROP) striker = co_carrier(s, striker);
    bool strikes = verb == V_STRAFE || verb == V_DROP || verb == V_BOMB;
    for (int group = 1; group <= GROUPS_MAX; group++) {
        int mark = s->f.quarry[group - 1];
        if (!mark || mark == QUARRY_OVER) continue;
        if (strikes && s->f.group[striker] == group) continue;
        uint64_t left = co_group(s, seat, group) & t->aircraft[seat] & ~s->f.struck[seat];
        int count = co_count(left);
        if (left) note(out, RULE_AR6, L_BREAKS_OFF, count, co_take(seat, &left));
    }
}

static void explain_bombard(const co_table *t, const co_state *s, gg_action action,
                            gg_ledger *out) {
    int a = gg_a(action), b = gg_b(action);
    broken_off(t, s, action, out);
    switch (gg_verb_of(action)) {
    case V_SHELL: aimed(t, s, ATT_BATTERY, a, b, out); break;
    case V_STRAFE: aimed(t, s, ATT_GUNS, a, b, out); break;
    case V_DROP: aimed(t, s, ATT_ORDNANCE, a, b, out); break;
    case V_BOMB: heavy(t, s, a, b, out); break;
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
    int a = gg_a(action), b = gg_b(action), kind = kind_at(frame->node);
    unsigned verb = gg_verb_of(action);
    if (verb == V_DECLINE) return;
    if (verb == V_FAUST) kind |= ATT_FAUST;
    if (verb == V_ANSWER)
        co_reckon(t, s, kind, frame->subject, frame->arg[0], out);
    else
        co_reckon(t, s, kind, a, b, out);
}

// Ordnance that goes overboard is the enemy's.
static void overboard(const co_table *t, const co_state *s, int piece, gg_ledger *out) {
    for (uint64_t load = co_droppable(t, s, piece); load;)
        note(out, RULE_A127, L_GIVES_UP, co_take(co_owner(piece), &load), 0);
}

// What an answer at a window costs, win or lose.
static void price(const co_table *t, const co_state *s, gg_action action, gg_ledger *out) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int a = gg_a(action), pile = s->f.supply[frame->seat];
    uint64_t tanks = frame->node == N_TANKS ? co_load_of(s, a) & t->tanks[frame->seat] : 0;
    if (gg_verb_of(action) == V_DECLINE) return;
    if (gg_verb_of(action) == V_JETTISON) overboard(t, s, a, out);
    if (frame->node == N_RETURN) note(out, RULE_AD23a, L_ASSAULT_COST, 1, pile);
    if (frame->node == N_RETURN) note(out, RULE_AD22, L_ENGAGES, frame->subject, 0);
    if (frame->node == N_DEFEND) note(out, RULE_AD23e, L_ASSAULT_COST, 1, pile);
    if (frame->node == N_DEFEND) note(out, RULE_AD34a, L_ENGAGES, a, 0);
    if (frame->node == N_DEFENSIVE) note(out, RULE_AD47, L_ENGAGES, a, 0);
    if (tanks) note(out, RULE_AD32b, L_DISCARDS, co_take(frame->seat, &tanks), 0);
}

void co_explain(const void *table, const void *state, int viewer, gg_action action,
                gg_ledger *out) {
    const co_table *t = table;
    const co_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int seat = frame->seat, a = gg_a(action), b = gg_b(action);
    unsigned verb = gg_verb_of(action);
    if (viewer != seat && viewer != GG_UMPIRE) return;
    if (!gg_check(&gg_game_corridors, t, s, seat, action, NULL)) return;
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
    price(t, s, action, out);
}
