/* cloze_load.c - makes examples of files of cloze questions. */
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/task/data_path.h"
#include "tasks/cloze/cloze_example.h"
#include "text/files/file_set.h"

static const char *const lacks[] = {
    [LACKS_LISTED] = "whose answer is none of the candidates",
    [LACKS_FOUND] = "whose answer is not in the document",
    [LACKS_READ] = "whose answer is behind max_document",
};

/* --- features ------------------------------------------------------------- */

#define MATCH "match"

/* The feature `qe-comm`: whether each token of the document is in the query. */
int cloze_features(const void *conf, struct feature out[MAX_FEATURES])
{
    const struct cloze *c = conf;
    int n = 0;

    for (int i = 0; i < c->features.n && !n; i++)
        if (!strcmp(c->features.text[i], MATCH))
            out[n++] = (struct feature){MATCH, 2, {true, false}};
    return n;
}

int cloze_check_features(const struct cloze *c, struct error *e)
{
    for (int i = 0; i < c->features.n; i++)
        if (strcmp(c->features.text[i], MATCH) != 0 || i > 0)
            return error_set(
                e, "task.features: found '%s'%s, expected " MATCH ", once",
                c->features.text[i], i > 0 ? " as another" : "");
    return 0;
}

static int check_numbers(const struct cloze *c, struct error *e)
{
    if (!c->numbers || layout_has_numbers(layout_kinds[c->layout]))
        return 0;
    return error_set(e,
                     "task.numbers: found true, expected false: sentences of "
                     "layout %s have no numbers",
                     layout_names[c->layout]);
}

/* --- notes ---------------------------------------------------------------- */

void cloze_add_lacks(const struct cloze_reader *r, struct str *s)
{
    const char *before =
        r->split == SPLIT_TRAIN ? "; left out:" : "; never right:";

    for (int i = 0; i < LACKS; i++)
        if (r->lack[i]) {
            str_addf(s, "%s %d %s", before, r->lack[i], lacks[i]);
            before = ",";
        }
    str_adds(s, "\n");
}

static void note_baselines(const struct cloze_reader *r, struct str *s)
{
    const double n = r->corpus->task->split[r->split].n;

    str_addf(s,
             "%s: right without reading: %.1f %% by chance, %.1f %% the most "
             "frequent candidate, %.1f %% the most frequent that is not in "
             "the query\n",
             split_names[r->split], 100 * r->base.random / n,
             100 * r->base.frequent / n, 100 * r->base.frequent_not_asked / n);
}

void cloze_note(const struct cloze_reader *r)
{
    struct str *s = &r->corpus->task->notes;
    const char *split = split_names[r->split];

    str_addf(s, "%s: %d questions with %.1f candidates each", split,
             r->questions, (double)r->all_candidates / r->questions);
    cloze_add_lacks(r, s);
    if (r->unseen)
        str_addf(s, "%s: %d of the candidates are not in what is read\n", split,
                 r->unseen);
    if (r->empty)
        str_addf(s, "%s: %d documents are empty, and read as %s\n", split,
                 r->empty, token_names[TOKEN_UNKNOWN]);
    if (r->cut)
        str_addf(s, "%s: %d documents are cut to %ld tokens\n", split, r->cut,
                 r->conf->max_document);
    if (r->split != SPLIT_TRAIN)
        note_baselines(r, s);
}

/* --- files ---------------------------------------------------------------- */

static int all_left_out(const struct cloze_reader *r, const char *path,
                        struct error *e)
{
    struct str s = {0};

    cloze_add_lacks(r, &s);
    error_set(e,
              "task.%s: file '%s': found %d questions%.*s, expected one or "
              "more that are not",
              split_names[r->split], path, r->questions, (int)s.len - 1,
              str_text(&s));
    str_release(&s);
    return -1;
}

static int read_questions(struct cloze_reader *r, struct layout *l,
                          struct error *e)
{
    struct cloze_question q;
    struct error inner = {0};
    int more;

    while ((more = layout_next(l, &q, e)) > 0)
        if (cloze_take(r, &q, &inner))
            return layout_error(l, e, "%s", inner.text);
    return more;
}

static int read_file(struct cloze_reader *r, const char *path, struct error *e)
{
    struct layout *l = layout_open(layout_kinds[r->conf->layout], path, e);
    struct digest d = {0};
    int bad;

    if (!l)
        return -1;
    layout_keep_numbers(l, r->conf->numbers);
    bad = read_questions(r, l, e);
    if (!bad)
        d = layout_digest(l);
    layout_close(l);
    if (bad)
        return -1;
    if (r->questions && !r->corpus->task->split[r->split].n)
        return all_left_out(r, path, e);
    if (corpus_done(r->corpus, r->split, d, e))
        return -1;
    cloze_note(r);
    return 0;
}

