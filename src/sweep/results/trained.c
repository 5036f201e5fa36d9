#include "sweep/results/trained.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "base/files/file.h"
#include "engine/train/state_metadata.h"
#include "sweep/folder/folder.h"
#include "tasks/common/fresh.h"

/* Return the path of the state that was kept, NULL if there is none. */
static char *find_state(const char *dir, const struct trial_config *c)
{
    static const enum folder_state which[] = {STATE_BEST, STATE_LAST};

    for (int i = 0; i < 2; i++) {
        char *path = folder_state_file(dir, c->digest, which[i]);

        if (file_exists(path))
            return path;
        free(path);
    }
    return NULL;
}

static int read_state(struct trained *t, const char *dir, long number,
                      const char *file, struct error *e)
{
    t->path = file ? memory_string(file) : find_state(dir, &t->config);
    if (!t->path)
        return error_set(e,
                         "trial %ld of '%s' has kept no state, expected one as "
                         "run.keep: best leaves it (codarun prune may have "
                         "removed it)",
                         number, dir);
    return state_read(t->path, &t->state, e);
}

/* The step of the parameters: a best state may have been written after that. */
static long step_of(const struct state *s, const char *path)
{
    return folder_is_state(path, STATE_BEST) ? s->best_step : s->step;
}

static int check_state(const struct trained *t, struct error *e)
{
    const struct params *p = &t->model->params;
    struct state_metadata metadata;
    int failed;

    if (!digest_equal(t->state.trial, t->config.digest))
        return error_set(e, "it belongs to another trial");
    state_metadata_init(&metadata,
                        t->task); /* other data may have other parameters */
    failed = state_metadata_check(&metadata, t->model, &t->state, e);
    state_metadata_release(&metadata);
    if (failed || t->state.len == p->len)
        return failed;
    return error_set(e, "found %zu parameters, expected %zu", t->state.len,
                     p->len);
}

static int build(struct trained *t, struct error *e)
{
    const struct model_spec spec = task_spec(t->task);

    t->model = model_new(&t->config.model, &spec, e);
    if (!t->model)
        return -1;
    t->step = step_of(&t->state, t->path);
    t->params = t->state.average ? t->state.average : t->state.params;
    return check_state(t, e) ? error_in(e, "state file '%s'", t->path) : 0;
}

/* Build the task from the state alone, if that is enough: 1 if so, 0 if not, -1
 * on errors. */
static int restore_task(struct trained *t, struct error *e)
{
    const struct fresh_known known = {.words = t->state.words[0],
                                      .classes = t->state.classes,
                                      .sources = t->state.sources};
    const int done =
        fresh_restore(&t->config.task, &known, t->beside, &t->kept.task, e);

    return done < 0 ? error_in(e, "state file '%s'", t->path) : done;
}

int trained_load(struct trained *t, const struct proposed *of, const char *dir,
                 long number, const char *file, bool fresh, struct error *e)
{
    *t = (struct trained){.beside = trial_data_folder(of->x)};
    if (proposed_trial(of, number, &t->config, e) ||
        read_state(t, dir, number, file, e))
        return -1;
    const int restored = fresh ? restore_task(t, e) : 0;

    if (restored < 0)
        return -1;
    t->task = restored ? t->kept.task : cached_task_of(&t->kept, of, number, e);
    return t->task ? build(t, e) : -1;
}

void trained_release(struct trained *t)
{
    if (t->model)
        model_free(t->model);
    state_release(&t->state);
    cached_task_release(&t->kept);
    trial_config_release(&t->config);
    free(t->path);
    free(t->beside);
    *t = (struct trained){0};
}
