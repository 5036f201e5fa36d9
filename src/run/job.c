#include "config.h"

#include "run/job.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "results/kept_task.h"
#include "train/average.h"

/* A rank's share of the machine that trials may plan with. */
#define MEMORY_SHARE 0.9
#define GIB (1024.0 * 1024.0 * 1024.0)

static struct kept_task keeper;
static struct forecast forecast;

void job_forget(void)
{
    kept_task_release(&keeper);
    forecast_release(&forecast);
}

/* Bytes in a file that holds one number, or `otherwise`. */
static double number_in(const char *path, double otherwise)
{
    struct str s = {0};
    struct error e;
    double bytes = otherwise;
    char *end;

    if (!file_exists(path) || file_read(path, &s, &e))
        return otherwise;
    bytes = strtod(str_text(&s), &end);
    if (end == str_text(&s)) /* "max" */
        bytes = otherwise;
    str_release(&s);
    return bytes;
}

/* What of a rank's estimate its host holds for all of its ranks: of the task's
 * word vectors, where they are mapped, but this rank's share. */
static double held_by_others(const struct task *t)
{
    double floats = 0;

    for (int p = 0; t->image && p < MAX_PARTS && t->words[p]; p++)
        if (t->words[p]->vectors && (!p || t->words[p] != t->words[0]))
            floats += (double)t->words[p]->n * t->words[p]->width;
    return sizeof(float) * floats * (1 - 1.0 / comm_world()->node_size);
}

/* What a rank may use unless `run.memory_gb` says: its share of the machine,
 * or of what the batch system's control group grants. */
static double memory_budget(const struct experiment *x, const struct task *t)
{
    double all =
        (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    double granted;

    if (x->run.memory_gb > 0)
        return x->run.memory_gb * GIB;
    granted = number_in("/sys/fs/cgroup/memory.max", all);
    if (granted < all)
        all = granted;
    return MEMORY_SHARE * all / comm_world()->node_size + held_by_others(t);
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
        .memory = memory_budget(x, job->task),
        .latest = scheduler_kind_of(&x->scheduler)->latest,
    };
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
