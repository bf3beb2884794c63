// SPDX-License-Identifier: Apache-2.0
// `grognard key`: the public key of a server's data.
#include "key.h"

#include <errno.h>
#include <string.h>

static int trouble_code(const app_self *app, gg_key_trouble trouble, const char *path) {
    int why = errno;
    switch (trouble) {
    case GG_KEY_OPEN: return app_environment(app, W_KEY_OPEN, path);
    case GG_KEY_NO_FILE: return app_environment(app, W_KEY_NO_FILE, path);
    case GG_KEY_DAMAGED: return app_environment(app, W_KEY_DAMAGED, path);
    default:
        return app_environment(app, why == ENOENT ? W_KEY_NONE : W_CANNOT_OPEN, path,
                               strerror(why));
    }
}

bool app_key_open(const app_self *app, const char *data, bool make, gg_key *out, int *code) {
    char path[4096];
    (void)snprintf(path, sizeof path, "%s.key", data);
    gg_key_trouble trouble = gg_key_open(out, path, make);
    if (trouble == GG_KEY_FINE) return true;
    *code = trouble_code(app, trouble, path);
    return false;
}

void app_key_hex(const uint8_t key[GG_SIGNER_BYTES], char out[APP_KEY_HEX]) {
    for (unsigned i = 0; i < GG_SIGNER_BYTES; i++) (void)snprintf(out + 2 * i, 3, "%02x", key[i]);
}

int cmd_key(app_self *app, const app_args *args) {
    gg_key key;
    char hex[APP_KEY_HEX];
    app_json json;
    int code = APP_YES;
    const char *data = args->set[O_DATA] ? args->text[O_DATA] : "data/grognard.db";
    if (!app_key_open(app, data, false, &key, &code)) return code;
    app_key_hex(key.public, hex);
    gg_key_close(&key);
    if (!app->json) {
        app_text("%s\n", hex);
        return APP_YES;
    }
    if (!app_json_begin(app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_string(&json.json, "algorithm", "ed25519");
    gg_json_string(&json.json, "key", hex);
    gg_json_close(&json.json, '}');
    return app_json_end(app, &json, APP_YES);
}
