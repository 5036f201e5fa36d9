#include "config.h"

#include "cmd/data_subwords.h"

#include <stdio.h>

#include "base/file.h"
#include "base/show.h"
#include "cmd/option.h"
#include "text/lines.h"
#include "text/subwords_learn.h"

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

int data_subwords(const char *file, bool force, const char *const *text, int n,
                  long merges, struct error *e)
{
    struct subword_learner l;
    int bad = 0;

    if (merges > (long)SUBWORD_MERGES)
        return error_set(e, "--merges: found %ld, expected at most %.0f",
                         merges, SUBWORD_MERGES);
    if (option_check_file(file, force, e)) /* before it takes its time */
        return -1;
    subword_learner_init(&l);
    for (int i = 0; i < n && !bad; i++)
        bad = add_file(&l, text[i], e);
    if (!bad)
        bad = learn_and_write(&l, file, merges, e);
    subword_learner_release(&l);
    return bad;
}
