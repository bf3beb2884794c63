// SPDX-License-Identifier: Apache-2.0
// The walk of odds: states wait in batches, equal facts merged, until their batch is followed.
//
// A batch holds the states whose stack is as deep and stands at the same node. The deepest is
// followed first, of several the one whose node stands first in the game's table: what has been
// called comes to its end before what called it goes on, so that the ways in which dice may fall
// meet again at every return, however many rolls each of them took. The order decides how much
// meets, never what is counted: a state that comes again after it has been followed is followed
// again, with its own weight.
//
// All weights are parts of one total; following a batch, the total is multiplied by the least
// number that every chance of the batch divides, so that weights stay whole. States at a rest node
// are not kept: their outcome takes the weight at once.
//
// A walk may have two lanes: two rows of an answer that differ in what is done at one window. A
// state then carries two weights, in the lower and the upper half of its words, and is followed
// once.
//
// The memory is one pool of slots that states leave as soon as they have been followed; a walk that
// needs more, or meets more states than its limit, adds what it cannot follow to `cut`.
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "walk.h"

__extension__ typedef unsigned __int128 wide;

enum { BATCH_KNOWN = 1 << 8, LEAVES_KNOWN = 1 << 12 }; // as many keys to begin with
enum { SAID = 1 << 8 };                                // as many answers
enum { BLOCK = 64, FETCHED = 10 }; // bytes of a state that are kept or not, or a multiple of it
enum { NEAR_BY = 32 };             // outcomes of one chance that are compared

#define NO_SLOT UINT32_C(0xffffffff)
#define LEAF    UINT32_C(0x80000000) // of where an edge leads: an outcome, not a slot

// ---------------------------------------------------------------------------------------- memory
static size_t rounded(size_t bytes) {
    return (bytes + 15) & ~(size_t)15;
}

static uint64_t *weight_of(const walk *w, uint32_t slot) {
    return (uint64_t *)(void *)(w->pool + (size_t)slot * w->stride);
}

// A state is kept as its difference from the first one: which blocks are others, then these. What a
// procedure changes lies in a few of them, and memory that is not touched costs nothing.
static unsigned char *kept_of(const walk *w, uint32_t slot) {
    return w->pool + (size_t)slot * w->stride + GG_BIG_WORDS * sizeof(uint64_t);
}

static bool same_block(const unsigned char *a, const unsigned char *b, size_t size) {
    uint64_t other = 0;
    for (const unsigned char *end = a + size; a != end; a += BLOCK, b += BLOCK)
        for (size_t i = 0; i < BLOCK; i += sizeof(uint64_t))
            other |= gg_key_word(a + i) ^ gg_key_word(b + i);
    return !other;
}

static void keep(const walk *w, uint32_t slot, const unsigned char *state) {
    unsigned char *to = kept_of(w, slot) + sizeof(uint64_t);
    uint64_t others = 0;
    for (uint32_t i = 0; i < w->blocks; i++) {
        size_t at = i * w->block;
        if (same_block(state + at, w->root + at, w->block)) continue;
        others |= UINT64_C(1) << i;
        memcpy(to, state + at, w->block);
        to += w->block;
    }
    memcpy(kept_of(w, slot), &others, sizeof others);
}

static void bring_back(const walk *w, uint32_t slot, unsigned char *state) {
    const unsigned char *from = kept_of(w, slot);
    uint64_t others;
    memcpy(&others, from, sizeof others);
    from += sizeof others;
    memcpy(state, w->root, w->blocks * w->block);
    for (; others; others &= others - 1, from += w->block)
        memcpy(state + (size_t)gg_bits_ctz64(others) * w->block, from, w->block);
}

