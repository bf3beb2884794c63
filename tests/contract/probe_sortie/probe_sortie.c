// SPDX-License-Identifier: Apache-2.0
// probe_sortie: what the contract must carry for a card game of interrupts within interrupts.
//
//   LAY (sealed, both), DRAW (three each)                                        PA2, PA3
//   TURN       take ... | pass                                                   PA4
//     LAUNCH     take, take, fly P | patrol (draft)                              PA4, PA5
//     FLIGHT     the same frame goes on: position by position to the stop        PA13
//       INTERCEPT  window of the enemy patrol, at the centre                     PA6
//       COMBAT     the same frame goes on: two dice each way                     PA7
//       AFTERMATH  the same frame goes on: those hit go home, one after another  PA8
//         HOME       position by position to the airfield
//           FLAK       window of the ground, until declined                      PA9, PA10
//             SHOT       two dice                                                PA11, PA12
//     HOME       the same frame as FLIGHT: the way back
//   END        after eight turns                                                 PA15
//
// FLIGHT, AFTERMATH and HOME decide nothing: advance() carries them on until a frame with a
// question is on top. A flight whose last aircraft was shot down is unwound at once, from however
// deep.
#include "probe_sortie.h"

#define SIDE(letter, fr, en)                                                                       \
    {letter "1", "chasseur " fr " 1", en " fighter 1", GG_ART},                                    \
        {letter "2", "chasseur " fr " 2", en " fighter 2", GG_ART},                                \
        {letter "3", "chasseur " fr " 3", en " fighter 3", GG_ART},                                \
        {letter "4", "bombardier " fr " 4", en " bomber 4", GG_ART}, {                             \
        letter "5", "bombardier " fr " 5", en " bomber 5", GG_ART                                  \
    }
static const gg_name aircraft_names[AIRCRAFT] = {SIDE("b", "bleu", "Blue"),
                                                 SIDE("r", "rouge", "Red")};
#define POSITION_NAME(n)                                                                           \
    { "c" #n, "position " #n, "position " #n, GG_F | GG_ART }
#define ZONE_NAMES(n)                                                                              \
    {"w" #n, "ouest " #n, "west " #n, GG_EN_LOC}, {                                                \
        "e" #n, "est " #n, "east " #n, GG_EN_LOC                                                   \
    }
static const gg_name position_names[POSITIONS] = {
    POSITION_NAME(1), POSITION_NAME(2), POSITION_NAME(3), POSITION_NAME(4), POSITION_NAME(5),
};
static const gg_name zone_names[ZONES] = {
    ZONE_NAMES(1), ZONE_NAMES(2), ZONE_NAMES(3), ZONE_NAMES(4), ZONE_NAMES(5),
};

static const uint8_t powers[PER_SIDE] = {4, 3, 2, 1, 1}, defences[PER_SIDE] = {11, 10, 10, 9, 8};

int pa_power(int aircraft) {
    return powers[aircraft % PER_SIDE];
}
int pa_defence(int aircraft) {
    return defences[aircraft % PER_SIDE];
}
bool pa_is_fighter(int aircraft) {
    return aircraft % PER_SIDE < 3;
}

static bool has(int mask, int bit) {
    return mask >> bit & 1;
}

static int patrol_of(const pa_state *s, int seat) {
    int mask = 0;
    for (int i = seat * PER_SIDE; i < (seat + 1) * PER_SIDE; i++)
        if (s->f.place[i] == PATROL) mask |= 1 << i;
    return mask;
}

// PA9, by public facts alone: what a face-down card is does not matter.
static bool flak_open(const pa_state *s, const gg_frame *flight) {
    int guns = 1 - flight->seat;
    for (int zone = 2 * pa_position(flight); zone < 2 * pa_position(flight) + 2; zone++) {
        if (s->f.ground[guns][zone] == NOTHING) continue;
        if (!s->f.shown[guns][zone] || !has(flight->arg[ARG_FIRED], zone)) return true;
    }
    return false;
}

// ----------------------------------------------------------------------------------- the judge
static const gg_frame *below(const pa_state *s) {
    return gg_flow_top(&s->f.flow) - 1;
}

static int bits(unsigned mask) {
    int n = 0;
    for (; mask; mask &= mask - 1) n++;
    return n;
}

static bool check_take(const pa_state *s, int seat, int aircraft, gg_verdict *verdict) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int group = frame->node == N_LAUNCH ? frame->arg[ARG_GROUP] : 0;
    GG_REFUSE_IF(pa_side(aircraft) != seat || s->f.place[aircraft] != FIELD, NOT_ON_FIELD, aircraft,
                 0);
    GG_REFUSE_IF(has(group, aircraft), TAKEN_ALREADY, aircraft, 0);
    GG_REFUSE_IF(bits((unsigned)group) >= GROUP_MAX, GROUP_FULL, GROUP_MAX, 0);
    return true;
}

