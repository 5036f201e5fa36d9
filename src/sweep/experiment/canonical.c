/* canonical.c - the canonical text of an experiment, which shows changes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/experiment/experiment_internal.h"

#define NAMED 5 /* the most differences that are listed */

static bool has_line(const char *text, const struct field_line *line)
{
    for (struct field_line l; field_line_next(&text, &l);)
        if (l.len == line->len && memcmp(l.name, line->name, l.len) == 0)
            return true;
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

/* True if the sweep gives the field to trials of this variant.  For fields with
 * conditions see add_unmet(). */
static bool given_by_sweep(const struct experiment *x, const struct variant *v,
                           const char *name, size_t n)
{
    return experiment_sweeps(x, name, n) || (v && variant_sets(v, name, n));
}

struct canonical_lines {
    const struct experiment *x;
    struct str *out;
};

/* Add the lines of a configuration that are not there yet: another kind has
 * fields that trial 0 lacks. */
static int add_lines(void *context, const struct trial_config *c)
{
    const struct canonical_lines *all = context;
    const char *at = c->text;

    for (struct field_line l; field_line_next(&at, &l);)
        if (!given_by_sweep(all->x, c->variant, l.name, l.name_len) &&
            !has_line(str_text(all->out), &l)) {
            str_add(all->out, l.name, l.len);
            str_adds(all->out, "\n");
        }
    return 0;
}

/* --- values in trials where a swept field has none ------------------------ */

/* Add the line of a field of such a trial; false if it has none. */
static bool add_line_of(const struct canonical_lines *all,
                        const struct assignment *a, const char *name)
{
    struct trial_config c;
    struct error ignored;
    bool found = false;

    if (space_bind(all->x, a, "", &c, &ignored))
        return false;
    const char *at = c.text;

    for (struct field_line l; field_line_next(&at, &l);)
        if (field_line_is(&l, name)) {
            found = true;
            if (!has_line(str_text(all->out), &l))
                str_add(all->out, l.name, l.len + 1);
        }
    trial_config_release(&c);
    return found;
}

/* For a field with a condition add the file's value, from the first trial that
 * does not meet the condition and has the field. */
static void add_unmet(const struct canonical_lines *all,
                      const struct assignment *met, int p,
                      const struct condition *when)
{
    const struct space *s = &all->x->search.space;
    const struct parameter *on = &s->parameter[when->parameter];
    bool found = false;

    for (int v = 0; v < on->n && !found; v++) {
        struct assignment a = space_with(s, met, when->parameter, v);

        found = !a.value[p] && add_line_of(all, &a, s->parameter[p].name);
        assignment_release(s, &a);
    }
}

/* A parameter in a zip has the conditions of its leader, too. */
static void add_unmet_of(const struct canonical_lines *all,
                         const struct assignment *first, int p)
{
    const struct space *s = &all->x->search.space;
    const struct parameter *of = &s->parameter[p];
    const int leader = of->leader;
    struct assignment met = space_with(s, first, leader ? leader - 1 : p, 0);

    for (int c = 0; c < of->conditions; c++)
        add_unmet(all, &met, p, &of->when[c]);
    for (int c = 0; leader && c < s->parameter[leader - 1].conditions; c++)
        add_unmet(all, &met, p, &s->parameter[leader - 1].when[c]);
    assignment_release(s, &met);
}

static void add_all_unmet(const struct canonical_lines *all)
{
    const struct space *s = &all->x->search.space;
    struct assignment first = space_first(all->x);

    for (int p = 0; p < s->n; p++)
        add_unmet_of(all, &first, p);
    assignment_release(s, &first);
}

/* --- the sweep ------------------------------------------------------------ */

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

    /* with its index, as the order determines the trials' numbers */
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

/* Append the text, whole or without what add_all_unmet() adds. */
static void write_text(const struct experiment *x, bool whole, struct str *out)
{
    struct canonical_lines l = {x, out};
    struct trial_config c;
    struct error ignored = {0}; /* see experiment_each() */

    if (x->schema > 1)
        str_addf(out, "schema: %d\n", x->schema);
    str_addf(out, "name: %s\n", x->name);
    if (experiment_trial(x, experiment_first(x), &c, &ignored))
        return;
    experiment_each(x, add_lines, &l);
    if (whole)
        add_all_unmet(&l);
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

void experiment_text(const struct experiment *x, struct str *out)
{
    write_text(x, true, out);
}

static bool has_text(const struct experiment *x, bool whole, const char *text)
{
    struct str own = {0};

    write_text(x, whole, &own);
    const bool same = !strcmp(str_text(&own), text);

    str_release(&own);
    return same;
}

bool experiment_has_text(const struct experiment *x, const char *text)
{
    return has_text(x, true, text) || has_text(x, false, text);
}

/* Older journals contain the hash of a text that is not whole. */
uint64_t experiment_plan(const struct experiment *x)
{
    struct str text = {0}, plan = {0};

    write_text(x, false, &text);
    const char *at = str_text(&text);

    for (struct field_line l; field_line_next(&at, &l);)
        if (!field_line_is(&l, "sweep.trials"))
            str_add(&plan, l.name, l.len + 1);
    const uint64_t hash = hash64(str_text(&plan), plan.len);

    str_release(&text);
    str_release(&plan);
    return hash;
}

static void add_value(struct str *out, const char *value, size_t len)
{
    if (value)
        str_add(out, value, len);
    else
        str_adds(out, "not given");
}

/* Append the fields of `text` whose line differs in `other`; returns how many
 * have been listed so far. */
static int tell(const char *text, const char *other, bool text_is_old, int told,
                struct str *out)
{
    for (struct field_line l; field_line_next(&text, &l);) {
        size_t len = 0;
        const char *there = field_line_value(other, &l, &len);

        /* a field in both texts is listed from the old one */
        if (!l.value || has_line(other, &l) || (there && !text_is_old) ||
            told++ >= NAMED)
            continue;
        str_addf(out, "%s%.*s: was ", told > 1 ? "; " : "", (int)l.name_len,
                 l.name);
        add_value(out, text_is_old ? l.value : there,
                  text_is_old ? l.value_len : len);
        str_adds(out, ", is ");
        add_value(out, text_is_old ? there : l.value,
                  text_is_old ? len : l.value_len);
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
