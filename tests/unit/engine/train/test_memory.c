/*
 * The estimated memory of a run is what it takes: for a transformer that
 * trains, answers and generates, for each attention kind, and for a model that
 * trains a large table of words.
 */
#include "config.h"

#include "tests/test.h"

#include <malloc.h>
#include <stdio.h>

#include "base/core/memory.h"
#include "engine/kernel/gemm.h"
#include "engine/train/average.h"
#include "engine/train/evaluate.h"
#include "engine/train/stepper.h"
#include "tests/unit/engine/train/training_fixture.h"

/* As the C library counts.  Most models here are so small that no huge pages,
 * which round up, are used. */
static double allocated(void)
{
    const struct mallinfo2 m = mallinfo2();

    return (double)m.uordblks + (double)m.hblkhd;
}

/* Engines and steppers keep no best parameters. */
static void expect(const struct training_fixture *s,
                   const struct train_config *c, int threads, double used,
                   const char *what, const char *attention)
{
    struct group g = group_alone();
    const struct training t = {.task = &s->task,
                               .model = s->model,
                               .conf = c,
                               .group = &g,
                               .threads = threads};
    size_t len;
    const double said = train_memory(&t, &len);

    used += sizeof(float) * (double)len;
    print_message("# %s, %s: said %.0f KiB, used %.0f KiB\n", what, attention,
                  said / 1024, used / 1024);
    assert_true(used < 1.2 * said && used > said / 1.2);
    group_release(&g);
}

static void check_steps(const struct training_fixture *s,
                        const struct train_config *c, int threads, int steps,
                        const char *what, const char *attention)
{
    const double before = allocated();
    struct stepper *stepper =
        stepper_new(s->model, c, &s->task.split[SPLIT_TRAIN], threads);

    for (int i = 0; i < steps; i++)
        stepper_step(stepper);
    expect(s, c, threads, allocated() - before, what, attention);
    stepper_free(stepper);
}

static void check_training(const char *attention)
{
    struct train_config c = config();
    struct training_fixture s;

    training_fixture_init(&s, SHAPE_SOURCE_TARGET, attention);
    fill(&s.task.split[SPLIT_TRAIN], SHAPE_SOURCE_TARGET, 4 * BATCH, LONGEST);
    fill(&s.task.split[SPLIT_VALID], SHAPE_SOURCE_TARGET, 4, 4);
    check_steps(&s, &c, 1, 8, "training", attention);
    fields_release(train_fields, &c);
    training_fixture_release(&s);
}

/* Sums of gradients have the rows that their grains look up: few for few
 * grains.  Each sum that is left of a thread has the rows of the other threads
 * as well; three threads divide the grains unevenly. */
static void a_large_trained_table_takes_what_it_is_said_to(void **state)
{
    static const char *const text =
        "model: {kind: decatt, hidden: 16, embedding: 300}";
    struct train_config c = config();
    struct training_fixture s;

    (void)state;
    c.batch = 2048;
    training_fixture_of(&s, SHAPE_PAIR, 100000, text);
    fill_words(&s.task.split[SPLIT_TRAIN], SHAPE_PAIR, 4096, LONGEST,
               s.words.n);
    check_steps(&s, &c, 1, 2, "a table of 100,000 words", "one thread");
    check_steps(&s, &c, 3, 2, "a table of 100,000 words", "three threads");
    fields_release(train_fields, &c);
    training_fixture_release(&s);
}

static void check_answers(enum shape shape, long beam, const char *what,
                          const char *attention)
{
    struct train_config c = config();
    struct group g = group_alone();
    struct answer_sheet a;
    struct engine engine;
    struct training_fixture s;
    struct error e;

    training_fixture_init(&s, shape, attention);
    s.how.beam = beam;
    fill(&s.task.split[SPLIT_TRAIN], shape, 4, 4);
    fill(&s.task.split[SPLIT_VALID], shape, BATCH, LONGEST);
    const double before = allocated();

    assert_int_equal(engine_init(&engine, s.model, &c, &g, 1, &e), 0);
    params_init(&s.model->params, 1, engine.params);
    for (int i = 0; i < 2; i++) { /* an arena that grew merges its pieces */
        assert_int_equal(evaluate(&engine, engine.params,
                                  &s.task.split[SPLIT_VALID],
                                  &(struct interrupt){0}, &a, &e),
                         EVALUATED);
        answer_sheet_release(&a);
    }
    expect(&s, &c, 1, allocated() - before, what, attention);
    engine_release(&engine);
    group_release(&g);
    fields_release(train_fields, &c);
    training_fixture_release(&s);
}

/* The estimate of a run, and its number of parameters. */
static double said_of(const struct training_fixture *s,
                      const struct train_config *c, const char *state,
                      double *vector)
{
    struct group g = group_alone();
    size_t len;
    const double said = train_memory(&(struct training){.task = &s->task,
                                                        .model = s->model,
                                                        .conf = c,
                                                        .group = &g,
                                                        .state = state,
                                                        .threads = 1},
                                     &len);

    *vector = sizeof(float) * (double)len;
    group_release(&g);
    return said;
}