static bool check_patrol(const pa_state *s, gg_verdict *verdict) {
    for (int i = 0; i < AIRCRAFT; i++)
        GG_REFUSE_IF(has(gg_flow_top(&s->f.flow)->arg[ARG_GROUP], i) && !pa_is_fighter(i),
                     NOT_A_FIGHTER, i, 0);
    return true;
}

static bool check_intercept(const pa_state *s, int seat, int hunter, int prey,
                            gg_verdict *verdict) {
    GG_REFUSE_IF(!has(patrol_of(s, seat), hunter), NOT_ON_PATROL, hunter, 0);
    GG_REFUSE_IF(!has(below(s)->arg[ARG_GROUP], prey), NOT_IN_GROUP, prey, 0);
    return true;
}

static bool check_fire(const pa_state *s, int seat, int zone, int target, gg_verdict *verdict) {
    const gg_frame *flight = below(s);
    GG_REFUSE_IF(zone / 2 != pa_position(flight), ZONE_NOT_BESIDE, zone, pa_position(flight));
    GG_REFUSE_IF(s->f.ground[seat][zone] != GUN, NO_GUN, zone, 0);
    GG_REFUSE_IF(has(flight->arg[ARG_FIRED], zone), HAS_FIRED, zone, 0);
    GG_REFUSE_IF(!has(flight->arg[ARG_GROUP], target), NOT_PASSING, target, 0);
    return true;
}

bool pa_check_lay(const pa_table *t, const pa_state *s, int seat, gg_action action,
                  gg_verdict *verdict) {
    (void)t;
    (void)s;
    (void)seat;
    GG_REFUSE_IF(bits((unsigned)gg_a(action)) != GUNS, WRONG_NUMBER, gg_a(action), GUNS);
    return true;
}

bool pa_check_turn(const pa_table *t, const pa_state *s, int seat, gg_action action,
                   gg_verdict *verdict) {
    (void)t;
    return gg_verb_of(action) == V_PASS || check_take(s, seat, gg_a(action), verdict);
}

bool pa_check_launch(const pa_table *t, const pa_state *s, int seat, gg_action action,
                     gg_verdict *verdict) {
    (void)t;
    switch (gg_verb_of(action)) {
    case V_TAKE: return check_take(s, seat, gg_a(action), verdict);
    case V_PATROL: return check_patrol(s, verdict);
    default: return true; // fly
    }
}

bool pa_check_intercept(const pa_table *t, const pa_state *s, int seat, gg_action action,
                        gg_verdict *verdict) {
    (void)t;
    return gg_verb_of(action) == V_DECLINE ||
           check_intercept(s, seat, gg_a(action), gg_b(action), verdict);
}

bool pa_check_flak(const pa_table *t, const pa_state *s, int seat, gg_action action,
                   gg_verdict *verdict) {
    (void)t;
    return gg_verb_of(action) == V_DECLINE ||
           check_fire(s, seat, gg_a(action), gg_b(action), verdict);
}

static unsigned values(unsigned domain) {
    const gg_domain *of = &gg_game_probe_sortie.domains[domain];
    return of->kind == GG_K_SET ? 1U << ZONES : of->count;
}

// Every spelling of the node's verbs, filtered by the judge.
static uint32_t every_spelling(const pa_table *t, const pa_state *s, int seat, gg_action *out) {
    const gg_game *game = &gg_game_probe_sortie;
    uint32_t n = 0;
    for (const uint8_t *verb = gg_row(game, s)->verbs; *verb; verb++)
        for (unsigned a = 0; a < values(game->verbs[*verb].domain[0]); a++)
            for (unsigned b = 0; b < values(game->verbs[*verb].domain[1]); b++)
                if (gg_check(game, t, s, seat, gg_act(*verb, a, b, 0), NULL))
                    out[n++] = gg_act(*verb, a, b, 0);
    return n;
}

