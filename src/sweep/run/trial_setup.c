#include "config.h"

#include "sweep/run/trial_setup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/files/cache.h"
#include "base/files/image.h"
#include "base/system/memory_limit.h"
#include "engine/train/average.h"
#include "engine/train/run_estimate.h"
#include "sweep/results/cached_task.h"

#define GIB (1024.0 * 1024.0 * 1024.0)

static struct cached_task keeper;
static struct run_estimate estimate;

void trial_setup_forget(void)
{
    cached_task_release(&keeper);
    run_estimate_release(&estimate);
}

/* Return the memory that a rank already uses for a loaded trial. */
static struct memory_use use_of(const struct trial_setup *setup, int threads)
{
    const struct image *image = setup->task->image;

    return (struct memory_use){
        .ranks = comm_world()->node_size,
        .threads = threads,
        .grown = memory_allocated() - memory_limits()->allocated,
        .image = image ? (double)image->bytes : 0,
        .in_memory = image && cache_in_memory(),
        .again = sizeof(float) * (double)setup->model->params.fixed,
    };
}

/* Set the memory that a rank may use, unless `run.memory_gb` does. */
static void set_budget(struct trial_setup *setup, const struct experiment *x)
{
    struct training *t = &setup->training;

    t->memory = x->run.memory_gb * GIB;
    if (t->memory > 0)
        return;
    const struct memory_use use = use_of(setup, t->threads);

    setup->budget = memory_budget(memory_limits(), &use);
    t->memory = fmax(setup->budget.bytes, 1); /* 0 would mean no limit */
    t->memory_by = setup->budget.by;
    t->memory_now = memory_available(memory_limits(), &use);
}

static int check_grains(const struct trial_config *c, int ranks,
                        struct error *e)
{
    const long grains = train_grains(&c->train);

    if (ranks <= grains)
        return 0;
    return error_set(e,
                     "run.ranks_per_trial is %d, but train.grains is %ld%s: "
                     "give at least %d grains, or fewer ranks a trial and "
                     "more trials at once",
                     ranks, grains,
                     c->train.grains ? "" : " by the size of the batch", ranks);
}

/* Make the trials ready, too, from which a trial begins. */
static int begin_from(struct trial_setup *setup, const struct experiment *x,
                      const struct assignment *a, int ranks, struct error *e)
{
    if (!a->from)
        return 0;
    setup->from = memory_zeroed(1, sizeof(*setup->from));
    setup->conf = memory_zeroed(1, sizeof(*setup->conf));
    if (experiment_bind(x, a->from, setup->conf, e) ||
        trial_setup_begin(setup->from, x, a->from, setup->conf, ranks, e))
        return -1;
    setup->from->training.until = a->share;
    setup->training.from = &setup->from->training;
    return 0;
}

/* Load task and model of a trial; on error what was loaded stays. */
static int load(struct trial_setup *setup, const struct experiment *x,
                const struct assignment *a, const struct trial_config *conf,
                struct error *e)
{
    struct model_spec spec;

    setup->task = cached_task(&keeper, x, a, conf, e);
    if (!setup->task || task_check_goal(setup->task, x->goal, e))
        return -1;
    spec = task_spec(setup->task);
    setup->model = model_new(&conf->model, &spec, e);
    return setup->model ? 0 : -1;
}

/* Set up the rest of a loaded trial. */
static int begin(struct trial_setup *setup, const struct experiment *x,
                 const struct assignment *a, const struct trial_config *conf,
                 int ranks, struct error *e)
{
    setup->training = (struct training){
        .task = setup->task,
        .model = setup->model,
        .conf = &conf->train,
        .goal = x->goal,
        .maximize = x->search.maximize,
        .threads = x->run.threads > 0 ? (int)x->run.threads : comm_cores(),
        .trial = conf->digest,
        .config = conf->whole,
        .estimate = &estimate,
        .keep = (enum keep)x->run.keep,
        .checkpoint_seconds = x->run.checkpoint_seconds,
        .latest = scheduler_kind_of(&x->scheduler)->latest,
    };
    set_budget(setup, x);
    return begin_from(setup, x, a, ranks, e);
}

