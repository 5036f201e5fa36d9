/* corpus_words.c - the vocabulary of a corpus: which words stay in it, their
 * vectors, and how the task receives it. */
#include "tasks/common/corpus.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/task/data_path.h"

/* Note the share of words, distinct and running, that have vectors. */
static void measure(struct corpus *c, struct words *w, const bool *found)
{
    double words = 0, tokens = 0, all = 0;
    int distinct = w->n - TOKEN_FIRST;

    for (int i = 0; i < c->count_room && i < w->n; i++) {
        all += (double)c->count[i];
        if (found[i]) {
            words++;
            tokens += (double)c->count[i];
        }
    }
    w->words_found = distinct > 0 ? words / distinct : 0;
    w->tokens_found = all > 0 ? tokens / all : 0;
    str_addf(&c->task->notes,
             "word vectors cover %.1f %% of %d distinct words, %.1f %% of "
             "running tokens; the others: %s\n",
             100 * w->words_found, distinct, 100 * w->tokens_found,
             unknown_vector_names[c->conf->unknown_vectors]);
}

static int read_vectors(struct corpus *c, struct words *w, struct error *e)
{
    struct vectors x;
    char *path;

    if (data_path(c->conf->vectors, c->beside, &path, e))
        return error_in(e, "task.vectors");
    if (vectors_read(&x, path, &c->words,
                     (enum unknown_vectors)c->conf->unknown_vectors,
                     c->spelling, c->conf->unit_vectors, e)) {
        free(path);
        return -1;
    }
    free(path);
    measure(c, w, x.found);
    task_add_file(c->task, c->conf->vectors, x.digest, SOURCE_VECTORS);
    w->vectors = x.value;
    w->width = x.width;
    x.value = NULL;
    vectors_release(&x);
    return 0;
}

static void renumber(struct examples *x, const int32_t *to)
{
    for (int p = 0; p < x->parts; p++) {
        struct column *c = &x->part[p];

        for (size_t i = 0, n = column_at(c, c->n); i < n; i++)
            c->ints[i] = to[c->ints[i]];
    }
}

/* Add the number of occurrences of each word in a split's examples to
 * times[n]. */
static void count_words(const struct examples *x, long *times)
{
    for (int p = 0; p < x->parts; p++) {
        const struct column *c = &x->part[p];

        for (size_t i = 0, tokens = column_at(c, c->n); i < tokens; i++)
            times[c->ints[i]]++;
    }
}

static bool leads(const struct corpus *c, const char *word)
{
    return c->leading && !strncmp(word, c->leading, strlen(c->leading));
}

/* Give the words that stay the next numbers, in their order: those with the
 * leading prefix, or the others.  to[n] are the new numbers. */
static void number_kept(const struct corpus *c, const long *times, bool leading,
                        struct vocabulary *kept, int32_t *to)
{
    const long least = c->least > 1 ? c->least : 1;

    for (int i = TOKEN_FIRST; i < c->words.n; i++)
        if (leads(c, c->words.word[i]) == leading && times[i] >= least)
            to[i] = vocabulary_add(kept, c->words.word[i],
                                   strlen(c->words.word[i]));
}

/* Move the counts to the words' new numbers, to[n]. */
static void move_counts(struct corpus *c, const int32_t *to)
{
    long *count = memory_zeroed((size_t)c->count_room + 1, sizeof(*count));

    for (int i = 0; i < c->words.n && i < c->count_room; i++)
        count[to[i]] += c->count[i];
    free(c->count);
    c->count = count;
}

void corpus_forget(struct corpus *c)
{
    const bool train_alone = c->conf->vocabulary == VOCABULARY_TRAIN;
    struct vocabulary kept;
    long *times;
    int32_t *to;

    if (c->conf->subwords || (!train_alone && c->least <= 1 && !c->leading))
        return;
    times = memory_zeroed((size_t)c->words.n, sizeof(*times));
    to = memory_new((size_t)c->words.n * sizeof(*to));
    for (enum split s = 0; s < (train_alone ? SPLIT_VALID : SPLITS); s++)
        count_words(&c->task->split[s], times);
    for (int i = 0; i < c->words.n; i++)
        to[i] = i < TOKEN_FIRST ? i : TOKEN_UNKNOWN;
    vocabulary_init(&kept, token_names, TOKEN_FIRST);
    number_kept(c, times, true, &kept, to);
    c->led = kept.n - TOKEN_FIRST;
    number_kept(c, times, false, &kept, to);
    for (enum split s = 0; s < SPLITS; s++)
        renumber(&c->task->split[s], to);
    move_counts(c, to);
    vocabulary_release(&c->words);
    c->words = kept;
    c->gathers = false;
    free(times);
    free(to);
}

int corpus_end(struct corpus *c, struct error *e)
{
    if (c->conf->subwords)
        return corpus_take_subwords(c, task_share_words(c->task), e);
    return corpus_take_words(c, e);
}

int corpus_take_words(struct corpus *c, struct error *e)
{
    struct words *w = task_share_words(c->task);

    w->n = c->words.n;
    if (*c->conf->vectors && read_vectors(c, w, e))
        return -1;
    w->text = c->words.word; /* moves */
    c->words.word = NULL;
    c->words.n = 0;
    if (c->characters)
        words_add_characters(w, c->characters);
    return 0;
}
