/*
 * mt_load.c - makes examples of parallel texts: their subwords, and which pairs
 * are left out.
 */
#include "tasks/translation/mt.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "engine/task/data_path.h"
#include "tasks/translation/parallel.h"
#include "text/language/subwords_learn.h"
#include "text/language/text_normal.h"

/* --- pairs of lines ------------------------------------------------------- */

struct mt_loading {
    struct task *task;
    const char *beside;
    enum split split; /* the split that is read */
    struct parallel pairs;
    int part; /* the part from which subwords are learned */
    struct subword_learner learner;
    struct str normal;
    struct subword_list token[MT_PARTS];
    long longer, empty; /* pairs left out */
};

static void loading_release(struct mt_loading *l)
{
    str_release(&l->normal);
    for (int p = 0; p < MT_PARTS; p++)
        subword_list_release(&l->token[p]);
}

/* Put the normal form of a line into l->normal. */
static int normalise(struct mt_loading *l, const struct cell *cell,
                     struct error *e)
{
    const struct mt *c = l->task->conf;

    return text_normal(cell->text, cell->len, (enum normal_form)c->unicode,
                       c->lower, &l->normal, e);
}

/* Put the subwords of a part's line into l->token. */
static int encode(struct mt_loading *l, int part, const struct cell *cell,
                  struct error *e)
{
    if (normalise(l, cell, e))
        return -1;
    subwords_encode(mt_subwords(l->task, part), str_text(&l->normal),
                    l->normal.len, &l->token[part]);
    return 0;
}

static int each_pair(struct mt_loading *l,
                     int (*take)(struct mt_loading *l, const struct cell *cell,
                                 struct error *e),
                     struct error *e)
{
    struct cell cell[MAX_ROLES];
    int more;

    while ((more = parallel_next(&l->pairs, cell, e)) > 0)
        if (take(l, cell, e))
            return -1;
    return more;
}

/* Open a split's files and read all pairs. */
static int read_pairs(struct mt_loading *l, enum split split,
                      int (*take)(struct mt_loading *l, const struct cell *cell,
                                  struct error *e),
                      int (*done)(struct mt_loading *l, struct error *e),
                      struct error *e)
{
    const struct mt *c = l->task->conf;
    int bad;

    l->split = split;
    bad = parallel_open(&l->pairs, &c->files[split], l->beside, e);
    if (bad)
        error_in(e, "task.%s", split_names[split]);
    bad = bad || each_pair(l, take, e) || (done && done(l, e));
    parallel_close(&l->pairs);
    return bad ? -1 : 0;
}

/* --- subwords ------------------------------------------------------------- */

static int learn_line(struct mt_loading *l, const struct cell *cell,
                      struct error *e)
{
    struct error inner = {0};

    if (normalise(l, &cell[l->part], &inner))
        return parallel_error(&l->pairs, l->part, inner.text, e);
    subword_learner_add(&l->learner, str_text(&l->normal), l->normal.len);
    return 0;
}

/* Joint subwords are learned from all sources, and then from all targets, as by
 * `codarun data subwords` with the two files. */
static int learn_subwords(struct mt_loading *l, struct error *e)
{
    const struct mt *c = l->task->conf;
    const bool joint = mt_vocabularies(l->task) == 1;
    int bad = 0;

    subword_learner_init(&l->learner);
    for (l->part = 0; l->part < MT_PARTS && !bad; l->part++) {
        bad = read_pairs(l, SPLIT_TRAIN, learn_line, NULL, e);
        if (bad || (joint && l->part < MT_TARGET))
            continue;
        subwords_learn(&l->learner, c->subwords, mt_subwords(l->task, l->part));
        subword_learner_release(&l->learner);
        subword_learner_init(&l->learner);
    }
    subword_learner_release(&l->learner);
    return bad;
}

static int read_subwords(struct mt_loading *l, int i, struct error *e)
{
    const struct mt *c = l->task->conf;
    const char *name = c->subwords_file.text[i];
    struct digest d;
    char *path;

    if (data_path(name, l->beside, &path, e))
        return error_in(e, "task.subwords_file");
    const int bad = subwords_read(mt_subwords(l->task, i), path, &d, e);

    free(path);
    if (!bad)
        task_add_file(l->task, name, d, SOURCE_SUBWORDS);
    return bad;
}

static int find_subwords(struct mt_loading *l, struct error *e)
{
    const struct mt *c = l->task->conf;
    const int files = c->subwords_file.n, wanted = mt_vocabularies(l->task);

    if (!files)
        return learn_subwords(l, e);
    if (files != wanted)
        return error_set(e,
                         "task.subwords_file: found %d name%s, expected %d for "
                         "%s vocabularies",
                         files, files > 1 ? "s" : "", wanted,
                         mt_vocabulary_names[c->vocabulary]);
    for (int i = 0; i < files; i++)
        if (read_subwords(l, i, e))
            return -1;
    return 0;
}

/* One vocabulary for both parts, or one each. */
static void add_words(struct task *t)
{
    for (int p = 0; p < MT_PARTS; p++) {
        if (p >= mt_vocabularies(t)) {
            t->words[p] = t->words[0];
            continue;
        }
        t->words[p] = memory_zeroed(1, sizeof(*t->words[p]));
        words_add_subwords(t->words[p]);
    }
}

