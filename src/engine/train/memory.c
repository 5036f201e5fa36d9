#include "engine/train/train.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "engine/train/average.h"
#include "engine/train/evaluate.h"
#include "engine/train/run_estimate.h"

/* The size of a grain: its rows, and pairs of rows where each attends to
 * each. */
struct grain_size {
    double rows, pairs;
};

static int tokens_of(const struct examples *x, int i)
{
    int n = 0;

    for (int p = 0; p < x->parts; p++)
        n += example_len(x, p, i);
    return n;
}

static struct grain_size size_of(const struct examples *x, const int *order,
                                 struct run r)
{
    struct grain_size s = {0};

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
    struct grain_size of;
};

static void measure_run(struct largest *l, const struct examples *x,
                        const int *order, struct run r)
{
    const struct grain_size s = size_of(x, order, r);

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
                            enum model_mode mode)
{
    const struct run run[] = {l->rows, l->pairs, l->examples};
    double most = 0;

    for (int i = 0; i < 3; i++)
        most = fmax(most, model_bytes(m, x, order, run[i], mode));
    return most;
}

/* Bytes of the largest grain of the loaded examples. */
static double training_bytes(const struct model *m, const struct loader *d,
                             const struct run_estimate_key *work)
{
    const struct examples *x = loader_examples(d);
    const struct cutting how = train_cutting(m, work->grains);
    int *cut = memory_new(((size_t)how.grains + 1) * sizeof(*cut));
    struct largest l = {0};

    for (struct run r = {0, 0}; loader_next(d, &r);) {
        batch_cut(x, d->order, r, &how, cut);
        for (int i = 0; i < how.grains; i++)
            measure_run(&l, x, d->order, (struct run){cut[i], cut[i + 1]});
    }
    const double bytes = largest_bytes(m, x, d->order, &l, MODEL_TRAIN);

    free(cut);
    return bytes;
}

/* Bytes of the largest chunk of a split. */
static double chunk_bytes(const struct model *m, const struct examples *x,
                          long beam, enum model_mode mode)
{
    struct largest l = {0};
    struct chunks c;

    chunks_init(&c, x, beam);
    for (int i = 0; i < c.n; i++)
        measure_run(&l, x, c.order, (struct run){c.cut[i], c.cut[i + 1]});
    const double bytes = largest_bytes(m, x, c.order, &l, mode);

    chunks_release(&c);
    return bytes;
}

/* Bytes of the largest chunk of an evaluation. */
static double evaluation_bytes(const struct model *m, const struct task *t,
                               const struct run_estimate_key *work)
{
    double most = 0;

    for (enum split s = SPLIT_VALID; s < SPLITS; s++) {
        const struct examples *x = &t->split[s];

        if (!x->n)
            continue;
        most = fmax(most,
                    chunk_bytes(m, x, head_paths(m->spec.head), MODEL_ANSWER));
        if (work->inspects)
            most = fmax(most, chunk_bytes(m, x, 1, MODEL_INSPECT));
    }
    return most;
}

/* Bytes of the larger of training and evaluation. */
static double work_bytes(const struct training *t)
{
    const struct run_estimate_key work = {
        .grains = train_grains(t->conf),
        .inspects = t->conf->inspect != INSPECT_NOTHING,
    };
    struct run_estimate own = {0}, *f = run_estimate_of(t, &own);
    double *kept = run_estimate_bytes(f, t, &work);

    if (!*kept)
        *kept = fmax(training_bytes(t->model, &f->loader, &work),
                     evaluation_bytes(t->model, t->task, &work));
    const double bytes = *kept;

    run_estimate_release(&own);
    return bytes;
}

/* Lookups of the largest batch: its tokens, and the different ones among them;
 * of one table at most as many rows are looked up. */
struct batch_lookups {
    double tokens, words;
};

static int largest_token(const struct examples *x, const int *order,
                         struct run r)
{
    int32_t most = 0;

    for (int i = r.first; i < r.end; i++)
        for (int p = 0; p < x->parts; p++)
            for (int k = 0; k < example_len(x, p, order[i]); k++) {
                const int32_t token = example_tokens(x, p, order[i])[k];

                most = token > most ? token : most;
            }
    return most;
}

static int count_words(const struct examples *x, const int *order, struct run r)
{
    bool *seen =
        memory_zeroed((size_t)largest_token(x, order, r) + 1, sizeof(*seen));
    int words = 0;

    for (int i = r.first; i < r.end; i++)
        for (int p = 0; p < x->parts; p++)
            for (int k = 0; k < example_len(x, p, order[i]); k++) {
                const int32_t token = example_tokens(x, p, order[i])[k];

                words += !seen[token];
                seen[token] = true;
            }
    free(seen);
    return words;
}

static void measure_batches(struct run_estimate *f)
{
    const struct examples *x = loader_examples(&f->loader);
    struct run largest = {0, 0};

    for (struct run r = {0, 0}; loader_next(&f->loader, &r);) {
        const double tokens = size_of(x, f->loader.order, r).rows;

        if (tokens > f->tokens) {
            f->tokens = tokens;
            largest = r;
        }
    }
    f->words = count_words(x, f->loader.order, largest);
}

