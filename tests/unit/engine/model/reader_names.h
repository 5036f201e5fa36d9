/*
 * reader_names.h - the exported readers as models of ours: the fields that make
 * them equal, and the names of each parameter there.
 */
#ifndef READER_NAMES_H
#define READER_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* Names of parameters here and there.  "NAME i/n" there: part i, from 0, of n
 * parts that are one below the other; "=NAME": its rows have the same layout as
 * here. */
struct same {
    const char *ours, *theirs;
};

/* A model of theirs as one of ours. */
struct reader {
    const char *model, *text;
    const struct same *same; /* ends with ours NULL */
    bool match;              /* reads which words occur on the other side */
    bool cloze;              /* answers with a candidate, not a span */
    const char *floats; /* attentions whose exports need more precision than
                           floats have: test_readers.c; or NULL */
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
#define SPELLING(theirs)                            \
    {"characters.table", "=" theirs ".emb.weight"}, \
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

#define NORM_OF(ours, theirs, n)                             \
    {ours ".norm." n ".gain", theirs ".norms." n ".weight"}, \
    {                                                        \
        ours ".norm." n ".bias", theirs ".norms." n ".bias"  \
    }
#define SEPARABLE(ours, theirs, n)                                         \
    {ours ".convolution." n ".depth", theirs ".convs." n ".depth.weight"}, \
        LINEAR(ours ".convolution." n ".point", theirs ".convs." n ".point")
#define HEADS(ours, theirs)                               \
    {ours ".query.weight", theirs ".qkv.weight 0/3"},     \
        {ours ".key.weight", theirs ".qkv.weight 1/3"},   \
        {ours ".value.weight", theirs ".qkv.weight 2/3"}, \
    {                                                     \
        ours ".out.weight", theirs ".o.weight"            \
    }
#define BLOCK(ours, theirs)                                               \
    SEPARABLE(ours, theirs, "0"), SEPARABLE(ours, theirs, "1"),           \
        HEADS(ours ".attention", theirs ".att"),                          \
        LINEAR(ours ".first", theirs ".f1"),                              \
        LINEAR(ours ".second", theirs ".f2"), NORM_OF(ours, theirs, "0"), \
        NORM_OF(ours, theirs, "1"), NORM_OF(ours, theirs, "2"),           \
        NORM_OF(ours, theirs, "3")

static const struct same qanet[] = {
    PROJECTED,
    BLOCK("encode.0", "enc"),
    SEPARABLE("encode.0", "enc", "2"),
    SEPARABLE("encode.0", "enc", "3"),
    NORM_OF("encode.0", "enc", "4"),
    NORM_OF("encode.0", "enc", "5"),
    FLOW,
    LINEAR("into", "into"),
    BLOCK("model.0", "mod.0"),
    BLOCK("model.1", "mod.1"),
    {"start.weight", "start.weight"},
    {"end.weight", "end.weight"},
    {NULL, NULL},
};

/* A layer whose weight has a row for each piece. */
#define PIECES(ours, theirs)                \
    {ours ".weight", "=" theirs ".weight"}, \
    {                                       \
        ours ".bias", theirs ".bias"        \
    }
#define MAXOUT(ours, theirs)                        \
    {ours ".know.weight", theirs ".r.weight"},      \
        LINEAR(ours ".rows", theirs ".u"),          \
        {ours ".more.weight", theirs ".m1.weight"}, \
        PIECES(ours ".second", theirs ".m2"),       \
        PIECES(ours ".third", theirs ".m3")

static const struct same dcn[] = {
    PROJECTED,
    WAY("encode.0.forward", "enc"),
    {"coattention.document_sentinel", "no_c"},
    {"coattention.query_sentinel", "no_q"},
    LINEAR("coattention.query", "proj"),
    BOTH_WAYS("mix.0", "mix"),
    {"pointing.state.0.forward.weight", "cell.weight_ih"},
    {"pointing.state.0.forward.state", "cell.weight_hh"},
    {"pointing.state.0.forward.bias", "cell.bias_ih"},
    {"pointing.state.0.forward.second", "cell.bias_hh"},
    MAXOUT("pointing.start", "start"),
    MAXOUT("pointing.end", "end"),
    {NULL, NULL},
};

#define FUSION(ours, theirs) \
    LINEAR(ours ".value", theirs ".b"), LINEAR(ours ".gate", theirs ".f")
#define ASK(n)                                         \
    LINEAR("pointer." n ".hidden", "ptr.ask." n ".0"), \
        LINEAR("pointer." n ".score", "ptr.ask." n ".2")
#define POINTER                                                       \
    LINEAR("state", "first"), ASK("0"), ASK("1"), ASK("2"), ASK("3"), \
        FUSION("pointer.0.fuse", "ptr.fuse.0"),                       \
        FUSION("pointer.1.fuse", "ptr.fuse.1"),                       \
        FUSION("pointer.2.fuse", "ptr.fuse.2")
#define ALIGNMENT                                                       \
    SPELLING("emb.char"), HIGHWAY("input", "fuse", "0"),                \
        HIGHWAY("input", "fuse", "1"), BOTH_WAYS("shared.0", "shared"), \
        BOTH_WAYS("own.0", "own"), POINTER

static const struct same phasecond[] = {
    ALIGNMENT,
    HIGHWAY("outer", "outer", "0"),
    HIGHWAY("outer", "outer", "1"),
    FUSION("self.0.fuse", "inner.0"),
    FUSION("self.1.fuse", "inner.1"),
    {NULL, NULL},
};

static const struct same iterative[] = {
    ALIGNMENT,
    FUSION("question.0.fuse", "inner.0"),
    FUSION("self.0.fuse", "inner.1"),
    FUSION("question.1.fuse", "inner.2"),
    FUSION("self.1.fuse", "inner.3"),
    {NULL, NULL},
};

#define ALIGNED                                                        \
    "characters: $chars, filters: $filters, character_width: $width, " \
    "hidden: $h, input_fusion: $fusion, pointer_hops: $hops, "         \
    "pointer_fusion: product, state: ends, project_state: true, attention: @"

#define HOP(n)                                   \
    BOTH_WAYS("hop." n ".document.0", "doc." n), \
        BOTH_WAYS("hop." n ".query.0", "query." n)

static const struct same ga[] = {
    {"characters.table", "=emb.char.emb.weight"},
    BOTH_WAYS("characters.gru.0", "emb.char.rnn"),
    LINEAR("characters.project", "emb.char.proj"),
    {"features.match", "=feat.weight"},
    HOP("0"),
    HOP("1"),
    HOP("2"),
    {NULL, NULL},
};

#define GA(theirs, gate_)                                                      \
    {                                                                          \
        theirs,                                                                \
            "model: {kind: ga, characters: $chars, filters: $filters, "        \
            "character_hidden: $char_h, hidden: $h, hops: $hops, gate: " gate_ \
            ", second_bias: true, clip: 0, dropout: 0, attention: @}\n",       \
            .same = ga, .match = true, .cloze = true                           \
    }

/* tests/peers/numpy_as.py has our names and our layout of rows. */
#define ALIKE(name)    \
    {                  \
        name, "=" name \
    }
#define GRU_ALIKE(name) \
    ALIKE(name ".weight"), ALIKE(name ".state"), ALIKE(name ".bias")

static const struct same as[] = {
    {"embedding", "=emb.word.weight"}, GRU_ALIKE("document.0.forward"),
    GRU_ALIKE("document.0.backward"),  GRU_ALIKE("query.0.forward"),
    GRU_ALIKE("query.0.backward"),     {NULL, NULL},
};

#define AS(theirs, reset_)                                             \
    {                                                                  \
        theirs,                                                        \
            "model: {kind: as, hidden: $hidden, train_vectors: true, " \
            "reset: " reset_ "}\n",                                    \
            .same = as, .cloze = true                                  \
    }

#define MACHINE(ours, theirs)                \
    {ours ".factors", "=" theirs ".v"},      \
        LINEAR(ours, theirs ".w")
#define CONNECTOR(ours, theirs)                     \
    LINEAR(ours ".project.0", theirs ".f"),         \
        MACHINE(ours ".both", theirs ".fm.0"),      \
        MACHINE(ours ".difference", theirs ".fm.1"), \
        MACHINE(ours ".product", theirs ".fm.2")
#define GATED(ours, theirs)                         \
    {ours ".rows.weight", theirs ".a.weight"},      \
        {ours ".cols.weight", theirs ".b.weight"},  \
    {                                               \
        ours ".gate.weight", theirs ".g.weight"     \
    }

static const struct same decaprop[] = {
    SPELLING("emb.char"),
    BOTH_WAYS("encode.0.both.0", "enc.0"),
    BOTH_WAYS("encode.1.both.0", "enc.1"),
    BOTH_WAYS("encode.2.both.0", "enc.2"),
    CONNECTOR("connector.0.0", "core.0"),
    CONNECTOR("connector.0.1", "core.1"),
    CONNECTOR("connector.0.2", "core.2"),
    CONNECTOR("connector.1.0", "core.3"),
    CONNECTOR("connector.1.1", "core.4"),
    CONNECTOR("connector.1.2", "core.5"),
    CONNECTOR("connector.2.0", "core.6"),
    CONNECTOR("connector.2.1", "core.7"),
    CONNECTOR("connector.2.2", "core.8"),
    CONNECTOR("upper.0.0", "upper.0"),
    CONNECTOR("upper.0.1", "upper.1"),
    CONNECTOR("upper.0.2", "upper.2"),
    CONNECTOR("upper.1.0", "upper.3"),
    CONNECTOR("upper.1.1", "upper.4"),
    CONNECTOR("upper.1.2", "upper.5"),
    GATED("core", "cq"),
    BOTH_WAYS("behind_core.0", "mix"),
    GATED("self", "cc"),
    BOTH_WAYS("behind_self.0", "mix2"),
    BOTH_WAYS("behind_upper.0", "rs"),
    BOTH_WAYS("behind_start.0", "re"),
    LINEAR("start", "start"),
    LINEAR("end", "end"),
    {NULL, NULL},
};

static const struct reader readers[] = {
    {"bidaf",
     "model: {kind: bidaf, characters: $chars, filters: $filters, "
     "character_width: $width, project: $d, hidden: $h, attention: @}\n",
     .same = bidaf},
    {"qanet",
     "model: {kind: qanet, characters: $chars, filters: $filters, "
     "character_width: $width, hidden: $d, heads: $heads, blocks: $blocks, "
     "output_matrix: true, flow_bias: true, norm_epsilon: 1e-5, "
     "attention: @}\n",
     .same = qanet},
    {"dcn",
     "model: {kind: dcn, characters: $chars, filters: $filters, "
     "character_width: $width, project: $d, hidden: $h, pool: $pool, rounds: "
     "$iters, rounds_loss: sum, stop: false, attention: @}\n",
     .same = dcn},
    {"phasecond",
     "model: {kind: phasecond, outer_fusion: $fusion, " ALIGNED "}\n",
     .same = phasecond, .match = true, .floats = "softmax"},
    {"iterative", "model: {kind: aligner, " ALIGNED "}\n", .same = iterative,
     .match = true},
    GA("ga", "mul"),
    GA("ga-sum", "sum"),
    GA("ga-cat", "concat"),
    {"decaprop",
     "model: {kind: decaprop, characters: $chars, filters: $filters, "
     "character_width: $width, character_encoder: convolution, highway: 0, "
     "hidden: $h, layers: $layers, factors: $fm, connector_layers: 1, "
     "connector_bias: true, gate: pair, pointer_bias: true, attention: @, "
     "connector_attention: @}\n",
     .same = decaprop, .floats = "softmax, coda"},
    AS("as", "before"),
    AS("as-after", "after"),
    {.model = NULL},
};

#endif
