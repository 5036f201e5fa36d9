/* heatmap_example.c - the text of an example beside its attentions. */
#include "config.h"

#include "base/core/memory.h"
#include "report/plot/heatmap.h"

#include <stdlib.h>
#include <string.h>

/* Characters of a line, its height in pixels, the pixels around all lines; most
 * lines. */
enum { LINE = 78, LINE_HEIGHT = 16, AROUND = 80, LINES = 60 };

static bool has_candidates(const struct inspection *s)
{
    for (int i = 0; i < s->seen.n; i++)
        if (s->seen.map[i].rows.candidate)
            return true;
    return false;
}

/* Add the lines of the text, the first ones if it is long; returns how many. */
static int add_lines(struct panel *panel, const char *text)
{
    int lines = 0;

    while (*text && lines < LINES) {
        const size_t whole = strcspn(text, "\n");
        char *rest = memory_format("%.*s", (int)whole, text);
        const size_t n = text_line(rest, LINE);
        const bool cut = lines == LINES - 1 && text[n];

        rest[n] = 0;
        panel_label(panel, "set label", cut ? "\u2026" : rest,
                    "at graph 0,1 offset character 0,%d font ',10'", -lines++);
        free(rest);
        text += n + (text[n] == ' ' || text[n] == '\n');
    }
    return lines;
}

void heatmap_example(const struct inspection *s, const char *title,
                     int matrices, struct page *page)
{
    struct str text = {0};

    if (matrices < 2 && !has_candidates(s))
        return;
    struct panel *panel = page_panel(page, title, "the example");

    inspection_example(s, &text);
    panel_do(panel, "unset border\nunset tics\nunset grid");
    panel_do(panel, "set lmargin 2\nset xrange [0:1]\nset yrange [0:1]");
    panel->width = LINE * CHARACTER_WIDTH;
    panel->height = AROUND + LINE_HEIGHT * add_lines(panel, str_text(&text));
    str_adds(&panel->plots, "NaN notitle");
    str_release(&text);
}
