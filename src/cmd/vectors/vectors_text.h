/* vectors_text.h - the text that word vectors are trained on: files, or the
 * train split of an experiment's task. */
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

/* The source named by the user: files whose lines are sentences or, if of.name
 * is given, an experiment: each text of each example of its train split, as
 * tokenized by the task, without tokens that are not words. */
struct vectors_source {
    const char *const *file;
    int files;
    struct vectors_text_rule rule;
    struct task_asked of;
};

/* Check that the file can be written, as far as permissions show. */
int vectors_text_check(const char *file, struct error *e);

/* Read all text, keep words that occur at least min_count times, and print
 * their number. */
int vectors_text_read(struct running_text *r, const struct vectors_source *from,
                      long min_count, struct error *e);

#endif
