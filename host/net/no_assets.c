// SPDX-License-Identifier: Apache-2.0
// Nothing packed in: for the program that draws the figures of the rulebooks before the one that
// carries them is built.
#include "assets.h"

const gg_asset gg_assets[] = {{0}};
const unsigned gg_asset_count = 0;
