/* json_schema_sweep.c - the JSON Schema of the section sweep:. */
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/experiment/experiment_internal.h"
#include "sweep/json_schema/json_schema_internal.h"

/* --- names of fields ------------------------------------------------------ */

/* Find all names except the kinds of task, which is not swept, and model. */
static void find_names(struct dotted_names *names)
{
    dotted_within(names, "task.", &(struct kinds_form){.kinds = &task_kinds});
    dotted_within(names, "model.", &(struct kinds_form){.kinds = &model_kinds});
    dotted_within_section(names, "train.", "train", train_fields);
}

/* Write the names of swept fields, for `when` and `zip`. */
static void put_names(struct str *out, const struct dotted_names *names)
{
    json_begin(out, "swept.name", '{');
    json_begin(out, "enum", '[');
    json_put_text(out, NULL, VARIANT);
    json_put_text(out, NULL, "model.kind");
    for (int i = 0; i < names->n; i++)
        json_put_text(out, NULL, names->list[i].name);
    json_finish(out, ']');
    json_finish(out, '}');
}

/* --- sweep.parameters ----------------------------------------------------- */

/* The common part of all parameters; each has a definition for its values. */
static const char listed[] =
    "'type': ['array', 'object'], 'minItems': 1, "
    "'properties': {'values': {'type': 'array', 'minItems': 1}, "
    "               'when': {'$ref': '#/definitions/when'}}, "
    "'additionalProperties': false, "
    "'if': {'type': 'object'}, 'then': {'required': ['values']}";

/* A parameter that can be a number. */
static const char swept[] =
    "'type': ['array', 'object'], 'minItems': 1, "
    "'properties': {"
    "  'min': {'type': 'number'}, "
    "  'max': {'type': 'number'}, "
    "  'scale': {'enum': ['linear', 'log'], 'default': 'linear'}, "
    "  'whole': {'type': 'boolean'}, "
    "  'step': {'type': 'number', 'exclusiveMinimum': 0}, "
    "  'mean': {'type': 'number'}, "
    "  'deviation': {'type': 'number', 'exclusiveMinimum': 0, "
    "    'description': 'of a normal distribution; with scale log a factor'}, "
    "  'values': {'type': 'array', 'minItems': 1}, "
    "  'when': {'$ref': '#/definitions/when'}"
    "}, "
    "'additionalProperties': false, "
    "'if': {'required': ['values']}, "
    "'then': {'propertyNames': {'enum': ['values', 'when']}}, "
    "'else': {"
    "  'if': {'required': ['mean']}, "
    "  'then': {'required': ['deviation'], 'allOf': [{"
    "    'if': {'required': ['scale'], "
    "           'properties': {'scale': {'const': 'log'}}}, "
    "    'then': {'properties': {'mean': {'exclusiveMinimum': 0}, "
    "                            'deviation': {'exclusiveMinimum': 1}}}}]}, "
    "  'else': {'required': ['min', 'max'], "
    "    'properties': {'deviation': false}, 'allOf': [{"
    "      'if': {'required': ['scale'], "
    "             'properties': {'scale': {'const': 'log'}}}, "
    "      'then': {'properties': {'min': {'exclusiveMinimum': 0}}}}]}"
    "}";

static const char when[] =
    "'description': 'it has a value in trials where a list has these', "
    "'type': 'object', "
    "'propertyNames': {'$ref': '#/definitions/swept.name'}, "
    "'additionalProperties': {'not': {'type': 'object'}, 'minItems': 1}";

/* True if a name of a choice looks like a number. */
static bool has_numbers(const struct field *f)
{
    bool has = false;

    for (const char *const *c = f->choices; *c && !has; c++)
        has = strspn(*c, "+-.0123456789") > 0;
    return has;
}

/* True if a field can have a value drawn from a range. */
static bool takes_ranges(const struct field *f)
{
    return f->type != FIELD_TYPE_BOOL && f->type != FIELD_TYPE_KIND &&
           (f->type != FIELD_TYPE_CHOICE || has_numbers(f));
}

/* Write a field's value.  If kinds differ in it, it is defined once, in
 * `variant`. */
static void put_value(struct str *out, const char *name, const struct dotted *n)
{
    if (n->n == 1)
        put_dotted(out, name, n);
    else
        put_ref(out, name, "variant/properties/%s", n->name);
}

