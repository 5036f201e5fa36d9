/*
 * sentiment.c - the task `sentiment`: the label of a text (SST-2, SST-5 and
 * IMDb as tab-separated files, SST's trees).
 */
#include "tasks/labelled/classes.h"

enum tree_texts { TREES_NONE, TREES_SENTENCES, TREES_PHRASES };
static const char *const tree_texts_names[] = {"none", "sentences", "phrases",
                                               NULL};

struct sentiment {
    struct classes_config classes;
    int trees; /* in train; other splits use sentences */
    bool end;  /* each text ends with TOKEN_END */
};

static const struct field fields[] = {
    CLASSES_FIELDS,
    FIELD_CHOICE(struct sentiment, trees, TREES_NONE, tree_texts_names,
                 "files are of trees, one a line, labelled 0 to 4 at each "
                 "node: trained on are sentences, or all phrases of train, "
                 "each once by its letters as they stand, large or small"),
    FIELD_BOOL(struct sentiment, end, false,
               "<end> stands behind a text and is one of its tokens; one that "
               "max_tokens cuts has none (Tensor2Tensor: Text2ClassProblem)"),
    FIELD_END,
};

static const char *const apart[] = {CORPUS_APART_TOKENS, "end", NULL};

static int check_fresh(const void *conf, struct error *e)
{
    const struct sentiment *s = conf;

    if (s->trees == TREES_PHRASES && s->classes.held_out)
        return error_set(e,
                         "held_out: found %ld with trees: phrases, which are "
                         "parts of sentences that stay in train; expected a "
                         "file of valid",
                         s->classes.held_out);
    return 0;
}

static int check(const void *conf, struct error *e)
{
    const struct sentiment *s = conf;
    const struct corpus_config *c = &s->classes.corpus;

    if (s->trees && (c->columns.n || c->header || c->format))
        return error_set(e,
                         "trees: found %s with columns, header or format, "
                         "which are of rows",
                         tree_texts_names[s->trees]);
    return 0;
}

static const struct role roles[MAX_ROLES] = {
    {.name = "text", .member = "text"},
    {.name = "label", .member = "label"},
};
static const char *const usual[] = {"0", "1", NULL};

static const struct row_format *format(const void *conf, enum split split)
{
    const struct sentiment *s = conf;

    if (s->trees == TREES_PHRASES && split == SPLIT_TRAIN)
        return &rows_tree_phrases;
    return s->trees ? &rows_tree_sentences : NULL;
}

static void begin(struct corpus *c)
{
    c->ends = ((const struct sentiment *)c->task->conf)->end;
}

static const struct classes classes = {
    .role = roles, .usual = usual, .format = format, .begin = begin};

static int begin_fresh(struct fresh *f, const char *beside, struct error *e)
{
    const int bad = corpus_fresh_begin(f, beside, e);

    begin(f->way);
    return bad;
}

static const struct fresh_kind fresh = CORPUS_FRESH(roles, 1, begin_fresh);

static const struct trait_kind traits[] = {
    {"text", NULL, "tokens of the text"},
    {0},
};

static int load(struct task *t, const char *beside, struct error *e)
{
    return classes_load(t, &classes, beside, e);
}

static void show(const struct task *t, enum split split, int i, struct str *out)
{
    classes_show(t, &classes, split, i, out);
}

const struct task_kind task_sentiment = {
    .is = {.name = "sentiment",
           .summary = "the label of a text: is it positive",
           .source = "Socher et al. 2013 (SST); Maas et al. 2011 (IMDb)",
           .fields = fields,
           .size = sizeof(struct sentiment),
           .check = check,
           .fresh = check_fresh},
    .shape = SHAPE_SEQUENCE,
    .head = &head_class,
    .columns = classes_columns,
    .sample = "A moving film .\t1\n"
              "It never ends .\t0\n",
    .metrics = classes_metrics,
    .apart = apart,
    .load = load,
    .tally = classes_tally,
    .line = classes_line,
    .traits = traits,
    .describe = task_lengths,
    .fresh = &fresh,
    .show = show,
};
