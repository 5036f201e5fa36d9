/* space.c - the value of each swept field in a trial. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/experiment/experiment_internal.h"
#include "sweep/experiment/proposal_cache.h"

long experiment_trials(const struct experiment *x)
{
    return search_trials(&x->search);
}

void experiment_conduct(struct experiment *x, bool conduct_2)
{
    if (conduct_2 == x->search.conduct_2)
        return;
    search_conduct(&x->search, conduct_2);
    proposal_cache_clear(x->cache, &x->search);
}

long experiment_known(const struct experiment *x)
{
    return search_free(&x->search);
}

struct assignment experiment_assignment(const struct experiment *x, long i)
{
    assert(search_needs(&x->search, i) == 0);
    return proposal_cache_trial(x->cache, &x->search, i);
}

bool experiment_has(const struct experiment *x, long i)
{
    if (i >= experiment_trials(x) || search_needs(&x->search, i))
        return false;
    if (!x->search.rules)
        return true;
    struct assignment a = experiment_assignment(x, i);
    const bool has = search_allows(&x->search, &a);

    assignment_release(&x->search.space, &a);
    return has;
}

long experiment_first(const struct experiment *x)
{
    const long n = experiment_known(x);

    for (long i = 0; i < n; i++)
        if (experiment_has(x, i))
            return i;
    return 0;
}

static int set_value(const struct parameter *p, const char *value,
                     const char *of, struct document *d, struct error *e)
{
    const int place = p->value ? parameter_place(p, value) : p->n;
    char *where =
        memory_format("%s: %s", place < p->n ? p->place[place] : p->where, of);
    const int failed = document_set(d, p->name, value, where, e);

    free(where);
    return failed;
}

char *space_title(const struct experiment *x, const struct assignment *a,
                  const char *who)
{
    struct str s = {0};

    str_adds(&s, who);
    if (x->search.space.n) {
        str_adds(&s, " (");
        assignment_text(&x->search.space, a, ", ", &s);
        str_adds(&s, ")");
    }
    return str_take(&s);
}

char *space_trial(const struct experiment *x, const struct assignment *a)
{
    char *who = memory_format("trial %ld", a->number);
    char *title = space_title(x, a, who);

    free(who);
    return title;
}

/* Set kinds first, so that fields are looked up in the trial's kind. */
int space_set(const struct experiment *x, const struct variant *v,
              const struct assignment *a, const char *title, struct document *d,
              struct error *e)
{
    const struct space *s = &x->search.space;

    for (int p = 0; p < s->n; p++)
        if (!a->value[p]) /* --set gives it to all trials whose kind has it */
            document_yield(d, s->parameter[p].name);
    if (v)
        variants_yield(x, v, d);
    for (int kinds = 1; kinds >= 0; kinds--) {
        if (v && variant_set(v, kinds, title, d, e))
            return -1;
        for (int p = v ? 1 : 0; p < s->n; p++)
            if (a->value[p] && names_kind(s->parameter[p].name) == kinds &&
                set_value(&s->parameter[p], a->value[p], title, d, e))
                return -1;
    }
    return 0;
}

const char *const trial_sections[] = {"task", "model", "train", NULL};

static struct document *document_as(const struct experiment *x,
                                    const struct assignment *a,
                                    const char *title, struct error *e)
{
    struct document *d = document_copy(x->document, trial_sections);

    if (!space_set(x, variant_of(x, a), a, title, d, e))
        return d;
    document_free(d);
    return NULL;
}

struct document *experiment_document(const struct experiment *x,
                                     const struct assignment *a,
                                     struct error *e)
{
    char *title = space_trial(x, a);
    struct document *d = document_as(x, a, title, e);

    free(title);
    return d;
}

/* True if a kind is unset in a trial's document. */
static bool is_unset(const struct document *d, const char *kind)
{
    struct entry at;

    return document_find(d, kind, &at) && at.value &&
           !strcmp(at.value, KIND_UNSET);
}

/* True if the error is that parameter p is a field of another kind than the
 * trial has, and the kind is swept; `kind` becomes the kind's parameter. */
static bool is_of_another(const struct experiment *x, int p,
                          const struct document *d, const struct error *e,
                          const struct parameter **kind)
{
    const char *name = x->search.space.parameter[p].name;
    const char *dot = strrchr(name, '.');
    const int n = (int)(dot ? dot - name : 0);
    char *found = memory_format("%s: found ", name);
    char *unknown =
        memory_format("unknown field '%s' in %.*s (", name + n + 1, n, name);
    char *of = memory_format("%.*s.kind", n, name);
    const bool is =
        (strstr(e->text, found) && is_unset(d, of)) || strstr(e->text, unknown);

    *kind = dot && is ? parameter_named(x, of) : NULL;
    free(found);
    free(unknown);
    free(of);
    return *kind != NULL;
}

