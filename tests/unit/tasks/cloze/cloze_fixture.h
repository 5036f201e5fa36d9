/*
 * cloze_fixture.h - tasks of cloze questions from texts, and checks of their
 * examples.
 */
#ifndef CLOZE_FIXTURE_H
#define CLOZE_FIXTURE_H

#include <stdio.h>
#include <string.h>

#include "tasks/cloze/cloze.h"
#include "tests/unit/text_files.h"

#define NAMES                                                   \
    "1 The White House said that John White met Mary Smith .\n" \
    "2 Mary Smith met XXXXX .\tJohn White\t\tJohn White|"       \
    "The White House|Mary Smith\n\n"

enum { SECTION = 400 };

/* Write both files; `section` is their task, as YAML. */
static inline void section_of(char section[SECTION], const char *train,
                              const char *valid, const char *fields)
{
    file_of("train", train);
    file_of("valid", valid);
    snprintf(section, SECTION, "{kind: cloze, train: train, valid: valid%s}",
             fields);
}

static inline int load(struct loaded *l, const char *train, const char *valid,
                       const char *fields)
{
    char section[SECTION];

    section_of(section, train, valid, fields);
    return load_task(l, section);
}

static inline void loads(struct loaded *l, const char *train, const char *valid,
                         const char *fields)
{
    if (load(l, train, valid, fields))
        fail_msg("%s", l->error.text);
}

static inline void refuses(const char *train, const char *fields,
                           const char *says)
{
    char section[SECTION];

    section_of(section, train, NAMES, fields);
    refuse_task(section, says);
}

/* A column of an example is `expected`: numbers separated by blanks. */
static inline void column_is_of(const struct loaded *l, enum split split, int i,
                                const struct column_kind *is,
                                const char *expected)
{
    const struct values v =
        column_get(examples_find(&l->task->split[split], is), i);
    struct str s = {0};

    for (int k = 0; k < v.n; k++)
        str_addf(&s, "%s%d", k ? " " : "", (int)((const int32_t *)v.at)[k]);
    assert_string_equal(str_text(&s), expected);
    str_release(&s);
}

static inline void shows(const struct loaded *l, int part, int i,
                         const char *expected)
{
    struct str s = {0};

    corpus_show(l->task, SPLIT_TRAIN, part, i, &s);
    assert_string_equal(str_text(&s), expected);
    str_release(&s);
}

#endif
