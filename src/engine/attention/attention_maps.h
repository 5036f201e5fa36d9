/*
 * attention_maps.h - the matrices of every attention of a model for one
 * example, whole, with the tokens of their rows and columns.
 *
 *     struct attention_maps seen;
 *     attention_maps_init(&seen, wants, context);
 *     tape.observer = &seen.observer;
 *     model_outcome(&tape, model, &grain);
 *     ... seen.map[0 .. seen.n) ...
 *     attention_maps_release(&seen);
 *
 * Maps have the order in which the model computes the attentions.  An attention
 * that is computed several times, as at each step of a universal transformer,
 * gives one map each time; `pass` numbers them.  An attention whose heads have
 * two kinds gives two maps; `first_head` tells them apart.
 *
 * If the head's scores point at tokens of the document, as a cloze reader's do,
 * the last map is attention_map_pointer.  Its rows are the tokens; its one
 * column is what is asked for.  E is the scores, and M their softmax over the
 * rows (Dhingra et al. 2017, Eq. 7).  The rows of every attention that are the
 * document's tokens then have `candidate`.
 *
 * The values are those of attention_inspect(): the composed form, without
 * dropout.  Tests check that fused forms agree with it.
 *
 * Threads: one belongs to one tape at a time.  Errors: none.
 */
#ifndef ENGINE_ATTENTION_ATTENTION_MAPS_H
#define ENGINE_ATTENTION_ATTENTION_MAPS_H

#include "engine/attention/attention.h"
#include "engine/attention/observer.h"

/* The tokens of the rows or of the columns. */
struct map_side {
    int n;
    int part;        /* part of the example, which has the vocabulary; -1:
                        unknown */
    int32_t *token;  /* [n], or TOKEN_SENTINEL; owned; NULL: unknown */
    char *candidate; /* [n] CANDIDATE_...; owned; NULL if there are none */
    int *place;      /* [n] original numbers; owned; NULL: all are present */
};

struct attention_map {
    char *site;       /* "decoder.0.self"; owned */
    const char *kind; /* of attention; borrowed */
    int pass;         /* how many maps of this site came before */
    int first_head;   /* above 0: the site's heads before it have another kind,
                         and are an earlier map */
    int heads;
    struct pair_mask mask; /* which pairs are allowed */
    struct map_side rows, cols;
    float *part[PARTS]; /* [heads x rows x cols], NaN where a pair is forbidden;
                           NULL if the kind does not have it or it is not
                           wanted; owned */
};

extern const char
    attention_map_pointer[]; /* "pointer": both its site and its kind */

/* True if the matrices are wanted, not only name and shape. */
typedef bool attention_map_wanted(const void *context,
                                  const struct attention_map *v);

struct attention_maps {
    struct observer observer;
    attention_map_wanted *wants;
    const void *context; /* borrowed */
    int n, room;
    struct attention_map *map; /* [n] owned */
    int reads, read_room;
    struct map_tokens *read; /* [reads] owned: the tokens announced so far */
};

/* wants NULL: every matrix of every attention. */
void attention_maps_init(struct attention_maps *v, attention_map_wanted *wants,
                         const void *context);
void attention_maps_release(struct attention_maps *v);

/* Remove the rows without a candidate where `candidate` is known.  Returns
 * false, and removes nothing, if no row has a candidate. */
bool attention_maps_keep_candidates(struct attention_maps *v);

static inline bool attention_map_is_pointer(const struct attention_map *v)
{
    return v->kind == attention_map_pointer;
}

/* The original number of row or column i. */
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

/* One head of a part that is present, [rows x cols]. */
static inline const float *attention_map_block(const struct attention_map *v,
                                               enum attention_part part,
                                               int head)
{
    return v->part[part] + (size_t)head * (size_t)v->rows.n * (size_t)v->cols.n;
}

#endif
