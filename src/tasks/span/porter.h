/*
 * porter.h - a word without its endings: Porter's stemmer (Porter 1980, "An
 * algorithm for suffix stripping"), with the changes of Python's NLTK, by which
 * DecaProp's code compares words.
 *
 * The changes, some of which are Porter's own:
 *   - words of one or two letters are unchanged, and 16 others are listed
 *   - -ies and -ied of words of four letters become -ie ("dies", "died")
 *   - a final y after a consonant becomes i, except in words of two letters
 *   - -bli becomes -ble, -fulli -ful, and -logi -log even after one vowel
 *   - -alli becomes -al first, and the result may change again
 *   - a stem that is a vowel and a consonant keeps its e ("use")
 *
 * Threads: pure function.
 */
#ifndef TASKS_SPAN_PORTER_H
#define TASKS_SPAN_PORTER_H

#include "base/core/str.h"

/* Shorten a word in lower case, UTF-8, in place; letters beyond ASCII are
 * consonants. */
void porter_stem(struct str *word);

#endif
