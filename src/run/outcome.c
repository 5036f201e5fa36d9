#include "config.h"

#include "run/outcome.h"

#include <stdlib.h>

#include "base/file.h"
#include "results/folder.h"
#include "train/train.h"

char *outcome_state(const char *dir, struct digest trial)
{
    struct str path = {0};

    folder_state_path(dir, trial, &path);
    return str_take(&path);
}

static void tidy(const struct experiment *x, const char *dir,
                 const struct result *r)
{
    char *state = outcome_state(dir, r->trial);

    train_tidy(&(struct training){
        .state = state, .keep = (enum keep)x->run.keep, .trial = r->trial});
    free(state);
}

int outcome_write(const struct experiment *x, const char *dir,
                  const struct result *r, long *bytes, struct error *e)
{
    struct str path = {0};

    folder_result_path(dir, r->trial, &path);
    const int failed = folder_make_for(str_text(&path), e) ||
                       result_write(str_text(&path), r, e);

    *bytes = file_bytes(str_text(&path));
    str_release(&path);
    if (!failed)
        tidy(x, dir, r);
    return failed ? -1 : 0;
}
