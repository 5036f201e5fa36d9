/* The Gantt chart of a simulated sweep. */
#include "config.h"

#include "tests/unit/sweep/simulate/fleet_fixture.h"

static char *text_of(const struct observed *o)
{
    struct str s = {0};

    gantt_text(&o->gantt, o->account.makespan, 80, &s);
    return str_take(&s);
}

static char *svg_of(const struct observed *o)
{
    struct str s = {0};

    gantt_svg(&o->gantt, o->account.makespan, "a < b & c", &s);
    return str_take(&s);
}

static void the_same_inputs_give_the_same_picture(void **state)
{
    (void)state;
    for (int workers = 7; workers <= MOST_WORKERS; workers += 57) {
        struct observed *o = play("asha", workers, 0.5, 3600);
        struct observed *p = play("asha", workers, 0.5, 3600);
        char *a = text_of(o), *b = text_of(p), *c = svg_of(o), *d = svg_of(p);

        assert_string_equal(a, b);
        assert_string_equal(c, d);
        free(a);
        free(b);
        free(c);
        free(d);
        end(o);
        end(p);
    }
}

static void a_picture_fits_the_terminal(void **state)
{
    struct observed *o = play("halving", MOST_WORKERS, 0.5, 3600);
    char *text = text_of(o);
    int rows = 0;

    (void)state;
    for (const char *line = text; *line; rows++) {
        const size_t n = strcspn(line, "\n");

        assert_in_range(n, 1, 80);
        line += n + 1;
    }
    assert_int_equal(rows, GANTT_ROWS + 2);
    free(text);
    end(o);
}

/* Rows divide the workers, and show each second that they trained. */
static void a_picture_leaves_nothing_out(void **state)
{
    (void)state;
    for (int workers = 1; workers <= MOST_WORKERS; workers += 9) {
        struct observed *o = play("halving", workers, 0.5, 3600);
        double busy = 0, lost = 0;
        int next = 0;

        for (int row = 0; row < o->gantt.rows; row++) {
            const struct gantt_share part =
                gantt_part(&o->gantt, row, 0, o->account.makespan);
            int first, last;

            gantt_row(&o->gantt, row, &first, &last);
            assert_int_equal(first, next);
            assert_true(last >= first);
            next = last + 1;
            busy += part.busy * (last - first + 1) * o->account.makespan;
            lost += part.lost * (last - first + 1) * o->account.makespan;
        }
        assert_int_equal(next, workers);
        assert_true(fabs(busy - o->account.trained) <
                    2e-3 * o->account.trained);
        assert_true(fabs(lost - o->account.lost) < 2e-3 * o->account.trained);
        end(o);
    }
}

/* Check that tags are closed in order, attributes are quoted, and characters
 * with a meaning in XML are escaped. */
static void expect_well_formed(const char *xml)
{
    const char *open[8];
    int depth = 0;

    while ((xml = strpbrk(xml, "<&"))) {
        if (*xml == '&') {
            assert_true(!strncmp(xml, "&amp;", 5) || !strncmp(xml, "&lt;", 4));
            xml++;
            continue;
        }
        const char *tag = ++xml, *stop = strchr(xml, '>');

        assert_non_null(stop);
        if (*tag == '/') {
            assert_true(depth > 0);
            depth--;
            assert_memory_equal(tag + 1, open[depth], (size_t)(stop - tag) - 1);
        } else if (stop[-1] != '/') {
            assert_in_range(depth, 0, 7);
            open[depth++] = tag;
        }
        xml = stop;
    }
    assert_int_equal(depth, 0);
}

static void the_svg_is_well_formed(void **state)
{
    (void)state;
    for (int workers = 7; workers <= MOST_WORKERS; workers += 57) {
        struct observed *o = play("halving", workers, 0.5, 3600);
        char *svg = svg_of(o);

        expect_well_formed(svg);
        assert_non_null(strstr(svg, "a &lt; b &amp; c"));
        free(svg);
        end(o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_inputs_give_the_same_picture),
        cmocka_unit_test(a_picture_fits_the_terminal),
        cmocka_unit_test(a_picture_leaves_nothing_out),
        cmocka_unit_test(the_svg_is_well_formed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
