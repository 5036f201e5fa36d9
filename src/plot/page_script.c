/* page_script.c - the script of gnuplot that draws panels of a page. */
#include "config.h"

#include "plot/page_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Of one panel, in pixels; alone it is larger, and a long legend beside it has
 * room of its own. */
enum { ALONE_WIDTH = 640, ALONE_HEIGHT = 440, WIDTH = 480, HEIGHT = 350 };
enum { LEGEND_WIDTH = 60, LEGENDS_ABOVE = 4 };
enum { TITLE_LINES = 3, BESIDE_TITLE = 40 };

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

/* A command and a title behind it, in lines that so many pixels have room
 * for. */
static void add_title(const char *command, const char *title, int width,
                      struct str *out)
{
    const int most = (width - BESIDE_TITLE) / CHARACTER_WIDTH;

    str_addf(out, "%s ", command);
    for (int lines = TITLE_LINES; lines > 0; lines--) {
        const size_t end = text_line(title, most);
        char *line = lines > 1 ? memory_format("%.*s", (int)end, title)
                               : text_cut(title, most);

        page_quote(line, false, out);
        free(line);
        title += end + (title[end] == ' ');
        if (!*title)
            break;
        str_adds(out, lines > 1 ? ".\"\\n\"." : "");
    }
    str_adds(out, "\n");
}

/* `titled`: the page has the panel's title. */
static void add_panel(const struct panel *p, int width, bool titled,
                      struct str *out)
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
    if (!titled)
        add_title("set title", p->title, width - legend_width(p), out);
    else if (p->above)
        str_adds(out, "set title ' '\n");
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
    page_quote(path, false, out);
    str_adds(out, "\n");
    free(path);
}

/* The title of all panels [first, end); NULL: they differ, or there is one. */
static const char *title_of_all(const struct page *p, int first, int end)
{
    for (int i = first + 1; i < end; i++)
        if (strcmp(p->panel[i]->title, p->panel[first]->title))
            return NULL;
    return end - first > 1 ? p->panel[first]->title : NULL;
}

void page_script(const struct page *p, int first, int end,
                 const struct canvas *s, struct str *out)
{
    const int width = panel_width(p, first, end, s);
    const char *title = title_of_all(p, first, end);

    if (s->data)
        add_file("data =", s->data, out);
    else
        str_addf(out, "$data << END\n%sEND\ndata = '$data'\n",
                 str_text(&p->data));
    str_adds(out, "set encoding utf8\n");
    terminal_set(s->terminal ? s->terminal : terminals, s->columns * width,
                 s->rows * panel_height(p, first, end, s), out);
    if (s->output)
        add_file("set output", s->output, out);
    add_linetypes(out);
    str_addf(out, "set multiplot layout %d,%d", s->rows, s->columns);
    if (title)
        add_title(" title", title, s->columns * width, out);
    else
        str_adds(out, "\n");
    for (int i = first; i < end; i++)
        add_panel(p->panel[i], width, title != NULL, out);
    str_adds(out, "\nunset multiplot\n");
}
