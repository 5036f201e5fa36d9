#include "config.h"

#include "engine/word_vectors/learn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/clock.h"
#include "base/core/interrupt.h"
#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/core/str.h"
#include "base/files/file.h"
#include "engine/kernel/numerics.h"
#include "engine/word_vectors/checkpoint.h"
#include "engine/word_vectors/glove.h"
#include "engine/word_vectors/skipgram.h"
#include "engine/word_vectors/vectors_file.h"

/* Increased when the same text and settings give other bytes. */
enum { METHOD = 2 };

/* A digest of all that the bytes of the file depend on. */
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

/* --- steps ---------------------------------------------------------------- */

struct vectors_learning {
    const struct vectors_job *job;
    const struct running_text *text;
    struct tables tables;
    struct thread_pool *pool; /* owned */
    struct checkpoint checkpoint;
    struct skipgram skipgram; /* one of the two is in use */
    struct glove glove;
    int step, steps, first; /* first: steps done before this run */
    double begun;
};

static bool is_glove(const struct vectors_learning *l)
{
    return l->job->settings.method == VECTORS_GLOVE;
}

static void prepare(struct vectors_learning *l)
{
    const struct vectors_settings *s = &l->job->settings;

    l->pool = thread_pool_start(l->job->threads);
    if (is_glove(l)) {
        log_status("vectors: counts which words are near each other");
        glove_init(&l->glove, l->text, s, &l->tables, l->pool);
        l->steps = l->glove.blocks * s->passes;
    } else {
        skipgram_init(&l->skipgram, l->text, s, &l->tables, l->pool);
        l->steps = l->skipgram.steps * s->passes;
    }
}

static void do_step(struct vectors_learning *l, int step)
{
    if (is_glove(l))
        glove_step(&l->glove, step);
    else
        skipgram_step(&l->skipgram, step);
}

static void tell(const struct vectors_learning *l)
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

static int go_on(struct vectors_learning *l, struct error *e)
{
    l->begun = clock_now();
    l->first = l->step;
    if (interrupted())
        return 1;
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

enum { SHEETS = 64, SHEET_WORDS = 64 };

/* The rows of the file, some words a sheet; some sheets are written in
 * parallel. */
struct rows_writer {
    const struct vectors_learning *of;
    int first, end; /* words of the current sheets */
    int next;       /* the sheet to write next */
    struct str sheet[SHEETS];
};

static void write_row(const struct vectors_learning *l, int word, float *v,
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
    struct rows_writer *w = *(struct rows_writer *const *)of;
    const int from = w->first + i * SHEET_WORDS, all = w->end - from;
    const int n = all < SHEET_WORDS ? all : SHEET_WORDS;
    float *v = memory_new((size_t)w->of->tables.width * sizeof(*v));

    str_clear(&w->sheet[i]);
    for (int k = 0; k < n; k++)
        write_row(w->of, from + k, v, &w->sheet[i]);
    free(v);
}

static void write_sheets(struct rows_writer *w)
{
    const int words = w->of->text->n, left = words - w->end;

    w->first = w->end;
    w->end += left < SHEETS * SHEET_WORDS ? left : SHEETS * SHEET_WORDS;
    w->next = 0;
    thread_pool_run(w->of->pool, SHEETS, write_sheet, &w);
}

static bool next_sheet(void *of, struct file_piece *p)
{
    struct rows_writer *w = of;

    if (w->next == SHEETS || !w->sheet[w->next].len) {
        if (w->end == w->of->text->n)
            return false;
        write_sheets(w);
    }
    *p = (struct file_piece){w->sheet[w->next].s, w->sheet[w->next].len};
    w->next++;
    return true;
}

static int write_file(const struct vectors_learning *l, struct error *e)
{
    struct rows_writer w = {.of = l, .next = SHEETS};
    const int bad = vectors_file_write(
        l->job->file, &(struct file_pieces){next_sheet, &w}, l->job->force, e);

    for (int i = 0; i < SHEETS; i++)
        str_release(&w.sheet[i]);
    return bad;
}

/* If there is no space for the file, or another run's file exists, a checkpoint
 * keeps what was learned. */
static int finish(struct vectors_learning *l, struct error *e)
{
    struct error ignored;

    if (check_finite(&l->tables, e))
        return -1;
    if (write_file(l, e)) {
        checkpoint_write(&l->checkpoint, &l->tables, l->step, true, &ignored);
        return -1;
    }
    checkpoint_remove(&l->checkpoint);
    return 0;
}

static int check_text(const struct running_text *r, int passes, struct error *e)
{
    const double most = 2e9 * PART_TOKENS; /* so that parts can be counted */
    const double all = (double)r->tokens * passes;

    if (r->tokens == r->sentences)
        return error_set(e, "found no two words in one line of the texts, "
                            "expected a sentence a line");
    return all < most ? 0
                      : error_set(e,
                                  "found %.3g words in all passes, expected "
                                  "fewer than %.3g",
                                  all, most);
}

static int begin(struct vectors_learning *l, struct error *e)
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
    struct vectors_learning l = {.job = job, .text = r};

    if (check_text(r, job->settings.passes, e))
        return -1;
    checkpoint_init(&l.checkpoint, job->file, identity_of(&job->settings, r),
                    job->seconds);
    int bad = begin(&l, e);

    if (!bad)
        bad = go_on(&l, e);
    log_status_end();
    if (!bad)
        bad = finish(&l, e);
    thread_pool_stop(l.pool);
    skipgram_release(&l.skipgram);
    glove_release(&l.glove);
    tables_release(&l.tables);
    checkpoint_release(&l.checkpoint);
    return bad;
}
