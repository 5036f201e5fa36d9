/*
 * ensemble_members.h - the trials whose answers `codarun ensemble` combines.
 *
 * They may come from several results folders, as long as their answers are to
 * the same examples: tasks agree in every field that is not apart
 * (task/task.h), and the data are what they were.
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
    struct ensemble_member *of; /* owned: by folders as given, then trials */
    const struct ensemble_member **order; /* owned [n], those that are taken
                                             first: as they are combined, the
                                             same however they are given */
    int taken; /* of order: all, but for a choice (ensemble_choice.h) */
};
void ensemble_members_release(struct ensemble_members *m);

/*
 * Add trials of a folder: "0,2,5", or NULL for all that have finished and are
 * not left out.  Each that is listed must have.
 */
int ensemble_members_add(struct ensemble_members *m,
                         const struct named_folder *p, const char *list,
                         struct error *e);

/* All are there: do they belong together?  Also settles their order. */
int ensemble_members_agree(struct ensemble_members *m, struct error *e);

/* Are the data of a split, as they are read now, what each was run with? */
int ensemble_members_check(const struct ensemble_members *m,
                           const struct task *t, enum split split,
                           struct error *e);

/* The answers of those that are taken to a split as one sheet, to be
 * released. */
int ensemble_members_combine(const struct ensemble_members *m,
                             const struct task *t, enum split split,
                             enum ensemble_by by, struct answer_sheet *out,
                             struct error *e);

#endif
