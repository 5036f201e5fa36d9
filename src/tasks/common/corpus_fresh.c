/* corpus_fresh.c - fresh texts of the tasks on texts. */
#include "tasks/common/corpus.h"

int corpus_fresh_begin(struct fresh *f, const char *beside, struct error *e)
{
    (void)e;
    corpus_resume(f->way, &f->task, f->task.conf, beside);
    return 0;
}

int corpus_fresh_add(struct fresh *f, const struct cell *cell, struct error *e)
{
    static const int32_t unknown = 0;
    struct values columns[MAX_COLUMNS];

    for (int p = 0; p < f->task.split[SPLIT_TEST].parts; p++)
        if (corpus_encode_text(f->way, SPLIT_TEST, p, cell[p].text, cell[p].len,
                               e))
            return -1;
    for (int c = 0; c < MAX_COLUMNS; c++)
        columns[c] = (struct values){&unknown, 1};
    corpus_add(f->way, SPLIT_TEST, columns);
    return 0;
}

void corpus_fresh_end(struct fresh *f)
{
    corpus_release(f->way);
}
