// SPDX-License-Identifier: Apache-2.0
// Addresses are sixteen bytes, whatever their version; what cannot be read is nobody's.
#include "peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

enum { MAPPED_BITS = 96, ALL_BITS = 128, HOUSE_BYTES = 8 };

static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

static bool is_four(const gg_peer *peer) {
    return !peer->local && memcmp(peer->bytes, mapped, sizeof mapped) == 0;
}

static gg_peer of_four(const void *four_bytes) {
    gg_peer peer = {0};
    memcpy(peer.bytes, mapped, sizeof mapped);
    memcpy(peer.bytes + sizeof mapped, four_bytes, 4);
    return peer;
}

gg_peer gg_peer_of(const struct sockaddr *from) {
    gg_peer peer = {0};
    if (from->sa_family == AF_INET) {
        struct sockaddr_in four;
        memcpy(&four, from, sizeof four);
        return of_four(&four.sin_addr);
    }
    if (from->sa_family == AF_INET6) {
        struct sockaddr_in6 six;
        memcpy(&six, from, sizeof six);
        memcpy(peer.bytes, &six.sin6_addr, sizeof peer.bytes);
        return peer;
    }
    peer.local = true;
    return peer;
}

static bool is_port(const char *text, size_t length) {
    size_t digits = 0;
    while (digits < length && text[digits] >= '0' && text[digits] <= '9') digits++;
    return digits > 0 && digits <= 5 && digits == length;
}

// What stands before the port, and without the brackets of version 6. False: something is odd.
static bool without_port(const char **text, size_t *length) {
    const char *end = *text + *length;
    if (**text == '[') {
        const char *close = memchr(*text, ']', *length);
        if (!close) return false;
        const char *rest = close + 1;
        if (rest < end && (*rest != ':' || !is_port(rest + 1, (size_t)(end - rest - 1))))
            return false;
        *length = (size_t)(close - *text) - 1;
        ++*text;
        return true;
    }
    const char *colon = memchr(*text, ':', *length);
    if (!colon || memchr(colon + 1, ':', (size_t)(end - colon - 1))) return true; // none, version 6
    if (!is_port(colon + 1, (size_t)(end - colon - 1))) return false;
    *length = (size_t)(colon - *text);
    return true;
}

bool gg_peer_read(const char *text, size_t length, gg_peer *out) {
    char word[GG_PEER_TEXT];
    uint8_t four[4];
    if (!length || !without_port(&text, &length) || !length || length >= sizeof word) return false;
    memcpy(word, text, length);
    word[length] = 0;
    if (inet_pton(AF_INET, word, four) == 1) {
        *out = of_four(four);
        return true;
    }
    gg_peer six = {0};
    if (inet_pton(AF_INET6, word, six.bytes) != 1) return false;
    *out = six;
    return true;
}

bool gg_peer_here(const gg_peer *peer) {
    static const uint8_t here[4] = {127, 0, 0, 1};
    struct in6_addr six;
    memcpy(&six, peer->bytes, sizeof six);
    if (peer->local) return true;
    return is_four(peer) ? memcmp(peer->bytes + sizeof mapped, here, sizeof here) == 0
                         : IN6_IS_ADDR_LOOPBACK(&six);
}

void gg_peer_house(const gg_peer *peer, char out[GG_PEER_TEXT]) {
    uint8_t house[16];
    if (peer->local) {
        memcpy(out, "unix", sizeof "unix");
        return;
    }
    memcpy(house, peer->bytes, sizeof house);
    if (!is_four(peer)) memset(house + HOUSE_BYTES, 0, sizeof house - HOUSE_BYTES);
    const void *from = is_four(peer) ? house + sizeof mapped : house;
    if (!inet_ntop(is_four(peer) ? AF_INET : AF_INET6, from, out, GG_PEER_TEXT))
        memcpy(out, "?", 2);
}

bool gg_range_read(const char *text, gg_range *out) {
    const char *slash = strchr(text, '/');
    size_t length = slash ? (size_t)(slash - text) : strlen(text);
    *out = (gg_range){.bits = ALL_BITS};
    if (strcmp(text, "unix") == 0) {
        out->from.local = true;
        return true;
    }
    const char *colon = memchr(text, ':', length);
    bool four = memchr(text, '.', length) && !colon;
    if (memchr(text, '[', length) || !gg_peer_read(text, length, &out->from)) return false;
    if (colon && !memchr(colon + 1, ':', length - (size_t)(colon + 1 - text))) return false; // port
    if (!slash) return true;
    char *end;
    unsigned long bits = strtoul(slash + 1, &end, 10);
    if (slash[1] < '0' || slash[1] > '9' || *end || bits > (four ? 32 : ALL_BITS)) return false;
    out->bits = (unsigned)bits + (four ? MAPPED_BITS : 0);
    return true;
}

static bool begins_alike(const uint8_t *a, const uint8_t *b, unsigned bits) {
    unsigned whole = bits / 8, rest = bits % 8;
    if (memcmp(a, b, whole) != 0) return false;
    return !rest || (a[whole] ^ b[whole]) >> (8 - rest) == 0;
}

bool gg_range_has(const gg_range *ranges, unsigned count, const gg_peer *peer) {
    for (unsigned i = 0; i < count; i++) {
        const gg_range *range = &ranges[i];
        if (range->from.local != peer->local) continue;
        if (peer->local || begins_alike(range->from.bytes, peer->bytes, range->bits)) return true;
    }
    return false;
}

bool gg_peer_before(const char *line, const gg_range *ours, unsigned count, gg_peer *peer) {
    const char *end = line + strlen(line);
    while (gg_range_has(ours, count, peer)) {
        const char *from = end;
        while (from > line && from[-1] != ',') from--;
        const char *word = from, *stop = end;
        while (word < stop && (*word == ' ' || *word == '\t')) word++;
        while (stop > word && (stop[-1] == ' ' || stop[-1] == '\t')) stop--;
        if (!gg_peer_read(word, (size_t)(stop - word), peer)) return false;
        if (from == line) return gg_range_has(ours, count, peer);
        end = from - 1;
    }
    return false;
}
