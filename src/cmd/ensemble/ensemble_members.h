/*
 * ensemble_members.h - the trials whose answers `codarun ensemble` combines.
 *
 * They can be in several results folders, if they answer the same examples:
 * their tasks agree in every field that is not apart (task/task.h), and the
 * data have not changed.
 */
#ifndef CMD_ENSEMBLE_ENSEMBLE_MEMBERS_H
#define CMD_ENSEMBLE_ENSEMBLE_MEMBERS_H

#include "cmd/named_folder.h"
#include "engine/task/task.h"

struct ensemble_member {
    const struct named_folder *place; /* borrowed */
    long number;
    char *name; /* owned: "trial 3 of 'results/bidaf'" */
    struct trial_config conf;
    struct result result; /* without units and history */
};

struct ensemble_members {
    int n, room;
    struct ensemble_member *of; /* owned: sorted by folders as given, then
                                   trials */
    const struct ensemble_member **order; /* owned [n]: those taken come first,
                                             in the order in which they are
                                             combined, which does not depend on
                                             how they are given */
    int taken; /* number of trials taken: all, unless there is a choice
                  (ensemble_choice.h) */
};
void ensemble_members_release(struct ensemble_members *m);

/*
 * Add trials of a folder: a list "0,2,5", or NULL for all that have finished
 * and are not left out.  Listed trials must have finished.
 */
int ensemble_members_add(struct ensemble_members *m,
                         const struct named_folder *p, const char *list,
                         struct error *e);

/* Check that all trials added belong together, and set their order. */
int ensemble_members_agree(struct ensemble_members *m, struct error *e);

/* Check that the data of a split, as read now, are those of every trial's
 * run. */
int ensemble_members_check(const struct ensemble_members *m,
                           const struct task *t, enum split split,
                           struct error *e);

/* Combine the taken trials' answers to a split in one sheet, which the caller
 * releases. */
int ensemble_members_combine(const struct ensemble_members *m,
                             const struct task *t, enum split split,
                             enum ensemble_by by, struct answer_sheet *out,
                             struct error *e);

#endif
