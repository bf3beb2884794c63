// SPDX-License-Identifier: Apache-2.0
// What a movement segment asks of exfiltration, and the other way round.
#ifndef GAME_BAUTZEN_R05_EXFILTRATION_H
#define GAME_BAUTZEN_R05_EXFILTRATION_H

#include "bautzen.h"

bool bz_check_exfiltrate(const bz_table *t, const bz_state *s, int side, int piece, int hex,
                         gg_verdict *verdict);
// For units first .. end-1 of a side, ascending.
uint32_t bz_list_exfiltrations(const bz_table *t, const bz_state *s, int side, int first, int end,
                               gg_action *out);
void bz_play_exfiltrate(const bz_table *t, bz_state *s, int piece, int hex, gg_events *events);
// 0, or the line of what cannot be: an EXFIL frame, with its die waiting or not.
int bz_sound_exfil(const bz_table *t, const bz_state *s, const gg_frame *frame, bool die);

// r05_movement.c
bool bz_check_fresh(const bz_state *s, int side, int piece, gg_verdict *verdict);
int bz_source_at(const bz_table *t, int hex); // line of bz_table.source_hex, -1

#endif