gg_status walk_open(walk *w, const gg_game *game, size_t bytes) {
    memset(w, 0, sizeof *w);
    w->game = game;
    w->block = BLOCK * ((game->state_bytes + BLOCK * 64 - 1) / (BLOCK * 64));
    w->blocks = (uint32_t)((game->state_bytes + w->block - 1) / w->block);
    w->stride = (GG_BIG_WORDS + 1) * sizeof(uint64_t) + w->blocks * w->block;
    w->slots = (uint32_t)(bytes / w->stride);
    w->pool = malloc((size_t)w->slots * w->stride);
    w->link = malloc((size_t)w->slots * sizeof *w->link);
    w->list = malloc(game->max_legal * sizeof *w->list);
    w->chance = malloc(GG_OUTCOMES_MAX * sizeof *w->chance);
    w->other = malloc(GG_OUTCOMES_MAX * sizeof *w->other);
    w->course = malloc(GG_COURSES_MAX * sizeof *w->course);
    w->leads = malloc(GG_OUTCOMES_MAX * sizeof *w->leads);
    w->before = malloc(rounded(game->state_bytes));
    w->blank = malloc(rounded(game->state_bytes));
    w->root = calloc(3, w->blocks * w->block); // zero behind the state's end, here and there too
    w->here = w->root ? w->root + w->blocks * w->block : NULL;
    w->there = w->root ? w->here + w->blocks * w->block : NULL;
    w->outcome = malloc(GG_ODDS_OUTCOMES * sizeof *w->outcome);
    w->twin = malloc(GG_ODDS_OUTCOMES * sizeof *w->twin);
    w->effect = malloc(WALK_EFFECTS * sizeof *w->effect);
    w->room = SAID;
    w->said = malloc(w->room * sizeof *w->said);
    bool all = w->pool && w->link && w->list && w->chance && w->other && w->leads && w->course;
    all = all && w->before && w->blank && w->root && w->outcome && w->effect && w->said;
    all = all && w->twin;
    w->lanes = 1;
    for (unsigned i = 0; i < WALK_BATCHES; i++)
        all = gg_known_open(&w->batch[i].known, BATCH_KNOWN) == GG_OK && all;
    all = gg_known_open(&w->leaves, LEAVES_KNOWN) == GG_OK && all;
    all = gg_known_open(&w->seen, BATCH_KNOWN) == GG_OK && all;
    all = gg_known_open(&w->asked, BATCH_KNOWN) == GG_OK && all;
    return gg_known_open(&w->told, BATCH_KNOWN) == GG_OK && all ? GG_OK : GG_NO_MEMORY;
}

void walk_close(walk *w) {
    free(w->pool);
    free(w->link);
    free(w->list);
    free(w->chance);
    free(w->other);
    free(w->leads);
    free(w->course);
    free(w->before);
    free(w->blank);
    free(w->root);
    free(w->outcome);
    free(w->effect);
    free(w->said);
    free(w->twin);
    for (unsigned i = 0; i < WALK_BATCHES; i++) gg_known_close(&w->batch[i].known);
    gg_known_close(&w->leaves);
    gg_known_close(&w->seen);
    gg_known_close(&w->told);
    gg_known_close(&w->asked);
}

void walk_forget(walk *w) {
    gg_known_forget(&w->asked);
    w->sayings = w->twins = 0;
}

// --------------------------------------------------------------------------------------- weights
static void add_times(const walk *w, uint64_t *sum, const uint64_t *weight, uint64_t factor,
                      uint32_t from) {
    wide carry = 0;
    for (uint32_t i = from; i < w->words; i++) {
        carry += (wide)weight[i - from] * factor + sum[i];
        sum[i] = (uint64_t)carry;
        carry >>= 64;
    }
}

// sum += weight * factor, both of w->words words: no weight is greater than the total, which fits.
static void add_weight(const walk *w, uint64_t *sum, const uint64_t *weight, wide factor) {
    for (uint32_t lane = 0; lane < w->lanes; lane++, sum += WALK_LANE, weight += WALK_LANE) {
        add_times(w, sum, weight, (uint64_t)factor, 0);
        if (factor >> 64) add_times(w, sum, weight, (uint64_t)(factor >> 64), 1);
    }
}

// Words from `from` on become words of the weight.
static void extend(const walk *w, uint64_t *weight, uint32_t from) {
    for (uint32_t lane = 0; lane < w->lanes && from < w->words; lane++)
        memset(weight + lane * WALK_LANE + from, 0, (w->words - from) * sizeof *weight);
}

// A sum has as many words as the total until settle().
static void count_weight(const walk *w, gg_big *sum, const uint64_t *weight, wide factor) {
    extend(w, sum->word, sum->words);
    add_weight(w, sum->word, weight, factor);
    sum->words = w->words;
}

static void trim(gg_big *big) {
    while (big->words && !big->word[big->words - 1]) big->words--;
}

