/* open_load.c - makes examples of files of questions with passages. */
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/task/data_path.h"
#include "tasks/open/open_example.h"

/* --- fields --------------------------------------------------------------- */

int open_features(const void *conf, struct feature out[MAX_FEATURES])
{
    const struct cloze as = open_as_cloze(conf);

    return open_picks(conf) ? cloze_features(&as, out)
                            : span_features_list(conf, out);
}

/* Tags are found by the text of a file, and joined passages are not one. */
static int check_features(const struct open *conf, struct error *e)
{
    static const enum span_feature tagged[] = {SPAN_POS, SPAN_NER};
    const struct cloze as = open_as_cloze(conf);

    if (open_picks(conf))
        return cloze_check_features(&as, e);
    for (int i = 0; i < 2; i++)
        if (span_feature_is_asked(&conf->span, tagged[i]))
            return error_set(e,
                             "task.features: found '%s', expected match, "
                             "lower, lemma, frequency, frequency_both, type or "
                             "type_decaprop: joined passages have no tags",
                             span_features_known[tagged[i]].name);
    return 0;
}

static int check_files(const struct open *conf, enum split split,
                       struct error *e)
{
    const bool quasar = conf->layout == OPEN_QUASAR;
    const bool there = *corpus_file(&conf->span.corpus, split) != 0;
    const char *name = split_names[split];

    if (*conf->contexts[split] && (!quasar || !there))
        return error_set(e,
                         "task.contexts_%s: found '%s', expected none with %s",
                         name, conf->contexts[split],
                         quasar ? "no file of questions"
                                : "layout searchqa, whose one file has all");
    if (*conf->candidates[split] && (!quasar || !there || !open_picks(conf)))
        return error_set(e,
                         "task.candidates_%s: found '%s', expected none but "
                         "with layout quasar, a file of questions and answers: "
                         "candidates",
                         name, conf->candidates[split]);
    if (quasar && there && !*conf->contexts[split])
        return error_set(e,
                         "task.contexts_%s: found no file's name, expected "
                         "that of the contexts of %s",
                         name, corpus_file(&conf->span.corpus, split));
    return 0;
}

int open_refuse_unread(const void *conf, struct error *e)
{
    static const char *const of_spans[] = {
        "quotes",       "longest_span", "within_sentence",
        "ends",         "features_of",  "unmatched",
        "max_query",    "max_answer",   "max_query_scored"};
    struct str is = {0};

    if (!open_picks(conf))
        return 0;
    for (size_t i = 0; i < sizeof(of_spans) / sizeof(*of_spans); i++) {
        const struct field *f = field_find(task_open.is.fields, of_spans[i]);

        field_text(f, (const char *)conf + f->offset, "", TEXT_GIVEN, &is);
        if (!is.len)
            continue; /* otherwise it would be ": VALUE" and the line's end */
        error_set(e, "%s: found%.*s, expected answers: span beside it",
                  f->name, (int)is.len - 2, str_text(&is) + 1);
        str_release(&is);
        return -1;
    }
    str_release(&is);
    return 0;
}

static int check(const struct open *conf, struct error *e)
{
    if (conf->order == ORDER_SCORE && conf->layout != OPEN_QUASAR)
        return error_set(e, "task.order: found score, expected file: passages "
                            "of layout searchqa have no scores");
    for (enum split s = 0; s < SPLITS; s++)
        if (check_files(conf, s, e))
            return -1;
    return check_features(conf, e);
}

/* --- notes ---------------------------------------------------------------- */

static void note_train(const struct open_reader *r, struct str *s)
{
    str_addf(s, "train: %d questions", r->questions);
    span_reader_add_reasons(&r->span, s);
    str_addf(s, "; trained on %d", r->corpus->task->split[SPLIT_TRAIN].n);
    if (r->first)
        str_addf(s, ", %d of them with the first token for an answer",
                 r->first);
    str_adds(s, "\n");
}

