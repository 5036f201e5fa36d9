/*
 * What a run is said to need of memory is what it takes: of a transformer that
 * trains, answers, and generates, for each attention kind.
 */
#include "config.h"

#include "../test.h"

#include <malloc.h>
#include <stdio.h>

#include "base/memory.h"
#include "config/document.h"
#include "heads.h"
#include "kernel/gemm.h"
#include "task/classes.h"
#include "train/average.h"
#include "train/evaluate.h"

#define WORDS 40
#define BATCH 32
#define LONGEST 20

/* A task of random sequences; a target is its source. */
struct scene {
    struct task task;
    struct words words;
    struct chosen kind;
    struct decoding how;
    struct model *model;
};

static const struct task_kind a_task = {.is = {.name = "a test's"}};

static void fill(struct examples *x, enum shape shape, int n, int longest)
{
    const struct random_key key = random_key(3, "memory");
    int32_t token[LONGEST + 1], label = 0;

    examples_init(x, shape, shape == SHAPE_PAIR ? classes_columns : NULL);
    for (int i = 0; i < n; i++) {
        const struct address at = {.example = (uint32_t)i};
        const int len = 1 + (int)random_below(key, at, 0, (uint32_t)longest);

        for (int k = 0; k < len; k++)
            token[k] = TOKEN_FIRST + (int)random_below(key, at, 1 + (uint32_t)k,
                                                       WORDS - TOKEN_FIRST);
        token[len] = TOKEN_END;
        examples_add(
            x, &(struct example){
                   .part = {{token, len}, {token, len + (shape != SHAPE_PAIR)}},
                   .column = {{&label, 1}}});
    }
}

static void scene_init(struct scene *s, enum shape shape, const char *attention)
{
    const struct head two = CLASS_HEAD(2), decode = {&head_decode, &s->how};
    struct model_spec spec = {.shape = shape,
                              .head = shape == SHAPE_PAIR ? two : decode,
                              .words = {&s->words, &s->words},
                              .columns = 1,
                              .column = {label_column}};
    struct document *d;
    char text[200];
    struct error e;

    *s = (struct scene){.task.kind = &a_task, .how.longest_target = LONGEST};
    s->words.n = WORDS;
    snprintf(text, sizeof(text),
             "model: {kind: transformer, hidden: 32, filter: 32, heads: 2, "
             "layers: 1, attention: %s}",
             attention);
    d = document_parse(text, "test", &e);
    assert_int_equal(document_bind_kind(d, "model", &model_kinds, &s->kind, &e),
                     0);
    document_free(d);
    s->model = model_new(&s->kind, &spec, &e);
    assert_non_null(s->model);
}

static void scene_release(struct scene *s)
{
    for (int i = 0; i < SPLITS; i++)
        examples_release(&s->task.split[i]);
    model_free(s->model);
    chosen_release(&s->kind);
}

/* As the C library counts; of one thread.  What is trained is so small that
 * nothing asks for huge pages, which round up. */
static double allocated(void)
{
    const struct mallinfo2 m = mallinfo2();

    return (double)m.uordblks + (double)m.hblkhd;
}

static struct train_config config(void)
{
    struct train_config c = {0};

    fields_preset(train_fields, &c);
    c.epochs = 1;
    c.batch = BATCH;
    return c;
}

/* An engine or a stepper keeps no best parameters. */
static void expect(const struct scene *s, const struct train_config *c,
                   double used, const char *what, const char *attention)
{
    struct group g = group_alone();
    const struct training t = {.task = &s->task,
                               .model = s->model,
                               .conf = c,
                               .group = &g,
                               .threads = 1};
    size_t len;
    const double said = train_memory(&t, &len);

    used += sizeof(float) * (double)len;
    print_message("# %s, %s: said %.0f KiB, used %.0f KiB\n", what, attention,
                  said / 1024, used / 1024);
    assert_true(used < 1.2 * said && used > said / 1.2);
    group_release(&g);
}

static void check_training(const char *attention)
{
    struct train_config c = config();
    struct scene s;

    scene_init(&s, SHAPE_SOURCE_TARGET, attention);
    fill(&s.task.split[SPLIT_TRAIN], SHAPE_SOURCE_TARGET, 4 * BATCH, LONGEST);
    fill(&s.task.split[SPLIT_VALID], SHAPE_SOURCE_TARGET, 4, 4);
    const double before = allocated();
    struct stepper *stepper =
        stepper_new(s.model, &c, &s.task.split[SPLIT_TRAIN], 1);

    for (int i = 0; i < 8; i++)
        stepper_step(stepper);
    expect(&s, &c, allocated() - before, "training", attention);
    stepper_free(stepper);
    fields_release(train_fields, &c);
    scene_release(&s);
}