static uint64_t gcd(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// What the weights of a chance have in common with its tickets: 3^n of n dice that need a 4.
static uint64_t common_part(const gg_outcome *outcome, uint32_t n, uint64_t tickets) {
    uint64_t common = tickets;
    for (uint32_t i = 0; i < n && common > 1; i++) common = gcd(outcome[i].weight, common);
    return common;
}

// Do chances that are taken together, if the game can do it here, go out of so many?
static bool together(const walk *w, const void *state, uint64_t of[2]) {
    const gg_game *game = w->game;
    return game->brain.courses && game->brain.courses(w->table, state, NULL, NULL, of);
}

// The least number that both divide; 0: beyond one word.
static uint64_t take_in(uint64_t scale, uint64_t tickets) {
    if (!scale || scale % tickets == 0) return scale;
    wide product = (wide)(scale / gcd(scale, tickets)) * tickets;
    return product >> 64 ? 0 : (uint64_t)product;
}

// The batch's scale takes in the chance of a state that comes to wait there.
static void widen(const walk *w, walk_batch *batch, const void *state, gg_turn turn) {
    uint64_t of[2] = {turn.tickets, 1};
    if (turn.seat != GG_CHANCE || turn.tickets <= 1) return;
    if (!together(w, state, of)) {
        of[0] = turn.tickets;
        of[1] = 1;
        if (batch->scale[0] && batch->scale[0] % of[0] == 0) return;
        uint32_t n = gg_chance(w->game, w->table, state, w->other);
        of[0] /= common_part(w->other, n, of[0]);
    }
    for (unsigned i = 0; i < 2; i++) batch->scale[i] = take_in(batch->scale[i], of[i]);
}

static void scale_weight(const walk *w, uint64_t *weight, uint32_t words, uint64_t by) {
    for (uint32_t lane = 0; lane < w->lanes; lane++, weight += WALK_LANE) {
        wide carry = 0;
        for (uint32_t i = 0; i < w->words; i++) {
            carry += (wide)(i < words ? weight[i] : 0) * by;
            weight[i] = (uint64_t)carry;
            carry >>= 64;
        }
    }
}

static void scale_sum(const walk *w, gg_big *sum, uint64_t by) {
    if (!sum->words) return;
    scale_weight(w, sum->word, sum->words, by);
    sum->words = w->words;
}

static bool scale_by(walk *w, uint32_t head, uint64_t by) {
    uint32_t words = w->words;
    if (!by || !gg_big_times(&w->total, by)) return false;
    if (by == 1) return true;
    w->words = w->total.words;
    if (w->words * w->lanes > GG_BIG_WORDS) return false;
    for (uint32_t i = w->first; i < w->outcomes; i++) scale_sum(w, &w->outcome[i].weight, by);
    scale_sum(w, &w->cut, by);
    for (uint32_t i = 0; i < w->batches; i++)
        for (uint32_t slot = w->batch[i].head; slot != NO_SLOT; slot = w->link[slot])
            scale_weight(w, weight_of(w, slot), words, by);
    for (uint32_t slot = head; slot != NO_SLOT && w->words > words; slot = w->link[slot])
        extend(w, weight_of(w, slot), words);
    return true;
}

// Widens the total, what has been counted already and what waits elsewhere, for a batch.
static bool scale_up(walk *w, uint32_t head) {
    return scale_by(w, head, w->scale[0]) && scale_by(w, head, w->scale[1]);
}

// -------------------------------------------------------------------------------------- outcomes
static void tell(walk *w, const void *state) {
    w->effects.count = 0;
    if (!w->rule.worth) {
        w->game->show.outcome(w->table, w->before, state, w->rule.viewer, &w->effects);
        return;
    }
    int32_t value = w->rule.worth(w->game, w->table, state, w->rule.viewer);
    w->effects.count = 1;
    w->effects.line[0] = (gg_effect){0, (int16_t)(value >> 16), (int16_t)(value & 0xffff), 0};
}

static uint32_t new_outcome(walk *w) {
    if (w->outcomes == GG_ODDS_OUTCOMES || w->effect_count + w->effects.count > WALK_EFFECTS) {
        w->status = GG_FULL;
        return w->first;
    }
    gg_odds_outcome *outcome = &w->outcome[w->outcomes];
    outcome->weight.words = 0;
    outcome->first = w->effect_count;
    outcome->count = w->effects.count;
    memcpy(w->effect + w->effect_count, w->effects.line,
           w->effects.count * sizeof *w->effects.line);
    w->effect_count += w->effects.count;
    return w->outcomes++;
}

// The outcome that the state is, by its lines.
static uint32_t outcome_of(walk *w, const void *state) {
    tell(w, state);
    size_t size = w->effects.count * sizeof *w->effects.line;
    gg_key key = gg_key_of_bytes(w->effects.line, size);
    uint32_t at = gg_known_find(&w->told, key);
    if (at != GG_UNKNOWN) return at;
    at = new_outcome(w);
    if (w->status == GG_OK) w->status = gg_known_add(&w->told, key, at);
    return at;
}

static uint32_t count_leaf(walk *w, const void *state, const uint64_t *weight, wide factor) {
    gg_key key = gg_key_of(w->game, state);
    uint32_t at = gg_known_find(&w->leaves, key);
    if (at == GG_UNKNOWN) {
        at = outcome_of(w, state);
        w->states++;
        if (w->status == GG_OK) w->status = gg_known_add(&w->leaves, key, at);
    }
    if (w->status == GG_OK) count_weight(w, &w->outcome[at].weight, weight, factor);
    return at | LEAF;
}

// ------------------------------------------------------------------------------------- decisions
static gg_key lead_key(gg_key key, uint64_t lead) {
    key.word[0] = gg_fold(key.word[0], lead);
    key.word[1] ^= gg_key_mix(lead ^ GG_HASH_PHI, GG_HASH_SQRT3);
    return key;
}

bool walk_rests(const walk *w, gg_turn turn) {
    if (turn.seat == GG_OVER) return true;
    return w->game->nodes[turn.node].flags & GG_N_REST && turn.node != w->start;
}

static bool has_flag(const walk *w, gg_action action, unsigned flag) {
    return w->game->verbs[gg_verb_of(action)].flags & flag;
}

static gg_action flagged(const walk *w, uint32_t n, unsigned flag) {
    for (uint32_t i = 0; i < n; i++)
        if (has_flag(w, w->list[i], flag)) return w->list[i];
    return GG_NO_ACTION;
}

// Without room what was said is not kept: it will be asked again.
static void note_answer(walk *w, gg_key key, gg_action action) {
    if (w->sayings == w->room) {
        gg_action *more = realloc(w->said, 2 * (size_t)w->room * sizeof *more);
        if (!more) return;
        w->said = more;
        w->room *= 2;
    }
    w->said[w->sayings] = action;
    if (gg_known_add(&w->asked, key, w->sayings) == GG_OK) w->sayings++;
}

// The same answer in the same state: ties are decided by the same numbers every time. So rows of
// one question, which mostly meet the same states, ask once.
static gg_action ask_policy(walk *w, const void *state, int seat) {
    gg_rng rng;
    gg_action reply =
        w->game->brain.reply ? w->game->brain.reply(w->table, state, seat) : GG_NO_ACTION;
    if (reply != GG_NO_ACTION || !w->game->brain.policy) return reply;
    gg_key key = lead_key(gg_key_of(w->game, state), (uint64_t)seat);
    uint32_t at = gg_known_find(&w->asked, key);
    if (at != GG_UNKNOWN) return w->said[at];
    gg_rng_seed(&rng, 14, 0);
    gg_action action = w->game->brain.policy(w->table, state, seat, &rng);
    note_answer(w, key, action);
    return action;
}

static gg_action sensible(walk *w, const void *state, int seat) {
    gg_action action = ask_policy(w, state, seat);
    return action == GG_NO_ACTION ? w->list[0] : action;
}

static gg_action refrain(walk *w, const void *state, int seat, uint32_t n) {
    gg_action action = flagged(w, n, GG_V_DECLINE);
    if (action == GG_NO_ACTION) action = flagged(w, n, GG_V_DONE);
    return action == GG_NO_ACTION ? sensible(w, state, seat) : action;
}

static gg_action join_in(walk *w, const void *state, int seat, uint32_t n) {
    gg_action action = sensible(w, state, seat);
    for (uint32_t i = 0; i < n && has_flag(w, action, GG_V_DECLINE); i++) action = w->list[i];
    return action;
}

// The event of this seat in which its answer is laid open.
static bool find_revealed(const walk *w, int seat, gg_event *out) {
    for (uint32_t i = 0; i < w->events.count; i++) {
        const gg_event *event = &w->events.event[i];
        const gg_event_kind *kind = &w->game->events[event->kind];
        bool of_seat = w->game->domains[kind->domain[0]].kind == GG_K_SEAT && event->arg[0] == seat;
        if (!of_seat || !(event->flags & GG_E_REVEAL) || event->see != GG_SEE_ALL) continue;
        *out = *event;
        return true;
    }
    return false;
}

// Tries an answer out until all have answered: what is then told of it is how it is called.
static bool try_out(walk *w, const void *state, gg_turn turn, gg_action answer, gg_event *out) {
    const gg_game *game = w->game;
    uint8_t node = turn.node;
    int seat = turn.seat;
    memcpy(w->blank, state, game->state_bytes);
    w->events.count = 0;
    for (unsigned i = 0; i < game->seats; i++) {
        gg_apply(game, w->table, w->blank, answer, &w->events);
        turn = game->turn(w->table, w->blank);
        if (turn.node != node || turn.seat >= game->seats) break;
        answer = ask_policy(w, w->blank, turn.seat);
        if (answer == GG_NO_ACTION) break;
    }
    return find_revealed(w, seat, out);
}

static void note_answers(walk *w, const void *state, gg_turn turn, uint32_t n) {
    w->met.sealed = turn.node;
    for (uint32_t i = 0; i < n && i < WALK_ANSWERS; i++) {
        uint32_t k = w->met.answers++;
        w->met.answer[k] = w->list[i];
        w->met.revealed[k] = try_out(w, state, turn, w->list[i], &w->met.told[k]);
    }
}

// Notes where another answer would have been possible.
static void note_choice(walk *w, const void *state, gg_turn turn, uint32_t n) {
    unsigned flags = w->game->nodes[turn.node].flags;
    if (flags & GG_N_WINDOW && w->met.window == WALK_NO_NODE) w->met.window = turn.node;
    if (!(flags & GG_N_SEALED) || turn.seat == w->rule.viewer || w->met.sealed != WALK_NO_NODE)
        return;
    note_answers(w, state, turn, n);
}

static bool is_noted(const walk *w, gg_turn turn) {
    unsigned flags = w->game->nodes[turn.node].flags;
    if (flags & GG_N_WINDOW && w->met.window == WALK_NO_NODE) return false;
    return !(flags & GG_N_SEALED) || w->met.sealed != WALK_NO_NODE;
}

// Where the policy's own answer stands and nothing is to be noted, no list is made.
static gg_action decide_unlisted(walk *w, const void *state, gg_turn turn) {
    const walk_rule *rule = &w->rule;
    bool here = rule->instead && rule->node == turn.node;
    bool window = w->game->nodes[turn.node].flags & GG_N_WINDOW;
    bool all = here ? rule->instead == GG_ODDS_ALWAYS : rule->assume == GG_ASSUME_ALL && window;
    if (!all && (here || rule->assume != GG_ASSUME_SENSIBLE)) return GG_NO_ACTION;
    if (!is_noted(w, turn)) return GG_NO_ACTION;
    gg_action action = ask_policy(w, state, turn.seat);
    return all && action != GG_NO_ACTION && has_flag(w, action, GG_V_DECLINE) ? GG_NO_ACTION
                                                                              : action;
}

gg_action walk_decide(walk *w, const void *state, gg_turn turn) {
    const walk_rule *rule = &w->rule;
    int seat = turn.seat;
    gg_action action = decide_unlisted(w, state, turn);
    if (action != GG_NO_ACTION) return action;
    uint32_t n = gg_legal(w->game, w->table, state, seat, w->list);
    GG_ASSERT(n > 0);
    if (n == 1) return w->list[0];
    note_choice(w, state, turn, n);
    bool window = w->game->nodes[turn.node].flags & GG_N_WINDOW;
    if (rule->instead && rule->node == turn.node) {
        if (rule->instead == GG_ODDS_NEVER) return refrain(w, state, seat, n);
        if (rule->instead == GG_ODDS_ALWAYS) return join_in(w, state, seat, n);
        if (seat != rule->viewer && gg_check(w->game, w->table, state, seat, rule->action, NULL))
            return rule->action;
    }
    if (rule->assume == GG_ASSUME_NONE) return refrain(w, state, seat, n);
    if (rule->assume == GG_ASSUME_ALL && window) return join_in(w, state, seat, n);
    return sensible(w, state, seat);
}

// ---------------------------------------------------------------------------------------- batches
// Where a state waits: the deepest first, then by node.
static uint32_t place_of(const walk *w, const void *state) {
    const gg_flow *flow = (const gg_flow *)(const void *)((const uint8_t *)state + w->game->flow);
    return (uint32_t)(GG_FRAMES_MAX - flow->depth) << 8 | gg_flow_top(flow)->node;
}

// Beyond WALK_BATCHES places share the last one.
static walk_batch *batch_at(walk *w, uint32_t place) {
    for (uint32_t i = 0; i < w->batches; i++)
        if (w->batch[i].place == place) return &w->batch[i];
    if (w->batches == WALK_BATCHES) return &w->batch[WALK_BATCHES - 1];
    walk_batch *batch = &w->batch[w->batches++];
    batch->place = place;
    batch->count = 0;
    batch->head = NO_SLOT;
    batch->scale[0] = batch->scale[1] = 1;
    gg_known_forget(&batch->known);
    return batch;
}

static walk_batch *next_batch(walk *w) {
    walk_batch *best = NULL;
    for (uint32_t i = 0; i < w->batches; i++)
        if (w->batch[i].count && (!best || w->batch[i].place < best->place)) best = &w->batch[i];
    return best;
}

static void wait_in(walk *w, walk_batch *batch, uint32_t slot) {
    w->link[slot] = batch->head;
    batch->head = slot;
    batch->count++;
    w->waiting++;
}

// Could a chance that is met be shifted? Who asks what a shift would change need not walk where
// there is none. `state` is one that is needed no more.
static void note_shift(walk *w, void *state, gg_turn turn) {
    const gg_game *game = w->game;
    if (turn.seat != GG_CHANCE || w->met.shiftable || w->rule.shift || !game->brain.shift) return;
    w->met.shiftable =
        game->brain.shift(w->table, state, 1) != 0 || game->brain.shift(w->table, state, -1) != 0;
}

// Its states leave the batch with its scale; it is empty for others.
static uint32_t take_batch(walk *w, walk_batch *batch) {
    uint32_t head = batch->head;
    w->waiting -= batch->count;
    batch->head = NO_SLOT;
    batch->count = 0;
    memcpy(w->scale, batch->scale, sizeof w->scale);
    batch->scale[0] = batch->scale[1] = 1;
    gg_known_forget(&batch->known);
    return head;
}

// ------------------------------------------------------------------------------------------ steps
// A free slot: one that was left, or the first that was never used.
static uint32_t free_slot(const walk *w) {
    return w->spare != NO_SLOT ? w->spare : w->fresh;
}

static void take_slot(walk *w) {
    if (w->spare != NO_SLOT)
        w->spare = w->link[w->spare];
    else
        w->fresh++;
}

// The state made goes on: a new one takes the slot.
static uint32_t count_state(walk *w, uint32_t slot, gg_turn turn, const uint64_t *weight,
                            wide factor) {
    void *state = w->there;
    walk_batch *batch = batch_at(w, place_of(w, state));
    gg_key key = gg_key_of(w->game, state);
    uint32_t at = gg_known_find(&batch->known, key);
    if (at == GG_UNKNOWN) {
        at = slot;
        take_slot(w);
        keep(w, slot, state);
        wait_in(w, batch, slot);
        widen(w, batch, state, turn);
        note_shift(w, state, turn);
        extend(w, weight_of(w, slot), 0);
        w->status = gg_known_add(&batch->known, key, slot);
    }
    add_weight(w, weight_of(w, at), weight, factor);
    return at;
}

// Whose turn it is where the walk has come to. A chance may be asked about as it does not stand.
static gg_turn arrived(walk *w, void *state) {
    gg_turn turn = w->game->turn(w->table, state);
    if (turn.seat != GG_CHANCE || !w->rule.shift || !w->game->brain.shift) return turn;
    unsigned label = w->game->brain.shift(w->table, state, w->rule.shift);
    if (!label) return turn;
    w->met.shifted = label;
    return w->game->turn(w->table, state);
}

// Returns where actions lead: a slot, or an outcome and LEAF; GG_UNKNOWN: there was no room.
static uint32_t follow(walk *w, const void *state, const gg_action *action, uint32_t actions,
                       const uint64_t *weight, wide factor) {
    uint32_t slot = free_slot(w);
    if (slot == w->slots) {
        count_weight(w, &w->cut, weight, factor);
        return GG_UNKNOWN;
    }
    void *next = w->there;
    memcpy(next, state, w->game->state_bytes);
    for (uint32_t i = 0; i < actions; i++) gg_apply(w->game, w->table, next, action[i], NULL);
    gg_turn turn = arrived(w, next);
    if (walk_rests(w, turn)) return count_leaf(w, next, weight, factor);
    return count_state(w, slot, turn, weight, factor);
}

// What leads where something of this batch has led already adds its weight there.
static void follow_known(walk *w, const void *state, gg_key key, const gg_action *action,
                         uint32_t actions, const uint64_t *weight, wide factor) {
    uint32_t to = gg_known_find(&w->seen, key);
    if (to == GG_UNKNOWN) {
        to = follow(w, state, action, actions, weight, factor);
        if (to != GG_UNKNOWN && w->status == GG_OK) w->status = gg_known_add(&w->seen, key, to);
    } else if (to & LEAF) {
        count_weight(w, &w->outcome[to & ~LEAF].weight, weight, factor);
    } else {
        add_weight(w, weight_of(w, to), weight, factor);
    }
}

// The game's focus on a chance: what of the state decides where it leads.
static bool focus(walk *w, const void *state, uint32_t n, gg_key *key) {
    const gg_game *game = w->game;
    if (!game->brain.focus || n < 2) return false;
    memcpy(w->blank, state, game->state_bytes);
    if (!game->brain.focus(w->table, w->blank, w->chance, n, w->leads)) return false;
    *key = gg_key_of(game, w->blank);
    return true;
}

// Outcomes of one chance that lead to the same are one, with the sum of their weights.
static uint32_t put_together(walk *w, uint32_t n) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = kept > NEAR_BY ? kept - NEAR_BY : 0;
        while (k < kept && w->leads[k] != w->leads[i]) k++;
        if (k < kept) {
            w->chance[k].weight += w->chance[i].weight;
            continue;
        }
        w->leads[kept] = w->leads[i];
        w->chance[kept++] = w->chance[i];
    }
    return kept;
}

