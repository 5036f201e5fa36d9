#include "engine/model/candidates.h"

#include <math.h>

#include "engine/data/examples.h"
#include "engine/data/tree.h"
#include "engine/kernel/vector.h"

struct candidates candidates_new(struct arena *a, int room)
{
    return (struct candidates){
        .of = arena_alloc(a, (size_t)room * sizeof(struct candidate)),
        .room = room};
}

/* Only greater values can be added. */
static float least(const struct candidates *c)
{
    return c->n < c->room ? -INFINITY : c->of[c->n - 1].log;
}

/* Insert after those that are equally likely; if there is no room the last is
 * dropped. */
static void insert(struct candidates *c, struct candidate x)
{
    int at = c->n < c->room ? c->n++ : c->n - 1;

    for (; at > 0 && c->of[at - 1].log < x.log; at--)
        c->of[at] = c->of[at - 1];
    c->of[at] = x;
}

void candidates_add(struct candidates *c, struct candidate x)
{
    if (x.log > least(c))
        insert(c, x);
}

/* --- candidates of a row -------------------------------------------------- */

/* Words are scanned in blocks of BLOCK, after a first block of all tokens that
 * are no words. */
enum { BLOCK = 64 };

static int blocks(int words)
{
    return 1 + (words - TOKEN_FIRST + BLOCK - 1) / BLOCK;
}

size_t candidates_tops(int words)
{
    return (size_t)blocks(words);
}

static struct run block(int words, int i)
{
    const int from = TOKEN_FIRST + (i - 1) * BLOCK;

    if (i == 0)
        return (struct run){0, TOKEN_FIRST};
    return (struct run){from, from + BLOCK < words ? from + BLOCK : words};
}

/* The greatest score of each block. */
static void find_tops(const float *x, int words, float *tops)
{
    for (int i = 0; i < blocks(words); i++) {
        const struct run r = block(words, i);

        tops[i] = vector_max((size_t)run_size(r), x + r.first);
    }
}

/* No word with a lower score is among the greatest: as many blocks have a score
 * that is not lower. */
static float bound(struct candidates *c, const float *tops, int n)
{
    c->n = 0;
    for (int i = 1; i < n; i++)
        candidates_add(c, (struct candidate){.log = tops[i]});
    return least(c);
}

static void add_run(struct candidates *c, const float *x, int row, struct run r)
{
    for (int32_t i = r.first; i < r.end; i++)
        candidates_add(c, (struct candidate){x[i], row, i});
}

float candidates_of_row(struct candidates *c, const float *x, int words,
                        int row, float *tops)
{
    const int n = blocks(words);

    find_tops(x, words, tops);
    const float from = bound(c, tops, n);

    c->n = 0;
    add_run(c, x, row, (struct run){TOKEN_UNKNOWN, TOKEN_UNKNOWN + 1});
    add_run(c, x, row, (struct run){TOKEN_END, TOKEN_END + 1});
    for (int i = 1; i < n; i++)
        if (!(tops[i] < from || tops[i] <= least(c)))
            add_run(c, x, row, block(words, i));
    return vector_log_sum_exp((size_t)words, x, vector_max((size_t)n, tops));
}
