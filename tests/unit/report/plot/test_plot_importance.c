/* The importance of a field with a list of values, from made-up results. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/report/plot/plot_fixture.h"

enum { RUNS = 12, VALUES = 4 };

/* The goal depends only on a value's index in the list. */
static struct plot_input make_runs(char **value)
{
    static struct parameter list;
    struct results *s = &made_results;

    list =
        (struct parameter){.name = "model.hidden", .n = VALUES, .value = value};
    *s = (struct results){.n = RUNS, .dir = memory_string("made")};
    s->row = memory_zeroed(RUNS, sizeof(*s->row));
    for (int i = 0; i < RUNS; i++) {
        struct result *r = &s->row[i].result;

        s->row[i].number = i;
        s->row[i].present = true;
        s->row[i].config.own =
            memory_format("model.hidden: %s\n", value[i % VALUES]);
        r->status = TRIAL_FINISHED;
        r->metrics = 1;
        strcpy(r->metric[0], "map");
        r->valid[0] = r->test[0] = 10.0 * (i % VALUES);
    }
    return input_of((struct space){1, &list});
}

/* Return the title and the data of the picture. */
static char *importance(char **value)
{
    struct plot_input in = make_runs(value);
    struct page page;

    draw_page("importance", &in, &page);
    char *drawn =
        memory_format("%s\n%s", page.panel[0]->title, str_text(&page.data));

    page_release(&page);
    release_input();
    return drawn;
}

/* A list's values are equally spaced, whatever numbers they are. */
static void numbers_of_a_list_count_by_their_order(void **state)
{
    char *even[] = {"10", "13", "16", "19"}, *far[] = {"1", "2", "1e3", "1e9"};
    char *one = importance(even), *other = importance(far);

    (void)state;
    assert_string_equal(one, other);
    free(one);
    free(other);
}

static void what_hangs_on_them_is_explained_by_them(void **state)
{
    char *even[] = {"10", "13", "16", "19"};
    char *drawn = importance(even);

    (void)state;
    assert_null(strstr(drawn, "none is explained"));
    assert_non_null(strstr(drawn, "of the variance of valid.map 0.8"));
    free(drawn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_a_list_count_by_their_order),
        cmocka_unit_test(what_hangs_on_them_is_explained_by_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