// All courses of the chances here; false: there are none.
static bool go_courses(walk *w, const void *state, const uint64_t *weight) {
    const gg_game *game = w->game;
    uint64_t of[2];
    if (!game->brain.courses) return false;
    uint32_t n = game->brain.courses(w->table, state, w->blank, w->course, of);
    wide each = n ? (wide)(w->scale[0] / of[0]) * (w->scale[1] / of[1]) : 0;
    gg_key key = n ? gg_key_of(game, w->blank) : (gg_key){0};
    for (uint32_t i = 0; i < n; i++) gg_known_fetch(&w->seen, lead_key(key, w->course[i].lead));
    for (uint32_t i = 0; i < n && w->status == GG_OK; i++) {
        const gg_course *course = &w->course[i];
        wide parts = (wide)course->weight[1] << 64 | course->weight[0];
        follow_known(w, state, lead_key(key, course->lead), course->step, course->steps, weight,
                     each * parts);
    }
    return n > 0;
}

static bool reaches(const walk *w, const uint64_t *weight, uint32_t lane) {
    uint64_t any = 0;
    for (uint32_t i = 0; i < w->words; i++) any |= weight[lane * WALK_LANE + i];
    return any != 0;
}

static void go_lane(walk *w, const void *state, gg_action action, const uint64_t *weight,
                    uint32_t lane) {
    uint64_t alone[GG_BIG_WORDS];
    extend(w, alone, 0);
    memcpy(alone + lane * WALK_LANE, weight + lane * WALK_LANE, w->words * sizeof *alone);
    (void)follow(w, state, &action, 1, alone, (wide)w->scale[0] * w->scale[1]);
}

