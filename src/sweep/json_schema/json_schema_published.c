/* json_schema_published.c - the JSON Schema of published numbers, and what a
 * file must have with each kind of task. */
#include <string.h>

#include "sweep/experiment/experiment_internal.h"
#include "sweep/json_schema/json_schema_internal.h"

/* --- published: ----------------------------------------------------------- */

/* True if an earlier task has a metric of that name. */
static bool is_known(const struct kind *const *task, const char *metric)
{
    for (const struct kind *const *k = task_kinds.list; k < task; k++)
        for (const struct metric *m = ((const struct task_kind *)*k)->metrics;
             m->name; m++)
            if (!strcmp(m->name, metric))
                return true;
    return false;
}

static void put_metric(struct str *out, const struct metric *m)
{
    for (int split = 0; split < SPLITS; split++) {
        struct str name = {0};

        str_addf(&name, "%s.%s", split_names[split], m->name);
        json_begin(out, str_text(&name), '{');
        json_put_text(out, "description", m->help);
        json_put_text(out, "type", "number");
        json_finish(out, '}');
        str_release(&name);
    }
}

static void put_metrics(struct str *out)
{
    for (const struct kind *const *k = task_kinds.list; *k; k++)
        for (const struct metric *m = ((const struct task_kind *)*k)->metrics;
             m->name; m++)
            if (!is_known(k, m->name))
                put_metric(out, m);
}

void put_published(struct str *out)
{
    json_begin(out, "published", '{');
    json_put_text(out, "type", "array");
    json_begin(out, "items", '{');
    json_put_text(out, "type", "object");
    json_begin(out, "properties", '{');
    json_begin(out, "where", '{');
    json_put_text(out, "description",
                  "fields of the trials that the numbers stand beside");
    json_begin(out, "allOf", '[');
    put_ref(out, NULL, "where");
    json_finish(out, ']');
    json_finish(out, '}');
    put_json(out, "source",
             "'description': 'where they were published',"
             "'type': ['string', 'number', 'boolean', 'null'], 'minLength': 1");
    put_metrics(out);
    json_finish(out, '}');
    json_put_bool(out, "additionalProperties", false);
    put_required(out, "source");
    put_json(out, "if", "'required': ['where']"); /* at least one metric */
    put_json(out, "then", "'minProperties': 3");
    put_json(out, "else", "'minProperties': 2");
    json_finish(out, '}');
    json_finish(out, '}');
}

/* --- conditions on the kind of task --------------------------------------- */

/* Write the metrics of a task, after "enum". */
static void put_metric_names(struct str *out, const struct task_kind *k,
                             bool only_valid)
{
    char **names;
    const int n = metric_names(k, only_valid, &names);

    for (int i = 0; i < n; i++)
        json_put_text(out, NULL, names[i]);
    metric_names_free(names, n);
}

static void put_goal(struct str *out, const char *direction,
                     const struct task_kind *k)
{
    json_begin(out, direction, '{');
    json_begin(out, "enum", '[');
    put_metric_names(out, k, true);
    json_finish(out, ']');
    json_finish(out, '}');
}

/* Begin "NAME": {"properties": {; the caller finishes it. */
static void begin_within(struct str *out, const char *name)
{
    json_begin(out, name, '{');
    json_begin(out, "properties", '{');
}

static void finish_within(struct str *out)
{
    json_finish(out, '}');
    json_finish(out, '}');
}

static void put_sections(struct str *out, const struct task_kind *k)
{
    json_begin(out, "properties", '{');
    begin_within(out, "sweep");
    begin_within(out, "goal");
    put_goal(out, "maximize", k);
    put_goal(out, "minimize", k);
    finish_within(out);
    finish_within(out);
    json_begin(out, "published", '{');
    json_begin(out, "items", '{');
    json_begin(out, "propertyNames", '{');
    json_begin(out, "enum", '[');
    json_put_text(out, NULL, "where");
    json_put_text(out, NULL, "source");
    put_metric_names(out, k, false);
    json_finish(out, ']');
    json_finish(out, '}');
    json_finish(out, '}');
    json_finish(out, '}');
    json_finish(out, '}');
}

static bool has_required(const struct field *fields)
{
    for (const struct field *f = fields; f->type; f++)
        if (f->required)
            return true;
    return false;
}

/* Required fields, unless a sweep may give them in each trial. */
static void put_required_fields(struct str *out, const struct field *fields)
{
    if (!has_required(fields))
        return;
    put_json(out, "if", "'required': ['sweep']");
    begin_within(out, "else");
    json_begin(out, "task", '{');
    json_put_text(out, "type", "object");
    json_begin(out, "required", '[');
    for (const struct field *f = fields; f->type; f++)
        if (f->required)
            json_put_text(out, NULL, f->name);
    json_finish(out, ']');
    json_finish(out, '}');
    finish_within(out);
}

void put_task_rules(struct str *out)
{
    for (const struct kind *const *k = task_kinds.list; *k; k++) {
        json_begin(out, NULL, '{');
        begin_within(out, "if");
        put_is_kind(out, "task", (*k)->name);
        json_finish(out, '}');
        put_required(out, "task");
        json_finish(out, '}');
        json_begin(out, "then", '{');
        put_sections(out, (const struct task_kind *)*k);
        put_required_fields(out, (*k)->fields);
        json_finish(out, '}');
        json_finish(out, '}');
    }
}
