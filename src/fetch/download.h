/*
 * download.h - download a file from an http or https server, resuming it if it
 * was interrupted.
 *
 * The bytes received are in PATH.part until the file is complete, synced and
 * renamed.  PATH.from contains its source: the URL, and the server's name of
 * this version of the file (a strong ETag, or else Last-Modified).  A later
 * call requests the rest on condition that the file is still that version
 * (If-Range); status 416 means the end if the part is as long as the file.  If
 * the file changed, or if the server gave no version or supports no ranges, all
 * of it is downloaded again: parts of two versions are never joined.
 *
 * A connection that is cut, or stalls for a minute, is tried again, and so are
 * statuses that mean "later" (408, 429, 5xx); other statuses are errors.  A
 * host that is not found, or with which TLS cannot start, is an error unless
 * bytes of the file have come before.  Redirects are followed, from https only
 * to https.  The environment's proxies are used, as by curl.
 *
 * Threads: one at a time; and one process per path, since two would write into
 *          the same part.
 * Errors:  -1 with the URL or the file; what was received stays for the next
 *          call, unless it is longer than the file.
 */
#ifndef FETCH_DOWNLOAD_H
#define FETCH_DOWNLOAD_H

#include "base/core/error.h"

struct download {
    const char *url, *path;
    const char *name; /* for the progress line */
    long long bytes;  /* the required size; 0: not known */
    long retries; /* attempts in a row without progress beyond the most bytes so
                     far; 0: a cut connection is an error */
};

/* Does nothing if PATH exists already, from that URL. */
int download(const struct download *d, struct error *e);

#endif
