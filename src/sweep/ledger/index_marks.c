/* index_marks.c - a set of trials, whether an index knows them or not. */
#include "config.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "sweep/ledger/index.h"

void index_marks_release(struct index_marks *m)
{
    free(m->known);
    digest_map_release(&m->others);
    *m = (struct index_marks){0};
}

bool index_marked(const struct index *ix, const struct index_marks *m,
                  struct digest trial)
{
    const long at = index_place(ix, trial);

    if (at < 0)
        return digest_map_find(&m->others, trial) >= 0;
    return at / 64 < m->words && (m->known[at / 64] >> at % 64 & 1);
}

static void make_room(struct index_marks *m, long trials)
{
    const long words = trials / 64 + 1;

    m->known = memory_resize(m->known, (size_t)words * sizeof(*m->known));
    while (m->words < words)
        m->known[m->words++] = 0;
}

bool index_mark(const struct index *ix, struct index_marks *m,
                struct digest trial)
{
    const long at = index_place(ix, trial), n = m->others.n;

    if (at < 0)
        return digest_map_add(&m->others, trial, n) == n;
    if (at / 64 >= m->words)
        make_room(m, ix->n);
    const uint64_t bit = (uint64_t)1 << at % 64;
    const bool fresh = !(m->known[at / 64] & bit);

    m->known[at / 64] |= bit;
    return fresh;
}
