/*
 * parallel.h - parallel texts, pair by pair: two files of as many lines, or one
 * with a tab between a line's source and target.
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
    struct lines *file[2]; /* of two */
    char *path[2];         /* owned */
};

/* names: one file or two, as an experiment names them.  To be closed either
 * way. */
int parallel_open(struct parallel *p, const struct texts *names,
                  const char *beside, struct error *e);
void parallel_close(struct parallel *p);

/* The next pair: cell[0] and cell[1], borrowed until the next call.  Returns 1,
 * 0 at the end, or -1. */
int parallel_next(struct parallel *p, struct cell cell[MAX_ROLES],
                  struct error *e);

/* Of file i, at the end. */
struct digest parallel_digest(const struct parallel *p, int i);

/* Put the place of a part's line before what is wrong with it.  Returns -1. */
int parallel_error(const struct parallel *p, int part, const char *wrong,
                   struct error *e);

#endif
