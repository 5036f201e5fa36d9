/* space_read.c - reading the section sweep: of an experiment file. */
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/experiment/experiment_internal.h"
#include "sweep/experiment/proposal_cache.h"
#include "sweep/sampler/rule.h"

int space_fail(const struct experiment *x, const struct entry *at,
               const char *name, const char *expected, struct error *e)
{
    struct str found = {0};

    document_found(at, &found);
    document_error(x->document, at, e, "%s: found %s, expected %s", name,
                   str_text(&found), expected);
    str_release(&found);
    return -1;
}

int space_fail_name(const struct experiment *x, const struct entry *at,
                    const char *name, const char *const *names, int n,
                    struct error *e)
{
    struct str expected = {0};

    str_adds(&expected, n > 1 ? "one of " : "");
    names_list(names, n, &expected);
    if (at->value)
        nearest_hint(at->value, names, n, &expected);
    space_fail(x, at, name, str_text(&expected), e);
    str_release(&expected);
    return -1;
}

static int read_kind(const struct experiment *x, const char *name,
                     const struct kinds *kinds, const char *preset,
                     struct chosen *c, struct error *e)
{
    if (document_has(x->document, name))
        return document_bind_kind(x->document, name, kinds, c, e);
    return chosen_preset(c, kinds, preset);
}

static int read_kinds(struct experiment *x, struct error *e)
{
    return read_kind(x, "sweep.method", &sampler_kinds, USUAL_METHOD,
                     &x->search.sampler, e) ||
           read_kind(x, "sweep.scheduler", &scheduler_kinds, USUAL_SCHEDULER,
                     &x->scheduler, e);
}

/* Read a whole number of sweep:, which is only for methods that draw trials. */
static int read_number(const struct experiment *x, const char *name, long least,
                       long most, long *out, struct error *e)
{
    struct entry at;
    struct error ignored;
    char *path = memory_format("sweep.%s", name);
    char *expected = memory_format("%ld to %ld", least, most);
    int failed = 0;

    if (!document_find(x->document, path, &at))
        failed = 1;
    else if (!search_draws(&x->search))
        failed = document_key_error(x->document, &at, e,
                                    "%s belongs to a search that draws its "
                                    "trials; this one's method is %s",
                                    path, search_kind(&x->search)->is.name);
    else if (document_int(x->document, &at, out, &ignored) || *out < least ||
             *out > most)
        failed = space_fail(x, &at, path, expected, e);
    free(path);
    free(expected);
    return failed;
}

static int read_numbers(struct experiment *x, struct error *e)
{
    struct entry at;
    int failed;

    x->search.seed = 1;
    failed = read_number(x, "trials", 1, 1000000, &x->search.trials, e);
    if (failed < 0 ||
        read_number(x, "seed", 0, 1L << 53, &x->search.seed, e) < 0)
        return -1;
    if (failed && search_draws(&x->search))
        return document_key_error(
            x->document, document_find(x->document, "sweep", &at) ? &at : NULL,
            e, "missing field 'trials' in sweep; expected how many to draw");
    return 0;
}

char *space_place(const struct experiment *x, const struct entry *at)
{
    struct str s = {0};

    document_place(x->document, at, &s);
    return str_take(&s);
}

char *space_yaml(const struct entry *at)
{
    struct str s = {0};

    document_yaml(at, &s);
    return str_take(&s);
}

/* --- variants ------------------------------------------------------------- */

/* Check a parameter `variant`, whose values were read with the variants. */
static int check_variant(const struct experiment *x, const struct entry *at,
                         struct error *e)
{
    return x->variants ? 0
                       : document_key_error(x->document, at, e,
                                            "sweep.parameters: found '%s', "
                                            "expected sweep.variants to choose "
                                            "from",
                                            at->key);
}

/* --- zipped parameters ---------------------------------------------------- */

/* Read one name of a zip with the given leader, NULL for the first name. */
static int read_zipped(const struct experiment *x, const struct entry *at,
                       struct parameter **leader, struct error *e)
{
    struct parameter *p = at->value ? parameter_named(x, at->value) : NULL;