uint32_t pa_legal_lay(const pa_table *t, const pa_state *s, int seat, gg_action *out) {
    return every_spelling(t, s, seat, out);
}

uint32_t pa_legal_turn(const pa_table *t, const pa_state *s, int seat, gg_action *out) {
    return every_spelling(t, s, seat, out);
}

uint32_t pa_legal_launch(const pa_table *t, const pa_state *s, int seat, gg_action *out) {
    return every_spelling(t, s, seat, out);
}

uint32_t pa_legal_intercept(const pa_table *t, const pa_state *s, int seat, gg_action *out) {
    return every_spelling(t, s, seat, out);
}

uint32_t pa_legal_flak(const pa_table *t, const pa_state *s, int seat, gg_action *out) {
    return every_spelling(t, s, seat, out);
}

// ------------------------------------------------------------------------------- frames that act
static void set_place(pa_state *s, int mask, int place, unsigned event, unsigned rule,
                      gg_events *events) {
    for (int i = 0; i < AIRCRAFT; i++) {
        if (!has(mask, i)) continue;
        s->f.place[i] = (uint8_t)place;
        if (place == FIELD) s->f.hit[i] = 0;
        gg_emit(events, event, rule, GG_SEE_ALL, place == ALOFT ? GG_E_REVEAL : 0, i, 0, 0, 0, 0);
    }
}

static void call_home(pa_state *s, unsigned seat, int group, int step) {
    gg_frame *home = gg_flow_call(&s->f.flow, N_HOME, seat);
    home->arg[ARG_GROUP] = (int16_t)group;
    home->arg[ARG_STEP] = (int16_t)step;
    for (int i = 0; i < AIRCRAFT; i++)
        if (has(group, i)) s->f.place[i] = ALOFT;
}

static void next_turn(pa_state *s, gg_events *events) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    unsigned seat = 1U - frame->seat;
    memset(frame->arg, 0, sizeof frame->arg);
    if (++s->f.turn == TURNS) { // PA15: the last turn has been played
        gg_flow_goto(&s->f.flow, N_END, GG_OVER);
        gg_emit(events, E_ENDED, RULE_PA15, GG_SEE_ALL, 0, s->f.points[SEAT_BLUE],
                s->f.points[SEAT_RED], 0, 0, 0);
        return;
    }
    gg_flow_goto(&s->f.flow, N_TURN, seat);
    int patrol = patrol_of(s, (int)seat);
    if (patrol) call_home(s, seat, patrol, CENTRE); // PA14: its turn comes, its patrol lands
}

// True when a window was opened at the flight's position.
static bool open_flak(pa_state *s) {
    const gg_frame *flight = gg_flow_top(&s->f.flow);
    if (!flak_open(s, flight)) return false; // PA9: cards that could be guns
    gg_flow_call(&s->f.flow, N_FLAK, 1U - flight->seat);
    return true;
}

static void strike(pa_state *s, const gg_frame *flight, gg_events *events) {
    for (int i = 0; i < AIRCRAFT; i++) {
        int points = pa_is_fighter(i) ? 1 : 2;
        if (!has(flight->arg[ARG_GROUP], i)) continue;
        // PA13: two points a bomber, one a fighter
        s->f.points[flight->seat] = (uint8_t)(s->f.points[flight->seat] + points);
        gg_emit(events, E_STRUCK, RULE_PA13, GG_SEE_ALL, 0, i, pa_position(flight), points, 0, 0);
    }
}

static void arrive(pa_state *s, gg_events *events) {
    gg_frame *flight = gg_flow_at(&s->f.flow);
    if (flight->arg[ARG_STOP] == STOP_PATROL) {
        set_place(s, flight->arg[ARG_GROUP], PATROL, E_PATROLS, RULE_PA5, events);
        gg_flow_end(&s->f.flow);
        return;
    }
    strike(s, flight, events);
    flight->node = N_HOME;
    flight->arg[ARG_FIRED] = flight->arg[ARG_STOP] = 0; // another passage
}

