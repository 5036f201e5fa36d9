#include "config.h"

#include "cmd/vectors_options.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cmd/option.h"
#include "text/vector_rows.h"
#include "vectors/skipgram_step.h"

enum {
    KEY_METHOD = 256,
    KEY_WIDTH,
    KEY_WINDOW,
    KEY_PASSES,
    KEY_MIN_COUNT,
    KEY_RATE,
    KEY_NEGATIVES,
    KEY_SAMPLE,
    KEY_X_MAX,
    KEY_SEED,
    KEY_THREADS,
    KEY_TOKENS,
    KEY_LOWER,
    KEY_UNICODE,
    KEY_OF,
    KEY_TEXTS,
    KEY_SET,
    KEY_CHECKPOINT,
    KEY_FORCE,
};

static const struct argp_option options[] = {
    {"output", 'o', "FILE", 0, "Write the vectors to FILE", 0},
    {"force", KEY_FORCE, NULL, 0, "Replace FILE if it is there", 0},
    {"of", KEY_OF, "EXPERIMENT", 0,
     "Learn from the texts of this experiment's train instead of TEXTs", 0},
    {"texts", KEY_TEXTS, NULL, 0,
     "Learn nothing: write to FILE the texts that would be learned from, for "
     "another program, a sentence a line, its words between blanks",
     0},
    {"set", KEY_SET, "FIELD=VALUE", 0,
     "Set a field of the experiment; may be repeated", 0},
    {"tokens", KEY_TOKENS, "RULE", 0,
     "How TEXTs are cut: spaces, words, characters or english, as the field "
     "task.tokens has it; spaces unless given",
     0},
    {"lower", KEY_LOWER, NULL, 0, "Convert TEXTs to lower case", 0},
    {"unicode", KEY_UNICODE, "FORM", 0,
     "Normal form of TEXTs: nfc, nfkc or none, as the field task.unicode has "
     "it; nfc unless given",
     0},
    {"method", KEY_METHOD, "METHOD", 0,
     "skip-gram, with negative sampling, or glove; skip-gram unless given", 0},
    {"width", KEY_WIDTH, "N", 0,
     "Dimensions of a vector; 100 unless given, glove: 50", 0},
    {"window", KEY_WINDOW, "N", 0,
     "Context words on each side, at most; 5 unless given, glove: 15", 0},
    {"passes", KEY_PASSES, "N", 0,
     "Passes over the text; 5 unless given, glove: 15", 0},
    {"min-count", KEY_MIN_COUNT, "N", 0,
     "Words that come less often are left out; 5 unless given", 0},
    {"rate", KEY_RATE, "X", 0,
     "Learning rate at first; it falls in a straight line to a ten thousandth "
     "of that; 0.025 unless given; glove: that of AdaGrad, constant, 0.05",
     0},
    {"negatives", KEY_NEGATIVES, "N", 0,
     "skip-gram: negative samples for each pair; 5 unless given", 0},
    {"sample", KEY_SAMPLE, "X", 0,
     "skip-gram: subsampling; words whose share of the text is above X are "
     "left out at random; 0: none; 0.001 unless given",
     0},
    {"x-max", KEY_X_MAX, "X", 0,
     "glove: counts of X or more have weight 1; 100 unless given", 0},
    {"seed", KEY_SEED, "N", 0, "Seed of everything random; 1 unless given", 0},
    {"threads", KEY_THREADS, "N", 0,
     "As many as there are cores unless given; no bit depends on it", 0},
    {"checkpoint", KEY_CHECKPOINT, "SECONDS", 0,
     "Seconds between two checkpoints, FILE.state, or more, so that they take "
     "a twentieth of the time at most; 60 unless given; 0: one after each step",
     0},
    {"number", 'n', "N", 0,
     "neighbours: how many words to print; 10 unless given", 0},
    {0},
};

