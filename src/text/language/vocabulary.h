/*
 * vocabulary.h - words and their numbers, in the order of first appearance.
 *
 * The first numbers belong to special tokens, which are not words ("<null>");
 * if a text contains such a name, it is an ordinary word with another number.
 *
 * Threads: any number of threads may look up; only one adds, while none looks
 * up.
 */
#ifndef TEXT_LANGUAGE_VOCABULARY_H
#define TEXT_LANGUAGE_VOCABULARY_H

#include <stddef.h>
#include <stdint.h>

struct vocabulary {
    int n;          /* numbers given, special tokens included */
    int special;    /* how many of them are special */
    char **word;    /* owned, each too; [n] */
    int room;       /* capacity of word */
    int32_t *slot;  /* owned; open addressing by hash64, -1 is free */
    uint64_t *hash; /* owned; [slots], of the word in that slot */
    size_t slots;   /* a power of two above 2 n */
};

/* special: `n` names; copied. */
void vocabulary_init(struct vocabulary *v, const char *const *special, int n);
void vocabulary_release(struct vocabulary *v);

/* The number of a word; a new word gets the next number. */
int32_t vocabulary_add(struct vocabulary *v, const char *word, size_t len);

/* The number of a word, or -1. */
int32_t vocabulary_find(const struct vocabulary *v, const char *word,
                        size_t len);

#endif
