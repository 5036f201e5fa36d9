/* page.c - pictures of a page before gnuplot draws them. */
#include "config.h"

#include "plot/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "config/field.h"

/* Of one panel, in pixels; alone it is larger, and a long legend beside it has
 * room of its own. */
enum { ALONE_WIDTH = 640, ALONE_HEIGHT = 440, WIDTH = 480, HEIGHT = 350 };
enum { LEGEND_WIDTH = 60, LEGENDS_ABOVE = 4 };
enum { SIDE_MOST = 32000 }; /* cairo draws no larger PNG */
enum { TITLE_LINES = 3, BESIDE_TITLE = 40 };
enum { SLANTED_USUAL = 10 }; /* characters that have room without more margin */

/* --- texts ---------------------------------------------------------------- */

/* Does gnuplot leave a byte of a text in double quotes alone? */
static bool is_plain(unsigned char c)
{
    return c >= 128 || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
           (c >= 'a' && c <= 'z') || strchr(" .,:=+-*/()<>", c);
}

/* All others are octal, so that nothing in the quotes has a meaning; in what a
 * tick says a % is a format, and two are one. */
static void quote(const char *text, bool tick, struct str *out)
{
    str_adds(out, "\"");
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            str_adds(out, " ");
        else if (is_plain((unsigned char)*c))
            str_add(out, c, 1);
        else
            str_addf(out, tick && *c == '%' ? "\\%03o\\%03o" : "\\%03o", *c,
                     *c);
    str_adds(out, "\"");
}

/* To its end, where a backslash would join it to the next. */
static void rest_of_line(const char *text, struct str *out)
{
    for (const char *c = text; *c; c++)
        str_add(out, *c == '\n' || *c == '\r' ? " " : c, 1);
    str_adds(out, out->s[out->len - 1] == '\\' ? " \n" : "\n");
}

static void comment(const char *text, struct str *out)
{
    str_adds(out, "# ");
    rest_of_line(text, out);
}

int text_length(const char *text)
{
    return (int)utf8_points(text, strlen(text));
}

char *text_cut(const char *text, int most)
{
    const size_t n = strlen(text), end = utf8_at(text, n, (size_t)most);

    return memory_format("%.*s%s", (int)end, text, end < n ? "\u2026" : "");
}

size_t text_line(const char *text, int most)
{
    const size_t n = strlen(text), end = utf8_at(text, n, (size_t)most);
    size_t at = end;

    while (at > 0 && text[at] != ' ' && text[at - 1] != '-')
        at--;
    return end < n && at > 0 ? at : end;
}

/* --- panels --------------------------------------------------------------- */

struct panel *page_panel(struct page *p, const char *title)
{
    struct panel *panel = memory_zeroed(1, sizeof(*panel));

    GROW(p->panel, p->n, p->room);
    p->panel[p->n++] = panel;
    panel->title = memory_string(title);
    return panel;
}

void panel_do(struct panel *p, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    str_addv(&p->settings, fmt, args);
    va_end(args);
    str_adds(&p->settings, "\n");
}

void panel_text(struct panel *p, const char *command, const char *text)
{
    str_addf(&p->settings, "%s ", command);
    quote(text, false, &p->settings);
    str_adds(&p->settings, "\n");
}

void panel_label(struct panel *p, const char *command, const char *text,
                 const char *fmt, ...)
{
    va_list args;

    str_addf(&p->settings, "%s ", command);
    quote(text, false, &p->settings);
    str_adds(&p->settings, " ");
    va_start(args, fmt);
    str_addv(&p->settings, fmt, args);
    va_end(args);
    str_adds(&p->settings, "\n");
}

void panel_tick(struct panel *p, char axis, double at, const char *text)
{
    struct str *tics = axis == 'x' ? &p->xtics : &p->ytics;

    if (axis == 'x' && !tics->len)
        p->first = text_length(text);
    str_adds(tics, tics->len ? ", " : "");
    quote(text, true, tics);
    str_adds(tics, " ");
    real_text(at, tics);
    str_adds(tics, *text ? "" : " 1");
}

