// SPDX-License-Identifier: Apache-2.0
// What a learner observes. A state and its twin are put into two rows of one batch, whose arrays
// are not cleared in between: every byte that the seat to decide is shown must be the same in both,
// also those that an earlier state has left there. At a chance node all are shown what the public
// may know; the outcomes themselves belong to whoever imagines a world, not to an observation.
#include <stdlib.h>
#include <string.h>

#include "conform.h"
#include "grognard/batch.h"

struct twin_rows {
    gg_batch *batch;
    gg_batch_arrays out;
    unsigned turn; // which row the state itself goes into
};

void conform_batch_close(suite *s) {
    twin_rows *rows = s->rows;
    if (!rows) return;
    gg_batch_close(rows->batch);
    free(rows->out.facts);
    free(rows->out.view);
    free(rows->out.action);
    free(rows->out.mask);
    free(rows->out.count);
    free(rows->out.seat);
    free(rows->out.node);
    free(rows);
    s->rows = NULL;
}

static bool open_rows(suite *s) {
    gg_batch_order order = {.game = s->game, .request = s->at.request, .games = 2};
    gg_verdict verdict;
    conform_batch_close(s);
    twin_rows *rows = s->rows = calloc(1, sizeof *rows);
    order.dice = GG_BATCH_OPEN;
    if (!rows || gg_batch_open(&rows->batch, &order, &verdict) != GG_OK) return false;
    uint32_t width = gg_batch_width(rows->batch);
    gg_batch_arrays *out = &rows->out;
    out->facts = calloc(2, s->game->facts_bytes);
    out->view = calloc(2, sizeof *out->view);
    out->action = calloc(2 * (size_t)width, sizeof *out->action);
    out->mask = calloc(2, width);
    out->count = calloc(2, sizeof *out->count);
    out->seat = calloc(2, 1);
    out->node = calloc(2, 1);
    gg_batch_arrays_set(rows->batch, out);
    return out->facts && out->view && out->action && out->mask && out->count && out->seat;
}

static bool put(suite *s, unsigned row, void *state) {
    gg_position at = s->at;
    at.state = state;
    return gg_batch_put(s->rows->batch, row, &at, s->drafting) == GG_OK;
}

static const char *first_difference(const suite *s) {
    const gg_batch_arrays *out = &s->rows->out;
    size_t facts = s->game->facts_bytes, width = gg_batch_width(s->rows->batch);
    if (memcmp(out->facts, out->facts + facts, facts) != 0) return "facts";
    if (memcmp(&out->view[0], &out->view[1], sizeof out->view[0]) != 0) return "view";
    if (out->seat[0] != out->seat[1] || out->node[0] != out->node[1]) return "seat or node";
    if (out->seat[0] == GG_CHANCE) return NULL;
    if (out->count[0] != out->count[1]) return "number of choices";
    if (memcmp(out->mask, out->mask + width, width) != 0) return "mask";
    if (memcmp(out->action, out->action + width, width * sizeof *out->action) != 0)
        return "choices";
    return NULL;
}

void conform_twin_batch(suite *s, int viewer, void *twin) {
    bool decides = s->turn.seat == viewer && s->n && s->n <= s->game->max_legal;
    bool watches = s->turn.seat == GG_CHANCE && viewer == GG_PUBLIC;
    if (!decides && !watches) return;
    conform_doing = "observing twin worlds";
    if (!s->rows || !put(s, 0, s->at.state)) { // the first, or another table than before
        if (!open_rows(s)) {
            fail(s, P_TWIN_BATCH, "a batch could not be opened");
            return;
        }
    }
    unsigned mine = s->rows->turn++ % 2;
    if (!put(s, mine, s->at.state) || !put(s, !mine, twin)) {
        fail(s, P_TWIN_BATCH, "a batch does not take the position");
        return;
    }
    const char *differs = first_difference(s);
    EXPECT(s, P_TWIN_BATCH, !differs, "viewer %d: %s observed by a learner differ", viewer,
           differs);
}