// In the second lane; what may be asked about is noted of the first alone.
static gg_action decide_always(walk *w, const void *state, gg_turn turn) {
    walk_rule rule = w->rule;
    walk_met met = w->met;
    if (turn.node == met.window) {
        w->rule.instead = GG_ODDS_ALWAYS;
        w->rule.node = met.window;
    }
    gg_action action = walk_decide(w, state, turn);
    w->rule = rule;
    w->met = met;
    return action;
}

static void go_decision(walk *w, const void *state, gg_turn turn, const uint64_t *weight) {
    bool two = w->lanes > 1 && reaches(w, weight, 1), one = !two || reaches(w, weight, 0);
    gg_action action = one ? walk_decide(w, state, turn) : GG_NO_ACTION, other = action;
    if (two && (!one || turn.node == w->met.window)) other = decide_always(w, state, turn);
    if (action == other) {
        (void)follow(w, state, &action, 1, weight, (wide)w->scale[0] * w->scale[1]);
        return;
    }
    if (one) go_lane(w, state, action, weight, 0);
    if (two && w->status == GG_OK) go_lane(w, state, other, weight, 1);
}

static void go_on(walk *w, uint32_t slot) {
    const void *state = w->here;
    const uint64_t *weight = weight_of(w, slot);
    bring_back(w, slot, w->here);
    gg_turn turn = w->game->turn(w->table, state);
    w->states++;
    if (turn.seat != GG_CHANCE) {
        go_decision(w, state, turn, weight);
        return;
    }
    if (go_courses(w, state, weight)) return;
    uint32_t n = gg_chance(w->game, w->table, state, w->chance);
    uint64_t common = w->scale[0] % turn.tickets ? common_part(w->chance, n, turn.tickets) : 1;
    wide each = (wide)(w->scale[0] / (turn.tickets / common)) * w->scale[1];
    gg_key key = {0};
    bool known = focus(w, state, n, &key);
    if (known) n = put_together(w, n);
    for (uint32_t i = 0; known && i < n; i++) gg_known_fetch(&w->seen, lead_key(key, w->leads[i]));
    for (uint32_t i = 0; i < n && w->status == GG_OK; i++) {
        wide factor = w->chance[i].weight / common * each;
        if (!factor) continue;
        if (known)
            follow_known(w, state, lead_key(key, w->leads[i]), &w->chance[i].action, 1, weight,
                         factor);
        else
            (void)follow(w, state, &w->chance[i].action, 1, weight, factor);
    }
}

