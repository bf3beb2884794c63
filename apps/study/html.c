// SPDX-License-Identifier: Apache-2.0
// A study as one page that needs nothing else: no script, no file beside it, plots as SVG. Two
// studies stand side by side. Colours follow the reader's light or dark scheme.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "apps/grognard/brains.h"
#include "study.h"

enum { PAGE_BYTES = 8 << 20, PLOT_W = 320, PLOT_H = 120 };

typedef struct page {
    gg_out out;
    const app_self *app;
    const study *s;
    const study_summary *sum;
} page;

static const char STYLE[] =
    ":root{color-scheme:light dark;--paper:#f6f2e8;--ink:#26241f;--soft:#6d675b;--line:#cfc6b2;"
    "--bar:#33566e;--mark:#a03a2c}"
    "@media(prefers-color-scheme:dark){:root{--paper:#1d1f21;--ink:#e6e1d5;--soft:#a39d90;"
    "--line:#44433f;--bar:#86aac4;--mark:#e08a72}}"
    "body{background:var(--paper);color:var(--ink);font:16px/1.5 Georgia,serif;margin:2rem auto;"
    "max-width:72rem;padding:0 1rem}"
    "main{display:grid;gap:3rem;grid-template-columns:repeat(auto-fit,minmax(20rem,1fr))}"
    "h1{font-size:1.7rem;margin:0}h2{font-size:1.15rem;margin:2rem 0 .4rem;border-bottom:1px solid "
    "var(--line)}p{margin:.3rem 0}table{border-collapse:collapse;width:100%;font-size:.92rem}"
    "th,td{text-align:left;padding:.15rem .6rem .15rem 0;vertical-align:top}"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}"
    ".plots{display:grid;gap:0 2rem;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr))}"
    ".soft{color:var(--soft);font-size:.9rem}svg{display:block;width:100%;height:auto}"
    "svg text{font:11px "
    "Georgia,serif;fill:var(--ink)}.bar{fill:var(--bar)}.line{stroke:var(--line)}"
    ".place{fill:none;stroke:var(--line)}.hot{fill:var(--mark)}.whisker{stroke:var(--mark);"
    "stroke-width:2}details{margin:.5rem 0}summary{cursor:pointer}"
    // Shares: the same columns in every table; with little room the name has a line of its own.
    "section{container-type:inline-size;min-width:0}.shares svg{height:.9rem}"
    ".whisker,.line{vector-effect:non-scaling-stroke}"
    ".shares tr{display:grid;align-items:center;gap:0 .8rem;grid-template-columns:"
    "minmax(0,3fr) minmax(6rem,max-content) 4rem 8.5rem minmax(0,2fr)}.shares td{padding:.15rem 0}"
    "@container(max-width:46rem){.shares tr{grid-template-columns:minmax(4rem,max-content) 3.5rem "
    "8rem minmax(0,1fr);margin-bottom:.3rem}.shares td:first-child{grid-column:1/-1;"
    "padding-bottom:0}}";

// Text between tags: what a name holds never becomes markup, a sign before digits is a minus.
static void put(page *p, const char *text) {
    for (; *text; text++) {
        if (*text == '<')
            gg_out_text(&p->out, "&lt;");
        else if (*text == '&')
            gg_out_text(&p->out, "&amp;");
        else if (*text == '"')
            gg_out_text(&p->out, "&quot;");
        else if (*text == '-' && text[1] >= '0' && text[1] <= '9')
            gg_out_text(&p->out, "−");
        else
            gg_out_char(&p->out, *text);
    }
}

static void put_word(page *p, app_word word) {
    put(p, app_word_of(p->app, word));
}

static const char *pick(const page *p, const char *fr, const char *en) {
    return app_print(p->app, fr, en);
}

static void heading(page *p, app_word word) {
    gg_out_text(&p->out, "<h2>");
    put_word(p, word);
    gg_out_text(&p->out, "</h2>\n");
}

