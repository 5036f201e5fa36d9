#include "train/evaluate.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/team.h"

#define CHUNK 64 /* examples; with OpenBLAS part of what fixes their bits */

/* This rank's share of a split, on its way. */
struct share {
    const struct examples *x;
    const int *order; /* 0, 1, 2, ... */
    int width;        /* of scores; 0 when decoding */
    struct run chunks;
    struct run examples;
    float *score;    /* [examples x width] */
    int *len;        /* [examples] tokens of each answer, when decoding */
    int32_t **token; /* [chunks] owned */
};

/* How far the threads are. */
struct taking {
    atomic_int next;     /* chunk that nobody has taken */
    atomic_int finished; /* threads that found none left */
    atomic_bool stopped;
};

static struct run chunks_of(const struct examples *x, int members, int member)
{
    return tree_run((x->n + CHUNK - 1) / CHUNK, members, member);
}

static struct run examples_of(const struct examples *x, struct run chunks)
{
    const int end = chunks.end * CHUNK;

    return (struct run){chunks.first * CHUNK, end < x->n ? end : x->n};
}

static size_t run_size(struct run r)
{
    return r.end > r.first ? (size_t)(r.end - r.first) : 0;
}

static int width_of(const struct model_spec *s)
{
    if (s->head == HEAD_DECODE)
        return 0;
    return s->head == HEAD_CLASS ? s->classes : 1;
}

static void keep_tokens(struct share *s, int chunk, int first,
                        const struct answers *a)
{
    const size_t bytes = (size_t)segments_rows(&a->seg) * sizeof(int32_t);
    int32_t *token = memory_new(bytes);

    if (bytes > 0)
        memcpy(token, a->token, bytes);
    s->token[chunk - s->chunks.first] = token;
    for (int i = 0; i < a->seg.n; i++)
        s->len[first - s->examples.first + i] = segment_len(&a->seg, i);
}

static void answer_chunk(const struct engine *g, struct worker *w,
                         struct share *s, int chunk)
{
    const struct run r = examples_of(s->x, (struct run){chunk, chunk + 1});
    struct tape t = w->tape;
    struct grain grain;
    struct answers a = {0};

    t.grads = NULL;
    t.training = false;
    arena_reset(&w->arena);
    tape_begin(&t, 0);
    grain_pack(s->x, s->order, r, &g->model->kind->framing, 1.0f, &w->arena,
               &grain);
    g->model->kind->answer(&t, g->model, &grain, &a);
    if (s->width == 0) {
        keep_tokens(s, chunk, r.first, &a);
        return;
    }
    memcpy(s->score + (size_t)(r.first - s->examples.first) * (size_t)s->width,
           a.score, run_size(r) * (size_t)s->width * sizeof(float));
}

/* Chunks are taken as they come; who finds none left helps the others. */
static void answer_some(const struct engine *g, struct share *s,
                        const struct interrupt *asked, struct taking *t)
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

/* Returns whether it was given up. */
static bool answer_all(const struct engine *g, struct share *s,
                       const struct interrupt *asked)
{
    struct taking t = {.next = s->chunks.first};

#pragma omp parallel num_threads(g->threads)
    answer_some(g, s, asked, &t);
    return t.stopped;
}

/* Everyone's scores, or lengths, to the leader: `size` bytes an example. */
static int gather(const struct engine *g, const struct share *s,
                  const void *mine, size_t size, void *all, struct error *e)
{
    size_t *bytes = memory_new((size_t)g->group->n * sizeof(*bytes));
    int failed;

    for (int i = 0; i < g->group->n; i++)
        bytes[i] =
            size * run_size(examples_of(s->x, chunks_of(s->x, g->group->n, i)));
    failed = group_gather(g->group, 0, mine, bytes, all, e);
    free(bytes);
    return failed;
}

