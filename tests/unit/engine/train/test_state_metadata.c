/* A run goes on only with a state of its own parameters, words and data. */
#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/model/model.h"
#include "engine/train/training_run.h"

static struct params layout(const char *first)
{
    struct params p = {0};

    params_add(&p, 7, 3, INIT_ZERO, 0, "%s", first);
    params_add(&p, 3, 2, INIT_ZERO, 0, "out");
    return p;
}

static struct model model_of(const char *first, const char *kind)
{
    return (struct model){
        .kind = (const struct model_kind *)kinds_find(&model_kinds, kind),
        .params = layout(first)};
}

/* A state with a layout, words of one part and one source. */
static struct state state_of(const char *first, const char *words,
                             const char *sources)
{
    return (struct state){
        .layout = layout(first),
        .words = {memory_string(words), NULL},
        .sources = memory_string(sources),
    };
}

static void classes_and_features_have_one_order(void **state)
{
    struct model expected = model_of("table", "decatt");
    const struct state_metadata k = {.words = {"a\n"},
                                     .classes = "no\nyes\n",
                                     .features = "match\npos <none> NN\n"};
    struct state s = state_of("table", "a\n", "");
    struct error e = {""};

    (void)state;
    assert_int_equal(state_metadata_check(&k, &expected, &s, &e),
                     0); /* of older versions */
    s.classes = memory_string("yes\nno\n");
    assert_int_equal(state_metadata_check(&k, &expected, &s, &e), -1);
    assert_string_equal(e.text, "class 0: found 'yes', expected 'no'");
    memcpy(s.classes, "no\nyes\n", 7);
    s.features = memory_string("match\npos NN <none>\n");
    assert_int_equal(state_metadata_check(&k, &expected, &s, &e), -1);
    assert_string_equal(
        e.text, "feature 1: found 'pos NN <none>', expected 'pos <none> NN'");
    state_release(&s);
    params_release(&expected.params);
}

static void what_differs_is_named(void **state)
{
    static const struct {
        const char *first, *words, *sources, *says;
    } cases[] = {
        {"table", "a\nb\nc\n", "train 12 x.txt\n", NULL},
        {"tabel", "a\nb\nc\n", "train 12 x.txt\n",
         "found parameter 'tabel' [7 x 3] at 0, expected 'table' [7 x 3] at 0"},
        {"table", "a\nq\nc\n", "train 12 x.txt\n",
         "token number 1: found 'q', expected 'b'"},
        {"table", "a\n", "train 12 x.txt\n",
         "token number 1: found '', expected 'b'"},
        {"table", "a\nb\nc\n\n", "train 12 x.txt\n",
         "token number 3: found '', expected ''"},
        {"tabel", "a\nq\nc\n", "train 13 x.txt\n", /* which causes the other
                                                      differences */
         "found train file 'x.txt' with digest 12, expected 13: the data are "
         "others now"},
        {"table", "a\nb\nc\n", "train 12 y.txt\n",
         "data file 0: found 'train 12 x.txt', expected 'train 12 y.txt': the "
         "data are others now"},
    };
    struct model expected = model_of("table", "decatt");
    const struct state_metadata k = {.words = {"a\nb\nc\n"},
                                     .sources = "train 12 x.txt\n"};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct state s =
            state_of(cases[i].first, cases[i].words, cases[i].sources);
        struct error e = {""};

        assert_int_equal(state_metadata_check(&k, &expected, &s, &e),
                         cases[i].says ? -1 : 0);
        if (cases[i].says)
            assert_string_equal(e.text, cases[i].says);
        state_release(&s);
    }
    params_release(&expected.params);
}

/* Since numerics 3 the output of its steps is scaled. */
static void universal_transformers_of_before_are_refused(void **state)
{
    static const struct {
        const char *kind, *identity;
        bool fits;
    } cases[] = {
        {"universal", "numerics=2", false},
        {"universal", "numerics=2 products=openblas kernel=Zen", false},
        {"universal", "blas=Prescott", false},
        {"universal", "numerics=3", true},
        {"universal", "numerics=12 products=openblas kernel=Zen", true},
        {"transformer", "numerics=2", true},
        {"transformer", "blas=Prescott", true},
    };
    const struct state_metadata k = {.words = {"a\n"}};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct model expected = model_of("table", cases[i].kind);
        struct state s = state_of("table", "a\n", "");
        struct error e = {""};

        snprintf(s.identity, sizeof(s.identity), "%s", cases[i].identity);
        assert_int_equal(state_metadata_check(&k, &expected, &s, &e),
                         cases[i].fits ? 0 : -1);
        if (i == 0)
            assert_string_equal(e.text,
                                "made under 'numerics=2', where parameters of "
                                "model universal meant something else, "
                                "expected numerics=3 or later");
        state_release(&s);
        params_release(&expected.params);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_differs_is_named),
        cmocka_unit_test(classes_and_features_have_one_order),
        cmocka_unit_test(universal_transformers_of_before_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
