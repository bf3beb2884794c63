// SPDX-License-Identifier: Apache-2.0
// The relay: three seats bid in secret (sealed, by draft), then take turns of up to six moves.
#include "match_relay.h"

// ------------------------------------------------------------------------------------------ facts
static const gg_name seat_names[SEATS] = {
    {"red", "Rouge", "Red", 0}, {"green", "Vert", "Green", 0}, {"blue", "Bleu", "Blue", 0}};
static const gg_rule rules[] = {
    {"", GG_HOUSE, 1, "", "", ""},
    {"ZT1", GG_HOUSE, 0, "1", "À chacun son tour.", "Everyone in turn."},
    {"ZT2", GG_HOUSE, 0, "1", "Des bornes.", "Bounds."},
};
enum { LEGAL_MOVE, NOT_TURN, NOT_HERE, BAD_NUMBER, TOO_MANY, NO_COIN, COINS_OPEN, REFUSALS };
static const gg_refusal refusals[REFUSALS] = {
    {"LEGAL", 0, {0}, "", ""},
    {"NOT_TURN", 1, {GG_D_SEAT}, "Ce n'est pas à {a}.", "It is not {a}'s turn."},
    {"NOT_HERE", 1, {0}, "Pas ici.", "Not here."},
    {"BAD_NUMBER", 2, {GG_D_NUMBER}, "{a} est hors bornes.", "{a} is out of bounds."},
    {"TOO_MANY", 2, {0}, "C'est trop.", "Too many."},
    {"NO_COIN", 2, {0}, "Aucune pièce.", "No coin yet."},
    {"COINS_OPEN", 1, {0}, "Les pièces d'abord.", "The coins first."},
};
static const gg_domain domains[] = {
    {"none", GG_K_NONE, 0, 1, NULL, GG_NEVER_UNSEEN},
    {"number", GG_K_NUMBER, 0, 32767, NULL, GG_NEVER_UNSEEN},
    {"seat", GG_K_SEAT, 0, SEATS, seat_names, GG_NEVER_UNSEEN},
};
static const gg_verb verbs[VERBS] = {
    {"", {0}, 0, "", ""},
    {"coin", {GG_D_NUMBER}, GG_V_DRAFT, "Pièce", "Coin"},
    {"bid", {0}, GG_V_DONE, "Miser", "Bid"},
    {"step", {GG_D_NUMBER}, 0, "Pas", "Step"},
    {"show", {GG_D_NUMBER}, 0, "Montrer", "Show"},
    {"done", {0}, GG_V_DONE, "Fini", "Done"},
    {"gamble", {0}, GG_V_FINAL, "Jouer", "Gamble"},
    {"strike", {0}, 0, "Frapper", "Strike"},
    {"parry", {GG_D_NUMBER}, 0, "Parer", "Parry"},
    {"no parry", {0}, GG_V_DECLINE, "Non", "No"},
    {"pips", {GG_D_NUMBER}, GG_V_CHANCE, "Points", "Pips"},
};
static const uint8_t verbs_bid[] = {COIN, BID, 0};
static const uint8_t verbs_play[] = {COIN, BID, STEP, SHOW, DONE, GAMBLE, STRIKE, 0};
static const uint8_t verbs_react[] = {PARRY, DECLINE, 0};
static const uint8_t verbs_die[] = {PIPS, 0};
static const uint8_t verbs_end[] = {DONE, 0};
enum { EV_COIN, EV_BID, EV_DID, EV_SHOWN, EVENTS };
static const gg_event_kind events[EVENTS] = {
    {"coin", GG_HIDES_EVENT, {GG_D_SEAT, GG_D_NUMBER}, "{a} {b}", "{a} {b}"},
    {"bid", 2, {GG_D_SEAT, GG_D_NUMBER}, "{a} {b}", "{a} {b}"},
    {"did", 0, {GG_D_SEAT, GG_D_NUMBER, GG_D_NUMBER}, "{a} {b} {c}", "{a} {b} {c}"},
    {"shown", 0, {GG_D_SEAT, GG_D_NUMBER}, "{a} {b}", "{a} {b}"},
};
static const gg_scenario scenarios[] = {{"short", 0, "", "", "", "", 0},
                                        {"long", 0, "", "", "", "", 0}};
static const gg_option options[] = {{"turns", 1, TURNS, TURNS, "", "", 0},
                                    {"luck", -3, 3, 0, "", "", 0},
                                    {"third", 0, 1, 0, "", "", 0}};

