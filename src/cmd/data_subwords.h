/* data_subwords.h - `codarun data subwords`: learned of texts, as a file. */
#ifndef CMD_DATA_SUBWORDS_H
#define CMD_DATA_SUBWORDS_H

#include <stdbool.h>

#include "base/error.h"

/* Learn of n texts together and write `file`, which must not be there unless it
 * is forced. */
int data_subwords(const char *file, bool force, const char *const *text, int n,
                  long merges, struct error *e);

#endif
