// SPDX-License-Identifier: Apache-2.0
// Ed25519 of libsodium, and the file that keeps the secret: a word, 64 hexadecimal digits, a
// line feed. The word is there so that nobody takes it for the public key.
//
// A key that others could have read proves nothing, so such a file is refused instead of repaired:
// the operator should know. A new one is written under another name, synced and then linked to its
// own: after a power cut there is a whole key or none.
#include "host/sign/sign.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define WORD "grognard-secret "
enum { FIRST = sizeof WORD - 1, DIGITS = 2 * crypto_sign_SEEDBYTES, PATH_BYTES = 4096 };

static bool take_seed(gg_key *key, const char *digits) {
    uint8_t seed[crypto_sign_SEEDBYTES];
    size_t length = 0;
    bool good = sodium_hex2bin(seed, sizeof seed, digits, DIGITS, NULL, &length, NULL) == 0 &&
                length == sizeof seed &&
                crypto_sign_seed_keypair(key->public, key->secret, seed) == 0;
    sodium_memzero(seed, sizeof seed);
    return good;
}

static gg_key_trouble read_key(gg_key *key, int fd) {
    char text[FIRST + DIGITS + 2];
    struct stat found;
    if (fstat(fd, &found) != 0) return GG_KEY_SYSTEM;
    if (!S_ISREG(found.st_mode)) return GG_KEY_NO_FILE;
    if (found.st_mode & 077) return GG_KEY_OPEN;
    ssize_t length = read(fd, text, sizeof text);
    if (length < 0) return GG_KEY_SYSTEM;
    bool good = length == FIRST + DIGITS + 1 && memcmp(text, WORD, FIRST) == 0 &&
                text[FIRST + DIGITS] == '\n' && take_seed(key, text + FIRST);
    sodium_memzero(text, sizeof text);
    return good ? GG_KEY_FINE : GG_KEY_DAMAGED;
}

static bool write_key(int fd) {
    uint8_t seed[crypto_sign_SEEDBYTES];
    char text[FIRST + DIGITS + 1] = WORD;
    randombytes_buf(seed, sizeof seed);
    (void)sodium_bin2hex(text + FIRST, DIGITS + 1, seed, sizeof seed);
    text[FIRST + DIGITS] = '\n';
    bool good = write(fd, text, sizeof text) == (ssize_t)sizeof text && fsync(fd) == 0;
    sodium_memzero(seed, sizeof seed);
    sodium_memzero(text, sizeof text);
    return good;
}

// The name must be on disk too: a key that has signed may not be lost.
static bool sync_folder(const char *path) {
    char folder[PATH_BYTES];
    const char *slash = strrchr(path, '/');
    (void)snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
                   slash ? path : ".");
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool good = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0) (void)close(fd);
    return good;
}

static bool make_key(const char *path) {
    char fresh[PATH_BYTES];
    if (snprintf(fresh, sizeof fresh, "%s.%ld.tmp", path, (long)getpid()) >= (int)sizeof fresh) {
        errno = ENAMETOOLONG;
        return false;
    }
    int fd = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) return false;
    bool good = write_key(fd);
    good = close(fd) == 0 && good;
    good = good && (link(fresh, path) == 0 || errno == EEXIST) && sync_folder(path);
    int why = errno;
    (void)unlink(fresh);
    errno = why;
    return good;
}

gg_key_trouble gg_key_open(gg_key *key, const char *path, bool make) {
    memset(key, 0, sizeof *key);
    if (sodium_init() < 0) return GG_KEY_SYSTEM;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 && errno == ENOENT && make && make_key(path))
        fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return GG_KEY_SYSTEM;
    gg_key_trouble trouble = read_key(key, fd);
    int why = errno;
    (void)close(fd);
    errno = why;
    return trouble;
}

void gg_key_close(gg_key *key) {
    sodium_memzero(key, sizeof *key);
}

static bool sign(const void *user, const char *text, size_t length,
                 uint8_t signature[GG_SIGNATURE_BYTES]) {
    const gg_key *key = user;
    return crypto_sign_detached(signature, NULL, (const unsigned char *)text, length,
                                key->secret) == 0;
}

void gg_key_signer(const gg_key *key, gg_signer *out) {
    memcpy(out->key, key->public, sizeof out->key);
    out->sign = sign;
    out->user = key;
}

bool gg_key_holds(const uint8_t public[GG_SIGNER_BYTES], const char *text, size_t length,
                  const uint8_t signature[GG_SIGNATURE_BYTES]) {
    return sodium_init() >= 0 &&
           crypto_sign_verify_detached(signature, (const unsigned char *)text, length, public) == 0;
}
