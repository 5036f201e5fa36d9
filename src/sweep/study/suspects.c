/*
 * suspects.c - finds the trial that kills the job, by halving the suspects.
 *
 * The suspects with the most deaths of the job in a row are tried first,
 * together, but never more than half of them, and no other trial begins
 * meanwhile.  A suspect that ends or saves a state is cleared; another may
 * begin if it is then within the smaller half.  When the job dies again, the
 * running suspects have one death more than the others: a class of their own,
 * at most half as large as the one before.  So after log2 n deaths a culprit is
 * the only one of its class, and is tried alone from then on.
 *
 *   - No culprit, but the jobs are killed from outside: each death halves the
 *     suspects, and one alone is hit that often in a row only by rare chance. A
 *     death while no suspect is running clears all.
 *   - Several culprits: they are found one after the other. The one that fails
 *     explains all deaths so far, so all others are cleared; another culprit
 *     kills the job with up to as many others as there are slots once more.
 *   - One slot: the running trial is alone from the first.
 *   - A trial that was running although an earlier attempt of it has ended
 *     meanwhile is over: it is not judged, but may be the cause.
 *   - No open slot is suitable for any suspect to be tried: when nothing else
 *     is running, the next lower class is tried, one at a time.
 *   - A culprit that saves states and kills the job minutes later: at that
 *     death the others become suspects, possibly one alone; the next time the
 *     culprit gets no further.
 */
#include "sweep/study/study_internal.h"

/* Waiting trials are in the queue of suspects or in the other one. */
static void set_job_deaths(struct study *s, long number, int job_deaths)
{
    struct trial *t = &s->trial[number];
    const bool waits = t->phase == PHASE_WAITING && trial_runs(t);
    const bool was = trial_is_suspect(t);

    t->job_deaths = job_deaths;
    if (trial_is_suspect(t) == was)
        return;
    if (was)
        queue_remove(&s->suspects, number);
    else
        queue_add(&s->suspects, number);
    if (waits && was)
        queue_add(&s->waiting, number);
    else if (waits)
        queue_remove(&s->waiting, number);
}

void suspects_job_died(struct study *s, long number, bool alone)
{
    struct trial *t = &s->trial[number];

    if (t->phase != PHASE_WAITING)
        return;
    set_job_deaths(s, number, t->job_deaths + 1);
    t->blames = alone ? t->blames + 1 : 0;
}

void suspects_clear(struct study *s, long number)
{
    set_job_deaths(s, number, 0);
    s->trial[number].blames = 0;
}

void suspects_clear_all(struct study *s)
{
    for (long i; (i = queue_first(&s->suspects)) >= 0;)
        suspects_clear(s, i);
}

void suspects_begin(struct study *s, long number)
{
    s->trial[number].saved = false;
    s->unsaved++;
    s->tried += trial_is_suspect(&s->trial[number]);
}

void suspects_save(struct study *s, long number)
{
    struct trial *t = &s->trial[number];

    if (t->saved || t->slot < 0)
        return;
    t->saved = true;
    s->unsaved--;
    s->tried -= trial_is_suspect(t);
}

/* --- judging ------------------------------------------------------------- */

static void judge(struct study *s, struct interrupted_trial *h,
                  enum event_word verdict)
{
    if (h->over)
        return;
    h->verdict = verdict;
    study_tell(s, &(struct event){.word = verdict, .trial = h->trial});
}

/* Blame the only possible cause; true if it fails. */
static bool blame(struct study *s, struct interrupted_trial *h, long retries)
{
    judge(s, h, EVENT_BLAMED);
    h->blames = s->trial[h->trial].blames;
    if (h->blames <= retries)
        return false;
    judge(s, h, EVENT_FAILED);
    return true;
}

bool study_judge(struct study *s, struct interrupted_trial *h, long n,
                 bool silent)
{
    const long most = s->policy.retries;
    const long retries = silent && most < 1 ? 1 : most;
    struct interrupted_trial *last = NULL;
    long several = 0, left = 0; /* possible causes; those that are not over */

    for (long i = 0; i < n; i++)
        if (h[i].saved)
            judge(s, &h[i], EVENT_SAVED);
        else {
            several++;
            left += !h[i].over;
            last = &h[i];
        }
    for (long i = 0; i < n && several > 1; i++)
        if (!h[i].saved)
            judge(s, &h[i], EVENT_SUSPECTED);
    const bool explained =
        left == 0 || (several == 1 && blame(s, last, retries));

    return explained && queue_first(&s->suspects) >= 0;
}

/* --- choosing the suspects to train --------------------------------------- */

/* The suspects with the most deaths of the job in a row, but fewer than
 * `below`. */
struct suspect_class {
    int job_deaths;
    long n;
    int tried; /* of them, running now */
};

static struct suspect_class tried_first(const struct study *s, int below)
{
    const struct queue *q = &s->suspects;
    struct suspect_class c = {0};

    for (long i = queue_first(q); i >= 0; i = queue_next(q, i)) {
        const struct trial *t = &s->trial[i];

        if (t->job_deaths >= below)
            continue;
        if (t->job_deaths > c.job_deaths)
            c = (struct suspect_class){.job_deaths = t->job_deaths};
        c.n += t->job_deaths == c.job_deaths;
        c.tried += t->job_deaths == c.job_deaths && t->slot >= 0 && !t->saved;
    }
    return c;
}

int suspects_next(const struct study *s, int below)
{
    const struct suspect_class c = tried_first(s, below);
    const bool others = s->unsaved > c.tried;

    return !others && (!c.tried || c.tried < c.n / 2) ? c.job_deaths : 0;
}
