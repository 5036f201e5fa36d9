/*
 * golden_fixture.h - trains small models on made-up data, for the test of
 * pinned digests.
 */
#ifndef GOLDEN_FIXTURE_H
#define GOLDEN_FIXTURE_H

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/core/str.h"
#include "base/numbers/random.h"
#include "config/yaml/document.h"
#include "engine/train/train.h"
#include "tests/unit/heads.h"

#define WORDS 61       /* few, so that examples repeat words */
#define MANY_WORDS 600 /* several blocks of classes */
#define CLASSES 3
#define LONGEST 70
#define LONGEST_TARGET 12
#define TRAINED 60
#define ANSWERED 21 /* examples of valid and of test */

/* The column that is compared: scores, or tokens of sequences. */
static inline const struct column *golden_answers(const struct head_kind *h,
                                                  const struct answer_sheet *a)
{
    return &a->column[h == &head_decode ? (int)DECODED_TOKEN
                      : h == &head_span ? (int)SPAN_SCORE
                                        : 0];
}

/* A number that changes with any score. */
static inline void mean_score(const struct task *t, enum split split,
                              const struct answer_sheet *a, double *value)
{
    const struct column *c = golden_answers(t->kind->head, a);
    const size_t n = column_at(c, c->n);

    (void)split;
    value[0] = 0;
    for (size_t i = 0; i < n && c->is.type == COLUMN_FLOAT; i++)
        value[0] += (double)c->floats[i] / (int)n;
}

static const struct metric golden_metrics[] = {{"mean", "of the scores"}, {0}};

static const struct column_kind golden_column[] = {
    {"label", COLUMN_INT, 1, OF_EXAMPLE}, {"group", COLUMN_INT, 1, OF_EXAMPLE},
    {"span", COLUMN_INT, 2, OF_EXAMPLE},  {"share 0", COLUMN_FLOAT, 1, 0},
    {"share 1", COLUMN_FLOAT, 1, 1},      {"type", COLUMN_INT, 1, OF_EXAMPLE},
};
#define GOLDEN_COLUMNS (sizeof(golden_column) / sizeof(*golden_column))

/* The features, if a model reads them. */
static const struct feature golden_features[] = {
    {"share", 0, {true, true}},
    {"type", CLASSES, {false, false}},
};

#define GOLDEN_TASK(shape_, head_)                                     \
    {                                                                  \
        .is = {.name = "golden", .summary = "a test's", .size = 1},    \
        .shape = (shape_), .head = (head_), .metrics = golden_metrics, \
        .score = mean_score,                                           \
    }

enum golden_task {
    PAIR_CLASS,
    PAIR_RANK,
    SEQUENCE_CLASS,
    TRANSLATION,
    WORDY_TRANSLATION,
    READING,
    READING_KNOWN, /* words with vectors */
    CLOZE,
    CLOZE_KNOWN,
};
static const struct task_kind golden_tasks[] = {
    [PAIR_CLASS] = GOLDEN_TASK(SHAPE_PAIR, &head_class),
    [PAIR_RANK] = GOLDEN_TASK(SHAPE_PAIR, &head_rank),
    [SEQUENCE_CLASS] = GOLDEN_TASK(SHAPE_SEQUENCE, &head_class),
    [TRANSLATION] = GOLDEN_TASK(SHAPE_SOURCE_TARGET, &head_decode),
    [WORDY_TRANSLATION] = GOLDEN_TASK(SHAPE_SOURCE_TARGET, &head_decode),
    [READING] = GOLDEN_TASK(SHAPE_DOCUMENT_QUERY, &head_span),
    [READING_KNOWN] = GOLDEN_TASK(SHAPE_DOCUMENT_QUERY, &head_span),
    [CLOZE] = GOLDEN_TASK(SHAPE_DOCUMENT_QUERY, &head_cloze),
    [CLOZE_KNOWN] = GOLDEN_TASK(SHAPE_DOCUMENT_QUERY, &head_cloze),
};

/* A length that is mostly short, sometimes LONGEST. */
static inline int golden_length(struct random_key k, struct address at,
                                uint32_t offset, uint32_t longest)
{
    const uint32_t most = 1 + random_below(k, at, offset, longest);

    return 1 + (int)random_below(k, at, offset + 1, most);
}

