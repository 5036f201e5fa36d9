#include "config.h"

#include "cmd/simulate_options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#include "base/log.h"
#include "base/show.h"
#include "cmd/command.h"

/* Not those of a command, which begin at 256. */
enum { KEY_SIMULATE = 512, KEY_COST, KEY_FAULTS, KEY_DEATHS, KEY_GANTT };

static const struct argp_option options[] = {
    {"simulate", KEY_SIMULATE, "N,...", 0,
     "Play it on N workers instead: what would it take?", 1},
    {"cost", KEY_COST, "S[:SPREAD]", 0,
     "--simulate: a trial takes S seconds, unless given what was measured", 1},
    {"faults", KEY_FAULTS, "HOURS", 0,
     "--simulate: a worker is lost after so long, on average", 1},
    {"deaths", KEY_DEATHS, "H[:S]", 0,
     "--simulate: the whole job dies after H hours, and S seconds start it "
     "again",
     1},
    {"gantt", KEY_GANTT, "FILE", 0, "--simulate: draw who trains when, as SVG",
     1},
    {0},
};

/* Is anything said of how it is to be played? */
static bool is_shaped(const struct simulate_options *o)
{
    return o->seconds > 0 || o->faults > 0 || o->deaths > 0 || o->gantt;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct simulate_options *o = state->input;

    switch (key) {
    case KEY_SIMULATE:
        if (!simulate_workers(arg, o))
            argp_error(state,
                       "--simulate: found '%s', expected numbers of workers, "
                       "such as 8 or 8,16,32",
                       arg);
        return 0;
    case KEY_COST:
        if (!simulate_cost(arg, o))
            argp_error(state,
                       "--cost: found '%s', expected seconds, such as 600, or "
                       "with a spread, 600:0.3; at most %g:%g",
                       arg, MOST_SECONDS, MOST_SPREAD);
        return 0;
    case KEY_FAULTS:
        if (!simulate_faults(arg, o))
            argp_error(state, "--faults: found '%s', expected hours", arg);
        return 0;
    case KEY_DEATHS:
        if (!simulate_deaths(arg, o))
            argp_error(state,
                       "--deaths: found '%s', expected hours, such as 24, or "
                       "with the seconds of a start, 24:300",
                       arg);
        return 0;
    case KEY_GANTT:
        o->gantt = arg;
        return 0;
    case ARGP_KEY_END:
        if (!o->n && is_shaped(o))
            argp_error(state, "--cost, --faults, --deaths and --gantt want "
                              "--simulate");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp simulate_argp = {.options = options, .parser = parse};

int simulate_print(const struct experiment *x, struct simulate_options *o,
                   const char *dir)
{
    struct str out = {0};
    struct error e = {0};

    o->dir = dir;
    o->columns = log_columns(STDOUT_FILENO, 80);
    const int failed = simulate(x, o, &out, &e);

    if (failed < 0)
        complain("%s", e.text);
    else
        show_put(str_text(&out), stdout);
    str_release(&out);
    return failed ? EXIT_ERROR : EXIT_DONE;
}
