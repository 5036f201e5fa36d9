/*
 * parallel.h - parallel texts, pair by pair: two files with equal numbers of
 * lines, or one file with a tab between source and target.
 *
 * Threads: a struct parallel belongs to one thread.
 * Errors:  each names file and line, what was found and expected.
 */
#ifndef TASKS_TRANSLATION_PARALLEL_H
#define TASKS_TRANSLATION_PARALLEL_H

#include "tasks/common/rows.h"
#include "text/files/lines.h"

struct parallel {
    struct rows *rows;     /* of one file; or else */
    struct lines *file[2]; /* of two files */
    char *path[2];         /* owned */
};

/* Open one file or two, as `names` of the experiment gives them.  Close p also
 * after an error. */
int parallel_open(struct parallel *p, const struct texts *names,
                  const char *beside, struct error *e);
void parallel_close(struct parallel *p);

/* Read the next pair into cell[0] and cell[1], borrowed until the next call.
 * Return 1, 0 at the end, or -1. */
int parallel_next(struct parallel *p, struct cell cell[MAX_ROLES],
                  struct error *e);

/* The digest of file i; valid at its end. */
struct digest parallel_digest(const struct parallel *p, int i);

/* Make an error of `wrong` that begins with the place of a part's line.  Return
 * -1. */
int parallel_error(const struct parallel *p, int part, const char *wrong,
                   struct error *e);

#endif
