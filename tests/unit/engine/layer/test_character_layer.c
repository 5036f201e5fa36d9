/* Vectors of words from their characters, compared with their equations in
 * double. */
#include "tests/test.h"

#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/layer/characters.h"
#include "tests/unit/layer_fixture.h"

#define D 5
#define E 6 /* width of an LSTM */

static const int at[] = {0, 3, 3, 4}; /* lengths 3, 0, 1 */
static const int examples[] = {4, 9, 2};

static const char *const texts[] = {"the", "characters", "a", "of", "hat"};
enum { TEXTS = sizeof(texts) / sizeof(*texts), WORDS = TOKEN_FIRST + TEXTS };

static void make_words(struct words *w)
{
    *w = (struct words){.n = WORDS};
    w->text = memory_new(WORDS * sizeof(*w->text));
    for (int i = 0; i < WORDS; i++)
        w->text[i] =
            memory_string(i < TOKEN_FIRST ? "" : texts[i - TOKEN_FIRST]);
    words_add_characters(w, 6);
}

static const struct character_how how = {
    .width = 4,
    .start = {INIT_NORMAL, 1.0f},
    .filters = D,
    .window = 3,
    .relu = true,
    .init = INIT_HE,
};
static const struct character_how how_lstm = {
    .encoder = CHARACTERS_LSTM,
    .width = 4,
    .start = {INIT_NORMAL, 1.0f},
    .filters = E,
};

/* Filter f of a token: the maximum over the token's own characters. */
static double filter_of(const struct layer_fixture *s,
                        const struct character_layer *l, int token, int f)
{
    const struct values v = column_get(&l->of->of, token);
    const int32_t *id = v.at;
    const float *table = s->val + s->p.param[l->table].offset;
    double best = l->how.relu ? 0.0 : -INFINITY;

    for (int i = 0; i < v.n; i++) {
        double seen[3 * 4] = {0};

        for (int n = 0; n < 3; n++)
            for (int k = 0; i - 1 + n >= 0 && i - 1 + n < v.n && k < 4; k++)
                seen[n * 4 + k] = table[id[i - 1 + n] * 4 + k];
        best = fmax(best, linear_of(s, l->filters.of, false, seen, f));
    }
    return best;
}

static const int32_t first[] = {TOKEN_FIRST, TOKEN_FIRST + 1, TOKEN_FIRST,
                                TOKEN_NULL};
static const int32_t second[] = {TOKEN_FIRST + 4, TOKEN_UNKNOWN,
                                 TOKEN_FIRST + 1, TOKEN_FIRST + 2};
static const struct packed parts[] = {{{3, at}, first}, {{3, at}, second}};

static void a_word_has_the_greatest_of_each_filter(void **state)
{
    struct words w;

    make_words(&w);
    for (int relu = 0; relu < 2; relu++) {
        struct layer_fixture s = {0};
        struct character_how as = how;

        as.relu = relu;
        const struct character_layer l = characters_add(&s.p, &w, &as, "c");
        struct node *out[2];

        begin(&s, state);
        characters_apply(&s.t, &s.p, &l, parts, 2, examples, out);
        for (int p = 0; p < 2; p++)
            for (int i = 0; i < 4; i++)
                for (int f = 0; f < D; f++)
                    assert_float_equal(out[p]->val[i * D + f],
                                       filter_of(&s, &l, parts[p].token[i], f),
                                       1e-5);
        end(&s, tape_concat(&s.t, out[0], out[1]));
    }
    words_release(&w);
}

/* The LSTM over one word alone: the final state of each direction. */
static void expect_states(const struct layer_fixture *s,
                          const struct character_layer *l, int token,
                          const float *y)
{
    const struct values v = column_get(&l->of->of, token);
    const struct segments seg = {1, (int[]){0, v.n}};
    const struct recurrent_dropout none = {0};
    struct tape t = s->t;
    const size_t half = E / 2;

    t.grads = NULL;
    struct node *x =
        tape_lookup(&t, params_node(&t, &s->p, l->table), v.at, v.n, 1.0f);

    x = recurrent_apply(&t, &s->p, &l->recurrent, x, &seg, none, NULL);
    assert_memory_equal(y, x->val + (size_t)(v.n - 1) * E,
                        half * sizeof(float));
    assert_memory_equal(y + half, x->val + half, half * sizeof(float));
}

