/*
 * recipes.h - how a file of a data set's home becomes one that experiments
 * read.
 *
 * A recipe reads a file, or a member of it where it is an archive, and puts
 * what it makes into a sink.  Texts stay as they are to the byte; recipes
 * choose, order and cut into columns.
 *
 * Errors: -1 with what is wrong; the caller says of which file.
 */
#ifndef FETCH_RECIPES_H
#define FETCH_RECIPES_H

#include "fetch/sink.h"
#include "text/files/members.h"

struct recipe_input {
    const char *path, *member; /* member NULL: the file itself */
    long long most;            /* bytes that may come out of it unpacked */
    long number;               /* the recipe's own */
};

typedef int recipe(const struct recipe_input *in, struct sink *out,
                   struct error *e);

/* All of it. */
recipe recipe_copy;

/* The first `number` lines; all, where it is 0.  Of line ends CR LF the CR is
 * left out, and the last line ends, too. */
recipe recipe_lines;

/* Reviews of a split (the member is "aclImdb/train/") of the IMDb archive as
 * lines `label TAB rating TAB id TAB text`, by id, negative before positive; a
 * tab or a line's end within a text becomes a space. */
recipe recipe_imdb;

/* The sentences of trees in brackets, a line each, as `label TAB tokens`: of
 * `number` 5 classes, or of 2, where label 2 is left out. */
recipe recipe_trees;

/* Question blocks of TrecQA's files as lines `id TAB question TAB sentence TAB
 * label`; of number 1 those questions alone that have right and wrong ones. */
recipe recipe_trecqa;

/* The same of lines of JSON, {"question", "candidates": [{"sentence",
 * "label"}]}; ids count from 1. */
recipe recipe_trecqa_json;

#endif
