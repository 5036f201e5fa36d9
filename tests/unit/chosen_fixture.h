/*
 * chosen_fixture.h - a kind as an experiment file has it.
 */
#ifndef CHOSEN_FIXTURE_H
#define CHOSEN_FIXTURE_H

#include "tests/test.h"

#include "base/core/str.h"
#include "config/yaml/document.h"

/* As results have it, or as it is to be run. */
static inline void choose_as(const struct kinds *kinds, const char *text,
                             bool stored, struct chosen *c)
{
    struct str whole = {0};
    struct error e = {""};

    str_addf(&whole, "it: %s\n", text);
    struct document *d = document_parse(str_text(&whole), "chosen", &e);
    if (d && stored)
        document_set_stored(d);
    if (!d || document_bind_kind(d, "it", kinds, c, &e))
        fail_msg("%s: %s", text, e.text);
    document_free(d);
    str_release(&whole);
}

/* "softmax" or "{kind: coda, beta: 0.1}"; the caller's to release. */
static inline void choose(const struct kinds *kinds, const char *text,
                          struct chosen *c)
{
    choose_as(kinds, text, false, c);
}

#endif
