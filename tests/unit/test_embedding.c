/*
 * Tables of word vectors: one a vocabulary, whoever they come from.
 */
#include "../test.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "layer/embedding.h"

#define WIDTH 4

static float vectors[7 * 3];
static const struct words five = {.n = 5}, six = {.n = 6},
                          known = {.n = 7, .vectors = vectors, .width = 3};

struct setup {
    struct params p;
    struct embedding e[MAX_PARTS];
    int width; /* of all parts */
};

static void make(struct setup *s, const struct words *first,
                 const struct words *second, bool train, bool scores)
{
    const struct words *const words[MAX_PARTS] = {first, second};

    memset(s, 0, sizeof(*s));
    s->width = embeddings_add(
        s->e, &s->p, words,
        &(struct embedding_how){
            .width = WIDTH, .train = train, .scale = 2, .scores = scores});
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

/* They are the task's, and stay as they are, whatever else is trained. */
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

/* What costs a step by the row; where words are scored, too, by the table. */
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
        cmocka_unit_test(a_table_that_is_only_looked_up_is_marked),
        cmocka_unit_test(a_row_is_looked_up_by_number_and_scaled),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