static int read_split(struct corpus *c, enum split split, struct error *e)
{
    struct cloze_own *own = c->task->own;
    struct cloze_reader r;
    char *path;
    int bad;

    if (corpus_find(c, split, &path, e))
        return -1;
    const struct file_stat before =
        path ? file_set_settled_stamp(path) : (struct file_stat){0};

    cloze_reader_init(&r, c, split, &own->split[split]);
    bad = path && read_file(&r, path, e);
    if (path && !bad)
        c->task->file[c->task->files - 1].stat = before;
    free(path);
    cloze_reader_release(&r);
    return bad ? -1 : 0;
}

/* --- the task ------------------------------------------------------------- */

/* Renumber the entities in train's examples. */
static int renumber_entities(struct corpus *c, struct error *e)
{
    const struct cloze *conf = c->task->conf;

    if (conf->entities == ENTITIES_KEPT)
        return 0;
    if (c->led < 2)
        return error_set(e,
                         "task.entities: found %d words that begin with "
                         "'" ENTITY_WORD "', expected two or more to be "
                         "permuted",
                         c->led);
    c->task->split[SPLIT_TRAIN].permuted = (struct permuted_words){
        .first = TOKEN_FIRST,
        .n = c->led,
        .each = conf->entities == ENTITIES_EPOCH ? PERMUTED_EACH_EPOCH
                                                 : PERMUTED_EACH_BATCH,
    };
    str_addf(&c->task->notes, "train: %d entities, permuted anew each %s\n",
             c->led, conf->entities == ENTITIES_EPOCH ? "epoch" : "batch");
    return 0;
}

void cloze_begin(struct task *t, struct corpus *c, const char *beside)
{
    const struct cloze *conf = t->conf;

    *(struct cloze_answers *)t->settings =
        (struct cloze_answers){.mean = conf->options == OPTIONS_MEAN,
                               .renormalise = conf->renormalise};
    task_name_feature(t, MATCH, (const char *const[]){"no", "yes"}, 2);
    corpus_begin(c, t, &conf->corpus, beside);
    c->spelling = (enum vector_spelling)conf->spelling;
    c->characters = (int)conf->characters;
}

static int load(struct corpus *c, struct error *e)
{
    const struct cloze *conf = c->task->conf;

    if (cloze_check_features(conf, e) || check_numbers(conf, e))
        return -1;
    c->gathers = true;
    c->least = conf->least_count;
    c->leading = ENTITY_WORD;
    for (enum split s = 0; s < SPLITS; s++)
        if (read_split(c, s, e))
            return -1;
    corpus_forget(c);
    return renumber_entities(c, e) || corpus_end(c, e) ? -1 : 0;
}

int cloze_load(struct task *t, const char *beside, struct error *e)
{
    struct corpus c;
    int bad;

    t->own = memory_zeroed(1, sizeof(struct cloze_own));
    cloze_begin(t, &c, beside);
    bad = load(&c, e);
    corpus_release(&c);
    return bad ? -1 : 0;
}

void cloze_split_clear(struct cloze_split *s)
{
    str_clear(&s->text);
    s->questions = 0;
}

void cloze_split_release(struct cloze_split *s)
{
    str_release(&s->text);
    free(s->question);
}

void cloze_keep(struct task *t, const int *which, int n)
{
    struct cloze_own *own = t->own;
    struct cloze_split *s = &own->split[SPLIT_TRAIN];

    for (int i = 0; i < n; i++)
        s->question[i] = s->question[which[i]];
    s->questions = n;
}

void cloze_release(struct task *t)
{
    struct cloze_own *own = t->own;

    for (int i = 0; i < SPLITS; i++)
        cloze_split_release(&own->split[i]);
    free(own);
}

void cloze_split_image(struct cloze_split *s, struct image *m)
{
    image_str(m, &s->text);
    IMAGE_VALUE(m, s->questions);
    IMAGE_ARRAY(m, s->question, s->questions);
}

void cloze_image(struct task *t, struct image *m)
{
    struct cloze_own *own = t->own = image_room(m, t->own, sizeof(*own));

    for (int i = 0; i < SPLITS; i++)
        cloze_split_image(&own->split[i], m);
}