// One step of a FLIGHT; true when somebody is asked.
static bool fly(pa_state *s, gg_events *events) {
    gg_frame *flight = gg_flow_at(&s->f.flow);
    int stop = flight->arg[ARG_STOP] == STOP_PATROL ? CENTRE : flight->arg[ARG_STOP];
    if (flight->arg[ARG_STEP] == CENTRE && !flight->arg[ARG_ASKED]) {
        flight->arg[ARG_ASKED] = 1;
        if (patrol_of(s, 1 - flight->seat)) { // PA6: the patrol may intercept
            gg_flow_call(&s->f.flow, N_INTERCEPT, 1U - flight->seat);
            return true;
        }
    }
    if (!flight->arg[ARG_OPENED]) {
        flight->arg[ARG_OPENED] = 1;
        return open_flak(s);
    }
    flight->arg[ARG_OPENED] = 0;
    if (flight->arg[ARG_STEP] < stop) {
        flight->arg[ARG_STEP]++;
        return false;
    }
    flight->arg[ARG_ASKED] = 0;
    arrive(s, events);
    return false;
}

static bool fly_home(pa_state *s, gg_events *events) {
    gg_frame *flight = gg_flow_at(&s->f.flow);
    if (flight->arg[ARG_STEP]-- > 0) return open_flak(s);
    set_place(s, flight->arg[ARG_GROUP], FIELD, E_LANDED, RULE_PA13, events);
    gg_flow_end(&s->f.flow);
    return false;
}

// PA8: the prey first, then the hunter, each alone and from the centre where they fought.
static bool send_home(pa_state *s, gg_events *events) {
    gg_frame *fight = gg_flow_at(&s->f.flow);
    for (int i = 0; i < 2; i++) {
        int who = fight->arg[i ? ARG_HUNTER : ARG_PREY];
        if (!has(fight->arg[ARG_HOMEWARD], who)) continue;
        fight->arg[ARG_HOMEWARD] = (int16_t)(fight->arg[ARG_HOMEWARD] & ~(1 << who));
        gg_emit(events, E_TURNED_BACK, RULE_PA8, GG_SEE_ALL, 0, who, 0, 0, 0, 0);
        gg_frame *flight = fight - 1;
        flight->arg[ARG_GROUP] = (int16_t)(flight->arg[ARG_GROUP] & ~(1 << who));
        call_home(s, (unsigned)pa_side(who), 1 << who, CENTRE);
        return false;
    }
    gg_flow_end(&s->f.flow);
    return false;
}

static void advance(pa_state *s, gg_events *events) {
    bool asked = false;
    while (!asked) {
        gg_frame *frame = gg_flow_at(&s->f.flow);
        bool nobody = (frame->node == N_FLIGHT || frame->node == N_HOME) && !frame->arg[ARG_GROUP];
        if (nobody) {
            gg_flow_end(&s->f.flow);
            continue;
        }
        switch (frame->node) {
        case N_FLIGHT: asked = fly(s, events); break;
        case N_HOME: asked = fly_home(s, events); break;
        case N_AFTERMATH: asked = send_home(s, events); break;
        case N_FLAK: // after a shot: is there still a card that could be a gun?
            asked = flak_open(s, frame - 1);
            if (!asked) gg_flow_end(&s->f.flow);
            break;
        case N_TURN:
            asked = !frame->arg[0]; // arg 0: the sortie of this turn is over
            if (!asked) next_turn(s, events);
            break;
        default: asked = true; break;
        }
    }
}

// ---------------------------------------------------------------------------------- what happens
// PA12. Returns true when the aircraft is gone.
static bool damage(pa_state *s, int aircraft, int total, int need, gg_events *events) {
    bool dead = total >= need + OVERKILL || s->f.hit[aircraft];
    if (total < need) return false;
    if (!dead) { // PA12: a first hit damages
        s->f.hit[aircraft] = 1;
        gg_emit(events, E_HIT, RULE_PA12, GG_SEE_ALL, 0, aircraft, 0, 0, 0, 0);
        return false;
    }
    s->f.place[aircraft] = LOST;
    s->f.hit[aircraft] = 0;
    s->f.points[1 - pa_side(aircraft)] = (uint8_t)(s->f.points[1 - pa_side(aircraft)] + 2);
    gg_emit(events, E_DOWNED, RULE_PA12, GG_SEE_ALL, 0, aircraft, 0, 0, 0, 0);
    return true;
}

