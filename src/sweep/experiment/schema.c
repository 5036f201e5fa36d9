/* schema.c - the meaning of experiment files in earlier schemas. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "sweep/experiment/experiment_internal.h"

/* A field that had another default, or did not exist (NULL), up to and
 * including a schema. */
static const struct then {
    int schema;
    const char *field, *preset;
} then[] = {
    {1, "train.grains", "16"},
    {1, "train.products", NULL},
    {1, "task.held_out", NULL},
    {2, "model.attention.gate", "plain"},
    {2, "model.attention.scale", "false"},
    {2, "train.optimizer.kind", NULL},
    {2, "train.average.kind", NULL},
    {1, "train.l2", NULL},
    {1, "train.l2_in_loss", NULL},
    {1, "train.clip_element", NULL},
    {1, "train.lazy_rows", NULL},
    {1, "train.batch_by_length", NULL},
    {1, "train.evaluate_examples", NULL},
    {1, "model.attention.mean", NULL},
    {1, "model.attention.learned", NULL},
    {1, "model.train_vectors", NULL},
    {1, "task.beam", NULL},
    {1, "task.n_best", NULL},
    {1, "task.length_penalty", NULL},
    {1, "train.inspect", NULL},
    {1, "model.features", NULL},
    {1, "model.attention.gate_at_start", NULL},
    {1, "model.attention.spread_at_start", NULL},
    {1, "model.attention.constant", NULL},
    {1, "model.attention.lambda_at_start", NULL},
    {1, "task.subwords", NULL},
    {1, "task.trees", NULL},
    {1, "model.pooling", NULL},
    {1, "task.wide", NULL},
    {1, "task.end", NULL},
    {1, "task.share", NULL},
    {1, "train.whole_epochs", NULL},
    {1, "train.halve_after", NULL},
};
#define THEN (sizeof(then) / sizeof(then[0]))

/* A field that had another name, up to and including a schema. */
static const struct moved {
    int schema;
    const char *was, *is;
} moved[] = {
    {2, "train.beta1", "train.optimizer.beta1"},
    {2, "train.beta2", "train.optimizer.beta2"},
    {2, "train.epsilon", "train.optimizer.epsilon"},
};
#define MOVED (sizeof(moved) / sizeof(moved[0]))

const char *schema_name(int schema, const char *name)
{
    for (size_t i = 0; i < MOVED; i++)
        if (schema <= moved[i].schema && strcmp(name, moved[i].was) == 0)
            return moved[i].is;
    return name;
}

int schema_set(int schema, struct document *d, struct error *e)
{
    for (size_t i = 0; i < MOVED; i++)
        if (schema <= moved[i].schema &&
            document_move(d, moved[i].was, moved[i].is, "schema", e))
            return -1;
    for (size_t i = 0; i < THEN; i++)
        if (schema <= then[i].schema && then[i].preset &&
            document_preset(d, then[i].field, then[i].preset, "schema", e))
            return -1;
    return 0;
}

/* Return how a line's field was different then, NULL if it was not. */
static const struct then *changed(int schema, const struct field_line *l)
{
    for (size_t i = 0; i < THEN; i++)
        if (schema <= then[i].schema && field_line_is(l, then[i].field))
            return &then[i];
    return NULL;
}

/* In earlier schemas no kind could be unset. */
static bool is_unset(const struct field_line *l)
{
    static const char end[] = ".kind: " KIND_UNSET;
    const size_t n = sizeof(end) - 1;

    return l->len >= n && !memcmp(l->name + l->len - n, end, n);
}

/* True if a text of that schema has this line.  `given`: today's texts have it,
 * since the value is not today's default. */
static bool was_written(int schema, const struct field_line *l, bool given)
{
    const struct then *t = changed(schema, l);

    if (is_unset(l))
        return false;
    if (!t)
        return schema == 1 || given;
    if (!t->preset)
        return false;
    return schema == 1 || strlen(t->preset) != l->value_len ||
           memcmp(l->value, t->preset, l->value_len) != 0;
}

/* Append a line with the name that its field had then. */
static void add_line(int schema, const struct field_line *l, struct str *out)
{
    size_t renamed = 0;

    /* In schema 1, which wrote every field, the only optimiser was written
     * before the rates. */
    if (schema == 1 && field_line_is(l, "train.learning_rate"))
        str_adds(out, "train.optimizer: adam\n");
    for (size_t i = 0; i < MOVED && !renamed; i++)
        if (schema <= moved[i].schema && field_line_is(l, moved[i].is)) {
            str_adds(out, moved[i].was);
            renamed = l->name_len;
        }
    str_add(out, l->name + renamed, l->len + 1 - renamed);
}

void schema_text(int schema, const struct trial_config *c, struct str *out)
{
    struct str given = {0};
    const char *next, *at = c->whole;

    if (schema > 1)
        str_addf(out, "schema: %d\n", schema);
    trial_config_text(c, TEXT_GIVEN, &given);
    next = str_text(&given); /* its lines are in the whole text, in the same
                                order */
    for (struct field_line l; field_line_next(&at, &l);) {
        const size_t n = l.len + 1; /* with the line end */
        const bool today = strncmp(next, l.name, n) == 0;

        if (was_written(schema, &l, today))
            add_line(schema, &l, out);
        next += today ? n : 0;
    }
    str_release(&given);
}

int experiment_text_schema(const char *text)
{
    int schema;

    if (strncmp(text, "name: ", 6) == 0)
        return 1;
    if (sscanf(text, "schema: %d\n", &schema) == 1 && schema > 1 &&
        schema <= EXPERIMENT_SCHEMA)
        return schema;
    return 0;
}
