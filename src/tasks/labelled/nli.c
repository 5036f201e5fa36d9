/*
 * nli.c - the task `nli`: does a premise entail a hypothesis (SciTail, SICK,
 * MultiNLI, SNLI as tab-separated files or JSON lines).
 */
#include "tasks/labelled/classes.h"

static const struct field fields[] = {CLASSES_FIELDS, FIELD_END};

static const struct role roles[MAX_ROLES] = {
    {.name = "premise", .member = "sentence1"},
    {.name = "hypothesis", .member = "sentence2"},
    {.name = "label", .member = "gold_label"},
};
static const char *const usual[] = {"entailment", "neutral", "contradiction",
                                    NULL};
static const struct classes classes = {.role = roles, .usual = usual};
static const struct fresh_kind fresh =
    CORPUS_FRESH(roles, 2, corpus_fresh_begin);

static const struct trait_kind traits[] = {
    {"premise", NULL, "tokens of the premise"},
    {"hypothesis", NULL, "tokens of the hypothesis"},
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

const struct task_kind task_nli = {
    .is = {.name = "nli",
           .summary = "does the premise entail the hypothesis",
           .source = "Bowman et al. 2015 (SNLI); Williams et al. 2018 "
                     "(MultiNLI); Khot et al. 2018 (SciTail)",
           .fields = fields,
           .size = sizeof(struct classes_config)},
    .shape = SHAPE_PAIR,
    .head = &head_class,
    .columns = classes_columns,
    .sample = "A man eats .\tSomebody eats .\tentailment\n"
              "A man eats .\tNobody eats .\tcontradiction\n"
              "A man eats .\tA man sings .\tneutral\n",
    .metrics = classes_metrics,
    .apart = corpus_apart,
    .load = load,
    .tally = classes_tally,
    .line = classes_line,
    .traits = traits,
    .describe = task_lengths,
    .fresh = &fresh,
    .show = show,
};
