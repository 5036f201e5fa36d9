#include "engine/model/model.h"

#include <assert.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/core/str.h"
#include "engine/attention/observer.h"

#define KIND(name) extern const struct model_kind model_##name;
#include "engine/model/kinds.def"
#undef KIND

#define KIND(name) &model_##name.is,
static const struct kind *const list[] = {
#include "engine/model/kinds.def"
    NULL,
};
#undef KIND

static const char *lacks(const struct kind *kind)
{
    const struct model_kind *k = (const struct model_kind *)kind;

    if (!k->shapes)
        return "shapes";
    if (!k->build)
        return "build()";
    const bool scores = k->scores || k->token_scores || k->end_scores;

    if (!scores && !k->loss && !k->answer)
        return "scores(), token_scores(), end_scores(), or loss() and "
               "answer()";
    if (k->answer && !k->loss)
        return "loss()";
    return k->loss && !k->answer && !k->token_scores && !k->end_scores
               ? "answer()"
               : NULL;
}

const struct kinds model_kinds = {
    .sort = "model", .list = list, .lacks = lacks};

void model_reads(const struct model_kind *k, struct str *out)
{
    const char *name[SHAPES];
    int n = 0;

    for (int i = 0; i < SHAPES; i++)
        if (k->shapes & 1u << i)
            name[n++] = shapes[i].name;
    names_list(name, n, out);
}

void model_gives(const struct model_kind *k, struct str *out)
{
    const char **name;
    int n = kinds_list(&head_kinds, &name), kept = 0;

    for (int i = 0; i < n; i++)
        if (model_answers(k, (const struct head_kind *)head_kinds.list[i]))
            name[kept++] = name[i];
    names_list(name, kept, out);
    free(name);
}

static int refuse(const struct model_kind *k, const struct model_spec *spec,
                  struct error *e)
{
    struct str reads = {0}, heads = {0};

    model_reads(k, &reads);
    model_gives(k, &heads);
    error_set(e,
              "task '%s' gives shape %s and wants answer %s; model '%s' reads "
              "%s and answers %s",
              spec->task, shapes[spec->shape].name, spec->head.kind->is.name,
              k->is.name, str_text(&reads), str_text(&heads));
    str_release(&reads);
    str_release(&heads);
    return -1;
}

struct model *model_new(const struct chosen *kind,
                        const struct model_spec *spec, struct error *e)
{
    /* `is` comes first in every kind */
    const struct model_kind *k = (const struct model_kind *)kind->kind;

    if (!(k->shapes & 1u << spec->shape) ||
        !model_answers(k, spec->head.kind)) {
        refuse(k, spec, e);
        return NULL;
    }
    struct model *m = memory_zeroed(1, sizeof(*m));

    m->kind = k;
    m->conf = kind->conf;
    m->spec = *spec;
    m->head = head_find(spec->head.kind, spec);
    if ((k->check_shape && k->check_shape(m->conf, spec->shape, e)) ||
        k->build(m, e) || params_check(&m->params, e)) {
        error_in(e, "model '%s'", k->is.name);
        model_free(m);
        return NULL;
    }
    return m;
}

void model_free(struct model *m)
{
    if (!m)
        return;
    if (m->kind->release)
        m->kind->release(m);
    else
        free(m->own);
    params_release(&m->params);
    free(m);
}

/* What the head reads: scores of examples, of tokens or of ends. */
static struct node *read_scores(struct tape *t, const struct model *m,
                                const struct grain *g)
{
    const enum head_reads reads = m->spec.head.kind->reads;
    const struct model_kind *k = m->kind;

    return (reads == READS_SCORES ? k->scores
            : reads == READS_ENDS ? k->end_scores
                                  : k->token_scores)(t, m, g);
}

struct node *model_head_loss(struct tape *t, const struct model *m,
                             const struct grain *g, struct node *scores,
                             float label_smoothing)
{
    const struct head *h = &m->spec.head;
    const struct head_grain read = head_pick(&m->head, g);

    return h->kind->loss(t, h->settings, &read, scores, label_smoothing);
}

struct node *model_loss(struct tape *t, const struct model *m,
                        const struct grain *g, float label_smoothing)
{
    if (m->kind->loss)
        return m->kind->loss(t, m, g, label_smoothing);
    return model_head_loss(t, m, g, read_scores(t, m, g), label_smoothing);
}

struct node *model_outcome(struct tape *t, const struct model *m,
                           const struct grain *g)
{
    const struct head_kind *head = m->spec.head.kind;

    if (head->reads == READS_SEQUENCE)
        return m->kind->loss(t, m, g, 0.0f);
    struct node *scores = read_scores(t, m, g);

    if (head->point && t->observer && t->observer->on_scores) {
        const struct head_grain read = head_pick(&m->head, g);
        const struct token_shares p = head->point(t, &read, scores);

        t->observer->on_scores(t->observer, &p);
    }
    return scores;
}

void model_answer(struct tape *t, const struct model *m, const struct grain *g,
                  struct answers *out)
{
    const struct head *h = &m->spec.head;
    const struct head_grain read = head_pick(&m->head, g);

    if (h->kind->reads == READS_SEQUENCE)
        m->kind->answer(t, m, g, out);
    else
        h->kind->answer(t, h->settings, &read, read_scores(t, m, g), out);
}