/* As train_check_fresh() does; here it is known how many steps epochs have. */
static int check_average(const struct experiment *x,
                         const struct trial_setup *setup, struct error *e)
{
    const struct training *t = &setup->training;

    return document_is_stored(x->document)
               ? 0
               : average_check(&t->conf->average, train_steps_expected(t), e);
}

int trial_setup_begin(struct trial_setup *setup, const struct experiment *x,
                      const struct assignment *a,
                      const struct trial_config *conf, int ranks,
                      struct error *e)
{
    *setup = (struct trial_setup){0};
    return check_grains(conf, ranks, e) || load(setup, x, a, conf, e) ||
                   begin(setup, x, a, conf, ranks, e) ||
                   train_check_task(&conf->train, setup->task, e) ||
                   check_average(x, setup, e)
               ? -1
               : 0;
}

/* Extend an error in a section that was bound before: where the section is, or
 * from where the trial has it. */
static int error_in_section(const struct experiment *x,
                            const struct assignment *a, const char *section,
                            struct error *e)
{
    struct error ignored;
    struct document *d = experiment_document(x, a, &ignored);

    if (d)
        document_error_in(d, section, e);
    document_free(d);
    return -1;
}

/* The same with further checks, while the user waits for the start. */
static int begin_checked(struct trial_setup *setup, const struct experiment *x,
                         const struct assignment *a,
                         const struct trial_config *conf, int ranks,
                         struct error *e)
{
    *setup = (struct trial_setup){0};
    if (check_grains(conf, ranks, e))
        return -1;
    if (load(setup, x, a, conf, e))
        return error_in_section(x, a, setup->task ? "model" : "task", e);
    if (begin(setup, x, a, conf, ranks, e) ||
        train_check_task(&conf->train, setup->task, e))
        return -1;
    return check_average(x, setup, e) ? error_in_section(x, a, "train", e) : 0;
}

void trial_setup_end(struct trial_setup *setup)
{
    if (setup->from) {
        trial_setup_end(setup->from);
        trial_config_release(setup->conf);
    }
    free(setup->from);
    free(setup->conf);
    if (setup->model)
        model_free(setup->model);
    *setup = (struct trial_setup){0};
}

const struct task *trial_setup_task(void)
{
    return keeper.task;
}

struct digest trial_setup_data(void)
{
    struct hasher *h = hasher_new();

    for (int i = 0; keeper.task && i < keeper.task->files; i++)
        hasher_add(h, &keeper.task->file[i].digest,
                   sizeof(keeper.task->file[i].digest));
    const struct digest d = hasher_digest(h);
    hasher_free(h);
    return d;
}

/* Measure a trial that is set up, as a group of this rank alone. */
static void measure(struct trial_setup *setup, struct trial_size *size)
{
    struct group alone = group_alone();

    setup->training.group = &alone;
    setup->training.state = ""; /* a sweep keeps states */
    size->bytes = train_memory(&setup->training, &size->params);
    size->budget = setup->training.memory;
    size->steps = train_steps_expected(&setup->training);
    size->grains = train_grains(setup->training.conf);
    group_release(&alone);
}

bool trial_setup_all_small(const struct experiment *x,
                           const struct trial_config *c)
{
    static const char *const fields[] = {"train.steps", "train.inspect"};
    bool alike = true;

    for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++)
        alike = alike && !experiment_variants_set(x, fields[i]) &&
                !experiment_sweeps(x, fields[i], strlen(fields[i]));
    return alike && experiment_small(x, c) && experiment_brief(x, c);
}

int trial_setup_check(const struct experiment *x, const struct assignment *a,
                      const struct trial_config *conf, int ranks,
                      struct trial_size *size, struct error *e)
{
    struct trial_setup setup;
    const int failed = begin_checked(&setup, x, a, conf, ranks, e);

    if (!failed)
        measure(&setup, size);
    trial_setup_end(&setup);
    return failed ? -1 : 0;
}
