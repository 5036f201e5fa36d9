/* Heat maps show the requested matrices, with room for all tokens. */
#include "config.h"

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "report/plot/heatmap.h"

enum { COLUMNS = 5, ROWS = 300 };

/* Draw one head of an attention with so many rows; returns the page, which the
 * caller releases. */
static struct page draw(int rows)
{
    static float m[ROWS * COLUMNS];
    struct attention_map v = {.site = (char[]){"align"},
                              .kind = "coda",
                              .heads = 1,
                              .rows = {.n = rows},
                              .cols = {.n = COLUMNS},
                              .part = {[PART_M] = m}};
    const struct inspection s = {.request = INSPECTION_ANY,
                                 .seen = {.n = 1, .map = &v}};
    struct page page = {0};

    heatmap_draw(&s, "x", &page);
    return page;
}

static int marks_of(const struct str *tics)
{
    int n = 0;

    for (const char *c = str_text(tics); *c; c++)
        n += *c == '#' || !strncmp(c, "\\043", 4);
    return n;
}

static void every_token_of_a_long_text_has_a_mark(void **state)
{
    struct page page = draw(150);

    (void)state;
    assert_int_equal(marks_of(&page.panel[0]->ytics), 150);
    assert_int_equal(marks_of(&page.panel[0]->xtics), COLUMNS);
    page_release(&page);
}

/* Eleven pixels for each row, 8 of them for letters (6 points in print), plus a
 * fixed margin. */
static void a_panel_is_as_high_as_its_rows_need(void **state)
{
    struct page some = draw(76), more = draw(150);

    (void)state;
    assert_int_equal(more.panel[0]->height - some.panel[0]->height, 74 * 11);
    assert_int_equal(more.panel[0]->width, some.panel[0]->width);
    page_release(&some);
    page_release(&more);
}

static void beyond_200_only_some_have_a_mark(void **state)
{
    struct page most = draw(200), more = draw(ROWS);

    (void)state;
    assert_int_equal(marks_of(&most.panel[0]->ytics), 200);
    assert_int_equal(marks_of(&more.panel[0]->ytics), 150);
    assert_int_equal(more.panel[0]->height, most.panel[0]->height);
    page_release(&most);
    page_release(&more);
}

/* Append the panels' titles, "align: e;align: m;", for CoDA's heads with
 * requested parts. */
static void names_of(int heads, unsigned parts, struct str *names)
{
    float x[2] = {0.5F, -0.5F};
    struct attention_map v = {.site = (char[]){"align"},
                              .kind = "coda",
                              .heads = heads,
                              .rows = {.n = 1},
                              .cols = {.n = 1},
                              .part = {[PART_E] = x,
                                       [PART_F_E] = x,
                                       [PART_N] = x,
                                       [PART_GATE] = x,
                                       [PART_M] = x}};
    struct inspection s = {.request = INSPECTION_ANY,
                           .seen = {.n = 1, .map = &v}};
    struct page page = {0};

    s.request.parts = parts;
    heatmap_draw(&s, "x", &page);
    for (int i = 0; i < page.n; i++)
        str_addf(names, "%s;", strstr(page.panel[i]->title, "align"));
    page_release(&page);
}

static void one_head_has_all_it_is_made_of(void **state)
{
    struct str names = {0};

    (void)state;
    names_of(1, 0, &names);
    assert_string_equal(str_text(&names),
                        "align (coda): e;align (coda): f_e;align (coda): n;"
                        "align (coda): gate;align (coda): m;");
    str_release(&names);
}

static void several_heads_have_m_or_what_is_named(void **state)
{
    struct str m = {0}, named = {0};

    (void)state;
    names_of(2, 0, &m);
    assert_string_equal(str_text(&m), "align, head 0 (coda): m;"
                                      "align, head 1 (coda): m;");
    names_of(2, 1U << PART_N | 1U << PART_E, &named);
    assert_string_equal(str_text(&named), "align, head 0 (coda): e;"
                                          "align, head 0 (coda): n;"
                                          "align, head 1 (coda): e;"
                                          "align, head 1 (coda): n;");
    str_release(&m);
    str_release(&named);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_token_of_a_long_text_has_a_mark),
        cmocka_unit_test(a_panel_is_as_high_as_its_rows_need),
        cmocka_unit_test(beyond_200_only_some_have_a_mark),
        cmocka_unit_test(one_head_has_all_it_is_made_of),
        cmocka_unit_test(several_heads_have_m_or_what_is_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