static void cut_all(walk *w) {
    for (uint32_t i = 0; i < w->batches; i++)
        for (uint32_t slot = take_batch(w, &w->batch[i]); slot != NO_SLOT; slot = w->link[slot])
            count_weight(w, &w->cut, weight_of(w, slot), 1);
}

// The next state is on its way from memory while this one is followed.
static void fetch(const walk *w, uint32_t slot) {
    const unsigned char *kept = kept_of(w, slot);
    __builtin_prefetch(weight_of(w, slot), 1);
    for (unsigned i = 0; i < FETCHED; i++) __builtin_prefetch(kept + (size_t)i * BLOCK);
}

static void follow_batch(walk *w, walk_batch *batch) {
    uint32_t slot = take_batch(w, batch), next;
    if (!scale_up(w, slot)) {
        w->status = GG_FULL;
        return;
    }
    gg_known_forget(&w->seen);
    for (; slot != NO_SLOT && w->status == GG_OK; slot = next) {
        next = w->link[slot];
        if (next != NO_SLOT) fetch(w, next);
        go_on(w, slot);
        w->link[slot] = w->spare;
        w->spare = slot;
    }
}

static void begin(walk *w, const void *before, const void *state) {
    memcpy(w->before, before, w->game->state_bytes);
    w->fresh = w->waiting = w->batches = 0;
    w->spare = NO_SLOT;
    gg_known_forget(&w->leaves);
    gg_known_forget(&w->told);
    w->met = (walk_met){.window = WALK_NO_NODE, .sealed = WALK_NO_NODE};
    w->first = w->outcomes;
    w->states = 0;
    w->status = GG_OK;
    gg_big_set(&w->total, 1);
    gg_big_set(&w->cut, 0);
    w->words = 1;
    uint32_t slot = free_slot(w);
    take_slot(w);
    extend(w, weight_of(w, slot), 0);
    for (uint32_t lane = 0; lane < w->lanes; lane++) weight_of(w, slot)[lane * WALK_LANE] = 1;
    memcpy(w->root, state, w->game->state_bytes);
    gg_turn turn = arrived(w, w->root);
    keep(w, slot, w->root);
    walk_batch *batch = batch_at(w, place_of(w, w->root));
    wait_in(w, batch, slot);
    widen(w, batch, w->root, turn);
    memcpy(w->there, w->root, w->game->state_bytes);
    note_shift(w, w->there, turn);
}

