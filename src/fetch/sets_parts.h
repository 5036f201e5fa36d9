/* sets_parts.h - what the tables of data sets are written with, and the longest
 * of their lists. */
#ifndef FETCH_SETS_PARTS_H
#define FETCH_SETS_PARTS_H

#include "fetch/sets.h"

#define GITHUB "https://raw.githubusercontent.com/"
/* The same text under another name, or that of a member which has the name. */
#define WHOLE(path, of)                \
    {                                  \
        path, of, recipe_copy, NULL, 0 \
    }
#define MEMBER(path)                  \
    {                                 \
        path, 0, recipe_copy, path, 0 \
    }

extern const struct given_file multi30k_given[];
extern const struct made_file multi30k_made[];

#endif
