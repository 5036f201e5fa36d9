#include "config.h"

#include "report/history/unfinished.h"

#include <stdlib.h>

#include "base/files/file.h"
#include "engine/store/state.h"
#include "sweep/folder/folder.h"

/* Read a state, if it is there.  The process that trains the trial may remove
 * the file at any time. */
static int read_state(const char *path, struct digest trial,
                      struct state *state, struct error *e)
{
    if (!file_exists(path))
        return 0;
    if (state_read(path, state, e))
        return file_exists(path) ? -1 : 0;
    if (digest_equal(state->trial, trial))
        return 1;
    state_release(state);
    return error_set(e, "'%s' holds the state of another trial", path);
}

int unfinished_read(const struct results *s, const struct results_row *row,
                    struct result *r, struct error *e)
{
    char *path = folder_state_file(s->dir, row->trial, STATE_LAST);
    struct state state;
    const int found = read_state(path, row->trial, &state, e);

    *r = (struct result){.best_step = -1};
    if (found > 0) {
        const struct task_kind *task = row_task(&row->config);

        r->history = state.history;
        state.history = (struct history){0};
        state_release(&state);
        /* a state does not contain the names */
        r->metrics = task ? task_metric_names(task, r->metric) : 0;
    }
    free(path);
    return found;
}
