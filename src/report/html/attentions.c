/* attentions.c - attentions of the best trials on one example.  This reads the
 * data again, which can be slow or fail because they are gone.  Therefore it is
 * done in a process of its own, which is stopped after a time limit. */
#include "config.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "base/system/subprocess.h"
#include "report/html/report_internal.h"
#include "report/plot/heatmap.h"

/* Return the last attention in the model: a decoder's attention to its source,
 * or that of an encoder's last layer.  If sites are set to another kind than
 * model.attention, only these are considered, since the question is usually
 * what that kind does. */
static const struct attention_map *last_of(const struct inspection *s,
                                           const struct row_text *row)
{
    for (int i = s->seen.n - 1; i >= 0; i--)
        if (html_has_site_of(row, s->seen.map[i].kind))
            return &s->seen.map[i];
    return &s->seen.map[s->seen.n - 1];
}

/* Return a request for its first head. */
static struct inspection_request request_for(const struct inspection *s,
                                             const struct attention_map *v)
{
    struct inspection_request w = s->request;

    w.site = v->site;
    w.pass = v->pass;
    w.head = v->first_head;
    return w;
}

/* Return the parts that M is computed from, in three panels at most: f_e(E), or
 * E if there is no f_e, the gate and M. */
static unsigned parts_of(const struct inspection *s)
{
    const enum attention_part e =
        inspection_any_has(s, PART_F_E) ? PART_F_E : PART_E;

    return 1U << e | 1U << PART_GATE | 1U << PART_M;
}

/* "trial 3, coda" */
static char *title_of(const struct results_row *row)
{
    struct str title = {0};

    str_addf(&title, "trial %ld, ", row->number);
    html_kinds(&row->config, &title);
    return str_take(&title);
}

static int draw(const struct trained *t, const struct results_row *row,
                const struct inspection_request *w, struct page *page,
                struct error *e)
{
    struct inspection all = {0}, one = {0};
    int failed = inspection_run(&all, t, w, e);

    if (!failed) {
        const struct inspection_request last =
            request_for(&all, last_of(&all, &row->config));

        failed = inspection_run(&one, t, &last, e);
        if (!failed) {
            one.request.parts = parts_of(&one);
            char *title = title_of(row);

            heatmap_draw(&one, title, page);
            free(title);
        }
    }
    inspection_release(&one);
    inspection_release(&all);
    return failed;
}

/* A state that exists but cannot be read is a fault; other reasons are not. */
static void add_reason(struct html_report *r, const struct trained *t,
                       long trial, const struct error *e)
{
    if (t->path && !t->state.params) {
        html_fault(r, e);
        return;
    }
    html_absent(r, "Trial %ld: %s", trial, e->text);
}

static void add_trial(struct html_report *r, const struct folder *f,
                      const struct results_row *row)
{
    struct inspection_request w = INSPECTION_ANY;
    struct page page = {0};
    struct trained t;
    struct error e = {""};

    w.example = r->options->example;
    int failed = trained_load(&t, &f->s->ledger.proposed, f->s->dir,
                              row->number, NULL, false, &e);

    failed = failed || draw(&t, row, &w, &page, &e);
    failed = failed ||
             html_figures(r, &page, "An attention's matrix on an example", &e);
    if (failed)
        add_reason(r, &t, row->number, &e);
    page_release(&page);
    trained_release(&t);
}

/* Run in the process of its own; returns the number of faults. */
static int add_all(void *report, struct str *out)
{
    struct html_report r = *(struct html_report *)report;

    r.out = r.known = (struct str){0};
    r.faults = 0;
    html_note(&r,
              "Example %ld of the validation data. Of each trial it is the "
              "attention that comes last in its model, of those at sites that "
              "are set to another kind than model.attention where there are "
              "any, and of that the first head of this kind; rows attend to "
              "columns. m is what the model takes: of "
              "CoDA f_e times gate. Where anything is below 0 that is blue, "
              "with a dot, and orange is above it. codarun inspect --example "
              "shows all attentions.",
              r.options->example);
    for (int i = 0; i < r.in.n; i++) {
        const struct results_row *row[TRIALS_CHOSEN];
        const int n = html_chosen(&r.in.folder[i], row);

        html_folder(&r, &r.in.folder[i]);
        for (int k = 0; k < n; k++)
            add_trial(&r, &r.in.folder[i], row[k]);
    }
    str_adds(out, str_text(&r.out));
    html_tell_faults(&r);
    str_release(&r.out);
    str_release(&r.known);
    return r.faults;
}

/* Return the digest of all that the section depends on: the trials, whose
 * results do not change, and the options. */
static struct digest made_from(const struct html_report *r)
{
    struct str text = {0};

    str_addf(&text, "attentions %ld", r->options->example);
    for (int i = 0; i < r->in.n; i++) {
        const struct results_row *row[TRIALS_CHOSEN];
        const int n = html_chosen(&r->in.folder[i], row);
        char hex[DIGEST_HEX];

        for (int k = 0; k < n; k++) {
            digest_hex(row[k]->trial, hex);
            str_addf(&text, " %s", hex);
        }
        str_adds(&text, ";");
    }
    const struct digest from = digest_of(str_text(&text), text.len);

    str_release(&text);
    return from;
}

/* Add the section from the other process.  Its text is cached even if that
 * failed or timed out, so that the next writing does not spend the time
 * again. */
static void add_apart(struct html_report *r)
{
    struct error why = {""};
    struct str text = {0};
    const int faults =
        subprocess_run(add_all, r, r->options->wait, &text, &why);
    const size_t before = r->out.len;

    str_adds(&r->out, str_text(&text));
    str_release(&text);
    if (faults > 0)
        r->faults += faults;
    if (faults < 0)
        html_absent(r,
                    "Reading the data again and drawing came to nothing: %s. "
                    "codarun plot attention %s --example %ld draws them.",
                    why.text, r->in.folder[0].s->dir, r->options->example);
    if (faults <= 0)
        section_cache_add(r->cache, made_from(r), str_text(&r->out) + before);
}

static int write(struct html_report *r, struct error *e)
{

    (void)e;
    if (!html_any_finished(r))
        return 0;
    if (!r->gnuplot || r->options->wait <= 0) {
        html_absent(r, r->gnuplot ? "Left out, as it was asked for."
                                  : NO_PICTURES);
        return 0;
    }
    const char *kept = section_cache_find(r->cache, made_from(r));

    if (kept)
        str_adds(&r->out, kept);
    else
        add_apart(r);
    return 0;
}

const struct html_section html_attentions = {
    .id = "attentions",
    .title = "Attentions on an example",
    .write = write,
};
