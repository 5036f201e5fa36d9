/*
 * drawn_decoder.h - a decoder with random scores that depend only on the
 * hypothesis, and all its possible sequences.
 */
#ifndef DRAWN_DECODER_H
#define DRAWN_DECODER_H

#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers/math_functions.h"
#include "base/numbers/random.h"
#include "engine/kernel/vector.h"
#include "engine/model/beam.h"

#define WORDS (TOKEN_FIRST + 2)
#define SOURCES 5
#define LONGEST 4
#define SEQUENCES 200 /* more than the number of sequences of up to LONGEST
                         tokens */

static const int longest[SOURCES] = {4, 1, 3, 4, 2};

/* --- a decoder ----------------------------------------------------------- */

/* Scores of the tokens that follow a hypothesis, which is a number computed
 * from its tokens.  An endless decoder never gives END. */
static void draw(uint64_t hypothesis, bool endless, float *score)
{
    random_normal(random_key(hypothesis, "scores"), (struct address){0}, WORDS,
                  1.5f, score);
    score[TOKEN_NULL] = score[TOKEN_BEGIN] = score[TOKEN_BETWEEN] = 9.0f;
    score[WORDS - 1] = score[WORDS - 2]; /* ties */
    if (endless)
        score[TOKEN_END] = -INFINITY;
}

static uint64_t with(uint64_t hypothesis, int32_t token)
{
    return hypothesis * 131 + (uint64_t)token + 1;
}

struct drawn {
    struct decoder is;
    uint64_t now[SOURCES * SEQUENCES], before[SOURCES * SEQUENCES];
    int source[SOURCES * SEQUENCES], len; /* of the current step */
    bool endless;
    bool broken; /* scores of one source are NaN from the second step on */
};

static void step(struct decoder *d, struct tape *t,
                 const struct beam_hypotheses *h)
{
    struct drawn *of = (struct drawn *)d;

    (void)t;
    memcpy(of->before, of->now, sizeof(of->now));
    of->len = h->len;
    for (int s = 0; s < h->of.n; s++)
        for (int r = h->of.at[s]; r < h->of.at[s + 1]; r++) {
            of->source[r] = s;
            of->now[r] = h->len == 1
                             ? (uint64_t)s + 1
                             : with(of->before[h->parent[r]], h->token[r]);
        }
}

static void score(const struct decoder *d, struct run r, float *out)
{
    const struct drawn *of = (const struct drawn *)d;

    for (int i = r.first; i < r.end; i++, out += WORDS) {
        draw(of->now[i], of->endless, out);
        if (of->broken && of->source[i] == 3 && of->len > 1)
            out[TOKEN_NULL] = NAN;
    }
}

struct fixture {
    struct arena arena;
    struct tape tape;
    struct drawn decoder;
    struct answers out;
};

static void search(struct fixture *f, const struct decoding *how)
{
    arena_reset(&f->arena);
    f->tape = (struct tape){.arena = &f->arena};
    tape_begin(&f->tape, 0);
    f->decoder.is = (struct decoder){WORDS, step, score};
    beam_search(&f->tape, &f->decoder.is, how, SOURCES, longest, &f->out);
}

/* --- all sequences -------------------------------------------------------- */

struct sequence {
    int32_t token[LONGEST];
    int n; /* without END */
    bool ends;
    float log;
    double rank;
};

struct all {
    double penalty;
    int longest;
    bool endless;
    struct sequence of[SEQUENCES];
    int n;
};

static bool answerable(int32_t token)
{
    return token != TOKEN_NULL && token != TOKEN_BEGIN &&
           token != TOKEN_BETWEEN;
}

/* A hypothesis continued by one token. */
static struct sequence continued(const struct all *a,
                                 const struct sequence *begun, int32_t token,
                                 float log)
{
    struct sequence x = *begun;
    const double tokens = x.n + 1;

    x.log += log;
    x.rank =
        x.log / exponential(a->penalty * natural_log((5.0 + tokens) / 6.0));
    x.ends = token == TOKEN_END;
    if (!x.ends)
        x.token[x.n++] = token;
    return x;
}

static void add(struct all *a, const struct sequence *x)
{
    assert_true(a->n < SEQUENCES);
    a->of[a->n++] = *x;
}

/* Those that end, or if none does, those of the greatest length. */
static void enumerate(struct all *a, const struct sequence *begun,
                      uint64_t hypothesis)
{
    float score[WORDS], scratch[WORDS];

    draw(hypothesis, a->endless, score);
    const float sum = vector_softmax_log(WORDS, score, scratch);

    for (int32_t token = 0; token < WORDS; token++) {
        const struct sequence x =
            continued(a, begun, token, score[token] - sum);

        if (!answerable(token) || (a->endless && x.ends))
            continue;
        if (x.ends || (a->endless && x.n == a->longest))
            add(a, &x);
        else if (x.n < a->longest)
            enumerate(a, &x, with(hypothesis, token));
    }
}

static int by_rank(const void *a, const void *b)
{
    const double x = ((const struct sequence *)a)->rank;
    const double y = ((const struct sequence *)b)->rank;

    return (x < y) - (x > y);
}

static void all_of(struct all *a, int source, double penalty, bool endless)
{
    *a = (struct all){.penalty = penalty,
                      .longest = longest[source],
                      .endless = endless};
    enumerate(a, &(struct sequence){.n = 0}, (uint64_t)source + 1);
    qsort(a->of, (size_t)a->n, sizeof(*a->of), by_rank);
}

#endif