void pa_play_combat(const pa_table *t, pa_state *s, gg_action outcome, gg_events *events) {
    int first = gg_a(outcome), second = gg_b(outcome);
    (void)t;
    gg_frame *fight = gg_flow_goto(&s->f.flow, N_AFTERMATH, gg_flow_top(&s->f.flow)->seat);
    int who[2] = {fight->arg[ARG_HUNTER], fight->arg[ARG_PREY]};
    int total[2] = {first + pa_power(who[0]), second + pa_power(who[1])};
    int before[2] = {s->f.hit[who[0]], s->f.hit[who[1]]};
    gg_emit(events, E_DUEL, RULE_PA7, GG_SEE_ALL, 0, total[0], total[1], 0, 0, 0);
    for (int i = 0; i < 2; i++) { // both have fired: the order of effects does not matter
        int target = who[1 - i], need = pa_defence(target);
        if (pa_is_fighter(target)) need++; // PA7: fighters are harder to hit
        bool gone = damage(s, target, total[i], need, events);
        gg_frame *flight = fight - 1;
        if (gone) flight->arg[ARG_GROUP] = (int16_t)(flight->arg[ARG_GROUP] & ~(1 << target));
        if (!gone && s->f.hit[target] > before[1 - i]) // PA8: hit in this fight, it flies home
            fight->arg[ARG_HOMEWARD] = (int16_t)(fight->arg[ARG_HOMEWARD] | 1 << target);
    }
    advance(s, events);
}

static void shoot(pa_state *s, int dice, gg_events *events) {
    int target = gg_flow_top(&s->f.flow)->arg[0];
    int need = pa_defence(target) + GROUND_FIRE; // PA11: from the ground it is harder
    gg_flow_end(&s->f.flow);
    gg_emit(events, E_SHOT, RULE_PA11, GG_SEE_ALL, 0, dice + GUN_POWER, need, 0, 0, 0);
    if (!damage(s, target, dice + GUN_POWER, need, events)) return;
    gg_frame *flight = gg_flow_at(&s->f.flow) - 1;
    flight->arg[ARG_GROUP] = (int16_t)(flight->arg[ARG_GROUP] & ~(1 << target));
    // Nobody is left to be shot at: back to what the flight had interrupted.
    if (!flight->arg[ARG_GROUP]) gg_flow_unwind(&s->f.flow, flight[-1].node);
}

void pa_play_shot(const pa_table *t, pa_state *s, gg_action outcome, gg_events *events) {
    (void)t;
    shoot(s, gg_a(outcome), events);
    advance(s, events);
}

static void play_fire(pa_state *s, int zone, int target, gg_events *events) {
    unsigned seat = gg_flow_top(&s->f.flow)->seat;
    gg_frame *flight = gg_flow_at(&s->f.flow) - 1;
    unsigned reveal = s->f.shown[seat][zone] ? 0 : GG_E_REVEAL;
    // PA10: a gun fires once at a passage.
    flight->arg[ARG_FIRED] = (int16_t)(flight->arg[ARG_FIRED] | 1 << zone);
    s->f.shown[seat][zone] = 1;
    gg_frame *shot = gg_flow_call(&s->f.flow, N_SHOT, seat);
    shot->subject = (uint16_t)zone;
    shot->arg[0] = (int16_t)target;
    gg_emit(events, E_FIRED, RULE_PA10, GG_SEE_ALL, reveal, zone, target, 0, 0, 0);
}

static void play_take(pa_state *s, int aircraft) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    if (frame->node == N_TURN) frame = gg_flow_call(&s->f.flow, N_LAUNCH, frame->seat);
    frame->arg[ARG_GROUP] = (int16_t)(frame->arg[ARG_GROUP] | 1 << aircraft);
}

static void launch(pa_state *s, int stop, gg_events *events) {
    gg_frame *flight = gg_flow_goto(&s->f.flow, N_FLIGHT, gg_flow_top(&s->f.flow)->seat);
    s->f.flow.frame[0].arg[0] = 1;
    if (flight->seat == SEAT_RED && stop < POSITIONS) stop = POSITIONS - 1 - stop;
    flight->arg[ARG_STOP] = (int16_t)stop;
    set_place(s, flight->arg[ARG_GROUP], ALOFT, E_LAUNCHED, RULE_PA4, events);
}