/* A target is its source in reverse, cut off. */
static inline int golden_target(const int32_t *source, int n, int32_t *target)
{
    const int len = n < LONGEST_TARGET - 1 ? n : LONGEST_TARGET - 1;

    for (int i = 0; i < len; i++)
        target[i] = source[n - 1 - i];
    target[len] = TOKEN_END;
    return len + 1;
}

/* Random words; `one`: the same word repeated, so that all distances are nearly
 * 0. */
static inline void golden_words(struct random_key k, struct address at,
                                bool one, int32_t token[2][LONGEST])
{
    for (uint32_t i = 0; i < 2 * LONGEST; i++)
        token[i % 2][i / 2] =
            TOKEN_FIRST +
            (int32_t)random_below(k, at, one ? 4 : 4 + i, WORDS - TOKEN_FIRST);
}

static inline void golden_fill(struct examples *x, const struct task_kind *kind,
                               int n, const char *stream)
{
    const struct random_key key = random_key(11, stream);
    const bool ranks = kind->head == &head_rank;
    const bool cloze = kind->head == &head_cloze;
    const uint32_t longest = kind->head == &head_decode ? 20 : LONGEST;
    struct arena arena = {0};

    examples_init(x, kind->shape, NULL);
    for (size_t c = 0; c < GOLDEN_COLUMNS; c++)
        examples_add_column(x, &golden_column[c]);
    for (int c = 0; cloze && kind->head->needs[c]; c++)
        examples_add_column(x, kind->head->needs[c]);
    for (int i = 0; i < n; i++) {
        const struct address at = {.example = (uint32_t)i};
        int32_t token[2][LONGEST];
        float share[LONGEST];
        int len[2] = {golden_length(key, at, 0, longest),
                      golden_length(key, at, 2, longest)};

        golden_words(key, at, i % 7 == 3, token);
        if (kind->head == &head_decode)
            len[1] = golden_target(token[0], len[0], token[1]);
        const int32_t label = token[0][0] % (ranks ? 2 : CLASSES);
        for (int j = 0; j < LONGEST; j++)
            share[j] = (float)(j % 5) / 4;
        const int32_t group = i / 4;
        const int32_t first = token[0][0] % len[0];
        const int32_t span[] = {first, first + (len[0] - first) / 3};

        struct example e = {.part = {{token[0], len[0]}, {token[1], len[1]}},
                            .column = {{&label, 1},
                                       {&group, 1},
                                       {span, 2},
                                       {share, len[0]},
                                       {share, len[1]},
                                       {&label, 1}}};

        if (cloze)
            kind->head->make(NULL, i, e.part, &arena,
                             e.column + GOLDEN_COLUMNS);
        examples_add(x, &e);
    }
    arena_release(&arena);
}

/* Words of 1 to 7 letters of 26. */
static inline void golden_spell(struct words *w)
{
    const struct random_key key = random_key(11, "golden letters");

    w->text = memory_zeroed((size_t)w->n, sizeof(*w->text));
    for (int i = 0; i < w->n; i++) {
        const struct address at = {.example = (uint32_t)i};
        const uint32_t n = 1 + random_below(key, at, 0, 7);

        w->text[i] = memory_zeroed(n + 1, 1);
        for (uint32_t k = 0; k < n; k++)
            w->text[i][k] = (char)('a' + random_below(key, at, 1 + k, 26));
    }
    words_add_characters(w, 7);
}

static inline void golden_vectors(struct words *w)
{
    w->width = 11;
    w->vectors = memory_floats((size_t)w->n * 11);
    random_normal(random_key(11, "golden vectors"), (struct address){0},
                  (size_t)w->n * 11, 0.4f, w->vectors);
}

static inline bool golden_reads(enum golden_task which)
{
    return which >= READING;
}

static inline void *golden_settings(const struct head_kind *h)
{
    static struct class_names classes = {.n = CLASSES};
    static struct decoding greedy = {.longest_target = LONGEST_TARGET};
    static struct span_answers span;
    static struct cloze_answers cloze = {.renormalise = 1};

    return h == &head_decode  ? (void *)&greedy
           : h == &head_span  ? (void *)&span
           : h == &head_cloze ? (void *)&cloze
                              : &classes;
}