/* Add to an error how to sweep such a field. */
static void add_when(const struct experiment *x, const struct assignment *a,
                     const struct document *d, struct error *e)
{
    const struct parameter *kind;

    for (int p = 0; p < x->search.space.n; p++)
        if (a->value[p] && is_of_another(x, p, d, e, &kind)) {
            error_more(e, " (sweep it with when: {%s: ...})", kind->name);
            return;
        }
}

int space_bind(const struct experiment *x, const struct assignment *a,
               const char *title, struct trial_config *c, struct error *e)
{
    struct document *d = document_as(x, a, title, e);
    int failed;

    *c = (struct trial_config){0};
    failed = !d || trial_config_bind(c, x, d, e);
    if (failed && d)
        add_when(x, a, d, e);
    c->variant = variant_of(x, a);
    document_free(d);
    return failed ? -1 : 0;
}

/* Make the trial's name depend on the one that it starts from. */
static int name_from(const struct experiment *x, const struct assignment *a,
                     struct trial_config *c, struct error *e)
{
    struct trial_config from;

    if (experiment_bind(x, a->from, &from, e))
        return -1;
    trial_config_begin(c, from.digest, a->share);
    trial_config_release(&from);
    return 0;
}

int experiment_bind(const struct experiment *x, const struct assignment *a,
                    struct trial_config *c, struct error *e)
{
    char *title = space_trial(x, a);
    int failed = space_bind(x, a, title, c, e);

    free(title);
    if (!failed && a->from && name_from(x, a, c, e)) {
        trial_config_release(c);
        failed = -1;
    }
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

/* Return value v; a range has its two ends. */
static char *nth_value(const struct parameter *p, int v)
{
    return p->value ? memory_string(p->value[v]) : parameter_end(p, v);
}

struct assignment space_with(const struct space *s,
                             const struct assignment *first, int p, int v)
{
    struct assignment a = assignment_copy(s, first);

    free(a.value[p]);
    a.value[p] = nth_value(&s->parameter[p], v);
    assignment_meet_conditions(s, p, &a);
    assignment_settle(s, &a);
    return a;
}

struct assignment space_first(const struct experiment *x)
{
    struct assignment a = experiment_assignment(x, experiment_first(x));

    for (int p = 0; p < x->search.space.n; p++)
        if (!a.value[p])
            a.value[p] = nth_value(&x->search.space.parameter[p], 0);
    return a;
}

int space_values(const struct parameter *p)
{
    return p->value ? p->n : 2;
}

struct visits {
    const struct experiment *x;
    struct assignment first;
    int (*visit)(void *, const struct trial_config *);
    void *context;
};

/* Visit the configuration with one value of one parameter; *visited is false if
 * there is none. */
static int visit_value(const struct visits *w, int p, int v, bool *visited)
{
    const struct experiment *x = w->x;
    struct assignment a = space_with(&x->search.space, &w->first, p, v);
    struct error ignored = {0}; /* experiment_read() has bound all this */
    struct trial_config c;
    int stops = 0;

    *visited = search_allows(&x->search, &a) &&
               !space_bind(x, &a, "a trial may have this", &c, &ignored);
    if (*visited) {
        stops = w->visit(w->context, &c);
        trial_config_release(&c);
    }
    assignment_release(&x->search.space, &a);
    return stops;
}

/* True for a number on which no condition or zip depends: configurations with
 * its values differ only in it. */
static bool is_plain(const struct space *s, int p)
{
    const struct parameter *of = &s->parameter[p];
    const struct field *f = field_named(of->name);
    bool plain = f && !of->leader &&
                 (f->type == FIELD_TYPE_INT || f->type == FIELD_TYPE_REAL);

    for (int q = 0; q < s->n; q++) {
        plain = plain && s->parameter[q].leader != p + 1;
        for (int c = 0; c < s->parameter[q].conditions; c++)
            plain = plain && s->parameter[q].when[c].parameter != p;
    }
    return plain;
}

static int visit_parameter(const struct visits *w, int p)
{
    const struct space *s = &w->x->search.space;
    const bool plain = is_plain(s, p);
    bool visited = false;
    int stops = 0;

    for (int v = 0; v < space_values(&s->parameter[p]) && !stops; v++) {
        stops = visit_value(w, p, v, &visited);
        if (visited && plain)
            break;
    }
    return stops;
}

void experiment_each(const struct experiment *x,
                     int (*visit)(void *, const struct trial_config *),
                     void *context)
{
    struct visits w = {.x = x, .visit = visit, .context = context};
    struct error ignored = {0};
    struct trial_config c;

    if (experiment_trial(x, experiment_first(x), &c, &ignored))
        return;
    if (!visit(context, &c)) {
        w.first = space_first(x);
        for (int p = 0; p < x->search.space.n; p++)
            if (visit_parameter(&w, p))
                break;
        assignment_release(&x->search.space, &w.first);
    }
    trial_config_release(&c);
}
