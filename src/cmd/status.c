/* status.c - `codarun status`: how a sweep stands. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/show.h"
#include "cmd/command.h"
#include "cmd/option.h"
#include "cmd/results_folder.h"
#include "report/status.h"
#include "run/look.h"

struct arguments {
    const char *name;
    int json;
};

static const struct cli_option options[] = {
    WORD_SWEEP(struct arguments, name),
    OPTION_TEXT_OR_JSON(struct arguments, json),
    OPTION_JSON(struct arguments, json),
    CLI_END,
};

/* 1: something is left out, as it is damaged. */
static int print(const char *dir, bool json, struct error *e)
{
    struct presence p;
    struct sight folder;
    struct str text = {0};
    const struct sight *now = look_now(dir, &p, &folder, e);
    const struct sight *found = now == &folder ? now : NULL;

    if (now && json)
        status_json(&p, found, &text);
    else if (now)
        status_text(&p, found, option_line(NULL), &text);
    const bool left_out = folder.left_out;

    show_put(str_text(&text), stdout);
    str_release(&text);
    sight_release(&folder);
    presence_release(&p);
    return now ? left_out : -1;
}

static int run(void *asked, struct error *e)
{
    const struct arguments *a = asked;
    char *dir = results_folder(a->name, e);
    const int printed = dir ? print(dir, a->json, e) : -1;

    free(dir);
    return printed > 0 ? EXIT_ERROR : printed;
}

const struct command command_status = {
    .name = "status",
    .summary = "print how a sweep stands, while it runs or afterwards",
    .about = "Print how the sweep in the results folder DIR stands, whether it "
             "runs or not: from any terminal, and any node that sees the "
             "folder.  DIR may also be the name of an experiment under "
             "results/.",
    .more = "Nothing is written, and the sweep does not notice.  Exit status: "
            "0 whether it runs or not, 1 when DIR is no results folder, or "
            "where files of results or its status.json are damaged, which are "
            "named and left out.",
    .options = options,
    .size = sizeof(struct arguments),
    .run = run,
};
