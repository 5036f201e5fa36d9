/* report.c - the report of results folders: the page around its sections. */
#include "config.h"

#include "report/html/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/core/show.h"
#include "base/core/version.h"
#include "base/files/file.h"
#include "report/html/report_internal.h"
#include "report/plot/gnuplot.h"

/* In the order of the page. */
static const struct html_section *const sections[] = {
    &html_summary, &html_measured,      &html_significance, &html_search,
    &html_curves,  &html_attentions,    &html_histograms,   &html_failures,
    &html_trials,  &html_configuration, &html_provenance,
};
#define SECTIONS (sizeof(sections) / sizeof(*sections))

/* The lines of html/style.css and html/script.js. */
static const char *const style[] = {
#include "report/html/style.def"
};
static const char *const script[] = {
#include "report/html/script.def"
};

static void add_lines(const char *const *line, size_t n, struct str *out)
{
    for (size_t i = 0; i < n; i++)
        str_adds(out, line[i]);
}

/* --- for the sections ----------------------------------------------------- */

static void add_paragraph(struct html_report *r, const char *element,
                          const char *fmt, va_list args)
{
    struct str text = {0};

    str_addv(&text, fmt, args);
    html_element(element, str_text(&text), &r->out);
    str_adds(&r->out, "\n");
    str_release(&text);
}

void html_note(struct html_report *r, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    add_paragraph(r, "p class=\"note\"", fmt, args);
    va_end(args);
}

void html_absent(struct html_report *r, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    add_paragraph(r, "p class=\"absent\"", fmt, args);
    va_end(args);
}

/* True if an earlier section has reported it. */
static bool is_known(const struct html_report *r, const char *fault)
{
    char *line = memory_format("\n%s\n", fault);
    const bool known = strstr(str_text(&r->known), line) != NULL;

    free(line);
    return known;
}

void html_fault(struct html_report *r, const struct error *e)
{
    html_element("p class=\"fault\"", e->text, &r->out);
    str_adds(&r->out, "\n");
    if (is_known(r, e->text))
        return;
    r->faults++;
    str_addf(&r->known, "\n%s\n", e->text);
}

void html_tell_faults(const struct html_report *r)
{
    char *text = memory_string(str_text(&r->known)), *at;

    for (char *line = strtok_r(text, "\n", &at); line;
         line = strtok_r(NULL, "\n", &at))
        complain("%s", line);
    free(text);
}

void html_folder(struct html_report *r, const struct folder *f)
{
    if (r->in.n < 2)
        return;
    html_elementf(&r->out, "h3", "%s", f->s->dir);
    r->headed = true;
}

void html_heading(struct html_report *r, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    add_paragraph(r, r->headed ? "h4" : "h3", fmt, args);
    va_end(args);
}

bool html_any_finished(struct html_report *r)
{
    for (int f = 0; f < r->in.n; f++)
        for (long i = 0; i < r->in.folder[f].s->n; i++)
            if (results_row_finished(&r->in.folder[f].s->row[i]))
                return true;
    html_absent(r, "No trial has finished yet.");
    return false;
}

void html_table(struct html_report *r, const struct grid *g, const char *all)
{
    struct error e;

    format_html.write(&(struct sheet){.grid = g, .all = all}, &r->out, &e);
}

/* --- the page ------------------------------------------------------------- */

static void add_head(struct html_report *r, const char *title)
{
    str_adds(&r->out,
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
             "<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, "
             "initial-scale=1\">\n"
             "<meta name=\"color-scheme\" content=\"light dark\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" "
             "content=\"default-src 'none'; style-src 'unsafe-inline'; "
             "script-src 'unsafe-inline'\">\n");
    str_addf(&r->out, "<meta name=\"generator\" content=\"codarun %s\">\n",
             version_text());
    html_elementf(&r->out, "title", "%s: report", title);
    str_adds(&r->out, "\n<style>\n");
    add_lines(style, sizeof(style) / sizeof(*style), &r->out);
    str_adds(&r->out, "</style>\n</head>\n<body>\n");
}

static void add_header(struct html_report *r, const char *title)
{
    str_adds(&r->out, "<header>\n");
    html_element("h1", title, &r->out);
    str_adds(&r->out, "\n<nav>\n");
    for (size_t i = 0; i < SECTIONS; i++) {
        str_addf(&r->out, "<a href=\"#%s\">", sections[i]->id);
        html_text(sections[i]->title, &r->out);
        str_adds(&r->out, "</a>\n");
    }
    str_adds(&r->out, "</nav>\n");
    html_status_lines(r);
    str_adds(&r->out, "</header>\n");
}

/* Add the list of damaged files that the whole page lacks, and of trials that
 * cannot be compared with the others since they have read other data. */
