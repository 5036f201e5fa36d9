/* The pointing decoder: each of its rounds compared with its equations, in
 * double precision. */
#include "tests/unit/maxout_fixture.h"

#include "engine/model/pointing.h"

#define H 3
#define U 4
#define POOL 2
#define ROUNDS 4
#define MOST 9 /* rows of a document */

static const int at[] = {0, 7, 8, 17, 20, 25}; /* lengths 7, 1, 9, 3, 5 */
static const struct segments seg = {5, at};
static const int examples[] = {4, 9, 2, 3, 1};

enum { START, END, ENDS };

static const int32_t target[] = {2, 5, 0, 0, 3, 3, 1, 2, 0, 4};

static double sigmoid(double x)
{
    return 1.0 / (1.0 + exp(-x));
}

/* --- one document in double ----------------------------------------------- */

struct reference {
    const struct layer_fixture *s;
    const struct pointing *d;
    int rows;
    double u[MOST][U];
    double h[H], c[H];
    int guess[ENDS];
};

static double value(const struct layer_fixture *s, int param, int i)
{
    return s->val[s->p.param[param].offset + (size_t)i];
}

/* Gate j of the state, from [u_s; u_e]. */
static double gate(const struct reference *x, const double *in, int j)
{
    const struct recurrent_direction *w = &x->d->state.way[0][0];
    double y = value(x->s, w->bias, j) + value(x->s, w->second, j);

    for (int k = 0; k < ENDS * U; k++)
        y += in[k] * value(x->s, w->weight, k * 4 * H + j);
    for (int k = 0; k < H; k++)
        y += x->h[k] * value(x->s, w->state, k * 4 * H + j);
    return y;
}

static void step(struct reference *x)
{
    double in[ENDS * U], g[4 * H];

    for (int e = 0; e < ENDS; e++)
        memcpy(in + e * U, x->u[x->guess[e]], sizeof(x->u[0]));
    for (int j = 0; j < 4 * H; j++)
        g[j] = gate(x, in, j);
    for (int j = 0; j < H; j++) {
        x->c[j] =
            sigmoid(g[H + j]) * x->c[j] + sigmoid(g[j]) * tanh(g[2 * H + j]);
        x->h[j] = sigmoid(g[3 * H + j]) * tanh(x->c[j]);
    }
}

/* The score of row t by one of the networks. */
static double score(const struct reference *x, const struct hmn *n, int t)
{
    double about[H + ENDS * U];

    memcpy(about, x->h, sizeof(x->h));
    for (int e = 0; e < ENDS; e++)
        memcpy(about + H + e * U, x->u[x->guess[e]], sizeof(x->u[0]));
    return hmn_of(x->s, n, H, x->u[t], about);
}

/* Write the scores; returns the best place. */
static int point_to(const struct reference *x, const struct hmn *n,
                    double *scores)
{
    int best = 0;

    for (int t = 0; t < x->rows; t++) {
        scores[t] = score(x, n, t);
        if (scores[t] > scores[best])
            best = t;
    }
    return best;
}

/* Take a round; true if it does not change the guess. */
static bool take_round(struct reference *x, double scores[ENDS][MOST])
{
    int next[ENDS];
    const int start = x->guess[START];

    step(x);
    next[START] = point_to(x, &x->d->start, scores[START]);
    if (x->d->how.new_start)
        x->guess[START] = next[START];
    next[END] = point_to(x, &x->d->end, scores[END]);
    const bool same = next[START] == start && next[END] == x->guess[END];

    memcpy(x->guess, next, sizeof(next));
    return same;
}

static void begin_reference(struct reference *x, const struct layer_fixture *s,
                            const struct pointing *d, const struct node *u,
                            int k)
{
    *x = (struct reference){.s = s, .d = d, .rows = segment_len(&seg, k)};
    for (int t = 0; t < x->rows; t++)
        for (int j = 0; j < U; j++)
            x->u[t][j] = u->val[(at[k] + t) * U + j];
    if (d->how.first == GUESS_WHOLE)
        x->guess[END] = x->rows - 1;
}

/* --- the decoder under test ----------------------------------------------- */

struct pointing_fixture {
    struct layer_fixture s;
    struct pointing d;
    struct node *u;
    struct pointed said;
};

