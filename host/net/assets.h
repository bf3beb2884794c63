// SPDX-License-Identifier: Apache-2.0
// Files compiled into the program: the page, the games' art and rulebooks. See pack.py.
#ifndef GG_HOST_NET_ASSETS_H
#define GG_HOST_NET_ASSETS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct gg_asset {
    const char *path; // "/index.html", "/art/GAME/...", "/rules/GAME.fr.md", the same as .html
    const char *type, *etag;
    const unsigned char *bytes, *gzip; // gzip NULL: it would not be shorter
    size_t length, gzip_length;
    bool lasting; // its name changes with its bytes
} gg_asset;

extern const gg_asset gg_assets[]; // sorted by path
extern const unsigned gg_asset_count;

const gg_asset *gg_asset_find_or_null(const char *path);

#endif
