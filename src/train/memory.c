#include "train/train.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "train/average.h"
#include "train/evaluate.h"
#include "train/forecast.h"

/* How large a grain is: its rows, and pairs of rows where each attends to
 * each. */
struct size {
    double rows, pairs;
};

static int tokens_of(const struct examples *x, int i)
{
    int n = 0;

    for (int p = 0; p < x->parts; p++)
        n += example_len(x, p, i);
    return n;
}

static struct size size_of(const struct examples *x, const int *order,
                           struct run r)
{
    struct size s = {0};

    for (int i = r.first; i < r.end; i++) {
        const double rows = tokens_of(x, order[i]);

        s.rows += rows;
        s.pairs += rows * rows;
    }
    return s;
}

/* Of many grains, those with most rows, most pairs and most examples. */
struct largest {
    struct run rows, pairs, examples;
    struct size of;
};

static void look_at(struct largest *l, const struct examples *x,
                    const int *order, struct run r)
{
    const struct size s = size_of(x, order, r);

    if (s.rows > l->of.rows) {
        l->of.rows = s.rows;
        l->rows = r;
    }
    if (run_size(r) > run_size(l->examples))
        l->examples = r;
    if (s.pairs > l->of.pairs) {
        l->of.pairs = s.pairs;
        l->pairs = r;
    }
}

static double largest_bytes(const struct model *m, const struct examples *x,
                            const int *order, const struct largest *l,
                            enum errand errand)
{
    const struct run run[] = {l->rows, l->pairs, l->examples};
    double most = 0;

    for (int i = 0; i < 3; i++)
        most = fmax(most, model_bytes(m, x, order, run[i], errand));
    return most;
}

/* Bytes of the largest grain of what is dealt. */
static double training_bytes(const struct model *m, const struct deal *d,
                             const struct work *work)
{
    const struct examples *x = deal_examples(d);
    const struct cutting how = train_cutting(m, work->grains);
    int *cut = memory_new(((size_t)how.grains + 1) * sizeof(*cut));
    struct largest l = {0};

    for (struct run r = {0, 0}; deal_next(d, &r);) {
        batch_cut(x, d->order, r, &how, cut);
        for (int i = 0; i < how.grains; i++)
            look_at(&l, x, d->order, (struct run){cut[i], cut[i + 1]});
    }
    const double bytes = largest_bytes(m, x, d->order, &l, ERRAND_TRAIN);

    free(cut);
    return bytes;
}

/* Bytes of the largest chunk of a split. */
static double chunk_bytes(const struct model *m, const struct examples *x,
                          long beam, enum errand errand)
{
    struct largest l = {0};
    struct chunks c;

    chunks_init(&c, x, beam);
    for (int i = 0; i < c.n; i++)
        look_at(&l, x, c.order, (struct run){c.cut[i], c.cut[i + 1]});
    const double bytes = largest_bytes(m, x, c.order, &l, errand);

    chunks_release(&c);
    return bytes;
}

/* Bytes of the largest chunk of an evaluation. */
static double evaluation_bytes(const struct model *m, const struct task *t,
                               const struct work *work)
{
    double most = 0;

    for (enum split s = SPLIT_VALID; s < SPLITS; s++) {
        const struct examples *x = &t->split[s];

        if (!x->n)
            continue;
        most = fmax(most,
                    chunk_bytes(m, x, head_paths(m->spec.head), ERRAND_ANSWER));
        if (work->inspects)
            most = fmax(most, chunk_bytes(m, x, 1, ERRAND_INSPECT));
    }
    return most;
}

/* Bytes of the larger of the two. */
static double work_bytes(const struct training *t)
{
    const struct work work = {
        .grains = train_grains(t->conf),
        .inspects = t->conf->inspect != INSPECT_NOTHING,
    };
    struct forecast own = {0}, *f = forecast_of(t, &own);
    double *kept = forecast_bytes(f, t, &work);

    if (!*kept)
        *kept = fmax(training_bytes(t->model, &f->deal, &work),
                     evaluation_bytes(t->model, t->task, &work));
    const double bytes = *kept;

    forecast_release(&own);
    return bytes;
}