/* What a command line may ask for. */
enum form {
    SKIPGRAM = 1,
    GLOVE = 2,
    LEARNING = SKIPGRAM | GLOVE,
    TEXTS = 4,
    WRITING = LEARNING | TEXTS,
    NEIGHBOURS = 8
};

/* Which of these read an option. */
static const struct {
    int key;
    unsigned forms;
} readers[] = {
    {'o', WRITING},
    {'n', NEIGHBOURS},
    {KEY_FORCE, WRITING},
    {KEY_OF, WRITING},
    {KEY_TEXTS, WRITING},
    {KEY_SET, WRITING},
    {KEY_TOKENS, WRITING},
    {KEY_LOWER, WRITING},
    {KEY_UNICODE, WRITING},
    {KEY_MIN_COUNT, WRITING},
    {KEY_THREADS, LEARNING},
    {KEY_METHOD, LEARNING},
    {KEY_WIDTH, LEARNING},
    {KEY_WINDOW, LEARNING},
    {KEY_PASSES, LEARNING},
    {KEY_RATE, LEARNING},
    {KEY_SEED, LEARNING},
    {KEY_CHECKPOINT, LEARNING},
    {KEY_NEGATIVES, SKIPGRAM},
    {KEY_SAMPLE, SKIPGRAM},
    {KEY_X_MAX, GLOVE},
};
enum { OPTIONS = sizeof(readers) / sizeof(*readers) };
_Static_assert(sizeof(options) / sizeof(*options) == OPTIONS + 1,
               "a reader for each option");
_Static_assert(OPTIONS <= 32, "a bit for each in `given`");

static const char *form_name(enum form f)
{
    return f == SKIPGRAM ? "--method skip-gram"
           : f == GLOVE  ? "--method glove"
           : f == TEXTS  ? "--texts"
                         : "neighbours";
}

static const char *option_name(int key)
{
    const struct argp_option *o = options;

    while (o->key != key)
        o++;
    return o->name;
}

bool vectors_neighbours(const struct vectors_arguments *a)
{
    return a->words && !strcmp(a->word[0], "neighbours");
}

static enum form form_of(const struct vectors_arguments *a)
{
    if (vectors_neighbours(a))
        return NEIGHBOURS;
    if (a->texts)
        return TEXTS;
    return a->job.settings.method == VECTORS_GLOVE ? GLOVE : SKIPGRAM;
}

static void note_given(struct vectors_arguments *a, int key)
{
    for (int i = 0; i < OPTIONS; i++)
        if (readers[i].key == key)
            a->given |= 1u << i;
}

/* An option that is not read would do nothing, without a word. */
static void check_readers(const struct vectors_arguments *a,
                          struct argp_state *state)
{
    const enum form form = form_of(a);

    for (int i = 0; i < OPTIONS; i++)
        if (a->given >> i & 1 && !(readers[i].forms & form))
            argp_error(state, "found --%s, which %s does not read",
                       option_name(readers[i].key), form_name(form));
}

static double real(const char *option, const char *text, double least,
                   double most, struct argp_state *state)
{
    return option_real(option, text,
                       (struct option_range){"a number", least, most, false},
                       state);
}

static error_t parse_setting(int key, char *arg, struct vectors_arguments *a,
                             struct argp_state *state)
{
    struct vectors_settings *s = &a->job.settings;