// ----------------------------------------------------------------------------------------- shares
static void percent(page *p, double share) {
    gg_out_text(&p->out, app_decimal(p->app, 100 * share, 1).text);
    gg_out_text(&p->out, p->app->lang == GG_FR ? "\u202f%" : "%");
}

// A bar from 0 to 100 % with its interval, and a line at one half.
static void share_row(page *p, const char *who, uint64_t hits, uint64_t of) {
    study_share share = study_share_of(hits, of);
    gg_out_text(&p->out, "<tr><td>");
    put(p, who);
    gg_out_format(&p->out, "</td><td class=n>%llu / %llu</td><td class=n>",
                  (unsigned long long)hits, (unsigned long long)of);
    percent(p, share.rate);
    gg_out_text(&p->out, "</td><td class=n>");
    percent(p, share.low);
    gg_out_text(&p->out, " – ");
    percent(p, share.high);
    gg_out_format(&p->out,
                  "</td><td><svg viewBox='0 0 200 14' preserveAspectRatio=none aria-hidden=true>"
                  "<rect class=bar width=%.1f height=14 opacity=.55 />"
                  "<line class=line x1=100 x2=100 y2=14 />"
                  "<line class=whisker x1=%.1f x2=%.1f y1=7 y2=7 /></svg></td></tr>\n",
                  200 * share.rate, 200 * share.low, 200 * share.high);
}

static const char *seat_name(const page *p, unsigned seat) {
    const gg_name *name = &p->s->order.game->seat_names[seat];
    return pick(p, name->fr, name->en);
}

static void faults(page *p, unsigned seat, const uint32_t *fault) {
    char text[400];
    if (!(fault[APP_FAULT_CLOCK] + fault[APP_FAULT_LEFT] + fault[APP_FAULT_BAD])) return;
    (void)snprintf(text, sizeof text, app_word_of(p->app, W_STUDY_BOT_LOST), seat_name(p, seat),
                   fault[APP_FAULT_CLOCK], fault[APP_FAULT_LEFT], fault[APP_FAULT_BAD]);
    gg_out_text(&p->out, "<p class=soft>");
    put(p, text);
    gg_out_text(&p->out, "</p>\n");
}

static void shares(page *p) {
    const study_summary *sum = p->sum;
    unsigned seats = p->s->order.game->seats;
    heading(p, W_STUDY_H_WINS);
    gg_out_text(&p->out, "<table class=shares>\n");
    for (unsigned i = 0; i < seats; i++) {
        char who[200];
        char player[160];
        study_player(p->s, i, player, sizeof player);
        (void)snprintf(who, sizeof who, "%s (%s)", seat_name(p, i), player);
        share_row(p, who, sum->wins[i], sum->games);
    }
    if (sum->draws) share_row(p, app_word_of(p->app, W_STUDY_DRAWS), sum->draws, sum->games);
    gg_out_text(&p->out, "</table>\n");
    for (unsigned i = 0; i < seats; i++) faults(p, i, sum->fault[i]);
    heading(p, W_STUDY_H_FIRST);
    gg_out_text(&p->out, "<table class=shares>\n");
    for (unsigned i = 0; i < seats; i++)
        if (sum->began[i]) share_row(p, seat_name(p, i), sum->began_won[i], sum->began[i]);
    gg_out_text(&p->out, "</table>\n");
}

static void pairings(page *p) {
    char name[300];
    if (p->sum->pairings < 2) return;
    heading(p, W_STUDY_H_PAIRINGS);
    gg_out_text(&p->out, "<p class=soft>");
    put(p, seat_name(p, 0));
    gg_out_text(&p->out, "</p><table class=shares>\n");
    for (unsigned i = 0; i < p->sum->pairings; i++) {
        const study_pairing *pair = &p->sum->pairing[i];
        study_pairing_name(p->s, i, name, sizeof name);
        if (pair->games) share_row(p, name, pair->wins[0], pair->games);
    }
    gg_out_text(&p->out, "</table>\n");
}

