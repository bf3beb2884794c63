// SPDX-License-Identifier: Apache-2.0
// What the full screen shows. Every width is the terminal's; 80 x 24 is enough, smaller still works
// without the right column.
#include <string.h>

#include "apps/grognard/matchfile.h"
#include "apps/grognard/show.h"
#include "screen.h"

// Where a line of at most `width` columns ends: behind its last whole word.
static size_t fold(const char *text, int width, const char **next) {
    const char *at = text, *space = NULL;
    for (int n = 0; *at && *at != '\n'; n++) {
        if (n == width) {
            *next = space ? space + 1 : at;
            return (size_t)((space ? space : at) - text);
        }
        if (*at == ' ') space = at;
        (void)gg_utf8_next(&at);
    }
    *next = *at == '\n' ? at + 1 : at;
    return (size_t)(at - text);
}

// Draws text folded to a width; row < 0 only counts. Returns the rows it takes.
static int folded(int row, int col, int width, int limit, uint32_t style, const char *text) {
    char line[512];
    int rows = 0;
    while (*text && rows < limit) {
        const char *next;
        size_t n = fold(text, width, &next);
        if (n >= sizeof line) n = sizeof line - 1;
        memcpy(line, text, n);
        line[n] = '\0';
        if (row >= 0) (void)gg_term_text(row + rows, col, width, style, line);
        rows++;
        text = next;
    }
    return rows;
}

static void draw_header(const screen *s) {
    char left[256], right[256];
    const gg_match_setup *setup = gg_match_setup_of(s->p->match);
    bool mine = screen_awaits(s);
    uint32_t style = GG_STYLE_REVERSE | (mine ? GG_STYLE_BOLD : 0);
    const char *name = app_print(s->app, s->game->fr, s->game->en);
    const char *title = app_scenario_title(s->app, s->game, &setup->request);
    title = app_print(s->app, title, title);
    if (strcmp(name, title) == 0) title = "";
    (void)snprintf(left, sizeof left, " %s%s%s", name, *title ? " · " : "", title);
    if (s->p->viewer < s->game->seats)
        (void)snprintf(right, sizeof right, "%s%s ", app_seat_word(s->app, s->game, s->p->viewer),
                       mine ? app_word_of(s->app, W_YOUR_TURN) : "");
    else
        (void)snprintf(right, sizeof right, "%s ", app_word_of(s->app, W_SPECTATOR));
    gg_term_fill(0, 0, s->cols, style, left);
    int col = s->cols - gg_utf8_width(right);
    if (col > gg_utf8_width(left)) (void)gg_term_text(0, col, s->cols, style, right);
}

// ----------------------------------------------------------------------------------- the board
static void decorate(screen *s) {
    screen_overlay_draw(s);
    for (unsigned i = 0; i < s->board.spots; i++) {
        const gg_spot *spot = &s->board.spot[i];
        gg_canvas *canvas = spot->tray ? &s->board.tray : &s->board.map;
        if (s->hot[i]) {
            if (spot->rows > 1)
                gg_canvas_put(canvas, spot->row + spot->rows - 1, spot->col + spot->cols - 2,
                              0x2022, GG_STYLE_BOLD);
            else
                gg_canvas_style(canvas, spot->row, spot->col, 1, spot->cols,
                                GG_STYLE_UNDERLINE | GG_STYLE_BOLD);
        }
        if (i == s->spot && !s->typing)
            gg_canvas_style(canvas, spot->row, spot->col, spot->rows > 2 ? 1 : spot->rows,
                            spot->cols, GG_STYLE_REVERSE);
    }
}

static int clamp(int value, int least, int greatest) {
    return value > greatest ? greatest < least ? least : greatest : value < least ? least : value;
}

// The first row shown below a ruler of `head`, so that `at` to `at + size` is in sight.
static int follow(int first, int at, int size, int shown, int all, int head) {
    shown -= head;
    if (at < first) first = at;
    if (at + size > first + shown) first = at + size - shown;
    return clamp(first, head, all - shown);
}

// The first time one is asked: the cursor goes where something can be done, if that is not in
// sight.
static void find_interest(screen *s, int rows, int cols) {
    unsigned first = s->board.spots;
    if (s->placed || !s->n_legal) return;
    s->placed = true;
    for (unsigned i = s->board.spots; i-- > 0;) {
        const gg_spot *spot = &s->board.spot[i];
        if (!s->hot[i]) continue;
        if (spot->tray || (spot->row + spot->rows <= rows && spot->col + spot->cols <= cols))
            return;
        first = i;
    }
    if (first < s->board.spots) s->spot = first;
}