// ------------------------------------------------------------------------------------------ judge
static bool refuse(gg_verdict *verdict, unsigned refusal, unsigned a) {
    return gg_refuse(verdict, refusal, (int)a, 0, 0, 0);
}

static bool check(const void *t, const void *state, int seat, gg_action action,
                  gg_verdict *verdict) {
    const relay_state *s = state;
    unsigned verb = gg_verb_of(action), a = (unsigned)gg_a(action);
    (void)t;
    (void)seat;
    bool numbered = verb == COIN || verb == STEP || verb == SHOW || verb == PARRY;
    if (numbered ? a < 1 || a > 3 : a != 0) return refuse(verdict, BAD_NUMBER, a);
    if (verb == COIN && s->coin_count >= COINS) return refuse(verdict, TOO_MANY, 0);
    if (verb == BID && !s->coin_count) return refuse(verdict, NO_COIN, 0);
    if (s->coin_count && verb != COIN && verb != BID) return refuse(verdict, COINS_OPEN, 0);
    if (relay_at(s)->node == NODE_PLAY && s->moves >= MOVES && verb != DONE && verb != BID)
        return refuse(verdict, TOO_MANY, 0);
    return true;
}

static uint32_t legal(const void *t, const void *s, int seat, gg_action *out) {
    uint32_t n = 0;
    for (unsigned verb = 1; verb < VERBS; verb++)
        for (unsigned a = 0; a <= 3; a++)
            if (gg_check(&relay, t, s, seat, gg_act(verb, a, 0, 0), NULL))
                out[n++] = gg_act(verb, a, 0, 0);
    return n;
}

// ----------------------------------------------------------------------------------------- effects
static void place_bid(relay_state *s, gg_events *out) {
    int seat = relay_at(s)->seat;
    if (relay_at(s)->node == NODE_BID) {
        s->bid[seat] = s->coins;
        gg_emit(out, EV_BID, 1, 1U << seat, 0, seat, s->coins, 0, 0, 0);
        gg_flow_at(&s->flow)->seat = (uint8_t)((seat + 1) % SEATS);
        if (relay_at(s)->seat == RED) gg_flow_at(&s->flow)->node = NODE_PLAY;
    } else {
        s->points[seat] += s->coins;
        s->moves++;
        gg_emit(out, EV_DID, 1, GG_SEE_ALL, 0, seat, BID, s->coins, 0, 0);
    }
    s->coins = s->coin_count = 0;
}

static void pass_turn(const uint8_t *turns, relay_state *s) {
    gg_flow_at(&s->flow)->seat = (uint8_t)((relay_at(s)->seat + 1) % SEATS);
    s->moves = 0;
    if (++s->turns < *turns) return;
    gg_flow_at(&s->flow)->node = NODE_END;
    gg_flow_at(&s->flow)->seat = GG_OVER;
}

static void react(relay_state *s, int points) {
    s->points[relay_at(s)->seat] += points;
    gg_flow_at(&s->flow)->seat = s->striker;
    s->striker = 0;
    gg_flow_at(&s->flow)->node = NODE_PLAY;
    s->moves++;
}

static void apply(const void *t, void *state, gg_action action, gg_events *out) {
    relay_state *s = state;
    unsigned verb = gg_verb_of(action), a = (unsigned)gg_a(action);
    if (verb == COIN) {
        gg_emit(out, EV_COIN, 1, 1U << relay_at(s)->seat, 0, relay_at(s)->seat, (int)a, 0, 0, 0);
        s->coins = (uint8_t)(s->coins + a);
        s->coin_count++;
        return;
    }
    if (verb == BID) {
        place_bid(s, out);
        return;
    }
    gg_emit(out, verb == SHOW ? EV_SHOWN : EV_DID, 1, GG_SEE_ALL, verb == SHOW ? GG_E_REVEAL : 0,
            relay_at(s)->seat, verb == SHOW ? (int)a : (int)verb, (int)a, 0, 0);
    switch (verb) {
    case DONE: pass_turn(t, s); break;
    case GAMBLE: gg_flow_at(&s->flow)->node = NODE_DIE; break;
    case STRIKE:
        s->striker = relay_at(s)->seat;
        gg_flow_at(&s->flow)->seat = (uint8_t)((relay_at(s)->seat + 1) % SEATS);
        gg_flow_at(&s->flow)->node = NODE_REACT;
        break;
    case PARRY: react(s, (int)a); break;
    case DECLINE: react(s, 0); break;
    default: // STEP, SHOW, PIPS
        s->points[relay_at(s)->seat] += (int)a;
        s->moves++;
        gg_flow_at(&s->flow)->node = NODE_PLAY;
        break;
    }
}