// ----------------------------------------------------------------------------------------- spreads
static long long tick(const study_spread *of, unsigned bin) {
    return (long long)(of->from + (int64_t)bin * of->width);
}

static void spread(page *p, app_word word, const study_spread *of) {
    uint32_t most = 1;
    for (unsigned i = 0; i < of->bins; i++)
        if (of->bin[i] > most) most = of->bin[i];
    gg_out_text(&p->out, "<div>");
    heading(p, word);
    gg_out_format(&p->out, "<svg viewBox='0 0 %d %d' role=img aria-label=\"", PLOT_W, PLOT_H + 20);
    put_word(p, word);
    gg_out_text(&p->out, "\">");
    double step = (double)PLOT_W / (of->bins ? of->bins : 1);
    for (unsigned i = 0; i < of->bins; i++) {
        double high = (double)of->bin[i] / most * (PLOT_H - 10);
        gg_out_format(&p->out, "<rect class=bar x=%.1f y=%.1f width=%.1f height=%.1f />", i * step,
                      PLOT_H - high, step * 0.9, high);
    }
    gg_out_format(&p->out, "<line class=line y1=%d y2=%d x2=%d />", PLOT_H, PLOT_H, PLOT_W);
    for (unsigned i = 0; i <= of->bins; i += of->bins > 8 ? of->bins / 4 : 1)
        gg_out_format(&p->out, "<text x=%.1f y=%d text-anchor=%s>%s%llu</text>", i * step,
                      PLOT_H + 15,
                      i == 0          ? "start"
                      : i == of->bins ? "end"
                                      : "middle",
                      tick(of, i) < 0 ? "−" : "", (unsigned long long)llabs(tick(of, i)));
    gg_out_text(&p->out, "</svg>\n<p class=soft>");
    char text[400];
    (void)snprintf(text, sizeof text, app_word_of(p->app, W_STUDY_SPREAD_LINE),
                   app_decimal(p->app, of->mean, 1).text, (long long)of->least,
                   (long long)of->median, (long long)of->most);
    put(p, text);
    gg_out_text(&p->out, "</p></div>\n");
}

// ------------------------------------------------------------------------------------------- rules
static void rule_row(page *p, unsigned rule, uint64_t count) {
    const gg_rule *of = &p->s->order.game->rules[rule];
    gg_out_format(&p->out, "<tr><td class=n>%llu</td><td>", (unsigned long long)count);
    put(p, of->id);
    gg_out_text(&p->out, "</td><td>");
    put(p, pick(p, of->fr, of->en));
    gg_out_text(&p->out, "</td></tr>\n");
}

static void ends(page *p) {
    heading(p, W_STUDY_H_ENDS);
    gg_out_text(&p->out, "<table>\n");
    for (unsigned i = 0; i < p->sum->ends; i++)
        rule_row(p, p->sum->end[i].rule, p->sum->end[i].games);
    gg_out_text(&p->out, "</table>\n");
}

static void rules(page *p) {
    const gg_game *game = p->s->order.game;
    heading(p, W_STUDY_H_RULES);
    for (int told = 1; told >= 0; told--) {
        gg_out_text(&p->out, "<details><summary>");
        put_word(p, told ? W_STUDY_TOLD : W_STUDY_NEVER);
        gg_out_text(&p->out, "</summary><table>\n");
        for (unsigned i = 1; i < game->n_rules; i++)
            if ((p->s->tally.told[i] > 0) == told) rule_row(p, i, p->s->tally.told[i]);
        gg_out_text(&p->out, "</table></details>\n");
    }
}

// -------------------------------------------------------------------------------------------- heat
static void hexagon(page *p, double x, double y, const char *kind, double share) {
    gg_out_format(&p->out, "<path class=%s d='M%.1f %.1fh10l5 8.7-5 8.7h-10l-5-8.7z'", kind, x + 5,
                  y);
    if (share > 0) gg_out_format(&p->out, " opacity=%.2f", share);
    gg_out_text(&p->out, " />");
}

