/*
 * nli.c - entailment: does a premise entail a hypothesis (SciTail, SICK,
 * MultiNLI, SNLI as tab-separated files or JSON lines).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "task/corpus.h"

struct nli {
    struct corpus_config corpus;
    struct texts labels;
    char *skip;
};

static const struct field fields[] = {
    CORPUS_FIELDS,
    FIELD_TEXTS(struct nli, labels,
                "the labels and their order; none: entailment, neutral, "
                "contradiction"),
    FIELD_TEXT(struct nli, skip, "-",
               "rows with this label are left out (SNLI: no agreement)"),
    FIELD_END,
};

enum { ROLE_PREMISE, ROLE_HYPOTHESIS, ROLE_LABEL };
static const struct role roles[MAX_ROLES] = {
    [ROLE_PREMISE] = {.name = "premise", .member = "sentence1"},
    [ROLE_HYPOTHESIS] = {.name = "hypothesis", .member = "sentence2"},
    [ROLE_LABEL] = {.name = "label", .member = "gold_label"},
};

static int take_labels(struct task *t, struct error *e)
{
    static const char *const usual[] = {"entailment", "neutral",
                                        "contradiction"};
    const struct nli *c = t->conf;
    int n = c->labels.n ? c->labels.n : 3;

    t->class_name = memory_zeroed((size_t)n, sizeof(*t->class_name));
    for (; t->classes < n; t->classes++)
        t->class_name[t->classes] = memory_string(
            c->labels.n ? c->labels.text[t->classes] : usual[t->classes]);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (!strcmp(t->class_name[i], t->class_name[j]))
                return error_set(e, "task.labels: found '%s' twice",
                                 t->class_name[i]);
    return n > 1 ? 0 : error_set(e, "task.labels: found 1, expected 2 or more");
}

static int unknown_label(const struct task *t, const struct rows *rows,
                         const char *found, struct error *e)
{
    struct str known = {0};

    for (int i = 0; i < t->classes; i++)
        str_addf(&known, "%s%s",
                 !i                   ? ""
                 : i < t->classes - 1 ? ", "
                                      : " or ",
                 t->class_name[i]);
    rows_error(rows, e, "label: found '%.60s', expected %s", found,
               str_text(&known));
    str_release(&known);
    return -1;
}

static int class_of(const struct task *t, const char *label)
{
    for (int i = 0; i < t->classes; i++)
        if (!strcmp(t->class_name[i], label))
            return i;
    return -1;
}

static int read_rows(struct corpus *c, enum split split, struct rows *t,
                     struct error *e)
{
    const struct nli *conf = c->task->conf;
    struct cell cell[MAX_ROLES];
    long skipped = 0;
    int more;

    while ((more = rows_next(t, cell, e)) > 0) {
        const char *label = cell[ROLE_LABEL].text;
        int class = class_of(c->task, label);

        if (*conf->skip && !strcmp(label, conf->skip)) {
            skipped++;
            continue;
        }
        if (class < 0)
            return unknown_label(c->task, t, label, e);
        if (corpus_encode(c, split, 0, t, &cell[ROLE_PREMISE], e) ||
            corpus_encode(c, split, 1, t, &cell[ROLE_HYPOTHESIS], e))
            return -1;
        corpus_add(c, split, class, 0);
    }
    if (more < 0 || corpus_close(c, split, t, e))
        return -1;
    str_addf(&c->task->notes, "%s: %d pairs", split_names[split],
             c->task->split[split].n);
    if (skipped)
        str_addf(&c->task->notes, "; %ld rows labelled '%s' left out", skipped,
                 conf->skip);
    str_adds(&c->task->notes, "\n");
    return 0;
}

static int load(struct task *t, const char *beside, struct error *e)
{
    const struct nli *conf = t->conf;
    struct corpus c;
    int bad;

    corpus_begin(&c, t, &conf->corpus, beside);
    bad = take_labels(t, e);
    for (enum split s = 0; s < SPLITS && !bad; s++) {
        struct rows *rows;

        bad = corpus_open(&c, s, roles, &rows, e);
        if (!bad && rows)
            bad = read_rows(&c, s, rows, e);
        rows_close(rows);
    }
    if (!bad)
        bad = corpus_end(&c, e);
    corpus_release(&c);
    return bad;
}

static const struct metric metrics[] = {
    {"accuracy", "pairs whose likeliest label is right; ties: the first"},
    {0},
};

static void score(const struct task *t, enum split split,
                  const struct answer_sheet *a, double *value)
{
    const struct examples *x = &t->split[split];
    double right = 0;

    for (int i = 0; i < x->n; i++) {
        const float *p = a->score + (size_t)i * (size_t)a->width;
        int best = 0;

        for (int c = 1; c < a->width; c++)
            if (p[c] > p[best])
                best = c;
        right += isnan(p[best]) ? NAN : best == x->label[i];
    }
    value[0] = 100 * right / x->n;
}

static void show(const struct task *t, enum split split, int i, struct str *out)
{
    str_adds(out, "premise: ");
    corpus_show(t, split, 0, i, out);
    str_adds(out, "\nhypothesis: ");
    corpus_show(t, split, 1, i, out);
    str_addf(out, "\nlabel: %s\n", t->class_name[t->split[split].label[i]]);
}

const struct task_kind task_nli = {
    .is = {.name = "nli",
           .summary = "does the premise entail the hypothesis",
           .source = "Bowman et al. 2015 (SNLI); Williams et al. 2018 "
                     "(MultiNLI); Khot et al. 2018 (SciTail)",
           .fields = fields,
           .size = sizeof(struct nli)},
    .shape = SHAPE_PAIR,
    .head = HEAD_CLASS,
    .metrics = metrics,
    .load = load,
    .score = score,
    .show = show,
};
