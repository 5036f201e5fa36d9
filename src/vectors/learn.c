#include "config.h"

#include "vectors/learn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/str.h"
#include "kernel/numerics.h"
#include "vectors/checkpoint.h"
#include "vectors/glove.h"
#include "vectors/skipgram.h"

/* Raised when the same text and settings give other bytes. */
enum { METHOD = 2 };

/* Of all that the bytes of the file depend on. */
static struct digest identity_of(const struct vectors_settings *s,
                                 const struct running_text *r)
{
    const struct digest text = running_text_digest(r);
    struct str all = {0};

    str_addf(&all, "%d %d %d %d %d %d %.17g %.17g %.17g %llu %d", NUMERICS,
             METHOD, (int)s->method, s->width, s->window, s->passes, s->rate,
             s->sample, s->x_max, (unsigned long long)s->seed, s->negatives);
    str_add(&all, &text, sizeof(text));
    const struct digest d = digest_of(all.s, all.len);

    str_release(&all);
    return d;
}

/* --- what is done, step by step ------------------------------------------- */

struct learning {
    const struct vectors_job *job;
    const struct running_text *text;
    struct tables tables;
    struct workers *workers; /* owned */
    struct checkpoint checkpoint;
    struct skipgram skipgram; /* one of the two is in use */
    struct glove glove;
    int step, steps, first; /* first: those that were done before */
    double begun;
};

static bool is_glove(const struct learning *l)
{
    return l->job->settings.method == VECTORS_GLOVE;
}

static void prepare(struct learning *l)
{
    const struct vectors_settings *s = &l->job->settings;

    l->workers = workers_start(l->job->threads);
    if (is_glove(l)) {
        log_status("vectors: counts which words are near each other");
        glove_init(&l->glove, l->text, s, &l->tables, l->workers);
        l->steps = l->glove.blocks * s->passes;
    } else {
        skipgram_init(&l->skipgram, l->text, s, &l->tables, l->workers);
        l->steps = l->skipgram.steps * s->passes;
    }
}

static void do_step(struct learning *l, int step)
{
    if (is_glove(l))
        glove_step(&l->glove, step);
    else
        skipgram_step(&l->skipgram, step);
}

static void tell(const struct learning *l)
{
    enum { BAR = 20 };
    const double seconds = clock_now() - l->begun;
    const int full = (int)((long long)l->step * BAR / l->steps);
    const int pass = l->step / (l->steps / l->job->settings.passes);
    char left[32];

    clock_words(seconds * (l->steps - l->step) / (l->step - l->first), left);
    log_status("vectors [%.*s%*s] %d %%, pass %d of %d, left: %s", full,
               "====================", BAR - full, "",
               (int)(100LL * l->step / l->steps),
               pass < l->job->settings.passes ? pass + 1 : pass,
               l->job->settings.passes, left);
}

static int go_on(struct learning *l, struct error *e)
{
    l->begun = clock_now();
    l->first = l->step;
    while (l->step < l->steps) {
        do_step(l, l->step++);
        tell(l);
        if (l->step < l->steps && checkpoint_write(&l->checkpoint, &l->tables,
                                                   l->step, interrupted(), e))
            return -1;
        if (interrupted() && l->step < l->steps)
            return 1;
    }
    return 0;
}

/* --- the file ------------------------------------------------------------- */

static int check_finite(const struct tables *t, struct error *e)
{
    for (size_t i = 0; i < t->n; i++)
        if (!isfinite(t->all[i]))
            return error_set(e, "vectors are not finite: expected a smaller "
                                "--rate");
    return 0;
}

enum { SHEETS = 64 };

/* The rows of the file, some words a sheet. */
struct written {
    const struct learning *of;
    struct str *sheet; /* [SHEETS] */
};

static void write_row(const struct learning *l, int word, float *v,
                      struct str *out)
{
    char number[32];

    tables_vector(&l->tables, word, v);
    str_adds(out, l->text->text[word]);
    for (int k = 0; k < l->tables.width; k++) {
        const int n = snprintf(number, sizeof(number), " %.6g", (double)v[k]);

        str_add(out, number, (size_t)n);
    }
    str_add(out, "\n", 1);
}

static void write_sheet(const void *of, int i)
{
    const struct written *w = of;
    const long words = w->of->text->n;
    float *v = memory_new((size_t)w->of->tables.width * sizeof(*v));

    for (long word = words * i / SHEETS; word < words * (i + 1) / SHEETS;
         word++)
        write_row(w->of, (int)word, v, &w->sheet[i]);
    free(v);
}

static int write_file(const struct learning *l, struct error *e)
{
    struct str sheet[SHEETS] = {{0}}, all = {0};
    const struct written w = {l, sheet};

    workers_run(l->workers, SHEETS, write_sheet, &w);
    for (int i = 0; i < SHEETS; i++) {
        str_add(&all, sheet[i].s, sheet[i].len);
        str_release(&sheet[i]);
    }
    const int bad = file_write(l->job->file, all.s, all.len, e);

    str_release(&all);
    return bad;
}

static int begin(struct learning *l, struct error *e)
{
    const struct vectors_settings *s = &l->job->settings;

    tables_init(&l->tables, l->text->n, s);
    const int bad = checkpoint_read(&l->checkpoint, &l->tables, &l->step, e);

    if (l->step)
        log_info("vectors: goes on from '%s'", l->checkpoint.path);
    if (!bad)
        prepare(l);
    return bad;
}

int vectors_learn(const struct vectors_job *job, const struct running_text *r,
                  struct error *e)
{
    struct learning l = {.job = job, .text = r};

    checkpoint_init(&l.checkpoint, job->file, identity_of(&job->settings, r),
                    job->seconds);
    int bad = begin(&l, e);

    if (!bad)
        bad = go_on(&l, e);
    log_status_end();
    if (!bad)
        bad = check_finite(&l.tables, e) || write_file(&l, e) ? -1 : 0;
    if (!bad)
        checkpoint_remove(&l.checkpoint);
    workers_stop(l.workers);
    skipgram_release(&l.skipgram);
    glove_release(&l.glove);
    tables_release(&l.tables);
    checkpoint_release(&l.checkpoint);
    return bad;
}
