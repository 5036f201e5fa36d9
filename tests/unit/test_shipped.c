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

static void every_shipped_experiment_is_read_whole(void **state)
{
    char *files = pattern();
    glob_t g;

    (void)state;
    assert_int_equal(glob(files, 0, NULL, &g), 0);
    free(files);
    for (size_t i = 0; i < g.gl_pathc; i++) {
        struct experiment x;
        struct error e = {0};
        const char *base = strrchr(g.gl_pathv[i], '/') + 1;

        if (experiment_read(&x, g.gl_pathv[i], NULL, 0, &e))
            fail_msg("%s", e.text);
        /* the results folder is found by the file's name */
        assert_memory_equal(x.name, base, strlen(x.name));
        assert_string_equal(base + strlen(x.name), ".yaml");
        experiment_release(&x);
    }
    globfree(&g);
}

/* Softmax and CoDA have to differ in nothing else. */
static void shipped_sweeps_tune_both_kinds_alike(void **state)
{
    char *files = pattern();
    glob_t g;

    (void)state;
    assert_int_equal(glob(files, 0, NULL, &g), 0);
    free(files);
    for (size_t i = 0; i < g.gl_pathc; i++) {
        struct experiment x;
        struct trial_config a, b;
        struct error e = {0};
        long half;

        assert_int_equal(experiment_read(&x, g.gl_pathv[i], NULL, 0, &e), 0);
        half = experiment_trials(&x) / 2;
        assert_int_equal(experiment_trial(&x, 0, &a, &e), 0);
        assert_int_equal(experiment_trial(&x, half, &b, &e), 0);
        assert_non_null(strstr(a.text, "attention.kind: softmax\n"));
        assert_non_null(strstr(b.text, "attention.kind: coda\n"));
        assert_int_equal(a.train.seed, b.train.seed);
        assert_string_equal(strstr(a.whole, "\ntrain.epochs"),
                            strstr(b.whole, "\ntrain.epochs"));
        trial_config_release(&a);
        trial_config_release(&b);
        experiment_release(&x);
    }
    globfree(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shipped_experiment_is_read_whole),
        cmocka_unit_test(shipped_sweeps_tune_both_kinds_alike),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
