#include <stdlib.h>
#include <sys/stat.h>

#include "base/core/memory.h"
#include "base/files/file.h"
#include "engine/task/data_path.h"
#include "tasks/span/span_example.h"

static const char *const reason[OUT_REASONS] = {
    [OUT_ABSENT] = "whose answer is nowhere in the document",
    [OUT_DOCUMENT] = "whose document is longer than max_document",
    [OUT_QUERY] = "whose query is longer than max_query",
    [OUT_ANSWER] = "whose answer is longer than max_answer",
    [OUT_EDGE] = "whose answer is no whole tokens",
    [OUT_UNANSWERABLE] = "without an answer",
};

/* True if the next paragraph of the file belongs to this split.  If
 * held_paragraphs is n, valid has every n-th paragraph of train's file, and
 * train the others; else a split has its whole file. */
static bool takes_next(struct span_reader *r)
{
    const long every = r->conf->held_paragraphs;

    if (!every || r->split == SPLIT_TEST)
        return true;
    return (++r->paragraphs % every == 0) == (r->split == SPLIT_VALID);
}

static int take(void *of, const struct squad_paragraph *p, struct error *e)
{
    struct span_reader *r = of;

    if (!takes_next(r))
        return 0;
    r->encoded = r->kept = false;
    for (int i = 0; i < p->questions; i++)
        if (span_take_question(r, p, &p->question[i], e))
            return -1;
    return 0;
}

static int read_ids(struct span_reader *r, struct error *e)
{
    const char *name = r->conf->ids[r->split];
    struct digest d;
    char *path;
    int bad;

    if (!*name)
        return 0;
    r->listed = true;
    if (data_path(name, r->corpus->beside, &path, e))
        return error_in(e, "task.ids_%s", split_names[r->split]);
    bad = split_ids_read(&r->ids, path, r->conf->part[r->split], &d, e);
    free(path);
    if (bad)
        return error_in(e, "task.ids_%s", split_names[r->split]);
    task_add_file(r->corpus->task, name, d, r->split);
    return 0;
}

void span_reader_add_reasons(const struct span_reader *r, struct str *out)
{
    const char *before = "; left out:";

    for (int i = 0; i < OUT_REASONS; i++)
        if (r->out[i]) {
            str_addf(out, "%s %d %s", before, r->out[i], reason[i]);
            before = ",";
        }
}

static void add_trained(const struct span_reader *r, int n, struct str *out)
{
    str_addf(out, "; trained on %d", n);
    if (r->conf->target == TARGET_RANDOM)
        str_addf(out, ", %d of them with several right answers", r->several);
    str_adds(out, "\n");
}

static void note(const struct span_reader *r)
{
    struct task *t = r->corpus->task;
    struct str *s = &t->notes;
    const int n = t->split[r->split].n;

    str_addf(s, "%s: %d questions", split_names[r->split], r->asked);
    span_reader_add_reasons(r, s);
    if (r->split == SPLIT_TRAIN)
        add_trained(r, n, s);
    else
        str_addf(s, "; scored over %d, by the rules of SQuAD %s%s\n", n,
                 span_answers(t)->may_be_none ? "2.0" : "1.1",
                 r->conf->scored == SCORED_ALL ? "" : " (scored: fitting)");
    if (r->cut_documents || r->cut_queries)
        str_addf(s,
                 "%s: %d questions whose document is cut to %ld tokens, %d cut "
                 "to %ld\n",
                 split_names[r->split], r->cut_documents,
                 r->conf->max_document_scored, r->cut_queries,
                 r->conf->max_query_scored);
}

static int all_left_out(const struct span_reader *r, const char *path,
                        struct error *e)
{
    struct str s = {0};

    span_reader_add_reasons(r, &s);
    error_set(e,
              "task.%s: file '%s': found %d questions%s, expected some that "
              "are not",
              split_names[r->split], path, r->asked, str_text(&s));
    str_release(&s);
    return -1;
}

static int read_file(struct span_reader *r, const char *path, struct error *e)
{
    struct digest d;

    if (read_ids(r, e) || squad_read(path, take, r, &d, e))
        return -1;
    if (r->asked && !r->corpus->task->split[r->split].n)
        return all_left_out(r, path, e);
    if (r->asked && r->paragraphs < r->conf->held_paragraphs &&
        r->split != SPLIT_TEST)
        return error_set(e,
                         "task.held_paragraphs: found %ld, which holds out "
                         "none of the %ld paragraphs of file '%s', expected "
                         "a number that holds out some",
                         r->conf->held_paragraphs, r->paragraphs, path);
    if (r->listed && split_ids_left(&r->ids))
        return error_set(e,
                         "task.ids_%s: found %d of %d ids in file '%s' and no "
                         "'%s', expected all",
                         split_names[r->split], r->ids.found, r->ids.id.n, path,
                         split_ids_left(&r->ids));
    if (corpus_done(r->corpus, r->split, d, e))
        return -1;
    note(r);
    return 0;
}

/* A list without a file, or a part without a list, would have no effect. */
static int check_lists(const struct span *conf, enum split split,
                       struct error *e)
{
    const char *ids = conf->ids[split], *part = conf->part[split];
    const char *name = split_names[split];

    if (*ids && !*corpus_file(&conf->corpus, split))
        return error_set(e,
                         "task.ids_%s: found '%s', expected none without "
                         "task.%s",
                         name, ids, name);
    if (*part && !*ids)
        return error_set(e,
                         "task.part_%s: found '%s', expected none without "
                         "task.ids_%s",
                         name, part, name);
    return 0;
}

