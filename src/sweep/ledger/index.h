/*
 * index.h - what a folder's journal says of its trials' results, by the trial's
 * name.
 *
 * A result stands in its file, or, where it is small, in the journal's line
 * alone.  Of a file the line has size, time of its last change, its content's
 * digest and what it comes to in short (store/result_summary.h), so that
 * whoever wants no more than that opens no file, or reads but the first block
 * of one that was copied without its time.  A file that is not as the journal
 * says counts as it is.
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

/* What the journal says of a trial: so little, for there may be very many. */
struct indexed {
    struct digest trial;
    double goal; /* over and not failed; NaN for none */
    long at;     /* where the line of its end stands in the journal, and */
    int within;  /* where in that (struct journal_place) */
    int setting; /* brief: by number */
    int file;    /* 1 + the place of its file's mark; 0: it never had a file */
    bool over;   /* it came to an end, and was not begun again */
    bool ended;  /* it did, once at least */
    bool failed; /* over */
    bool brief;  /* over, and that line has its result in short */
};

_Static_assert(sizeof(struct indexed) <= 48, "there may be very many");

/* What results share. */
struct setting {
    char *text; /* owned */
    struct result_summary_base
        *base; /* as read; owned, and stays where it is */
};

/* Zeroed, it knows nothing. */
struct index {
    long n, room;
    struct indexed *entry;      /* [n] owned */
    struct digest_index names;  /* of theirs */
    long files, files_room;     /* of results that stand in files */
    struct file_mark *file;     /* [files] owned */
    long numbers, numbers_room; /* that proposals had, one behind the other */
    int *place;                 /* [numbers] of their trials; owned */
    struct digest_map
        other_numbers;             /* the same of others: a line may name any */
    struct journal_reader *reader; /* of the journal, for what stands there
                                      alone; owned; NULL: nothing does */
    long settings, settings_room;
    struct setting *setting;         /* [settings] owned */
    struct digest_map setting_names; /* their places, by the digests of texts */
    uint64_t plan; /* experiment_plan() of the last beginning; 0: unknown */
    int conduct;   /* its number (study/conduct.h); 0: there was none */
    long ends;     /* lines that told of an end, or that it was none */
    long ended;    /* trials that did end, once at least */
};

/* An entry of the journal, in order; its reader may be asked for it again as
 * long as there is the index. */
int index_take(struct index *ix, const struct journal_entry *entry,
               struct error *e);

void index_release(struct index *ix);

/* The name that a trial with this number had when it was proposed last; false:
 * the journal does not say. */
bool index_name(const struct index *ix, long number, struct digest *name);

/* It knows no trial from here on; settings and counts stay. */
void index_forget_trials(struct index *ix);

/* Where a trial stands among those that it knows; -1: it does not. */
long index_place(const struct index *ix, struct digest trial);

/* The file of one that is over; no bytes: it has none. */
struct file_mark index_file(const struct index *ix, const struct indexed *t);

/* Is the result of one what the journal says of it, and no file? */
bool index_small(const struct index *ix, const struct indexed *t);

/* The number of a setting that reads so; *fresh: it has it from now on. */
long index_setting(struct index *ix, const char *text, bool *fresh,
                   struct error *e);

/* Some trials by their names: a bit each, of those that the index knows. */
struct index_marks {
    long words;               /* of `known` */
    uint64_t *known;          /* owned */
    struct digest_map others; /* that it does not know */
};
void index_marks_release(struct index_marks *m);

/* Is a trial among them?  And put it there: false where it was. */
bool index_marked(const struct index *ix, const struct index_marks *m,
                  struct digest trial);
bool index_mark(const struct index *ix, struct index_marks *m,
                struct digest trial);

/* The text of a result in short, as the journal has it
 * (store/result_summary.h): 1, or 0 when it does not. */
int index_own(const struct index *ix, const struct indexed *said,
              struct str *own, struct error *e);

/* The result itself, with its history where that is wanted, the same way.  To
 * be released before the index. */
int index_brief(const struct index *ix, const struct indexed *said,
                bool history, struct result *r, struct error *e);

/* The same, without history, of a result that was read from its file; -1 where
 * no codarun wrote it. */
int index_shorten(struct index *ix, const struct result *whole,
                  struct result *r, struct error *e);

#endif
