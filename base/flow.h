// SPDX-License-Identifier: Apache-2.0
// The frame stack: where a game stands, kept inside its state as plain bytes.
//
// A frame is one decision point in progress: which node, whose turn, what it is about. An interrupt
// (a reaction window, a forced flight home, a combat inside a move) is a frame called on top of the
// frame it interrupts; when it ends, the one below goes on where it stood. When the subject of an
// interrupted frame is gone (the mover died), the game unwinds to the frame that still makes sense.
//
//   gg_frame, 16 bytes:   node | seat | subject(16) | arg0 .. arg5 (16 bits each)
//   gg_flow, 200 bytes:   depth | pad[7] | frame[12]
//
// Invariant: every byte above the top frame is zero, so equal positions have equal bytes.
#ifndef GROGNARD_BASE_FLOW_H
#define GROGNARD_BASE_FLOW_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "panic.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { GG_FRAMES_MAX = 12, GG_FRAME_ARGS = 6 };

typedef struct gg_frame {
    uint8_t node;
    uint8_t seat;
    uint16_t subject;
    int16_t arg[GG_FRAME_ARGS];
} gg_frame;

typedef struct gg_flow {
    uint8_t depth;
    uint8_t pad[7];
    gg_frame frame[GG_FRAMES_MAX];
} gg_flow;

static_assert(sizeof(gg_frame) == 16, "a frame is 16 bytes");
static_assert(sizeof(gg_flow) == 200, "the stack is 200 bytes");

static inline const gg_frame *gg_flow_top(const gg_flow *flow) {
    return &flow->frame[flow->depth - 1];
}

static inline gg_frame *gg_flow_at(gg_flow *flow) {
    return &flow->frame[flow->depth - 1];
}

// call: interrupt what is going on; the new frame starts with its arguments at zero.
static inline gg_frame *gg_flow_call(gg_flow *flow, unsigned node, unsigned seat) {
    GG_ASSERT(flow->depth < GG_FRAMES_MAX);
    gg_frame *frame = &flow->frame[flow->depth++];
    frame->node = (uint8_t)node;
    frame->seat = (uint8_t)seat;
    return frame;
}

// goto: the same frame goes on at another node; subject and arguments stay.
static inline gg_frame *gg_flow_goto(gg_flow *flow, unsigned node, unsigned seat) {
    gg_frame *frame = gg_flow_at(flow);
    frame->node = (uint8_t)node;
    frame->seat = (uint8_t)seat;
    return frame;
}

// end: the top frame is done; the one below is on top again.
static inline void gg_flow_end(gg_flow *flow) {
    GG_ASSERT(flow->depth > 0);
    memset(&flow->frame[--flow->depth], 0, sizeof(gg_frame));
}

// unwind: drop frames until one at `node` is on top. The frame must exist: a game only unwinds to a
// frame it called itself.
static inline void gg_flow_unwind(gg_flow *flow, unsigned node) {
    while (gg_flow_top(flow)->node != node) {
        gg_flow_end(flow);
        GG_ASSERT(flow->depth > 0);
    }
}

// True when depth, nodes and the zero tail are as the invariant says.
static inline bool gg_flow_sound(const gg_flow *flow, unsigned nodes) {
    static const gg_frame zero = {0, 0, 0, {0}};
    if (flow->depth < 1 || flow->depth > GG_FRAMES_MAX) return false;
    for (unsigned i = 0; i < sizeof flow->pad; i++)
        if (flow->pad[i]) return false;
    for (unsigned i = 0; i < GG_FRAMES_MAX; i++) {
        const gg_frame *frame = &flow->frame[i];
        if (i >= flow->depth && memcmp(frame, &zero, sizeof zero) != 0) return false;
        if (i < flow->depth && frame->node >= nodes) return false;
    }
    return true;
}

// True when every frame keeps its bounds: most[node] = greatest subject, then of the six arguments;
// the least is 0 everywhere.
static inline bool gg_flow_within(const gg_flow *flow, const int16_t (*most)[1 + GG_FRAME_ARGS]) {
    for (unsigned i = 0; i < flow->depth; i++) {
        const gg_frame *frame = &flow->frame[i];
        const int16_t *max = most[frame->node];
        if (frame->subject > max[0]) return false;
        for (unsigned k = 0; k < GG_FRAME_ARGS; k++)
            if (frame->arg[k] < 0 || frame->arg[k] > max[1 + k]) return false;
    }
    return true;
}

#ifdef __cplusplus
}
#endif
#endif
