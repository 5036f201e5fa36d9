/* page_script.c - the gnuplot script that draws panels of a page. */
#include "config.h"

#include "report/plot/page_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/plot/ticks.h"

/* Sizes of a panel in pixels: larger if it is alone, smaller inside a text, for
 * phones.  A long legend beside it gets extra width. */
enum { ALONE_WIDTH = 640, ALONE_HEIGHT = 440, WIDTH = 480, HEIGHT = 350 };
enum { SMALL_WIDTH = 420, SMALL_HEIGHT = 310 };
enum { TITLE_LINES = 3, BESIDE_TITLE = 40, LEGEND_LINE = 18 };
enum { FRAME_LEAST = 40 };

/* Pixels left of an axis without its tick labels, right of it, and above and
 * below it together. */
enum { LEFT = 60, RIGHT = 20, BELOW = 100 };

/* Lines above a frame without text. */
#define MARGIN 1.2

static bool is_alone(const struct canvas *s)
{
    return s->rows * s->columns == 1;
}

static int usual_width(const struct canvas *s)
{
    return s->small ? SMALL_WIDTH : is_alone(s) ? ALONE_WIDTH : WIDTH;
}

static int usual_height(const struct canvas *s)
{
    return s->small ? SMALL_HEIGHT : is_alone(s) ? ALONE_HEIGHT : HEIGHT;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int panel_width(const struct page *p, int first, int end,
                       const struct canvas *s)
{
    const int usual = usual_width(s);
    int width = usual;

    if (s->width)
        return s->width / s->columns;
    for (int i = first; i < end; i++) {
        width = larger(width, usual + legend_beside(p->panel[i]));
        width = larger(width, p->panel[i]->width);
    }
    return width;
}

/* Return by how many pixels the left margin is wider than the right one. */
static int aside(const struct panel *p)
{
    return LEFT + CHARACTER_WIDTH * p->left - RIGHT;
}

int page_width(const struct page *p, int first, int end, const struct canvas *s)
{
    const int width = panel_width(p, first, end, s);
    int needed = 0;

    for (int i = first; i < end; i++) {
        const struct panel *panel = p->panel[i];

        needed = larger(needed, panel->width);
        if (legend_of(panel, width).rows)
            needed = larger(needed, aside(panel) + legend_entry(panel));
    }
    return s->columns * needed;
}

int page_height(const struct page *p, int first, int end,
                const struct canvas *s)
{
    const int width = panel_width(p, first, end, s);
    int needed = 0;

    for (int i = first; i < end; i++) {
        const struct panel *panel = p->panel[i];
        const int lines = legend_of(panel, width).rows + panel->above;

        needed = larger(needed, panel->height);
        needed = larger(needed, BELOW + FRAME_LEAST + LEGEND_LINE * lines);
    }
    return s->rows * needed;
}

/* Return the height for a width; wide panels are flatter. */
static int height_for(int width)
{
    const int whole = 7 * width / 10, flat = 9 * width / 20;

    return whole < ALONE_HEIGHT  ? whole
           : flat > ALONE_HEIGHT ? flat
                                 : ALONE_HEIGHT;
}

/* Return the height of a panel; each row of a legend after the first adds to
 * it. */
static int panel_height(const struct page *p, int first, int end,
                        const struct canvas *s, int width)
{
    const int usual = s->width ? height_for(width) : usual_height(s);
    int height = usual;

    if (s->height)
        return s->height / s->rows;
    for (int i = first; i < end; i++) {
        const struct panel *panel = p->panel[i];
        const int rows = legend_of(panel, width).rows;

        height = larger(height, larger(panel->height, usual) +
                                    larger(rows - 1, 0) * LEGEND_LINE);
    }
    return height;
}

/* Define line types; each differs from the next in colour, dashes and marks. */
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

/* Append a command with a title broken into lines of at most `most` characters;
 * returns the number of lines. */
static int add_title(const char *command, const char *title, int most,
                     struct str *out)
{
    int lines = 0;

    str_addf(out, "%s ", command);
    while (lines < TITLE_LINES) {
        const size_t end = text_line(title, most);
        char *line = ++lines < TITLE_LINES
                         ? memory_format("%.*s", (int)end, title)
                         : text_cut(title, most);

        page_quote(line, false, out);
        free(line);
        title += end + (title[end] == ' ');
        if (!*title)
            break;
        str_adds(out, lines < TITLE_LINES ? ".\"\\n\"." : "");
    }
    return lines;
}

/* Return how many characters fit in so many pixels; at least a few. */
static int characters(int pixels)
{
    return pixels > 8 * CHARACTER_WIDTH ? pixels / CHARACTER_WIDTH : 8;
}

/* Return the pixels for a text centred above or below a frame.  The frame is
 * narrower than the panel by its left margin.  A text may extend beyond the
 * frame on the right, and so by as much on the left. */
static int room_of(const struct panel *p, int width)
{
    return width - legend_of(p, width).beside - aside(p);
}

static void add_axes(const struct panel *p, int width, int height,
                     struct str *out)
{
    const int room = room_of(p, width);

    if (p->xtitle) {
        add_title("set xlabel", p->xtitle, characters(room), out);
        str_adds(out, " offset 0,0.4\n");
    }
    if (p->low < p->high)
        str_addf(out, "set xtics %.9g\n",
                 tick_step(p->low, p->high, characters(room - 2 * RIGHT)));
    if (p->ytitle) {
        add_title("set ylabel", p->ytitle, characters(height - BELOW), out);
        str_adds(out, "\n");
    }
}

/* Place the legend.  If it is in rows, `at` is their height above the frame's
 * bottom, as a fraction of the frame's height. */
static void add_legend(const struct legend *l, double at, struct str *out)
{
    if (l->rows)
        str_addf(out,
                 "set key at graph 0.5,%.4g bottom center horizontal maxcols "
                 "%d Left reverse samplen 3\n",
                 at, l->columns);
    else
        str_adds(out, "set key outside right center Left reverse samplen 4\n");
    str_adds(out, l->beside ? "" : "set rmargin 3\n");
}

/* Add what is above the frame, from the top: the title, if there is one, the
 * legend, and the panel's own line. */
static void add_above(const struct panel *p, int width, int height,
                      const char *title, struct str *out)
{
    const struct legend l = legend_of(p, width);
    const int below = l.rows + p->above;
    int lines = 0;

    if (title) {
        lines =
            add_title("set title", title, characters(room_of(p, width)), out);
        str_addf(out, " offset 0,%.4g\n", below - 0.5);
    }
    const int frame = height - BELOW - LEGEND_LINE * (below + lines);
    const double line =
        (double)LEGEND_LINE / (frame > FRAME_LEAST ? frame : FRAME_LEAST);

    add_legend(&l, p->above ? 1 + line : 1.01, out);
    str_addf(out, "set tmargin %.4g\n", MARGIN + below + lines);
}

static void add_panel(const struct panel *p, int width, int height,
                      const char *title, struct str *out)
{
    str_adds(out, "\nreset\n"
                  "set datafile separator \"\\t\"\n"
                  "set border 3 lc rgb '#404040'\n"
                  "set tics nomirror out scale 0.6\n"
                  "set grid lc rgb '#e0e0e0' lt 1 lw 0.6\n"
                  "set xtics offset 0,0.2\n"
                  "set format x '%h'\n"); /* the default has a blank before each
                                             number */
    add_above(p, width, height, title, out);
    add_axes(p, width, height, out);
    str_adds(out, str_text(&p->settings));
    if (p->xtics.len)
        str_addf(out, "set xtics (%s)\n", str_text(&p->xtics));
    if (p->ytics.len)
        str_addf(out, "set ytics (%s)\n", str_text(&p->ytics));
    str_addf(out, "plot %s\n", str_text(&p->plots));
}

/* Append a file name in the script's folder.  "./" is prepended since a name
 * that begins with < or | would be run as a command. */
static void add_file(const char *command, const char *name, struct str *out)
{
    char *path = memory_format("./%s", name);

    str_addf(out, "%s ", command);
    page_quote(path, false, out);
    str_adds(out, "\n");
    free(path);
}

/* Return the subject of all panels [first, end); NULL if they have several, or
 * there are no panels. */
static const char *shared_subject(const struct page *p, int first, int end)
{
    const char *one = first < end ? p->panel[first]->subject : NULL;

    for (int i = first + 1; i < end; i++)
        if (strcmp(p->panel[i]->subject, one) != 0)
            return NULL;
    return one;
}

/* Return the title above a panel, NULL for none.  The caller frees it. */
static char *own_title(const struct panel *p, bool shared)
{
    if (shared)
        return p->title ? memory_string(p->title) : NULL;
    return memory_format("%s%s%s", p->subject, p->title ? ": " : "",
                         p->title ? p->title : "");
}

void page_script(const struct page *p, int first, int end,
                 const struct canvas *s, struct str *out)
{
    const int width = panel_width(p, first, end, s);
    const int height = panel_height(p, first, end, s, width);
    const char *subject = shared_subject(p, first, end);

    if (s->data)
        add_file("data =", s->data, out);
    else
        str_addf(out, "$data << END\n%sEND\ndata = '$data'\n",
                 str_text(&p->data));
    str_adds(out, "set encoding utf8\n");
    terminal_set(s->terminal ? s->terminal : terminals, s->columns * width,
                 s->rows * height, out);
    if (s->output)
        add_file("set output", s->output, out);
    add_linetypes(out);
    str_addf(out, "set multiplot layout %d,%d", s->rows, s->columns);
    if (subject && !s->small) {
        add_title(" title", subject,
                  characters(s->columns * width - BESIDE_TITLE), out);
        str_adds(out, " font ',13'");
    }
    str_adds(out, "\n");
    for (int i = first; i < end; i++) {
        char *own = own_title(p->panel[i], subject != NULL);

        add_panel(p->panel[i], width, height, own, out);
        free(own);
    }
    str_adds(out, "\nunset multiplot\n");
}