void panel_slant(struct panel *p)
{
    panel_do(p, "set xtics rotate by 45 right");
    if (p->first > SLANTED_USUAL)
        panel_do(p, "set lmargin 12");
}

void panel_plot(struct panel *p, int block, const char *legend, const char *fmt,
                ...)
{
    va_list args;

    str_addf(&p->plots, "%s\\\n    data index %d ", p->plots.len ? ", " : "",
             block);
    va_start(args, fmt);
    str_addv(&p->plots, fmt, args);
    va_end(args);
    if (legend) {
        str_adds(&p->plots, " title ");
        quote(legend, false, &p->plots);
        p->legends++;
        p->longest =
            text_length(legend) > p->longest ? text_length(legend) : p->longest;
    } else
        str_adds(&p->plots, " notitle");
}

/* --- data ----------------------------------------------------------------- */

int page_block(struct page *p, const char *title, const char *columns)
{
    if (p->blocks)
        str_adds(&p->data, "\n\n");
    comment(title, &p->data);
    comment(columns, &p->data);
    return p->blocks++;
}

static void add_numbers(struct page *p, int n, const double *x)
{
    for (int i = 0; i < n; i++) {
        str_adds(&p->data, i ? "\t" : "");
        if (isnan(x[i]))
            str_adds(&p->data, "NaN");
        else
            real_text(x[i], &p->data);
    }
}

void page_row(struct page *p, int n, const double *x)
{
    add_numbers(p, n, x);
    str_adds(&p->data, "\n");
}

void page_named_row(struct page *p, int n, const double *x, const char *name)
{
    add_numbers(p, n, x);
    str_adds(&p->data, "\t");
    rest_of_line(name, &p->data);
}

void page_gap(struct page *p)
{
    str_adds(&p->data, "\n");
}

void page_note(struct page *p, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    str_addv(&p->notes, fmt, args);
    va_end(args);
    str_adds(&p->notes, "\n");
}

void page_release(struct page *p)
{
    for (int i = 0; i < p->n; i++) {
        free(p->panel[i]->title);
        str_release(&p->panel[i]->settings);
        str_release(&p->panel[i]->plots);
        str_release(&p->panel[i]->xtics);
        str_release(&p->panel[i]->ytics);
        free(p->panel[i]);
    }
    free(p->panel);
    str_release(&p->data);
    str_release(&p->notes);
    *p = (struct page){0};
}

/* --- the script ----------------------------------------------------------- */

/* Has a panel too long a legend to stand above it? */
static bool legend_beside(const struct panel *p)
{
    return p->legends > LEGENDS_ABOVE;
}

/* The room for it. */
static int legend_width(const struct panel *p)
{
    return legend_beside(p) ? LEGEND_WIDTH + CHARACTER_WIDTH * p->longest : 0;
}

static bool is_alone(const struct canvas *s)
{
    return s->rows * s->columns == 1 && !s->small;
}

/* Of each of the panels [first, end). */
static int panel_width(const struct page *p, int first, int end,
                       const struct canvas *s)
{
    const int usual = is_alone(s) ? ALONE_WIDTH : WIDTH;
    int width = usual;

    for (int i = first; i < end; i++) {
        const struct panel *panel = p->panel[i];
        const int wanted = usual + legend_width(panel);

        width = wanted > width ? wanted : width;
        width = panel->width > width ? panel->width : width;
    }
    return width;
}

/* Likewise. */
static int panel_height(const struct page *p, int first, int end,
                        const struct canvas *s)
{
    int height = is_alone(s) ? ALONE_HEIGHT : HEIGHT;

    for (int i = first; i < end; i++)
        if (p->panel[i]->height > height)
            height = p->panel[i]->height;
    return height;
}

/* Of a picture of so many panels along it.  A PNG has two pixels for each of an
 * SVG's. */
static int side_of(const struct canvas *s, int panels, int size)
{
    const int side = (s->png ? 2 : 1) * panels * size;

    return s->png && side > SIDE_MOST ? SIDE_MOST : side;
}

