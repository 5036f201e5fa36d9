/*
 * prune_list.h - the files of a results folder that nothing needs.
 *
 * A file is one of these by its name, in a place where codarun puts such files,
 * and by what has become of its trial; whatever else is there is left alone,
 * and so is all that lies behind a link.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_PRUNE_PRUNE_LIST_H
#define SWEEP_PRUNE_PRUNE_LIST_H

#include "base/core/error.h"
#include "sweep/folder/folder.h"
#include "sweep/prune/retention.h"

enum prune_kind {
    PRUNE_MODEL,  /* of a trial that others beat */
    PRUNE_STATE,  /* of one that has finished, but for its model */
    PRUNE_FAILED, /* of one that has failed */
    PRUNE_DAMAGED,
    PRUNE_UNFINISHED, /* whoever wrote it was killed */
    PRUNE_IMAGE,      /* of encoded data, in the user's cache of this host */
    PRUNE_KINDS
};
extern const char *const prune_kind_names[PRUNE_KINDS];

struct prune_file {
    enum prune_kind kind;
    char *path;      /* in the results folder; of an image the whole; owned */
    long long bytes; /* that it frees once those before it are gone: none, where
                        another name of the same file stays */
};

struct prune_list {
    long n, room;
    struct prune_file *file; /* [n] those of one folder side by side; owned */
};
void prune_list_release(struct prune_list *l);

void prune_list_add(struct prune_list *l, enum prune_kind kind,
                    const char *path, long long bytes);

/* Look at a results folder, whose path and descriptor these are. */
int prune_list_find(struct prune_list *l, const char *dir, int folder,
                    const struct retention *f, struct error *e);

#endif
