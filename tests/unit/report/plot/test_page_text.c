/* Scripts for gnuplot: texts have enough room. */
#include "config.h"

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "tests/unit/report/plot/page_fixture.h"

static struct page make_legends(int n)
{
    struct page page = make_page();

    for (int i = 1; i < n; i++)
        panel_plot(page.panel[0], 0, "twenty letters of it", "using 1:2");
    return page;
}

/* Return the script of a page with n legends for a given width; 0 for none. */
static char *legends_in(int n, int width)
{
    struct page page = make_legends(n);
    char *script = script_of(
        &page, &(struct canvas){.rows = 1, .columns = 1, .width = width});

    page_release(&page);
    return script;
}

/* The legend is beside the plot if that is wide enough, otherwise in rows above
 * it that make the picture higher. */
static void a_legend_leaves_room_for_what_is_drawn(void **state)
{
    char *usual = legends_in(5, 0), *wide = legends_in(5, 1400);
    char *narrow = legends_in(5, 400), *few = legends_in(2, 400);

    (void)state;
    assert_non_null(strstr(usual, "set key outside right center "));
    assert_non_null(strstr(wide, "set key outside right center "));
    assert_non_null(strstr(wide, " size 1400,630 "));
    assert_non_null(strstr(few, " bottom center horizontal maxcols 1 "));
    assert_non_null(strstr(few, " size 400,298 ")); /* a line more than 280 */
    assert_non_null(strstr(few, "set tmargin 4.2\n"));
    assert_non_null(strstr(narrow, " size 400,352 "));
    assert_non_null(strstr(narrow, "set tmargin 7.2\n"));
    free(usual);
    free(wide);
    free(narrow);
    free(few);
}

/* A title is broken into more lines if its axis is short. */
static void titles_of_axes_stand_in_lines(void **state)
{
    struct page page = {0};
    struct panel *p = page_panel(&page, "x", NULL);

    (void)state;
    panel_axis(p, 'x', "tokens of the question (grey: questions of each)");
    panel_axis(p, 'y', "y");
    char *script = script_of(&page, &(struct canvas){.rows = 1, .columns = 1});

    assert_non_null(strstr(script, "set xlabel \"tokens of the question (grey: "
                                   "questions of each)\" offset"));
    free(script);
    for (int i = 0; i < 3; i++)
        panel_tick(p, 'y', i, "thirty characters of a long one");
    script = script_of(&page,
                       &(struct canvas){.rows = 1, .columns = 1, .width = 400});
    assert_non_null(strstr(script, "set xlabel \"tokens of the\".\"\\n\"."
                                   "\"question (grey:\".\"\\n\"."
                                   "\"questions of each)\" offset"));
    assert_non_null(strstr(script, "set ylabel \"y\"\n"));
    free(script);
    page_release(&page);
}

/* A line of numbers above a frame has enough room at any height. */
static void a_legend_stands_above_what_a_frame_has_above_it(void **state)
{
    struct page page = make_page();

    (void)state;
    page.panel[0]->above = true;
    for (int height = 200; height <= 800; height += 600) {
        char *script = script_of(&page, &(struct canvas){.rows = 1,
                                                         .columns = 1,
                                                         .width = 400,
                                                         .height = height});
        const char *key = strstr(script, "set key at graph 0.5,");

        assert_non_null(key);
        const double at = strtod(strchr(key, ',') + 1, NULL);

        /* in pixels; the frame is 60 to 150 pixels less high than the
         * picture */
        assert_in_range((at - 1) * (height - 60), 14, 60);
        assert_in_range((at - 1) * (height - 150), 14, 60);
        free(script);
    }
    page_release(&page);
}

/* A title is centred on the frame, which long names of bars move aside. */
static void titles_and_legends_leave_room_for_long_marks(void **state)
{
    struct page page = {0};
    struct panel *p = page_panel(&page, "x", "of the variance 0.62 is so");
    const struct canvas s = {.rows = 1, .columns = 1, .width = 300};

    (void)state;
    panel_plot(p, page_block(&page, "b", "a\tb"), "field", "using 1:2");
    panel_plot(p, 0, "pair", "using 1:2");
    char *script = script_of(&page, &s);

    assert_non_null(strstr(script, "title \"of the variance 0.62 is so\""));
    assert_non_null(strstr(script, " maxcols 2 "));
    free(script);
    panel_tick(p, 'y', 0, "learning_rate x attention");
    script = script_of(&page, &s);
    assert_non_null(strstr(script, "title \"of the\".\"\\n\".\"variance\""));
    assert_non_null(strstr(script, " maxcols 1 "));
    free(script);
    page_release(&page);
}

/* A legend in rows has a width, and its rows a height. */
static void a_page_says_how_large_its_texts_are(void **state)
{
    struct page page = make_legends(12);
    const struct canvas narrow = {.rows = 2, .columns = 1, .width = 150};
    const struct canvas wide = {.rows = 1, .columns = 1, .width = 1400};

    (void)state;
    assert_in_range(page_width(&page, 0, 1, &narrow), 300, 500);
    assert_in_range(page_height(&page, 0, 1, &narrow), 2 * 300, 2 * 400);
    assert_int_equal(page_width(&page, 0, 1, &wide), 0);
    assert_in_range(page_height(&page, 0, 1, &wide), 100, 200);
    const int entries = page_width(&page, 0, 1, &narrow);

    /* entries contain a sample of the line, titles do not */
    char *title = memory_format("%s 1234", hostile);

    panel_legend_title(page.panel[0], title);
    assert_int_equal(page_width(&page, 0, 1, &narrow), entries);
    free(title);
    page_release(&page);
}

/* Numbers are directly below their ticks, without a blank for a sign. */
static void numbers_of_an_axis_have_no_blank(void **state)
{
    struct page page = make_page();
    char *script = script_of(&page, &(struct canvas){.rows = 1, .columns = 1});

    (void)state;
    assert_non_null(strstr(script, "set format x '%h'\n"));
    free(script);
    page_release(&page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_legend_leaves_room_for_what_is_drawn),
        cmocka_unit_test(titles_of_axes_stand_in_lines),
        cmocka_unit_test(a_legend_stands_above_what_a_frame_has_above_it),
        cmocka_unit_test(titles_and_legends_leave_room_for_long_marks),
        cmocka_unit_test(a_page_says_how_large_its_texts_are),
        cmocka_unit_test(numbers_of_an_axis_have_no_blank),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