static void check_answers(enum shape shape, long beam, const char *what,
                          const char *attention)
{
    struct train_config c = config();
    struct group g = group_alone();
    struct answer_sheet a;
    struct engine engine;
    struct scene s;
    struct error e;

    scene_init(&s, shape, attention);
    s.how.beam = beam;
    fill(&s.task.split[SPLIT_TRAIN], shape, 4, 4);
    fill(&s.task.split[SPLIT_VALID], shape, BATCH, LONGEST);
    const double before = allocated();

    assert_int_equal(engine_init(&engine, s.model, &c, &g, 1, &e), 0);
    params_init(&s.model->params, 1, engine.params);
    for (int i = 0; i < 2; i++) { /* an arena that grew joins its pieces */
        assert_int_equal(evaluate(&engine, engine.params,
                                  &s.task.split[SPLIT_VALID],
                                  &(struct interrupt){0}, &a, &e),
                         EVALUATED);
        answer_sheet_release(&a);
    }
    expect(&s, &c, allocated() - before, what, attention);
    engine_release(&engine);
    group_release(&g);
    fields_release(train_fields, &c);
    scene_release(&s);
}

/* What is said of a run, and of how many parameters. */
static double said_of(const struct scene *s, const struct train_config *c,
                      const char *state, double *vector)
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

/* Each by at least what it surely takes: an average is a vector, and what is
 * evaluated of it another; a state is parameters and moments, twice as it is
 * written; a fixed table is itself. */
static void what_is_kept_beside_the_parameters_is_counted(void **state)
{
    enum { FIXED = 1000 };
    struct train_config c = config(), averaged = config();
    struct scene s;
    double vector;

    (void)state;
    scene_init(&s, SHAPE_PAIR, "softmax");
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
    scene_release(&s);
}

/* Memory and steps of a run, as said with what is kept of the run before, and
 * with nothing. */
static void check_forecast(const struct scene *s, const struct train_config *c,
                           struct forecast *kept)
{
    struct group g = group_alone();
    struct str text = {0};
    size_t len;

    chosen_text(&s->kind, "model", TEXT_WHOLE, &text);
    fields_text(train_fields, c, "train", TEXT_WHOLE, &text);
    struct training t = {.task = &s->task,
                         .model = s->model,
                         .conf = c,
                         .config = str_text(&text),
                         .group = &g,
                         .threads = 1};
    const double bytes = train_memory(&t, &len);
    const long steps = train_steps_expected(&t);

    t.forecast = kept;
    for (int i = 0; i < 2; i++) {
        assert_true(train_memory(&t, &len) == bytes);
        assert_int_equal(train_steps_expected(&t), steps);
    }
    str_release(&text);
    group_release(&g);
}

/* Of each two in turn one thing differs: batch, order, lengths, data,
 * model. */
static void what_is_kept_of_a_run_is_said_of_its_like_alone(void **state)
{
    struct train_config c = config();
    struct forecast kept = {0};
    struct scene s, other;

    (void)state;
    scene_init(&s, SHAPE_SOURCE_TARGET, "softmax");
    scene_init(&other, SHAPE_SOURCE_TARGET, "coda");
    fill(&s.task.split[SPLIT_TRAIN], SHAPE_SOURCE_TARGET, 99, LONGEST);
    fill(&other.task.split[SPLIT_TRAIN], SHAPE_SOURCE_TARGET, 70, LONGEST);
    check_forecast(&s, &c, &kept);
    c.learning_rate = 0.5;
    check_forecast(&s, &c, &kept);
    c.batch = 7;
    check_forecast(&s, &c, &kept);
    c.seed = 5;
    check_forecast(&s, &c, &kept);
    c.batch = 0;
    c.batch_tokens = 50;
    check_forecast(&s, &c, &kept);
    c.seed = 6;
    check_forecast(&s, &c, &kept);
    c.batch_tokens = 90;
    check_forecast(&s, &c, &kept);
    c.batch_by_length = true;
    check_forecast(&s, &c, &kept);
    check_forecast(&other, &c, &kept);
    other.task.split[SPLIT_TRAIN].n -= 30;
    check_forecast(&other, &c, &kept);
    other.task.split[SPLIT_TRAIN].n += 30;
    forecast_release(&kept);
    fields_release(train_fields, &c);
    scene_release(&s);
    scene_release(&other);
}

/* Products keep some room from the first that pays for it to the thread's
 * end. */
static int warm_up(void **state)
{
    enum { N = 256 };
    float *x = memory_floats(2 * N * N);

    (void)state;
    gemm('t', 't', N, N, N, 1.0f, x, N, x, N, 0.0f, x + N * N, N);
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

/* A line of a million letters is no reason to go down. */
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

/* Else a beam of 4 would keep four times as much at once. */
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
        unit_test_if(!SANITIZED, answers_take_what_they_are_said_to,
                     "a sanitizer's malloc()"),
        unit_test_if(!SANITIZED, generation_takes_what_it_is_said_to,
                     "a sanitizer's malloc()"),
        unit_test_if(!SANITIZED, beams_take_what_they_are_said_to,
                     "a sanitizer's malloc()"),
        cmocka_unit_test(more_pairs_than_a_node_has_rows_are_counted),
        cmocka_unit_test(the_wider_the_beam_the_fewer_sources_are_in_a_chunk),
        cmocka_unit_test(what_is_kept_beside_the_parameters_is_counted),
        cmocka_unit_test(what_is_kept_of_a_run_is_said_of_its_like_alone),
    };

    return cmocka_run_group_tests(tests, warm_up, NULL);
}
