/* contents.c - the contents of a trial's result or state file. */
#include "config.h"

#include "report/inspection/contents.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/show.h"
#include "engine/store/checked_file.h"
#include "engine/store/hdf5.h"
#include "engine/store/state.h"
#include "report/inspection/fact_writer.h"
#include "text/formats/json_write.h"

/* --- common to results and states ----------------------------------------- */

static void tell_head(struct fact_writer *t, const char *path, const char *kind,
                      long version)
{
    const struct digest content = checked_file_content(path, kind);

    fact_writer_text(t, "file", path);
    fact_writer_text(t, "kind", kind);
    fact_writer_long(t, "version", version);
    if (!digest_equal(content, (struct digest){0}))
        fact_writer_digest(t, "xxh3", content);
}

static void tell_history(struct fact_writer *t, const struct history *h)
{
    fact_writer_begin(t, "history");
    fact_writer_long(t, "evaluations", h->n);
    if (h->n) {
        fact_writer_long(t, "first_step", h->row[0].step);
        fact_writer_long(t, "last_step", h->row[h->n - 1].step);
    }
    fact_writer_end(t);
}

static void tell_dataset(void *writer, const struct hdf5_dataset *d)
{
    const struct fact_writer *t = writer;

    fact_writer_begin_one(t, d->path);
    fact_writer_shape(t, d->rank, d->extent);
    if (t->json)
        json_put_text(t->out, "type", d->type);
    else
        str_addf(t->out, "%s%s", d->rank ? " " : "", d->type); /* the type is
                                                                  codarun's own
                                                                  name */
    fact_writer_end_one(t);
}

static int tell_arrays(struct fact_writer *t, const char *path,
                       const char *kind, struct error *e)
{
    struct str image = {0};
    struct hdf5 h;

    if (checked_file_read(path, kind, &image, e))
        return -1;
    fact_writer_begin(t, "arrays");
    hdf5_open(&h, image.s, image.len, e);
    hdf5_datasets(&h, tell_dataset, t);
    const int failed = hdf5_close(&h);

    fact_writer_end(t);
    str_release(&image);
    return failed ? error_in(e, "%s file '%s'", kind, path) : 0;
}

/* --- a result ------------------------------------------------------------- */

static void tell_result_trial(struct fact_writer *t, const struct result *r)
{
    fact_writer_begin(t, "trial");
    fact_writer_digest(t, "name", r->trial);
    fact_writer_long(t, "number", r->number);
    fact_writer_long(t, "attempt", r->attempt);
    fact_writer_text(t, "status", trial_status_names[r->status]);
    if (r->reason && *r->reason)
        fact_writer_text(t, "reason", r->reason);
    fact_writer_long(t, "steps", r->steps);
    fact_writer_real(t, "epochs", r->epochs);
    fact_writer_long(t, "best_step", r->best_step);
    fact_writer_real(t, "train_loss", r->train_loss);
    fact_writer_real(t, "seconds", r->seconds);
    fact_writer_digest(t, "params", r->params);
    if (!r->small)
        fact_writer_digest(t, "result", result_digest(r));
    fact_writer_end(t);
}

static void tell_metrics(struct fact_writer *t, const struct result *r)
{
    fact_writer_begin(t, "metrics");
    for (int i = 0; i < r->metrics; i++) {
        fact_writer_begin_one(t, r->metric[i]);
        fact_writer_part(t, "valid", r->valid[i]);
        fact_writer_part(t, "test", r->test[i]);
        fact_writer_end_one(t);
    }
    fact_writer_end(t);
}

static void tell_unit(const struct fact_writer *t, const struct units *u)
{
    if (!t->json) {
        show_text(u->name, t->out);
        str_addf(t->out, " %d", u->n);
        for (int i = 0; i < u->traits; i++) {
            str_adds(t->out, i ? ", " : "  traits ");
            show_text(u->trait[i].name, t->out);
        }
        return;
    }
    json_put_text(t->out, "unit", u->name);
    json_put_long(t->out, "units", u->n);
    json_begin(t->out, "traits", '[');
    for (int i = 0; i < u->traits; i++)
        json_put_text(t->out, NULL, u->trait[i].name);
    json_finish(t->out, ']');
}

