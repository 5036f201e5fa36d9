/*
 * csv_record.h - read records of comma-separated files (RFC 4180).
 *
 * A cell in double quotes may contain commas, line ends (read as '\n') and
 * doubled double quotes; any other cell contains none of these.  A record has
 * at most about LINES_LONGEST bytes.
 */
#ifndef TEXT_FORMATS_CSV_RECORD_H
#define TEXT_FORMATS_CSV_RECORD_H

#include "base/core/error.h"
#include "base/core/str.h"
#include "text/files/lines.h"

/*
 * Read the next record: cell[0] to cell[*n - 1], NUL-terminated, stored in
 * `record`, which is replaced.  At most `most` cells are stored; *n also counts
 * the others.  Returns 1, or 0 at the end, or -1.
 */
int csv_record(struct lines *l, struct str *record, char **cell, int most,
               int *n, struct error *e);

#endif
