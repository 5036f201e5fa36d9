/*
 * csv_record.h - records of comma-separated files (RFC 4180).
 *
 * A cell in double quotes may hold commas, line ends (read as '\n') and, twice
 * for one, double quotes; any other holds none of these.  A record has about
 * LINES_LONGEST bytes at most.
 */
#ifndef TEXT_FORMATS_CSV_RECORD_H
#define TEXT_FORMATS_CSV_RECORD_H

#include "base/core/error.h"
#include "base/core/str.h"
#include "text/files/lines.h"

/*
 * The next record: cell[0] to cell[*n - 1], NUL-terminated, in `record`, which
 * is replaced; *n counts those beyond `most`, too, which are left out.
 * Returns 1, or 0 at the end, or -1.
 */
int csv_record(struct lines *l, struct str *record, char **cell, int most,
               int *n, struct error *e);

#endif
