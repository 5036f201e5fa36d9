/*
 * Training on examples that are made when needed: over some windows and epochs,
 * the same bits on any threads, and after a stop.
 */
#include "config.h"

#include "tests/test.h"
#include "tests/toy.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "engine/kernel/kernel.h"
#include "tests/unit/text_files.h"

enum { EXAMPLES = 40000, OTHERS = 40, BATCH = 1000 };

/* Lines of few digits, and a transformer. */
struct made_fixture {
    struct loaded loaded;
    struct chosen kind;
    struct model *model;
    struct train_config conf;
};

static void have_them_made(struct task *t)
{
    struct examples *x = &t->split[SPLIT_TRAIN];

    for (int i = 0; i < x->n; i++)
        for (int p = 0; p < x->parts; p++)
            if (example_len(x, p, i) > x->most[p])
                x->most[p] = example_len(x, p, i);
    examples_clear(x);
    x->n = EXAMPLES;
    x->made = true;
}

static void made_fixture_init(struct made_fixture *s, bool made)
{
    struct document *d;
    struct error e;

    *s = (struct made_fixture){0};
    assert_int_equal(load_task(&s->loaded,
                               "{kind: mlu, low: 0, high: 70, examples: 40080, "
                               "valid_examples: 40, test_examples: 40}"),
                     0);
    if (made)
        have_them_made(s->loaded.task);
    const struct model_spec spec = task_spec(s->loaded.task);

    d = document_parse("model: {kind: transformer, preset: custom, layers: 1, "
                       "hidden: 8, filter: 8, heads: 2, dropout: 0.1}",
                       "test", &e);
    assert_int_equal(document_bind_kind(d, "model", &model_kinds, &s->kind, &e),
                     0);
    document_free(d);
    s->model = model_new(&s->kind, &spec, &e);
    assert_non_null(s->model);
    fields_preset(train_fields, &s->conf);
    s->conf.batch = BATCH;
    s->conf.epochs = 2;
    s->conf.steps = 50;
    s->conf.evaluate_every = 10;
    s->conf.learning_rate = 0.01;
}

static void made_fixture_release(struct made_fixture *s)
{
    fields_release(train_fields, &s->conf);
    model_free(s->model);
    chosen_release(&s->kind);
    unload_task(&s->loaded);
}

static struct training training_of(const struct made_fixture *s,
                                   struct group *g, int threads)
{
    return (struct training){
        .task = s->loaded.task,
        .model = s->model,
        .conf = &s->conf,
        .maximize = true,
        .group = g,
        .threads = threads,
        .attempt = 1,
    };
}

static struct result trained(const struct made_fixture *s, int threads)
{
    struct group g = group_alone();
    const struct training t = training_of(s, &g, threads);
    struct result r = {0};
    struct error e;

    if (train_run(&t, &r, &e) != TRAIN_FINISHED)
        fail_msg("%s", e.text);
    group_release(&g);
    return r;
}

static void threads_change_no_bit(void **state)
{
    struct made_fixture s;

    (void)state;
    made_fixture_init(&s, true);
    struct result one = trained(&s, 1), three = trained(&s, 3);

    assert_int_equal(one.steps, 50);
    assert_true(toy_same(&one, &three));
    result_release(&one);
    result_release(&three);
    made_fixture_release(&s);
}

/* Ask to stop at the nth call. */
static bool countdown(void *context)
{
    int *left = context;

    return --*left == 0;
}

static struct result in_pieces(const struct made_fixture *s, const char *path)
{
    enum train_end end = TRAIN_STOPPED;
    struct result r = {0};
    struct error e;
    int stops = 0;

    while (end == TRAIN_STOPPED) {
        struct group g = group_alone();
        struct training t = training_of(s, &g, 1 + stops % 2);
        int left = 8 + 5 * stops;

        result_release(&r);
        r = (struct result){0};
        t.state = path;
        t.stop = countdown;
        t.context = &left;
        t.attempt = ++stops;
        end = train_run(&t, &r, &e);
        if (end != TRAIN_STOPPED)
            train_tidy(t.state, t.keep);
        group_release(&g);
    }
    assert_int_equal(end, TRAIN_FINISHED);
    assert_true(stops > 3);
    return r;
}

static void stopped_and_resumed_is_uninterrupted(void **state)
{
    struct made_fixture s;

    (void)state;
    made_fixture_init(&s, true);
    struct result whole = trained(&s, 1),
                  pieces = in_pieces(&s, path_of("state"));

    assert_true(toy_same(&whole, &pieces));
    result_release(&whole);
    result_release(&pieces);
    made_fixture_release(&s);
}

static double said_of(const struct made_fixture *s, long *steps)
{
    struct group g = group_alone();
    const struct training t = training_of(s, &g, 1);
    size_t params;
    const double bytes = train_memory(&t, &params);

    *steps = train_steps_expected(&t);
    group_release(&g);
    return bytes;
}

/* A forecast for made examples looks at the first of them only: memory and
 * steps are about those of stored examples; with batches of a fixed number of
 * examples, the steps are equal. */
static void a_forecast_is_about_that_of_stored_examples(void **state)
{
    static const long batch[] = {BATCH, 7, 0, 0, 30000, EXAMPLES + 1};
    static const long tokens[] = {0, 0, 600, 5000, 0, 0};
    struct made_fixture made, stored;

    (void)state;
    made_fixture_init(&made, true);
    made_fixture_init(&stored, false);
    for (size_t i = 0; i < sizeof(batch) / sizeof(*batch); i++) {
        long steps, about;

        made.conf.steps = stored.conf.steps = 0;
        made.conf.batch = stored.conf.batch = batch[i];
        made.conf.batch_tokens = stored.conf.batch_tokens = tokens[i];
        const double bytes = said_of(&stored, &steps),
                     said = said_of(&made, &about);

        print_message("# %.0f and %.0f KiB, %ld and %ld steps\n", bytes / 1024,
                      said / 1024, steps, about);
        assert_true(said < 1.1 * bytes && said > bytes / 1.1);
        assert_in_range(about, steps - (batch[i] ? 0 : steps / 100),
                        steps + (batch[i] ? 0 : steps / 100));
    }
    made_fixture_release(&made);
    made_fixture_release(&stored);
}

static void too_small_a_budget_says_how_long_they_are(void **state)
{
    struct group g = group_alone();
    struct result r = {0};
    struct error e;
    struct made_fixture s;

    (void)state;
    made_fixture_init(&s, true);
    struct training t = training_of(&s, &g, 1);

    t.memory = 1000;
    assert_int_equal(train_run(&t, &r, &e), TRAIN_FAILED);
    /* x=10,y=10,x*y and 4761 with its end */
    assert_non_null(strstr(e.text, "examples of train have up to 18 tokens"));
    result_release(&r);
    group_release(&g);
    made_fixture_release(&s);
}

static int begin(void **state)
{
    struct error e;

    return kernel_start(&e) || make_folder(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_no_bit),
        cmocka_unit_test(stopped_and_resumed_is_uninterrupted),
        cmocka_unit_test(a_forecast_is_about_that_of_stored_examples),
        cmocka_unit_test(too_small_a_budget_says_how_long_they_are),
    };

    return cmocka_run_group_tests(tests, begin, remove_folder);
}
