/*
 * porter.h - a word without its endings: Porter's stemmer (Porter 1980, "An
 * algorithm for suffix stripping"), with its author's later changes and those
 * of Python's NLTK, which DecaProp's authors read words by.
 *
 * The changes: bli and logi for abli and the ending of words like "geology",
 * fulli, alli before what it covers; "die" of "dies" and "died"; a y behind a
 * consonant becomes i, whatever vowels are before it; e stays behind a vowel
 * and a consonant that are all of a word ("use"); a dozen words that no rule
 * fits.  Words of one or two letters stay.
 *
 * Threads: pure function.
 */
#ifndef TEXT_PORTER_H
#define TEXT_PORTER_H

#include "base/str.h"

/* Of a word in small letters, UTF-8; letters beyond ASCII are consonants. */
void porter_stem(struct str *word);

#endif
