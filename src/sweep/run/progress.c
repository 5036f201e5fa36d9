#include "config.h"

#include "sweep/run/progress.h"

#include <math.h>

#include "base/core/clock.h"
#include "base/core/log.h"
#include "base/core/str.h"

static void add_time_left(double left, struct str *out)
{
    char text[32];

    if (isnan(left))
        return;
    clock_words(left, text);
    str_addf(out, ", ~%s left", text);
}

static void add_best(const struct study *study, const char *goal,
                     struct str *out)
{
    const long best = study_tally(study).best;

    if (best >= 0)
        str_addf(out, ", best %s %.2f (trial %ld)", goal,
                 study_trial(study, best)->goal, best);
}

void progress_show(const struct study *study, const struct slot *slot,
                   int slots, const char *goal, double left)
{
    const struct study_tally t = study_tally(study);
    const long failed = t.count[PHASE_FAILED];
    const long running = t.own[PHASE_RUNNING];
    struct str s = {0};

    str_addf(&s, "%ld of %ld trials done", t.count[PHASE_FINISHED] + failed,
             t.trials);
    if (failed)
        str_addf(&s, ", %ld failed", failed);
    /* A terminal may cut off the end, so the least important part is there. */
    add_time_left(left, &s);
    add_best(study, goal, &s);
    str_addf(&s, ", %ld running", running);
    for (int i = 0; i < slots && running <= 2; i++)
        if (study_slot(study, i) >= 0 && slot[i].reported)
            str_addf(&s, " [%ld: %.0f%%]", study_slot(study, i),
                     floor(100 * slot[i].share));
    log_status("%s", str_text(&s));
    str_release(&s);
}
