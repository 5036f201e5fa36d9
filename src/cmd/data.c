/*
 * data.c - `codarun data`: which kinds there are with their fields, what the
 * examples of an experiment look like, generated data as files, what a trial
 * answered, subwords, passages for questions, and public data sets from their
 * homes.
 */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/show.h"
#include "cmd/command.h"
#include "cmd/data_fetch.h"
#include "cmd/data_kinds.h"
#include "cmd/data_options.h"
#include "cmd/data_passages.h"
#include "cmd/data_show.h"
#include "cmd/data_stats.h"
#include "cmd/data_subwords.h"
#include "cmd/data_task.h"
#include "cmd/launch.h"
#include "cmd/offers.h"
#include "config/field.h"
#include "fetch/sets.h"

static int kinds(const struct data_arguments *a, struct error *e)
{
    return data_kinds(a->words ? a->word[0] : NULL, e);
}

static enum split wanted_split(const struct data_arguments *a)
{
    return a->split < 0 ? SPLIT_TRAIN : a->split;
}

static struct task_wanted wanted(const struct data_arguments *a)
{
    return (struct task_wanted){a->word[0], a->set, a->sets};
}

static int show(const struct data_arguments *a, struct error *e)
{
    const struct task_wanted w = wanted(a);

    return data_show(&w, wanted_split(a), a->number < 0 ? 5 : a->number, e);
}

static int write_all(const struct data_arguments *a, struct error *e)
{
    const struct task_wanted w = wanted(a);

    return data_write(&w, a->word[1], a->given & GIVEN_FORCE, e);
}

static int stats(const struct data_arguments *a, struct error *e)
{
    const struct task_wanted w = wanted(a);

    return data_stats(&w, wanted_split(a), e);
}

static int predictions(const struct data_arguments *a, struct error *e)
{
    const unsigned what = a->given & (GIVEN_NONE | GIVEN_RIGHT | GIVEN_N_BEST);

    if (what & (what - 1))
        return error_set(e, "data predictions: found two of --none, --right "
                            "and --n-best, expected one of them");
    const struct predictions_wanted w = {
        .trial = a->trial,
        .split = a->split < 0 ? SPLIT_VALID : a->split,
        .what = a->what,
    };

    return data_predictions(a->word[0], &w, e);
}

static int subwords(const struct data_arguments *a, struct error *e)
{
    return data_subwords(a->word[0], a->given & GIVEN_FORCE, a->word + 1,
                         a->words - 1, a->merges, e);
}

static int passages(const struct data_arguments *a, struct error *e)
{
    const struct passages_wanted w = {
        .from = a->word[0],
        .questions = a->word[1],
        .contexts = a->words > 2 ? a->word[2] : NULL,
        .most = a->number < 0 ? 20 : a->number,
        .k1 = a->k1,
        .b = a->b,
        .force = a->given & GIVEN_FORCE,
    };

    if (w.most < 1 || w.most > PASSAGES_MOST)
        return error_set(e,
                         "data passages: --number: found %ld, expected 1 to %d",
                         w.most, PASSAGES_MOST);
    return data_passages(&w, e);
}

static int fetch(const struct data_arguments *a, struct error *e)
{
    return data_fetch(a->word, a->words, &a->fetch, e);
}

static const struct {
    const char *name, *expects;
    int least, most; /* words behind it */
    unsigned has;    /* of enum given */
    int (*run)(const struct data_arguments *a, struct error *e);
} verbs[] = {
    {"kinds", "one name at most", 0, 1, 0, kinds},
    {"show", "an experiment file", 1, 1, GIVEN_SPLIT | GIVEN_NUMBER | GIVEN_SET,
     show},
    {"stats", "an experiment file or a data set's name", 1, 1,
     GIVEN_SPLIT | GIVEN_SET, stats},
    {"write", "an experiment file and a folder", 2, 2, GIVEN_SET | GIVEN_FORCE,
     write_all},
    {"predictions", "a results folder, or a trial's file", 1, 1,
     GIVEN_SPLIT | GIVEN_TRIAL | GIVEN_NONE | GIVEN_RIGHT | GIVEN_N_BEST,
     predictions},
    {"subwords", "a file to write and texts to learn from", 2, INT_MAX,
     GIVEN_MERGES | GIVEN_FORCE, subwords},
    {"passages", "a file in SQuAD's layout and one or two to write", 2, 3,
     GIVEN_NUMBER | GIVEN_K1 | GIVEN_B | GIVEN_FORCE, passages},
    {"fetch", "data sets' names", 0, INT_MAX, GIVEN_FORCE | ~(GIVEN_FETCH - 1u),
     fetch},
};

/* Name the options that a verb does not have. */
static int check_given(const char *verb, unsigned given, unsigned has,
                       struct error *e)
{
    const char *const *name = data_given_names;
    const char *known[sizeof(given) * CHAR_BIT];
    struct str list = {0};
    int n = 0;

    for (int i = 0; name[i]; i++)
        if (has & 1u << i)
            known[n++] = name[i];
    names_list(known, n, &list);
    for (int i = 0; name[i]; i++)
        if (given & ~has & 1u << i)
            error_set(e, "data %s: found %s, expected %s%s", verb, name[i],
                      n ? str_text(&list) : "no option", n > 1 ? " alone" : "");
    str_release(&list);
    return e->text[0] ? -1 : 0;
}

static int run(int argc, char **argv)
{
    struct data_arguments a = data_defaults;
    struct error e = {0};
    int status = EXIT_USAGE;

    launch_parse(&data_argp, argc, argv, &a);
    if (!launch_first()) { /* under mpirun one answer is enough */
        data_arguments_release(&a);
        return EXIT_DONE;
    }
    error_set(&e, "data: found '%s', expected " DATA_VERBS, a.verb);
    for (size_t i = 0; i < sizeof(verbs) / sizeof(*verbs); i++) {
        if (strcmp(a.verb, verbs[i].name) != 0)
            continue;
        e.text[0] = 0;
        if (a.words < verbs[i].least || a.words > verbs[i].most)
            error_set(&e, "data %s: expected %s", a.verb, verbs[i].expects);
        else if (!check_given(a.verb, a.given, verbs[i].has, &e))
            status = verbs[i].run(&a, &e) ? EXIT_ERROR : EXIT_DONE;
    }
    if (e.text[0])
        complain("%s", e.text);
    data_arguments_release(&a);
    return status;
}

/* What the verb takes by name. */
static void offer_named(const char *verb, struct offers *o)
{
    if (!strcmp(verb, "kinds"))
        data_kinds_offer(o);
    for (int i = 0; !strcmp(verb, "fetch") && data_sets[i].name; i++)
        offer(o, data_sets[i].name, data_sets[i].what);
}

static void offer_words(const char *const *word, int n, struct offers *o)
{
    for (size_t i = 0; !n && i < sizeof(verbs) / sizeof(*verbs); i++)
        offer(o, verbs[i].name, verbs[i].expects);
    if (n && !strcmp(word[0], "predictions"))
        offer_sweep_first(word + 1, n - 1, o);
    else if (n)
        offer_named(word[0], o);
}

const struct command command_data = {
    .name = "data",
    .summary = "fetch and show data, list kinds, write predictions, subwords, "
               "passages",
    .argp = &data_argp,
    .offer = offer_words,
    .run = run,
};