static struct batch_lookups batch_rows(const struct training *t)
{
    struct run_estimate own = {0}, *f = run_estimate_of(t, &own);

    if (!(f->tokens > 0))
        measure_batches(f);
    const struct batch_lookups found = {f->tokens, f->words};

    run_estimate_release(&own);
    return found;
}

/* Bytes of the answers to all splits that are scored, without columns whose
 * length depends on the answers. */
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

/* Copies of the answers: as they are computed, in memory that doubles; the same
 * when collected; gathered; and written to a file in memory and its image. */
#define ANSWERS_HELD 7

/* Vectors that the leader holds while it writes a state: what is collected, and
 * that and the parameters in an HDF5 file and in its image. */
static double state_vectors(double beside)
{
    return beside + 2 * (1 + beside);
}

/* Packed rows are in memory that grows by a quarter, those of a grain in memory
 * that doubles. */
#define ROOM 1.25
#define GRAIN_ROOM 2

/* How the grains of a batch are merged into one sum. */
struct merging {
    double all;  /* grains of the batch */
    double mine; /* of one rank */
    double threads, ranks;
    double grains; /* of one thread */
};

/* Counts only threads that have grains; the others hold what an answer takes,
 * counted as a grain too. */
static struct merging merging_of(const struct training *t)
{
    struct merging m = {.all = (double)train_grains(t->conf),
                        .ranks = t->group->n};

    m.mine = ceil(m.all / m.ranks);
    m.threads = t->threads < m.mine ? t->threads : m.mine;
    m.grains = ceil(m.mine / m.threads);
    return m;
}

/* Sums that are left when the run of one of m.ranks is cut for n threads. */
static int left_of(const struct merging *m, int rank, int n)
{
    const struct run own = tree_run((int)m->all, (int)m->ranks, rank);
    struct tree_node node[TREE_MAX_PARTIALS];
    int left = 0;

    for (int i = 0; i < n; i++) {
        struct run r = tree_run(run_size(own), n, i);

        r.first += own.first;
        r.end += own.first;
        left += tree_cover(r, node);
    }
    return left;
}

/* The same for the rank that has most. */
static double most_left(const struct merging *m, int n)
{
    int most = 0;

    for (int i = 0; i < (int)m->ranks; i++) {
        const int left = left_of(m, i, n);

        most = left > most ? left : most;
    }
    return most;
}

/* Gradients of a rank's threads, and of the slice that other ranks send. */
static double dense_sums(const struct merging *m)
{
    return m->threads * (log2(m->grains) + 2) +
           (m->ranks > 1 ? 1 + log2(m->ranks) / m->ranks : 0);
}

/* Rows of a table in these.  A sum of some grains has the rows that they look
 * up.  The sums left of a thread have all rows of any grain, and so have those
 * that a rank sends, and receives for its slice. */
static double table_sums(const struct merging *m, const struct batch_lookups *l,
                         double rows)
{
    const double all = fmin(rows, l->words);
    const double grain = fmin(all, l->tokens / m->all);
    double whole = most_left(m, (int)m->threads), below = GRAIN_ROOM * grain;

    for (double grains = m->grains / 2; grains >= 1; grains /= 2)
        below += ROOM * fmin(all, l->tokens * grains / m->all);
    if (m->ranks > 1)
        whole += most_left(m, 1) + 1 + log2(m->ranks) / m->ranks;
    return m->threads * below + ROOM * whole * all;
}

/* Elements of all gradients at one time, including the places of rows. */
static double gradient_elements(const struct training *t)
{
    const struct params *p = &t->model->params;
    const struct batch_lookups l = batch_rows(t);
    const struct merging m = merging_of(t);
    double dense = (double)p->len, packed = 0;

    for (int i = 0; i < p->n; i++) {
        const struct param *x = &p->param[i];

        if (!x->table)
            continue;
        dense -= (double)param_len(x);
        packed += table_sums(&m, &l, x->rows) * x->cols + m.threads * x->rows;
    }
    return dense * dense_sums(&m) + packed;
}

double train_memory(const struct training *t, size_t *params)
{
    const double len = (double)t->model->params.len;
    const bool averages = average_is_kept(&t->conf->average);
    /* Vectors of a slice beside the parameters. */
    const double beside = optimizer_moments(&t->conf->optimizer) + averages;
    /* Parameters, the best ones, the evaluated ones. */
    const double vectors = 2 + averages + beside / t->group->n +
                           (t->state ? state_vectors(beside) : 0);

    *params = t->model->params.len;
    return sizeof(float) * (len * vectors + gradient_elements(t)) +
           t->threads * work_bytes(t) + ANSWERS_HELD * answer_bytes(t) +
           sizeof(float) * (double)t->model->params.fixed;
}

static void find_longest(struct longest *l, const struct task *t, enum split s)
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
        find_longest(&l, t, s);
    return l;
}
