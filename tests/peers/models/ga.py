"""The Gated-Attention Reader in NumPy.  export_same.py says what for.

Gives a score for each token of the document; the query knows the place of its
cloze.
"""

from arrays import numpy

from export_layers import ends, gru
from export_readers import beside, feature, own_features, worded
from export_attention import Attention, Pairs

GATES = {
    "mul": lambda d, found: d * found,
    "sum": lambda d, found: d + found,
    "concat": beside,
    "none": lambda d, found: d,
}


def known(x, side, scope):
    """The features of a side, for the GRUs over it."""
    return [
        feature(x, f, side, scope)
        for f in x.about["features"]
        if f["name"] in side.feature
    ]


def found(x, name, d, q):
    """What each token finds in the query."""
    if x.config["model.query"] == "last":
        return numpy.broadcast_to(ends(q), d.shape)
    pairs = Pairs(d, q, n=own_features(x, name, d, q) or (d, q))
    return Attention(x, "model.attention", name).weights(pairs)[0] @ q


def scores(x, document, query):
    reset, gate = x.config["model.reset"], x.config["model.gate"]
    hops, last = x.whole("model.hops"), x.config["model.feature_layers"]
    seen = known(x, document, "features")
    y = beside(worded(x, query), *known(x, query, "query_features"))
    c = worded(x, document)
    for i in range(hops):
        name = f"hop.{i}"
        if i == hops - 1 or last == "all":
            c = beside(c, *seen)
        c = gru(x, c, name + ".document", reset)
        if name + ".query.0.forward.weight" in x.w:
            q = gru(x, y, name + ".query", reset)
        if i < hops - 1 and gate != "none":
            c = GATES[gate](c, found(x, name, c, q))
    asked = q[query.cloze] if x.config["model.answer"] == "cloze" else ends(q)
    return c @ asked
