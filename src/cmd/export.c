/* export.c - `codarun export`: a trained model for other programs. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/show.h"
#include "cmd/command.h"
#include "cmd/launch.h"
#include "cmd/named_trial.h"
#include "cmd/offers.h"
#include "cmd/option.h"
#include "results/export.h"

enum { KEY_TRIAL = 256, KEY_FORMAT, KEY_FORCE };

static const struct argp_option options[] = {
    {"trial", KEY_TRIAL, "N", 0, "This trial of DIR; the best unless given", 0},
    {"format", KEY_FORMAT, "FORMAT", 0,
     "hdf5, npz or safetensors; by FILE's ending (.h5, .hdf5, .npz, "
     ".safetensors) unless given, hdf5 where it has none",
     0},
    {"output", 'o', "FILE", 0,
     "Write to FILE; NAME.h5, .npz or .safetensors in this folder unless given",
     0},
    {"force", KEY_FORCE, NULL, 0, "Replace FILE if it is there", 0},
    {0},
};

struct arguments {
    const char *name, *output;
    long trial;
    int format; /* an enum arrays_format once all is parsed; -1: not given */
    bool force;
};

/* The format that a file's ending says, -1: an unknown one; HDF5: none. */
static int format_by_ending(const char *file)
{
    const char *base = strrchr(file, '/'),
               *dot = strrchr(base ? base : file, '.');

    if (!dot || !strcmp(dot, ".hdf5"))
        return ARRAYS_HDF5;
    for (int i = 0; arrays_format_ending[i]; i++)
        if (!strcmp(dot + 1, arrays_format_ending[i]))
            return i;
    return -1;
}

static void choose_format(struct arguments *a, struct argp_state *state)
{
    if (a->format < 0)
        a->format = a->output ? format_by_ending(a->output) : ARRAYS_HDF5;
    if (a->format < 0)
        argp_error(state,
                   "--output: found the ending of '%s', expected .h5, .hdf5, "
                   ".npz or .safetensors, or --format beside it",
                   a->output);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;

    switch (key) {
    case KEY_TRIAL:
        a->trial = option_number("trial", arg, 0, state);
        return 0;
    case KEY_FORMAT:
        a->format = option_choice("format", arrays_format_names, arg, state);
        return 0;
    case KEY_FORCE:
        a->force = true;
        return 0;
    case 'o':
        a->output = arg;
        return 0;
    case ARGP_KEY_ARG:
        option_only("name", arg, &a->name, state);
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "expected a results folder, or a trial's file");
        return EINVAL;
    case ARGP_KEY_END:
        choose_format(a, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "DIR\nSTATE",
    .doc = "Write the parameters that a trial of the results folder DIR has "
           "kept, or those of a state file of it, with their names and shapes, "
           "and what else is needed to compute the same with them: vocabulary, "
           "labels, configuration.\v"
           "Arrays are float32, [rows, columns], and weights are applied from "
           "the right.  The rest is one JSON document: the dataset /about of "
           "HDF5, the member about.json of npz, `about` in the metadata of "
           "safetensors; codarun(1) says what is in it.",
};

/* "wikiqa-3.npz" */
static char *file_of(const struct arguments *a, const struct place *p,
                     const struct trained *t)
{
    if (a->output)
        return memory_string(a->output);
    return memory_format("%s-%ld.%s", p->x.name,
                         place_number(p, t->config.digest),
                         arrays_format_ending[a->format]);
}

static int export(const struct arguments *a, const struct place *p,
                  const struct trained *t, struct error *e)
{
    const struct params *params = &t->model->params;
    char *file = file_of(a, p, t);
    struct str image = {0};
    const int failed =
        export_trained(t, (enum arrays_format)a->format, &image, e) ||
        option_check_file(file, a->force, e) ||
        file_write(file, image.s, image.len, e);

    if (!failed && !a->output)
        say("%s: %d arrays, %zu bytes\n", file, params->n + params->tables,
            image.len);
    str_release(&image);
    free(file);
    return failed;
}

static int run(int argc, char **argv)
{
    struct arguments a = {.trial = -1, .format = -1};
    struct error e = {""};
    struct trained t;
    struct place p;

    launch_parse(&argp, argc, argv, &a);
    if (!launch_first())
        return EXIT_DONE;
    const int failed = named_trial(a.name, a.trial, false, &p, &t, &e) ||
                       export(&a, &p, &t, &e);

    if (failed)
        complain("%s", e.text);
    trained_release(&t);
    place_release(&p);
    return failed ? EXIT_ERROR : EXIT_DONE;
}

const struct command command_export = {
    .name = "export",
    .summary = "write a trained model for other programs",
    .argp = &argp,
    .offer = offer_sweep_first,
    .run = run,
};
