#include "engine/model/beam.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/numbers/math_functions.h"
#include "engine/model/candidates.h"

/* Hypotheses of one length, kept until the end, so that sequences can be read
 * from them backwards. */
struct generation {
    int *parent; /* rows of the generation before; NULL for BEGIN */
    int32_t *token;
};

struct ended {
    struct candidate last;
    int tokens; /* END included */
    double rank;
};

struct beam_source {
    int kept;
    struct ended *best; /* [n_best] by rank */
};

struct beam_search {
    int beam, n_best;
    int n;                      /* number of sources */
    const int *longest;         /* [n] */
    int most;                   /* the greatest of them */
    double *divisor;            /* [most + 1] of log-probabilities, by number of
                                   tokens */
    struct beam_source *source; /* [n] */
    struct generation *generation; /* [most + 1] by number of tokens without
                                      BEGIN */
    struct beam_hypotheses h;
    int *at, *next_at;     /* [n + 1] bounds of the sources' rows */
    float *log, *next_log; /* [n * beam] */
    int next;              /* rows of the next generation so far */
    struct candidates found, of_row;
    const struct decoder *decoder;
    struct run scored;    /* rows whose scores are computed */
    float *scores, *tops; /* [AT_ONCE * words], [candidates_tops()] */
};

/* --- candidates ----------------------------------------------------------- */

/* Rows that are scored together: few enough to be in the cache when their
 * scores are read. */
enum { AT_ONCE = 32 };

static const float *scores_of(struct beam_search *s, int row)
{
    const size_t words = (size_t)s->decoder->words;

    if (row >= s->scored.end) {
        const int end = row + AT_ONCE;

        s->scored = (struct run){row, end < s->h.n ? end : s->h.n};
        s->decoder->score(s->decoder, s->scored, s->scores);
    }
    return s->scores + (size_t)(row - s->scored.first) * words;
}

/* Add the continuations of a row to its source's likeliest. */
static void extend_row(struct beam_search *s, int row)
{
    const float all = candidates_of_row(&s->of_row, scores_of(s, row),
                                        s->decoder->words, row, s->tops);

    for (int i = 0; i < s->of_row.n; i++) {
        struct candidate c = s->of_row.of[i];

        c.log = s->log[row] + (c.log - all);
        candidates_add(&s->found, c);
    }
}

/* --- ended sequences ------------------------------------------------------ */

/* The rank of a sequence of so many tokens with this log-probability. */
static double rank_of(const struct beam_search *s, float log, int tokens)
{
    return log / s->divisor[tokens];
}

static void end(const struct beam_search *s, struct beam_source *o,
                const struct candidate *c)
{
    const double rank = rank_of(s, c->log, s->h.len);
    int at = o->kept;

    if (o->kept < s->n_best)
        o->kept++;
    else if (!(rank > o->best[--at].rank))
        return;
    for (; at > 0 && o->best[at - 1].rank < rank; at--)
        o->best[at] = o->best[at - 1];
    o->best[at] = (struct ended){*c, s->h.len, rank};
}

/* True if no live hypothesis, of which the likeliest has `log`, can still be
 * among the wanted ones. */
static bool is_done(const struct beam_search *s, int i, float log)
{
    const struct beam_source *o = &s->source[i];

    return o->kept == s->n_best &&
           rank_of(s, log, s->longest[i]) <= o->best[o->kept - 1].rank;
}

/* --- a step --------------------------------------------------------------- */

static void live_on(struct beam_search *s, const struct candidate *c)
{
    const struct generation *g = &s->generation[s->h.len];

    g->parent[s->next] = c->row;
    g->token[s->next] = c->token;
    s->next_log[s->next++] = c->log;
}

static void end_some(struct beam_search *s, struct beam_source *o)
{
    for (int c = 0; c < s->found.n; c++)
        if (s->found.of[c].token == TOKEN_END)
            end(s, o, &s->found.of[c]);
}

/* Continue with the first `beam` candidates that have not ended.  Those of the
 * greatest length count as ended if no sequence has ended. */
static void go_on(struct beam_search *s, struct beam_source *o, int longest)
{
    const bool cut = s->h.len == longest, none = o->kept == 0;
    int n = 0;

    for (int c = 0; c < s->found.n && n < s->beam; c++) {
        const struct candidate *x = &s->found.of[c];

        if (x->token == TOKEN_END)
            continue;
        n++;
        if (!cut)
            live_on(s, x);
        else if (none)
            end(s, o, x);
    }
}

static void part(struct beam_search *s, int i)
{
    const int first = s->next;

    end_some(s, &s->source[i]);
    go_on(s, &s->source[i], s->longest[i]);
    if (s->next > first && is_done(s, i, s->next_log[first]))
        s->next = first;
}

static void to_next(struct beam_search *s)
{
    const struct generation *g = &s->generation[s->h.len];
    int *const at = s->at;
    float *const log = s->log;

    s->at = s->next_at;
    s->next_at = at;
    s->log = s->next_log;
    s->next_log = log;
    s->h = (struct beam_hypotheses){.n = s->next,
                                    .len = s->h.len + 1,
                                    .of = {.n = s->n, .at = s->at},
                                    .parent = g->parent,
                                    .token = g->token};
}

static void step(struct beam_search *s)
{
    s->scored = (struct run){0, 0};
    s->next = 0;
    s->next_at[0] = 0;
    for (int i = 0; i < s->n; i++) {
        s->found.n = 0;
        for (int row = s->at[i]; row < s->at[i + 1]; row++)
            extend_row(s, row);
        part(s, i);
        s->next_at[i + 1] = s->next;
    }
    to_next(s);
}

/* --- the whole search ----------------------------------------------------- */