static void outline(page *p, const gg_cell *cell, const char *kind, double share) {
    gg_out_format(&p->out, "<path class=%s d='", kind);
    for (unsigned i = 0; i < cell->corners; i++)
        gg_out_format(&p->out, "%c%d %d", i ? 'L' : 'M', cell->corner_x[i], cell->corner_y[i]);
    gg_out_text(&p->out, "z'");
    if (share > 0) gg_out_format(&p->out, " opacity=%.2f", share);
    gg_out_text(&p->out, " />");
}

typedef struct board {
    const gg_surface *surface;
    const void *table;
    const uint64_t *heat;
    uint64_t most;
    unsigned index;
} board;

static double warmth(const board *b, unsigned place) {
    return b->heat[place] ? 0.12 + 0.88 * sqrt((double)b->heat[place] / (double)b->most) : 0;
}

static void cells(page *p, const board *b) {
    const gg_game *game = p->s->order.game;
    for (unsigned i = 0; i < b->surface->cells; i++) {
        gg_cell cell = {0};
        game->show.cell(b->table, b->index, i, &cell);
        double warm = b->surface->shape == GG_PLANE ? 0 : warmth(b, i);
        if (b->surface->shape == GG_HEXES) {
            double x = cell.x * 15.0, y = cell.y * 17.4 + (cell.x % 2 == 0 ? 8.7 : 0);
            hexagon(p, x, y, "place", 0);
            if (warm > 0) hexagon(p, x, y, "hot", warm);
        } else if (cell.corners) {
            outline(p, &cell, "place", 0);
            if (warm > 0) outline(p, &cell, "hot", warm);
        }
    }
}

static bool spans(const gg_surface *surface, const gg_cell *cell) {
    for (unsigned k = 0; k < cell->corners; k++)
        if (cell->corner_x[k] == surface->width && cell->corner_y[k] == surface->height)
            return true;
    return false;
}

// How much of a plane is used: a scenario's table may be smaller than the largest.
static void extent_of(const page *p, const board *b, double *width, double *height) {
    unsigned across = study_squares(b->surface->width), x = 0, y = 0;
    for (unsigned i = 0; i < across * study_squares(b->surface->height); i++)
        if (b->heat[i]) {
            if ((i % across + 1) * STUDY_SQUARE_MM > x) x = (i % across + 1) * STUDY_SQUARE_MM;
            y = (i / across + 1) * STUDY_SQUARE_MM;
        }
    for (unsigned i = 0; i < b->surface->cells; i++) {
        gg_cell cell = {0};
        p->s->order.game->show.cell(b->table, b->index, i, &cell);
        if (spans(b->surface, &cell)) continue; // the largest table itself
        for (unsigned k = 0; k < cell.corners; k++) {
            if (cell.corner_x[k] > (int)x) x = (unsigned)cell.corner_x[k];
            if (cell.corner_y[k] > (int)y) y = (unsigned)cell.corner_y[k];
        }
    }
    *width = x;
    *height = y;
}

static void squares(page *p, const board *b) {
    unsigned across = study_squares(b->surface->width);
    for (unsigned i = 0; i < across * study_squares(b->surface->height); i++)
        if (b->heat[i])
            gg_out_format(&p->out, "<rect class=hot x=%u y=%u width=%d height=%d opacity=%.2f />",
                          i % across * STUDY_SQUARE_MM, i / across * STUDY_SQUARE_MM,
                          STUDY_SQUARE_MM, STUDY_SQUARE_MM, warmth(b, i));
}

static void draw_board(page *p, const board *b) {
    const gg_surface *at = b->surface;
    double width = at->width, height = at->height;
    if (at->shape == GG_PLANE) extent_of(p, b, &width, &height);
    if (at->shape == GG_HEXES) {
        width = (at->width + 2) * 15.0;
        height = (at->height + 2) * 17.4;
    }
    gg_out_text(&p->out, "<p>");
    put(p, pick(p, at->fr, at->en));
    gg_out_format(&p->out, "</p><svg viewBox='0 0 %.0f %.0f' role=img>", width, height);
    if (at->shape == GG_PLANE) squares(p, b);
    cells(p, b);
    gg_out_text(&p->out, "</svg>\n");
}

