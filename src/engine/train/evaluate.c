#include "engine/train/evaluate.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/kernel/team.h"

/*
 * Tokens of the longer part in a chunk, unless one example has more: as much as
 * some grains, since no memory is freed during a chunk.  And examples, by how
 * many hypotheses a decoder follows; but products of a few rows are slow.  With
 * OpenBLAS these numbers affect the bits.
 */
#define CHUNK_TOKENS 2048
#define CHUNK_HYPOTHESES 64
#define CHUNK_EXAMPLES 8 /* whatever the beam */

typedef struct column columns[MAX_COLUMNS];

/* This rank's share of a split during an evaluation. */
struct split_share {
    const struct examples *x;
    const float *params;
    struct chunks all;
    struct run chunks; /* of this rank */
    int n;             /* columns of answers */
    struct column_kind kind[MAX_COLUMNS];
    columns *chunk; /* owned [this rank's] */
};

/* Examples of a chunk at most. */
static int most_examples(long beam)
{
    const int n = (int)(CHUNK_HYPOTHESES / (beam > 1 ? beam : 1));

    return n > CHUNK_EXAMPLES ? n : CHUNK_EXAMPLES;
}

void chunks_init(struct chunks *c, const struct examples *x, long beam)
{
    const struct batching how = {.batch_tokens = CHUNK_TOKENS};
    const int most = most_examples(beam);

    *c = (struct chunks){
        .order = memory_new(((size_t)x->n + 1) * sizeof(*c->order)),
        .cut = memory_new(((size_t)x->n + 1) * sizeof(*c->cut)),
    };
    for (int i = 0; i < x->n; i++)
        c->order[i] = i;
    c->cut[0] = 0;
    while (c->cut[c->n] < x->n) {
        const int first = c->cut[c->n],
                  end = batch_end(x, c->order, &how, first);

        c->cut[++c->n] = end < first + most ? end : first + most;
    }
}

void chunks_release(struct chunks *c)
{
    free(c->order);
    free(c->cut);
    *c = (struct chunks){0};
}

/* The progress of the threads. */
struct chunk_progress {
    atomic_int next;     /* first chunk that no thread has taken */
    atomic_int finished; /* threads that found none left */
    atomic_bool stopped;
};

/* The examples of a member. */
static struct run examples_of(const struct split_share *s, int members,
                              int member)
{
    const struct run r = tree_run(s->all.n, members, member);

    return (struct run){s->all.cut[r.first], s->all.cut[r.end]};
}

static void keep_answers(const struct split_share *s, int chunk, int examples,
                         const struct answers *a)
{
    for (int c = 0; c < s->n; c++) {
        struct column *to = &s->chunk[chunk - s->chunks.first][c];
        const struct packed_column *from = &a->column[c];
        const size_t size = column_size(&s->kind[c]);
        const bool varies = column_varies(&s->kind[c]);
        const int width = s->kind[c].width;

        for (int i = 0; i < examples; i++) {
            const int at = varies ? from->seg.at[i] : i * width;
            const int n = varies ? segment_len(&from->seg, i) : width;

            column_add(to,
                       (struct values){
                           (const char *)from->value + (size_t)at * size, n});
        }
    }
}

struct tape evaluate_tape(struct engine_thread *w, const float *params)
{
    struct tape t = w->tape;

    t.params = params;
    t.grads = NULL;
    t.training = false;
    arena_reset(&w->arena);
    tape_begin(&t, 0);
    return t;
}

void evaluate_observe(struct engine *g, const float *params,
                      const struct examples *x, const int *order, struct run r,
                      struct observer *observer)
{
    struct engine_thread *w = &g->worker[0];
    struct tape t = evaluate_tape(w, params);
    struct grain grain;

    t.observer = observer;
    grain_pack(x, order, r, &g->model->kind->framing, NULL, 1.0f, &w->arena,
               &grain);
    model_outcome(&t, g->model, &grain);
}

static void answer_chunk(const struct engine *g, struct engine_thread *w,
                         const struct split_share *s, int chunk)
{
    const struct run r = {s->all.cut[chunk], s->all.cut[chunk + 1]};
    struct tape t = evaluate_tape(w, s->params);
    struct grain grain;
    struct answers a = {0};

    grain_pack(s->x, s->all.order, r, &g->model->kind->framing, NULL, 1.0f,
               &w->arena, &grain);
    model_answer(&t, g->model, &grain, &a);
    keep_answers(s, chunk, run_size(r), &a);
}

/* Threads take chunks as they become free; one that finds none left helps the
 * others. */
static void answer_some(const struct engine *g, struct split_share *s,
                        const struct interrupt *asked, struct chunk_progress *t)
{
    const int me = omp_get_thread_num();

    for (int i; (i = atomic_fetch_add(&t->next, 1)) < s->chunks.end;) {
        if (me == 0 && asked->stop && asked->stop(asked->context))
            t->stopped = true;
        if (!t->stopped)
            answer_chunk(g, &g->worker[me], s, i);
    }
    atomic_fetch_add(&t->finished, 1);
    team_help(&t->finished, omp_get_num_threads(), &g->worker[me].arena);
}

