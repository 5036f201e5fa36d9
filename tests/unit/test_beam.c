/*
 * Beam search against all sequences that there are: of a decoder whose scores
 * are drawn from what a hypothesis is.
 */
#include "../test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/functions.h"
#include "base/random.h"
#include "kernel/vector.h"
#include "model/beam.h"

#define WORDS (TOKEN_FIRST + 2)
#define SOURCES 5
#define LONGEST 4
#define SEQUENCES 200 /* more than there are of up to LONGEST tokens */

static const int longest[SOURCES] = {4, 1, 3, 4, 2};

/* --- a decoder ----------------------------------------------------------- */

/* Scores of what follows a hypothesis, which is a number made of its tokens. */
static void draw(uint64_t hypothesis, float *score)
{
    random_normal(random_key(hypothesis, "scores"), (struct address){0}, WORDS,
                  1.5f, score);
    score[TOKEN_NULL] = score[TOKEN_BEGIN] = score[TOKEN_BETWEEN] = 9.0f;
    score[WORDS - 1] = score[WORDS - 2]; /* ties */
}

static uint64_t with(uint64_t hypothesis, int32_t token)
{
    return hypothesis * 131 + (uint64_t)token + 1;
}

struct drawn {
    struct decoder is;
    uint64_t now[SOURCES * SEQUENCES], before[SOURCES * SEQUENCES];
    int source[SOURCES * SEQUENCES], len; /* of the step */
    bool broken; /* scores of one source are NaN from the second step on */
};

static void step(struct decoder *d, struct tape *t, const struct hypotheses *h)
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
        draw(of->now[i], out);
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

/* --- all that there are -------------------------------------------------- */

struct sequence {
    int32_t token[LONGEST];
    int n; /* without END */
    float log;
    double rank;
};

struct all {
    double penalty;
    int longest;
    struct sequence of[SEQUENCES];
    int n;
};

static bool answerable(int32_t token)
{
    return token != TOKEN_NULL && token != TOKEN_BEGIN &&
           token != TOKEN_BETWEEN;
}

static void enumerate(struct all *a, const struct sequence *begun,
                      uint64_t hypothesis)
{
    float score[WORDS], scratch[WORDS];

    draw(hypothesis, score);
    const float sum = vector_softmax_log(WORDS, score, scratch);

    for (int32_t token = 0; token < WORDS; token++) {
        struct sequence x = *begun;
        const int tokens = x.n + 1;

        x.log += score[token] - sum;
        x.rank =
            x.log / exponential(a->penalty * natural_log((5.0 + tokens) / 6.0));
        if (!answerable(token))
            continue;
        if (token != TOKEN_END)
            x.token[x.n++] = token;
        if (token != TOKEN_END && tokens < a->longest)
            enumerate(a, &x, with(hypothesis, token));
        else
            a->of[a->n++] = x;
        assert_true(a->n < SEQUENCES);
    }
}

static int by_rank(const void *a, const void *b)
{
    const double x = ((const struct sequence *)a)->rank;
    const double y = ((const struct sequence *)b)->rank;

    return (x < y) - (x > y);
}

static void all_of(struct all *a, int source, double penalty)
{
    *a = (struct all){.penalty = penalty, .longest = longest[source]};
    enumerate(a, &(struct sequence){.n = 0}, (uint64_t)source + 1);
    qsort(a->of, (size_t)a->n, sizeof(*a->of), by_rank);
}

/* --- laws ---------------------------------------------------------------- */

static const double penalties[] = {0.0, 0.6, 1.0, 5.0};
#define PENALTIES (sizeof(penalties) / sizeof(penalties[0]))

/* Hypothesis k of those of a source: its tokens without what stands behind. */
static struct values hypothesis(const struct answers *a, int source, int k)
{
    const struct packed_column *c = &a->column[DECODED_TOKENS];
    int at = c->seg.at[source], n = 0;

    for (; at < c->seg.at[source + 1]; at += n + 1) {
        for (n = 0; c->ints[at + n] != TOKEN_BETWEEN;)
            n++;
        if (k-- == 0)
            return (struct values){c->ints + at, n};
    }
    fail_msg("source %d has too few", source);
    return (struct values){0};
}

static bool is(const struct sequence *s, const struct values *v)
{
    return s->n == v->n &&
           !memcmp(s->token, v->at, (size_t)v->n * sizeof(int32_t));
}

/* Each of those found is one, ranks as the one in its place does, and comes
 * once. */