// What the second lane has come to, apart from the first.
static void part_lanes(walk *w) {
    uint32_t kept = w->first;
    w->twins = 0;
    for (uint32_t i = w->first; i < w->outcomes; i++) {
        gg_odds_outcome *one = &w->outcome[i], *other = &w->twin[w->twins];
        other->first = one->first;
        other->count = one->count;
        other->weight.words = one->weight.words;
        memcpy(other->weight.word, one->weight.word + WALK_LANE, w->words * sizeof(uint64_t));
        trim(&other->weight);
        trim(&one->weight);
        if (other->weight.words) w->twins++;
        if (one->weight.words) w->outcome[kept++] = *one;
    }
    w->outcomes = kept;
    w->twin_states = w->states;
    gg_big_copy(&w->twin_total, &w->total);
}

static void settle(walk *w) {
    if (w->lanes > 1) part_lanes(w);
    for (uint32_t i = w->first; i < w->outcomes; i++) trim(&w->outcome[i].weight);
    trim(&w->cut);
}

gg_status walk_twin(walk *w) {
    if (w->outcomes + w->twins > GG_ODDS_OUTCOMES) return GG_FULL;
    w->first = w->outcomes;
    w->outcomes += w->twins;
    memcpy(w->outcome + w->first, w->twin, w->twins * sizeof *w->twin);
    w->states = w->twin_states;
    gg_big_copy(&w->total, &w->twin_total);
    gg_big_set(&w->cut, 0);
    return GG_OK;
}