static bool prepare(const gg_request *request, void *t, gg_verdict *verdict) {
    *(uint8_t *)t = (uint8_t)request->option[0];
    if (request->option[1] != 3 || request->option[0] != 1) return true;
    return refuse(verdict, BAD_NUMBER, 3); // luck 3 does not go with one turn
}

static void setup(const void *t, void *s) {
    (void)t;
    gg_flow_call(&((relay_state *)s)->flow, NODE_BID, RED);
}

static gg_turn turn(const void *t, const void *state) {
    const relay_state *s = state;
    gg_turn out = {relay_at(s)->seat, relay_at(s)->node, 0, 0};
    (void)t;
    if (relay_at(s)->node == NODE_DIE) out = (gg_turn){GG_CHANCE, NODE_DIE, 1, 6};
    return out;
}

static uint32_t chance(const void *t, const void *s, gg_outcome *out) {
    (void)t;
    (void)s;
    for (unsigned i = 0; i < 6; i++) out[i] = (gg_outcome){gg_act(PIPS, i + 1, 0, 0), 1};
    return 6;
}

static gg_action roll(const void *t, const void *s, uint64_t ticket) {
    (void)t;
    (void)s;
    return gg_act(PIPS, (unsigned)ticket + 1, 0, 0);
}

static void score(const void *t, const void *state, int half[GG_SEATS_MAX], int32_t *margin) {
    const relay_state *s = state;
    (void)t;
    for (int i = 0; i < SEATS; i++)
        half[i] =
            s->points[i] >= s->points[(i + 1) % SEATS] && s->points[i] >= s->points[(i + 2) % SEATS]
                ? 2
                : 0;
    *margin = s->points[0] - s->points[1];
}

static void redact(const void *t, void *state, int viewer) {
    relay_state *s = state;
    (void)t;
    for (int i = 0; i < SEATS; i++)
        if (i != viewer && viewer != GG_UMPIRE) s->bid[i] = 0;
}

static void resample(const void *t, void *state, int viewer, gg_rng *rng) {
    relay_state *s = state;
    (void)t;
    for (int i = 0; i < SEATS; i++)
        if (i != viewer && s->bid[i]) s->bid[i] = (uint16_t)(1 + gg_rng_below(rng, 12));
}

// Peeks at a hidden bid, to see that the umpire does not let it.
static gg_action policy(const void *t, const void *state, int seat, gg_rng *rng) {
    const relay_state *s = state;
    (void)t;
    (void)seat;
    (void)rng;
    if (relay_at(s)->node != NODE_REACT) return gg_act(DONE, 0, 0, 0);
    return gg_act(PARRY, 1U + s->bid[s->striker] % 3U, 0, 0);
}

static int sound(const void *t, const void *s) {
    (void)t;
    (void)s;
    return 0;
}

#define DECIDED .check = check, .legal = legal, .play = apply
static const gg_node nodes[NODES] = {
    {"bid", GG_N_SEALED, verbs_bid, "", "", "", "", DECIDED},
    {"play", 0, verbs_play, "", "", "", "", DECIDED},
    {"react", GG_N_WINDOW, verbs_react, "", "", "", "", DECIDED},
    {"die", GG_N_CHANCE, verbs_die, "", "", "", "", .chance = chance, .roll = roll, .play = apply},
    {"end", 0, verbs_end, "", "", "", "", .check = NULL},
};

const gg_game relay = {
    .id = "relay",
    .version = 3,
    .seats = SEATS,
    .table_bytes = 8,
    .state_bytes = sizeof(relay_state),
    .facts_bytes = sizeof(relay_state),
    .flow = offsetof(relay_state, flow),
    .max_legal = 32,
    .max_steps = 1000,
    .not_your_turn = NOT_TURN,
    .not_here = NOT_HERE,
    .final_fr = "Les jeux sont faits.",
    .final_en = "The bet stands.",
    .seat_names = seat_names,
    .rules = rules,
    .refusals = refusals,
    .domains = domains,
    .verbs = verbs,
    .nodes = nodes,
    .events = events,
    .scenarios = scenarios,
    .options = options,
    .n_rules = 3,
    .n_refusals = REFUSALS,
    .n_domains = 3,
    .n_verbs = VERBS,
    .n_nodes = NODES,
    .n_events = EVENTS,
    .n_scenarios = 2,
    .n_options = 3,
    .prepare = prepare,
    .setup = setup,
    .turn = turn,
    .score = score,
    .redact = redact,
    .resample = resample,
    .sound = sound,
    .brain = {.policy = policy},
};

