/* policy.c - how a study handles trials that are lost or fail. */
#include <limits.h>

#include "sweep/study/study_internal.h"

void policy_init(struct study *s)
{
    s->policy = (struct policy){.retries = LONG_MAX};
    s->failing = -1;
}

void study_policy(struct study *s, const struct policy *p)
{
    s->policy = *p;
}

/* --- losses --------------------------------------------------------------- */

void policy_lose(struct study *s, long number, bool was_running)
{
    struct trial *t = &s->trial[number];

    t->given_up = ++t->losses > s->policy.retries;
    if (!t->given_up)
        return;
    queue_add(&s->given_up, number);
    s->failing = was_running ? number : -1;
}

bool study_gives_up(const struct study *s, long number)
{
    return study_trial(s, number)->given_up;
}

bool policy_next(struct study *s, struct next *d)
{
    for (long i; (i = queue_first(&s->given_up)) >= 0;) {
        queue_remove(&s->given_up, i);
        if (!s->trial[i].given_up)
            continue; /* its result was found meanwhile */
        s->failing = i;
        *d = (struct next){.word = NEXT_FAIL, .trial = i};
        return true;
    }
    return false;
}

/* --- failures ------------------------------------------------------------- */

/* A trial that had failed before does not count for this job. */
void policy_fail(struct study *s, long number, bool was_running)
{
    const long most = s->policy.most_failures;

    if (!was_running && s->failing != number)
        return;
    s->failing = -1;
    if (++s->failures == most)
        s->stopping = true;
}

bool study_failed_too_often(const struct study *s)
{
    return s->policy.most_failures && s->failures >= s->policy.most_failures;
}

/* --- proposals ------------------------------------------------------------ */

/* Values that are not valid are a mistake in the experiment, or were tried by a
 * search that proposes its own values: such a search learns from it, and goes
 * on. */
bool policy_drops(const struct study *s)
{
    return s->n >= search_free(s->search);
}
