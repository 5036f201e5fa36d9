/*
 * data_show.c - Examples as a model gets them, and generated ones as files.
 */
#include "cmd/data.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/show.h"
#include "cmd/option.h"

struct shown {
    enum split split;
    long number; /* of examples, at most */
};

static int show_examples(const struct task *t, const void *how, struct error *e)
{
    const struct shown *w = how;
    const struct examples *x = &t->split[w->split];
    struct str out = {0};

    if (!x->n)
        return error_set(e, "the task has no %s examples",
                         split_names[w->split]);
    say("%s%d token numbers\n", str_text(&t->notes), t->words[0]->n);
    for (int i = 0; i < x->n && i < w->number; i++) {
        str_clear(&out);
        t->kind->show(t, w->split, i, &out);
        say("\n%s %d\n%s", split_names[w->split], i, str_text(&out));
    }
    str_release(&out);
    return 0;
}

struct written {
    const char *dir;
    bool force; /* replace what is there */
};

static char *file_of(const struct task *t, enum split split, const char *dir)
{
    return memory_format("%s/%s.%s", dir, split_names[split],
                         t->kind->ending ? t->kind->ending : "txt");
}

static int check_split(const struct task *t, enum split split,
                       const struct written *w, struct error *e)
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
    const struct written *w = how;

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

struct arguments {
    struct task_asked of;
    struct shown shown;
    struct written written;
};

static int run_show(void *asked, struct error *e)
{
    const struct arguments *a = asked;

    return data_task_of_experiment(&a->of, show_examples, &a->shown, e);
}

static const struct cli_option show_options[] = {
    DATA_EXPERIMENT(struct arguments, of),
    OPTION_SPLIT(struct arguments, shown.split,
                 "train, valid or test; train unless given"),
    {CLI_WHOLE(struct arguments, shown.number, 0, INT32_MAX), .name = "number",
     .letter = 'n', .value = "N", .help = "So many examples; 5 unless given"},
    DATA_SET_FIELD(struct arguments, of),
    CLI_END,
};

const struct command data_show = {
    .name = "show",
    .summary = "print examples as a model gets them",
    .about = "Print examples of the experiment's first trial as a model gets "
             "them.",
    .options = show_options,
    .size = sizeof(struct arguments),
    .preset = &(const struct arguments){.shown = {SPLIT_TRAIN, 5}},
    .run = run_show,
};

static int run_write(void *asked, struct error *e)
{
    const struct arguments *a = asked;

    return data_task_of_experiment(&a->of, write_files, &a->written, e);
}

static const struct cli_option write_options[] = {
    DATA_EXPERIMENT(struct arguments, of),
    {CLI_WORD(struct arguments, written.dir), .value = "DIR",
     .what = "an experiment file and a folder"},
    DATA_SET_FIELD(struct arguments, of),
    {CLI_FLAG(struct arguments, written.force), .name = "force",
     .help = "Replace files that are there"},
    CLI_END,
};

const struct command data_write = {
    .name = "write",
    .summary = "write generated data to files",
    .about = "Write the data a task generates to DIR/train.txt, valid.txt and "
             "test.txt (of text2code .jsonl).",
    .options = write_options,
    .size = sizeof(struct arguments),
    .run = run_write,
};
