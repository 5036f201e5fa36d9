/* experiment_schema.c - what an experiment file meant in earlier schemas. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "sweep/experiment_parts.h"

/* A field whose default was another, or that was not there in the first schema
 * (NULL), up to and with a schema: the earliest first. */
static const struct then {
    int schema;
    const char *field, *preset;
} then[] = {
    {1, "train.grains", "16"},
    {1, "train.products", NULL},
    {1, "task.held_out", NULL},
    {2, "model.attention.gate", "plain"},
    {2, "model.attention.scale", "false"},
};
#define THEN (sizeof(then) / sizeof(then[0]))

int schema_set(int schema, struct document *d, struct error *e)
{
    for (size_t i = 0; i < THEN; i++)
        if (schema <= then[i].schema && then[i].preset &&
            document_preset(d, then[i].field, then[i].preset, "schema", e))
            return -1;
    return 0;
}

/* A line's field as it was, or NULL when it is as it was then. */
static const struct then *changed(int schema, const char *line)
{
    for (size_t i = 0; i < THEN; i++) {
        const size_t n = strlen(then[i].field);

        if (schema <= then[i].schema && !strncmp(line, then[i].field, n) &&
            line[n] == ':')
            return &then[i];
    }
    return NULL;
}

/* Was this line, of n characters, in a text of then?  `given`: today's texts
 * have it, as it is not at the default of today. */
static bool was_written(int schema, const char *line, size_t n, bool given)
{
    const struct then *t = changed(schema, line);
    const char *value;

    if (!t)
        return schema == 1 || given;
    if (!t->preset)
        return false;
    value = line + strlen(t->field) + strlen(": ");
    return schema == 1 || strlen(t->preset) + 1 != n - (size_t)(value - line) ||
           memcmp(value, t->preset, strlen(t->preset)) != 0;
}

void schema_text(int schema, const struct trial_config *c, struct str *out)
{
    struct str given = {0};
    const char *next;

    if (schema > 1)
        str_addf(out, "schema: %d\n", schema);
    trial_config_text(c, TEXT_GIVEN, &given);
    next = str_text(&given); /* its lines are among the whole's, in order */
    for (const char *line = c->whole; *line;) {
        const size_t n = strcspn(line, "\n") + 1; /* a line ends in one */
        const bool today = strncmp(next, line, n) == 0;

        if (was_written(schema, line, n, today))
            str_add(out, line, n);
        next += today ? n : 0;
        line += n;
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
