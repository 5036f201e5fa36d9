/*
 * reader_names.h - the readers of exports as models of ours: fields that make
 * them alike, and what each parameter is called there.
 */
#ifndef READER_NAMES_H
#define READER_NAMES_H

#include <stddef.h>

/* Names of parameters here and there; more than one there: their sum. */
struct same {
    const char *ours, *theirs;
};

/* A model of theirs as one of ours. */
struct reader {
    const char *model, *text;
    const struct same *same; /* ours NULL behind the last */
};

#define LINEAR(ours, theirs)            \
    {ours ".weight", theirs ".weight"}, \
    {                                   \
        ours ".bias", theirs ".bias"    \
    }

#define WAY(ours, theirs)                        \
    {ours ".weight", theirs ".weight_ih_l0"},    \
        {ours ".state", theirs ".weight_hh_l0"}, \
        {ours ".bias", theirs ".bias_ih_l0"},    \
    {                                            \
        ours ".second", theirs ".bias_hh_l0"     \
    }
#define BOTH_WAYS(ours, theirs) \
    WAY(ours ".forward", theirs ".f"), WAY(ours ".backward", theirs ".b")
#define SPELLING(theirs)                        \
    {"characters.table", theirs ".emb.weight"}, \
        LINEAR("characters.filters", theirs ".conv")
#define HIGHWAY(ours, theirs, n)                     \
    LINEAR(ours "." n ".transform", theirs ".c." n), \
        LINEAR(ours "." n ".gate", theirs ".z." n)
#define PROJECTED                                                    \
    SPELLING("emb.emb.char"), {"project.weight", "emb.proj.weight"}, \
        HIGHWAY("highway", "emb.high", "0"),                         \
        HIGHWAY("highway", "emb.high", "1")
#define FLOW                                                                   \
    LINEAR("flow.document", "flow.c"), {"flow.query.weight", "flow.q.weight"}, \
    {                                                                          \
        "flow.product", "flow.cq"                                              \
    }

static const struct same bidaf[] = {
    PROJECTED,
    BOTH_WAYS("encode.0", "enc"),
    FLOW,
    BOTH_WAYS("model.0", "mod.0"),
    BOTH_WAYS("model.1", "mod.1"),
    BOTH_WAYS("last.0", "last"),
    LINEAR("start", "start"),
    LINEAR("end", "end"),
    {NULL, NULL},
};

static const struct reader readers[] = {
    {"bidaf",
     "model: {kind: bidaf, characters: $chars, filters: $filters, "
     "character_width: $width, project: $d, hidden: $h, attention: @}\n",
     bidaf},
    {NULL, NULL, NULL},
};

#endif
