// SPDX-License-Identifier: Apache-2.0
#include "play.h"
int cmd_menu(app_self *app, const app_args *args) {
    (void)args;
    return app_bad(app, W_NOT_A_TERMINAL);
}
int play_screen(play *p) {
    return play_plain(p);
}
