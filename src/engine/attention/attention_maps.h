/*
 * attention_maps.h - what every attention of a model is made of, on its way
 * through one example: whole matrices, with the tokens that their rows and
 * columns stand for.
 *
 *     struct attention_maps seen;
 *     attention_maps_init(&seen, wants, context);
 *     tape.observer = &seen.observer;
 *     model_outcome(&tape, model, &grain);
 *     ... seen.map[0 .. seen.n) ...
 *     attention_maps_release(&seen);
 *
 * Attentions stand in the order in which the model comes by them.  One that it
 * comes by several times, as a universal transformer does at each of its steps,
 * is a map each, told apart by `pass`.  One whose heads are of two kinds is
 * two maps, told apart by `first_head`.
 *
 * Behind them stands attention_map_pointer where the head's scores point at
 * tokens of the document, as a cloze reader's do: each token is a row, and the
 * one column is what is asked for.  E is the scores, and M their softmax over
 * the rows (Dhingra et al. 2017, Eq. 7).  Rows of any attention that are the
 * document's then know their candidates.
 *
 * Numbers are those of attention_inspect(): the composed form, which fused ones
 * are held to, without dropout.
 *
 * Threads: one belongs to one tape at a time.  Errors: none.
 */
#ifndef ENGINE_ATTENTION_ATTENTION_MAPS_H
#define ENGINE_ATTENTION_ATTENTION_MAPS_H

#include "engine/attention/attention.h"
#include "engine/attention/observer.h"

/* What the rows or the columns stand for. */
struct map_side {
    int n;
    int part;        /* of the example, whose vocabulary it is; -1: unknown */
    int32_t *token;  /* [n], or TOKEN_SENTINEL; owned; NULL: unknown */
    char *candidate; /* [n] CANDIDATE_...; owned; NULL: there are none */
    int *place; /* [n] where it stands among all; owned; NULL: all are here */
};

struct attention_map {
    char *site;       /* "decoder.0.self"; owned */
    const char *kind; /* of attention; borrowed */
    int pass;         /* how often the site was there before */
    int first_head;   /* above 0: others of the site's heads have another kind,
                         and are a map before this one */
    int heads;
    struct pair_mask mask; /* which pairs are allowed */
    struct map_side rows, cols;
    float *part[PARTS]; /* [heads x rows x cols], NaN where a pair is forbidden;
                           NULL: it has none, or is not wanted; owned */
};

extern const char
    attention_map_pointer[]; /* "pointer": its site, and its kind */

/* Is more than its name and shape wanted? */
typedef bool attention_map_wanted(const void *context,
                                  const struct attention_map *v);

struct attention_maps {
    struct observer observer;
    attention_map_wanted *wants;
    const void *context; /* borrowed */
    int n, room;
    struct attention_map *map; /* [n] owned */
    int reads, read_room;
    struct map_tokens *read; /* [reads] owned: what was read so far */
};

/* wants NULL: all of all. */
void attention_maps_init(struct attention_maps *v, attention_map_wanted *wants,
                         const void *context);
void attention_maps_release(struct attention_maps *v);

/* Leave of the rows that know their candidates only the candidates'; returns
 * false, and leaves all, where that is none. */
bool attention_maps_keep_candidates(struct attention_maps *v);

static inline bool attention_map_is_pointer(const struct attention_map *v)
{
    return v->kind == attention_map_pointer;
}

/* Which of all it is. */
static inline int attention_map_place(const struct map_side *side, int i)
{
    return side->place ? side->place[i] : i;
}

static inline bool attention_map_allows(const struct attention_map *v, int row,
                                        int column)
{
    return pair_mask_allows(v->mask, attention_map_place(&v->rows, row),
                            column);
}

/* One head of a part, [rows x cols]; the part is there. */
static inline const float *attention_map_block(const struct attention_map *v,
                                               enum attention_part part,
                                               int head)
{
    return v->part[part] + (size_t)head * (size_t)v->rows.n * (size_t)v->cols.n;
}

#endif