    switch (key) {
    case KEY_METHOD:
        s->method = (enum vectors_method)option_choice(
            "method", vectors_method_names, arg, state);
        return 0;
    case KEY_X_MAX:
        s->x_max = real("x-max", arg, 1e-6, 1e12, state);
        return 0;
    case KEY_WIDTH:
        s->width = (int)option_whole("width", arg, 1, VECTORS_WIDEST, state);
        return 0;
    case KEY_WINDOW:
        s->window = (int)option_whole("window", arg, 1, 1000, state);
        return 0;
    case KEY_PASSES:
        s->passes = (int)option_whole("passes", arg, 1, 10000, state);
        return 0;
    case KEY_MIN_COUNT:
        s->min_count = option_number("min-count", arg, 1, state);
        return 0;
    case KEY_RATE:
        s->rate = real("rate", arg, 1e-6, 100, state);
        return 0;
    case KEY_NEGATIVES:
        s->negatives =
            (int)option_whole("negatives", arg, 1, NEGATIVES_MOST, state);
        return 0;
    case KEY_SAMPLE:
        s->sample = real("sample", arg, 0, 1, state);
        return 0;
    case KEY_SEED:
        s->seed = (uint64_t)option_number("seed", arg, 0, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_text(int key, char *arg, struct vectors_arguments *a,
                          struct argp_state *state)
{
    switch (key) {
    case KEY_OF:
        a->of = arg;
        return 0;
    case KEY_TEXTS:
        a->texts = true;
        return 0;
    case KEY_SET:
        GROW(a->set, a->sets, a->set_room);
        a->set[a->sets++] = arg;
        return 0;
    case KEY_TOKENS:
        a->rule.tokens = (enum token_rule)option_choice(
            "tokens", token_rule_names, arg, state);
        a->rule.given = true;
        return 0;
    case KEY_LOWER:
        a->rule.lower = a->rule.given = true;
        return 0;
    case KEY_UNICODE:
        a->rule.unicode = (enum normal_form)option_choice(
            "unicode", normal_names, arg, state);
        a->rule.given = true;
        return 0;
    case ARGP_KEY_ARG:
        GROW(a->word, a->words, a->word_room);
        a->word[a->words++] = arg;
        return 0;
    default:
        return parse_setting(key, arg, a, state);
    }
}

static void check(const struct vectors_arguments *a, struct argp_state *state)
{
    check_readers(a, state);
    if (vectors_neighbours(a)) {
        if (a->words < 3)
            argp_error(state, "neighbours: expected a file of vectors and a "
                              "word");
        return;
    }
    if (!a->output)
        argp_error(state, "expected --output, the file to write");
    if (a->of && a->words)
        argp_error(state, "found --of and '%s', expected texts or --of",
                   a->word[0]);
    if (!a->of && !a->words)
        argp_error(state, "expected texts to learn from, or --of EXPERIMENT");
    if (a->of && a->rule.given)
        argp_error(state, "found --of with --tokens, --lower or --unicode, "
                          "expected --set with task.tokens, task.lower or "
                          "task.unicode");
    if (!a->of && a->sets)
        argp_error(state, "found --set, expected --of with it");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct vectors_arguments *a = state->input;

    note_given(a, key);
    switch (key) {
    case 'n':
        a->number = (int)option_whole("number", arg, 1, 1000, state);
        return 0;
    case 'o':
        a->output = arg;
        return 0;
    case KEY_FORCE:
        a->job.force = true;
        return 0;
    case KEY_THREADS:
        a->job.threads = (int)option_whole("threads", arg, 1, 1024, state);
        return 0;
    case KEY_CHECKPOINT:
        a->job.seconds = real("checkpoint", arg, 0, 1e6, state);
        return 0;
    case ARGP_KEY_END:
        check(a, state);
        return 0;
    default:
        return parse_text(key, arg, a, state);
    }
}

const struct argp vectors_argp = {
    .options = options,
    .parser = parse,
    .args_doc =
        "TEXT... -o FILE\n--of EXPERIMENT -o FILE\nneighbours FILE WORD...",
    .doc = "Learn word vectors from texts, a sentence a line, plain or "
           "compressed, or from the texts that an experiment trains on, and "
           "write them to FILE, which the field task.vectors reads: a word and "
           "its numbers a line, the most frequent word first.\v"
           "The same texts, options and seed give the same bytes for any "
           "number of threads.  "
           "Ctrl-C, and the signals that stop a sweep, stop it: once learning "
           "has begun with a checkpoint, FILE.state, from which the same "
           "command continues.",
};
