#include "config.h"

#include "cmd/data/data.h"

#include <stdio.h>

#include "base/core/show.h"
#include "base/files/file.h"
#include "cmd/option.h"
#include "text/files/lines.h"
#include "text/language/subwords_learn.h"

static int add_file(struct subword_learner *l, const char *path,
                    struct error *e)
{
    struct lines *in = lines_open(path, e);
    char *line;
    size_t len;
    int more = -1;

    while (in && (more = lines_next(in, &line, &len, e)) > 0)
        subword_learner_add(l, line, len);
    lines_close(in);
    return more;
}

static int learn_and_write(const struct subword_learner *l, const char *file,
                           long merges, struct error *e)
{
    struct subwords s;
    struct str text = {0};

    subwords_learn(l, merges, &s);
    subwords_text(&s, &text);
    const int bad = file_write(file, text.s, text.len, e);

    if (!bad)
        say("%s: %d merges\n", file, s.merge.n);
    str_release(&text);
    subwords_release(&s);
    return bad;
}

struct data_subwords_arguments {
    const char *file;
    struct strings text;
    long merges;
    bool force;
};

static int run(void *asked, struct error *e)
{
    const struct data_subwords_arguments *a = asked;
    struct subword_learner l;
    int bad = 0;

    if (option_check_file(a->file, a->force, e)) /* before the slow part */
        return -1;
    subword_learner_init(&l);
    for (int i = 0; i < a->text.n && !bad; i++)
        bad = add_file(&l, a->text.text[i], e);
    if (!bad)
        bad = learn_and_write(&l, a->file, a->merges, e);
    subword_learner_release(&l);
    return bad;
}

static const struct cli_option options[] = {
    {CLI_WORD(struct data_subwords_arguments, file), .value = "FILE",
     .what = "a file to write and texts to learn from"},
    {CLI_WORDS(struct data_subwords_arguments, text), .least = 1,
     .value = "TEXT", .what = "a file to write and texts to learn from"},
    {CLI_WHOLE(struct data_subwords_arguments, merges, 0, SUBWORD_MERGES),
     .name = "merges", .value = "N",
     .help = "So many merges at most; 8000 unless given"},
    OPTION_FORCE(struct data_subwords_arguments, force),
    CLI_END,
};

const struct command data_subwords = {
    .name = "subwords",
    .summary = "learn byte-pair subwords from texts",
    .about = "Learn byte-pair subwords of the lines of all TEXTs together and "
             "write them to FILE.",
    .options = options,
    .size = sizeof(struct data_subwords_arguments),
    .preset = &(const struct data_subwords_arguments){.merges = 8000},
    .run = run,
};