static int read_split(struct corpus *c, enum split split,
                      struct span_features *f, struct error *e)
{
    struct span_own *own = c->task->own;
    struct span_reader r = {.corpus = c,
                            .conf = c->task->conf,
                            .split = split,
                            .features = f,
                            .own = &own->split[split]};
    char *path;
    int bad;

    span_reader_find_columns(&r);
    if (check_lists(r.conf, split, e) || corpus_find(c, split, &path, e))
        return -1;
    bad = path && read_file(&r, path, e);
    free(path);
    span_reader_release(&r);
    return bad ? -1 : 0;
}

void span_keep(struct task *t, const int *which, int n)
{
    struct span_own *own = t->own;
    struct span_split *s = &own->split[SPLIT_TRAIN];

    for (int i = 0; i < n; i++)
        s->question[i] = s->question[which[i]];
    s->questions = n;
}

/* Keep `most` of train's questions, evenly spaced. */
static void thin_out(struct task *t, long most)
{
    const long all = t->split[SPLIT_TRAIN].n;
    int n = 0;

    if (!most || most >= all)
        return;
    int *which = memory_new((size_t)most * sizeof(*which));

    for (long i = 0; i < all; i++)
        if ((i + 1) * most / all != i * most / all)
            which[n++] = (int)i;
    task_keep(t, which, n);
    free(which);
    str_addf(&t->notes, "train: %d of them, evenly spaced\n", n);
}

static bool are_one_file(const char *a, const char *b)
{
    struct stat x, y;

    return !stat(a, &x) && !stat(b, &y) && file_is_same(&x, &y);
}

/* Check that valid's file is train's, even if it is written differently. */
static int check_held_file(struct corpus *c, struct error *e)
{
    char *train, *valid;
    bool one;

    if (corpus_find(c, SPLIT_TRAIN, &train, e))
        return -1;
    if (corpus_find(c, SPLIT_VALID, &valid, e)) {
        free(train);
        return -1;
    }
    one = are_one_file(train, valid);
    free(train);
    free(valid);
    return one ? 0
               : error_set(e,
                           "task.held_paragraphs: found valid '%s', expected "
                           "train's file, '%s'",
                           c->conf->valid, c->conf->train);
}

/* Check that train's file is cut into two in a valid way, and in one way
 * only. */
static int check_held(struct corpus *c, struct error *e)
{
    const struct span *conf = c->task->conf;

    if (conf->held_paragraphs == 1)
        return error_set(e, "task.held_paragraphs: found 1, which leaves no "
                            "paragraph to train on, expected 0 for none or a "
                            "number above 1");
    if (*conf->ids_train || *conf->ids_valid)
        return error_set(e,
                         "task.held_paragraphs: found %ld beside lists of "
                         "ids, expected one way of cutting train's file",
                         conf->held_paragraphs);
    return check_held_file(c, e);
}

static int load(struct corpus *c, struct span_features *f, struct error *e)
{
    const struct span *conf = c->task->conf;

    if (conf->held_paragraphs && check_held(c, e))
        return -1;
    if (span_features_begin(f, c->task, c->beside, e))
        return -1;
    for (enum split s = 0; s < SPLITS; s++) {
        if (read_split(c, s, f, e))
            return -1;
        if (s == SPLIT_TRAIN) {
            thin_out(c->task, conf->train_questions);
            corpus_forget(c);
        }
    }
    span_features_note(f, &c->task->notes);
    return corpus_end(c, e);
}

void span_begin(struct task *t, struct corpus *c, const char *beside)
{
    const struct span *conf = t->conf;

    *(struct span_answers *)t->settings =
        (struct span_answers){.longest = (int)conf->longest_span,
                              .may_be_none = conf->no_answer,
                              .ends = conf->ends};
    for (int s = 0; conf->within_sentence && s < SPLITS; s++)
        examples_add_column(&t->split[s], &sentence_marks);
    corpus_begin(c, t, &conf->corpus, beside);
    c->added = conf->no_answer;
    c->spelling = (enum vector_spelling)conf->spelling;
    c->characters = (int)conf->characters;
    c->offsets[0] = c->offsets[1] = true;
}

int span_load(struct task *t, const char *beside, struct error *e)
{
    struct span_features f = {0};
    struct corpus c;
    int bad;

    t->own = memory_zeroed(1, sizeof(struct span_own));
    span_begin(t, &c, beside);
    bad = load(&c, &f, e);
    corpus_release(&c);
    span_features_release(&f);
    return bad ? -1 : 0;
}

void span_split_clear(struct span_split *s)
{
    str_clear(&s->text);
    s->paragraphs = s->questions = s->golds = 0;
    s->offsets = 0;
}

void span_split_release(struct span_split *s)
{
    str_release(&s->text);
    free(s->paragraph);
    free(s->offset);
    free(s->question);
    free(s->gold);
}

void span_release(struct task *t)
{
    struct span_own *own = t->own;

    for (int i = 0; i < SPLITS; i++)
        span_split_release(&own->split[i]);
    free(own);
}

void span_split_image(struct span_split *s, struct image *m)
{
    image_str(m, &s->text);
    IMAGE_VALUE(m, s->paragraphs);
    IMAGE_VALUE(m, s->offsets);
    IMAGE_VALUE(m, s->questions);
    IMAGE_VALUE(m, s->golds);
    IMAGE_ARRAY(m, s->paragraph, s->paragraphs);
    IMAGE_ARRAY(m, s->offset, 2 * s->offsets);
    IMAGE_ARRAY(m, s->question, s->questions);
    IMAGE_ARRAY(m, s->gold, s->golds);
}

void span_image(struct task *t, struct image *m)
{
    struct span_own *own = t->own = image_room(m, t->own, sizeof(*own));

    for (int i = 0; i < SPLITS; i++)
        span_split_image(&own->split[i], m);
}