void pa_play_lay(const pa_table *t, pa_state *s, gg_action action, gg_events *events) {
    unsigned seat = gg_flow_top(&s->f.flow)->seat;
    int guns = gg_a(action);
    (void)t;
    for (int i = 0; i < ZONES; i++) s->f.ground[seat][i] = has(guns, i) ? GUN : DUMMY;
    gg_emit(events, E_LAID, RULE_PA2, 1U << seat, 0, (int)seat, guns, 0, 0, 0);
    gg_flow_goto(&s->f.flow, seat == SEAT_BLUE ? N_LAY : N_TURN, 1 - seat);
    // PA3: when both have laid their guns.
    if (seat == SEAT_RED) gg_flow_call(&s->f.flow, N_DRAW, SEAT_BLUE);
    advance(s, events);
}

void pa_play_draw(const pa_table *t, pa_state *s, gg_action outcome, gg_events *events) {
    unsigned seat = gg_flow_top(&s->f.flow)->seat;
    int aircraft = gg_a(outcome);
    (void)t;
    s->f.place[aircraft] = FIELD;
    gg_emit(events, E_DRAWN, RULE_PA3, 1U << seat, 0, (int)seat, aircraft, 0, 0, 0);
    if (++s->f.drawn < SEATS * FIELD_DEAL)
        gg_flow_goto(&s->f.flow, N_DRAW, 1 - seat);
    else
        gg_flow_end(&s->f.flow);
    advance(s, events);
}

void pa_play_turn(const pa_table *t, pa_state *s, gg_action action, gg_events *events) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    (void)t;
    if (gg_verb_of(action) == V_TAKE) {
        play_take(s, gg_a(action));
        return;
    }
    gg_emit(events, E_PASSED, RULE_PA1, GG_SEE_ALL, 0, frame->seat, 0, 0, 0, 0);
    frame->arg[0] = 1;
    advance(s, events);
}

void pa_play_launch(const pa_table *t, pa_state *s, gg_action action, gg_events *events) {
    (void)t;
    switch (gg_verb_of(action)) {
    case V_TAKE: play_take(s, gg_a(action)); break;
    case V_FLY: launch(s, gg_a(action), events); break;
    default: launch(s, STOP_PATROL, events); break; // patrol
    }
    advance(s, events);
}

static void decline(pa_state *s, unsigned rule, gg_events *events) {
    gg_emit(events, E_DECLINED, rule, GG_SEE_ALL, 0, gg_flow_top(&s->f.flow)->seat, 0, 0, 0, 0);
    gg_flow_end(&s->f.flow);
}

static void intercept(pa_state *s, int hunter, int prey, gg_events *events) {
    gg_frame *frame = gg_flow_goto(&s->f.flow, N_COMBAT, gg_flow_top(&s->f.flow)->seat);
    frame->arg[ARG_HUNTER] = (int16_t)hunter;
    frame->arg[ARG_PREY] = (int16_t)prey;
    gg_emit(events, E_INTERCEPTED, RULE_PA6, GG_SEE_ALL, 0, hunter, prey, 0, 0, 0);
}

void pa_play_intercept(const pa_table *t, pa_state *s, gg_action action, gg_events *events) {
    (void)t;
    if (gg_verb_of(action) == V_DECLINE)
        decline(s, RULE_PA6, events);
    else
        intercept(s, gg_a(action), gg_b(action), events);
    advance(s, events);
}

void pa_play_flak(const pa_table *t, pa_state *s, gg_action action, gg_events *events) {
    (void)t;
    if (gg_verb_of(action) == V_DECLINE)
        decline(s, RULE_PA9, events);
    else
        play_fire(s, gg_a(action), gg_b(action), events);
    advance(s, events);
}

// ------------------------------------------------------------------------------------------ chance
static int reserve_of(const pa_state *s, int seat) {
    int n = 0;
    for (int i = 0; i < PER_SIDE; i++) n += s->f.place[seat * PER_SIDE + i] == RESERVE;
    return n;
}

static uint64_t ways(unsigned sum) {
    return sum <= 7 ? sum - 1 : 13 - sum;
}

