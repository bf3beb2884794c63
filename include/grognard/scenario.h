// SPDX-License-Identifier: Apache-2.0
// Scenarios that players write: the part of the contract that is about them (game.h includes it).
//
// A scenario is a text. Those that ship are texts too, and `grognard scenario copy` writes one of
// them out; a player changes it, and the game reads it with the same reader. The head, which all
// games share, says which shipped scenario it is like (its victory and its special rules hold) and
// what it is called; what follows is the game's own:
//
//     scenario relay              first of all
//     name.fr  Le Relais          what it is called, and a few words: optional, both languages
//     name.en  The Relay
//     brief.fr ...
//     brief.en ...
//
// A request carries the text itself, in its one spelling: comments and empty lines left out, one
// blank between words, a line feed behind each line. Files of matches and the server's store hold
// the same lines. So nobody needs to own it, and who has the match has the scenario.
#ifndef GROGNARD_SCENARIO_H
#define GROGNARD_SCENARIO_H

#include "base/script.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    GG_SCENARIO_TEXT = 4096,  // bytes of a scenario in its one spelling, with the end
    GG_SCENARIO_FILE = 32768, // of the text in which a player wrote it
    GG_SCENARIO_NAME = 64,    // of a name, with the end
    GG_SCENARIO_BRIEF = 320,  // of the words about it, with the end
};

typedef struct gg_own_scenario {
    uint16_t size; // 0: the scenario of the request's number, as it ships
    char text[GG_SCENARIO_TEXT];
} gg_own_scenario;

// For games that take scenarios of the players' own. [opt: both NULL]
typedef struct gg_game_own {
    // The shipped scenarios as texts, in the order of the table of scenarios.
    const char *const *text;
    // Every fault of a text that is like the shipped `scenario`, in order of lines, at most `cap`
    // (1 at least); 0 = it may be played. Any bytes may be asked about; lines of the head are
    // judged by the engine and passed over. prepare() is given only what was judged good.
    uint32_t (*judge)(unsigned scenario, const char *text, size_t size, gg_fault *out,
                      uint32_t cap);
} gg_game_own;

// The text of the scenario that a request asks for.
static inline gg_script_word gg_scenario_text(const gg_own_scenario *own, const char *shipped) {
    return own->size ? (gg_script_word){own->text, own->size} : gg_script_text(shipped);
}

#ifdef __cplusplus
}
#endif
#endif