static uint64_t most_of(const uint64_t *heat, unsigned count) {
    uint64_t most = 0;
    for (unsigned i = 0; i < count; i++)
        if (heat[i] > most) most = heat[i];
    return most;
}

static void heat(page *p) {
    const study *s = p->s;
    const gg_game *game = s->order.game;
    gg_position position = {0};
    gg_verdict verdict;
    gg_request request;
    char text[300];
    gg_selfplay_request(&s->order, 0, &request);
    if (!most_of(s->tally.heat, s->places.count) ||
        gg_position_open(&position, game, &request, &verdict) != GG_OK)
        return;
    heading(p, W_STUDY_H_HEAT);
    for (unsigned i = 0; i < game->n_surfaces; i++) {
        unsigned next = i + 1 < game->n_surfaces ? s->places.first[i + 1] : s->places.count;
        const uint64_t *of = &s->tally.heat[s->places.first[i]];
        board b = {&game->surfaces[i], position.table, of, most_of(of, next - s->places.first[i]),
                   i};
        if (b.most) draw_board(p, &b);
    }
    (void)snprintf(text, sizeof text, app_word_of(p->app, W_STUDY_HEAT_LINE), p->sum->looked);
    gg_out_text(&p->out, "<p class=soft>");
    put(p, text);
    gg_out_text(&p->out, "</p>\n");
    gg_position_close(&position);
}

// -------------------------------------------------------------------------------------------- page
static void one_study(page *p) {
    const gg_game *game = p->s->order.game;
    char words[STUDY_WORDS_MAX];
    gg_out_text(&p->out, "<section><h1>");
    put(p, pick(p, game->fr, game->en));
    gg_out_text(&p->out, "</h1><p>");
    put(p, app_scenario_title(p->app, game, &p->s->order.request));
    gg_out_text(&p->out, "</p>\n");
    shares(p);
    pairings(p);
    gg_out_text(&p->out, "<div class=plots>\n");
    spread(p, W_STUDY_H_LENGTH, &p->sum->actions);
    spread(p, W_STUDY_H_DECISIONS, &p->sum->decisions);
    spread(p, W_STUDY_H_MARGIN, &p->sum->margin);
    gg_out_text(&p->out, "</div>\n");
    ends(p);
    heat(p);
    rules(p);
    heading(p, W_STUDY_H_ORDER);
    study_words(p->s, words);
    gg_out_text(&p->out, "<pre class=soft>");
    put(p, words);
    if (!p->s->order.undigested)
        gg_out_format(&p->out, "digest %016llx\n", (unsigned long long)p->s->tally.digest);
    gg_out_text(&p->out, "</pre></section>\n");
}

bool study_report_html(const study *const *studies, const study_summary *const *sums,
                       unsigned count, const char *path, int *code) {
    const app_self *app = studies[0]->app;
    char *text = malloc(PAGE_BYTES);
    page p = {.app = app};
    if (!text) {
        *code = app_status(app, GG_NO_MEMORY);
        return false;
    }
    gg_out_init(&p.out, text, PAGE_BYTES);
    gg_out_format(&p.out,
                  "<!doctype html>\n<html lang=%s><meta charset=utf-8><meta name=viewport "
                  "content='width=device-width'><title>Grognard</title><style>%s</style>\n"
                  "<main>\n",
                  app->lang == GG_FR ? "fr" : "en", STYLE);
    for (unsigned i = 0; i < count; i++) {
        p.s = studies[i];
        p.sum = sums[i];
        one_study(&p);
    }
    gg_out_text(&p.out, "</main></html>\n");
    bool good = app_write(app, path, text, p.out.length, code);
    free(text);
    return good;
}
