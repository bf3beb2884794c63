// SPDX-License-Identifier: Apache-2.0
//
// The last resort for a bug: an assert that is always on.
//
// A broken invariant is never data (that is a verdict) and never an environment failure (that is
// a status): the process stops where it stands, so that a wrong state is neither stored nor shown.
// Nothing is printed here: base/ does no I/O and keeps no globals, so no hook either; the debugger,
// the core file or the WebAssembly trap tells the place.
#ifndef GG_BASE_PANIC_H
#define GG_BASE_PANIC_H

#ifdef __cplusplus
extern "C" {
#define GG_NORETURN [[noreturn]]
#else
#define GG_NORETURN _Noreturn
#endif

// `file` and `what` are string literals: they stay readable in the frame of the core file.
GG_NORETURN void gg_panic(const char *file, int line, const char *what);

// An expression, so that it can also stand before a comma in an inline function.
#define GG_ASSERT(cond) ((cond) ? (void)0 : gg_panic(__FILE__, __LINE__, #cond))

#ifdef __cplusplus
}
#endif
#endif
