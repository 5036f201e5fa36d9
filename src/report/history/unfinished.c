#include "config.h"

#include "report/history/unfinished.h"

#include <stdio.h>
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

/* Add the metrics' names, which a state does not contain. */
static void add_metrics(struct result *r, const struct task_kind *k)
{
    for (int m = 0; k && m < task_metrics(k); m++)
        snprintf(r->metric[r->metrics++], sizeof(r->metric[m]), "%s",
                 k->metrics[m].name);
}

int unfinished_read(const struct results *s, const struct results_row *row,
                    struct result *r, struct error *e)
{
    char *path = folder_state_file(s->dir, row->trial, STATE_LAST);
    struct state state;
    const int found = read_state(path, row->trial, &state, e);

    *r = (struct result){.best_step = -1};
    if (found > 0) {
        r->history = state.history;
        state.history = (struct history){0};
        state_release(&state);
        add_metrics(r, row_task(&row->config));
    }
    free(path);
    return found;
}
