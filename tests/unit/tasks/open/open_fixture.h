/*
 * open_fixture.h - the task `open` on small files in its layouts.
 */
#ifndef OPEN_FIXTURE_H
#define OPEN_FIXTURE_H

#include "tasks/open/open.h"
#include "tests/unit/text_files.h"

#define LINE(passages, question, answer) \
    passages " ||| " question " ||| " answer "\n"

static inline void loads(struct loaded *l, const char *train,
                         const char *valid, const char *fields)
{
    char section[500];

    file_of("train", train);
    file_of("valid", valid);
    snprintf(section, sizeof(section),
             "{kind: open, train: train, valid: valid%s}", fields);
    if (load_task(l, section))
        fail_msg("%s", l->error.text);
}

/* Quasar-T's layout. */
#define QUESTION(uid, answers)                                \
    "{\"uid\":\"" uid "\",\"question\":\"who?\",\"answer\":[" \
    answers "]}\n"
#define CONTEXTS(uid, contexts) \
    "{\"uid\":\"" uid "\",\"contexts\":[" contexts "]}\n"
#define QUASAR                                             \
    ", layout: quasar, contexts_train: contexts, "         \
    "contexts_valid: contexts"

/* Words before and after "cats", and a line without it. */
#define TRAIN                                                             \
    LINE("<s> one two three </s>  <s> four cats five six </s>", "who?",   \
         "cats")                                                          \
    LINE("<s> no such thing </s>", "who?", "cats")

#endif