static void add_left_out(struct html_report *r)
{
    struct str lines = {0};

    r->others = (int)folders_other_data(r->in.folder, r->in.n, &r->told);
    str_adds(&lines, str_text(&r->told));
    r->faults += (int)folders_left_out(r->in.folder, r->in.n, &lines);
    if (lines.len) {
        str_adds(&r->out, "<div class=\"fault\">\n");
        html_lines(str_text(&lines), &r->out);
        str_adds(&r->out, "</div>\n");
    }
    str_release(&lines);
}

/* Add a section.  Its error is printed in its place and counted. */
static void add_section(struct html_report *r, const struct html_section *s)
{
    struct error e = {""};

    str_addf(&r->out, "<section id=\"%s\">\n", s->id);
    html_element("h2", s->title, &r->out);
    str_adds(&r->out, "\n");
    r->section = s->id;
    r->pictures = 0;
    r->headed = false;
    if (s->write && s->write(r, &e))
        html_fault(r, &e);
    for (int i = 0; s->write_folder && i < r->in.n; i++) {
        html_folder(r, &r->in.folder[i]);
        s->write_folder(r, &r->in.folder[i]);
    }
    str_adds(&r->out, "</section>\n");
}

static void add_footer(struct html_report *r)
{
    str_adds(&r->out, "</main>\n<footer>\n");
    if (r->faults)
        html_elementf(&r->out, "p class=\"fault\"",
                      "%d thing%s should be on this page and could not be "
                      "read; each is named in its place.",
                      r->faults, r->faults == 1 ? "" : "s");
    html_elementf(&r->out, "p", "codarun %s report, commit %s", version_text(),
                  version_commit());
    str_adds(&r->out, "\n</footer>\n<script>\n");
    add_lines(script, sizeof(script) / sizeof(*script), &r->out);
    str_adds(&r->out, "</script>\n</body>\n</html>\n");
}

static void write_page(struct html_report *r)
{
    char *title = folders_title(r->in.folder, r->in.n, ", ");

    add_left_out(r);
    for (size_t i = 0; i < SECTIONS; i++)
        add_section(r, sections[i]);
    struct str body = r->out; /* made before the head, which contains the time
                                 that this took */

    r->out = (struct str){0};
    add_head(r, title);
    add_header(r, title);
    str_adds(&r->out, "<main>\n");
    str_adds(&r->out, str_text(&body));
    add_footer(r);
    str_release(&body);
    free(title);
}

/* Make the page, again if something that it has read turned out to be damaged:
 * then without that. */
static void make_page(struct html_report *r, struct folders *f)
{
    do {
        str_release(&r->out);
        str_release(&r->known);
        str_release(&r->told);
        r->faults = 0;
        write_page(r);
    } while (r->faults && folders_salvage_more(f));
}

static int save(const struct html_report *r, struct error *e)
{
    const struct html_refresh *refresh = r->options->refresh;
    char *name = r->options->output
                     ? memory_string(r->options->output)
                     : memory_format("%s-report.html", r->in.folder[0].x->name);
    const int failed = file_write(name, str_text(&r->out), r->out.len, e);

    if (!failed && (!refresh || refresh->first))
        say("%s\n", name);
    free(name);
    return failed;
}

static void tell_lacks(const struct html_report *r)
{
    const struct html_refresh *refresh = r->options->refresh;

    if (refresh && !refresh->first && refresh->is == HTML_REFRESH_NEXT)
        return;
    html_tell_faults(r);
    show_put(str_text(&r->told), stderr);
}

static int write_report(struct html_report *r, char *const *dir, int n,
                        struct error *e)
{
    struct folders f;

    if (folders_read(&f, dir, n, e))
        return -1;
    r->in.n = f.n;
    r->in.folder = f.folder;
    make_page(r, &f);
    tell_lacks(r);
    const int failed = save(r, e);

    str_release(&r->out);
    str_release(&r->known);
    str_release(&r->told);
    folders_release(&f);
    return failed ? -1 : r->faults + r->others;
}

int html_report(char *const *dir, int n, const struct html_options *options,
                struct error *e)
{
    struct html_report r = {.in.view = {.split = SPLIT_NONE,
                                        .most = options->most,
                                        .inspection = INSPECTION_ANY},
                            .options = options,
                            .gnuplot = gnuplot_found()};

    if (options->refresh && options->refresh->is != HTML_REFRESH_LAST)
        r.cache = options->refresh->cache;
    r.liveness = memory_zeroed((size_t)n + 1, sizeof(*r.liveness));
    for (int i = 0; i < n; i++) /* the state is read before the results that it
                                   describes */
        liveness_read(&r.liveness[i], dir[i]);
    const int written = write_report(&r, dir, n, e);

    for (int i = 0; i < n; i++)
        liveness_release(&r.liveness[i]);
    free(r.liveness);
    return written;
}