static void a_word_has_an_lstm_s_last_states(void **state)
{
    struct words w;
    struct layer_fixture s = {0};
    struct node *out[2];

    make_words(&w);
    const struct character_layer l = characters_add(&s.p, &w, &how_lstm, "c");

    begin(&s, state);
    characters_apply(&s.t, &s.p, &l, parts, 2, examples, out);
    for (int p = 0; p < 2; p++) {
        assert_int_equal(out[p]->cols, E);
        for (int i = 0; i < 4; i++)
            expect_states(&s, &l, parts[p].token[i], out[p]->val + i * E);
    }
    end(&s, tape_concat(&s.t, out[0], out[1]));
    words_release(&w);
}

static struct character_how how_initials(void)
{
    struct character_how as = how_lstm;

    as.encoder = CHARACTERS_INITIALS;
    return as;
}

/* The LSTM over one part alone, reading the first character of each token. */
static void a_part_has_an_lstm_over_its_tokens_initials(void **state)
{
    const struct character_how as = how_initials();
    const struct recurrent_dropout none = {0};
    struct words w;
    struct layer_fixture s = {0};
    struct node *out[2];

    make_words(&w);
    const struct character_layer l = characters_add(&s.p, &w, &as, "c");

    begin(&s, state);
    characters_apply(&s.t, &s.p, &l, parts, 2, examples, out);
    for (int p = 0; p < 2; p++) {
        struct tape t = s.t;
        int32_t id[4];

        t.grads = NULL;
        for (int i = 0; i < 4; i++) {
            const struct values v = column_get(&l.of->of, parts[p].token[i]);

            id[i] = ((const int32_t *)v.at)[0];
        }
        struct node *x =
            tape_lookup(&t, params_node(&t, &s.p, l.table), id, 4, 1.0f);

        x = recurrent_apply(&t, &s.p, &l.recurrent, x, &parts[p].seg, none,
                            NULL);
        assert_int_equal(out[p]->cols, E);
        assert_memory_equal(out[p]->val, x->val, node_len(x) * sizeof(float));
    }
    end(&s, tape_concat(&s.t, out[0], out[1]));
    words_release(&w);
}

/* One mask per token, by its example, rather than one for all occurrences of a
 * word. */
static void initials_are_dropped_token_by_token(void **state)
{
    enum { PARTS = 3, LENGTH = 2, STEP = LENGTH * E };
    const int32_t same[PARTS * LENGTH] = {
        TOKEN_FIRST, TOKEN_FIRST, TOKEN_FIRST,
        TOKEN_FIRST, TOKEN_FIRST, TOKEN_FIRST,
    };
    const struct packed part = {{PARTS, (int[]){0, 2, 4, 6}}, same};
    struct character_how as = how_initials();
    struct words w;
    struct layer_fixture s = {0};
    struct node *y;

    make_words(&w);
    as.dropout = 0.5f;
    const struct character_layer l = characters_add(&s.p, &w, &as, "c");

    begin(&s, state);
    characters_apply(&s.t, &s.p, &l, &part, 1, (int[]){4, 9, 4}, &y);
    assert_int_equal(s.t.site, 1);
    assert_memory_equal(y->val, y->val + 2 * STEP, STEP * sizeof(float));
    assert_memory_not_equal(y->val, y->val + STEP, STEP * sizeof(float));
    end(&s, y);
    words_release(&w);
}

/* Parts give the same bits together, alone, and in another order, also with
 * dropout. */
static void check_any_grain(void **state, struct character_how as)
{
    const size_t width = (size_t)as.filters;
    struct words w;
    struct layer_fixture s = {0};
    struct node *both[2], *one;

    make_words(&w);
    as.dropout = 0.3f;
    const struct character_layer l = characters_add(&s.p, &w, &as, "c");

    begin(&s, state);
    characters_apply(&s.t, &s.p, &l, parts, 2, examples, both);
    for (int p = 0; p < 2; p++) {
        s.t.site = 0;
        characters_apply(&s.t, &s.p, &l, &parts[p], 1, examples, &one);
        assert_memory_equal(one->val, both[p]->val,
                            node_len(one) * sizeof(float));
    }
    assert_int_equal(s.t.site, 1);
    assert_memory_equal(both[0]->val + width, both[1]->val + 2 * width,
                        width * sizeof(float)); /* the same token */
    end(&s, tape_concat(&s.t, both[0], both[1]));
    words_release(&w);
}

static void a_word_is_the_same_in_any_grain(void **state)
{
    check_any_grain(state, how);
    check_any_grain(state, how_lstm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_word_has_the_greatest_of_each_filter),
        TEST(a_word_has_an_lstm_s_last_states),
        TEST(a_part_has_an_lstm_over_its_tokens_initials),
        TEST(initials_are_dropped_token_by_token),
        TEST(a_word_is_the_same_in_any_grain),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
