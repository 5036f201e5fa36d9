/* draw.c - drawing pictures into files. */
#include "config.h"

#include "report/plot/draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/core/show.h"
#include "base/files/file.h"
#include "report/plot/fonts.h"
#include "report/plot/gnuplot.h"

enum { COLUMNS_MOST = 3, PANELS_MOST = 12 }; /* defaults for a page */
enum { WIDTH_LEAST = 280 }; /* pixels of a panel, if there are several */

int plot_check_output(const char *file, struct error *e)
{
    const char *ending[8];
    struct str text = {0};
    int n = 0;

    if (!file || terminal_of(file))
        return 0;
    for (const struct terminal *t = terminals; t->ending; t++)
        ending[n++] = t->ending;
    names_list(ending, n, &text);
    error_set(e, "found '%s', expected a name that ends in %s", file,
              str_text(&text));
    str_release(&text);
    return -1;
}

void plot_kinds_expected(const char *name, struct str *out)
{
    const char *known[64];
    int n = 0;

    while (plot_kinds[n]) {
        known[n] = plot_kinds[n]->name;
        n++;
    }
    str_addf(out, "found kind '%s', expected ", name);
    names_list(known, n, out);
    nearest_hint(name, known, n, out);
}

/* --- what is drawn -------------------------------------------------------- */

static int fill(const struct plot_input *in, const char *kinds,
                struct page *page, struct error *e)
{
    for (const char *at = kinds; at; at = strchr(at, ',')) {
        at += *at == ',';
        const struct plot_kind *k = plot_kind_find(at, strcspn(at, ","));

        if (k->draw(in, page, e))
            return -1;
    }
    folders_other_data(in->folder, in->n, &page->notes);
    folders_left_out(in->folder, in->n, &page->notes);
    return 0;
}

static void choose_page(const struct plot_order *order, int n, struct canvas *s)
{
    const int panels = n > PANELS_MOST ? PANELS_MOST : n;
    const int room = order->width / WIDTH_LEAST;

    s->width = order->width;
    s->height = order->height;
    s->rows = order->rows;
    s->columns = order->columns;
    if (s->rows)
        return;
    s->columns = panels <= 3 ? panels : panels == 4 ? 2 : COLUMNS_MOST;
    if (order->width && room < s->columns)
        s->columns = room ? room : 1;
    s->rows = (panels + s->columns - 1) / s->columns;
}

/* --- one file ------------------------------------------------------------- */

/* Return the file's path without its ending, or a name made of `name` that is
 * not a path. */
static char *stem_of(const char *name, const struct plot_order *order)
{
    const char *file = order->output;

    if (file)
        return memory_format("%.*s", (int)(strrchr(file, '.') - file), file);
    char *stem = memory_string(name);

    for (char *c = stem; *c; c++)
        if (*c == ',' || *c == '/')
            *c = '-';
    return stem;
}

static char *page_name(const char *stem, int number, const char *ending)
{
    return number == 1 ? memory_format("%s%s", stem, ending)
                       : memory_format("%s-%d%s", stem, number, ending);
}

static const char *file_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* A page's file name and its panels. */
struct leaf {
    const struct page *page;
    const char *stem;
    int number, first, end;
    struct canvas canvas;
};

/* Replace characters without a font, with a warning. */
static void use_fonts(struct str *script, const char *path)
{
    long first = 0;
    const int missing = fonts_replace_missing(script, &first);

    if (missing)
        log_warning("picture '%s': found %d character%s that no font here has, "
                    "such as U+%04lX: '?' stands there; an SVG has them",
                    path, missing, missing == 1 ? "" : "s", first);
}

/* Warn if a side whose size was asked for (else it is 0) is too small for its
 * texts. */
static void say_small(const char *path, const char *side, int pixels,
                      int needed)
{
    if (pixels && pixels < needed)
        log_warning("picture '%s': found a %s of %.2fin, expected %.2fin at "
                    "least for its texts: they may cover each other",
                    path, side, pixels / PIXELS_OF_INCH,
                    needed / PIXELS_OF_INCH);
}

static void say_size(const struct leaf *l, const char *path)
{
    const struct canvas *c = &l->canvas;

    say_small(path, "width", c->width,
              page_width(l->page, l->first, l->end, c));
    say_small(path, "height", c->height,
              page_height(l->page, l->first, l->end, c));
}

/* Blank the date in a PDF, so that equal results give equal files.  It is
 * overwritten with blanks, as the file contains the offsets of what follows. */
