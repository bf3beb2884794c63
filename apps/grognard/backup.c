// SPDX-License-Identifier: Apache-2.0
// `grognard backup`: a copy of a server's data, also while it runs.
#include <string.h>

#include "app.h"
#include "host/store/store.h"

int cmd_backup(app_self *app, const app_args *args) {
    const char *from = args->set[O_DATA] ? args->text[O_DATA] : "data/grognard.db";
    const char *to = args->word[0];
    char why[GG_STORE_WHY];
    if (!app_exists(from)) return app_file_code(app, from);
    if (app_exists(to)) return app_bad(app, W_EXISTS, to);
    if (gg_store_backup(from, to, why) != GG_STORE_FINE)
        return app_environment(app, W_CANNOT_OPEN, to, why);
    app_say(app, W_BACKUP_DONE, to);
    app_text("\n");
    return APP_YES;
}