static inline void golden_task_init(struct task *t, enum golden_task which)
{
    *t = (struct task){.kind = &golden_tasks[which],
                       .head = golden_tasks[which].head,
                       .settings = golden_settings(golden_tasks[which].head)};
    task_share_words(t)->n = which == WORDY_TRANSLATION ? MANY_WORDS : WORDS;
    if (which == READING_KNOWN || which == CLOZE_KNOWN)
        golden_vectors(t->words[0]);
    if (golden_reads(which)) {
        golden_spell(t->words[0]);
        t->features = 2;
        memcpy(t->feature, golden_features, sizeof(golden_features));
    }
    golden_fill(&t->split[SPLIT_TRAIN], t->kind, TRAINED, "golden train");
    golden_fill(&t->split[SPLIT_VALID], t->kind, ANSWERED, "golden valid");
    golden_fill(&t->split[SPLIT_TEST], t->kind, ANSWERED, "golden test");
}

/* One run: task, model and training as in an experiment file. */
struct golden_run {
    enum golden_task task;
    const char *model, *train; /* "{kind: decatt, hidden: 50}", ... */
    const char *products;      /* train.products, or NULL */
    int threads;
};

struct golden_setup {
    struct task task;
    struct chosen kind;
    struct model *model;
    struct train_config conf;
};

static inline void golden_bind(struct golden_setup *s,
                               const struct golden_run *r)
{
    struct str text = {0};
    struct error e = {0};

    str_addf(&text, "model: %s\ntrain: %s\n", r->model, r->train);
    struct document *d = document_parse(str_text(&text), "golden", &e);
    if (!d ||
        (r->products &&
         document_set(d, "train.products", r->products, "golden", &e)) ||
        document_bind_kind(d, "model", &model_kinds, &s->kind, &e) ||
        document_bind(d, "train", train_fields, &s->conf, &e) ||
        train_check(&s->conf, &e))
        fail_msg("%s", e.text);
    document_free(d);
    str_release(&text);
}

static inline void golden_init(struct golden_setup *s,
                               const struct golden_run *r)
{
    struct error e = {0};

    *s = (struct golden_setup){0};
    golden_task_init(&s->task, r->task);
    golden_bind(s, r);
    struct model_spec spec = task_spec(&s->task);
    s->model = model_new(&s->kind, &spec, &e);
    if (!s->model)
        fail_msg("%s", e.text);
}

static inline void golden_release(struct golden_setup *s)
{
    model_free(s->model);
    chosen_release(&s->kind);
    fields_release(train_fields, &s->conf);
    for (int i = 0; i < SPLITS; i++)
        examples_release(&s->task.split[i]);
    words_release(s->task.words[0]);
    free(s->task.words[0]);
}

static inline struct training golden_training(const struct golden_setup *s,
                                              struct group *group, int threads)
{
    return (struct training){
        .task = &s->task,
        .model = s->model,
        .conf = &s->conf,
        .maximize = true,
        .group = group,
        .threads = threads,
        .attempt = 1,
    };
}

/* Train a run; the caller releases the result. */
static inline void golden_train(const struct golden_run *r, struct result *out)
{
    struct group alone = group_alone();
    struct golden_setup s;
    struct error e = {0};

    golden_init(&s, r);
    const struct training t = golden_training(&s, &alone, r->threads);

    *out = (struct result){0};
    if (train_run(&t, out, &e) != TRAIN_FINISHED)
        fail_msg("%s", e.text);
    golden_release(&s);
}

/* Return true at the nth call. */
static inline bool golden_countdown(void *context)
{
    return --*(int *)context == 0;
}

/* The same, with each of the first three steps in a run of its own. */
static inline void golden_train_by_steps(const struct golden_run *run,
                                         struct result *r)
{
    char folder[] = "/tmp/codarun-golden-XXXXXX";
    enum train_end end = TRAIN_STOPPED;
    struct group alone = group_alone();
    struct golden_setup s;
    struct error e;

    golden_init(&s, run);
    assert_non_null(mkdtemp(folder));
    char *path = memory_format("%s/a", folder);

    for (int stops = 0; end == TRAIN_STOPPED; stops++) {
        struct training t = golden_training(&s, &alone, run->threads);
        int left = 1;

        t.state = path;
        t.stop = stops < 3 ? golden_countdown : NULL;
        t.context = &left;
        *r = (struct result){0};
        end = train_run(&t, r, &e);
        if (end == TRAIN_STOPPED)
            result_release(r);
        else
            train_tidy(t.state, t.keep);
    }
    assert_int_equal(end, TRAIN_FINISHED);
    assert_int_equal(rmdir(folder), 0);
    free(path);
    golden_release(&s);
}

#endif
