/* csv.h - a cell of CSV, as RFC 4180 has it. */
#ifndef REPORT_FORMAT_KINDS_CSV_H
#define REPORT_FORMAT_KINDS_CSV_H

#include "base/core/str.h"

/* Append it, in quotes where it needs them. */
void csv_add(const char *text, struct str *out);

#endif