/* The ends of a range are values; those of a normal distribution are limits. */
static void put_ends(struct str *out, const struct dotted *n)
{
    put_json(out, "if", "'required': ['mean']");
    json_begin(out, "else", '{');
    json_begin(out, "properties", '{');
    put_value(out, "min", n);
    put_value(out, "max", n);
    json_finish(out, '}');
    json_finish(out, '}');
}

static void put_parameter(struct str *out, const struct dotted *n)
{
    const bool ranges = !n->kind && takes_ranges(n->field);

    json_begin(out, n->name, '{');
    json_put_text(out, "description", n->field->help);
    json_begin(out, "allOf", '[');
    put_ref(out, NULL, ranges ? "swept" : "listed");
    json_finish(out, ']');
    put_value(out, "items", n);
    json_begin(out, "properties", '{');
    json_begin(out, "values", '{');
    put_value(out, "items", n);
    json_finish(out, '}');
    json_finish(out, '}');
    if (ranges)
        put_ends(out, n);
    json_finish(out, '}');
}

/* Return the first earlier name that differs only in the name; NULL if there is
 * none. */
static const struct dotted *find_alike(const struct dotted_names *names, int i)
{
    for (int k = 0; k < i; k++)
        if (dotted_are_alike(&names->list[k], &names->list[i]))
            return &names->list[k];
    return NULL;
}

static void put_parameters(struct str *out, const struct dotted_names *names)
{
    const struct field field = {.help = "what learns the task"};
    const struct dotted model = {.name = "model.kind",
                                 .field = &field,
                                 .kind = true,
                                 .n = 1,
                                 .ref = (char *[]){"model.name"}};

    json_begin(out, "parameters", '{');
    json_put_text(out, "type", "object");
    json_begin(out, "properties", '{');
    put_json(out, VARIANT,
             "'description': 'names in sweep.variants', 'type': 'array',"
             "'minItems': 1, 'items': {'$ref': '#/definitions/text'}");
    put_parameter(out, &model);
    for (int i = 0; i < names->n; i++) {
        const struct dotted *n = &names->list[i], *alike = find_alike(names, i);

        if (alike)
            put_ref(out, n->name, "parameters/properties/%s", alike->name);
        else
            put_parameter(out, n);
    }
    json_finish(out, '}');
    json_put_bool(out, "additionalProperties", false);
    json_finish(out, '}');
}

/* --- sweep.variants and published.where ----------------------------------- */

/* Write a section of which a variant can give a part. */
static void put_part_of(struct str *out, const struct kinds *kinds, bool named)
{
    const struct kinds_form part = part_form(kinds);
    char *name = form_name(&part);

    put_ref(out, kinds->sort, named ? "%s" : "%s.fields", name);
    free(name);
}

static void put_variant(struct str *out, const struct dotted_names *names)
{
    json_begin(out, "variant", '{');
    json_put_text(out, "type", "object");
    json_begin(out, "properties", '{');
    put_part_of(out, &task_kinds, false);
    put_part_of(out, &model_kinds, true);
    put_ref(out, "train", "train.part");
    put_ref(out, "model.kind", "model.name");
    for (int i = 0; i < names->n; i++)
        put_dotted(out, names->list[i].name, &names->list[i]);
    json_finish(out, '}');
    json_put_bool(out, "additionalProperties", false);
    json_finish(out, '}');
}

/* A kind is given by its name only. */
static void put_where_field(struct str *out, const struct dotted *n)
{
    if (n->field->type == FIELD_TYPE_KIND && n->n == 1) {
        const struct kinds_form form = field_form(n->field);
        char *kinds = form_names(&form);

        put_ref(out, n->name, "%s", kinds);
        free(kinds);
    } else {
        put_value(out, n->name, n);
    }
}

static void put_where(struct str *out, const struct dotted_names *names)
{
    json_begin(out, "where", '{');
    json_put_text(out, "type", "object");
    json_begin(out, "properties", '{');
    put_ref(out, VARIANT, "text");
    put_ref(out, "task.kind", "task.name");
    put_ref(out, "model.kind", "model.name");
    for (int i = 0; i < names->n; i++)
        put_where_field(out, &names->list[i]);
    json_finish(out, '}');
    json_put_bool(out, "additionalProperties", false);
    json_finish(out, '}');
}

/* --- sweep: --------------------------------------------------------------- */

#define MANY_TRIALS "'type': 'integer', 'minimum': 1, 'maximum': 1000000"

