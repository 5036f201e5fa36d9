#include "config.h"

#include "cmd/data_predictions.h"

#include "cmd/output.h"
#include "cmd/place.h"
#include "report/stored_answers.h"
#include "results/kept_task.h"

static int print(const struct task *t, const struct predictions_wanted *w,
                 const struct result *r, struct error *e)
{
    struct str out = {0};

    if (stored_answers_check(t, w->split, r, e) ||
        stored_answers_form(t, &r->answers[w->split], e))
        return error_in(e, "trial %ld", w->trial);
    if (predictions_add(t, w->split, w->what, &r->answers[w->split], &out, e))
        return -1;
    output_put(&out);
    str_release(&out);
    return 0;
}

int data_predictions(const char *folder, const struct predictions_wanted *w,
                     struct error *e)
{
    struct place p;
    struct kept_task kept = {0};
    struct trial_config c;
    struct result r;
    const struct task *t;
    int bad = -1;

    if (place_init(&p, folder, e))
        return -1;
    if (place_trial(&p, w->trial, &c, &r, e) > 0) {
        t = kept_task_of(&kept, &p.x, w->trial, e);
        bad = t ? print(t, w, &r, e) : -1;
    }
    kept_task_release(&kept);
    result_release(&r);
    trial_config_release(&c);
    place_release(&p);
    return bad;
}
