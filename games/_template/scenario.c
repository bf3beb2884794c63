// SPDX-License-Identifier: Apache-2.0
// Scenarios as texts: those of data/scenarios and those of players are read by the same reader,
// into the record that prepare() keeps in the table.
#include "template.h"

static void read_cards(gg_script *s, tp_scenario *out) {
    int all = 0;
    if (s->words != STRENGTHS) {
        gg_script_fault(s, s->line, RULE_NONE, "Écrire : cards A B C D E, une quantité par force.",
                        "Write: cards A B C D E, how many of each strength.", s->body, 0, 0);
        return;
    }
    for (int card = 1; card < STRENGTHS; card++) {
        int copies = gg_script_number(s->word[card], 0, COPIES);
        if (copies < 0)
            gg_script_fault(s, s->line, RULE_Z2, "« {w} » n'est pas un nombre de 0 à {a}.",
                            "“{w}” is not a number from 0 to {a}.", s->word[card], COPIES, 0);
        out->copies[card] = (uint8_t)(copies < 0 ? 0 : copies);
        all += copies < 0 ? HAND_MAX : copies;
    }
    if (all < HAND_MAX)
        gg_script_fault(s, s->line, RULE_Z2, "{a} cartes : une main en a {b}.",
                        "{a} cards: a hand has {b}.", s->body, all, HAND_MAX);
}

uint32_t tp_read_scenario(const char *text, size_t size, tp_scenario *out, gg_fault *fault,
                          uint32_t cap) {
    gg_script s;
    unsigned seen = 0;
    memset(out, 0, sizeof *out);
    gg_script_begin(&s, text, size, fault, cap);
    while (gg_script_next(&s)) {
        if (gg_script_head(&s)) continue;
        if (!gg_script_is(s.word[0], "cards"))
            gg_script_fault(&s, s.line, RULE_NONE, "« {w} » n'est pas compris.",
                            "“{w}” is not understood.", s.word[0], 0, 0);
        else if (seen++)
            gg_script_fault(&s, s.line, RULE_NONE, "« cards » est déjà écrit.",
                            "“cards” stands here twice.", s.word[0], 0, 0);
        else
            read_cards(&s, out);
    }
    if (!seen)
        gg_script_fault(&s, s.line, RULE_NONE, "Il manque la ligne « cards ».",
                        "The line “cards” is missing.", s.body, 0, 0);
    return s.faults;
}

uint32_t tp_judge_scenario(unsigned scenario, const char *text, size_t size, gg_fault *out,
                           uint32_t cap) {
    tp_scenario read;
    (void)scenario;
    return tp_read_scenario(text, size, &read, out, cap);
}
