/* gantt_svg.c - the chart as an SVG document. */
#include "config.h"

#include <math.h>

#include "base/core/clock.h"
#include "sweep/simulate/gantt.h"

enum { LEFT = 90, TOP = 40, WIDE = 1000, HIGH = 14, BELOW = 30, LEVELS = 10 };

/* Escape the characters that have a meaning in XML. */
static void add_escaped(struct str *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&':
            str_adds(out, "&amp;");
            break;
        case '<':
            str_adds(out, "&lt;");
            break;
        default:
            str_add(out, text, 1);
        }
}

static void add_box(struct str *out, int row, int from, int to, double level,
                    const char *colour)
{
    if (level > 0 && to > from)
        str_addf(out,
                 "<rect x='%d' y='%d' width='%d' height='%d' fill='%s' "
                 "fill-opacity='%.1f'/>\n",
                 LEFT + from, TOP + row * HIGH + 1, to - from, HIGH - 2, colour,
                 level);
}

/* Add one colour's boxes of a row; neighbours of one level are joined. */
static void add_boxes(const struct gantt *p, int row, double end, bool lost,
                      struct str *out)
{
    const char *colour = lost ? "#c0392b" : "#2c6fbb";
    double level = 0;
    int from = 0;

    for (int x = 0; x < WIDE; x++) {
        const struct gantt_share part =
            gantt_part(p, row, end * x / WIDE, end * (x + 1) / WIDE);
        const double is =
            rint((lost ? part.lost : part.busy) * LEVELS) / LEVELS;

        if (is != level) {
            add_box(out, row, from, x, level, colour);
            from = x;
            level = is;
        }
    }
    add_box(out, row, from, WIDE, level, colour);
}

/* A white line where a trial begins. */
static void add_begins(const struct gantt *p, int row, double end,
                       struct str *out)
{
    for (int x = 1; x < WIDE; x++)
        if (gantt_part(p, row, end * x / WIDE, end * (x + 1) / WIDE).begun)
            str_addf(out,
                     "<rect x='%d' y='%d' width='1' height='%d' "
                     "fill='white'/>\n",
                     LEFT + x, TOP + row * HIGH + 1, HIGH - 2);
}

static void add_row(const struct gantt *p, int row, double end, struct str *out)
{
    int first, last;

    gantt_row(p, row, &first, &last);
    str_addf(out, "<text x='%d' y='%d' text-anchor='end'>%d", LEFT - 6,
             TOP + (row + 1) * HIGH - 3, first);
    if (last > first)
        str_addf(out, "-%d", last);
    str_adds(out, "</text>\n");
    add_boxes(p, row, end, false, out);
    add_boxes(p, row, end, true, out);
    if (p->rows == p->workers)
        add_begins(p, row, end, out);
}

void gantt_svg(const struct gantt *p, double end, const char *title,
               struct str *out)
{
    const int bottom = TOP + p->rows * HIGH;
    char time[32];

    clock_words(end, time);
    str_addf(out,
             "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' "
             "font-family='sans-serif' font-size='10'>\n"
             "<rect width='100%%' height='100%%' fill='white'/>\n"
             "<text x='%d' y='24' font-size='14'>",
             LEFT + WIDE + 30, bottom + BELOW, LEFT);
    add_escaped(out, title);
    str_adds(out, "</text>\n");
    for (int row = 0; row < p->rows; row++)
        add_row(p, row, end, out);
    str_addf(out,
             "<text x='%d' y='%d'>0</text>\n"
             "<text x='%d' y='%d' text-anchor='end'>%s</text>\n</svg>\n",
             LEFT, bottom + 16, LEFT + WIDE, bottom + 16, time);
}
