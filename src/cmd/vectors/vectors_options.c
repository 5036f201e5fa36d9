#include "config.h"

#include "cmd/vectors/vectors_options.h"

#include "cmd/option.h"
#include "engine/word_vectors/skipgram_step.h"
#include "text/language/vector_rows.h"

const struct cli_option vectors_options[] = {
    {CLI_WORDS(struct vectors_asked, text), .value = "TEXT"},
    {CLI_TEXT(struct vectors_asked, output), .name = "output", .letter = 'o',
     .value = "FILE", .help = "Write the vectors to FILE"},
    OPTION_FORCE(struct vectors_asked, job.force),
    {CLI_TEXT(struct vectors_asked, of.name), .name = "of",
     .value = "EXPERIMENT",
     .help = "Learn from the texts of this experiment's train instead of "
             "TEXTs"},
    {CLI_FLAG(struct vectors_asked, texts), .name = "texts",
     .help = "Learn nothing: write to FILE the texts that would be learned "
             "from, for another program, a sentence a line, its words between "
             "blanks"},
    {CLI_TEXTS(struct vectors_asked, of.set), .name = "set",
     .value = "FIELD=VALUE", .needs = "of", .complete = completions_add_set,
     .help = "Set a field of the experiment; may be repeated"},
    {CLI_CHOICE(struct vectors_asked, rule.tokens, token_rule_names),
     .name = "tokens", .value = "RULE",
     .help = "How TEXTs are cut: spaces, words, characters or english, as the "
             "field task.tokens has it; spaces unless given"},
    {CLI_FLAG(struct vectors_asked, rule.lower), .name = "lower",
     .help = "Convert TEXTs to lower case"},
    {CLI_CHOICE(struct vectors_asked, rule.unicode, normal_names),
     .name = "unicode", .value = "FORM",
     .help = "Normal form of TEXTs: nfc, nfkc or none, as the field "
             "task.unicode has it; nfc unless given"},
    {CLI_CHOICE(struct vectors_asked, job.settings.method,
                vectors_method_names),
     .name = "method", .value = "METHOD", .excludes = "texts",
     .help = "skip-gram, with negative sampling, or glove; skip-gram unless "
             "given"},
    {CLI_WHOLE(struct vectors_asked, job.settings.width, 1, VECTORS_WIDEST),
     .name = "width", .value = "N", .excludes = "texts",
     .help = "Dimensions of a vector; 100 unless given, glove: 50"},
    {CLI_WHOLE(struct vectors_asked, job.settings.window, 1, 1000),
     .name = "window", .value = "N", .excludes = "texts",
     .help = "Context words on each side, at most; 5 unless given, glove: 15"},
    {CLI_WHOLE(struct vectors_asked, job.settings.passes, 1, 10000),
     .name = "passes", .value = "N", .excludes = "texts",
     .help = "Passes over the text; 5 unless given, glove: 15"},
    {CLI_WHOLE(struct vectors_asked, job.settings.min_count, 1, INT32_MAX),
     .name = "min-count", .value = "N",
     .help = "Words that come less often are left out; 5 unless given"},
    {CLI_REAL(struct vectors_asked, job.settings.rate, 1e-6, 100),
     .name = "rate", .value = "X", .excludes = "texts",
     .help = "Learning rate at first; it falls in a straight line to a ten "
             "thousandth of that; 0.025 unless given; glove: that of AdaGrad, "
             "constant, 0.05"},
    {CLI_WHOLE(struct vectors_asked, job.settings.negatives, 1, NEGATIVES_MOST),
     .name = "negatives", .value = "N", .excludes = "texts",
     .help = "skip-gram: negative samples for each pair; 5 unless given"},
    {CLI_REAL(struct vectors_asked, job.settings.sample, 0, 1),
     .name = "sample", .value = "X", .excludes = "texts",
     .help = "skip-gram: subsampling; words whose share of the text is above X "
             "are left out at random; 0: none; 0.001 unless given"},
    {CLI_REAL(struct vectors_asked, job.settings.x_max, 1e-6, 1e12),
     .name = "x-max", .value = "X", .excludes = "texts",
     .help = "glove: counts of X or more have weight 1; 100 unless given"},
    {CLI_WHOLE(struct vectors_asked, job.settings.seed, 0, INT32_MAX),
     .name = "seed", .value = "N", .excludes = "texts",
     .help = "Seed of everything random; 1 unless given"},
    {CLI_WHOLE(struct vectors_asked, job.threads, 1, 1024), .name = "threads",
     .value = "N", .excludes = "texts",
     .help = "As many as there are cores unless given; no bit depends on it"},
    {CLI_REAL(struct vectors_asked, job.seconds, 0, 1e6), .name = "checkpoint",
     .value = "SECONDS", .excludes = "texts",
     .help = "Seconds between two checkpoints, FILE.state, or more, so that "
             "they take a twentieth of the time at most; 60 unless given; 0: "
             "one after each step"},
    CLI_END,
};

/* Check that options of one method are not given with the other. */
static int check_method(const struct vectors_asked *a,
                        const struct parsed_line *l, struct error *e)
{
    static const struct {
        const char *option;
        enum vectors_method method;
    } own[] = {{"negatives", VECTORS_SKIPGRAM},
               {"sample", VECTORS_SKIPGRAM},
               {"x-max", VECTORS_GLOVE}};
    const enum vectors_method method = a->job.settings.method;

    for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++)
        if (parsed_line_has(l, own[i].option) && own[i].method != method)
            return error_set(e, "found --%s, which --method %s does not read",
                             own[i].option, vectors_method_names[method]);
    return 0;
}

int vectors_check(void *asked, const struct parsed_line *l, struct error *e)
{
    const struct vectors_asked *a = asked;
    const bool of = a->of.name;

    if (!a->output)
        return error_set(e, "expected --output, the file to write");
    if (of && a->text.n)
        return error_set(e, "found --of and '%s', expected texts or --of",
                         a->text.text[0]);
    if (!of && !a->text.n)
        return error_set(e, "expected texts to learn from, or --of EXPERIMENT");
    if (of && (parsed_line_has(l, "tokens") || parsed_line_has(l, "lower") ||
               parsed_line_has(l, "unicode")))
        return error_set(e, "found --of with --tokens, --lower or --unicode, "
                            "expected --set with task.tokens, task.lower or "
                            "task.unicode");
    return check_method(a, l, e);
}
