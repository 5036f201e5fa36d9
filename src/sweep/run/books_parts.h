/*
 * books_parts.h - what books.c, books_store.c, books_data.c and checking.c have
 * between them.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RUN_BOOKS_PARTS_H
#define SWEEP_RUN_BOOKS_PARTS_H

#include "sweep/ledger/store.h"
#include "sweep/results/location.h"
#include "sweep/run/books.h"

/* The folder's results and states, as the ledger asks for them. */
struct ledger_store books_store(struct books *b);

/* Look for the result of one trial. */
int books_look(struct books *b, long trial, struct error *e);

/* What a finished trial has read, for books_check_data(): as its result says;
 * as the journal does, false where it does not; or as that does, unless it does
 * not know the file that is there, and so that has to say.  Trial -1: nobody
 * knows its number. */
void books_note_result(struct books *b, long trial, const struct result *r);
bool books_note_line(struct books *b, long trial, const struct indexed *said);
int books_note_known(struct books *b, long trial, enum location at,
                     const struct indexed *said, const char *path,
                     struct error *e);

#endif
