/*
 * vectors.c - `codarun vectors`: word vectors trained on texts or on an
 * experiment's train split.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/interrupt.h"
#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/core/show.h"
#include "cmd/command.h"
#include "cmd/option.h"
#include "cmd/vectors/vectors_options.h"
#include "engine/comm/comm.h"
#include "engine/word_vectors/neighbours.h"
#include "sweep/run/signals.h"
#include "text/formats/json_write.h"
#include "text/language/vector_rows.h"

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
        vectors_text_check(a->output, e)) /* before the slow part */
        return -1;
    running_text_init(&r);
    int bad = vectors_text_read(&r, &from, a->job.settings.min_count, e);

    if (bad && interrupted())
        bad = 1; /* interrupted */
    else if (!bad)
        bad = a->texts ? running_text_write(&r, a->output, a->job.force, e)
                       : learn(a, &r, e);
    running_text_release(&r);
    return bad;
}

static int learn_from(struct vectors_asked *a, struct error *e)
{
    signals_catch();
    vectors_settings_fill(&a->job.settings);
    a->job.file = a->output;
    if (!a->job.threads)
        a->job.threads = comm_cores();
    /* before there are threads, which inherit it */
    comm_widen_mask(a->job.threads);
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
    int json;
};

/* The nearest neighbours of a word, in order. */
struct near {
    const char *word;
    int n;
    struct neighbour *at; /* [n] owned */
};

static void say_near(const struct word_vectors *v, const struct near *near)
{
    for (int i = 0; i < near->n; i++)
        say("%s %.4f %s\n", near->word, (double)near->at[i].cosine,
            v->words.word[near->at[i].word]);
}

static void put_near(const struct word_vectors *v, const struct near *near,
                     struct str *out)
{
    json_begin(out, NULL, '{');
    json_put_text(out, "word", near->word);
    json_begin(out, "neighbours", '[');
    for (int i = 0; i < near->n; i++) {
        json_begin(out, NULL, '{');
        json_put_text(out, "word", v->words.word[near->at[i].word]);
        json_put_float(out, "cosine", near->at[i].cosine);
        json_finish(out, '}');
    }
    json_finish(out, ']');
    json_finish(out, '}');
}

/* Print the neighbours of one word; JSON is appended instead. */
static int print_near(const struct neighbours_asked *a,
                      const struct word_vectors *v, const char *word,
                      struct str *json, struct error *e)
{
    struct near near = {.word = word};
    const int at = vocabulary_find(&v->words, word, strlen(word));

    if (at < 0)
        return error_set(e, "file '%s' has no word '%s'", a->file, word);
    near.at = memory_new((size_t)a->number * sizeof(*near.at));
    near.n = neighbours_of(v, at, a->number, near.at);
    if (a->json)
        put_near(v, &near, json);
    else
        say_near(v, &near);
    free(near.at);
    return 0;
}

static int run_neighbours(void *asked, struct error *e)
{
    const struct neighbours_asked *a = asked;
    struct word_vectors v;
    struct str json = {0};
    int bad = word_vectors_read(&v, a->file, e);

    json_begin(&json, NULL, '[');
    for (int i = 0; i < a->word.n && !bad; i++)
        bad = print_near(a, &v, a->word.text[i], &json, e);
    json_finish(&json, ']');
    if (!bad && a->json)
        say("%s\n", str_text(&json));
    str_release(&json);
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
    {CLI_CHOICE(struct neighbours_asked, json, option_text_or_json),
     .name = "format", .value = "FORMAT",
     .help = "text, or json, one array; text unless given"},
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
