#include "engine/attention/attention_maps.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/head/head.h"

const char attention_map_pointer[] = "pointer";

/* The tokens of segments, which are recognised by the address of their bounds.
 */
struct map_tokens {
    const int *at; /* bounds; borrowed from the tape, as the tokens are */
    int part;
    const int32_t *token;
};

static void on_tokens(struct observer *l, int part, const struct packed *in)
{
    struct attention_maps *v =
        (struct attention_maps *)l; /* `observer` comes first */

    GROW(v->read, v->reads, v->read_room);
    v->read[v->reads++] = (struct map_tokens){in->seg.at, part, in->token};
}

static struct map_side side_of(const struct attention_maps *v,
                               const struct segments *seg)
{
    struct map_side s = {.n = segments_rows(seg), .part = -1};
    const size_t bytes = (size_t)s.n * sizeof(*s.token);

    for (int i = 0; i < v->reads && !s.token; i++)
        if (v->read[i].at == seg->at) {
            s.part = v->read[i].part;
            s.token = memcpy(memory_new(bytes + 1), v->read[i].token, bytes);
        }
    return s;
}

static int passes(const struct attention_maps *v, const char *site,
                  int first_head)
{
    int n = 0;

    for (int i = 0; i < v->n; i++)
        n +=
            v->map[i].first_head == first_head && !strcmp(v->map[i].site, site);
    return n;
}

/* Copy the allowed pairs of a matrix over pairs to the same offsets of another.
 */
struct pair_copy {
    const float *from;
    float *to;
};

static void take_row(void *taking, int n, const float *row)
{
    const struct pair_copy *t = taking;

    memcpy(t->to + (row - t->from), row, (size_t)n * sizeof(*row));
}

static void take_parts(struct attention_map *v, struct tape *t,
                       const struct chosen *kind, const struct attend *in)
{
    const struct arena_mark mark = arena_mark(t->arena);
    const struct attention_parts parts = attention_inspect(t, kind, in);

    for (int i = 0; i < PARTS; i++) {
        const struct node *x = parts.part[i];

        if (!x)
            continue;
        v->part[i] = memory_floats(node_len(x));
        for (size_t at = 0; at < node_len(x); at++)
            v->part[i][at] = NAN;
        observer_rows(&parts.pairs, x->val, take_row,
                      &(struct pair_copy){x->val, v->part[i]});
    }
    arena_rewind(t->arena, mark);
}

static bool is_wanted(const struct attention_maps *all,
                      const struct attention_map *v)
{
    return !all->wants || all->wants(all->context, v);
}

static void add_map(struct attention_maps *all, const struct attention_map *v)
{
    GROW(all->map, all->n, all->room);
    all->map[all->n++] = *v;
}

static void on_attention(struct observer *l, struct tape *t,
                         const struct chosen *kind, const struct attend *in)
{
    struct attention_maps *all = (struct attention_maps *)l;
    const char *site = in->site ? in->site : "attention";
    struct attention_map v = {.site = memory_string(site),
                              .kind = kind->kind->name,
                              .pass = passes(all, site, in->first_head),
                              .first_head = in->first_head,
                              .heads = in->heads,
                              .mask = in->mask,
                              .rows = side_of(all, &in->rows),
                              .cols = side_of(all, &in->cols)};

    assert(!tape_records(t) && !t->dry && in->rows.n == 1);
    if (is_wanted(all, &v))
        take_parts(&v, t, kind, in);
    add_map(all, &v);
}

static void *copy_of(const void *x, size_t bytes)
{
    return memcpy(memory_new(bytes + 1), x, bytes);
}

static struct attention_map pointer_map(const struct token_shares *p)
{
    const int n = segments_rows(&p->document->seg);
    const size_t of_all = (size_t)n * sizeof(int32_t);

    return (struct attention_map){
        .site = memory_string(attention_map_pointer),
        .kind = attention_map_pointer,
        .heads = 1,
        .rows = {.n = n, .token = copy_of(p->document->token, of_all)},
        .cols = {.n = 1,
                 .part = 1,
                 .token = copy_of(p->query->token + p->place, sizeof(int32_t))},
    };
}

static void on_scores(struct observer *l, const struct token_shares *p)
{
    struct attention_maps *all = (struct attention_maps *)l;
    struct attention_map v = pointer_map(p);
    const size_t n = (size_t)v.rows.n;

    if (is_wanted(all, &v)) {
        v.part[PART_E] = copy_of(p->score, n * sizeof(float));
        v.part[PART_M] = copy_of(p->share, n * sizeof(float));
    }
    add_map(all, &v);
    for (int i = 0; i < all->n; i++) {
        struct map_side *rows = &all->map[i].rows;

        if (rows->token && rows->part == 0 && rows->n == v.rows.n)
            rows->candidate = copy_of(p->candidate, n);
    }
}

void attention_maps_init(struct attention_maps *v, attention_map_wanted *wants,
                         const void *context)
{
    *v = (struct attention_maps){.observer = {.on_attention = on_attention,
                                              .on_tokens = on_tokens,
                                              .on_scores = on_scores},
                                 .wants = wants,
                                 .context = context};
}

static void release_side(struct map_side *s)
{
    free(s->token);
    free(s->candidate);
    free(s->place);
}

void attention_maps_release(struct attention_maps *v)
{
    for (int i = 0; i < v->n; i++) {
        for (int k = 0; k < PARTS; k++)
            free(v->map[i].part[k]);
        release_side(&v->map[i].rows);
        release_side(&v->map[i].cols);
        free(v->map[i].site);
    }
    free(v->map);
    free(v->read);
    *v = (struct attention_maps){0};
}

/* --- keeping candidates only ---------------------------------------------- */

static int candidates_of(const struct map_side *rows)
{
    int n = 0;

    for (int i = 0; rows->candidate && i < rows->n; i++)
        n += rows->candidate[i] != CANDIDATE_NONE;
    return n;
}

/* Close the gaps between the kept rows, head after head. */
static void keep_parts(struct attention_map *v)
{
    const size_t cols = (size_t)v->cols.n;

    for (int k = 0; k < PARTS; k++) {
        const float *from = v->part[k];
        float *to = v->part[k];

        for (int h = 0; from && h < v->heads; h++)
            for (int i = 0; i < v->rows.n; i++, from += cols)
                if (v->rows.candidate[i] != CANDIDATE_NONE) {
                    memmove(to, from, cols * sizeof(*to));
                    to += cols;
                }
    }
}

static void keep_rows(struct map_side *rows)
{
    int n = 0;

    rows->place = memory_new((size_t)rows->n * sizeof(*rows->place));
    for (int i = 0; i < rows->n; i++)
        if (rows->candidate[i] != CANDIDATE_NONE) {
            rows->place[n] = i;
            rows->token[n] = rows->token[i];
            rows->candidate[n++] = rows->candidate[i];
        }
    rows->n = n;
}

bool attention_maps_keep_candidates(struct attention_maps *v)
{
    bool kept = false;

    for (int i = 0; i < v->n; i++) {
        struct attention_map *map = &v->map[i];

        if (candidates_of(&map->rows)) {
            keep_parts(map);
            keep_rows(&map->rows);
            kept = true;
        }
    }
    return kept;
}
