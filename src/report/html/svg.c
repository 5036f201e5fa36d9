/* svg.c - pictures by gnuplot within a page. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/html/report_internal.h"
#include "report/plot/draw.h"
#include "report/plot/gnuplot.h"

/* --- one picture ---------------------------------------------------------- */

/* Texts after which a tag contains an id. */
static const char *const before_ids[] = {
    "id=\"", "id='", "href='#", "href=\"#", "url(#",
};

/* Return the length of such a text at `at`; 0 if there is none. */
static size_t before_id(const char *at)
{
    for (size_t i = 0; i < sizeof(before_ids) / sizeof(*before_ids); i++)
        if (!strncmp(at, before_ids[i], strlen(before_ids[i])))
            return strlen(before_ids[i]);
    return 0;
}

/* Return the bytes of a <title> element at `at`, 0 if there is none.  A browser
 * would show gnuplot's titles, such as "codarun_plot_1a", as tooltips. */
static size_t title_length(const char *at)
{
    static const char end[] = "</title>";
    const char *behind = strncmp(at, "<title>", 7) ? NULL : strstr(at, end);

    return behind ? (size_t)(behind - at) + strlen(end) : 0;
}

/* Copy the tags without titles, with prefixed ids.  A text contains no <, and
 * no attribute of gnuplot's tags a >. */
static void add_tags(const char *svg, const char *prefix, struct str *out)
{
    bool within = false;

    for (size_t n; *svg; svg += n) {
        n = title_length(svg);
        if (n)
            continue;
        n = within ? before_id(svg) : 0;
        within = *svg == '<' || (within && *svg != '>');
        str_add(out, svg, n ? n : 1);
        if (n)
            str_adds(out, prefix);
        n = n ? n : 1;
    }
}

/* Return the number after a text such as width="; 0 if it is not there. */
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

/* --- the panels of a page ------------------------------------------------- */

/* A panel wider than this gets a row to itself. */
enum { WIDE = 500 };

/* Append "Learning curves: mlu, trial 3: gate, share of pairs by value". */
static void add_label(const struct panel *p, const char *label, struct str *out)
{
    str_addf(out, "%s: %s", label, p->subject);
    if (p->title)
        str_addf(out, ": %s", p->title);
    if (p->xtitle && p->ytitle)
        str_addf(out, ", %s by %s", p->ytitle, p->xtitle);
}

/* Equal scripts give equal pictures, so the cache is searched by script. */
static int draw_panel(const struct html_report *r, const struct page *page,
                      int panel, struct str *svg, struct error *e)
{
    struct str script = {0};
    int failed = 0;

    plot_panel_script(page, panel, &script);
    const struct digest from = digest_of(str_text(&script), script.len);
    const char *kept = section_cache_find(r->cache, from);

    if (kept)
        str_adds(svg, kept);
    else if (!(failed = gnuplot_draw(&script, svg, e)))
        section_cache_add(r->cache, from, str_text(svg));
    str_release(&script);
    return failed;
}

static int add_figure(struct html_report *r, const struct page *page, int panel,
                      const char *label, struct error *e)
{
    struct str svg = {0}, text = {0};

    if (draw_panel(r, page, panel, &svg, e)) {
        str_release(&svg);
        return -1;
    }
    char *prefix = memory_format("%s-%d-", r->section, ++r->pictures);

    add_label(page->panel[panel], label, &text);
    const int width = width_of(str_text(&svg));

    str_addf(&r->out, "<figure%s style=\"--width: %dpx\">\n",
             width > WIDE ? " class=\"wide\"" : "", width);
    html_svg(str_text(&svg), prefix, str_text(&text), &r->out);
    str_adds(&r->out, "</figure>\n");
    free(prefix);
    str_release(&svg);
    str_release(&text);
    return 0;
}

/* True if it is the name of a folder, or of all, which is in the page's
 * heading. */
static bool is_known(const struct html_report *r, const char *subject)
{
    char *all = folders_title(r->in.folder, r->in.n, ", ");
    bool known = !strcmp(subject, all);

    for (int i = 0; i < r->in.n; i++)
        known |= !strcmp(subject, r->in.folder[i].x->name);
    free(all);
    return known;
}

/* Return the end of the panels from `first` on that have the same subject. */
static int end_of_subject(const struct page *page, int first)
{
    int end = first;

    while (end < page->n &&
           !strcmp(page->panel[end]->subject, page->panel[first]->subject))
        end++;
    return end;
}

static int add_figures(struct html_report *r, const struct page *page,
                       int first, int end, const char *label, struct error *e)
{
    const char *subject = page->panel[first]->subject;
    int failed = 0;

    if (end - first < page->n || !is_known(r, subject))
        html_heading(r, "%s", subject);
    str_addf(&r->out, "<div class=\"figures%s\">\n",
             (end - first) % 3 ? "" : " three");
    for (int i = first; i < end && !failed; i++)
        failed = add_figure(r, page, i, label, e);
    str_adds(&r->out, "</div>\n");
    return failed;
}

int html_figures(struct html_report *r, const struct page *page,
                 const char *label, struct error *e)
{
    int failed = 0;

    if (!r->gnuplot) {
        html_absent(r, NO_PICTURES);
        return 0;
    }
    for (int first = 0, end; first < page->n && !failed; first = end) {
        end = end_of_subject(page, first);
        failed = add_figures(r, page, first, end, label, e);
    }
    html_lines(str_text(&page->notes), &r->out);
    return failed;
}
