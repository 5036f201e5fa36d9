/* json_schema.c - the JSON Schema of experiment files. */
#include "sweep/json_schema/json_schema.h"

#include "engine/model/model.h"
#include "engine/task/task.h"
#include "sweep/experiment/experiment.h"
#include "sweep/json_schema/json_schema_internal.h"

/* The sections, in the order of a file; each except name is a definition. */
static const char sections[] =
    "'name': {"
    "  'description': 'of the results folder',"
    "  'type': ['string', 'number', 'boolean', 'null'],"
    "  'pattern': '^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}$'},"
    "'task': {"
    "  'description': 'what is learned, and from which data',"
    "  'allOf': [{'$ref': '#/definitions/task'},"
    "    {'if': {'type': 'object'}, 'then': {'required': ['kind']}}]},"
    "'model': {"
    "  'description': 'what learns it',"
    "  'allOf': [{'$ref': '#/definitions/model'}]},"
    "'train': {"
    "  'description': 'how a trial is trained',"
    "  'allOf': [{'$ref': '#/definitions/train'}]},"
    "'run': {"
    "  'description': 'how a sweep is run; nothing here changes a number',"
    "  'allOf': [{'$ref': '#/definitions/run'}]},"
    "'sweep': {"
    "  'description': 'what differs between trials, and how it is chosen',"
    "  'allOf': [{'$ref': '#/definitions/sweep'}]},"
    "'published': {"
    "  'description': 'published numbers, to stand beside the trials',"
    "  'allOf': [{'$ref': '#/definitions/published'}]}";

/* Without a sweep, which may give it, the file must give the model. */
static const char model_rule[] =
    "'if': {'required': ['sweep']},"
    "'else': {"
    "  'required': ['model'],"
    "  'properties': {'model': {"
    "    'if': {'type': 'object'}, 'then': {'required': ['kind']}}}}";

static void put_definitions(struct str *out)
{
    const struct field *const tables[] = {train_fields, run_fields, NULL};
    const struct kinds *const registries[] = {
        &task_kinds, &model_kinds, &sampler_kinds, &scheduler_kinds, NULL};

    json_begin(out, "definitions", '{');
    put_text_definition(out);
    put_forms(out, tables, registries);
    put_section(out, "train", train_fields);
    put_section(out, "run", run_fields);
    put_sweep(out);
    put_published(out);
    json_finish(out, '}');
}

static void put_rules(struct str *out)
{
    json_begin(out, "allOf", '[');
    put_json(out, NULL, model_rule);
    put_task_rules(out);
    json_finish(out, ']');
}

static void put_head(struct str *out)
{
    struct str id = {0};

    str_addf(&id, "urn:codarun:experiment:%d", EXPERIMENT_SCHEMA);
    json_put_text(out, "$schema", "http://json-schema.org/draft-07/schema#");
    json_put_text(out, "$id", str_text(&id));
    str_release(&id);
    str_addf(&id, "codarun experiment, schema %d", EXPERIMENT_SCHEMA);
    json_put_text(out, "title", str_text(&id));
    json_put_text(out, "description",
                  "An experiment of codarun: a task, a model, how it is "
                  "trained, and a sweep over their fields.");
    json_put_text(out, "$comment",
                  "Made by: codarun data schema -o codarun.schema.json");
    json_put_text(out, "type", "object");
    str_release(&id);
}

void experiment_json_schema(struct str *out)
{
    struct str json = {0};

    json_begin(&json, NULL, '{');
    put_head(&json);
    put_json(&json, "properties", sections);
    put_members(&json, "'required': ['name', 'task'],"
                       "'additionalProperties': false");
    put_rules(&json);
    put_definitions(&json);
    json_finish(&json, '}');
    json_indent(str_text(&json), out);
    str_release(&json);
}
