/*
 * page_fixture.h - a page with one panel whose texts look like commands, and
 * the script of a page.
 */
#ifndef PAGE_FIXTURE_H
#define PAGE_FIXTURE_H

#include <math.h>

#include "report/plot/page.h"

static const char hostile[] = "a'b \"c\" `touch x` @m %d _{1}\n"
                              "END\nset output 'y' \\";

static inline struct page make_page(void)
{
    struct page page = {0};
    struct panel *p = page_panel(&page, hostile, hostile);

    panel_text(p, "set xlabel", hostile);
    panel_tick(p, 'x', 1, hostile);
    const int block = page_block(&page, hostile, "a\tb");

    page_row(&page, 2, (double[]){1.0 / 3, (double)NAN});
    panel_plot(p, block, hostile, "using 1:2 with lines lt 1");
    return page;
}

static inline char *script_of(const struct page *page, const struct canvas *s)
{
    struct str out = {0};

    page_script(page, 0, page->n, s, &out);
    return str_take(&out);
}

#endif
