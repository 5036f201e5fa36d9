/*
 * lease_fixture.h - a folder for a test, and leases of it.
 */
#ifndef LEASE_FIXTURE_H
#define LEASE_FIXTURE_H

#define FOLDER_FILE "owner"
#include "tests/unit/folder_fixture.h"

#include <string.h>

#include "base/core/clock.h"
#include "base/files/file.h"
#include "sweep/folder/lease.h"

/* Ten beats a second, the highest rate. */
#define SILENCE 1.0

static struct lease *lease;
static struct lease_before before;
static struct error e;

static inline enum lease_taken take(double silence)
{
    const struct lease_terms terms = {.dir = dir, .silence = silence};

    return lease_take(&lease, &terms, &before, &e);
}

/* Write a lease as another process would. */
static inline void plant(const struct holder *h)
{
    struct str text = {0};

    holder_text(h, &text);
    assert_int_equal(file_replace(path, text.s, text.len, &e), 0);
    str_release(&text);
}

/* A holder that appears to be on another host. */
static inline struct holder somebody_elsewhere(double silence)
{
    struct holder h;

    holder_init(&h, silence);
    strcpy(h.host, "elsewhere");
    return h;
}

/* Take the planted lease, which must take at least and at most so long. */
static inline void takes_after(double least, double most, double silence)
{
    const double began = clock_now();

    assert_int_equal(take(silence), LEASE_TAKEN);
    const double took = clock_now() - began;

    if (took < least || took > most)
        fail_msg("taken over after %g s, not %g to %g", took, least, most);
    lease_release(lease);
}

#endif
