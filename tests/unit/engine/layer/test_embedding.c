/*
 * Tables of word vectors: one per vocabulary, from any source.
 */
#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/layer/embedding.h"

#define WIDTH 4

static float vectors[7 * 3];
static const struct words five = {.n = 5}, six = {.n = 6},
                          known = {.n = 7, .vectors = vectors, .width = 3};

struct setup {
    struct params p;
    struct embedding e[MAX_PARTS];
    int width; /* total width of all parts */
    struct error error;
};

static void make_as(struct setup *s, const struct words *first,
                    const struct words *second, struct embedding_how how)
{
    const struct words *const words[MAX_PARTS] = {first, second};

    memset(s, 0, sizeof(*s));
    how.width = WIDTH;
    how.scale = 2;
    s->width = embeddings_add(s->e, &s->p, words, &how, &s->error);
}

static void make(struct setup *s, const struct words *first,
                 const struct words *second, bool train, bool scores)
{
    make_as(s, first, second,
            (struct embedding_how){.random = !train, .scores = scores});
}

static void release(struct setup *s)
{
    params_release(&s->p);
}

static void parts_that_share_a_vocabulary_share_a_table(void **state)
{
    struct setup s;

    (void)state;
    make(&s, &five, &five, true, false);
    assert_int_equal(s.p.n, 1);
    assert_string_equal(s.p.param[0].name, "embedding");
    assert_int_equal(s.e[0].param, s.e[1].param);
    assert_int_equal(s.width, 2 * WIDTH);
    release(&s);
    make(&s, &five, &five, false, false);
    assert_ptr_equal(s.e[0].fixed, s.e[1].fixed);
    assert_int_equal(s.p.fixed, 5 * WIDTH);
    release(&s);
}

static void
parts_with_vocabularies_of_their_own_have_tables_of_their_own(void **state)
{
    struct setup s;

    (void)state;
    make(&s, &five, &six, true, false);
    assert_int_equal(s.p.n, 2);
    assert_string_equal(s.p.param[0].name, "embedding");
    assert_string_equal(s.p.param[1].name, "embedding.1");
    assert_int_equal(s.p.param[s.e[0].param].rows, 5);
    assert_int_equal(s.p.param[s.e[1].param].rows, 6);
    release(&s);
    make(&s, &five, &six, false, false);
    assert_int_equal(s.e[1].rows, 6);
    assert_memory_not_equal(s.e[0].fixed, s.e[1].fixed,
                            5 * WIDTH * sizeof(float));
    assert_int_equal(s.p.fixed, (5 + 6) * WIDTH);
    release(&s);
}

/* They are the task's, and stay fixed unless the model trains them. */
static void a_task_s_vectors_are_no_parameters(void **state)
{
    struct setup s;

    (void)state;
    make(&s, &known, &six, true, false);
    assert_int_equal(s.e[0].param, -1);
    assert_ptr_equal(s.e[0].fixed, vectors);
    assert_int_equal(s.p.n, 1);
    assert_int_equal(s.width, 3 + WIDTH);
    assert_int_equal(s.p.fixed, 7 * 3);
    release(&s);
}

/* For any seed, and whatever vectors the words without one get. */
static void trained_vectors_begin_as_the_task_s(void **state)
{
    static const struct embedding_how how = {.random = true,
                                             .train_vectors = true};
    struct setup s;

    (void)state;
    for (int i = 0; i < 7 * 3; i++)
        vectors[i] = (float)(i + 1);
    for (int both = 0; both < 2; both++) {
        make_as(&s, &known, both ? &known : &six, how);
        assert_int_equal(s.p.n, 1);
        assert_string_equal(s.p.param[0].name, "embedding");
        assert_int_equal(s.e[0].param, 0);
        assert_null(s.e[0].fixed);
        assert_int_equal(s.e[1].param, both ? 0 : -1);
        assert_int_equal(s.width, both ? 3 + 3 : 3 + WIDTH);
        assert_true(s.p.param[0].table);
        float *values = memory_floats(s.p.len);

        params_init(&s.p, 1, values);
        assert_memory_equal(values, vectors, sizeof(vectors));
        params_init(&s.p, 2, values);
        assert_memory_equal(values, vectors, sizeof(vectors));
        free(values);
        release(&s);
    }
}

/* The task keeps the vectors that the table starts from. */
static void what_trained_vectors_begin_as_counts_as_memory(void **state)
{
    struct setup s;

    (void)state;
    make_as(&s, &known, &known, (struct embedding_how){.train_vectors = true});
    assert_int_equal(s.p.fixed, 7 * 3);
    assert_true(s.p.len >= 7 * 3);
    release(&s);
}

static void vectors_of_the_model_s_own_are_not_the_task_s(void **state)
{
    struct setup s;

    (void)state;
    make_as(&s, &known, &six, (struct embedding_how){.train_vectors = true});
    assert_int_equal(s.p.n, 2);
    assert_string_equal(s.p.param[1].name, "embedding.1");
    assert_null(s.p.param[1].given);
    assert_int_equal(s.p.param[1].cols, WIDTH);
    release(&s);
}

static void vectors_that_no_part_has_cannot_be_trained(void **state)
{
    struct setup s;

    (void)state;
    make_as(&s, &five, &six, (struct embedding_how){.train_vectors = true});
    assert_int_equal(s.width, -1);
    assert_string_equal(s.error.text,
                        "train_vectors: found true, but the task has no word "
                        "vectors; expected false");
    release(&s);
}

/* A lookup costs a step in proportion to the rows; scoring words also costs the
 * whole table. */
static void a_table_that_is_only_looked_up_is_marked(void **state)
{
    struct setup s;

    (void)state;
    for (int scores = 0; scores < 2; scores++) {
        make(&s, &five, NULL, true, scores);
        assert_int_equal(s.p.param[0].table, !scores);
        release(&s);
    }
}

static void a_row_is_looked_up_by_number_and_scaled(void **state)
{
    static const int32_t token[] = {3, 0, 3};
    const struct packed in = {{1, (int[]){0, 3}}, token};
    struct arena a = {0};
    struct setup s;

    (void)state;
    make(&s, &five, NULL, true, false);
    float *values = memory_floats(s.p.len);
    struct tape t = {.arena = &a, .params = values};

    params_init(&s.p, 1, values);
    const struct node *y = embedding_apply(&t, &s.p, &s.e[0], &in);

    assert_int_equal(y->rows, 3);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < WIDTH; k++)
            assert_true(y->val[i * WIDTH + k] ==
                        2 * values[token[i] * WIDTH + k]);
    free(values);
    arena_release(&a);
    release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_that_share_a_vocabulary_share_a_table),
        cmocka_unit_test(
            parts_with_vocabularies_of_their_own_have_tables_of_their_own),
        cmocka_unit_test(a_task_s_vectors_are_no_parameters),
        cmocka_unit_test(trained_vectors_begin_as_the_task_s),
        cmocka_unit_test(what_trained_vectors_begin_as_counts_as_memory),
        cmocka_unit_test(vectors_of_the_model_s_own_are_not_the_task_s),
        cmocka_unit_test(vectors_that_no_part_has_cannot_be_trained),
        cmocka_unit_test(a_table_that_is_only_looked_up_is_marked),
        cmocka_unit_test(a_row_is_looked_up_by_number_and_scaled),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