/* This rank's answers one behind the other; sets *n to their tokens. */
static int32_t *join_tokens(const struct share *s, size_t *n)
{
    int32_t *all;
    size_t at = 0;

    *n = 0;
    for (size_t i = 0; i < run_size(s->examples); i++)
        *n += (size_t)s->len[i];
    all = memory_new((*n + 1) * sizeof(*all));
    for (int c = s->chunks.first; c < s->chunks.end; c++) {
        const struct run r = examples_of(s->x, (struct run){c, c + 1});
        size_t len = 0;
        for (int i = r.first; i < r.end; i++)
            len += (size_t)s->len[i - s->examples.first];
        memcpy(all + at, s->token[c - s->chunks.first], len * sizeof(*all));
        at += len;
    }
    return all;
}

static int gather_tokens(const struct engine *g, const struct share *s,
                         struct answer_sheet *out, struct error *e)
{
    const int members = g->group->n;
    size_t *bytes = memory_zeroed((size_t)members, sizeof(*bytes)), n;
    int *len = memory_zeroed((size_t)s->x->n, sizeof(*len));
    int32_t *mine = join_tokens(s, &n);
    int failed = gather(g, s, s->len, sizeof(int), len, e);

    if (failed)
        goto done;
    bytes[g->group->me] = n * sizeof(int32_t);
    if (g->group->me == 0) {
        out->start = memory_zeroed((size_t)s->x->n + 1, sizeof(*out->start));
        for (int i = 0; i < s->x->n; i++)
            out->start[i + 1] = out->start[i] + (size_t)len[i];
        out->token =
            memory_new((out->start[s->x->n] + 1) * sizeof(*out->token));
        for (int i = 0; i < members; i++) {
            const struct run r = examples_of(s->x, chunks_of(s->x, members, i));
            if (r.end > r.first)
                bytes[i] =
                    (out->start[r.end] - out->start[r.first]) * sizeof(int32_t);
        }
    }
    failed = group_gather(g->group, 0, mine, bytes, out->token, e);
done:
    free(bytes);
    free(len);
    free(mine);
    return failed;
}

static int gather_answers(const struct engine *g, const struct share *s,
                          struct answer_sheet *out, struct error *e)
{
    const size_t width = (size_t)s->width;

    out->n = s->x->n;
    out->width = s->width;
    if (s->width == 0)
        return gather_tokens(g, s, out, e);
    if (g->group->me == 0)
        out->score = memory_floats((size_t)s->x->n * width);
    return gather(g, s, s->score, width * sizeof(float), out->score, e);
}

static int *count_up(int n)
{
    int *order = memory_new((size_t)n * sizeof(*order));

    for (int i = 0; i < n; i++)
        order[i] = i;
    return order;
}

static void share_init(struct share *s, const struct engine *g,
                       const struct examples *x, const int *order)
{
    *s = (struct share){
        .x = x, .order = order, .width = width_of(&g->model->spec)};
    s->chunks = chunks_of(x, g->group->n, g->group->me);
    s->examples = examples_of(x, s->chunks);
    s->score = memory_floats(run_size(s->examples) * (size_t)s->width);
    s->len = memory_zeroed(run_size(s->examples), sizeof(*s->len));
    s->token = memory_zeroed(run_size(s->chunks), sizeof(*s->token));
}

static void share_release(struct share *s)
{
    for (size_t i = 0; i < run_size(s->chunks); i++)
        free(s->token[i]);
    free(s->score);
    free(s->len);
    free(s->token);
}

enum evaluation evaluate(struct engine *g, const struct examples *x,
                         const struct interrupt *i, struct answer_sheet *out,
                         struct error *e)
{
    enum evaluation end = EVALUATED;
    int *order = count_up(x->n), stopped;
    struct share s;

    *out = (struct answer_sheet){0};
    share_init(&s, g, x, order);
    if (group_max(g->group, answer_all(g, &s, i), &stopped, e))
        end = EVALUATION_BROKEN;
    else if (stopped)
        end = EVALUATION_STOPPED;
    else if (gather_answers(g, &s, out, e))
        end = EVALUATION_BROKEN;
    if (end != EVALUATED)
        answers_release(out);
    share_release(&s);
    free(order);
    return end;
}

void answers_release(struct answer_sheet *a)
{
    free(a->score);
    free(a->start);
    free(a->token);
    *a = (struct answer_sheet){0};
}
