/*
 * Beam search compared with all possible sequences, and with the simplest
 * search.
 */
#include "tests/unit/engine/model/drawn_decoder.h"

#define WIDEST 5

/* --- the simplest search ---------------------------------------------------
 */

/* A stable sort: equally likely ones stay in the order in which they were
 * found. */
static void put_in_order(struct sequence *of, int n)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && of[k - 1].log < of[k].log; k--) {
            const struct sequence x = of[k];

            of[k] = of[k - 1];
            of[k - 1] = x;
        }
}

static uint64_t number_of(int source, const struct sequence *x)
{
    uint64_t number = (uint64_t)source + 1;

    for (int i = 0; i < x->n; i++)
        number = with(number, x->token[i]);
    return number;
}

/* All continuations of n hypotheses, likeliest first; returns how many. */
static int continue_all(const struct all *a, int source,
                        const struct sequence *live, int n,
                        struct sequence *out)
{
    float score[WORDS], scratch[WORDS];
    int found = 0;

    for (int i = 0; i < n; i++) {
        draw(number_of(source, &live[i]), a->endless, score);
        const float sum = vector_softmax_log(WORDS, score, scratch);

        for (int32_t token = 0; token < WORDS; token++)
            if (answerable(token) && isfinite(score[token]))
                out[found++] =
                    continued(a, &live[i], token, score[token] - sum);
    }
    put_in_order(out, found);
    return found;
}

/* Tensor2Tensor's beam_search, which stops only at the greatest length. */
static void search_plainly(struct all *over, int source, int beam)
{
    struct sequence live[WIDEST] = {{.n = 0}}, found[WIDEST * WORDS];
    int n_live = 1;

    for (int len = 1; len <= longest[source]; len++) {
        const int n = continue_all(over, source, live, n_live, found);

        n_live = 0;
        for (int i = 0; i < n && i < 2 * beam; i++)
            if (found[i].ends)
                add(over, &found[i]);
            else if (n_live < beam)
                live[n_live++] = found[i];
    }
    for (int i = 0, none = over->n == 0; none && i < n_live; i++)
        add(over, &live[i]);
    qsort(over->of, (size_t)over->n, sizeof(*over->of), by_rank);
}

/* --- laws ---------------------------------------------------------------- */

static const double penalties[] = {0.0, 0.6, 1.0, 5.0};
#define PENALTIES (sizeof(penalties) / sizeof(penalties[0]))

/* Hypothesis k of a source: its tokens without the separator after them. */
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

/* Check that each result is one of all sequences, has the rank of the one at
 * its place, and occurs once. */
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

static void expect_all_found(bool endless)
{
    static struct fixture f;
    static struct all all;

    f.decoder.endless = endless;
    for (size_t p = 0; p < PENALTIES; p++) {
        search(&f, &(struct decoding){.beam = SEQUENCES,
                                      .n_best = SEQUENCES,
                                      .length_penalty = penalties[p]});
        for (int s = 0; s < SOURCES; s++) {
            all_of(&all, s, penalties[p], endless);
            expect_all(&f.out, s, &all);
        }
    }
    arena_release(&f.arena);
}

static void a_beam_of_all_finds_all_in_order(void **state)
{
    (void)state;
    expect_all_found(false);
}

static void where_none_ends_those_that_live_at_last_are_found(void **state)
{
    (void)state;
    expect_all_found(true);
}

static struct values best(const struct answers *a, int source)
{
    const struct packed_column *c = &a->column[DECODED_TOKEN];

    return (struct values){c->ints + c->seg.at[source],
                           segment_len(&c->seg, source)};
}

/* Stopping when no live hypothesis can be among the wanted ones changes
 * nothing. */
static void few_are_the_first_of_all(void **state)
{
    static struct fixture f;
    static struct all all;

    (void)state;
    for (size_t p = 0; p < PENALTIES; p++)
        for (int s = 0; s < SOURCES; s++) {
            all_of(&all, s, penalties[p], false);
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

static void expect_plain(const struct fixture *f, int source, int beam,
                         double penalty)
{
    static struct all all;
    const struct packed_column *log = &f->out.column[DECODED_SCORES];

    all = (struct all){.penalty = penalty, .endless = f->decoder.endless};
    search_plainly(&all, source, beam);
    assert_int_equal(segment_len(&log->seg, source),
                     all.n < beam ? all.n : beam);
    for (int k = 0; k < all.n && k < beam; k++)
        assert_true(log->floats[log->seg.at[source] + k] == all.of[k].log);
}

/* A sequence is not lost if it ended after as many others, and the search does
 * not stop at one that another would precede. */
static void a_narrow_beam_is_tensor2tensor_s(void **state)
{
    static struct fixture f;

    (void)state;
    for (int endless = 0; endless <= 1; endless++)
        for (size_t p = 0; p < PENALTIES; p++)
            for (int beam = 2; beam <= WIDEST; beam++) {
                f.decoder.endless = endless;
                search(&f, &(struct decoding){.beam = beam,
                                              .n_best = beam,
                                              .length_penalty = penalties[p]});
                for (int s = 0; s < SOURCES; s++)
                    expect_plain(&f, s, beam, penalties[p]);
            }
    arena_release(&f.arena);
}

/* The token with the greatest score, the first of equal ones. */
static void expect_greedy(const struct answers *a, int source)
{
    const struct values found = best(a, source);
    const int32_t *token = found.at;
    uint64_t hypothesis = (uint64_t)source + 1;

    for (int i = 0; i < longest[source]; i++) {
        float score[WORDS];
        int32_t top = TOKEN_UNKNOWN;

        draw(hypothesis, false, score);
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

/* The results of a source in a wider beam do not depend on the others: here one
 * of these has NaN scores. */
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
        cmocka_unit_test(where_none_ends_those_that_live_at_last_are_found),
        cmocka_unit_test(a_narrow_beam_is_tensor2tensor_s),
        cmocka_unit_test(few_are_the_first_of_all),
        cmocka_unit_test(a_beam_of_one_is_greedy),
        cmocka_unit_test(a_broken_source_leaves_the_others_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
