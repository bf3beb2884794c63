// SPDX-License-Identifier: Apache-2.0
// What a binding needs to order a batch in words and to be sure that it spells the structs as this
// library does.
#include <string.h>

#include "grognard/batch.h"

uint32_t gg_batch_abi(uint32_t sizes[GG_BATCH_SIZES]) {
    const size_t bytes[GG_BATCH_SIZES] = {
        sizeof(gg_request),  sizeof(gg_piece),       sizeof(gg_gauge),
        sizeof(gg_view),     sizeof(gg_batch_order), sizeof(gg_batch_arrays),
        sizeof(gg_position), sizeof(gg_match_setup), sizeof(gg_entry),
        sizeof(gg_error),    sizeof(gg_field)};
    for (unsigned i = 0; i < GG_BATCH_SIZES; i++) sizes[i] = (uint32_t)bytes[i];
    return GG_BATCH_ABI;
}

const gg_field *gg_batch_field(const gg_game *game, unsigned i) {
    return i < game->n_fields ? &game->fields[i] : NULL;
}

uint32_t gg_batch_facts_bytes(const gg_game *game) {
    return game->facts_bytes;
}

const char *gg_batch_rule(const gg_game *game, const gg_verdict *verdict) {
    if (verdict->refusal == GG_LEGAL || verdict->refusal >= game->n_refusals) return "";
    return game->rules[game->refusals[verdict->refusal].rule].id;
}

static gg_status scenario(const gg_game *game, const char *word, gg_request *out, gg_error *error) {
    for (unsigned i = 0; i < game->n_scenarios; i++)
        if (strcmp(game->scenarios[i].token, word) == 0) {
            out->scenario = (uint16_t)i;
            return GG_OK;
        }
    gg_error_set(error, 0, "%s n’a pas de scénario « %s ».", "%s has no scenario “%s”.", game->id,
                 word);
    return GG_BAD_INPUT;
}

static gg_status option(const gg_game *game, const char *word, const char *text, gg_request *out,
                        gg_error *error) {
    unsigned i = 0;
    int value;
    while (i < game->n_options && strcmp(game->options[i].token, word) != 0) i++;
    if (i == game->n_options) {
        gg_error_set(error, 0, "%s n’a pas d’option « %s ».", "%s has no option “%s”.", game->id,
                     word);
        return GG_BAD_INPUT;
    }
    if (!gg_option_read(game, i, text, &value)) {
        gg_error_set(error, 0, "L’option « %s » ne prend pas la valeur « %s ».",
                     "The option “%s” does not take the value “%s”.", word, text);
        return GG_BAD_INPUT;
    }
    out->option[i] = (int16_t)value;
    return GG_OK;
}

gg_status gg_batch_request(const gg_game *game, const char *scenario_or_null,
                           const char *const *pairs, unsigned n, gg_request *out, gg_error *error) {
    gg_status status = GG_OK;
    gg_request_standard(game, out);
    if (scenario_or_null) status = scenario(game, scenario_or_null, out, error);
    gg_request_usual(game, out);
    for (unsigned i = 0; i < n && status == GG_OK; i++)
        status = option(game, pairs[2 * i], pairs[2 * i + 1], out, error);
    return status;
}
