/* page.c - pages of pictures before gnuplot draws them. */
#include "config.h"

#include "report/plot/page_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/utf8.h"
#include "config/field/field.h"

enum { SLANTED_USUAL = 10 }; /* characters that fit without a larger margin */

/* --- texts ---------------------------------------------------------------- */

/* True if gnuplot takes a byte in double quotes literally. */
static bool is_plain(unsigned char c)
{
    return c >= 128 || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
           (c >= 'a' && c <= 'z') || strchr(" .,:=+-*/()<>", c);
}

void page_quote(const char *text, bool tick, struct str *out)
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

/* Append a line.  A backslash at its end would join it to the next, so a blank
 * follows it. */
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

struct panel *page_panel(struct page *p, const char *subject, const char *title)
{
    struct panel *panel = memory_zeroed(1, sizeof(*panel));

    GROW(p->panel, p->n, p->room);
    p->panel[p->n++] = panel;
    panel->subject = memory_string(subject);
    panel->title = title ? memory_string(title) : NULL;
    return panel;
}

void panel_axis(struct panel *p, char axis, const char *title)
{
    char **at = axis == 'x' ? &p->xtitle : &p->ytitle;

    free(*at);
    *at = memory_string(title);
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
    page_quote(text, false, &p->settings);
    str_adds(&p->settings, "\n");
}

void panel_label(struct panel *p, const char *command, const char *text,
                 const char *fmt, ...)
{
    va_list args;

    str_addf(&p->settings, "%s ", command);
    page_quote(text, false, &p->settings);
    str_adds(&p->settings, " ");
    va_start(args, fmt);
    str_addv(&p->settings, fmt, args);
    va_end(args);
    str_adds(&p->settings, "\n");
}

void panel_tick(struct panel *p, char axis, double at, const char *text)
{
    struct str *tics = axis == 'x' ? &p->xtics : &p->ytics;

    const int n = text_length(text);

    if (axis == 'x' && !tics->len)
        p->first = n;
    if (axis == 'y' && n > p->left)
        p->left = n;
    str_adds(tics, tics->len ? ", " : "");
    page_quote(text, true, tics);
    str_adds(tics, " ");
    real_text(at, tics);
    str_adds(tics, *text ? "" : " 1");
}

void panel_span(struct panel *p, double low, double high)
{
    if (isfinite(high - low)) {
        p->low = low;
        p->high = high;
    }
}

void panel_slant(struct panel *p)
{
    panel_do(p, "set xtics rotate by 45 right");
    if (p->first > SLANTED_USUAL)
        panel_do(p, "set lmargin 12");
}

void panel_percent(struct panel *p)
{
    panel_do(p, "set offsets 0, 0, graph 0.05, graph 0.05");
    panel_do(p, "set yrange [0<*:*<100]");
}

static void add_legend(struct panel *p, const char *text)
{
    const int n = text_length(text);

    p->longest = n > p->longest ? n : p->longest;
}

void panel_legend_title(struct panel *p, const char *text)
{
    panel_label(p, "set key title", text, "left");
    p->legend_title = text_length(text);
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
        page_quote(legend, false, &p->plots);
        p->legends++;
        add_legend(p, legend);
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
        free(p->panel[i]->subject);
        free(p->panel[i]->title);
        free(p->panel[i]->xtitle);
        free(p->panel[i]->ytitle);
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
