/* export.c - `codarun export`: a trained model for other programs. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/show.h"
#include "base/files/file.h"
#include "cmd/command.h"
#include "cmd/named_trial.h"
#include "cmd/option.h"
#include "sweep/results/export.h"

struct export_arguments {
    const char *name, *output;
    long trial;
    int format; /* an enum arrays_format after parsing; -1 if not given */
    bool force;
};

/* Return the format for a file's ending: -1 if it is unknown, HDF5 if there is
 * none. */
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

static int choose_format(void *asked, const struct parsed_line *l,
                         struct error *e)
{
    struct export_arguments *a = asked;

    (void)l;
    if (a->format < 0)
        a->format = a->output ? format_by_ending(a->output) : ARRAYS_HDF5;
    return a->format < 0
               ? error_set(e,
                           "--output: found the ending of '%s', expected .h5, "
                           ".hdf5, .npz or .safetensors, or --format beside it",
                           a->output)
               : 0;
}

static const struct cli_option options[] = {
    WORD_TRIAL(struct export_arguments, name),
    OPTION_TRIAL(struct export_arguments, trial),
    {CLI_CHOICE(struct export_arguments, format, arrays_format_names),
     .name = "format", .value = "FORMAT",
     .help = "hdf5, npz or safetensors; by FILE's ending (.h5, .hdf5, .npz, "
             ".safetensors) unless given, hdf5 where it has none"},
    {CLI_TEXT(struct export_arguments, output), .name = "output", .letter = 'o',
     .value = "FILE",
     .help = "Write to FILE; NAME.h5, .npz or .safetensors in this folder "
             "unless given",
     .more = "A file that is there stays, but for --force."},
    OPTION_FORCE(struct export_arguments, force),
    CLI_END,
};

/* Return the file's name, by default "wikiqa-3.npz". */
static char *file_of(const struct export_arguments *a,
                     const struct named_folder *p, const struct trained *t)
{
    if (a->output)
        return memory_string(a->output);
    return memory_format("%s-%ld.%s", p->x.name,
                         named_folder_number(p, t->config.digest),
                         arrays_format_ending[a->format]);
}

static int export(const struct export_arguments *a,
                  const struct named_folder *p, const struct trained *t,
                  struct error *e)
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

static int run(void *asked, struct error *e)
{
    const struct export_arguments *a = asked;
    struct trained t;
    struct named_folder p;
    const int failed = named_trial_load(a->name, a->trial, false, &p, &t, e) ||
                       export(a, &p, &t, e);

    trained_release(&t);
    named_folder_release(&p);
    return failed ? -1 : EXIT_DONE;
}

const struct command command_export = {
    .name = "export",
    .summary = "write a trained model for other programs",
    .about = "Write the parameters that a trial of the results folder DIR has "
             "kept, or those of a state FILE of it, with their names and "
             "shapes, and what else is needed to compute the same with them: "
             "vocabulary, labels, configuration.",
    .more = "Arrays are float32, [rows, columns], and weights are applied from "
            "the right.  The rest is one JSON document: the dataset /about of "
            "HDF5, the member about.json of npz, `about` in the metadata of "
            "safetensors; codarun(1) says what is in it.",
    .options = options,
    .check = choose_format,
    .size = sizeof(struct export_arguments),
    .preset = &(const struct export_arguments){.trial = -1, .format = -1},
    .run = run,
};
