// SPDX-License-Identifier: Apache-2.0
//
// A trap, not abort(): it needs no library, cannot be caught by an unwinder and is one
// instruction on every target, WebAssembly included (`unreachable`).
#include "base/panic.h"

_Noreturn void gg_panic(const char *file, int line, const char *what) {
    (void)file;
    (void)line;
    (void)what;
    __builtin_trap();
}
