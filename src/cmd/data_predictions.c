#include "config.h"

#include "cmd/data_predictions.h"

#include <stdio.h>
#include <stdlib.h>

#include "cmd/verify.h"
#include "sweep/worker.h"
#include "task/predictions.h"

static int print(const struct task *t, const struct predictions_wanted *w,
                 const struct answer_sheet *a, struct error *e)
{
    struct str out = {0};

    if (!a->n)
        return error_set(e, "trial %ld has no answers to %s", w->trial,
                         split_names[w->split]);
    if (a->n != t->split[w->split].n)
        return error_set(e,
                         "trial %ld: found answers to %d examples of %s, "
                         "expected %d: the data are others now",
                         w->trial, a->n, split_names[w->split],
                         t->split[w->split].n);
    if (predictions_add(t, w->split, w->none, a, &out, e))
        return -1;
    fputs(str_text(&out), stdout);
    str_release(&out);
    return 0;
}

/* With the data that the trial's experiment names. */
static int print_result(const struct experiment *x,
                        const struct trial_config *c,
                        const struct predictions_wanted *w,
                        const struct result *r, struct error *e)
{
    char *beside = trial_data_folder(x);
    struct task *t = task_new(&c->task, beside, e);
    int bad = -1;

    free(beside);
    if (t)
        bad = print(t, w, &r->answers[w->split], e);
    task_free(t);
    return bad;
}

int data_predictions(const char *folder, const struct predictions_wanted *w,
                     struct error *e)
{
    struct place p;
    struct trial_config c = {0};
    struct result r = {0};
    int bad = -1, found;

    if (place_init(&p, folder, e))
        return -1;
    if (w->trial >= experiment_trials(&p.x)) {
        error_set(e, "found trial %ld, expected one below %ld", w->trial,
                  experiment_trials(&p.x));
    } else if (!experiment_trial(&p.x, w->trial, &c, e)) {
        found = place_load(&p, c.digest, &r, e);
        if (!found)
            error_set(e, "trial %ld has no result in '%s'", w->trial, p.dir);
        bad = found > 0 ? print_result(&p.x, &c, w, &r, e) : -1;
        result_release(&r);
        trial_config_release(&c);
    }
    place_release(&p);
    return bad;
}
