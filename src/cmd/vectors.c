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
#include "cmd/option.h"
#include "cmd/vectors_options.h"
#include "comm/comm.h"
#include "run/signals.h"
#include "text/vector_rows.h"
#include "vectors/neighbours.h"

static int learn(const struct vectors_asked *a, const struct running_text *r,
                 struct error *e)
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

static int write_file(const struct vectors_asked *a, struct error *e)
{
    const struct vectors_source from = {a->text.text, a->text.n, a->rule,
                                        a->of};
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

static int learn_from(struct vectors_asked *a, struct error *e)
{
    signals_catch();
    vectors_settings_fill(&a->job.settings);
    a->job.file = a->output;
    if (!a->job.threads)
        a->job.threads = comm_cores();
    comm_widen(a->job.threads); /* before there are threads to inherit it */
    return write_file(a, e);
}

static int run(void *asked, struct error *e)
{
    const int bad = learn_from(asked, e);

    if (bad > 0)
        complain("stopped by %s: the same command goes on", signals_name());
    return bad > 0 ? EXIT_STOPPED : bad;
}

/* --- neighbours ----------------------------------------------------------- */

struct neighbours_asked {
    const char *file;
    struct strings word;
    int number;
};

static int run_neighbours(void *asked, struct error *e)
{
    const struct neighbours_asked *a = asked;
    struct word_vectors v;
    int bad = word_vectors_read(&v, a->file, e);

    for (int i = 0; i < a->word.n && !bad; i++)
        bad = say_neighbours(&v, a->file, a->word.text[i], a->number, e);
    word_vectors_release(&v);
    return bad;
}

static const struct cli_option neighbours_options[] = {
    {CLI_WORD(struct neighbours_asked, file), .value = "FILE",
     .what = "a file of vectors and a word"},
    {CLI_WORDS(struct neighbours_asked, word), .least = 1, .value = "WORD",
     .what = "a file of vectors and a word"},
    {CLI_WHOLE(struct neighbours_asked, number, 1, 1000), .name = "number",
     .letter = 'n', .value = "N",
     .help = "How many words to print; 10 unless given"},
    CLI_END,
};

static const struct command vectors_neighbours = {
    .name = "neighbours",
    .summary = "of words, in a file of vectors",
    .about = "Print the words of a file of vectors that are nearest to each "
             "WORD, with the cosine of the angle between the two.",
    .options = neighbours_options,
    .size = sizeof(struct neighbours_asked),
    .preset = &(const struct neighbours_asked){.number = 10},
    .run = run_neighbours,
};

/* -------------------------------------------------------------------------- */

static const struct command *const below[] = {&vectors_neighbours, NULL};

const struct command command_vectors = {
    .name = "vectors",
    .summary = "learn word vectors from texts or from an experiment's train",
    .usage = "TEXT... -o FILE\n--of EXPERIMENT -o FILE",
    .about = "Learn word vectors from texts, a sentence a line, plain or "
             "compressed, or from the texts that an experiment trains on, and "
             "write them to FILE, which the field task.vectors reads: a word "
             "and its numbers a line, the most frequent word first.",
    .more = "The same texts, options and seed give the same bytes for any "
            "number of threads.  Ctrl-C, and the signals that stop a sweep, "
            "stop it: once learning has begun with a checkpoint, FILE.state, "
            "from which the same command continues.",
    .options = vectors_options,
    .check = vectors_check,
    .sub = below,
    .size = sizeof(struct vectors_asked),
    .preset =
        &(const struct vectors_asked){
            .job = {.settings = VECTORS_SETTINGS, .seconds = 60}},
    .run = run,
};
