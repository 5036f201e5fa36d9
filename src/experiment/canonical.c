/* canonical.c - the text by which a changed experiment is known. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "experiment/parts.h"

#define NAMED 5 /* differences that are told */

static bool has_line(const char *text, const char *line, size_t n)
{
    while (*text) {
        size_t end = strcspn(text, "\n");

        if (end == n && memcmp(text, line, n) == 0)
            return true;
        text += end + (text[end] == '\n');
    }
    return false;
}

bool experiment_sweeps(const struct experiment *x, const char *name, size_t n)
{
    for (int p = 0; p < x->search.space.n; p++)
        if (strlen(x->search.space.parameter[p].name) == n &&
            memcmp(x->search.space.parameter[p].name, name, n) == 0)
            return true;
    return false;
}

/* Does a trial of this variant have the field from the sweep? */
static bool given_by_sweep(const struct experiment *x, const struct variant *v,
                           const char *name, size_t n)
{
    return experiment_sweeps(x, name, n) || (v && variant_sets(v, name, n));
}

struct lines {
    const struct experiment *x;
    struct str *out;
};

/* The lines of a configuration that are not there yet.  Another kind brings
 * fields which trial 0 lacks. */
static int add_lines(void *context, const struct trial_config *c)
{
    struct lines *l = context;

    for (const char *line = c->text; *line;) {
        size_t n = strcspn(line, "\n");

        if (!given_by_sweep(l->x, c->variant, line, strcspn(line, ":")) &&
            !has_line(str_text(l->out), line, n)) {
            str_add(l->out, line, n);
            str_adds(l->out, "\n");
        }
        line += n + (line[n] == '\n');
    }
    return 0;
}

static void list_text(char *const *value, int n, struct str *out)
{
    for (int i = 0; i < n; i++)
        str_addf(out, "%s%s", i ? ", " : "[", value[i]);
    str_adds(out, "]");
}

static void real_member(const char *name, double x, struct str *out)
{
    str_addf(out, "%s: ", name);
    real_text(x, out);
    str_adds(out, ", ");
}

static void range_text(const struct parameter *p, struct str *out)
{
    str_adds(out, "{");
    if (p->normal) {
        real_member("mean", p->mean, out);
        real_member("deviation", p->deviation, out);
    }
    if (isfinite(p->min))
        real_member("min", p->min, out);
    if (isfinite(p->max))
        real_member("max", p->max, out);
    if (p->step > 0)
        real_member("step", p->step, out);
    str_addf(out, "scale: %s, whole: %s}", p->log ? "log" : "linear",
             p->whole ? "true" : "false");
}

static void parameter_text(const struct space *s, int place, struct str *out)
{
    const struct parameter *p = &s->parameter[place];

    /* its place too: the order gives the trials their numbers */
    str_addf(out, "sweep.parameters.%d: %s ", place + 1, p->name);
    if (p->value)
        list_text(p->value, p->n, out);
    else
        range_text(p, out);
    if (p->leader)
        str_addf(out, " with %s", s->parameter[p->leader - 1].name);
    for (int c = 0; c < p->conditions; c++) {
        str_addf(out, " when %s ", s->parameter[p->when[c].parameter].name);
        list_text(p->when[c].value, p->when[c].n, out);
    }
    str_adds(out, "\n");
}

static void search_text(const struct search *s, struct str *out)
{
    if (search_draws(s))
        str_addf(out, "sweep.trials: %ld\nsweep.seed: %ld\n", s->trials,
                 s->seed);
    if (s->repeats)
        str_addf(out, "sweep.repeats: %ld\n", s->repeats);
    for (int p = 0; p < s->space.n; p++)
        parameter_text(&s->space, p, out);
    for (int i = 0; i < s->rules; i++)
        str_addf(out, "sweep.rules.%d: %s\n", i + 1, s->rule[i]);
}

static void kind_text(const char *name, const struct chosen *c, struct str *out)
{
    str_addf(out, "%s: %s\n", name, c->kind->name);
    fields_text(c->kind->fields, c->conf, name, TEXT_GIVEN, out);
}

void experiment_text(const struct experiment *x, struct str *out)
{
    struct lines l = {x, out};
    struct trial_config c;
    struct error ignored = {0}; /* see experiment_each() */

    if (x->schema > 1)
        str_addf(out, "schema: %d\n", x->schema);
    str_addf(out, "name: %s\n", x->name);
    if (experiment_trial(x, experiment_first(x), &c, &ignored))
        return;
    experiment_each(x, add_lines, &l);
    kind_text("sweep.method", &x->search.sampler, out);
    if (strcmp(x->scheduler.kind->name, "none") != 0)
        kind_text("sweep.scheduler", &x->scheduler, out);
    str_addf(out, "sweep.goal: %s valid.%s\n",
             x->search.maximize ? "maximize" : "minimize",
             ((const struct task_kind *)c.task.kind)->metrics[x->goal].name);
    trial_config_release(&c);
    search_text(&x->search, out);
    variants_text(x, out);
}

uint64_t experiment_plan(const struct experiment *x)
{
    static const char trials[] = "sweep.trials: ";
    struct str text = {0}, plan = {0};

    experiment_text(x, &text);
    for (const char *line = str_text(&text); *line;) {
        const size_t n = strcspn(line, "\n") + 1;

        if (strncmp(line, trials, strlen(trials)) != 0)
            str_add(&plan, line, n);
        line += n;
    }
    const uint64_t hash = hash64(str_text(&plan), plan.len);

    str_release(&text);
    str_release(&plan);
    return hash;
}

static void add_field(struct str *out, const char *name, const char *was,
                      size_t was_len, const char *is, size_t is_len)
{
    static const char nothing[] = "not given";

    if (!was) {
        was = nothing;
        was_len = strlen(nothing);
    }
    if (!is) {
        is = nothing;
        is_len = strlen(nothing);
    }
    str_addf(out, "%s: was %.*s, is %.*s", name, (int)was_len, was, (int)is_len,
             is);
}

/* Tell of the fields of `text` whose line `other` lacks; told so far. */
static int tell(const char *text, const char *other, bool text_is_old, int told,
                struct str *out)
{
    for (const char *line = text; *line;) {
        size_t n = strcspn(line, "\n"), key = strcspn(line, ":");
        size_t here_len = 0, len = 0;
        char *name = memory_format("%.*s", (int)key, line);
        const char *here = text_value(line, name, &here_len);
        const char *there = text_value(other, name, &len);

        /* a field in both texts is told from the old one's side */
        if (here && !has_line(other, line, n) && (text_is_old || !there) &&
            told++ < NAMED) {
            str_adds(out, told > 1 ? "; " : "");
            if (text_is_old)
                add_field(out, name, here, here_len, there, len);
            else
                add_field(out, name, there, len, here, here_len);
        }
        free(name);
        line += n + (line[n] == '\n');
    }
    return told;
}

int experiment_difference(const char *old, const char *new, struct str *out)
{
    int told = tell(old, new, true, 0, out);

    told = tell(new, old, false, told, out);
    if (told > NAMED)
        str_addf(out, "; and %d more", told - NAMED);
    if (!told && strcmp(old, new) != 0)
        str_adds(out, "its experiment.text is not as codarun wrote it");
    return told;
}