// The rulers stay where they are while the map moves under them.
static void draw_map(screen *s, int rows, int width) {
    const gg_canvas *map = &s->board.map;
    int head = s->board.head, edge = s->board.edge;
    s->map_row = clamp(s->map_row, head, map->rows - rows + head);
    s->map_col = clamp(s->map_col, edge, map->cols - width + edge);
    gg_term_canvas(map, 0, s->map_col, 1, edge, head, width - edge);
    gg_term_canvas(map, s->map_row, 0, 1 + head, 0, rows - head, edge);
    gg_term_canvas(map, s->map_row, s->map_col, 1 + head, edge, rows - head, width - edge);
}

static void draw_board(screen *s, int rows) {
    int width = s->cols - s->side - (s->side ? 1 : 0);
    int room = rows - 1 - s->board.map.rows, third = rows / 3; // a long hand scrolls, the map first
    int tray_rows = clamp(s->board.tray.rows, 1, room > third ? room : third);
    int map_rows = rows - tray_rows - 1;
    if (map_rows > s->board.map.rows) map_rows = s->board.map.rows;
    find_interest(s, map_rows, width);
    if (s->board.spots) {
        const gg_spot *spot = &s->board.spot[s->spot];
        if (spot->tray) {
            s->tray_row = follow(s->tray_row, spot->row, 1, tray_rows, s->board.tray.rows, 0);
        } else {
            s->map_row = follow(s->map_row, spot->row, spot->rows, map_rows, s->board.map.rows,
                                s->board.head);
            s->map_col =
                follow(s->map_col, spot->col, spot->cols, width, s->board.map.cols, s->board.edge);
        }
    }
    decorate(s);
    draw_map(s, map_rows, width);
    gg_term_canvas(&s->board.tray, s->tray_row, 0, 1 + map_rows, 0, rows - map_rows, width);
}

// ------------------------------------------------------------------------------ the right column
static int draw_clocks(const screen *s, int row, int col, int width) {
    char text[GG_SPOT_TEXT];
    int rows = 0;
    for (int seat = 0; seat < s->game->seats; seat++) {
        long long left = gg_match_clock(s->p->match, seat) / 1000;
        if (!gg_match_setup_of(s->p->match)->clock_ms[seat]) continue;
        (void)snprintf(text, sizeof text, app_word_of(s->app, W_CLOCK_LEFT),
                       app_seat_word(s->app, s->game, seat), left / 60, left < 0 ? 0 : left % 60);
        (void)gg_term_text(row + rows++, col, width, gg_board_seat_style((unsigned)seat), text);
    }
    return rows;
}

enum { NARROW = 32 }; // a column in which names have no room to spare

// The same gauge of all sides on one line, a column for each side; its head says whose it is by the
// word one types, in the brackets of its pieces.
static int gauge_column(const screen *s) {
    int wide = 6;
    if (s->side < NARROW) return wide; // brackets alone
    for (unsigned seat = 0; seat < s->game->seats; seat++) {
        int needs = (int)strlen(s->game->seat_names[seat].token) + 3;
        if (needs > wide) wide = needs;
    }
    return wide < 10 ? wide : 10;
}

static void gauge_number(const screen *s, const gg_gauge *gauge, int row, int end) {
    char text[32];
    int n = gauge->max ? snprintf(text, sizeof text, "%d/%d", gauge->value, gauge->max)
                       : snprintf(text, sizeof text, "%d", gauge->value);
    (void)gg_term_text(row, end - n, n, gg_board_seat_style(gauge->owner), text);
    (void)s;
}

// A name that is too long says that it goes on.
static void shortened(int row, int col, int width, const char *name) {
    bool whole = gg_utf8_width(name) <= width;
    (void)gg_term_text(row, col, whole ? width : width - 1, 0, name);
    if (!whole && width > 0) (void)gg_term_text(row, col + width - 1, 1, 0, "…");
}

static int gauge_line(const screen *s, unsigned first, int row, int col, int width) {
    const gg_gauge *shown = &s->view.gauge[first];
    const gg_label *label = &s->game->labels[shown->label];
    int wide = gauge_column(s), names = width - wide * s->game->seats;
    for (unsigned i = 0; i < first; i++) // told with an earlier one
        if (s->view.gauge[i].label == shown->label && s->view.gauge[i].owner < s->game->seats)
            return 0;
    shortened(row, col, names - 1, app_print(s->app, label->fr, label->en));
    for (unsigned i = first; i < s->view.gauges; i++) {
        const gg_gauge *gauge = &s->view.gauge[i];
        if (gauge->label == shown->label && gauge->owner < s->game->seats)
            gauge_number(s, gauge, row, col + names + wide * (gauge->owner + 1));
    }
    return 1;
}