static void expect_all(const struct answers *a, int source,
                       const struct all *all)
{
    const struct packed_column *log = &a->column[DECODED_SCORES];
    bool seen[SEQUENCES] = {false};

    assert_int_equal(segment_len(&log->seg, source), all->n);
    for (int k = 0; k < all->n; k++) {
        const struct values found = hypothesis(a, source, k);
        int i = 0;

        while (i < all->n && !is(&all->of[i], &found))
            i++;
        assert_true(i < all->n && !seen[i]);
        seen[i] = true;
        assert_true(all->of[i].rank == all->of[k].rank);
        assert_true(all->of[i].log == log->floats[log->seg.at[source] + k]);
    }
}

static void a_beam_of_all_finds_all_in_order(void **state)
{
    static struct fixture f;
    static struct all all;

    (void)state;
    for (size_t p = 0; p < PENALTIES; p++) {
        search(&f, &(struct decoding){.beam = SEQUENCES,
                                      .n_best = SEQUENCES,
                                      .length_penalty = penalties[p]});
        for (int s = 0; s < SOURCES; s++) {
            all_of(&all, s, penalties[p]);
            expect_all(&f.out, s, &all);
        }
    }
    arena_release(&f.arena);
}

static struct values best(const struct answers *a, int source)
{
    const struct packed_column *c = &a->column[DECODED_TOKEN];

    return (struct values){c->ints + c->seg.at[source],
                           segment_len(&c->seg, source)};
}

/* To stop where none can come before the wanted ones loses nothing. */
static void few_are_the_first_of_all(void **state)
{
    static struct fixture f;
    static struct all all;

    (void)state;
    for (size_t p = 0; p < PENALTIES; p++)
        for (int s = 0; s < SOURCES; s++) {
            all_of(&all, s, penalties[p]);
            for (int n = 1; n <= 3; n++) {
                search(&f, &(struct decoding){.beam = SEQUENCES,
                                              .n_best = n,
                                              .length_penalty = penalties[p]});
                const struct values top = best(&f.out, s);

                assert_true(f.out.column[DECODED_SCORE].floats[s] ==
                            all.of[0].log);
                for (int k = 0; k < n && n > 1 && k < all.n; k++)
                    assert_true(
                        f.out.column[DECODED_SCORES]
                            .floats[f.out.column[DECODED_SCORES].seg.at[s] +
                                    k] == all.of[k].log);
                assert_true(is(&all.of[0], &top) ||
                            all.of[1].rank == all.of[0].rank);
            }
        }
    arena_release(&f.arena);
}

/* The token of the greatest score, of equal ones the first. */
static void expect_greedy(const struct answers *a, int source)
{
    const struct values found = best(a, source);
    const int32_t *token = found.at;
    uint64_t hypothesis = (uint64_t)source + 1;

    for (int i = 0; i < longest[source]; i++) {
        float score[WORDS];
        int32_t top = TOKEN_UNKNOWN;

        draw(hypothesis, score);
        for (int32_t c = 0; c < WORDS; c++)
            if (answerable(c) && score[c] > score[top])
                top = c;
        assert_int_equal(i < found.n ? token[i] : TOKEN_END, top);
        if (top == TOKEN_END)
            return;
        hypothesis = with(hypothesis, top);
    }
    assert_int_equal(found.n, longest[source]);
}

static void a_beam_of_one_is_greedy(void **state)
{
    static struct fixture f;

    (void)state;
    for (size_t p = 0; p < PENALTIES; p++) {
        search(&f, &(struct decoding){.length_penalty = penalties[p]});
        for (int s = 0; s < SOURCES; s++)
            expect_greedy(&f.out, s);
    }
    arena_release(&f.arena);
}

/* What a wider beam finds of a source does not depend on the others: here one
 * whose scores are no numbers. */
static void a_broken_source_leaves_the_others_alone(void **state)
{
    static struct fixture whole, broken;
    const struct decoding how = {.beam = 3, .length_penalty = 0.6};

    (void)state;
    broken.decoder.broken = true;
    search(&whole, &how);
    search(&broken, &how);
    for (int s = 0; s < SOURCES; s++) {
        const struct values a = best(&whole.out, s), b = best(&broken.out, s);

        if (s == 3)
            continue;
        assert_int_equal(a.n, b.n);
        assert_memory_equal(a.at, b.at, (size_t)a.n * sizeof(int32_t));
    }
    arena_release(&whole.arena);
    arena_release(&broken.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_beam_of_all_finds_all_in_order),
        cmocka_unit_test(few_are_the_first_of_all),
        cmocka_unit_test(a_beam_of_one_is_greedy),
        cmocka_unit_test(a_broken_source_leaves_the_others_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
