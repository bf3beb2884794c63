// SPDX-License-Identifier: Apache-2.0
// Where a server's key lies, and what is said when it cannot be used.
#ifndef GROGNARD_KEY_H
#define GROGNARD_KEY_H

#include "app.h"
#include "host/sign/sign.h"

enum { APP_KEY_HEX = 2 * GG_SIGNER_BYTES + 1 };

// The key beside the data: DATA.key. A message and *code when that fails.
bool app_key_open(const app_self *app, const char *data, bool make, gg_key *out, int *code);
void app_key_hex(const uint8_t key[GG_SIGNER_BYTES], char out[APP_KEY_HEX]);

#endif