static void begin_generations(struct beam_search *s, struct arena *a)
{
    const size_t most = (size_t)s->most + 1, rows = (size_t)s->n * s->beam;

    s->generation = arena_alloc(a, most * sizeof(*s->generation));
    s->divisor = arena_alloc(a, most * sizeof(*s->divisor));
    for (size_t i = 0; i < most; i++)
        s->generation[i] = (struct generation){
            .parent = i ? arena_ints(a, rows) : NULL,
            .token = arena_alloc(a, rows * sizeof(int32_t))};
    for (size_t i = 0; i < rows; i++)
        s->generation[0].token[i] = TOKEN_BEGIN;
}

static void begin_sources(struct beam_search *s, struct arena *a)
{
    s->source = arena_alloc(a, (size_t)s->n * sizeof(*s->source));
    for (int i = 0; i < s->n; i++)
        s->source[i] = (struct beam_source){
            .best = arena_alloc(a, (size_t)s->n_best * sizeof(struct ended))};
}

static void begin(struct beam_search *s, const struct decoding *how,
                  struct arena *a)
{
    const size_t rows = (size_t)s->n * s->beam;

    for (int i = 0; i < s->n; i++)
        s->most = s->longest[i] > s->most ? s->longest[i] : s->most;
    begin_generations(s, a);
    begin_sources(s, a);
    for (int i = 0; i <= s->most; i++)
        s->divisor[i] =
            exponential(how->length_penalty * natural_log((5.0 + i) / 6.0));
    s->at = arena_ints(a, (size_t)s->n + 1);
    s->next_at = arena_ints(a, (size_t)s->n + 1);
    s->log = arena_floats(a, rows);
    s->next_log = arena_floats(a, rows);
    s->found = candidates_new(a, s->beam > 1 ? 2 * s->beam : 1);
    s->of_row = candidates_new(a, s->found.room);
    s->tops = arena_floats_raw(a, candidates_tops(s->decoder->words));
    s->scores = arena_floats_raw(a, AT_ONCE * (size_t)s->decoder->words);
}

/* Rows for `each` hypotheses of every source, with BEGIN as first token. */
static void first_rows(struct beam_search *s, int each, int len)
{
    for (int i = 0; i <= s->n; i++)
        s->at[i] = i * each;
    s->h = (struct beam_hypotheses){.n = s->n * each,
                                    .len = len,
                                    .of = {.n = s->n, .at = s->at},
                                    .parent = s->generation[len - 1].parent,
                                    .token = s->generation[len - 1].token};
}

/* On a dry tape only the last step, which takes most memory. */
static void run(struct beam_search *s, struct decoder *d, struct tape *t)
{
    first_rows(s, t->dry ? s->beam : 1, t->dry ? s->most : 1);
    while (s->h.n > 0) {
        const struct arena_mark mark = arena_mark(t->arena);

        d->step(d, t, &s->h);
        if (t->dry)
            s->h.n = 0;
        else
            step(s);
        arena_rewind(t->arena, mark);
    }
}

/* --- answers -------------------------------------------------------------- */

/* Write the tokens without END; returns how many they are. */
static int read_back(const struct beam_search *s, const struct ended *x,
                     int32_t *token)
{
    const int n = x->tokens - (x->last.token == TOKEN_END);
    int row = x->last.row;

    token[x->tokens - 1] = x->last.token;
    for (int i = x->tokens - 1; i > 0; i--) {
        token[i - 1] = s->generation[i].token[row];
        row = s->generation[i].parent[row];
    }
    return n;
}

/* The best sequence of each source, or with `all` every sequence, each followed
 * by TOKEN_BETWEEN. */
struct sequences {
    struct packed_column token, log;
};

static struct sequences sequences(const struct beam_search *s, struct arena *a,
                                  bool all)
{
    const size_t rows = (size_t)s->n * (all ? s->n_best : 1);
    int *at = arena_ints(a, (size_t)s->n + 1);
    int *first = arena_ints(a, (size_t)s->n + 1), row = 0;
    float *log = arena_floats(a, rows);
    int32_t *token = arena_alloc(a, rows * (s->most + 1) * sizeof(*token) + 1);

    at[0] = first[0] = 0;
    for (int i = 0; i < s->n; i++) {
        const struct beam_source *o = &s->source[i];

        at[i + 1] = at[i];
        for (int k = 0; k < o->kept && (all || k == 0); k++) {
            at[i + 1] += read_back(s, &o->best[k], token + at[i + 1]);
            if (all)
                token[at[i + 1]++] = TOKEN_BETWEEN;
            log[row++] = o->best[k].last.log;
        }
        if (!all && !o->kept)
            log[row++] = NAN;
        first[i + 1] = row;
    }
    return (struct sequences){
        .token = {.seg = {s->n, at}, .ints = token},
        .log = {.seg = {s->n, first}, .floats = log},
    };
}

static void answer(const struct beam_search *s, struct arena *a,
                   struct answers *out)
{
    const struct sequences best = sequences(s, a, false);

    out->column[DECODED_SCORE] = best.log;
    out->column[DECODED_TOKEN] = best.token;
    if (s->n_best <= 1)
        return;
    const struct sequences all = sequences(s, a, true);

    out->column[DECODED_SCORES] = all.log;
    out->column[DECODED_TOKENS] = all.token;
}

void beam_search(struct tape *t, struct decoder *d, const struct decoding *how,
                 int n, const int *longest, struct answers *out)
{
    struct beam_search s = {.decoder = d,
                            .n = n,
                            .beam = how->beam > 1 ? (int)how->beam : 1,
                            .n_best = how->n_best > 1 ? (int)how->n_best : 1,
                            .longest = longest,
                            .most = 1};

    assert(!tape_records(t) && !t->training);
    begin(&s, how, t->arena);
    run(&s, d, t);
    answer(&s, t->arena, out);
}
