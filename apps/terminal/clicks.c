// SPDX-License-Identifier: Apache-2.0
// From places pointed at to actions.
#include "clicks.h"

#include <stdlib.h>
#include <string.h>

static bool near(int a, int b, int by) {
    return a - b <= by && b - a <= by;
}

// Does click c stand for operand i of this action?
static bool stands(const gg_game *game, const click_set *clicks, const gg_click *c,
                   gg_action action, unsigned i) {
    const gg_verb *verb = &game->verbs[gg_verb_of(action)];
    const gg_domain *domain = &game->domains[verb->domain[i]];
    unsigned value = gg_operand(action, i);
    switch (c->kind) {
    case GG_K_PIECE: return domain->kind == GG_K_PIECE && value == c->value;
    case GG_K_CELL:
        return domain->kind == GG_K_CELL && domain->surface == c->surface && value == c->value;
    case GG_K_X:
        return domain->kind == GG_K_X && domain->surface == c->surface && i + 1 < GG_OPERANDS &&
               near((int)value, c->x, clicks->near) &&
               near((int)gg_operand(action, i + 1), c->y, clicks->near);
    default: return false;
    }
}

// Clicks from `c` on find different operands; `used` are those taken. Returns the operands taken by
// all of them, or 0 when there is no way.
static unsigned assign(const gg_game *game, const click_set *clicks, unsigned c, gg_action action,
                       unsigned used) {
    if (c == clicks->count) return used;
    for (unsigned i = 0; i < GG_OPERANDS; i++) {
        if (used >> i & 1 || !stands(game, clicks, &clicks->click[c], action, i)) continue;
        unsigned taken = used | 1U << i;
        if (clicks->click[c].kind == GG_K_X) taken |= 2U << i; // a point takes its y as well
        unsigned all = assign(game, clicks, c + 1, action, taken);
        if (all) return all;
    }
    return 0;
}

static unsigned operands(const gg_game *game, gg_action action) {
    const gg_verb *verb = &game->verbs[gg_verb_of(action)];
    unsigned n = 0;
    while (n < GG_OPERANDS && verb->domain[n]) n++;
    return n;
}

uint32_t clicks_fit(const gg_game *game, const click_set *clicks, const gg_action *list, uint32_t n,
                    gg_action *out) {
    uint32_t fits = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!clicks->count || assign(game, clicks, 0, list[i], 0)) out[fits++] = list[i];
    return fits;
}

bool clicks_whole(const gg_game *game, const click_set *clicks, gg_action action) {
    return clicks->count && assign(game, clicks, 0, action, 0) + 1 == 1U << operands(game, action);
}

bool clicks_pointed(const gg_game *game, const click_set *clicks, gg_action action) {
    unsigned used = clicks->count ? assign(game, clicks, 0, action, 0) : 0;
    for (unsigned i = 0; i < operands(game, action); i++) {
        unsigned kind = game->domains[game->verbs[gg_verb_of(action)].domain[i]].kind;
        bool clickable = kind == GG_K_PIECE || kind == GG_K_CELL || kind == GG_K_X;
        if (clickable && !(used >> i & 1)) return false;
    }
    return clicks->count > 0;
}

// A value of this domain that some legal action has.
static unsigned usual(const gg_game *game, unsigned domain, const gg_action *legal, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        for (unsigned i = 0; i < GG_OPERANDS; i++)
            if (game->verbs[gg_verb_of(legal[k])].domain[i] == domain)
                return gg_operand(legal[k], i);
    return 0;
}

static bool can_stand(const gg_domain *domain, const gg_click *click) {
    if (click->kind == GG_K_PIECE)
        return domain->kind == GG_K_PIECE && click->value <= GG_OPERAND_MAX;
    return click->kind == GG_K_CELL && domain->kind == GG_K_CELL &&
           domain->surface == click->surface;
}

bool clicks_filled(const gg_game *game, unsigned node, const click_set *clicks,
                   const gg_action *legal, uint32_t n, gg_action *out) {
    for (const uint8_t *verb = game->nodes[node].verbs; *verb; verb++) {
        unsigned operand[GG_OPERANDS] = {0}, used = 0, placed = 0;
        for (unsigned c = 0; c < clicks->count; c++)
            for (unsigned i = 0; i < GG_OPERANDS; i++) {
                const gg_domain *domain = &game->domains[game->verbs[*verb].domain[i]];
                if (used >> i & 1 || !can_stand(domain, &clicks->click[c])) continue;
                operand[i] = clicks->click[c].value;
                used |= 1U << i;
                placed++;
                break;
            }
        if (placed < clicks->count) continue;
        for (unsigned i = 0; i < GG_OPERANDS && game->verbs[*verb].domain[i]; i++)
            if (!(used >> i & 1)) operand[i] = usual(game, game->verbs[*verb].domain[i], legal, n);
        *out = gg_act(*verb, operand[0], operand[1], operand[2]);
        return true;
    }
    return false;
}

