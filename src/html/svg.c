/* svg.c - pictures of gnuplot's within a page. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "html/parts.h"
#include "plot/draw.h"

/* --- one picture ---------------------------------------------------------- */

/* Where an id stands behind, within a tag. */
static const char *const before_ids[] = {
    "id=\"", "id='", "href='#", "href=\"#", "url(#",
};

/* How long what stands before an id is here; 0: nothing does. */
static size_t before_id(const char *at)
{
    for (size_t i = 0; i < sizeof(before_ids) / sizeof(*before_ids); i++)
        if (!strncmp(at, before_ids[i], strlen(before_ids[i])))
            return strlen(before_ids[i]);
    return 0;
}

/* A text has no < of its own, and no value of gnuplot's tags a >. */
static void add_tags(const char *svg, const char *prefix, struct str *out)
{
    bool within = false;

    for (size_t n; *svg; svg += n) {
        n = within ? before_id(svg) : 0;
        within = *svg == '<' || (within && *svg != '>');
        str_add(out, svg, n ? n : 1);
        if (n)
            str_adds(out, prefix);
        n = n ? n : 1;
    }
}

/* The number behind a text such as width="; 0: it is not there. */
static int number_behind(const char *svg, const char *text)
{
    const char *at = strstr(svg, text);

    return at ? atoi(at + strlen(text)) : 0;
}

static int width_of(const char *svg)
{
    return number_behind(svg, "width=\"");
}

void html_svg(const char *svg, const char *prefix, const char *label,
              struct str *out)
{
    const char *within = strstr(svg, "<g id=");
    const int width = width_of(svg), height = number_behind(svg, "height=\"");

    str_addf(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" "
             "xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
             "viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" "
             "aria-label=\"",
             width, height, width, height);
    html_text(label, out);
    str_adds(out, "\">\n");
    add_tags(within ? within : "</svg>", prefix, out);
}

/* --- those of a page ------------------------------------------------------ */

/* A panel wider than this has a row to itself. */
enum { WIDE = 500 };

static int add_figure(struct html_report *r, const struct page *page, int panel,
                      const char *label, struct error *e)
{
    struct str svg = {0};

    if (plot_panel(page, panel, &svg, e)) {
        str_release(&svg);
        return -1;
    }
    char *prefix = memory_format("%s-%d-", r->section, ++r->pictures);

    str_addf(&r->out, "<figure%s>\n",
             width_of(str_text(&svg)) > WIDE ? " class=\"wide\"" : "");
    html_svg(str_text(&svg), prefix, label, &r->out);
    str_adds(&r->out, "</figure>\n");
    free(prefix);
    str_release(&svg);
    return 0;
}

int html_figures(struct html_report *r, const struct page *page,
                 const char *label, struct error *e)
{
    int failed = 0;

    if (!r->gnuplot) {
        html_absent(r, NO_PICTURES);
        return 0;
    }
    str_addf(&r->out, "<div class=\"figures%s\">\n",
             page->n % 3 ? "" : " three");
    for (int i = 0; i < page->n && !failed; i++)
        failed = add_figure(r, page, i, label, e);
    str_adds(&r->out, "</div>\n");
    html_lines(str_text(&page->notes), &r->out);
    return failed;
}