    if (!p || !p->value || p->leader || p->conditions)
        return space_fail(x, at, "sweep.zip",
                          "the name of a swept list, once, without `when`", e);
    if (space_is_set(x, p->name)) /* it has one value in all trials */
        return 0;
    if (!*leader) {
        *leader = p;
        return 0;
    }
    if (p->n != (*leader)->n)
        return document_error(x->document, at, e,
                              "sweep.zip: %s has %d values and %s has %d, "
                              "expected as many",
                              (*leader)->name, (*leader)->n, p->name, p->n);
    if (p < *leader || p == *leader)
        return document_error(x->document, at, e,
                              "sweep.zip: expected names in the order of "
                              "sweep.parameters");
    p->leader = 1 + (int)(*leader - x->search.space.parameter);
    return 0;
}

static int read_zip(struct experiment *x, const struct entry *at,
                    struct error *e)
{
    struct parameter *leader = NULL;
    struct entry *name;
    const int n = document_entries_of(x->document, at, &name);
    int failed = 0;

    if (at->type != ENTRY_SEQUENCE || n < 2)
        failed = space_fail(x, at, "sweep.zip",
                            "lists of names such as [[a, b], [c, d]]", e);
    for (int i = 0; i < n && !failed; i++)
        failed = read_zipped(x, &name[i], &leader, e);
    free(name);
    return failed;
}

static int read_rule(struct experiment *x, const struct entry *at,
                     struct error *e)
{
    struct search *s = &x->search;
    struct error why = {0};

    if (!at->value || rule_check(at->value, &s->space, &why))
        return document_error(x->document, at, e, "sweep.rules: %s",
                              at->value ? why.text
                                        : "expected a comparison such as "
                                          "model.filter >= model.hidden");
    s->rule = memory_resize(s->rule, ((size_t)s->rules + 1) * sizeof(*s->rule));
    s->rule[s->rules++] = memory_string(at->value);
    return 0;
}

/* Call read() for each entry of a list in sweep:, if the list is there. */
static int read_each(struct experiment *x, const char *name,
                     int (*read)(struct experiment *, const struct entry *,
                                 struct error *),
                     struct error *e)
{
    struct entry at, *list;
    int n, failed = 0;

    if (!document_find(x->document, name, &at))
        return 0;
    if (at.type != ENTRY_SEQUENCE)
        return space_fail(x, &at, name, "a list", e);
    n = document_entries_of(x->document, &at, &list);
    for (int i = 0; i < n && !failed; i++)
        failed = read(x, &list[i], e);
    free(list);
    return failed;
}

#define SEED "train.seed"

/* Read the number of trials for each proposal; their seeds begin with the
 * file's. */
static int read_repeats(struct experiment *x, struct error *e)
{
    struct search *s = &x->search;
    struct parameter *p = &s->space.parameter[s->space.n];
    struct error ignored;
    struct entry at, seed;
    long first = 1;

    if (!document_find(x->document, "sweep.repeats", &at))
        return 0;
    if (document_int(x->document, &at, &s->repeats, &ignored) ||
        s->repeats < 1 || s->repeats > MOST_TRIALS)
        return space_fail(x, &at, "sweep.repeats", "1 to 1000000", e);
    if (parameter_named(x, SEED))
        return document_key_error(x->document, &at, e,
                                  "sweep.repeats: found with " SEED
                                  " in sweep.parameters, expected one of them");
    if (document_find(x->document, SEED, &seed) &&
        document_int(x->document, &seed, &first, e))
        return -1;
    p->name = memory_string(SEED);
    p->where = space_place(x, &at);
    s->space.n++; /* from here on released with the space */
    if (variants_leave(x, p, &at, e))
        return -1;
    for (long i = 0; i < s->repeats; i++)
        parameter_add(p, memory_format("%ld", first + i),
                      memory_string(p->where));
    return 0;
}

/* Check the limits of the method. */
static int check_numbers(const struct experiment *x, const struct entry *at,
                         struct error *e)
{
    const struct search *s = &x->search;
    const struct sampler_kind *k = search_kind(s);