static void note_scored(const struct open_reader *r, struct str *s)
{
    const int n = r->corpus->task->split[r->split].n;
    const char *split = split_names[r->split];

    if (r->unanswerable)
        str_addf(s,
                 "%s: %d questions whose answer no passage has are left out "
                 "(task.scored: answerable)\n",
                 split, r->unanswerable);
    str_addf(s,
             "%s: scored over %d questions; of %d the answer is not in what "
             "is read\n",
             split, n, r->not_found);
    if (r->wordless)
        str_addf(s,
                 "%s: %d questions have an answer without words by SQuAD's "
                 "normal form: an answer without words is right\n",
                 split, r->wordless);
    if (r->span.cut_documents || r->span.cut_queries)
        str_addf(s,
                 "%s: %d questions whose document is cut to %ld tokens, %d "
                 "cut to %ld\n",
                 split, r->span.cut_documents,
                 r->conf->span.max_document_scored, r->span.cut_queries,
                 r->conf->span.max_query_scored);
}

static void note(const struct open_reader *r, int skipped)
{
    struct str *s = &r->corpus->task->notes;
    const char *split = split_names[r->split];

    if (r->picks)
        cloze_note(&r->cloze);
    else if (r->empty)
        str_addf(s, "%s: %d questions have no passage\n", split, r->empty);
    if (r->by_runs)
        str_addf(s,
                 "%s: candidates of %d questions are runs of capitalised words "
                 "and numbers of the document\n",
                 split, r->by_runs);
    if (r->by_words)
        str_addf(s,
                 "%s: candidates of %d questions are all words of the "
                 "document, which has no such run\n",
                 split, r->by_words);
    if (r->split != SPLIT_TRAIN)
        note_scored(r, s);
    else if (!r->picks)
        note_train(r, s);
    if (skipped)
        str_addf(s, "%s: %d lines without a question or an answer are stepped "
                    "over\n",
                 split, skipped);
}

/* --- files ---------------------------------------------------------------- */

static int all_left_out(const struct open_reader *r, struct error *e)
{
    struct str s = {0};

    if (r->unanswerable)
        str_addf(&s, "; %d have their answer in no passage", r->unanswerable);
    if (r->picks)
        cloze_add_lacks(&r->cloze, &s);
    else
        span_reader_add_reasons(&r->span, &s);
    error_set(e,
              "task.%s: file '%s': found %d questions%.*s, expected one or "
              "more that are not left out",
              split_names[r->split],
              corpus_file(&r->conf->span.corpus, r->split), r->questions,
              (int)(s.len - (s.len && s.s[s.len - 1] == '\n')), str_text(&s));
    str_release(&s);
    return -1;
}

/* Find the paths of a split's files, which the caller frees; NULL if there is
 * none. */
static int find_paths(struct corpus *c, enum split split,
                      char *path[OPEN_FILES], struct error *e)
{
    const struct open *conf = c->task->conf;
    const char *const name[] = {[OPEN_CONTEXTS] = conf->contexts[split],
                                [OPEN_CANDIDATES] = conf->candidates[split]};

    if (corpus_find(c, split, &path[OPEN_QUESTIONS], e))
        return -1;
    for (int i = OPEN_CONTEXTS; i < OPEN_FILES; i++)
        if (*name[i] && data_path(name[i], c->beside, &path[i], e))
            return error_in(e, "task.%s_%s",
                            i == OPEN_CONTEXTS ? "contexts" : "candidates",
                            split_names[split]);
    return 0;
}

static int read_questions(struct open_reader *r, struct open_files *f,
                          struct error *e)
{
    struct error inner = {0};
    struct open_question q;
    int more;

    while ((more = open_files_next(f, &q, e)) > 0)
        if (open_take(r, &q, &inner))
            return open_files_error(f, e, inner.text);
    return more;
}

static int end_files(struct open_reader *r, struct open_files *f,
                     struct error *e)
{
    const struct open *conf = r->conf;
    struct task *t = r->corpus->task;

    if (r->questions && !t->split[r->split].n)
        return all_left_out(r, e);
    if (!r->questions && f->skipped)
        return error_set(e,
                         "task.%s: file '%s': found %d lines without a "
                         "question or an answer, expected one or more with "
                         "both",
                         split_names[r->split],
                         corpus_file(&conf->span.corpus, r->split), f->skipped);
    if (corpus_done(r->corpus, r->split, open_files_digest(f, OPEN_QUESTIONS),
                    e))
        return -1;
    if (f->file[OPEN_CONTEXTS])
        task_add_file(t, conf->contexts[r->split],
                      open_files_digest(f, OPEN_CONTEXTS), r->split);
    if (f->file[OPEN_CANDIDATES])
        task_add_file(t, conf->candidates[r->split],
                      open_files_digest(f, OPEN_CANDIDATES),
                      SOURCE_CANDIDATES);
    note(r, f->skipped);
    return 0;
}