static void blank_date(struct str *picture)
{
    static const char key[] = "/CreationDate (";
    char *at = memmem(picture->s, picture->len, key, strlen(key));
    const char *end = at ? strchr(at, ')') : NULL;

    if (end)
        memset(at, ' ', (size_t)(end + 1 - at));
}

static int draw_picture(const struct leaf *l, const char *path, struct error *e)
{
    struct str script = {0}, picture = {0};

    page_script(l->page, l->first, l->end, &l->canvas, &script);
    if (l->canvas.terminal->own_fonts)
        use_fonts(&script, path);
    say_size(l, path);
    int failed = gnuplot_draw(&script, &picture, e);

    if (!failed && l->canvas.terminal->dated)
        blank_date(&picture);
    failed = failed || file_write(path, str_text(&picture), picture.len, e);
    if (!failed)
        say("%s\n", path);
    str_release(&script);
    str_release(&picture);
    return failed ? -1 : 0;
}

void plot_panel_script(const struct page *page, int panel, struct str *script)
{
    const struct canvas canvas = {.rows = 1, .columns = 1, .small = true};

    page_script(page, panel, panel + 1, &canvas, script);
}

/* Write the script, which refers to data and picture in its own folder. */
static int write_script(const struct leaf *l, const char *path, struct error *e)
{
    char *name = page_name(l->stem, l->number, ".gp");
    char *data = memory_format("%s.dat", file_of(l->stem));
    struct canvas s = l->canvas;
    struct str script = {0};

    s.data = data;
    s.output = file_of(path);
    page_script(l->page, l->first, l->end, &s, &script);
    const int failed = file_write(name, str_text(&script), script.len, e);

    if (!failed)
        say("%s\n", name);
    str_release(&script);
    free(name);
    free(data);
    return failed;
}

static int write_data(const struct page *page, const char *stem,
                      struct error *e)
{
    char *name = memory_format("%s.dat", stem);
    const int failed =
        file_write(name, str_text(&page->data), page->data.len, e);

    if (!failed)
        say("%s\n", name);
    free(name);
    return failed;
}

static int draw_leaf(const struct leaf *l, const struct plot_order *order,
                     bool gnuplot, struct error *e)
{
    char *path = page_name(l->stem, l->number, l->canvas.terminal->ending);
    const int failed = (order->data && write_script(l, path, e)) ||
                       (gnuplot && draw_picture(l, path, e));

    free(path);
    return failed ? -1 : 0;
}

/* --- all of them ---------------------------------------------------------- */

static int draw_pages(const struct page *page, const char *stem,
                      const struct plot_order *order, bool gnuplot,
                      struct error *e)
{
    struct leaf l = {.page = page, .stem = stem};

    choose_page(order, page->n, &l.canvas);
    l.canvas.terminal = order->output ? terminal_of(order->output) : terminals;
    const int room = l.canvas.rows * l.canvas.columns;

    for (; l.first < page->n; l.first += room) {
        l.number++;
        l.end = l.first + room < page->n ? l.first + room : page->n;
        if (draw_leaf(&l, order, gnuplot, e))
            return -1;
    }
    return 0;
}

/* Check that a picture can be drawn, or at least its script written. */
static int check_gnuplot(const struct plot_order *order, struct error *e)
{
    return gnuplot_found() || order->data ? 0 : gnuplot_missing(e);
}

int plot_draw_page(const struct page *page, const char *name,
                   const struct plot_order *order, struct error *e)
{
    const bool gnuplot = gnuplot_found();

    if (check_gnuplot(order, e))
        return -1;
    char *stem = stem_of(name, order);
    const int failed = (order->data && write_data(page, stem, e)) ||
                       draw_pages(page, stem, order, gnuplot, e);

    show_put(str_text(&page->notes), stderr);
    free(stem);
    if (failed)
        return -1;
    return gnuplot ? 0 : gnuplot_missing(e);
}

int plot_draw(const struct plot_input *in, const char *kinds,
              const struct plot_order *order, struct error *e)
{
    struct page page = {0};

    if (check_gnuplot(order, e))
        return -1;
    folders_say_selected(in->folder, in->n, false, &page.notes);
    char *name = memory_format("%s-%s", in->folder[0].x->name, kinds);
    const int failed =
        fill(in, kinds, &page, e) || plot_draw_page(&page, name, order, e);
    const bool damaged = page.damaged;

    page_release(&page);
    free(name);
    return failed ? -1 : damaged;
}
