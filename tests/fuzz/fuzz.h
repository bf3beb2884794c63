// SPDX-License-Identifier: Apache-2.0
// What the fuzz targets share: bytes taken one after the other, and positions reached by them.
// A target is one file with LLVMFuzzerTestOneInput; tools/fuzz links it with libFuzzer, the build
// links it with driver.c, which needs no special compiler.
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grognard/match.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct bytes {
    const uint8_t *at;
    size_t left;
} bytes;

// Past the end everything is zero: every input is a whole one.
uint8_t take(bytes *b);
uint64_t take64(bytes *b);

// A game chosen by one byte, at its first position; the memory is kept for the next input.
gg_position *fuzz_open(bytes *b);
// The action that one byte chooses here (a list's entry, a ticket); GG_NO_ACTION when it is over.
gg_action fuzz_choose(const gg_position *position, uint8_t byte);
// Acts; a state that is not sound afterwards ends the program.
void fuzz_act(gg_position *position, gg_action action, gg_events *events);
// Goes on for a number of actions chosen by bytes; the walk target looks whether they are sound.
void fuzz_advance(gg_position *position, bytes *b, unsigned actions);
// A bug found: says what and ends the program, so that the input is kept.
_Noreturn void fuzz_found(const char *what);

#endif
