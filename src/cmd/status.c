/* status.c - `codarun status`: how a sweep stands. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/log.h"
#include "base/show.h"
#include "cmd/command.h"
#include "cmd/launch.h"
#include "cmd/offers.h"
#include "cmd/option.h"
#include "cmd/results_folder.h"
#include "report/status.h"
#include "run/look.h"

enum { KEY_JSON = 256 };

static const struct argp_option options[] = {
    {"json", KEY_JSON, NULL, 0, "Print one JSON object", 0},
    {0},
};

struct arguments {
    const char *name;
    bool json;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;

    switch (key) {
    case KEY_JSON:
        a->json = true;
        return 0;
    case ARGP_KEY_ARG:
        option_only("folder", arg, &a->name, state);
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "expected a results folder");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "DIR",
    .doc = "Print how the sweep in the results folder DIR stands, whether it "
           "runs or not: from any terminal, and any node that sees the folder. "
           "DIR may also be the name of an experiment under results/.\v"
           "Nothing is written, and the sweep does not notice.  Exit status: 0 "
           "whether it runs or not, 1 when DIR is no results folder, or where "
           "files of results or its status.json are damaged, which are named "
           "and left out.",
};

/* 1: something is left out, as it is damaged. */
static int print(const char *dir, bool json, struct error *e)
{
    struct presence p;
    struct sight folder = sight_blank();
    struct str text = {0};

    presence_find(&p, dir);
    const bool counts = presence_counts(&p);
    const int failed = !counts && look_folder(dir, &p, &folder, e);

    if (p.state == PRESENCE_UNKNOWN) {
        log_warning("%s: left out", p.wrong.text);
        folder.left_out++;
    }
    if (!failed && json)
        status_json(&p, counts ? NULL : &folder, &text);
    else if (!failed)
        status_text(&p, counts ? NULL : &folder, option_line(NULL), &text);
    const bool left_out = folder.left_out;

    show_put(str_text(&text), stdout);
    str_release(&text);
    sight_release(&folder);
    presence_release(&p);
    return failed ? -1 : left_out;
}

static int run(int argc, char **argv)
{
    struct arguments a = {0};
    struct error e = {0};

    launch_parse(&argp, argc, argv, &a);
    if (!launch_first())
        return EXIT_DONE;
    char *dir = results_folder(a.name, &e);
    const int printed = dir ? print(dir, a.json, &e) : -1;

    if (printed < 0)
        complain("%s", e.text);
    free(dir);
    return printed ? EXIT_ERROR : EXIT_DONE;
}

const struct command command_status = {
    .name = "status",
    .summary = "print how a sweep stands, while it runs or afterwards",
    .argp = &argp,
    .offer = offer_sweep_first,
    .run = run,
};