/* The values of sweep_keys; keys that are not here take any value. */
static const struct {
    const char *name, *takes;
    const struct kinds *kinds; /* NULL if it takes no kind */
} taken[] = {
    {"method", "'default': '" USUAL_METHOD "'", &sampler_kinds},
    {"scheduler", "'default': '" USUAL_SCHEDULER "'", &scheduler_kinds},
    {"goal",
     "'type': 'object', 'minProperties': 1, 'maxProperties': 1,"
     "'properties': {'maximize': {'type': 'string'},"
     "               'minimize': {'type': 'string'}},"
     "'additionalProperties': false",
     NULL},
    {"parameters",
     "'allOf': [{'$ref': '#/definitions/parameters'}],"
     "'examples': [{'model.attention.kind': ['softmax', 'coda'],"
     "              'train.seed': [1, 2, 3]}]",
     NULL},
    {"variants",
     "'type': 'object', 'minProperties': 1,"
     "'propertyNames': {'maxLength': 100},"
     "'additionalProperties': {'$ref': '#/definitions/variant'}",
     NULL},
    {"trials", MANY_TRIALS, NULL},
    {"repeats", MANY_TRIALS, NULL},
    {"seed",
     "'type': 'integer', 'minimum': 0, 'maximum': 9007199254740992,"
     "'default': 1",
     NULL},
    {"rules",
     "'type': 'array', 'items': {'type': 'string'},"
     "'examples': [['train.batch * model.hidden <= 9600']]",
     NULL},
    {"zip",
     "'type': 'array', 'items': {'type': 'array', 'minItems': 2,"
     "'items': {'$ref': '#/definitions/swept.name'}}",
     NULL},
};
#define TAKEN (sizeof(taken) / sizeof(*taken))

/* A mapping must contain its kind. */
static void put_kinds(struct str *out, const struct kinds *kinds)
{
    json_begin(out, "allOf", '[');
    put_ref(out, NULL, "%s", kinds->sort);
    put_json(out, NULL,
             "'if': {'type': 'object'}, 'then': {'required': ['kind']}");
    json_finish(out, ']');
}

static void put_key(struct str *out, const struct sweep_key *k)
{
    json_begin(out, k->name, '{');
    json_put_text(out, "description", k->help);
    for (size_t i = 0; i < TAKEN; i++) {
        if (strcmp(k->name, taken[i].name) != 0)
            continue;
        put_members(out, taken[i].takes);
        if (taken[i].kinds)
            put_kinds(out, taken[i].kinds);
    }
    json_finish(out, '}');
}

/* Write the conditions of a method. */
static void put_method(struct str *out, const struct kind *is)
{
    const struct sampler_kind *k = (const struct sampler_kind *)is;

    json_begin(out, NULL, '{');
    json_begin(out, "if", '{');
    json_begin(out, "properties", '{');
    put_is_kind(out, "method", is->name);
    json_finish(out, '}');
    if (strcmp(is->name, USUAL_METHOD) != 0) /* the default when none is
                                                given */
        put_required(out, "method");
    json_finish(out, '}');
    json_begin(out, "then", '{');
    if (!k->count)
        put_required(out, "trials");
    json_begin(out, "properties", '{');
    if (k->count) {
        json_put_bool(out, "trials", false);
        json_put_bool(out, "seed", false);
    }
    if (!k->ranges)
        put_json(out, "parameters",
                 "'additionalProperties':"
                 "{'propertyNames': {'enum': ['values', 'when']}}");
    json_finish(out, '}');
    json_finish(out, '}');
    json_finish(out, '}');
}

static void put_section_sweep(struct str *out)
{
    json_begin(out, "sweep", '{');
    json_put_text(out, "type", "object");
    json_begin(out, "properties", '{');
    for (const struct sweep_key *k = sweep_keys; k->name; k++)
        put_key(out, k);
    json_finish(out, '}');
    json_put_bool(out, "additionalProperties", false);
    json_begin(out, "allOf", '[');
    for (const struct kind *const *k = sampler_kinds.list; *k; k++)
        put_method(out, *k);
    json_finish(out, ']');
    json_finish(out, '}');
}

void put_sweep(struct str *out)
{
    struct dotted_names names = {0};

    find_names(&names);
    put_names(out, &names);
    put_json(out, "listed", listed);
    put_json(out, "swept", swept);
    put_json(out, "when", when);
    put_parameters(out, &names);
    put_variant(out, &names);
    put_where(out, &names);
    put_section_sweep(out);
    dotted_release(&names);
}
