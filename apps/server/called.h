// SPDX-License-Identifier: Apache-2.0
// What people may be called, and how two who are called alike are told apart. Nothing else of the
// server is known here.
#ifndef GROGNARD_SERVER_CALLED_H
#define GROGNARD_SERVER_CALLED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NAME_SIGNS = 24, NAME_BYTES = 4 * NAME_SIGNS + 8 }; // with a mark of two digits

typedef enum name_fault {
    NAME_GOOD,
    NAME_EMPTY,
    NAME_LONG,
    NAME_SIGN,    // one that is no letter, digit, mark or blank: it cannot be seen, or moves others
    NAME_PROGRAM, // looks like what the program's own seats are called
} name_fault;

// The name as it is kept: blanks at the ends gone, others one space, letter and mark one sign.
name_fault srv_name_read(const char *text, char out[NAME_BYTES]);
// Names with the same skeleton can be taken for each other.
void srv_name_skeleton(const char *name, char *out, size_t cap);
bool srv_names_alike(const char *a, const char *b);
// What number `which` of these is shown as: one that looks like the name of somebody of a lower
// number of person gets a mark, "Anna (2)". Empty names stay empty.
void srv_name_apart(const char *const *names, const int64_t *persons, unsigned count,
                    unsigned which, char out[NAME_BYTES]);

#endif