static uint32_t chance_draw(const void *t, const void *state, gg_outcome *out) {
    const pa_state *s = state;
    unsigned first = gg_flow_top(&s->f.flow)->seat * PER_SIDE;
    uint32_t n = 0;
    (void)t;
    for (unsigned i = 0; i < PER_SIDE; i++)
        if (s->f.place[first + i] == RESERVE)
            out[n++] = (gg_outcome){gg_act(V_DRAW, first + i, 0, 0), 1};
    return n;
}

static gg_action roll_draw(const void *t, const void *s, uint64_t ticket) {
    gg_outcome draws[PER_SIDE];
    chance_draw(t, s, draws);
    return draws[ticket].action;
}

static unsigned two_dice(uint64_t ticket) {
    return (unsigned)(ticket % 6 + ticket / 6 % 6) + 2;
}

static uint32_t chance_shot(const void *t, const void *s, gg_outcome *out) {
    uint32_t n = 0;
    (void)t;
    (void)s;
    for (unsigned a = 2; a <= 12; a++) out[n++] = (gg_outcome){gg_act(V_ROLL, a, 0, 0), ways(a)};
    return n;
}

static gg_action roll_shot(const void *t, const void *s, uint64_t ticket) {
    (void)t;
    (void)s;
    return gg_act(V_ROLL, two_dice(ticket), 0, 0);
}

static uint32_t chance_combat(const void *t, const void *s, gg_outcome *out) {
    uint32_t n = 0;
    (void)t;
    (void)s;
    for (unsigned a = 2; a <= 12; a++)
        for (unsigned b = 2; b <= 12; b++)
            out[n++] = (gg_outcome){gg_act(V_DUEL, a, b, 0), ways(a) * ways(b)};
    return n;
}

static gg_action roll_combat(const void *t, const void *s, uint64_t ticket) {
    (void)t;
    (void)s;
    return gg_act(V_DUEL, two_dice(ticket), two_dice(ticket / 36), 0);
}

// -------------------------------------------------------------------------- the rest of the table
#include "grognard/tables.inc"

static gg_turn turn(const void *t, const void *state) {
    const pa_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    (void)t;
    switch (frame->node) {
    case N_DRAW: return (gg_turn){GG_CHANCE, N_DRAW, 0, (uint64_t)reserve_of(s, frame->seat)};
    case N_COMBAT: return (gg_turn){GG_CHANCE, N_COMBAT, 4, 1296};
    case N_SHOT: return (gg_turn){GG_CHANCE, N_SHOT, 2, 36};
    default: return (gg_turn){frame->seat, frame->node, 0, 0};
    }
}

static bool prepare(const gg_request *request, void *t, gg_verdict *verdict) {
    (void)verdict;
    ((pa_table *)t)->empty = request->scenario == SC_EMPTY;
    return true;
}

static void setup(const void *t, void *state) {
    pa_state *s = state;
    bool empty = ((const pa_table *)t)->empty;
    gg_flow_call(&s->f.flow, empty ? N_TURN : N_LAY, SEAT_BLUE);
}

static void score(const void *t, const void *state, int half[GG_SEATS_MAX], int32_t *margin) {
    const pa_state *s = state;
    (void)t;
    *margin = s->f.points[SEAT_BLUE] - s->f.points[SEAT_RED];
    half[SEAT_BLUE] = *margin > 0 ? 2 : *margin < 0 ? 0 : 1;
    half[SEAT_RED] = 2 - half[SEAT_BLUE];
}

static int32_t value(const void *t, const void *state, int seat) {
    const pa_state *s = state;
    (void)t;
    return 100 * (s->f.points[seat] - s->f.points[1 - seat]) +
           20 * (bits((unsigned)patrol_of(s, seat)) - bits((unsigned)patrol_of(s, 1 - seat)));
}

static uint32_t clock(const void *t, const void *s) {
    (void)t;
    return ((const pa_state *)s)->f.turn;
}

static void cell(const void *t, unsigned surface, unsigned index, gg_cell *out) {
    (void)t;
    out->face = surface == S_GROUND ? F_ZONE : F_POSITION;
    out->x = (int16_t)(50 + 100 * (surface == S_GROUND ? index / 2 : index));
    out->y = (int16_t)(surface == S_GROUND ? 50 + 100 * (index % 2) : 50);
}