// --------------------------------------------------------------------------------------- registry
static const gg_game *const games[] = {&relay, &gg_game_template};
unsigned gg_game_count(void) {
    return 2;
}
const gg_game *gg_game_at(unsigned index) {
    return games[index];
}
const gg_game *gg_game_find_or_null(const char *id) {
    for (unsigned i = 0; i < 2; i++)
        if (strcmp(games[i]->id, id) == 0) return games[i];
    return NULL;
}

// ---------------------------------------------------------------------------------------- helpers
void relay_setup(const gg_game *game, uint64_t seed, gg_match_setup *out) {
    gg_rng rng;
    memset(out, 0, sizeof *out);
    out->game = game;
    gg_request_standard(game, &out->request);
    gg_rng_seed(&rng, seed, 77);
    (void)snprintf(out->id, sizeof out->id, "test-%llu", (unsigned long long)seed);
    for (unsigned i = 0; i < game->seats; i++) {
        (void)snprintf(out->name[i], sizeof out->name[i], "Élodie %u", i);
        (void)snprintf(out->client_seed[i], sizeof out->client_seed[i], "c%x", gg_rng_u32(&rng));
        out->clock_ms[i] = 600000;
    }
    out->increment_ms = 50;
    for (unsigned i = 0; i < GG_SEED_BYTES; i++) out->seed[i] = (uint8_t)gg_rng_u32(&rng);
}

gg_match *relay_open(const gg_game *game, uint64_t seed) {
    gg_match_setup setup_of_match;
    gg_match *match;
    gg_verdict verdict;
    relay_setup(game, seed, &setup_of_match);
    assert_int_equal(gg_match_open(&match, &setup_of_match, &verdict), GG_OK);
    return match;
}

const relay_state *relay_see(const gg_match *match, int seat) {
    return gg_match_position_for(match, seat)->state;
}

bool relay_over(const gg_match *match) {
    gg_result result;
    gg_match_result(match, &result);
    return result.over;
}

gg_status relay_random(gg_match *match, gg_rng *rng, gg_events *out) {
    const gg_position *p = gg_match_published(match);
    gg_action list[GG_LEGAL_MAX];
    int seat = p->game->turn(p->table, p->state).seat;
    if (seat == GG_CHANCE) return gg_match_draw(match, out);
    p = gg_match_position_for(match, seat);
    uint32_t n = gg_legal(p->game, p->table, p->state, seat, list);
    assert_true(n > 0);
    return gg_match_act(match, seat, list[gg_rng_below(rng, n)], gg_rng_u64(rng) | 1,
                        gg_match_entries(match), gg_rng_below(rng, 3000), NULL, out);
}

void relay_play(gg_match *match, gg_rng *rng, uint32_t entries, bool spice) {
    unsigned seats = gg_match_published(match)->game->seats;
    while (!relay_over(match) && gg_match_entries(match) < entries) {
        int seat = (int)gg_rng_below(rng, seats);
        unsigned dish = spice ? gg_rng_below(rng, 40) : 100;
        if (dish < 10)
            (void)gg_match_undo(match, seat);
        else if (dish == 10)
            (void)gg_match_comment(match, seat, "Ça sent le piège… | 3ms ; #");
        else if (dish == 11)
            (void)gg_match_comment(match, GG_UMPIRE, " ");
        else if (dish == 12)
            (void)gg_match_offer_draw(match, seat);
        else if (dish == 13)
            (void)gg_match_answer_draw(match, seat, gg_rng_below(rng, 8) == 0);
        else if (dish == 14 && gg_match_entries(match))
            (void)gg_match_ask_back(match, seat, 1 + gg_rng_below(rng, gg_match_entries(match)));
        else if (dish < 18)
            (void)gg_match_answer_back(match, seat, gg_rng_below(rng, 8) != 0);
        else
            assert_int_equal(relay_random(match, rng, NULL), GG_OK);
    }
}

void relay_bid_all(gg_match *match) {
    for (int seat = 0; seat < SEATS; seat++) {
        assert_int_equal(relay_act(match, seat, gg_act(COIN, 1, 0, 0)), GG_OK);
        assert_int_equal(relay_act(match, seat, gg_act(BID, 0, 0, 0)), GG_OK);
    }
}