static int gauge_head(const screen *s, int row, int col, int width) {
    static const char open[] = "[({<", close[] = "])}>";
    int wide = gauge_column(s), from = col + width - wide * s->game->seats;
    char text[32];
    for (int seat = 0; seat < s->game->seats; seat++) {
        const char *word = s->side < NARROW ? " " : s->game->seat_names[seat].token;
        int n = snprintf(text, sizeof text, "%c%.7s%c", open[seat], word, close[seat]);
        (void)gg_term_text(row, from + wide * (seat + 1) - n, n,
                           gg_board_seat_style((unsigned)seat) | GG_STYLE_BOLD, text);
    }
    return 1;
}

static int draw_gauges(const screen *s, int row, int col, int width, int limit) {
    char text[GG_SPOT_TEXT];
    int rows = 0;
    bool table = width - gauge_column(s) * s->game->seats >= 8, headed = false;
    for (unsigned i = 0; i < s->view.gauges && rows < limit; i++) {
        const gg_gauge *gauge = &s->view.gauge[i];
        if (table && gauge->owner < s->game->seats) {
            if (!headed) rows += gauge_head(s, row + rows, col, width);
            headed = true;
            if (rows < limit) rows += gauge_line(s, i, row + rows, col, width);
            continue;
        }
        (void)gg_board_gauge_text(&s->look, gauge, text);
        (void)gg_term_text(row + rows++, col, width, gg_board_seat_style(gauge->owner), text);
    }
    return rows;
}

static int draw_spot(const screen *s, int row, int col, int width, int limit) {
    char text[GG_SPOT_TEXT], name[GG_SPOT_TEXT + 64];
    const gg_piece *pieces[GG_SPOT_PIECES];
    if (!s->board.spots) return 0;
    const gg_spot *spot = &s->board.spot[s->spot];
    (void)gg_board_spot_name(&s->look, spot, text);
    int rows = folded(row, col, width, limit, GG_STYLE_BOLD, text);
    unsigned n = gg_board_pieces(&s->look, spot, pieces);
    for (unsigned i = 0; i < n && rows < limit; i++) {
        size_t at = gg_board_piece_text(&s->look, pieces[i], name);
        name[at++] = ' ';
        (void)gg_board_piece_name(&s->look, pieces[i], text);
        (void)snprintf(name + at, sizeof name - at, "%s", text);
        rows += folded(row + rows, col, width, limit - rows, gg_board_seat_style(pieces[i]->owner),
                       name);
    }
    return rows;
}

// The newest lines at the bottom, as many as there is room for.
static void draw_log(const screen *s, int row, int col, int width, int limit) {
    unsigned oldest = s->logs > LOG_LINES ? s->logs - LOG_LINES : 0;
    unsigned end = s->logs - oldest > s->log_up ? s->logs - s->log_up : oldest;
    unsigned first = end;
    int used = 0;
    while (first > oldest) {
        int more = folded(-1, 0, width - 2, 99, 0, s->log[(first - 1) % LOG_LINES]);
        if (used + more > limit) break;
        used += more;
        first--;
    }
    for (; first < end; first++) {
        (void)gg_term_text(row, col, 1, GG_STYLE_DIM, "·");
        row += folded(row, col + 2, width - 2, 99, 0, s->log[first % LOG_LINES]);
    }
}

static int rule_off(int row, int col, int width, const char *title) {
    for (int c = 0; c < width; c++) (void)gg_term_text(row, col + c, 1, GG_STYLE_DIM, "─");
    (void)gg_term_text(row, col + 1, width - 2, GG_STYLE_DIM, title);
    return 1;
}

static void draw_side(const screen *s, int rows) {
    int col = s->cols - s->side, row = 1, end = 1 + rows;
    for (int r = 1; r < end; r++) (void)gg_term_text(r, col - 1, 1, GG_STYLE_DIM, "│");
    row += draw_clocks(s, row, col, s->side);
    row += draw_gauges(s, row, col, s->side, rows / 3);
    row += rule_off(row, col, s->side, app_word_of(s->app, W_SIDE_SPOT));
    row += draw_spot(s, row, col, s->side, rows / 3);
    row += rule_off(row, col, s->side, app_word_of(s->app, W_SIDE_LOG));
    draw_log(s, row, col, s->side, end - row);
}

// ------------------------------------------------------------------------------------ the bottom
// What was pointed at so far, by the names one would type.
static void chosen_words(const screen *s, char *words, size_t cap) {
    gg_out out;
    gg_out_init(&out, words, cap);
    for (unsigned i = 0; i < s->clicks.count; i++) {
        const gg_click *click = &s->clicks.click[i];
        char name[64] = "?";
        if (i) gg_out_char(&out, ' ');
        if (click->kind == GG_K_X) {
            gg_out_format(&out, "%d.%d %d.%d", click->x / 10, click->x % 10, click->y / 10,
                          click->y % 10);
            continue;
        }
        for (unsigned d = GG_D_FIRST; d < s->game->n_domains; d++)
            if (s->game->domains[d].kind == click->kind &&
                (click->kind == GG_K_PIECE || s->game->domains[d].surface == click->surface) &&
                gg_name_into(s->game, s->look.t, s->look.s, d, click->value, GG_FORM_TOKEN, name,
                             sizeof name))
                break;
        gg_out_text(&out, name);
    }
}

