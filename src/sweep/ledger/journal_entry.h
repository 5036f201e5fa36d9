/*
 * journal_entry.h - an entry of the journal, as readers get it.
 */
#ifndef SWEEP_LEDGER_JOURNAL_ENTRY_H
#define SWEEP_LEDGER_JOURNAL_ENTRY_H

/* Where an entry is, to read it again. */
struct journal_place {
    long at;    /* offset of the line in the file */
    int within; /* offset of the entry in a pack; -1: the line is no pack */
};

struct journal_reader;

struct journal_entry {
    long trial;    /* -1: about the whole sweep */
    char word[16]; /* "begin", "start", "finish", "fail", "adopt", ... */
    char *detail;  /* borrowed during the callback */
    struct journal_place place;
    const struct journal_reader
        *reader; /* also borrowed; NULL if the entry cannot be read again */
};

#endif
