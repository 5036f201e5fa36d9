/* data_schema.c - `codarun data schema`: a JSON Schema of experiment files for
 * editors. */
#include "config.h"

#include "cmd/data/data.h"

#include "cmd/option.h"
#include "sweep/json_schema/json_schema.h"

struct data_schema_arguments {
    const char *output;
};

static int run(void *asked, struct error *e)
{
    const struct data_schema_arguments *a = asked;
    struct str schema = {0};

    experiment_json_schema(&schema);
    const int failed = option_write(a->output, &schema, e);

    str_release(&schema);
    return failed;
}

static const struct cli_option options[] = {
    OPTION_OUTPUT(struct data_schema_arguments, output),
    CLI_END,
};

const struct command data_schema = {
    .name = "schema",
    .summary = "print a JSON Schema of experiment files, for editors",
    .about = "Print a JSON Schema (draft 7) of experiment files.  An editor "
             "that knows it completes names and values, and marks unknown "
             "fields, wrong types and values out of range.",
    .more = "The experiments that come with codarun name the schema that "
            "stands beside them, codarun.schema.json, in a comment that "
            "yaml-language-server reads.",
    .options = options,
    .size = sizeof(struct data_schema_arguments),
    .run = run,
};
