#include "config.h"

#include "sweep/run/job.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/files/cache.h"
#include "base/files/image.h"
#include "base/system/memory_limit.h"
#include "engine/train/average.h"
#include "engine/train/forecast.h"
#include "sweep/results/kept_task.h"

#define GIB (1024.0 * 1024.0 * 1024.0)

static struct kept_task keeper;
static struct forecast forecast;

void job_forget(void)
{
    kept_task_release(&keeper);
    forecast_release(&forecast);
}

/* Of a job that is loaded: what its rank holds of it already. */
static struct memory_use use_of(const struct job *job, int threads)
{
    const struct image *image = job->task->image;

    return (struct memory_use){
        .ranks = comm_world()->node_size,
        .threads = threads,
        .grown = memory_allocated() - memory_limits()->allocated,
        .image = image ? (double)image->bytes : 0,
        .in_memory = image && cache_in_memory(),
        .again = sizeof(float) * (double)job->model->params.fixed,
    };
}

/* What a rank may use unless `run.memory_gb` says. */
static void set_budget(struct job *job, const struct experiment *x)
{
    struct training *t = &job->training;

    t->memory = x->run.memory_gb * GIB;
    if (t->memory > 0)
        return;
    const struct memory_use use = use_of(job, t->threads);

    job->budget = memory_budget(memory_limits(), &use);
    t->memory = fmax(job->budget.bytes, 1); /* 0 is no limit */
    t->memory_by = job->budget.by;
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

/* Make those ready, too, that a trial begins from. */
static int begin_from(struct job *job, const struct experiment *x,
                      const struct assignment *a, int ranks, struct error *e)
{
    if (!a->from)
        return 0;
    job->from = memory_zeroed(1, sizeof(*job->from));
    job->conf = memory_zeroed(1, sizeof(*job->conf));
    if (experiment_bind(x, a->from, job->conf, e) ||
        job_begin(job->from, x, a->from, job->conf, ranks, e))
        return -1;
    job->from->training.until = a->share;
    job->training.from = &job->from->training;
    return 0;
}

/* Task and model of a job, which stays as far as it came. */
static int load(struct job *job, const struct experiment *x,
                const struct assignment *a, const struct trial_config *conf,
                struct error *e)
{
    struct model_spec spec;

    job->task = kept_task(&keeper, x, a, conf, e);
    if (!job->task || task_check_goal(job->task, x->goal, e))
        return -1;
    spec = task_spec(job->task);
    job->model = model_new(&conf->model, &spec, e);
    return job->model ? 0 : -1;
}

/* The rest of one that is loaded. */
static int begin(struct job *job, const struct experiment *x,
                 const struct assignment *a, const struct trial_config *conf,
                 int ranks, struct error *e)
{
    job->training = (struct training){
        .task = job->task,
        .model = job->model,
        .conf = &conf->train,
        .goal = x->goal,
        .maximize = x->search.maximize,
        .threads = x->run.threads > 0 ? (int)x->run.threads : comm_cores(),
        .trial = conf->digest,
        .config = conf->whole,
        .forecast = &forecast,
        .keep = (enum keep)x->run.keep,
        .checkpoint_seconds = x->run.checkpoint_seconds,
        .latest = scheduler_kind_of(&x->scheduler)->latest,
    };
    set_budget(job, x);
    return begin_from(job, x, a, ranks, e);
}

/* As train_check_fresh() does; how many steps epochs are is known here. */
static int check_average(const struct experiment *x, const struct job *job,
                         struct error *e)
{
    const struct training *t = &job->training;

    return document_is_stored(x->document)
               ? 0
               : average_check(&t->conf->average, train_steps_expected(t), e);
}

int job_begin(struct job *job, const struct experiment *x,
              const struct assignment *a, const struct trial_config *conf,
              int ranks, struct error *e)
{
    *job = (struct job){0};
    return check_grains(conf, ranks, e) || load(job, x, a, conf, e) ||
                   begin(job, x, a, conf, ranks, e) ||
                   train_check_task(&conf->train, job->task, e) ||
                   check_average(x, job, e)
               ? -1
               : 0;
}

/* An error of a section that was bound well says where that stands, or what the
 * trial has it from. */
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

/* The same, where whoever wrote the experiment is waiting. */
static int begin_checked(struct job *job, const struct experiment *x,
                         const struct assignment *a,
                         const struct trial_config *conf, int ranks,
                         struct error *e)
{
    *job = (struct job){0};
    if (check_grains(conf, ranks, e))
        return -1;
    if (load(job, x, a, conf, e))
        return error_in_section(x, a, job->task ? "model" : "task", e);
    if (begin(job, x, a, conf, ranks, e) ||
        train_check_task(&conf->train, job->task, e))
        return -1;
    return check_average(x, job, e) ? error_in_section(x, a, "train", e) : 0;
}

void job_end(struct job *job)
{
    if (job->from) {
        job_end(job->from);
        trial_config_release(job->conf);
    }
    free(job->from);
    free(job->conf);
    if (job->model)
        model_free(job->model);
    *job = (struct job){0};
}

const struct task *job_task(void)
{
    return keeper.task;
}

struct digest job_data(void)
{
    struct hasher *h = hasher_new();

    for (int i = 0; keeper.task && i < keeper.task->files; i++)
        hasher_add(h, &keeper.task->file[i].digest,
                   sizeof(keeper.task->file[i].digest));
    const struct digest d = hasher_digest(h);
    hasher_free(h);
    return d;
}

/* Of a job that began, by the group of this rank alone. */
static void measure(struct job *job, struct job_size *size)
{
    struct group alone = group_alone();

    job->training.group = &alone;
    job->training.state = ""; /* a sweep keeps states */
    size->bytes = train_memory(&job->training, &size->params);
    size->budget = job->training.memory;
    size->steps = train_steps_expected(&job->training);
    size->grains = train_grains(job->training.conf);
    group_release(&alone);
}

bool job_all_small(const struct experiment *x, const struct trial_config *c)
{
    static const char *const fields[] = {"train.steps", "train.inspect"};
    bool alike = true;

    for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++)
        alike = alike && !experiment_variants_set(x, fields[i]) &&
                !experiment_sweeps(x, fields[i], strlen(fields[i]));
    return alike && experiment_small(x, c) && experiment_brief(x, c);
}

int job_check(const struct experiment *x, const struct assignment *a,
              const struct trial_config *conf, int ranks, struct job_size *size,
              struct error *e)
{
    struct job job;
    const int failed = begin_checked(&job, x, a, conf, ranks, e);

    if (!failed)
        measure(&job, size);
    job_end(&job);
    return failed ? -1 : 0;
}
