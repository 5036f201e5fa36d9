/*
 * cloze.c - cloze questions: which of some candidates in a document has been
 * left out of a query?
 *
 * Each question is an example; a model's answer is the probabilities of the
 * candidates.  The query is its text with one token in place of what is left
 * out.
 */
#include "tasks/cloze/cloze.h"

#include <math.h>
#include <string.h>

#include "tasks/cloze/layouts.h"

static const char *const option_names[] = {"sum", "mean", NULL};
static const char *const entity_names[] = {"kept", "epoch", "batch", NULL};

static const struct field fields[] = {
    CORPUS_FILES("file, folder or archive"),
    FIELD_CHOICE(struct cloze, layout, 0, layout_names,
                 "how questions stand in files: the Children's Book Test, CNN "
                 "and Daily Mail, Who-did-What, bAbI, LAMBADA"),
    FIELD_BOOL(struct cloze, numbers, false,
               "cbt, babi: sentences' numbers are words of the document, as "
               "Kadlec et al. read them"),
    CORPUS_TOKENS(TOKENS_SPACES),
    CORPUS_NORMAL(false, NORMAL_NONE),
    FIELD_BOOL(struct cloze, enclosed, true,
               "queries stand between <begin> and <end>, as Dhingra et al. "
               "have them"),
    FIELD_INT(struct cloze, max_document, 0, 0, 1e6,
              "documents are cut to so many tokens; 0: never"),
    CORPUS_VOCABULARY,
    FIELD_INT(struct cloze, least_count, 1, 1, 1e9,
              "words that come less often than this are unknown to the "
              "model; candidates of such words are still found in the "
              "document"),
    CORPUS_VECTORS,
    CORPUS_SPELLING(struct cloze),
    CORPUS_UNKNOWN_VECTORS(UNKNOWN_OWN, false),
    FIELD_INT(struct cloze, characters, 10, 0, 1000,
              "characters kept of a word; 0: models see none"),
    FIELD_TEXTS(struct cloze, features,
                "what models read of the document's tokens: match, whether the "
                "query has the token (qe-comm)"),
    FIELD_CHOICE(struct cloze, options, OPTIONS_SUM, option_names,
                 "a candidate's probability: the sum over its tokens in the "
                 "document; mean: divided by how many tokens the candidate "
                 "has"),
    FIELD_BOOL(struct cloze, renormalise, true,
               "divide a candidate's probability by the sum over candidates "
               "(Dhingra et al. 2017, Eq. 8), else keep it over the whole "
               "document (Kadlec et al. 2016)"),
    FIELD_CHOICE(struct cloze, entities, ENTITIES_KEPT, entity_names,
                 "numbers of " ENTITY_WORD
                 "N in training: kept, or permuted anew each epoch or batch"),
    FIELD_END,
};

static const char *const apart[] = {CORPUS_APART,  "train",    "enclosed",
                                    "least_count", "spelling", "characters",
                                    "features",    "entities", "numbers",
                                    "renormalise", NULL};

static const struct metric metrics[] = {
    {"accuracy", "questions whose likeliest candidate is right"},
    {0},
};

/* --- answers -------------------------------------------------------------- */

const char *cloze_id(const struct task *t, enum split split, int i)
{
    const struct cloze_split *s = cloze_split(t, split);

    return s->text.s + s->question[i].text;
}

const char *cloze_candidate(const struct task *t, enum split split, int i,
                            int candidate)
{
    const char *text = cloze_id(t, split, i);

    for (int c = 0; c <= candidate; c++)
        text += strlen(text) + 1;
    return text;
}

int cloze_said(const struct answer_sheet *a, int i, float *p)
{
    return cloze_said_short(a, i, NULL, 0, p);
}

int cloze_said_short(const struct answer_sheet *a, int i, const int32_t *length,
                     int most, float *p)
{
    const struct values v = column_get(&a->column[CLOZE_SCORE], i);
    const float *score = v.at;
    int best = -1;

    *p = 0;
    for (int c = 0; c < v.n && !isnan(*p); c++)
        if ((!length || length[c] <= most) &&
            !(score[c] <= *p)) { /* the first NaN is the answer */
            best = c;
            *p = score[c];
        }
    return best;
}

static void tally(const struct task *t, enum split split,
                  const struct answer_sheet *a, struct units *u)
{
    const int32_t *right = examples_find(&t->split[split], &cloze_right)->ints;

    units_init(u, "question", a->n, 1);
    for (int i = 0; i < a->n; i++) {
        float p;
        const int said = cloze_said(a, i, &p);

        *units_at(u, i, 0) =
            (struct tally){.sum = said >= 0 && said == right[i], .of = 1};
        if (isnan(p))
            units_spoil(u, i);
    }
}

static void read_answer(const struct task *t, enum split split,
                        const struct answer_sheet *a, int i, struct str *out)
{
    float p;
    const int said = cloze_said(a, i, &p);

    if (said >= 0)
        str_adds(out, cloze_candidate(t, split, i, said));
}

static void show(const struct task *t, enum split split, int i, struct str *out)
{
    const struct examples *x = &t->split[split];
    const struct values counts = column_get(examples_find(x, &cloze_counts), i);
    const int32_t *count = counts.at;
    const int32_t right = examples_find(x, &cloze_right)->ints[i];

    str_addf(out, "id: %s\ndocument: ", cloze_id(t, split, i));
    corpus_show(t, split, 0, i, out);
    str_adds(out, "\nquery: ");
    corpus_show(t, split, 1, i, out);
    str_addf(out, "\nanswer: %s\ncandidates and their tokens there:",
             right < 0 ? "(no candidate)"
                       : cloze_candidate(t, split, i, right));
    for (int c = 0; c < counts.n; c++)
        str_addf(out, "%s %s (%d)", c ? "," : "",
                 cloze_candidate(t, split, i, c), (int)count[c]);
    str_adds(out, "\n");
}

const struct task_kind task_cloze = {
    .is = {.name = "cloze",
           .summary = "find what is left out of a query among candidates",
           .source = "Hermann et al. 2015; Hill et al. 2016; Onishi et al. "
                     "2016",
           .fields = fields,
           .size = sizeof(struct cloze)},
    .shape = SHAPE_DOCUMENT_QUERY,
    .head = &head_cloze,
    .columns = cloze_columns,
    .features = cloze_features,
    .sample = "1 A cat saw a dog .\n2 The dog ran .\n"
              "3 The XXXXX ran after it .\tcat\t\tcat|dog\n\n"
              "1 A hen saw a fox .\n2 The fox slept .\n"
              "3 The XXXXX slept .\tfox\t\tfox|hen\n\n",
    .metrics = metrics,
    .apart = apart,
    .load = cloze_load,
    .keep = cloze_keep,
    .release = cloze_release,
    .image = cloze_image,
    .tally = tally,
    .traits = cloze_traits,
    .describe = cloze_describe,
    .id = cloze_id,
    .read = read_answer,
    .fresh = &cloze_fresh,
    .show = show,
};
