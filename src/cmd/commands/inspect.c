/* inspect.c - `codarun inspect`: the contents of a trial's files, and its
 * attentions on an example. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/show.h"
#include "base/files/file.h"
#include "cmd/command.h"
#include "cmd/inspection_options.h"
#include "cmd/named_trial.h"
#include "cmd/option.h"
#include "report/inspection/contents.h"
#include "report/plot/draw.h"
#include "report/plot/heatmap.h"
#include "sweep/folder/folder.h"
#include "text/formats/json_write.h"

struct inspect_arguments {
    const char *name, *output, *picture;
    long trial; /* -1 if not given */
    const struct format_kind *format;
    struct inspection_request request; /* with example = -1 if not given */
};

/* --- the command line ----------------------------------------------------- */

/* Return a given option that is only for examples, NULL if there is none. */
static const char *of_examples(const struct inspect_arguments *a)
{
    return a->request.split >= 0 ? "split"
           : a->picture          ? "picture"
                                 : inspection_options_given(&a->request);
}

static bool is_json(const struct inspect_arguments *a)
{
    return a->format && !strcmp(a->format->is.name, "json");
}

static int check_files(const struct inspect_arguments *a, struct error *e)
{
    const char *other = of_examples(a);

    if (other)
        return error_set(e, "found --%s, expected it with --example", other);
    if (a->format && a->format != &format_text && !is_json(a))
        return error_set(e,
                         "found --format %s, expected text or json, or "
                         "--example with it",
                         a->format->is.name);
    return 0;
}

static int check(void *asked, const struct parsed_line *l, struct error *e)
{
    const struct inspect_arguments *a = asked;

    (void)l;
    if (plot_check_output(a->picture, e))
        return error_in(e, "--picture");
    if (a->picture && a->output && !a->format)
        return error_set(e, "found --output with --picture, expected --format "
                            "with them, for what is printed");
    return a->request.example < 0 ? check_files(a, e)
                                  : option_format_file(a->format, a->output, e);
}

static const struct cli_option options[] = {
    WORD_TRIAL(struct inspect_arguments, name),
    OPTION_TRIAL(struct inspect_arguments, trial),
    {CLI_KIND(struct inspect_arguments, format, &format_kinds),
     .name = "format", .value = "FORMAT",
     .help = "text or json; of an example markdown, csv, latex, html or hdf5, "
             "too; text unless given",
     .more = "csv has a row for each pair, with the kind as `attention`. "
             "json has tokens and matrices. hdf5 has arrays "
             "SITE.passP.headH.MATRIX, and the tokens in /about.  Of "
             "files, json is a list of objects, one for each."},
    OPTION_OUTPUT(struct inspect_arguments, output),
    OPTION_SPLIT(struct inspect_arguments, request.split,
                 "--example: of train, valid or test; valid, where there is "
                 "one, unless given"),
    {CLI_TEXT(struct inspect_arguments, picture), .name = "picture",
     .value = "FILE",
     .help = "--example: draw it into FILE, which ends in .svg, .png or .pdf; "
             "it is printed only if --format is given, too",
     .more = "It is drawn as `plot attention` does."},
    {CLI_GROUP(struct inspect_arguments, request, inspection_options),
     .help = "What attentions make of an example:"},
    CLI_END,
};

/* --- contents of files ---------------------------------------------------- */

/* Append the contents of one more file. */
static int add_file(const struct inspect_arguments *a, const char *path,
                    struct str *out, struct error *e)
{
    if (!is_json(a) && out->len)
        str_adds(out, "\n");
    return contents_of_file(path, is_json(a), out, e);
}

/* Append the states that a trial has kept. */
static int add_states(const struct inspect_arguments *a,
                      const struct named_folder *p,
                      const struct trial_config *c, struct str *out,
                      struct error *e)
{
    static const enum folder_state which[] = {STATE_BEST, STATE_LAST};
    int failed = 0;

    for (int i = 0; i < 2 && !failed; i++) {
        char *path = folder_state_file(p->dir, c->digest, which[i]);

        if (file_exists(path))
            failed = add_file(a, path, out, e);
        free(path);
    }
    return failed;
}

static int add_small(const struct inspect_arguments *a,
                     const struct named_folder *p, const struct trial_config *c,
                     struct str *out, struct error *e)
{
    char *path = folder_path(p->dir, FOLDER_JOURNAL);
    struct result r = {0};
    const int found = named_folder_load(p, c, &r, e);

    if (found > 0)
        contents_of_result(&r, path, is_json(a), out);
    result_release(&r);
    free(path);
    return found < 0 ? -1 : 0;
}

/* Append the result, from a file or from the journal only; there may be
 * none. */
static int add_result(const struct inspect_arguments *a,
                      const struct named_folder *p,
                      const struct trial_config *c, struct str *out,
                      struct error *e)
{
    struct str path = {0};

