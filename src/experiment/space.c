/* space.c - the value that each swept field has in a trial. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "experiment/parts.h"

long experiment_trials(const struct experiment *x)
{
    return search_trials(&x->search);
}

long experiment_known(const struct experiment *x)
{
    const long n = search_free(&x->search);

    return x->proposals > n ? x->proposals : n;
}

struct assignment experiment_assignment(const struct experiment *x, long i)
{
    assert(i < experiment_known(x));
    if (i < x->proposals)
        return assignment_copy(&x->search.space, &x->proposal[i]);
    return search_propose(&x->search, NULL, 0, i);
}

void experiment_propose(struct experiment *x, const struct assignment *a)
{
    if (search_free(&x->search) == experiment_trials(x) ||
        a->number != x->proposals)
        return;
    GROW(x->proposal, x->proposals, x->room);
    x->proposal[x->proposals++] = assignment_copy(&x->search.space, a);
}

static int set_value(const struct parameter *p, const char *value,
                     const char *of, struct document *d, struct error *e)
{
    const char *place = p->where;
    char *where;
    int failed;

    for (int v = 0; p->value && v < p->n; v++)
        if (strcmp(p->value[v], value) == 0)
            place = p->place[v];
    where = memory_format("%s: %s", place, of);
    failed = document_set(d, p->name, value, where, e);
    free(where);
    return failed;
}

/* "trial 3 (model.attention.kind=softmax, ...)" */
static char *trial_title(const struct experiment *x, const struct assignment *a)
{
    struct str s = {0};

    str_addf(&s, "trial %ld", a->number);
    if (x->search.space.n) {
        str_adds(&s, " (");
        assignment_text(&x->search.space, a, ", ", &s);
        str_adds(&s, ")");
    }
    return str_take(&s);
}

/* Kinds go first, so that the fields of a trial's kind are its own. */
int space_set(const struct experiment *x, const struct variant *v,
              const struct assignment *a, const char *title, struct document *d,
              struct error *e)
{
    const struct space *s = &x->search.space;

    for (int kinds = 1; kinds >= 0; kinds--) {
        if (v && variant_set(v, kinds, title, d, e))
            return -1;
        for (int p = v ? 1 : 0; p < s->n; p++)
            if (names_kind(s->parameter[p].name) == kinds &&
                set_value(&s->parameter[p], a->value[p], title, d, e))
                return -1;
    }
    return 0;
}

static int bind_as(const struct experiment *x, const struct assignment *a,
                   const char *title, struct trial_config *c, struct error *e)
{
    struct document *d = document_copy(x->document);
    const struct variant *v = variant_of(x, a);
    int failed;

    *c = (struct trial_config){0};
    failed = space_set(x, v, a, title, d, e) || trial_config_bind(c, x, d, e);
    c->variant = v;
    document_free(d);
    return failed ? -1 : 0;
}

int experiment_bind(const struct experiment *x, const struct assignment *a,
                    struct trial_config *c, struct error *e)
{
    char *title = trial_title(x, a);
    const int failed = bind_as(x, a, title, c, e);

    free(title);
    return failed;
}

int experiment_trial(const struct experiment *x, long i, struct trial_config *c,
                     struct error *e)
{
    struct assignment a = experiment_assignment(x, i);
    const int failed = experiment_bind(x, &a, c, e);

    assignment_release(&x->search.space, &a);
    return failed;
}

/* As many trials as a person waits for; the rest are bound when they run. */
#define CHECKED_TRIALS 20000

int space_check(const struct experiment *x, struct error *e)
{
    const long n = experiment_trials(x);
    struct trial_config c;

    if (n > MOST_TRIALS)
        return document_error(x->document, NULL, e,
                              "sweep: found more than %d trials, expected "
                              "fewer",
                              MOST_TRIALS);
    if ((n > CHECKED_TRIALS || search_kind(&x->search)->ranges) &&
        space_each(x, NULL, NULL, e))
        return -1;
    for (long i = 0; i < experiment_known(x) && i < CHECKED_TRIALS; i++) {
        if (experiment_trial(x, i, &c, e))
            return -1;
        trial_config_release(&c);
    }
    return 0;
}

/* Visit the configuration with one value of one parameter, the others as they
 * are. */
static int visit_value(const struct experiment *x, struct assignment *a, int p,
                       char *value,
                       int (*visit)(void *, const struct trial_config *),
                       void *context, struct error *e)
{
    struct trial_config c;
    char *first = a->value[p];
    int failed;

    a->value[p] = value;
    failed = bind_as(x, a, "a trial may have this", &c, e);
    a->value[p] = first;
    if (failed)
        return -1;
    failed = visit && visit(context, &c);
    trial_config_release(&c);
    return failed;
}

/* Of a range its ends. */
static char *nth_value(const struct parameter *p, int v)
{
    return p->value ? memory_string(p->value[v]) : parameter_end(p, v);
}

int space_each(const struct experiment *x,
               int (*visit)(void *, const struct trial_config *), void *context,
               struct error *e)
{
    const struct space *s = &x->search.space;
    struct assignment a = experiment_assignment(x, 0);
    int failed = 0;

    for (int p = 0; p < s->n; p++)
        for (int v = 0;
             v < (s->parameter[p].value ? s->parameter[p].n : 2) && !failed;
             v++) {
            char *value = nth_value(&s->parameter[p], v);

            failed = visit_value(x, &a, p, value, visit, context, e);
            free(value);
        }
    assignment_release(s, &a);
    return failed;
}

void experiment_each(const struct experiment *x,
                     int (*visit)(void *, const struct trial_config *),
                     void *context)
{
    struct error ignored = {0}; /* experiment_read() has bound all this */
    struct trial_config c;

    if (experiment_trial(x, 0, &c, &ignored))
        return;
    if (!visit(context, &c))
        space_each(x, visit, context, &ignored);
    trial_config_release(&c);
}
