/* Scripts for gnuplot: a name with any characters is still a text. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/report/plot/page_fixture.h"

/* No character of the name that is special to gnuplot is left, in any place. */
static void names_stay_texts(void **state)
{
    struct page page = make_page();
    char *script = script_of(&page, &(struct canvas){.rows = 1, .columns = 1});

    (void)state;
    assert_non_null(strstr(
        script,
        "set xlabel \"a\\047b \\042c\\042 \\140touch x\\140 \\100m \\045d "
        "\\137\\1731\\175 END set output \\047y\\047 \\134\"\n"));
    assert_non_null(strstr(script, "\\100m \\045\\045d"));
    assert_non_null(strstr(script, "noenhanced"));
    assert_null(strstr(script, "\nset output"));
    assert_null(strstr(strstr(script, "\nEND\n") + 1, "\nEND\n"));
    assert_null(strstr(script, "\\\n1"));
    free(script);
    page_release(&page);
}

static int count(const char *text, const char *what)
{
    int n = 0;

    for (; (text = strstr(text, what)); text++)
        n++;
    return n;
}

/* Printed once if all panels share it; otherwise each panel has its own. */
static void a_page_has_the_subject_that_all_share(void **state)
{
    struct page page = {0};
    const struct canvas s = {.rows = 2, .columns = 2};

    (void)state;
    for (int i = 0; i < 3; i++)
        page_panel(&page, "alike", NULL)->above = i == 2;
    char *script = script_of(&page, &s);

    assert_non_null(
        strstr(script, "layout 2,2 title \"alike\" font \047,13\047\n"));
    assert_int_equal(count(script, "set title \""), 0);
    assert_int_equal(count(script, "set tmargin 1.2\n"), 2);
    assert_int_equal(count(script, "set tmargin 2.2\n"), 1);
    free(script);
    page_panel(&page, "other", NULL);
    script = script_of(&page, &s);
    assert_non_null(strstr(script, "layout 2,2\n"));
    assert_int_equal(count(script, "set title \""), 4);
    free(script);
    page_release(&page);
}

/* Above all panels, or before each title if there are several subjects; a small
 * panel is inside a text that has it. */
static void panels_of_one_subject_have_it_once(void **state)
{
    struct page page = {0};
    const struct canvas s = {.rows = 1, .columns = 2};
    const struct canvas alone = {.rows = 1, .columns = 1, .small = true};

    (void)state;
    page_panel(&page, "group", "one");
    page_panel(&page, "group", "two");
    char *script = script_of(&page, &s);

    assert_int_equal(count(script, "group"), 1);
    assert_non_null(strstr(script, "layout 1,2 title \"group\""));
    assert_non_null(strstr(script, "set title \"one\""));
    free(script);
    struct str out = {0};

    page_script(&page, 0, 1, &alone, &out);
    assert_null(strstr(str_text(&out), "group"));
    assert_non_null(strstr(str_text(&out), "set title \"one\""));
    str_release(&out);
    page_panel(&page, "other", "three");
    script = script_of(&page, &s);
    assert_non_null(strstr(script, "layout 1,2\n"));
    assert_non_null(strstr(script, "set title \"group: one\""));
    assert_non_null(strstr(script, "set title \"other: three\""));
    free(script);
    page_release(&page);
}

/* Texts of 12 pixels are 9 points, and an inch is 96 pixels. */
static void a_pdf_is_as_large_as_it_is_asked_for(void **state)
{
    struct page page = make_page();
    char *script =
        script_of(&page, &(struct canvas){.rows = 1,
                                          .columns = 1,
                                          .width = 317,
                                          .height = 240,
                                          .terminal = terminal_of("a/x.pdf")});

    (void)state;
    assert_non_null(strstr(script, "set terminal pdfcairo size 3.30208in,2.5in "
                                   "font 'sans-serif,12' "));
    assert_null(terminal_of("x.gif"));
    assert_null(terminal_of("pdf"));
    assert_ptr_equal(terminal_of("x.svg"), terminals);
    free(script);
    page.panel[0]->width = 500;
    assert_int_equal(
        page_width(&page, 0, 1, &(struct canvas){.rows = 1, .columns = 2}),
        1000);
    page_release(&page);
}