/* Returns true if the evaluation was ended early. */
static bool answer_all(const struct engine *g, struct split_share *s,
                       const struct interrupt *asked)
{
    struct chunk_progress t = {.next = s->chunks.first};

#pragma omp parallel num_threads(g->threads)
    answer_some(g, s, asked, &t);
    return t.stopped;
}

/* Gather all parts of one array on the leader; member i's has bytes[i]. */
static int gather_values(const struct engine *g, const struct column *mine,
                         struct column *out, const size_t *bytes,
                         struct error *e)
{
    const int me = g->group->me;
    void *part = comm_new(bytes[me]), *whole = NULL;
    size_t all = 0;

    for (int i = 0; i < g->group->n; i++)
        all += bytes[i];
    if (me == 0)
        whole = comm_new(all);
    if (bytes[me] > 0)
        memcpy(part, mine->value, bytes[me]);
    const int failed = group_gather(g->group, 0, part, bytes, whole, e);

    if (me == 0)
        out->value = memcpy(memory_new(all + 1), whole, all);
    comm_free(part);
    comm_free(whole);
    return failed;
}

/* The number of values of each example; if it varies, all members exchange
 * theirs. */
static int gather_lengths(const struct engine *g, const struct split_share *s,
                          const struct column *mine, int *len, struct error *e)
{
    const int members = g->group->n;
    const struct run r = examples_of(s, members, g->group->me);

    for (int i = 0; i < s->x->n && !mine->start; i++)
        len[i] = mine->is.width;
    if (!mine->start)
        return 0;
    size_t *bytes = memory_new((size_t)members * sizeof(*bytes));

    for (int i = 0; i < members; i++)
        bytes[i] = sizeof(int) * (size_t)run_size(examples_of(s, members, i));
    for (int i = r.first; i < r.end; i++)
        len[i] = column_get(mine, i - r.first).n;
    const int failed = group_allgather(g->group, len, bytes, e);

    free(bytes);
    return failed;
}

static int gather_column(const struct engine *g, const struct split_share *s,
                         const struct column *mine, struct column *out,
                         struct error *e)
{
    const int members = g->group->n, n = s->x->n;
    int *len = comm_new(((size_t)n + 1) * sizeof(*len));
    size_t *bytes = memory_zeroed((size_t)members, sizeof(*bytes));
    int failed = gather_lengths(g, s, mine, len, e);

    for (int i = 0; i < members && !failed; i++) {
        const struct run r = examples_of(s, members, i);

        for (int j = r.first; j < r.end; j++)
            bytes[i] += (size_t)len[j] * column_size(&mine->is);
    }
    if (!failed)
        failed = gather_values(g, mine, out, bytes, e);
    if (!failed && g->group->me == 0 && out->start) {
        out->start =
            memory_resize(out->start, ((size_t)n + 1) * sizeof(*out->start));
        for (int i = 0; i < n; i++)
            out->start[i + 1] = out->start[i] + (size_t)len[i];
    }
    out->n = g->group->me == 0 ? n : 0;
    comm_free(len);
    free(bytes);
    return failed;
}

static int gather_answers(const struct engine *g, const struct split_share *s,
                          struct answer_sheet *out, struct error *e)
{
    int failed = 0;

    out->n = s->x->n;
    for (int c = 0; c < s->n && !failed; c++) {
        struct column mine;

        column_init(&mine, &s->kind[c]);
        for (int i = 0; i < run_size(s->chunks); i++)
            column_append(&mine, &s->chunk[i][c]);
        failed =
            gather_column(g, s, &mine, answer_sheet_add(out, &s->kind[c]), e);
        column_release(&mine);
    }
    return failed;
}

static void share_init(struct split_share *s, const struct engine *g,
                       const struct examples *x)
{
    const struct head head = g->model->spec.head;

    *s = (struct split_share){.x = x};
    s->n = head.kind->columns(head.settings, s->kind);
    chunks_init(&s->all, x, head_paths(head));
    s->chunks = tree_run(s->all.n, g->group->n, g->group->me);
    s->chunk = memory_zeroed((size_t)run_size(s->chunks), sizeof(*s->chunk));
    for (int i = 0; i < run_size(s->chunks); i++)
        for (int c = 0; c < s->n; c++)
            column_init(&s->chunk[i][c], &s->kind[c]);
}

static void share_release(struct split_share *s)
{
    for (int i = 0; i < run_size(s->chunks); i++)
        for (int c = 0; c < s->n; c++)
            column_release(&s->chunk[i][c]);
    free(s->chunk);
    chunks_release(&s->all);
}

enum evaluation evaluate(struct engine *g, const float *params,
                         const struct examples *x, const struct interrupt *i,
                         struct answer_sheet *out, struct error *e)
{
    enum evaluation end = EVALUATED;
    struct split_share s;
    int stopped;

    *out = (struct answer_sheet){0};
    share_init(&s, g, x);
    s.params = params;
    if (group_max(g->group, answer_all(g, &s, i), &stopped, e))
        end = EVALUATION_BROKEN;
    else if (stopped)
        end = EVALUATION_STOPPED;
    else if (gather_answers(g, &s, out, e))
        end = EVALUATION_BROKEN;
    if (end != EVALUATED)
        answer_sheet_release(out);
    share_release(&s);
    return end;
}
