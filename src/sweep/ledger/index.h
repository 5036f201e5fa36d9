/*
 * index.h - the results of a folder's trials as its journal lists them, by
 * trial name.
 *
 * A result is in its file or, if it is small, only in the journal's line. For a
 * file the line contains its size, the time of its last change, the digest of
 * its content and the short result (store/result_summary.h). So readers that
 * need no more open no file, or, if a file was copied without its time, read
 * only its first block. A file that differs from what the journal says counts
 * as it is.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_LEDGER_INDEX_H
#define SWEEP_LEDGER_INDEX_H

#include "base/numbers/digest_index.h"
#include "base/numbers/digest_map.h"
#include "engine/store/result_summary.h"
#include "sweep/ledger/ending.h"
#include "sweep/ledger/journal_entry.h"

/* What the journal says of a trial; kept small, for there may be very many. */
struct indexed {
    struct digest trial;
    double goal; /* if over and not failed; NaN if there is none */
    long at;     /* offset in the journal of the line of its end, */
    int within;  /* and place in that line (struct journal_place) */
    int setting; /* if brief: number of its setting */
    int file;    /* 1 + index of its file's mark; 0: it never had a file */
    bool over;   /* it ended, and was not begun again */
    bool ended;  /* it ended at least once */
    bool failed; /* it is over and failed */
    bool brief;  /* it is over, and the line contains its short result */
};

_Static_assert(sizeof(struct indexed) <= 48, "there may be very many");

/* What several results share. */
struct setting {
    char *text;                       /* owned */
    struct result_summary_base *base; /* parsed; owned, at a fixed address */
};

/* A zeroed one is empty. */
struct index {
    long n, room;
    struct indexed *entry;      /* [n] owned */
    struct digest_index names;  /* of the entries */
    long files, files_room;     /* marks of results that are in files */
    struct file_mark *file;     /* [files] owned */
    long numbers, numbers_room; /* numbers of proposals, without gaps */
    int *place;                 /* [numbers] indexes of their trials; owned */
    struct digest_map
        other_numbers; /* the same for other numbers: a line may contain any */
    struct journal_reader *reader; /* reads results that are only in the
                                      journal; owned; NULL if there are none */
    long settings, settings_room;
    struct setting *setting;         /* [settings] owned */
    struct digest_map setting_names; /* indexes, by digests of texts */
    uint64_t plan; /* experiment_plan() of the last `begin`; 0: unknown */
    int conduct;   /* its conduct (study/conduct.h); 0: none */
    long ends;     /* lines about an end, or that revoke one */
    long ended;    /* trials that ended at least once */
};

/* Take the next entry of the journal. Its reader may be asked for the entry
 * again during the life of the index. */
int index_take(struct index *ix, const struct journal_entry *entry,
               struct error *e);

void index_release(struct index *ix);

/* Get the name that this trial number was last proposed with; false if the
 * journal does not contain it. */
bool index_name(const struct index *ix, long number, struct digest *name);

/* Forget all trials; settings and counts stay. */
void index_forget_trials(struct index *ix);

/* Return the index of a trial's entry; -1 if it is unknown. */
long index_place(const struct index *ix, struct digest trial);

/* Return the mark of the file of a trial that is over; 0 bytes if it has none.
 */
struct file_mark index_file(const struct index *ix, const struct indexed *t);

/* True if the result is in the journal and in no file. */
bool index_small(const struct index *ix, const struct indexed *t);

/* Return the number of the setting with this text. *fresh: the number is new.
 */
long index_setting(struct index *ix, const char *text, bool *fresh,
                   struct error *e);

/* A set of trials by their names: one bit each for those that the index knows.
 */
struct index_marks {
    long words;               /* of `known` */
    uint64_t *known;          /* owned */
    struct digest_map others; /* trials that the index does not know */
};
void index_marks_release(struct index_marks *m);

/* Test for a trial, and add a trial. index_mark() returns false if the trial
 * was already in the set. */
bool index_marked(const struct index *ix, const struct index_marks *m,
                  struct digest trial);
bool index_mark(const struct index *ix, struct index_marks *m,
                struct digest trial);

/* Get the text of a short result from the journal (store/result_summary.h).
 * Return 1, or 0 if the journal does not contain it. */
int index_own(const struct index *ix, const struct indexed *said,
              struct str *own, struct error *e);

/* Get the result itself from the journal, with its history if wanted; returns
 * as above. It must be released before the index. */
int index_brief(const struct index *ix, const struct indexed *said,
                bool history, struct result *r, struct error *e);

/* The same, without history, from a result that was read from its file; -1 if
 * codarun did not write it. */
int index_shorten(struct index *ix, const struct result *whole,
                  struct result *r, struct error *e);

#endif