static int read_files(struct open_reader *r, char *const path[OPEN_FILES],
                      struct error *e)
{
    struct open_files *f = open_files_open((enum open_layout)r->conf->layout,
                                           (const char *const *)path, e);
    int bad;

    if (!f)
        return -1;
    bad = read_questions(r, f, e) || end_files(r, f, e);
    open_files_close(f);
    return bad ? -1 : 0;
}

static int read_split(struct corpus *c, enum split split,
                      struct span_features *f, struct error *e)
{
    char *path[OPEN_FILES] = {NULL};
    struct open_reader r;
    int bad;

    open_reader_init(&r, c, split, f);
    bad = find_paths(c, split, path, e) ||
          (path[OPEN_QUESTIONS] && read_files(&r, path, e));
    for (int i = 0; i < OPEN_FILES; i++)
        free(path[i]);
    open_reader_release(&r);
    return bad ? -1 : 0;
}

/* --- the task ------------------------------------------------------------- */

/* The published pair of metrics is over answers of one token, and over those of
 * several. */
static void find_uncounted(struct task *t)
{
    const struct open_own *own = t->own;

    for (int s = 0; s < SPLITS; s++) {
        const struct open_split *o = &own->open[s];
        bool one = false, several = false;

        for (int i = 0; i < o->questions; i++)
            *(o->question[i].token ? &one : &several) = true;
        if (!o->questions)
            continue;
        t->uncounted[s] = (one ? 0 : 1u << OPEN_ONE_WORD) |
                          (several ? 0 : 1u << OPEN_SEVERAL);
    }
}

static int load(struct corpus *c, struct span_features *f, struct error *e)
{
    const struct open *conf = c->task->conf;
    const bool picks = open_picks(conf);

    if (check(conf, e) ||
        (!picks && span_features_begin(f, c->task, c->beside, e)))
        return -1;
    c->gathers = picks;
    for (enum split s = 0; s < SPLITS; s++) {
        if (read_split(c, s, f, e))
            return -1;
        if (s == SPLIT_TRAIN && !picks)
            corpus_forget(c);
    }
    if (picks)
        corpus_forget(c);
    find_uncounted(c->task);
    return corpus_end(c, e);
}

int open_load(struct task *t, const char *beside, struct error *e)
{
    struct span_features f = {0};
    struct corpus c;
    int bad;

    t->own = memory_zeroed(1, sizeof(struct open_own));
    open_begin(t, &c, beside);
    bad = load(&c, &f, e);
    corpus_release(&c);
    if (!open_picks(t->conf))
        span_features_release(&f);
    return bad ? -1 : 0;
}

void open_release(struct task *t)
{
    struct open_own *own = t->own;

    for (int i = 0; i < SPLITS; i++) {
        if (open_picks(t->conf))
            cloze_split_release(&own->cloze.split[i]);
        else
            span_split_release(&own->span.split[i]);
        str_release(&own->open[i].text);
        free(own->open[i].question);
    }
    free(own);
}

void open_keep(struct task *t, const int *which, int n)
{
    struct open_own *own = t->own;
    struct open_split *s = &own->open[SPLIT_TRAIN];

    if (open_picks(t->conf))
        cloze_keep(t, which, n);
    else
        span_keep(t, which, n);
    for (int i = 0; i < n; i++)
        s->question[i] = s->question[which[i]];
    s->questions = n;
}

void open_image(struct task *t, struct image *m)
{
    struct open_own *own = t->own = image_room(m, t->own, sizeof(*own));

    for (int i = 0; i < SPLITS; i++) {
        struct open_split *s = &own->open[i];

        if (open_picks(t->conf))
            cloze_split_image(&own->cloze.split[i], m);
        else
            span_split_image(&own->span.split[i], m);
        image_str(m, &s->text);
        IMAGE_VALUE(m, s->questions);
        IMAGE_ARRAY(m, s->question, s->questions);
    }
}