/* Each adds at least what it certainly takes: an average is a vector, and its
 * evaluated copy another; a state is parameters and moments, twice while it is
 * written; a fixed table is itself. */
static void what_is_kept_beside_the_parameters_is_counted(void **state)
{
    enum { FIXED = 1000 };
    struct train_config c = config(), averaged = config();
    struct training_fixture s;
    double vector;

    (void)state;
    training_fixture_init(&s, SHAPE_PAIR, "softmax");
    fill(&s.task.split[SPLIT_TRAIN], SHAPE_PAIR, BATCH, LONGEST);
    chosen_release(&averaged.average);
    assert_int_equal(chosen_preset(&averaged.average, &average_kinds, "moving"),
                     0);
    const double plain = said_of(&s, &c, NULL, &vector);

    assert_true(said_of(&s, &averaged, NULL, &vector) >= plain + 2 * vector);
    assert_true(said_of(&s, &c, "state.h5", &vector) >= plain + 6 * vector);
    s.model->params.fixed += FIXED;
    assert_true(said_of(&s, &c, NULL, &vector) ==
                plain + FIXED * sizeof(float));
    fields_release(train_fields, &c);
    fields_release(train_fields, &averaged);
    training_fixture_release(&s);
}

/* Products keep some memory from the first one that is large enough until the
 * thread ends. */
static int warm_up(void **state)
{
    enum { N = 256 };
    float *x = memory_floats(2 * N * N);

    (void)state;
    gemm(PRODUCTS_OWN, 't', 't', N, N, N, 1.0f, x, N, x, N, 0.0f, x + N * N, N);
    free(x);
    return 0;
}

static void training_takes_what_it_is_said_to(void **state)
{
    (void)state;
    for (int i = 0; attention_kinds.list[i]; i++)
        check_training(attention_kinds.list[i]->name);
}

static void answers_take_what_they_are_said_to(void **state)
{
    (void)state;
    for (int i = 0; attention_kinds.list[i]; i++)
        check_answers(SHAPE_PAIR, 0, "answers", attention_kinds.list[i]->name);
}

static void generation_takes_what_it_is_said_to(void **state)
{
    (void)state;
    for (int i = 0; attention_kinds.list[i]; i++)
        check_answers(SHAPE_SOURCE_TARGET, 1, "generation",
                      attention_kinds.list[i]->name);
}

static void beams_take_what_they_are_said_to(void **state)
{
    (void)state;
    for (int i = 0; attention_kinds.list[i]; i++)
        check_answers(SHAPE_SOURCE_TARGET, 5, "a beam",
                      attention_kinds.list[i]->name);
}

/* A line of a million letters must not end the program. */
static void more_pairs_than_a_node_has_rows_are_counted(void **state)
{
    enum { LONG = 60000 };
    const struct segments all = {1, (int[]){0, LONG}};
    const size_t n = (size_t)LONG * LONG;
    struct arena arena = {.counts = true};
    struct tape t = {.arena = &arena, .dry = true};
    struct node *x = tape_constant(&t, LONG, 1);
    struct pairs p;

    (void)state;
    tape_begin(&t, 0);
    pairs_init(&p, &arena, all, all, 1, (struct pair_mask){0});
    const struct node *e = tape_tanh(&t, tape_pair_dot(&t, &p, x, x, 1.0f));

    assert_true(node_len(e) >= n && node_len(e) < n + n / 1000);
    assert_true(arena.peak >= 2 * sizeof(float) * n);
    arena_release(&arena);
}

/* Otherwise a beam of 4 would hold four times as much at once. */
static void the_wider_the_beam_the_fewer_sources_are_in_a_chunk(void **state)
{
    static const struct {
        long beam;
        int sources;
    } is[] = {{0, 64}, {1, 64}, {4, 16}, {5, 12}, {1000, 8}};
    struct examples x;

    (void)state;
    fill(&x, SHAPE_SOURCE_TARGET, 100, 4);
    for (size_t i = 0; i < sizeof(is) / sizeof(*is); i++) {
        struct chunks c;

        chunks_init(&c, &x, is[i].beam);
        assert_int_equal(c.cut[1], is[i].sources);
        assert_int_equal(c.cut[c.n], 100);
        chunks_release(&c);
    }
    examples_release(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        unit_test_if(!SANITIZED, training_takes_what_it_is_said_to,
                     "a sanitizer's malloc()"),
        unit_test_if(!SANITIZED, a_large_trained_table_takes_what_it_is_said_to,
                     "a sanitizer's malloc()"),
        unit_test_if(!SANITIZED, answers_take_what_they_are_said_to,
                     "a sanitizer's malloc()"),
        unit_test_if(!SANITIZED, generation_takes_what_it_is_said_to,
                     "a sanitizer's malloc()"),
        unit_test_if(!SANITIZED, beams_take_what_they_are_said_to,
                     "a sanitizer's malloc()"),
        cmocka_unit_test(more_pairs_than_a_node_has_rows_are_counted),
        cmocka_unit_test(the_wider_the_beam_the_fewer_sources_are_in_a_chunk),
        cmocka_unit_test(what_is_kept_beside_the_parameters_is_counted),
    };

    return cmocka_run_group_tests(tests, warm_up, NULL);
}
