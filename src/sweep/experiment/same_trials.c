#include "sweep/experiment/same_trials.h"

#include "sweep/experiment/namer.h"

/* An experiment with the namer of its trials. */
struct named_experiment {
    const struct experiment *x;
    struct namer *namer;
};

/* Compute a trial's name; false if it does not exist or cannot be bound. */
static bool name_of(const struct named_experiment *s, long i,
                    struct digest *name)
{
    struct error ignored;

    if (!experiment_has(s->x, i))
        return false;
    struct assignment a = experiment_assignment(s->x, i);
    const bool named = !namer_name(s->namer, &a, name, &ignored);

    assignment_release(&s->x->search.space, &a);
    return named;
}

static bool same(const struct named_experiment *was,
                 const struct named_experiment *is, long i)
{
    struct digest a, b;

    if (!name_of(is, i, &b))
        return !experiment_has(was->x, i) || experiment_has(is->x, i);
    return name_of(was, i, &a) && digest_equal(a, b);
}

/* Append the lines of the two trials, if both exist. */
static void tell(const struct experiment *was, const struct experiment *is,
                 long i, struct str *difference)
{
    struct trial_config a = {0}, b = {0};
    struct error ignored;

    str_addf(difference, "trial %ld", i);
    if (!experiment_has(was, i) || !experiment_has(is, i) ||
        experiment_trial(was, i, &a, &ignored) ||
        experiment_trial(is, i, &b, &ignored))
        str_adds(difference, " is one in one of them alone");
    else {
        str_adds(difference, ": ");
        experiment_difference(a.text, b.text, difference);
    }
    trial_config_release(&a);
    trial_config_release(&b);
}

bool experiment_same_trials(const struct experiment *was,
                            const struct experiment *is, struct str *difference)
{
    struct named_experiment a = {was, namer_new(was)}, b = {is, namer_new(is)};
    const long known = experiment_known(was) < experiment_known(is)
                           ? experiment_known(was)
                           : experiment_known(is);
    long i = 0;

    while (i < known && same(&a, &b, i))
        i++;
    if (i < known)
        tell(was, is, i, difference);
    namer_free(a.namer);
    namer_free(b.namer);
    return i >= known;
}
