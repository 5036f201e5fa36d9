/*
 * vectors.c - `codarun vectors`: word vectors learned from texts or from an
 * experiment's train.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/show.h"
#include "cmd/command.h"
#include "cmd/launch.h"
#include "cmd/offers.h"
#include "cmd/option.h"
#include "cmd/vectors_options.h"
#include "comm/comm.h"
#include "run/signals.h"
#include "text/vector_rows.h"
#include "vectors/neighbours.h"

static int learn(const struct vectors_arguments *a,
                 const struct running_text *r, struct error *e)
{
    struct str settings = {0};

    vectors_settings_say(&a->job.settings, &settings);
    log_info("%s", str_text(&settings));
    str_release(&settings);
    const int bad = vectors_learn(&a->job, r, e);

    if (!bad)
        log_info("%s: %d vectors of width %d", a->output, r->n,
                 a->job.settings.width);
    return bad;
}

static int write_file(const struct vectors_arguments *a, struct error *e)
{
    const struct vectors_source from = {
        a->word, a->words, a->rule, {a->of, a->set, a->sets}};
    struct running_text r;

    if (option_check_file(a->output, a->job.force, e) ||
        vectors_text_check(a->output, e)) /* before it takes its time */
        return -1;
    running_text_init(&r);
    int bad = vectors_text_read(&r, &from, a->job.settings.min_count, e);

    if (bad && interrupted())
        bad = 1; /* that is why */
    else if (!bad)
        bad = a->texts ? running_text_write(&r, a->output, a->job.force, e)
                       : learn(a, &r, e);
    running_text_release(&r);
    return bad;
}

static int say_neighbours(const struct word_vectors *v, const char *file,
                          const char *word, int number, struct error *e)
{
    const int at = vocabulary_find(&v->words, word, strlen(word));
    struct neighbour *near;

    if (at < 0)
        return error_set(e, "file '%s' has no word '%s'", file, word);
    near = memory_new((size_t)number * sizeof(*near));
    const int n = neighbours_of(v, at, number, near);

    for (int i = 0; i < n; i++)
        say("%s %.4f %s\n", word, (double)near[i].cosine,
            v->words.word[near[i].word]);
    free(near);
    return 0;
}

static int neighbours(const struct vectors_arguments *a, struct error *e)
{
    struct word_vectors v;
    int bad = word_vectors_read(&v, a->word[1], e);

    for (int i = 2; i < a->words && !bad; i++)
        bad = say_neighbours(&v, a->word[1], a->word[i], a->number, e);
    word_vectors_release(&v);
    return bad;
}

/* 1: it was stopped. */
static int do_it(struct vectors_arguments *a, struct error *e)
{
    if (vectors_neighbours(a))
        return neighbours(a, e);
    signals_catch();
    vectors_settings_fill(&a->job.settings);
    a->job.file = a->output;
    if (!a->job.threads)
        a->job.threads = comm_cores();
    comm_widen(a->job.threads); /* before there are threads to inherit it */
    return write_file(a, e);
}

static int run(int argc, char **argv)
{
    struct vectors_arguments a = {.job = {.seconds = 60}, .number = 10};
    struct error e = {0};
    int bad = 0;

    vectors_settings_init(&a.job.settings);
    launch_parse(&vectors_argp, argc, argv, &a);
    if (launch_first())
        bad = do_it(&a, &e);
    if (bad > 0)
        complain("stopped by %s: the same command goes on", signals_name());
    else if (bad)
        complain("%s", e.text);
    free(a.word);
    free(a.set);
    return bad > 0 ? EXIT_STOPPED : bad ? EXIT_ERROR : EXIT_DONE;
}

static void offer_verb(const char *const *word, int n, struct offers *o)
{
    (void)word;
    if (!n && *o->begun)
        offer(o, "neighbours", "of words, in a file of vectors");
}

const struct command command_vectors = {
    .name = "vectors",
    .summary = "learn word vectors from texts or from an experiment's train",
    .argp = &vectors_argp,
    .offer = offer_verb,
    .run = run,
};
