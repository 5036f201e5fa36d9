#include "config.h"

#include "sweep/run/inherit.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/core/log.h"
#include "base/files/file.h"
#include "sweep/folder/folder.h"

static int copy(const char *old, const char *new, struct error *e)
{
    struct str bytes = {0};
    const int failed = file_read(old, &bytes, e) ||
                       file_replace(new, str_text(&bytes), bytes.len, e);

    str_release(&bytes);
    return failed ? -1 : 0;
}

/* Share or copy a file. An existing file is the same one or the trial's own. */
static int share(const char *old, const char *new, struct error *e)
{
    if (folder_make_for_trial(new, e))
        return -1;
    if (!link(old, new) || errno == EEXIST)
        return 0;
    return copy(old, new, e);
}

/* Share only the last state, not the best one: the new trial has yet to find
 * its own best. */
static int share_state(const char *dir, struct digest from, struct digest to,
                       struct error *e)
{
    char *old = folder_state_file(dir, from, STATE_LAST);
    char *new = folder_state_file(dir, to, STATE_LAST);
    const int failed = file_exists(old) && share(old, new, e);

    free(old);
    free(new);
    return failed;
}

void inherit_state(const struct experiment *x, const char *dir,
                   const struct assignment *a, const struct trial *t)
{
    struct trial_config from;
    struct error e = {0};

    if (!a->from || !trial_runs(t))
        return;
    if (experiment_bind(x, a->from, &from, &e) ||
        share_state(dir, from.digest, t->name, &e))
        log_warning("trial %ld trains again what it begins from: %s", a->number,
                    e.text);
    trial_config_release(&from);
}