    if (k->most && s->space.n > k->most)
        return document_error(x->document, at, e,
                              "sweep.parameters: found %d, expected %d at most "
                              "with method: %s",
                              s->space.n, k->most, k->is.name);
    if (k->most_trials && s->trials > k->most_trials)
        return document_error(x->document, at, e,
                              "sweep.trials: found %ld, expected %ld at most "
                              "with method: %s",
                              s->trials, k->most_trials, k->is.name);
    return 0;
}

/* --- parameters that change while a trial is trained ---------------------- */

/* A seed is copied with the state. */
static int fix_parameter(const struct experiment *x, struct parameter *p,
                         struct error *e)
{
    const struct field *f = field_named(p->name);

    p->fixed = !f || !f->changes;
    if (!p->fixed || !strcmp(p->name, SEED))
        return 0;
    return error_set(e,
                     "%s: sweep.parameters: found %s, which may not change "
                     "while a trial is trained, expected others with "
                     "scheduler: %s",
                     p->where, p->name, x->scheduler.kind->name);
}

/* A list that depends on another would change with it; older results can have
 * such lists. */
static int check_fixed(const struct experiment *x, const struct parameter *p,
                       int other, struct error *e)
{
    const struct parameter *of = &x->search.space.parameter[other];

    if (!p->fixed || of->fixed || document_is_stored(x->document))
        return 0;
    return error_set(e,
                     "%s: sweep.parameters: found %s hanging on %s, which "
                     "changes while a trial is trained, expected it by itself "
                     "with scheduler: %s",
                     p->where, p->name, of->name, x->scheduler.kind->name);
}

/* Check whether it is fixed, by itself and by parameters that it depends on,
 * which come before it. */
static int fix_within(const struct experiment *x, struct parameter *p,
                      struct error *e)
{
    if (fix_parameter(x, p, e) ||
        (p->leader && check_fixed(x, p, p->leader - 1, e)))
        return -1;
    for (int c = 0; c < p->conditions; c++)
        if (check_fixed(x, p, p->when[c].parameter, e))
            return -1;
    return 0;
}

static int fix_parameters(struct experiment *x, struct error *e)
{
    struct entry at;

    if (!scheduler_kind_of(&x->scheduler)->explore)
        return 0;
    if (search_kind(&x->search)->round)
        return document_error(
            x->document,
            document_find(x->document, "sweep.method", &at) ? &at : NULL, e,
            "sweep.method: found %s, which learns from trials that are over, "
            "expected another with scheduler: %s",
            search_kind(&x->search)->is.name, x->scheduler.kind->name);
    for (int p = 0; p < x->search.space.n; p++)
        if (fix_within(x, &x->search.space.parameter[p], e))
            return -1;
    return 0;
}

static int read_space(struct experiment *x, struct error *e)
{
    struct space *s = &x->search.space;
    struct entry at = {0}, *list;
    int n, failed;

    if (sweep_check_keys(x->document, e) || read_kinds(x, e))
        return -1;
    if (!document_has(x->document, "sweep"))
        return 0;
    if (read_numbers(x, e))
        return -1;
    if (document_find(x->document, "sweep.parameters", &at) &&
        at.type != ENTRY_MAPPING)
        return space_fail(x, &at, "sweep.parameters",
                          "fields such as {NAME: [a, b]}", e);
    n = document_entries(x->document, "sweep.parameters", &list);
    s->parameter = memory_zeroed((size_t)n + 2, sizeof(*s->parameter));
    failed = variants_read(x, e);
    for (int i = 0; i < n && !failed; i++)
        failed = strcmp(list[i].key, VARIANT) == 0
                     ? check_variant(x, &list[i], e)
                     : parameter_read(x, &s->parameter[s->n++], &list[i], e);
    free(list);
    return failed || check_numbers(x, &at, e) ||
                   read_each(x, "sweep.zip", read_zip, e) ||
                   read_repeats(x, e) || fix_parameters(x, e) ||
                   read_each(x, "sweep.rules", read_rule, e)
               ? -1
               : 0;
}

int space_read(struct experiment *x, struct error *e)
{
    const int failed = read_space(x, e);

    x->cache = proposal_cache_new();
    search_conduct(&x->search, false);
    return failed;
}
