/* subwords_fixture.h - for tests of subwords: some lines, and what is learned
 * from them. */
#ifndef SUBWORDS_FIXTURE_H
#define SUBWORDS_FIXTURE_H

#include <string.h>

#include "text/language/subwords_learn.h"

static const char *const corpus[] = {
    "low low low low low lower lower newest newest newest newest newest",
    "newest widest widest widest aaaa aaa aa a, bab bab abab",
    "Zwei junge weiße Männer sind im Freien in der Nähe vieler Büsche.",
    "Mehrere Männer mit Schutzhelmen bedienen ein Antriebsradsystem.",
    "",
    "1,000 and 1,000.50; 1999-2001... (50%)",
};
#define CORPUS (sizeof(corpus) / sizeof(*corpus))

static inline struct subwords learned_of(const char *const *line, size_t n,
                                         long merges)
{
    struct subword_learner l;
    struct subwords s;

    subword_learner_init(&l);
    for (size_t i = 0; i < n; i++)
        subword_learner_add(&l, line[i], strlen(line[i]));
    subwords_learn(&l, merges, &s);
    subword_learner_release(&l);
    return s;
}

static inline struct subwords learned(long merges)
{
    return learned_of(corpus, CORPUS, merges);
}

#endif
