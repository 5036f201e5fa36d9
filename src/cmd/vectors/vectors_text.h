/* vectors_text.h - what word vectors are learned from: texts, or the train
 * split of an experiment's task. */
#ifndef CMD_VECTORS_VECTORS_TEXT_H
#define CMD_VECTORS_VECTORS_TEXT_H

#include "cmd/data/data_task.h"
#include "engine/word_vectors/running_text.h"
#include "text/language/text_normal.h"
#include "text/language/tokens.h"

struct vectors_text_rule {
    enum token_rule tokens;
    enum normal_form unicode;
    bool lower;
};

/* What a user names: files, whose lines are sentences; or, where of.name is
 * given, an experiment, and each text of each example of its train, as the task
 * cuts it, without tokens that are no words. */
struct vectors_source {
    const char *const *file;
    int files;
    struct vectors_text_rule rule;
    struct task_asked of;
};

/* Could the file be written, as far as it and its folder say? */
int vectors_text_check(const char *file, struct error *e);

/* Read all of it, keep the words that come so often, and say how many there
 * are. */
int vectors_text_read(struct running_text *r, const struct vectors_source *from,
                      long min_count, struct error *e);

#endif
