/* contents.c - what a trial's file holds. */
#include "config.h"

#include "report/inside/contents.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/show.h"
#include "engine/store/envelope.h"
#include "engine/store/hdf5.h"
#include "engine/store/state.h"
#include "report/inside/teller.h"
#include "text/formats/json_write.h"

/* --- what results and states have in common ------------------------------- */

static void tell_head(struct teller *t, const char *path, const char *kind,
                      long version)
{
    const struct digest content = envelope_content(path, kind);

    tell_text(t, "file", path);
    tell_text(t, "kind", kind);
    tell_long(t, "version", version);
    if (!digest_equal(content, (struct digest){0}))
        tell_digest(t, "xxh3", content);
}

static void tell_history(struct teller *t, const struct history *h)
{
    teller_begin(t, "history");
    tell_long(t, "evaluations", h->n);
    if (h->n) {
        tell_long(t, "first_step", h->row[0].step);
        tell_long(t, "last_step", h->row[h->n - 1].step);
    }
    teller_end(t);
}

static void tell_dataset(void *teller, const struct hdf5_dataset *d)
{
    const struct teller *t = teller;

    teller_begin_one(t, d->path);
    tell_shape(t, d->rank, d->extent);
    if (t->json)
        json_put_text(t->out, "type", d->type);
    else
        str_addf(t->out, "%s%s", d->rank ? " " : "", d->type); /* our words */
    teller_end_one(t);
}

static int tell_arrays(struct teller *t, const char *path, const char *kind,
                       struct error *e)
{
    struct str image = {0};
    struct hdf5 h;

    if (envelope_read(path, kind, &image, e))
        return -1;
    teller_begin(t, "arrays");
    hdf5_open(&h, image.s, image.len, e);
    hdf5_datasets(&h, tell_dataset, t);
    const int failed = hdf5_close(&h);

    teller_end(t);
    str_release(&image);
    return failed ? error_in(e, "%s file '%s'", kind, path) : 0;
}

/* --- a result ------------------------------------------------------------- */

static void tell_result_trial(struct teller *t, const struct result *r)
{
    teller_begin(t, "trial");
    tell_digest(t, "name", r->trial);
    tell_long(t, "number", r->number);
    tell_long(t, "attempt", r->attempt);
    tell_text(t, "status", trial_status_names[r->status]);
    if (r->reason && *r->reason)
        tell_text(t, "reason", r->reason);
    tell_long(t, "steps", r->steps);
    tell_real(t, "epochs", r->epochs);
    tell_long(t, "best_step", r->best_step);
    tell_real(t, "train_loss", r->train_loss);
    tell_real(t, "seconds", r->seconds);
    tell_digest(t, "params", r->params);
    if (!r->small)
        tell_digest(t, "result", result_digest(r));
    teller_end(t);
}

static void tell_metrics(struct teller *t, const struct result *r)
{
    teller_begin(t, "metrics");
    for (int i = 0; i < r->metrics; i++) {
        teller_begin_one(t, r->metric[i]);
        tell_part(t, "valid", r->valid[i]);
        tell_part(t, "test", r->test[i]);
        teller_end_one(t);
    }
    teller_end(t);
}

static void tell_unit(const struct teller *t, const struct units *u)
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

static void tell_splits(struct teller *t, const struct result *r)
{
    teller_begin(t, "units");
    for (int s = 0; s < SPLITS; s++) {
        if (!r->units[s].n)
            continue;
        teller_begin_one(t, split_names[s]);
        tell_unit(t, &r->units[s]);
        teller_end_one(t);
    }
    teller_end(t);
    teller_begin(t, "answers");
    for (int s = 0; s < SPLITS; s++)
        if (r->answers[s].n)
            tell_long(t, split_names[s], r->answers[s].n);
    teller_end(t);
}

/* The fact that has the configuration with every default. */
#define WHOLE_CONFIG "configuration"

static void tell_facts(struct teller *t, const struct facts *f)
{
    for (int i = 0; i < f->n; i++)
        if (strcmp(f->fact[i].name, WHOLE_CONFIG) != 0)
            tell_text(t, f->fact[i].name, f->fact[i].value);
    if (f->shared)
        tell_facts(t, f->shared);
}

static void tell_result(struct teller *t, const struct result *r)
{
    tell_result_trial(t, r);
    tell_metrics(t, r);
    tell_history(t, &r->history);
    tell_splits(t, r);
}

static void tell_result_origin(struct teller *t, const struct result *r)
{
    const char *whole = facts_get(&r->facts, WHOLE_CONFIG);

    tell_lines(t, "config", whole ? whole : r->config, ": ");
    teller_begin(t, "provenance");
    tell_facts(t, &r->facts);
    teller_end(t);
}

static int result_contents(struct teller *t, const char *path, struct error *e)
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

static void tell_state_trial(struct teller *t, const struct state *s)
{
    teller_begin(t, "trial");
    tell_digest(t, "name", s->trial);
    tell_long(t, "attempt", s->attempt);
    tell_text(t, "identity", s->identity);
    if (*s->earlier)
        tell_text(t, "earlier", s->earlier);
    tell_long(t, "step", s->step);
    tell_long(t, "epoch", s->epoch);
    tell_long(t, "best_step", s->best_step);
    tell_real(t, "best_value", s->best_value);
    tell_real(t, "seconds", s->seconds);
    tell_long(t, "parameters", (long)s->len);
    tell_long(t, "moments", s->moments);
    teller_end(t);
}

static void tell_layout(struct teller *t, const struct params *p)
{
    teller_begin(t, "parameters");
    for (int i = 0; i < p->n; i++) {
        teller_begin_one(t, p->param[i].name);
        tell_shape(t, 2, (long[]){p->param[i].rows, p->param[i].cols});
        teller_end_one(t);
    }
    teller_end(t);
}

static int state_contents(struct teller *t, const char *path, struct error *e)
{
    struct state s;

    if (state_read(path, &s, e))
        return -1;
    tell_head(t, path, "state", s.version);
    tell_state_trial(t, &s);
    tell_history(t, &s.history);
    tell_layout(t, &s.layout);
    const int failed = tell_arrays(t, path, "state", e);

    tell_lines(t, "config", s.config, ": ");
    tell_lines(t, "sources", s.sources, " ");
    state_release(&s);
    return failed;
}

/* -------------------------------------------------------------------------- */

int contents_of_file(const char *path, bool json, struct str *out,
                     struct error *e)
{
    struct teller t = {.json = json, .out = out};
    const bool state = envelope_is(path, "state");

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
    struct teller t = {.json = json, .out = out};

    if (json)
        json_begin(out, NULL, '{');
    tell_head(&t, path, "result", RESULT_VERSION);
    tell_result(&t, r);
    tell_result_origin(&t, r);
    if (json)
        json_finish(out, '}');
}