static void decode(struct pointing_fixture *x, void **state, int first,
                   bool new_start, bool stop)
{
    const struct pointing_how how = {.in = U,
                                     .width = H,
                                     .pool = POOL,
                                     .rounds = ROUNDS,
                                     .first = (enum first_guess)first,
                                     .new_start = new_start,
                                     .stop = stop};

    *x = (struct pointing_fixture){0};
    x->d = pointing_add(&x->s.p, &how, "pointing");
    begin(&x->s, state);
    x->u = filled(&x->s.t, at[seg.n], U, 1);
    x->said = pointing_apply(&x->s.t, &x->s.p, &x->d, x->u, &seg, examples);
}

static void expect_scores(const struct pointing_fixture *x, int k, int round,
                          double want[ENDS][MOST])
{
    for (int t = 0; t < segment_len(&seg, k); t++)
        for (int e = 0; e < ENDS; e++)
            assert_float_equal(
                x->said.scores[round]->val[ENDS * (at[k] + t) + e], want[e][t],
                1e-5);
}

static void expect_document(const struct pointing_fixture *x, int k)
{
    double scores[ENDS][MOST];
    struct reference y;
    int taken = ROUNDS;

    begin_reference(&y, &x->s, &x->d, x->u, k);
    for (int r = 0; r < ROUNDS; r++) {
        const bool same = take_round(&y, scores);

        expect_scores(x, k, r, scores);
        if (x->d.how.stop && same && taken > r)
            taken = r + 1;
    }
    assert_int_equal(x->said.taken[k], taken);
}

static void each_round_is_what_the_equations_say(void **state)
{
    for (int how = 0; how < 8; how++) {
        struct pointing_fixture x;

        decode(&x, state, how & 1, how & 2, how & 4);
        for (int k = 0; k < seg.n; k++)
            expect_document(&x, k);
        end(&x.s, pointing_loss(&x.s.t, &x.said, &seg, target, false, 1.0f));
    }
}

/* Check that documents with a loss take different numbers of rounds, so that
 * later checks can fail. */
static void expect_variety(const struct pointed *said)
{
    int least = ROUNDS, most = 0;

    for (int k = 0; k < seg.n; k++) {
        if (segment_len(&seg, k) == 1)
            continue;
        least = said->taken[k] < least ? said->taken[k] : least;
        most = said->taken[k] > most ? said->taken[k] : most;
    }
    assert_in_range(least, 1, ROUNDS - 1);
    assert_true(most > least);
}

/* -log softmax of a column of a document's scores. */
static double negative_log(const struct node *scores, int k, int e, int place)
{
    double sum = 0.0;

    for (int i = at[k]; i < at[k + 1]; i++)
        sum += exp((double)scores->val[ENDS * i + e]);
    return log(sum) - (double)scores->val[ENDS * (at[k] + place) + e];
}

static double loss_of(const struct pointed *said, bool mean)
{
    double sum = 0.0;

    for (int k = 0; k < seg.n; k++)
        for (int r = 0; r < said->taken[k]; r++)
            for (int e = 0; e < ENDS; e++)
                sum +=
                    negative_log(said->scores[r], k, e, target[ENDS * k + e]) /
                    (mean ? said->taken[k] : 1);
    return sum;
}

static void the_rounds_that_count_are_summed_or_averaged(void **state)
{
    for (int how = 0; how < 4; how++) {
        const bool stop = how & 1, mean = how & 2;
        struct pointing_fixture x;

        decode(&x, state, GUESS_FIRST, false, stop);
        if (stop)
            expect_variety(&x.said);
        struct node *y =
            pointing_loss(&x.s.t, &x.said, &seg, target, mean, 0.5f);

        assert_float_equal(y->val[0], 0.5 * loss_of(&x.said, mean), 1e-5);
        end(&x.s, y);
    }
}

static void the_last_round_that_was_taken_answers(void **state)
{
    struct pointing_fixture x;

    decode(&x, state, GUESS_FIRST, false, true);
    expect_variety(&x.said);
    struct node *y = pointing_last(&x.s.t, &x.said, &seg);

    for (int k = 0; k < seg.n; k++)
        assert_memory_equal(
            y->val + ENDS * at[k],
            x.said.scores[x.said.taken[k] - 1]->val + ENDS * at[k],
            sizeof(float) * ENDS * (size_t)segment_len(&seg, k));
    end(&x.s, pointing_loss(&x.s.t, &x.said, &seg, target, false, 1.0f));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_round_is_what_the_equations_say),
        TEST(the_rounds_that_count_are_summed_or_averaged),
        TEST(the_last_round_that_was_taken_answers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
