#include "config.h"

#include "run/progress.h"

#include <math.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/str.h"
#include "task/task.h"

void progress_begin(struct progress *p, const struct experiment *x)
{
    struct trial_config c;
    struct error e;

    *p = (struct progress){.begun = clock_now(), .goal = "goal"};
    if (experiment_trial(x, experiment_first(x), &c, &e))
        return;
    p->goal = ((const struct task_kind *)c.task.kind)->metrics[x->goal].name;
    trial_config_release(&c);
}

void progress_time(double seconds, char out[32])
{
    const long minutes = lround(seconds / 60);

    if (seconds < 90)
        snprintf(out, 32, "%.0f s", seconds);
    else if (minutes < 90)
        snprintf(out, 32, "%ld min", minutes);
    else if (minutes < 48 * 60)
        snprintf(out, 32, "%ld h %02ld min", minutes / 60, minutes % 60);
    else
        snprintf(out, 32, "%ld d %ld h", minutes / 1440, minutes / 60 % 24);
}

static void add_time_left(const struct progress *p, const struct study *study,
                          const struct seat *seat, int seats, struct str *out)
{
    const struct study_tally t = study_tally(study);
    double done = p->finished;
    double left = (double)(t.own[PLACE_WAITING] + t.own[PLACE_RUNNING]);
    char text[32];

    for (int i = 0; i < seats; i++)
        if (study_seat(study, i) >= 0) {
            done += seat[i].share - seat[i].before;
            left -= seat[i].share;
        }
    if (done < 0.01 || left <= 0)
        return;
    progress_time(left * (clock_now() - p->begun) / done, text);
    str_addf(out, ", ~%s left", text);
}

static void add_best(const struct progress *p, const struct study *study,
                     struct str *out)
{
    const long best = study_tally(study).best;

    if (best >= 0)
        str_addf(out, ", best valid.%s %.2f (trial %ld)", p->goal,
                 study_trial(study, best)->goal, best);
}

void progress_show(const struct progress *p, const struct study *study,
                   const struct seat *seat, int seats, bool now)
{
    const struct study_tally t = study_tally(study);
    const long failed = t.count[PLACE_FAILED];
    const long running = t.own[PLACE_RUNNING];
    struct str s = {0};

    str_addf(&s, "%ld of %ld trials done", t.count[PLACE_FINISHED] + failed,
             t.trials);
    if (failed)
        str_addf(&s, ", %ld failed", failed);
    /* A terminal may cut the end off: what matters least stands there. */
    add_time_left(p, study, seat, seats, &s);
    add_best(p, study, &s);
    str_addf(&s, ", %ld running", running);
    for (int i = 0; i < seats && running <= 2; i++)
        if (study_seat(study, i) >= 0 && seat[i].reported)
            str_addf(&s, " [%ld: %.0f%%]", study_seat(study, i),
                     floor(100 * seat[i].share));
    log_status(now, "%s", str_text(&s));
    str_release(&s);
}
