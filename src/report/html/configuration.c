/* configuration.c - the experiment as it was first run, and every field of the
 * best trial. */
#include "config.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "report/html/report_internal.h"
#include "report/tables/best_trial.h"

/* Return the best finished trial, or the first trial. */
static const struct results_row *chosen_trial(const struct folder *f)
{
    struct error none;
    const struct results_row *best = best_trial(f->x, f->s, &none);

    return best ? best : f->s->n ? &f->s->row[0] : NULL;
}

static void add_fields(struct html_report *r, const struct results_row *row)
{
    char *text = row_whole(&row->config);

    html_heading(r, "Every field of trial %ld", row->number);
    html_element("pre", text, &r->out);
    str_adds(&r->out, "\n");
    free(text);
}

static void write_folder(struct html_report *r, const struct folder *f)
{
    const struct results_row *row = chosen_trial(f);

    html_heading(r, "The experiment");
    html_element("pre", f->x->text, &r->out);
    str_adds(&r->out, "\n");
    if (row)
        add_fields(r, row);
}

const struct html_section html_configuration = {
    .id = "configuration",
    .title = "Configuration",
    .write_folder = write_folder,
};