// Least is 0; greatest: subject, then the six arguments.
static const int16_t frame_max[NODES][1 + GG_FRAME_ARGS] = {
    [N_TURN] = {0, 1},
    [N_LAUNCH] = {0, ALL},
    [N_FLIGHT] = {0, ALL, POSITIONS - 1, (1 << ZONES) - 1, 1, STOP_PATROL, 1},
    [N_COMBAT] = {0, AIRCRAFT - 1, AIRCRAFT - 1},
    [N_AFTERMATH] = {0, AIRCRAFT - 1, AIRCRAFT - 1, ALL},
    [N_HOME] = {0, ALL, POSITIONS - 1, (1 << ZONES) - 1},
    [N_SHOT] = {ZONES - 1, AIRCRAFT - 1},
};

static bool frame_sound(const gg_frame *frame) {
    const int16_t *max = frame_max[frame->node];
    if (frame->seat >= SEATS && (frame->node != N_END || frame->seat != GG_OVER)) return false;
    for (int i = 0; i < GG_FRAME_ARGS; i++)
        if (frame->arg[i] < 0 || frame->arg[i] > max[1 + i]) return false;
    return frame->subject <= max[0];
}

// Every aircraft aloft is in just one flight, cards lie in pairs of facts that agree, and the frame
// on top is one with a question.
static int sound(const void *t, const void *state) {
    const pa_state *s = state;
    const gg_flow *flow = &s->f.flow;
    int aloft = 0;
    (void)t;
    if (!gg_flow_sound(flow, NODES)) return __LINE__;
    const gg_frame *top = gg_flow_top(flow);
    if (pa_is_flight(top) || top->node == N_AFTERMATH) return __LINE__;
    for (int f = 0; f < flow->depth; f++) {
        const gg_frame *flight = &flow->frame[f];
        if (!frame_sound(flight)) return __LINE__;
        if (!pa_is_flight(flight)) continue;
        if (aloft & flight->arg[ARG_GROUP]) return __LINE__;
        aloft |= flight->arg[ARG_GROUP];
    }
    for (int i = 0; i < AIRCRAFT; i++) {
        if (has(aloft, i) != (s->f.place[i] == ALOFT)) return __LINE__;
        if (s->f.hit[i] && s->f.place[i] != ALOFT && s->f.place[i] != PATROL) return __LINE__;
    }
    for (int seat = 0; seat < SEATS; seat++)
        for (int zone = 0; zone < ZONES; zone++)
            if (s->f.shown[seat][zone] && s->f.ground[seat][zone] != GUN) return __LINE__;
    return 0;
}

static bool put(void *t, void *state, const gg_put *p, gg_verdict *verdict) {
    pa_state *s = state;
    (void)t;
    (void)verdict;
    switch (p->what) {
    case P_FIELD: s->f.place[p->piece] = FIELD; return true;
    case P_PATROL: s->f.place[p->piece] = PATROL; return true;
    case P_HIT: s->f.hit[p->piece] = 1; return true;
    case P_GUN: s->f.ground[p->arg[0]][p->arg[1]] = GUN; return true;
    case P_DUMMY: s->f.ground[p->arg[0]][p->arg[1]] = DUMMY; return true;
    case P_SHOWN: s->f.shown[p->arg[0]][p->arg[1]] = 1; return true;
    case P_TURN: s->f.turn = (uint8_t)p->arg[0]; return true;
    default: // GG_PUT_NODE: a position begins with a turn
        if (p->arg[0] != N_TURN) return false;
        gg_flow_goto(&s->f.flow, N_TURN, (unsigned)p->arg[1]);
        return true;
    }
}

const gg_game gg_game_probe_sortie = {
    GG_TABLES,
    .id = "probe_sortie",
    .fr = "Sortie",
    .en = "Sortie",
    .version = 1,
    .table_bytes = sizeof(pa_table),
    .state_bytes = sizeof(pa_state),
    .max_legal = 256,
    .max_steps = 800,
    .piece_domain = D_AIRCRAFT,
    .prepare = prepare,
    .setup = setup,
    .turn = turn,
    .score = score,
    .redact = pa_redact,
    .resample = pa_resample,
    .sound = sound,
    .put = put,
    .show = {.view = pa_view, .cell = cell, .explain = pa_explain},
    .brain = {.value = value, .zero_sum = 1, .clock = clock},
};