gg_status walk_run(walk *w, const void *before, const void *state) {
    begin(w, before, state);
    gg_turn turn = w->game->turn(w->table, state);
    // A chance at a rest node is asked about by itself: it is rolled first.
    if (walk_rests(w, turn) && !(w->rule.roll && turn.seat == GG_CHANCE)) {
        count_leaf(w, state, weight_of(w, w->batch[0].head), 1);
        w->waiting = 0;
    }
    for (uint32_t i = 0; w->waiting && w->status == GG_OK; i++) {
        if (w->states + w->waiting > w->limit || i == WALK_ROUNDS)
            cut_all(w);
        else
            follow_batch(w, next_batch(w));
    }
    if (w->status == GG_OK) settle(w);
    return w->status;
}

// ----------------------------------------------------------------------------------- the likeliest
static int by_weight(const walk *w, const gg_odds_outcome *a, const gg_odds_outcome *b) {
    int order = gg_big_compare(&b->weight, &a->weight);
    if (order) return order;
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    return memcmp(w->effect + a->first, w->effect + b->first, a->count * sizeof *w->effect);
}

static void sink(const walk *w, gg_odds_outcome **heap, uint32_t n, uint32_t at) {
    for (uint32_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && by_weight(w, heap[child + 1], heap[child]) > 0) child++;
        if (by_weight(w, heap[child], heap[at]) <= 0) return;
        gg_odds_outcome *held = heap[at];
        heap[at] = heap[child];
        heap[child] = held;
    }
}

// Ties by their lines, so that the order never depends on the walk's.
void walk_sort(walk *w) {
    gg_odds_outcome *heap[GG_ODDS_OUTCOMES], held;
    uint32_t n = w->outcomes - w->first;
    for (uint32_t i = 0; i < n; i++) heap[i] = &w->outcome[w->first + i];
    for (uint32_t i = n / 2; i-- > 0;) sink(w, heap, n, i);
    for (uint32_t left = n; left > 1;) {
        gg_odds_outcome *last = heap[--left];
        heap[left] = heap[0];
        heap[0] = last;
        sink(w, heap, left, 0);
    }
    // heap[i] is what belongs to place i: carried along its cycles.
    for (uint32_t i = 0; i < n; i++) {
        gg_odds_outcome *base = &w->outcome[w->first];
        if (heap[i] == base + i || !heap[i]) continue;
        held = base[i];
        uint32_t at = i;
        while (heap[at] != base + i) {
            uint32_t from = (uint32_t)(heap[at] - base);
            base[at] = base[from];
            heap[at] = base + at;
            at = from;
        }
        base[at] = held;
        heap[at] = base + at;
    }
}
