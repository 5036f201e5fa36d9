/* one_step_sweep.c - whole sweeps of trials of one step, with their small
 * results. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "base/files/file.h"
#include "bench/null_sweep.h"
#include "engine/comm/comm.h"
#include "engine/comm/heartbeat.h"
#include "sweep/run/sweep.h"

#define QUESTIONS 4 /* in each split, with two candidates each */

static const char text[] =
    "name: one_step\n"
    "task: {kind: rank, train: %s, valid: %s,\n"
    "       columns: [question, answer, label]}\n"
    "model: {kind: decatt, hidden: 8, embedding: 8,\n"
    "        attention: {kind: coda}}\n"
    "train: {steps: 1, batch: 8}\n"
    "run: {keep: none, ranks_per_trial: 1, cache_gb: 0}\n"
    "sweep:\n"
    "  method: random\n"
    "  trials: %ld\n"
    "  parameters:\n"
    "    train.learning_rate: {min: 1.0e-4, max: 1.0e-1, scale: log}\n";

static int write_files(const char *dir, long trials, struct error *e)
{
    char *yaml = memory_format("%s.yaml", dir);
    char *data = memory_format("%s.tsv", dir);
    const char *name = strrchr(data, '/') ? strrchr(data, '/') + 1 : data;
    char *content = memory_format(text, name, name, trials);
    struct str lines = {0};

    for (int q = 0; q < QUESTIONS; q++)
        str_addf(&lines, "which %d\tit is %d\t1\nwhich %d\tit is not\t0\n", q,
                 q, q);
    const int failed = file_refresh(data, str_text(&lines), lines.len, e) ||
                       file_refresh(yaml, content, strlen(content), e);

    str_release(&lines);
    free(content);
    free(data);
    free(yaml);
    return failed ? -1 : 0;
}

/* Run the sweep; collective. */
static int sweep(const char *dir, struct error *e)
{
    const struct sweep_options o = {.dir = dir};
    char *yaml = memory_format("%s.yaml", dir);
    struct experiment x = {0};
    int failed = experiment_read(&x, yaml, NULL, 0, e);

    free(yaml);
    if (failed)
        return -1;
    if (sweep_run(&x, &o, NULL) != SWEEP_DONE)
        failed = error_set(e, "a sweep of trials of one step did not end well");
    heartbeat_end();
    experiment_release(&x);
    return failed;
}

int one_step_sweep(struct one_step_sweep *d, struct error *e)
{
    int failed = comm_world()->rank == 0 && write_files(d->dir, d->trials, e);

    if (world_any(failed))
        return -1;
    const double began = clock_now();

    failed = sweep(d->dir, e);
    d->rate = (double)d->trials / (clock_now() - began);
    return world_any(failed) ? -1 : 0;
}