// Where equal pieces are one name (two cards of a kind), the one in the viewer's own hand is meant.
static bool in_own_hand(const gg_board_look *look, const gg_piece *piece) {
    if (look->game->surfaces[piece->surface].owner != GG_NOBODY) return false;
    for (unsigned i = 0; i < look->view->pieces; i++) {
        const gg_piece *other = &look->view->piece[i];
        if (other->handle == piece->handle &&
            look->game->surfaces[other->surface].owner == look->view->viewer)
            return true;
    }
    return false;
}

// The others a piece stands for: its unit, then that unit's figures.
static unsigned clicks_of_group(const gg_board_look *look, const gg_piece *piece, gg_click *out,
                                unsigned room) {
    unsigned n = 0;
    if (piece->group == GG_NO_HANDLE || piece->flags & GG_P_GHOST) return 0;
    if (n < room && piece->group != piece->handle)
        out[n++] = (gg_click){GG_K_PIECE, piece->surface, piece->group, 0, 0};
    for (unsigned i = 0; i < look->view->pieces && n < room; i++) {
        const gg_piece *other = &look->view->piece[i];
        if (other->group == piece->group && other->handle != piece->handle &&
            other->handle != piece->group && !(other->flags & GG_P_GHOST))
            out[n++] = (gg_click){GG_K_PIECE, piece->surface, other->handle, 0, 0};
    }
    return n;
}

unsigned clicks_of_spot(const gg_board_look *look, const gg_spot *spot,
                        gg_click out[GG_SPOT_CLICKS]) {
    const gg_piece *pieces[GG_SPOT_PIECES];
    unsigned n = 0, count = gg_board_pieces(look, spot, pieces);
    gg_click place = {GG_K_CELL, spot->surface, spot->cell, 0, 0};
    if (spot->cell == GG_NO_CELL)
        place = (gg_click){GG_K_X, spot->surface, 0, spot->x, spot->y};
    else if (gg_board_cell_domain(look->game, spot->surface))
        out[n++] = place;
    for (unsigned i = 0; i < count; i++)
        if (!in_own_hand(look, pieces[i]))
            out[n++] = (gg_click){GG_K_PIECE, spot->surface, pieces[i]->handle, 0, 0};
    if (count) n += clicks_of_group(look, pieces[0], out + n, GG_SPOT_CLICKS - 1 - n);
    if (spot->cell == GG_NO_CELL) out[n++] = place; // on a plane a figure comes before its ground
    return n;
}

// The spot of a plane nearest to a proposed point.
static void mark_point(const gg_board *board, unsigned surface, int x, int y, bool *hot) {
    unsigned nearest = board->spots;
    int best = 0;
    for (unsigned i = 0; i < board->spots; i++) {
        const gg_spot *spot = &board->spot[i];
        if (spot->surface != surface || spot->cell != GG_NO_CELL) continue;
        int far = abs(spot->x - x) + abs(spot->y - y);
        if (nearest == board->spots || far < best) {
            nearest = i;
            best = far;
        }
    }
    if (nearest < board->spots) hot[nearest] = true;
}

void clicks_mark(const gg_board_look *look, const gg_board *board, const click_set *made,
                 const gg_action *fits, uint32_t n, bool *hot) {
    const gg_game *game = look->game;
    // Operand values still open, by piece and by place.
    uint8_t *piece = calloc(1, GG_OPERAND_MAX + 1);
    uint8_t *cell = calloc(game->n_surfaces ? game->n_surfaces : 1, GG_OPERAND_MAX + 1);
    memset(hot, 0, board->spots * sizeof *hot);
    for (uint32_t k = 0; piece && cell && k < n; k++) {
        unsigned used = made->count ? assign(game, made, 0, fits[k], 0) : 0;
        for (unsigned i = 0; i < operands(game, fits[k]); i++) {
            const gg_domain *domain = &game->domains[game->verbs[gg_verb_of(fits[k])].domain[i]];
            if (used >> i & 1) continue;
            if (domain->kind == GG_K_X && i + 1 < GG_OPERANDS && k < 512)
                mark_point(board, domain->surface, (int)gg_operand(fits[k], i),
                           (int)gg_operand(fits[k], i + 1), hot);
            if (domain->kind == GG_K_PIECE) piece[gg_operand(fits[k], i)] = 1;
            if (domain->kind == GG_K_CELL)
                cell[(size_t)domain->surface * (GG_OPERAND_MAX + 1) + gg_operand(fits[k], i)] = 1;
        }
    }
    for (unsigned s = 0; piece && cell && s < board->spots; s++) {
        gg_click can[GG_SPOT_CLICKS];
        unsigned count = clicks_of_spot(look, &board->spot[s], can);
        for (unsigned i = 0; i < count; i++) {
            size_t at = (size_t)can[i].surface * (GG_OPERAND_MAX + 1) + can[i].value;
            if (can[i].kind == GG_K_PIECE && can[i].value <= GG_OPERAND_MAX)
                hot[s] |= piece[can[i].value];
            if (can[i].kind == GG_K_CELL) hot[s] |= cell[at];
        }
    }
    free(piece);
    free(cell);
}
