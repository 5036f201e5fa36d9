/* version.c - `codarun version`: the version and build of codarun. */
#include "config.h"

#include <stdio.h>

#include "base/core/show.h"
#include "base/core/version.h"
#include "cmd/command.h"
#include "cmd/option.h"
#include "engine/kernel/kernel.h"
#include "engine/kernel/numerics.h"
#include "sweep/experiment/experiment.h"
#include "sweep/study/conduct.h"
#include "text/formats/json_write.h"

struct version_arguments {
    int json;
};

static const struct cli_option options[] = {
    OPTION_TEXT_OR_JSON(struct version_arguments, json),
    CLI_END,
};

static void put(struct str *out)
{
    json_begin(out, NULL, '{');
    json_put_text(out, "version", version_text());
    json_put_text(out, "commit", version_commit());
    json_put_text(out, "identity", kernel_identity(PRODUCTS_OWN));
    json_put_text(out, "build", kernel_build());
    json_put_long(out, "numerics", NUMERICS);
    json_put_long(out, "schema", EXPERIMENT_SCHEMA);
    json_put_long(out, "conduct", CONDUCT);
    json_finish(out, '}');
    str_adds(out, "\n");
}

static int run(void *asked, struct error *e)
{
    const struct version_arguments *a = asked;
    struct str out = {0};

    (void)e;
    if (a->json)
        put(&out);
    else
        str_addf(&out, "codarun %s\ncommit %s\n%s\n%s\n", version_text(),
                 version_commit(), kernel_identity(PRODUCTS_OWN),
                 kernel_build());
    show_put(str_text(&out), stdout);
    str_release(&out);
    return EXIT_DONE;
}

const struct command command_version = {
    .name = "version",
    .summary = "print the version, and how it was built",
    .about = "Print the release, the commit, the numerics number, and how "
             "codarun was built.  --version and -V print the same.",
    .more = "JSON has the numbers of the arithmetic, of what an experiment "
            "file means and of how a sweep is conducted, too: numerics, schema "
            "and conduct.",
    .options = options,
    .size = sizeof(struct version_arguments),
    .run = run,
};