static void replay_words(const screen *s, char *out, size_t cap) {
    char words[256] = "";
    uint32_t all = gg_match_entries(s->p->match);
    if (!s->p->number) {
        (void)snprintf(out, cap, app_word_of(s->app, W_REPLAY_START), all);
        return;
    }
    const gg_entry *entry = gg_match_entry(s->p->match, s->p->number);
    if (s->p->viewer == GG_UMPIRE || s->p->viewer == entry->seat)
        app_entry_words(s->app, s->p->match, s->p->number, words, sizeof words);
    (void)snprintf(out, cap, app_word_of(s->app, W_REPLAY_AT), s->p->number, all,
                   app_word_of(s->app, W_COLON), app_seat_word(s->app, s->game, entry->seat));
    size_t n = strlen(out);
    (void)snprintf(out + n, cap - n, "  %s", words);
}

static void prompt_words(const screen *s, char *out, size_t cap) {
    gg_result result;
    char text[256];
    if (s->p->replaying) {
        replay_words(s, out, cap);
        return;
    }
    gg_match_result(s->p->match, &result);
    if (result.over) {
        app_match_result_words(s->app, s->p->match, text, sizeof text);
        (void)snprintf(out, cap, "%s  %s", text, app_word_of(s->app, W_OVER_HINT));
        return;
    }
    (void)gg_say_prompt(s->game, s->view.node, screen_awaits(s), s->app->lang, text, sizeof text);
    (void)snprintf(out, cap, "%s", text);
    if (!s->clicks.count) return;
    char chosen[128];
    chosen_words(s, chosen, sizeof chosen);
    (void)snprintf(text, sizeof text, app_word_of(s->app, W_CHOSEN), chosen, s->n_fits);
    size_t n = strlen(out);
    (void)snprintf(out + n, cap - n, "  %s", text);
}

// Keys and what they do, by tabs in the table of words, as many as there is room for.
static void draw_keys(int row, int col, int room, const char *keys) {
    char item[128];
    while (*keys) {
        size_t n = strcspn(keys, "\t");
        (void)snprintf(item, sizeof item, "%.*s", (int)n, keys);
        int wide = gg_utf8_width(item);
        if (wide > room) return;
        (void)gg_term_text(row, col, wide, GG_STYLE_DIM, item);
        col += wide + 2;
        room -= wide + 2;
        keys += n + (keys[n] == '\t');
    }
}

// The command line while it is typed, otherwise the keys.
static void draw_bottom(const screen *s, int row) {
    char text[600], hint[512] = "";
    prompt_words(s, text, sizeof text);
    gg_term_fill(row, 0, s->cols, screen_awaits(s) ? GG_STYLE_BOLD : 0, text);
    gg_term_cursor(-1, 0);
    if (s->typing) {
        (void)gg_term_text(row + 1, 0, s->cols, GG_STYLE_BOLD, ":");
        (void)gg_term_text(row + 1, 1, s->cols - 1, 0, s->line.text);
        gg_term_cursor(row + 1, 1 + gg_line_column(&s->line));
        return;
    }
    for (uint32_t i = 0; i < s->n_legal; i++) {
        const gg_verb *verb = &s->game->verbs[gg_verb_of(s->legal[i])];
        if (!(verb->flags & (GG_V_DONE | GG_V_DECLINE))) continue;
        (void)snprintf(hint, sizeof hint, "e %s  ", app_print(s->app, verb->fr, verb->en));
        break;
    }
    int used = gg_term_text(row + 1, 0, s->cols, GG_STYLE_BOLD, hint);
    draw_keys(row + 1, used, s->cols - used,
              app_word_of(s->app, s->p->replaying        ? W_REPLAY_KEYS
                                  : play_at_window(s->p) ? W_WINDOW_KEYS
                                                         : W_KEYS));
}

void screen_draw(screen *s) {
    gg_term_erase();
    int limit = s->rows / 3;
    int lines = s->message[0] ? folded(-1, 0, s->cols - 1, limit, 0, s->message) : 0;
    int board_rows = s->rows - 3 - lines;
    if (board_rows < 3) board_rows = 3;
    draw_header(s);
    draw_board(s, board_rows);
    if (s->side) draw_side(s, board_rows);
    if (lines) (void)folded(1 + board_rows, 0, s->cols - 1, limit, s->message_style, s->message);
    draw_bottom(s, s->rows - 2);
}
