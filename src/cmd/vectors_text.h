/* vectors_text.h - what word vectors are learned from: texts, or the train
 * split of an experiment's task. */
#ifndef CMD_VECTORS_TEXT_H
#define CMD_VECTORS_TEXT_H

#include "cmd/data_task.h"
#include "text/tokens.h"
#include "vectors/running_text.h"

struct vectors_text_rule {
    enum token_rule tokens;
    bool lower, given; /* given: either was asked for */
};

/* Could the file be written, as far as its folder says? */
int vectors_text_check(const char *file, struct error *e);

/* Add the lines of n files, each a sentence. */
int vectors_text_of_files(struct running_text *r, const char *const *file,
                          int n, const struct vectors_text_rule *rule,
                          struct error *e);

/* Add each text of each example of train, as the task cuts it, and say how many
 * there are.  Tokens that are no words are left out. */
int vectors_text_of_task(struct running_text *r, const struct task_wanted *of,
                         struct error *e);

#endif
