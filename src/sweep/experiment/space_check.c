/* space_check.c - checks that all values of a sweep are allowed in trials. */
#include <stdlib.h>
#include <string.h>

#include "base/core/interrupt.h"
#include "sweep/experiment/experiment_internal.h"
#include "sweep/experiment/namer.h"

struct space_check {
    const struct experiment *x;
    struct namer *namer; /* which names thousands of trials per millisecond */
};

/* True if the first trial has the same error. */
static bool is_of_first(const struct experiment *x, const struct error *e)
{
    struct trial_config c;
    struct error of_first;

    if (experiment_trial(x, experiment_first(x), &c, &of_first))
        return !strcmp(of_first.text, e->text);
    trial_config_release(&c);
    return false;
}

/* An error that the first trial does not have is due to a swept value.  If the
 * message names the place of another field, and so not `who`, the title is put
 * before it.  Frees the title. */
static int fail_of(const struct experiment *x, const char *who, char *title,
                   struct error *e)
{
    if (!strstr(e->text, who) && !is_of_first(x, e))
        error_in(e, "%s", title);
    free(title);
    return -1;
}

/* Check values that perhaps no trial has; the error has no trial's number. */
static int check_value(const struct space_check *c, const struct assignment *a,
                       struct error *e)
{
    static const char who[] = "a trial may have this";
    struct trial_config config;
    struct digest name;
    struct error ignored;

    if (!namer_name(c->namer, a, &name, &ignored))
        return 0;
    if (space_bind(c->x, a, who, &config, e))
        return fail_of(c->x, who, space_title(c->x, a, who), e);
    trial_config_release(&config);
    return 0;
}

static int check_values(const struct space_check *c, struct error *e)
{
    const struct space *s = &c->x->search.space;
    struct assignment first = space_first(c->x);
    int failed = 0;

    for (int p = 0; p < s->n; p++)
        for (int v = 0; v < space_values(&s->parameter[p]) && !failed; v++) {
            struct assignment a = space_with(s, &first, p, v);

            failed = search_allows(&c->x->search, &a) && check_value(c, &a, e);
            assignment_release(s, &a);
        }
    assignment_release(s, &first);
    return failed;
}

static int check_trials(const struct space_check *c, struct error *e)
{
    const struct experiment *x = c->x;
    int failed = 0;

    for (long i = 0; i < experiment_known(x) && i < x->checked && !failed;
         i++) {
        if (!experiment_has(x, i))
            continue;
        struct assignment a = experiment_assignment(x, i);
        struct digest name;

        if (namer_name(c->namer, &a, &name, e)) {
            char *title = space_trial(x, &a);

            failed = fail_of(x, title, title, e);
        }
        assignment_release(&x->search.space, &a);
    }
    return failed;
}

/* With a million trials drawn again this takes a minute. */
static int check_rules(const struct experiment *x, struct error *e)
{
    const long n = experiment_trials(x);
    struct entry at;

    if (!x->search.rules || experiment_known(x) < n)
        return 0;
    for (long i = 0; i < n; i++) {
        if (experiment_has(x, i))
            return 0;
        if (interrupted())
            return error_set(
                e, "sweep.rules: none of the first %ld trials keeps them",
                i + 1);
    }
    return document_error(x->document,
                          document_find(x->document, "sweep.rules", &at) ? &at
                                                                         : NULL,
                          e, "sweep.rules: no trial keeps them");
}

int space_check(const struct experiment *x, struct error *e)
{
    const long n = experiment_trials(x);
    struct space_check c = {.x = x};

    if (n > MOST_TRIALS)
        return document_error(x->document, NULL, e,
                              "sweep: found more than %d trials, expected "
                              "fewer",
                              MOST_TRIALS);
    if (check_rules(x, e))
        return -1;
    c.namer = namer_new(x);
    const int failed = ((n > x->checked || search_kind(&x->search)->ranges) &&
                        check_values(&c, e)) ||
                       check_trials(&c, e);

    namer_free(c.namer);
    return failed ? -1 : 0;
}