static void tell_splits(struct fact_writer *t, const struct result *r)
{
    fact_writer_begin(t, "units");
    for (int s = 0; s < SPLITS; s++) {
        if (!r->units[s].n)
            continue;
        fact_writer_begin_one(t, split_names[s]);
        tell_unit(t, &r->units[s]);
        fact_writer_end_one(t);
    }
    fact_writer_end(t);
    fact_writer_begin(t, "answers");
    for (int s = 0; s < SPLITS; s++)
        if (r->answers[s].n)
            fact_writer_long(t, split_names[s], r->answers[s].n);
    fact_writer_end(t);
}

/* The fact that contains the configuration with every default. */
#define WHOLE_CONFIG "configuration"

static void tell_facts(struct fact_writer *t, const struct facts *f)
{
    for (int i = 0; i < f->n; i++)
        if (strcmp(f->fact[i].name, WHOLE_CONFIG) != 0)
            fact_writer_text(t, f->fact[i].name, f->fact[i].value);
    if (f->shared)
        tell_facts(t, f->shared);
}

static void tell_result(struct fact_writer *t, const struct result *r)
{
    tell_result_trial(t, r);
    tell_metrics(t, r);
    tell_history(t, &r->history);
    tell_splits(t, r);
}

static void tell_result_origin(struct fact_writer *t, const struct result *r)
{
    const char *whole = facts_get(&r->facts, WHOLE_CONFIG);

    fact_writer_lines(t, "config", whole ? whole : r->config, ": ");
    fact_writer_begin(t, "provenance");
    tell_facts(t, &r->facts);
    fact_writer_end(t);
}

static int result_contents(struct fact_writer *t, const char *path,
                           struct error *e)
{
    struct result r;

    if (result_read(path, &r, e))
        return -1;
    tell_head(t, path, "result", r.version);
    tell_result(t, &r);
    const int failed = tell_arrays(t, path, "result", e);

    tell_result_origin(t, &r);
    result_release(&r);
    return failed;
}

/* --- a state -------------------------------------------------------------- */

static void tell_state_trial(struct fact_writer *t, const struct state *s)
{
    fact_writer_begin(t, "trial");
    fact_writer_digest(t, "name", s->trial);
    fact_writer_long(t, "attempt", s->attempt);
    fact_writer_text(t, "identity", s->identity);
    if (*s->earlier)
        fact_writer_text(t, "earlier", s->earlier);
    fact_writer_long(t, "step", s->step);
    fact_writer_long(t, "epoch", s->epoch);
    fact_writer_long(t, "best_step", s->best_step);
    fact_writer_real(t, "best_value", s->best_value);
    fact_writer_real(t, "seconds", s->seconds);
    fact_writer_long(t, "parameters", (long)s->len);
    fact_writer_long(t, "moments", s->moments);
    fact_writer_end(t);
}

static void tell_layout(struct fact_writer *t, const struct params *p)
{
    fact_writer_begin(t, "parameters");
    for (int i = 0; i < p->n; i++) {
        fact_writer_begin_one(t, p->param[i].name);
        fact_writer_shape(t, 2, (long[]){p->param[i].rows, p->param[i].cols});
        fact_writer_end_one(t);
    }
    fact_writer_end(t);
}

static int state_contents(struct fact_writer *t, const char *path,
                          struct error *e)
{
    struct state s;

    if (state_read(path, &s, e))
        return -1;
    tell_head(t, path, "state", s.version);
    tell_state_trial(t, &s);
    tell_history(t, &s.history);
    tell_layout(t, &s.layout);
    const int failed = tell_arrays(t, path, "state", e);

    fact_writer_lines(t, "config", s.config, ": ");
    fact_writer_lines(t, "sources", s.sources, " ");
    state_release(&s);
    return failed;
}

/* -------------------------------------------------------------------------- */

int contents_of_file(const char *path, bool json, struct str *out,
                     struct error *e)
{
    struct fact_writer t = {.json = json, .out = out};
    const bool state = checked_file_is(path, "state");

    if (json)
        json_begin(out, NULL, '{');
    if (state ? state_contents(&t, path, e) : result_contents(&t, path, e))
        return -1;
    if (json)
        json_finish(out, '}');
    return 0;
}

void contents_of_result(const struct result *r, const char *path, bool json,
                        struct str *out)
{
    struct fact_writer t = {.json = json, .out = out};

    if (json)
        json_begin(out, NULL, '{');
    tell_head(&t, path, "result", RESULT_VERSION);
    tell_result(&t, r);
    tell_result_origin(&t, r);
    if (json)
        json_finish(out, '}');
}
