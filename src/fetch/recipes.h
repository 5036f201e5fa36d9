/*
 * recipes.h - conversions of a data set's source file into a file that
 * experiments read.
 *
 * A recipe reads a file, or a member of it if it is an archive, and writes its
 * output into a sink.  Texts are kept byte for byte; recipes select, sort and
 * split into columns.
 *
 * Errors: -1 with what is wrong; the caller names the file.
 */
#ifndef FETCH_RECIPES_H
#define FETCH_RECIPES_H

#include "fetch/sink.h"
#include "text/files/members.h"

struct recipe_input {
    const char *path, *member; /* member NULL: the file itself */
    long long most;            /* limit on unpacked bytes */
    long number;               /* the recipe's own argument */
};

typedef int recipe(const struct recipe_input *in, struct sink *out,
                   struct error *e);

/* Copy all of it. */
recipe recipe_copy;

/* Copy the first `number` lines, or all if it is 0.  Line ends become LF, and
 * the last line gets one, too. */
recipe recipe_lines;

/* Write the reviews of a split (the member is "aclImdb/train/") of the IMDb
 * archive as lines `label TAB rating TAB id TAB text`, by id, negative before
 * positive; a tab or a line end within a text becomes a space. */
recipe recipe_imdb;

/* Write the sentences of bracketed trees, one per line, as `label TAB tokens`:
 * with `number` 5 classes, or 2, which leaves out label 2. */
recipe recipe_trees;

/* Write the question blocks of TrecQA's files as lines `id TAB question TAB
 * sentence TAB label`; with number 1 only questions that have both right and
 * wrong answers. */
recipe recipe_trecqa;

/* The same from lines of JSON, {"question", "candidates": [{"sentence",
 * "label"}]}; ids count from 1. */
recipe recipe_trecqa_json;

#endif
