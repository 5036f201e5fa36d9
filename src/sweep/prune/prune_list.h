/*
 * prune_list.h - the list of files of a results folder that are not needed.
 *
 * A file is listed by its name, by a place where codarun puts such files, and
 * by the status of its trial.  All other files are left alone, and so is
 * everything behind a link.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_PRUNE_PRUNE_LIST_H
#define SWEEP_PRUNE_PRUNE_LIST_H

#include "base/core/error.h"
#include "sweep/folder/folder.h"
#include "sweep/prune/retention.h"

enum prune_kind {
    PRUNE_MODEL,  /* of a trial that is not among the best */
    PRUNE_STATE,  /* of a finished trial, other than its model */
    PRUNE_FAILED, /* of a failed trial */
    PRUNE_DAMAGED,
    PRUNE_UNFINISHED, /* its writer was killed */
    PRUNE_IMAGE,      /* of encoded data, in the user's cache of this host */
    PRUNE_KINDS
};
extern const char *const prune_kind_names[PRUNE_KINDS];

struct prune_file {
    enum prune_kind kind;
    char *path;      /* relative to the results folder; absolute for an image;
                        owned */
    long long bytes; /* freed once the files before it are removed: 0 if another
                        name of the same file stays */
};

struct prune_list {
    long n, room;
    struct prune_file *file; /* [n] files of one folder are adjacent; owned */
};
void prune_list_release(struct prune_list *l);

void prune_list_add(struct prune_list *l, enum prune_kind kind,
                    const char *path, long long bytes);

/* List the files of a results folder with this path and descriptor. */
int prune_list_find(struct prune_list *l, const char *dir, int folder,
                    const struct retention *f, struct error *e);

#endif
