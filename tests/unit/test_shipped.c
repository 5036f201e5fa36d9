/* The experiments that come with codarun, read with the real kinds. */
#include "../test.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sweep/experiment.h"

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

/* The results folder is found by the file's name. */
static void check_name(const struct experiment *x, const char *base)
{
    assert_memory_equal(x->name, base, strlen(x->name));
    assert_string_equal(base + strlen(x->name), ".yaml");
}

static void every_shipped_experiment_is_read_whole(void **state)
{
    (void)state;
    each_shipped(check_name);
}

/* The text of a trial from its training on, if its attention is of a kind. */
static char *training_of(const struct experiment *x, long i, const char *kind,
                         long *seed)
{
    struct trial_config c;
    struct error e = {0};
    char *text = NULL, *line = memory_format("attention.kind: %s\n", kind);

    assert_int_equal(experiment_trial(x, i, &c, &e), 0);
    *seed = c.train.seed;
    if (strstr(c.text, line))
        text = memory_string(strstr(c.whole, "\ntrain.epochs"));
    trial_config_release(&c);
    free(line);
    return text;
}

/* Softmax and CoDA, where both are tried, have to differ in nothing else. */
static void check_tuning(const struct experiment *x, const char *base)
{
    const long n = experiment_trials(x);

    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            long seeds[2];
            char *a = training_of(x, i, "softmax", &seeds[0]);
            char *b = training_of(x, j, "coda", &seeds[1]);

            if (a && b && seeds[0] == seeds[1] && strcmp(a, b) != 0)
                fail_msg("%s: trials %ld and %ld are trained differently:%s%s",
                         base, i, j, a, b);
            free(a);
            free(b);
        }
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
        cmocka_unit_test(shipped_sweeps_tune_both_kinds_alike),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
