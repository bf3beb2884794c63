// SPDX-License-Identifier: Apache-2.0
// Packing of answers that are made once and sent often.
#include "gzip.h"

#include <stdlib.h>
#include <zlib.h>

enum { GZIP_WINDOW = 15 + 16 }; // 16: the frame of gzip, not of zlib

bool gg_gzip(const void *bytes, size_t length, void **out, size_t *packed) {
    z_stream z = {0};
    *out = NULL;
    if (length > UINT_MAX / 2 || deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, 9,
                                              Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    uLong room = deflateBound(&z, (uLong)length);
    unsigned char *made = malloc(room);
    if (made) {
        z.next_in = (z_const Bytef *)bytes;
        z.avail_in = (uInt)length;
        z.next_out = made;
        z.avail_out = (uInt)room;
    }
    bool good = made && deflate(&z, Z_FINISH) == Z_STREAM_END;
    *packed = (size_t)z.total_out;
    (void)deflateEnd(&z);
    if (!good) {
        free(made);
        return false;
    }
    *out = made;
    return true;
}
