/*
 * distinct.h - the distinct tokens of a grain, and their characters.
 *
 * Whatever depends on a word alone, such as an encoder of its characters, runs
 * once for each distinct word of a grain; a lookup copies the result to every
 * row:
 *
 *     distinct_tokens(g->part, g->parts, arena, &d);
 *     distinct_spell(&d, words->characters, arena, &spelt);
 *     y = ...; // [d.n x width], a row for each segment of `spelt`
 *     x = tape_lookup(tape, y, d.row[p], segments_rows(&g->part[p].seg), 1.0f);
 *
 * Everything is a function of the grain alone and lives on the arena.
 */
#ifndef ENGINE_DATA_DISTINCT_H
#define ENGINE_DATA_DISTINCT_H

#include "engine/data/batch.h"
#include "engine/data/words.h"

struct distinct {
    int n;
    const int32_t *token; /* [n] each token once, in order of first occurrence:
                             part by part, row by row */
    const int32_t *row[MAX_PARTS]; /* [rows of the part] index in `token` of
                                      each row's token; NULL: no such part */
};

/* Find the distinct tokens of `parts` parts that share a vocabulary. */
void distinct_tokens(const struct packed *part, int parts, struct arena *a,
                     struct distinct *out);

/* Pack their characters: segment i belongs to d->token[i] and is not empty. */
void distinct_spell(const struct distinct *d, const struct characters *c,
                    struct arena *a, struct packed *out);

#endif
