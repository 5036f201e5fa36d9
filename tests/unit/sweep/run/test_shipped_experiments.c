/* The experiments that are shipped with codarun, read with the real kinds. */
#include "tests/test.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/experiment/namer.h"

static char *pattern(void)
{
    const char *dir = getenv("srcdir");

    return memory_format("%s/experiments/*.yaml", dir ? dir : ".");
}

static void each_shipped(void (*check)(const struct experiment *x,
                                       const char *base))
{
    char *files = pattern();
    glob_t g;

    assert_int_equal(glob(files, 0, NULL, &g), 0);
    free(files);
    for (size_t i = 0; i < g.gl_pathc; i++) {
        struct experiment x;
        struct error e = {0};

        print_message("# %s\n", g.gl_pathv[i]);
        if (experiment_read(&x, g.gl_pathv[i], NULL, 0, &e))
            fail_msg("%s", e.text);
        check(&x, strrchr(g.gl_pathv[i], '/') + 1);
        experiment_release(&x);
    }
    globfree(&g);
}

/* The results folder has the file's name. */
static void check_name(const struct experiment *x, const char *base)
{
    char *file = memory_format("%s.yaml", x->name);

    if (strcmp(file, base) != 0)
        fail_msg("%s: found name '%s', expected the file's", base, x->name);
    free(file);
}

static void every_shipped_experiment_is_read_whole(void **state)
{
    (void)state;
    each_shipped(check_name);
}

#define NAMED 60

/* Trials get their names without being bound. */
static void check_names(const struct experiment *x, const char *base)
{
    struct namer *n = namer_new(x);

    for (long i = 0; i < NAMED && i < experiment_known(x); i++) {
        struct assignment a = experiment_assignment(x, i);
        struct trial_config c;
        struct digest name;
        struct error e = {0};

        if (experiment_bind(x, &a, &c, &e) || namer_name(n, &a, &name, &e))
            fail_msg("%s", e.text);
        if (!digest_equal(name, c.digest))
            fail_msg("%s: trial %ld has another name when it is bound", base,
                     i);
        trial_config_release(&c);
        assignment_release(&x->search.space, &a);
    }
    namer_free(n);
}

static void trials_of_shipped_experiments_have_one_name(void **state)
{
    (void)state;
    each_shipped(check_names);
}

/* The parts of a trial that are compared here. */
struct tuned {
    const struct kind *model;
    bool softmax, coda;
    long seed;
    char *training; /* its text from the training section on; owned */
};

static struct tuned tuned_of(const struct experiment *x, long i)
{
    struct trial_config c;
    struct error e = {0};
    struct tuned t;

    if (experiment_trial(x, i, &c, &e))
        fail_msg("%s", e.text);
    t = (struct tuned){
        .model = c.model.kind,
        .softmax = strstr(c.whole, "\nmodel.attention.kind: softmax\n"),
        .coda = strstr(c.whole, "\nmodel.attention.kind: coda\n"),
        .seed = c.train.seed,
        .training = memory_string(strstr(c.whole, "\ntrain.epochs"))};
    trial_config_release(&c);
    return t;
}

static bool other_attention(const struct tuned *a, const struct tuned *b)
{
    return (a->softmax && b->coda) || (a->coda && b->softmax);
}

/* For a model and a seed that the other attention is tried with, too: true if
 * one of its trials has the same training. */
static bool is_matched(const struct tuned *t, long n, long i)
{
    bool tried = false;

    for (long j = 0; j < n; j++) {
        if (!other_attention(&t[i], &t[j]) || t[i].model != t[j].model ||
            t[i].seed != t[j].seed)
            continue;
        if (!strcmp(t[i].training, t[j].training))
            return true;
        tried = true;
    }
    return !tried;
}

/* If both softmax and CoDA are tried in a model, they must differ in nothing
 * else, whatever else is swept. Drawn values differ by chance, and in
 * tuned-*.yaml each attention has what a search found for it. */
static void check_tuning(const struct experiment *x, const char *base)
{
    const bool apart = search_draws(&x->search) || !strncmp(base, "tuned-", 6);
    const long n = apart ? 0 : experiment_trials(x);
    struct tuned *t = memory_new(((size_t)n + 1) * sizeof(*t));

    for (long i = 0; i < n; i++)
        t[i] = tuned_of(x, i);
    for (long i = 0; i < n; i++)
        if (!is_matched(t, n, i))
            fail_msg("%s: no trial of the other attention is trained as trial "
                     "%ld is:%s",
                     base, i, t[i].training);
    for (long i = 0; i < n; i++)
        free(t[i].training);
    free(t);
}

static void shipped_sweeps_tune_both_kinds_alike(void **state)
{
    (void)state;
    each_shipped(check_tuning);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shipped_experiment_is_read_whole),
        cmocka_unit_test(trials_of_shipped_experiments_have_one_name),
        cmocka_unit_test(shipped_sweeps_tune_both_kinds_alike),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
