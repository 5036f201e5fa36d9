/*
 * progress.h - the progress of a download: a bar on a terminal, else a line now
 * and then (core/log.h).
 */
#ifndef FETCH_PROGRESS_H
#define FETCH_PROGRESS_H

struct progress {
    const char *name; /* borrowed */
    long long whole;  /* bytes; 0: not known */
    long long first;  /* bytes that existed when it began */
    double begun, told;
};

void progress_begin(struct progress *p, const char *name);

/* `have` of `whole` bytes exist; the rest is coming from now on. */
void progress_expect(struct progress *p, long long have, long long whole);
void progress_tell(struct progress *p, long long have);
void progress_end(struct progress *p);

/* "840 bytes", "12.3 MB". */
void progress_bytes(long long bytes, char out[32]);

#endif
