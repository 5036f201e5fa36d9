/*
 * data_show.c - examples as a model reads them, and generated examples as
 * files.
 */
#include "cmd/data/data.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/core/show.h"
#include "base/files/file.h"
#include "cmd/option.h"
#include "text/formats/json_write.h"

struct shown {
    enum split split;
    long number; /* most examples */
    int json;
};

/* --- for people ----------------------------------------------------------- */

static void say_examples(const struct task *t, const struct shown *w, int n)
{
    struct str out = {0};

    say("%s%d token numbers\n", str_text(&t->notes), t->words[0]->n);
    for (int i = 0; i < n; i++) {
        str_clear(&out);
        t->kind->show(t, w->split, i, &out);
        say("\n%s %d\n%s", split_names[w->split], i, str_text(&out));
    }
    str_release(&out);
}

/* --- for programs --------------------------------------------------------- */

static void put_part(const struct task *t, enum split split, int part, int i,
                     struct str *out)
{
    const struct examples *x = &t->split[split];
    const int32_t *token = example_tokens(x, part, i);
    const int n = example_len(x, part, i);
    char *const *text = t->words[part]->text;

    json_begin(out, NULL, '{');
    json_put_text(out, "role", shapes[t->kind->shape].role[part]);
    json_begin(out, "numbers", '[');
    for (int k = 0; k < n; k++)
        json_put_long(out, NULL, token[k]);
    json_finish(out, ']');
    json_begin(out, "tokens", '[');
    for (int k = 0; text && k < n; k++)
        json_put_text(out, NULL, text[token[k]]);
    json_finish(out, ']');
    json_finish(out, '}');
}

static void put_example(const struct task *t, enum split split, int i,
                        struct str *out)
{
    const struct examples *x = &t->split[split];
    struct str shown = {0};

    t->kind->show(t, split, i, &shown);
    json_begin(out, NULL, '{');
    json_put_long(out, "example", i);
    json_put_lines(out, "text", str_text(&shown));
    json_begin(out, "parts", '[');
    for (int p = 0; !x->made && p < x->parts; p++)
        put_part(t, split, p, i, out);
    json_finish(out, ']');
    json_finish(out, '}');
    str_release(&shown);
}

static void put_examples(const struct task *t, const struct shown *w, int n)
{
    struct str out = {0};

    json_begin(&out, NULL, '{');
    json_put_lines(&out, "notes", str_text(&t->notes));
    json_put_long(&out, "token_numbers", t->words[0]->n);
    json_put_text(&out, "split", split_names[w->split]);
    json_begin(&out, "examples", '[');
    for (int i = 0; i < n; i++)
        put_example(t, w->split, i, &out);
    json_finish(&out, ']');
    json_finish(&out, '}');
    say("%s\n", str_text(&out));
    str_release(&out);
}

/* -------------------------------------------------------------------------- */

static int show_examples(const struct task *t, const void *how, struct error *e)
{
    const struct shown *w = how;
    const int all = t->split[w->split].n;
    const int n = all < w->number ? all : (int)w->number;

    if (!all)
        return error_set(e, "the task has no %s examples",
                         split_names[w->split]);
    if (w->json)
        put_examples(t, w, n);
    else
        say_examples(t, w, n);
    return 0;
}

/* --- as files ------------------------------------------------------------- */

struct output_folder {
    const char *dir;
    bool force; /* replace existing files */
};

static char *file_of(const struct task *t, enum split split, const char *dir)
{
    return memory_format("%s/%s.%s", dir, split_names[split],
                         t->kind->ending ? t->kind->ending : "txt");
}

static int check_split(const struct task *t, enum split split,
                       const struct output_folder *w, struct error *e)
{
    char *path = file_of(t, split, w->dir);
    const int bad = option_check_file(path, w->force, e);

    free(path);
    return bad;
}

static int write_split(const struct task *t, enum split split, const char *dir,
                       struct error *e)
{
    const struct task_kind *k = t->kind;
    char *path = file_of(t, split, dir);
    struct str out = {0};
    int bad;

    for (int i = 0; i < t->split[split].n; i++)
        (k->write ? k->write : k->show)(t, split, i, &out);
    bad = file_write(path, str_text(&out), out.len, e);
    if (!bad)
        say("%s: %d examples\n", path, t->split[split].n);
    str_release(&out);
    free(path);
    return bad;
}

static int write_files(const struct task *t, const void *how, struct error *e)
{
    const struct output_folder *w = how;

    if (t->files)
        return error_set(e,
                         "task '%s' reads its examples from '%s': there is "
                         "nothing to write",
                         t->kind->is.name, t->file[0].path);
    for (enum split s = 0; s < SPLITS; s++)
        if (t->split[s].n && check_split(t, s, w, e))
            return -1;
    if (folder_make(w->dir, e))
        return -1;
    for (enum split s = 0; s < SPLITS; s++)
        if (t->split[s].n && write_split(t, s, w->dir, e))
            return -1;
    return 0;
}

/* --- the commands --------------------------------------------------------- */

struct data_show_arguments {
    struct task_asked of;
    struct shown shown;
    struct output_folder written;
};

static int run_show(void *asked, struct error *e)
{
    const struct data_show_arguments *a = asked;

    return data_task_of_experiment(&a->of, show_examples, &a->shown, e);
}

static const struct cli_option show_options[] = {
    DATA_EXPERIMENT(struct data_show_arguments, of),
    OPTION_SPLIT(struct data_show_arguments, shown.split,
                 "train, valid or test; train unless given"),
    {CLI_WHOLE(struct data_show_arguments, shown.number, 0, INT32_MAX),
     .name = "number", .letter = 'n', .value = "N",
     .help = "So many examples; 5 unless given"},
    DATA_SET_FIELD(struct data_show_arguments, of),
    OPTION_TEXT_OR_JSON(struct data_show_arguments, shown.json),
    CLI_END,
};

const struct command data_show = {
    .name = "show",
    .summary = "print examples as a model gets them",
    .about = "Print examples of the experiment's first trial as a model gets "
             "them.",
    .more = "JSON has the tokens and their numbers, too, of examples that are "
            "not made when they are read.",
    .options = show_options,
    .size = sizeof(struct data_show_arguments),
    .preset = &(const struct data_show_arguments){.shown = {SPLIT_TRAIN, 5, 0}},
    .run = run_show,
};

static int run_write(void *asked, struct error *e)
{
    const struct data_show_arguments *a = asked;

    return data_task_of_experiment(&a->of, write_files, &a->written, e);
}

static const struct cli_option write_options[] = {
    DATA_EXPERIMENT(struct data_show_arguments, of),
    {CLI_WORD(struct data_show_arguments, written.dir), .value = "DIR",
     .what = "an experiment file and a folder"},
    DATA_SET_FIELD(struct data_show_arguments, of),
    {CLI_FLAG(struct data_show_arguments, written.force), .name = "force",
     .help = "Replace files that are there"},
    CLI_END,
};

const struct command data_write = {
    .name = "write",
    .summary = "write generated data to files",
    .about = "Write the data a task generates to DIR/train.txt, valid.txt and "
             "test.txt (of text2code .jsonl).",
    .options = write_options,
    .size = sizeof(struct data_show_arguments),
    .run = run_write,
};
