// SPDX-License-Identifier: Apache-2.0
// --share: the addresses of this machine that others in the same network can be given.
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <string.h>

#include "server.h"

// Networks that a machine makes for itself are nobody's way to it: told last.
static bool is_inner(const char *name) {
    static const char *const words[] = {"docker", "br-", "veth", "virbr", "vmnet", "vboxnet"};
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strncmp(name, words[i], strlen(words[i])) == 0) return true;
    return false;
}

// As it is written in an address of the web. False: it is of no use to others.
static bool write_address(const struct ifaddrs *at, int family, char out[SRV_ADDRESS]) {
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    char text[INET6_ADDRSTRLEN];
    if (!at->ifa_addr || at->ifa_addr->sa_family != family) return false;
    if (!(at->ifa_flags & IFF_UP) || at->ifa_flags & IFF_LOOPBACK) return false;
    if (family == AF_INET) {
        memcpy(&four, at->ifa_addr, sizeof four);
        if (ntohl(four.sin_addr.s_addr) >> 16 == 0xa9fe) return false; // it has no network
        return inet_ntop(AF_INET, &four.sin_addr, out, SRV_ADDRESS) != NULL;
    }
    memcpy(&six, at->ifa_addr, sizeof six);
    if (IN6_IS_ADDR_LINKLOCAL(&six.sin6_addr)) return false;
    if (!inet_ntop(AF_INET6, &six.sin6_addr, text, sizeof text)) return false;
    (void)snprintf(out, SRV_ADDRESS, "[%s]", text);
    return true;
}

unsigned srv_addresses(int family, char out[SRV_ADDRESSES][SRV_ADDRESS]) {
    struct ifaddrs *all;
    unsigned count = 0;
    if (getifaddrs(&all) != 0) return 0;
    for (unsigned inner = 0; inner < 2; inner++)
        for (const struct ifaddrs *at = all; at && count < SRV_ADDRESSES; at = at->ifa_next)
            if (is_inner(at->ifa_name) == (inner == 1) && write_address(at, family, out[count]))
                count++;
    freeifaddrs(all);
    return count;
}

// Version 4 is what a household has; where there is none, version 6.
const char *srv_share_host(void) {
    char found[SRV_ADDRESSES][SRV_ADDRESS];
    if (!srv_addresses(AF_INET, found) && srv_addresses(AF_INET6, found)) return "::";
    return "0.0.0.0";
}

static unsigned shared(const server *sv, char out[SRV_ADDRESSES][SRV_ADDRESS]) {
    return srv_addresses(sv->shared == SHARED_SIX ? AF_INET6 : AF_INET, out);
}

void srv_share_say(const server *sv) {
    char found[SRV_ADDRESSES][SRV_ADDRESS], text[SRV_ADDRESS + 32];
    unsigned count = shared(sv, found);
    if (!count) app_say(sv->app, W_SHARE_NONE);
    for (unsigned i = 0; i < count; i++) {
        (void)snprintf(text, sizeof text, "http://%.63s:%u", found[i], gg_http_port(sv->http));
        app_say(sv->app, W_SHARE_AT, text);
        app_text("\n");
    }
    if (!count) app_text("\n");
}

// An address that only this machine understands.
static bool is_local(const server *sv, const gg_call *call) {
    const char *host = gg_call_header(call, "Host");
    if (sv->named || !host) return false;
    return strncmp(host, "127.", 4) == 0 || strncmp(host, "localhost", 9) == 0 ||
           strncmp(host, "[::1]", 5) == 0;
}

void srv_json_local(gg_json *json, const server *sv, const gg_call *call) {
    char found[SRV_ADDRESSES][SRV_ADDRESS], text[SRV_ADDRESS + 32];
    unsigned count = sv->shared ? shared(sv, found) : 0;
    gg_json_bool(json, "local", is_local(sv, call));
    gg_json_open(json, "addresses", '[');
    for (unsigned i = 0; i < count; i++) {
        (void)snprintf(text, sizeof text, "http://%.63s:%u", found[i], gg_http_port(sv->http));
        gg_json_string(json, NULL, text);
    }
    gg_json_close(json, ']');
}
