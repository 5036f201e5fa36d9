/* experiment_schema.c - what an experiment file meant in earlier schemas. */
#include <stdio.h>
#include <string.h>

#include "sweep/experiment_parts.h"

/* A field whose default was another, or that was not there (NULL), up to and
 * with a schema. */
static const struct {
    int schema;
    const char *field, *preset;
} then[] = {
    {1, "train.grains", "16"},
    {1, "train.products", NULL},
};
#define THEN (sizeof(then) / sizeof(then[0]))

int schema_set(int schema, struct document *d, struct error *e)
{
    struct entry there;

    for (size_t i = 0; i < THEN; i++)
        if (schema <= then[i].schema && then[i].preset &&
            !document_find(d, then[i].field, &there) &&
            document_set(d, then[i].field, then[i].preset, "schema", e))
            return -1;
    return 0;
}

static bool was_there(int schema, const char *line)
{
    for (size_t i = 0; i < THEN; i++) {
        const size_t n = strlen(then[i].field);

        if (schema <= then[i].schema && !then[i].preset &&
            !strncmp(line, then[i].field, n) && line[n] == ':')
            return false;
    }
    return true;
}

/* Every field that there was. */
static void first_schema(const struct trial_config *c, struct str *out)
{
    struct str whole = {0};

    trial_config_text(c, TEXT_WHOLE, &whole);
    for (const char *line = str_text(&whole); *line;) {
        const size_t n = strcspn(line, "\n") + 1; /* a line ends in one */

        if (was_there(1, line))
            str_add(out, line, n);
        line += n;
    }
    str_release(&whole);
}

void schema_text(int schema, const struct trial_config *c, struct str *out)
{
    if (schema == 1) {
        first_schema(c, out);
        return;
    }
    str_addf(out, "schema: %d\n", schema);
    trial_config_text(c, TEXT_GIVEN, out);
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