/* A line that ended in a backslash would be joined to the next row. */
static void comments_and_names_keep_to_their_lines(void **state)
{
    struct page page = make_page();

    (void)state;
    page_named_row(&page, 2, (double[]){1, 2}, hostile);
    assert_null(strstr(str_text(&page.data), "\\\n"));
    assert_null(strstr(str_text(&page.data), "\nEND"));
    assert_non_null(strstr(str_text(&page.data), "\n1\t2\ta'b \"c\" "));
    page_release(&page);
}

static void numbers_are_read_back_the_same(void **state)
{
    struct page page = make_page();
    const char *row = strrchr(str_text(&page.data), '#');

    (void)state;
    row += strcspn(row, "\n") + 1;
    assert_true(strtod(row, NULL) == 1.0 / 3);
    assert_string_equal(strchr(row, '\t'), "\tNaN\n");
    page_release(&page);
}

static void data_may_lie_beside(void **state)
{
    struct page page = make_page();
    char *script = script_of(&page, &(struct canvas){.rows = 1,
                                                     .columns = 1,
                                                     .data = "it's.dat",
                                                     .output = "it's.svg"});

    (void)state;
    assert_memory_equal(script, "data = \"./it\\047s.dat\"\n", 23);
    assert_non_null(strstr(script, "set output \"./it\\047s.svg\"\n"));
    assert_null(strstr(script, "0.333"));
    free(script);
    page_release(&page);
}

static void a_panel_has_the_size_it_needs(void **state)
{
    struct page page = make_page();
    const struct canvas two = {.rows = 1, .columns = 2};

    (void)state;
    page.panel[0]->width = 700;
    page.panel[0]->height = 900;
    char *script = script_of(&page, &two);

    assert_non_null(strstr(script, " size 1400,900 "));
    free(script);
    page_release(&page);
}

/* Twenty rows of panels with long texts, with two pixels for each. */
static void a_png_is_no_larger_than_cairo_draws(void **state)
{
    struct page page = make_page();
    const struct canvas svg = {.rows = 20, .columns = 1};
    const struct canvas png = {
        .rows = 20, .columns = 1, .terminal = terminal_of("x.png")};

    (void)state;
    page.panel[0]->height = 2150;
    char *drawn = script_of(&page, &svg), *script = script_of(&page, &png);

    assert_non_null(strstr(drawn, " size 480,43000 "));
    assert_non_null(strstr(script, " size 960,32000 "));
    free(drawn);
    free(script);
    page_release(&page);
}

/* They are left of their places, and the first can need a margin. */
static void slanted_marks_end_at_their_places(void **state)
{
    struct page page = {0};
    struct panel *few = page_panel(&page, "few", NULL);
    struct panel *long_first = page_panel(&page, "long", NULL);

    (void)state;
    panel_tick(few, 'x', 0, "softmax");
    panel_tick(few, 'x', 1, "E centered, posi\u2026");
    panel_slant(few);
    assert_string_equal(str_text(&few->settings),
                        "set xtics rotate by 45 right\n");
    panel_tick(long_first, 'x', 0, "E centered, posi\u2026");
    panel_tick(long_first, 'x', 1, "softmax");
    panel_slant(long_first);
    assert_string_equal(str_text(&long_first->settings),
                        "set xtics rotate by 45 right\nset lmargin 12\n");
    page_release(&page);
}

static void texts_are_cut_between_characters(void **state)
{
    char *cut = text_cut("\u00e4\u00f6\u00fc", 2), *whole = text_cut("ab", 2);

    (void)state;
    assert_string_equal(cut, "\u00e4\u00f6\u2026");
    assert_string_equal(whole, "ab");
    free(cut);
    free(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_stay_texts),
        cmocka_unit_test(a_page_has_the_subject_that_all_share),
        cmocka_unit_test(panels_of_one_subject_have_it_once),
        cmocka_unit_test(a_pdf_is_as_large_as_it_is_asked_for),
        cmocka_unit_test(comments_and_names_keep_to_their_lines),
        cmocka_unit_test(numbers_are_read_back_the_same),
        cmocka_unit_test(data_may_lie_beside),
        cmocka_unit_test(slanted_marks_end_at_their_places),
        cmocka_unit_test(a_panel_has_the_size_it_needs),
        cmocka_unit_test(a_png_is_no_larger_than_cairo_draws),
        cmocka_unit_test(texts_are_cut_between_characters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
