// SPDX-License-Identifier: Apache-2.0
// Threads lent to a seat that searches (gg_thinker_crew).
#ifndef GROGNARD_LEND_H
#define GROGNARD_LEND_H

#include "app.h"

typedef struct app_lend app_lend;
// `threads` in all, that of the caller among them; NULL: no memory.
app_lend *app_lend_open(unsigned threads);
void app_lend_close(app_lend *lend_or_null);
unsigned app_threads(const app_args *args); // --threads, otherwise one a core
// A gg_crew; its user is the app_lend.
void app_lend_work(void *lend, void (*work)(void *user, unsigned i), void *user, unsigned n);

#endif
