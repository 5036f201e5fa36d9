/*
 * span_fixture.h - for tests of task span: files of one paragraph, loaded.
 */
#ifndef SPAN_FIXTURE_H
#define SPAN_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "tasks/span/span.h"
#include "tests/unit/text_files.h"

/* One paragraph; the questions are given in full. */
static inline void squad_of(const char *name, const char *context,
                            const char *qas)
{
    char *text =
        memory_format("{\"data\":[{\"paragraphs\":[{\"context\":\"%s\","
                      "\"qas\":[%s]}]}]}",
                      context, qas);

    file_of(name, text);
    free(text);
}

#define Q(id, question, text, start)                                    \
    "{\"id\":\"" id "\",\"question\":\"" question "\",\"answers\":[{\"" \
    "text\":\"" text "\",\"answer_start\":" #start "}]}"
#define NO_ANSWER(id, question)                   \
    "{\"id\":\"" id "\",\"question\":\"" question \
    "\",\"answers\":[],\"is_impossible\":true}"

enum { SECTION = 600 };

/* Write a task of `train` and `valid` with more fields, as YAML. */
static inline void section_of(char section[SECTION], const char *fields)
{
    snprintf(section, SECTION, "{kind: span, train: train, valid: valid%s}",
             fields);
}

static inline int load(struct loaded *l, const char *fields)
{
    char section[SECTION];

    section_of(section, fields);
    return load_task(l, section);
}

static inline void loads(struct loaded *l, const char *fields)
{
    if (load(l, fields))
        fail_msg("%s", l->error.text);
}

static inline void refuses(const char *fields, const char *says)
{
    char section[SECTION];

    section_of(section, fields);
    refuse_task(section, says);
}

/* The target spans of example i are `token`, first and last token of each. */
static inline void stand_at(const struct loaded *l, enum split split, int i,
                            const int *token, int spans)
{
    const struct values v =
        column_get(examples_column(&l->task->split[split], "span"), i);
    const int32_t *span = v.at;

    assert_int_equal(v.n, 2 * spans);
    for (int k = 0; k < v.n; k++)
        assert_int_equal(span[k], token[k]);
}

/* The only target span. */
static inline void stands_at(const struct loaded *l, enum split split, int i,
                             int first, int last)
{
    stand_at(l, split, i, (int[]){first, last}, 1);
}

#endif
