/* gantt_text.c - the chart for a terminal. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "sweep/simulate/gantt.h"

/* "12" or "250-499"; returns its width. */
static int label(const struct gantt *p, int row, char out[32])
{
    int first, last;

    gantt_row(p, row, &first, &last);
    return first == last ? snprintf(out, 32, "%d", first)
                         : snprintf(out, 32, "%d-%d", first, last);
}

static int label_width(const struct gantt *p)
{
    char text[32];
    int width = 0;

    for (int row = 0; row < p->rows; row++) {
        const int n = label(p, row, text);

        width = n > width ? n : width;
    }
    return width;
}

/* A sign for the share of workers that train. */
static char shade(double busy)
{
    static const char signs[] = " .:-=#";
    static const double least[] = {0.02, 0.25, 0.5, 0.75, 0.98};
    int i = 0;

    while (i < 5 && busy >= least[i])
        i++;
    return signs[i];
}

static char sign(const struct gantt_share *part, bool alone)
{
    if (part->lost > 0 && part->lost * 2 >= part->busy)
        return 'x';
    return alone && part->begun ? '|' : shade(part->busy);
}

static void add_row(const struct gantt *p, int row, double end, int width,
                    int cells, struct str *out)
{
    char text[32];

    label(p, row, text);
    str_addf(out, "%*s ", width, text);
    for (int i = 0; i < cells; i++) {
        const struct gantt_share part =
            gantt_part(p, row, end * i / cells, end * (i + 1) / cells);
        const char c = sign(&part, p->rows == p->workers);

        str_add(out, &c, 1);
    }
    while (out->len && out->s[out->len - 1] == ' ')
        out->s[--out->len] = '\0';
    str_adds(out, "\n");
}

void gantt_text(const struct gantt *p, double end, int columns, struct str *out)
{
    const int width = label_width(p);
    const int cells = columns - width - 1 > 20 ? columns - width - 1 : 20;
    char time[32];

    for (int row = 0; row < p->rows; row++)
        add_row(p, row, end, width, cells, out);
    clock_words(end, time);
    str_addf(out, "%*s 0%*s\n", width, "", cells - 1, time);
    str_addf(out, "%*s # all train, = - : . fewer, x lost%s\n", width, "",
             p->rows == p->workers ? ", | a trial begins" : "");
}
