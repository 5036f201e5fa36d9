/* csv.h - a cell of CSV, as RFC 4180 has it. */
#ifndef FORMAT_CSV_H
#define FORMAT_CSV_H

#include "base/str.h"

/* Append it, in quotes where it needs them. */
void csv_add(const char *text, struct str *out);

#endif
