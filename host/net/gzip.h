// SPDX-License-Identifier: Apache-2.0
// Packing of answers that are made once and sent often.
#ifndef GG_HOST_NET_GZIP_H
#define GG_HOST_NET_GZIP_H

#include <stdbool.h>
#include <stddef.h>

// False: no memory. `out` is malloc'ed.
bool gg_gzip(const void *bytes, size_t length, void **out, size_t *packed);

#endif
