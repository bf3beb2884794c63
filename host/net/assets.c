// SPDX-License-Identifier: Apache-2.0
// Looks up a compiled-in file.
#include "host/net/assets.h"

#include <stdlib.h>
#include <string.h>

static int by_path(const void *key, const void *item) {
    return strcmp(key, ((const gg_asset *)item)->path);
}

const gg_asset *gg_asset_find_or_null(const char *path) {
    return bsearch(path, gg_assets, gg_asset_count, sizeof gg_assets[0], by_path);
}