static void add_terminal(const struct canvas *s, int width, int height,
                         struct str *out)
{
    str_addf(out,
             "set encoding utf8\n"
             "set terminal %s size %d,%d font 'sans-serif,12' noenhanced "
             "background '#ffffff' %s\n",
             s->png ? "pngcairo" : "svg", side_of(s, s->columns, width),
             side_of(s, s->rows, height),
             s->png ? "fontscale 1.5 linewidth 2 pointscale 1.8"
                    : "name 'codarun'");
}

/* Each type differs from its neighbours in all three. */
static void add_linetypes(struct str *out)
{
    static const char *const colour[] = {"#0072B2", "#D55E00", "#009E73",
                                         "#CC79A7", "#E69F00", "#56B4E9",
                                         "#000000"};
    static const char *const dash[] = {"1", "'-'", "'.'", "'_.'", "'-..'"};
    static const int mark[] = {7, 9, 5, 13, 11, 6, 8, 4, 12};

    for (int i = 0; i < 35; i++)
        str_addf(out, "set linetype %d lc rgb '%s' dt %s pt %d ps 0.6 lw 1.6\n",
                 i + 1, colour[i % 7], dash[i % 5], mark[i % 9]);
    str_adds(out, "set linetype cycle 35\n");
}

/* In lines that a picture of so many pixels has room for. */
static void add_title(const char *title, int width, struct str *out)
{
    const int most = (width - BESIDE_TITLE) / CHARACTER_WIDTH;

    str_adds(out, "set title ");
    for (int lines = TITLE_LINES; lines > 0; lines--) {
        const size_t end = text_line(title, most);
        char *line = lines > 1 ? memory_format("%.*s", (int)end, title)
                               : text_cut(title, most);

        quote(line, false, out);
        free(line);
        title += end + (title[end] == ' ');
        if (!*title)
            break;
        str_adds(out, lines > 1 ? ".\"\\n\"." : "");
    }
    str_adds(out, "\n");
}

static void add_panel(const struct panel *p, int width, struct str *out)
{
    str_adds(out, "\nreset\n"
                  "set datafile separator \"\\t\"\n"
                  "set border 3 lc rgb '#404040'\n"
                  "set tics nomirror out scale 0.6\n"
                  "set grid lc rgb '#e0e0e0' lt 1 lw 0.6\n"
                  "set title offset 0,-0.4\n"
                  "set xtics offset 0,0.2\n"
                  "set xlabel offset 0,0.4\n");
    str_addf(out, "set key outside %s center Left reverse samplen 4\n",
             legend_beside(p) ? "right" : "above");
    str_adds(out, legend_beside(p) ? "" : "set rmargin 3\n");
    add_title(p->title, width - legend_width(p), out);
    str_adds(out, str_text(&p->settings));
    if (p->xtics.len)
        str_addf(out, "set xtics (%s)\n", str_text(&p->xtics));
    if (p->ytics.len)
        str_addf(out, "set ytics (%s)\n", str_text(&p->ytics));
    str_addf(out, "plot %s\n", str_text(&p->plots));
}

/* A name of its own folder: one with a < or | first would be a command's. */
static void add_file(const char *command, const char *name, struct str *out)
{
    char *path = memory_format("./%s", name);

    str_addf(out, "%s ", command);
    quote(path, false, out);
    str_adds(out, "\n");
    free(path);
}

void page_script(const struct page *p, int first, int end,
                 const struct canvas *s, struct str *out)
{
    const int width = panel_width(p, first, end, s);

    if (s->data)
        add_file("data =", s->data, out);
    else
        str_addf(out, "$data << END\n%sEND\ndata = '$data'\n",
                 str_text(&p->data));
    add_terminal(s, width, panel_height(p, first, end, s), out);
    if (s->output)
        add_file("set output", s->output, out);
    add_linetypes(out);
    str_addf(out, "set multiplot layout %d,%d\n", s->rows, s->columns);
    for (int i = first; i < end; i++)
        add_panel(p->panel[i], width, out);
    str_adds(out, "\nunset multiplot\n");
}
