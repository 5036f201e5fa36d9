#include "config.h"

#include "cmd/data_predictions.h"

#include "cmd/named_trial.h"
#include "cmd/output.h"
#include "report/stored_answers.h"
#include "results/kept_task.h"

static int print(const struct task *t, const struct predictions_wanted *w,
                 long trial, const struct result *r, struct error *e)
{
    struct str out = {0};

    if (stored_answers_check(t, w->split, r, e) ||
        stored_answers_form(t, &r->answers[w->split], e))
        return error_in(e, "trial %ld", trial);
    if (predictions_add(t, w->split, w->what, &r->answers[w->split], &out, e))
        return -1;
    output_put(&out);
    str_release(&out);
    return 0;
}

int data_predictions(const char *name, const struct predictions_wanted *w,
                     struct error *e)
{
    struct place p;
    struct kept_task kept = {0};
    struct trial_config c = {0};
    struct result r = {0};
    const struct task *t;
    long trial = w->trial;
    int bad = -1;

    if (!named_place(name, &trial, &p, e) &&
        place_trial(&p, trial, &c, &r, e) > 0) {
        t = kept_task_of(&kept, &p.x, trial, e);
        bad = t ? print(t, w, trial, &r, e) : -1;
    }
    kept_task_release(&kept);
    result_release(&r);
    trial_config_release(&c);
    place_release(&p);
    return bad;
}