/* Tokens of the largest batch: as many rows of a table it may look up. */
static double batch_tokens(const struct training *t)
{
    struct forecast own = {0}, *f = forecast_of(t, &own);
    const struct deal *d = &f->deal;
    const bool known = f->tokens > 0;

    for (struct run r = {0, 0}; !known && deal_next(d, &r);)
        f->tokens =
            fmax(f->tokens, size_of(deal_examples(d), d->order, r).rows);
    const double tokens = f->tokens;

    forecast_release(&own);
    return tokens;
}

/* Bytes of the answers to all that is scored, but for what varies with them. */
static double answer_bytes(const struct training *t)
{
    const struct head head = t->model->spec.head;
    struct column_kind kind[MAX_COLUMNS];
    const int columns = head.kind->columns(head.settings, kind);
    double bytes = 0;

    for (enum split s = SPLIT_VALID; s < SPLITS; s++)
        for (int c = 0; c < columns; c++) {
            const struct examples *x = &t->task->split[s];
            const double entries =
                kind[c].of == OF_EXAMPLE
                    ? x->n
                    : (double)column_at(&x->part[kind[c].of], x->n);

            bytes += entries * kind[c].width * (double)column_size(&kind[c]);
        }
    return bytes;
}

/* Answers are held as they come, in room that doubles, collected likewise,
 * gathered, and written to a file in memory and its image. */
#define ANSWERS_HELD 7

/* What the leader holds of a state while it writes it: what is collected, and
 * that and the parameters in an HDF5 file and in its image. */
static double state_vectors(double beside)
{
    return beside + 2 * (1 + beside);
}

/* Packed rows lie in memory that grows by a quarter and more. */
#define ROOM 1.5

/* Elements of a gradient, and of what is kept to pack it. */
struct packed_size {
    double dense, rows; /* of no table, and of rows of those */
    double places;      /* of all rows that there are */
};

/* Where a batch looks up `most` rows of each table. */
static struct packed_size packed_size(const struct params *p, double most)
{
    struct packed_size s = {.dense = (double)p->len};

    for (int i = 0; i < p->n; i++) {
        const struct param *x = &p->param[i];

        if (!x->table)
            continue;
        s.dense -= (double)x->rows * x->cols;
        s.rows += fmin(x->rows, most) * x->cols;
        s.places += x->rows;
    }
    return s;
}

double train_memory(const struct training *t, size_t *params)
{
    const double len = (double)t->model->params.len;
    const double ranks = t->group->n;
    const double mine = ceil((double)train_grains(t->conf) / ranks);
    /* that have grains; the others hold what an answer takes, reckoned as a
     * grain too */
    const double threads = t->threads < mine ? t->threads : mine;
    const double grains = ceil(mine / threads);
    const bool averages = average_is_kept(&t->conf->average);
    /* Vectors of a slice beside the parameters. */
    const double beside = optimizer_moments(&t->conf->optimizer) + averages;
    /* Parameters, the best ones, those that are evaluated. */
    const double vectors =
        2 + averages + beside / ranks + (t->state ? state_vectors(beside) : 0);
    /* Gradients of a thread, and of the slice that come from other ranks. */
    const double sums = threads * (log2(grains) + 2) +
                        (ranks > 1 ? 1 + log2(ranks) / ranks : 0);
    const double sent = ranks > 1 ? log2(mine) + 1 : 0; /* rows, copied */
    const struct packed_size s =
        packed_size(&t->model->params, batch_tokens(t));

    *params = t->model->params.len;
    return sizeof(float) *
               (len * vectors + s.dense * sums + ROOM * s.rows * (sums + sent) +
                threads * s.places) +
           t->threads * work_bytes(t) + ANSWERS_HELD * answer_bytes(t) +
           sizeof(float) * (double)t->model->params.fixed;
}

static void look_for_longest(struct longest *l, const struct task *t,
                             enum split s)
{
    const struct examples *x = &t->split[s];

    for (int i = 0; i < x->n && !x->made; i++)
        if (tokens_of(x, i) > l->tokens)
            *l = (struct longest){s, i, tokens_of(x, i)};
    if (x->made && x->most[0] + x->most[1] > l->tokens)
        *l = (struct longest){s, -1, x->most[0] + x->most[1]};
}

struct longest train_longest(const struct task *t)
{
    struct longest l = {0};

    for (enum split s = 0; s < SPLITS; s++)
        look_for_longest(&l, t, s);
    return l;
}