    folder_result_path(p->dir, c->digest, &path);
    const int failed = file_exists(str_text(&path))
                           ? add_file(a, str_text(&path), out, e)
                           : add_small(a, p, c, out, e);

    str_release(&path);
    return failed;
}

static int add_trial(const struct inspect_arguments *a, struct str *out,
                     struct error *e)
{
    const size_t before = out->len;
    struct trial_config c = {0};
    long number = a->trial;
    struct named_folder p;
    int failed = named_trial_find(a->name, &number, &p, e) ||
                 proposed_trial(&p.s.ledger.proposed, number, &c, e) ||
                 add_result(a, &p, &c, out, e) || add_states(a, &p, &c, out, e);

    if (!failed && out->len == before)
        failed = error_set(e, "trial %ld of '%s' has neither result nor state",
                           number, p.dir);
    trial_config_release(&c);
    named_folder_release(&p);
    return failed;
}

static int add_named(const struct inspect_arguments *a, struct str *out,
                     struct error *e)
{
    if (!named_trial_is_file(a->name))
        return add_trial(a, out, e);
    return named_trial_check_alone(a->name, a->trial, e) ||
           add_file(a, a->name, out, e);
}

static int print_contents(const struct inspect_arguments *a, struct error *e)
{
    struct str out = {0};

    if (is_json(a))
        json_begin(&out, NULL, '[');
    int failed = add_named(a, &out, e);

    if (is_json(a)) {
        json_finish(&out, ']');
        str_adds(&out, "\n");
    }
    failed = failed || option_write(a->output, &out, e);
    str_release(&out);
    return failed;
}

/* --- attentions on an example --------------------------------------------- */

static int draw(const struct inspect_arguments *a, const struct inspection *s,
                const struct named_folder *p, struct error *e)
{
    struct page page = {0};

    if (s->lists)
        return inspection_refuse_list(s, e);
    char *title = heatmap_title(s, p->x.name,
                                named_folder_number(p, s->of->config.digest));

    heatmap_example(s, title, heatmap_draw(s, title, &page), &page);
    const int failed = plot_draw_page(
        &page, NULL, &(struct plot_order){.output = a->picture}, e);

    page_release(&page);
    free(title);
    return failed;
}

static int print_matrices(const struct inspect_arguments *a,
                          const struct inspection *s, struct error *e)
{
    struct str out = {0};
    const int failed =
        inspection_write(s, a->format ? a->format : &format_text, &out, e) ||
        option_write(a->output, &out, e);

    str_release(&out);
    return failed;
}

static int inspect_example(const struct inspect_arguments *a,
                           const struct named_folder *p,
                           const struct trained *t, struct error *e)
{
    struct inspection_request w = a->request;
    struct inspection s;

    w.line = option_line(a->output);
    w.draws = a->picture != NULL;
    int failed = inspection_run(&s, t, &w, e);

    if (!failed)
        named_trial_warn(t);
    if (!failed && a->picture)
        failed = draw(a, &s, p, e);
    if (!failed && (a->format || !a->picture))
        failed = print_matrices(a, &s, e);
    inspection_release(&s);
    return failed ? error_in(e, "'%s'", a->name) : 0;
}

static int print_example(const struct inspect_arguments *a, struct error *e)
{
    struct trained t;
    struct named_folder p;
    const int failed = named_trial_load(a->name, a->trial, false, &p, &t, e) ||
                       inspect_example(a, &p, &t, e);

    trained_release(&t);
    named_folder_release(&p);
    return failed;
}

static int run(void *asked, struct error *e)
{
    const struct inspect_arguments *a = asked;
    const int failed =
        a->request.example < 0 ? print_contents(a, e) : print_example(a, e);

    return failed ? -1 : EXIT_DONE;
}

const struct command command_inspect = {
    .name = "inspect",
    .summary = "look into a trial's files, and into its attentions",
    .about = "Print what the result and the states of a trial of the results "
             "folder DIR hold, or a result or state FILE of it; or with "
             "--example what the trial's attentions make of an example of its "
             "data.",
    .more = "Of an attention it prints, for each head, the affinities e, and "
            "of CoDA f_e, the tanh of e, n and the gate, and m, the weights "
            "that the model takes: of CoDA f_e times gate.  Rows attend to "
            "columns.  Text begins with the example.  JSON has the tokens and "
            "the matrices, CSV a row a pair, HDF5 arrays.  Of a reader of "
            "cloze questions the last is its pointer: e the scores of the "
            "document's tokens, and m their softmax.  They are those of the "
            "parameters that the trial has kept; its data are read again, and "
            "must be what they were.",
    .options = options,
    .check = check,
    .size = sizeof(struct inspect_arguments),
    .preset = &(const struct inspect_arguments){.trial = -1,
                                                .request = INSPECTION_ANY_INIT},
    .run = run,
};