static void name_words(struct task *t)
{
    const struct mt *c = t->conf;

    for (int p = 0; p < mt_vocabularies(t); p++) {
        words_name_subwords(t->words[p]);
        str_addf(&t->notes, "%s vocabulary: %d bytes and %d merges, %s\n",
                 mt_vocabularies(t) > 1 ? shapes[t->kind->shape].role[p]
                                        : mt_vocabulary_names[c->vocabulary],
                 SUBWORD_BYTES, mt_subwords(t, p)->merge.n,
                 c->subwords_file.n ? "from a file" : "learned of train");
    }
}

/* --- examples ------------------------------------------------------------- */

/* True if a pair is left out. */
static bool left_out(struct mt_loading *l)
{
    const struct mt *c = l->task->conf;
    const int source = l->token[MT_SOURCE].n, target = l->token[MT_TARGET].n;
    const int longer = source > target ? source : target;

    if (l->split != SPLIT_TRAIN)
        return false;
    if (!source || !target) {
        l->empty++;
        return true;
    }
    if (c->max_tokens && longer > c->max_tokens) {
        l->longer++;
        return true;
    }
    return false;
}

/* Turn subwords into numbers of the vocabulary, with TOKEN_END. */
static struct values numbered(struct subword_list *token)
{
    for (int i = 0; i < token->n; i++)
        token->token[i] += TOKEN_FIRST;
    GROW(token->token, token->n, token->room);
    token->token[token->n++] = TOKEN_END;
    return (struct values){token->token, token->n};
}

static void add_example(struct mt_loading *l)
{
    struct example x = {0};

    for (int p = 0; p < MT_PARTS; p++)
        x.part[p] = numbered(&l->token[p]);
    examples_add(&l->task->split[l->split], &x);
}

static int add_pair(struct mt_loading *l, const struct cell *cell,
                    struct error *e)
{
    struct mt_own *own = l->task->own;
    struct error inner = {0};

    for (int p = 0; p < MT_PARTS; p++)
        if (encode(l, p, &cell[p], &inner))
            return parallel_error(&l->pairs, p, inner.text, e);
    if (left_out(l))
        return 0;
    add_example(l);
    if (l->split != SPLIT_TRAIN)
        column_add(
            &own->right[l->split],
            (struct values){cell[MT_TARGET].text, (int)cell[MT_TARGET].len});
    return 0;
}

static void note_split(const struct mt_loading *l)
{
    struct str *notes = &l->task->notes;
    const struct mt *c = l->task->conf;

    str_addf(notes, "%s: %d pairs", split_names[l->split],
             l->task->split[l->split].n);
    if (l->empty)
        str_addf(notes, "; %ld with an empty side left out", l->empty);
    if (l->longer)
        str_addf(notes, "; %ld with more than %ld tokens on a side left out",
                 l->longer, c->max_tokens);
    str_adds(notes, "\n");
}

/* Finish a split, whose pairs have all been read. */
static int end_split(struct mt_loading *l, struct error *e)
{
    const struct mt *c = l->task->conf;
    const struct texts *files = &c->files[l->split];

    if (!l->task->split[l->split].n)
        return error_set(e,
                         "task.%s: file '%s': found no example%s, expected one "
                         "or more",
                         split_names[l->split], files->text[0],
                         l->empty + l->longer ? " that is not left out" : "");
    for (int i = 0; i < files->n; i++)
        task_add_file(l->task, files->text[i], parallel_digest(&l->pairs, i),
                      l->split);
    note_split(l);
    l->empty = l->longer = 0;
    return 0;
}

/* --- all of it ------------------------------------------------------------ */

static struct mt_own *own_new(void)
{
    static const struct column_kind right = {"right", COLUMN_BYTE,
                                             COLUMN_RAGGED, OF_EXAMPLE};
    struct mt_own *own = memory_zeroed(1, sizeof(*own));

    for (int s = 0; s < SPLITS; s++)
        column_init(&own->right[s], &right);
    return own;
}

static int load_all(struct mt_loading *l, struct error *e)
{
    const struct mt *c = l->task->conf;

    add_words(l->task);
    if (find_subwords(l, e))
        return -1;
    name_words(l->task);
    for (enum split s = 0; s < SPLITS; s++)
        if ((c->files[s].n || s != SPLIT_TEST) &&
            read_pairs(l, s, add_pair, end_split, e))
            return -1;
    return 0;
}

int mt_load(struct task *t, const char *beside, struct error *e)
{
    struct mt_loading l = {.task = t, .beside = beside};

    t->own = own_new();
    const int bad = load_all(&l, e);

    loading_release(&l);
    return bad;
}

/* --- sources that are in no split ----------------------------------------- */

static const struct role roles[MAX_ROLES] = {
    {.name = "source", .member = "source"},
    {.name = "target", .member = "target"},
};

static int fresh_begin(struct fresh *f, const char *beside, struct error *e)
{
    struct mt_loading *l = f->way;

    (void)beside;
    (void)e;
    l->task = &f->task;
    l->split = SPLIT_TEST;
    return 0;
}

static int fresh_source(struct fresh *f, const struct cell *cell,
                        struct error *e)
{
    struct mt_loading *l = f->way;

    if (encode(l, MT_SOURCE, &cell[MT_SOURCE], e))
        return -1;
    l->token[MT_TARGET].n = 0;
    add_example(l);
    return 0;
}

static void fresh_end(struct fresh *f)
{
    loading_release(f->way);
}

const struct fresh_kind mt_fresh = {
    .role = roles,
    .texts = 1,
    .size = sizeof(struct mt_loading),
    .begin = fresh_begin,
    .add = fresh_source,
    .end = fresh_end,
};
