/* csv.h - cells of CSV, as in RFC 4180. */
#ifndef REPORT_FORMAT_KINDS_CSV_H
#define REPORT_FORMAT_KINDS_CSV_H

#include "base/core/str.h"

/* Append a cell, quoted if necessary. */
void csv_add(const char *text, struct str *out);

#endif
