/* data_sets_internal.h - macros for the tables of data sets, and the lists that
 * are in files of their own. */
#ifndef FETCH_DATA_SETS_INTERNAL_H
#define FETCH_DATA_SETS_INTERNAL_H

#include "fetch/data_sets.h"

#define GITHUB "https://raw.githubusercontent.com/"
/* Copy a whole file to another name, or a member to the same name. */
#define WHOLE(path, of)                \
    {                                  \
        path, of, recipe_copy, NULL, 0 \
    }
#define MEMBER(path)                  \
    {                                 \
        path, 0, recipe_copy, path, 0 \
    }

extern const struct given_file multi30k_given[]; /* data_sets_multi30k.c */
extern const struct made_file multi30k_made[];
extern const struct given_file trecqa_given[]; /* data_sets_ranking.c */
extern const struct made_file trecqa_made[];
extern const struct given_file ubuntu_given[];
extern const struct made_file ubuntu_made[];
extern const struct given_file wikiqa_given[];
extern const struct made_file wikiqa_made[];

#endif
