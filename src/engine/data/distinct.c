#include "engine/data/distinct.h"

#include <assert.h>
#include <string.h>

/* A hash table with open addressing: indices in a list of tokens, -1 is
 * free. */
struct token_slots {
    int32_t *place;
    uint32_t mask; /* number of slots minus 1; that number is a power of two */
};

static struct token_slots slots_new(struct arena *a, size_t tokens)
{
    struct token_slots s = {.mask = 15};

    while (s.mask < 2 * tokens)
        s.mask = 2 * s.mask + 1;
    s.place = arena_alloc(a, ((size_t)s.mask + 1) * sizeof(*s.place));
    memset(s.place, -1, ((size_t)s.mask + 1) * sizeof(*s.place));
    return s;
}

/* The token's index among the n of a list; n if it is new, which also enters
 * it. */
static int32_t place_of(const struct token_slots *s, int32_t token,
                        const int32_t *list, int32_t n)
{
    uint32_t i = (uint32_t)token * 2654435769u >> 7 & s->mask; /* Knuth */

    for (; s->place[i] >= 0; i = (i + 1) & s->mask)
        if (list[s->place[i]] == token)
            return s->place[i];
    return s->place[i] = n;
}

/* Find the index of each row's token; new tokens are added to the list. */
static void place_rows(const struct packed *part, const struct token_slots *s,
                       int32_t *list, int *n, int32_t *row)
{
    const int rows = segments_rows(&part->seg);

    for (int i = 0; i < rows; i++) {
        row[i] = place_of(s, part->token[i], list, *n);
        if (row[i] == *n)
            list[(*n)++] = part->token[i];
    }
}

void distinct_tokens(const struct packed *part, int parts, struct arena *a,
                     struct distinct *out)
{
    int32_t *row[MAX_PARTS], *list;
    struct arena_mark m;
    struct token_slots s;
    size_t rows = 0;

    assert(parts <= MAX_PARTS);
    *out = (struct distinct){0};
    for (int p = 0; p < parts; p++) {
        const size_t n = (size_t)segments_rows(&part[p].seg);

        out->row[p] = row[p] = arena_alloc(a, (n + 1) * sizeof(**row));
        rows += n;
    }
    out->token = list = arena_alloc(a, (rows + 1) * sizeof(*list));
    m = arena_mark(a);
    s = slots_new(a, rows);
    for (int p = 0; p < parts; p++)
        place_rows(&part[p], &s, list, &out->n, row[p]);
    arena_rewind(a, m);
}

void distinct_spell(const struct distinct *d, const struct characters *c,
                    struct arena *a, struct packed *out)
{
    int *at = arena_ints(a, (size_t)d->n + 1);
    int32_t *id;

    at[0] = 0;
    for (int i = 0; i < d->n; i++)
        at[i + 1] = at[i] + column_get(&c->of, d->token[i]).n;
    id = arena_alloc(a, ((size_t)at[d->n] + 1) * sizeof(*id));
    for (int i = 0; i < d->n; i++) {
        const struct values v = column_get(&c->of, d->token[i]);

        memcpy(id + at[i], v.at, (size_t)v.n * sizeof(*id));
    }
    *out = (struct packed){.seg = {.n = d->n, .at = at}, .token = id};
}
