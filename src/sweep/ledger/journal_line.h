/*
 * journal_line.h - a line of the journal, SEQ WORD TRIAL DETAIL #HEX, where HEX
 * is the XXH3 of all before it.
 *
 * Threads: any, on lines of their own.
 */
#ifndef SWEEP_LEDGER_JOURNAL_LINE_H
#define SWEEP_LEDGER_JOURNAL_LINE_H

#include <stdbool.h>

#include "base/core/str.h"
#include "sweep/ledger/journal_entry.h"

#define JOURNAL_CHECKSUM 18 /* " #" and 16 hex digits */

/* Begin an empty line with SEQ WORD TRIAL; the detail follows. */
void journal_line_begin(struct str *line, unsigned long number,
                        const char *word, long trial);

/* Append the checksum to a line, and the line end. */
void journal_line_add_checksum(struct str *line);

/* Return what is wrong with a line (without its line end) that was not written
 * in this form, NULL if nothing is. */
const char *journal_line_check(const char *line, size_t len);

/* Split "WORD TRIAL DETAIL" into an entry; false if it has another form. */
bool journal_line_entry(char *text, struct journal_entry *entry);

/* The same for a whole line (without its line end, changed here). Return what
 * is wrong with it, or NULL. */
const char *journal_line_parse(char *line, size_t len, unsigned long *number,
                               struct journal_entry *entry);

#endif
