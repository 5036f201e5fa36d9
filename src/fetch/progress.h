/*
 * progress.h - how far a download has come: a bar on a terminal, a line now and
 * then otherwise (core/log.h).
 */
#ifndef FETCH_PROGRESS_H
#define FETCH_PROGRESS_H

struct progress {
    const char *name; /* borrowed */
    long long whole;  /* bytes; 0: not known */
    long long first;  /* that were there when it began */
    double begun, told;
};

void progress_begin(struct progress *p, const char *name);

/* There are `have` of `whole` bytes, and more come from now on. */
void progress_expect(struct progress *p, long long have, long long whole);
void progress_tell(struct progress *p, long long have);
void progress_end(struct progress *p);

/* "840 bytes", "12.3 MB". */
void progress_bytes(long long bytes, char out[32]);

#endif
