"""The common part of readers of passages, in NumPy.  export_same.py says what
for.

A reader in models/ gives each token of a document two scores, to be the first
and to be the last of the answer, [tokens x 2].  Its input is the two sides of
export_text.py.  The inputs of a token in addition to its word are in the order
of the arrays' rows.
"""

from arrays import numpy

from export_attention import Attention, Pairs, softmax
from export_layers import (
    convolution,
    count,
    ends,
    fusion,
    gru,
    highway,
    linear,
    lstm,
    relu,
)


def beside(*parts):
    return numpy.concatenate(parts, -1)


# --- what is read -------------------------------------------------------------


def spelt(x, side):
    """The vector of each token from its characters."""
    table = x.w["characters.table"]
    encoder = x.config["model.character_encoder"]
    if encoder == "initials":
        first = [word[0] for word in side.characters]
        return lstm(x, table[first], "characters.lstm")
    words = [table[word] for word in side.characters]
    if encoder == "lstm":
        return numpy.array(
            [ends(lstm(x, word, "characters.lstm")) for word in words]
        )
    if encoder == "gru":
        reset = x.config.get("model.reset", "after")
        last = [ends(gru(x, word, "characters.gru", reset)) for word in words]
        return linear(x, numpy.array(last), "characters.project")
    if encoder == "gru_states":
        return numpy.array(
            [ends(gru(x, word, "characters.gru")) for word in words]
        )
    width, name = x.whole("model.character_width"), "characters.filters"
    y = numpy.array(
        [convolution(x, word, name, width).max(0) for word in words]
    )
    return relu(y) if x.flag("model.character_relu") else y


def feature(x, f, side, scope="features"):
    """A feature's columns: a number, or a class by its vector or one-hot; 0 if
    the side does not have the feature."""
    name = scope + "." + f["name"]
    classes = len(f["classes"].split()) if f["classes"] else 0
    vectors = x.w[name] if name in x.w else numpy.eye(max(classes, 1))
    if f["name"] not in side.feature:
        return numpy.zeros((len(side.tokens), vectors.shape[1]))
    values = numpy.array(side.feature[f["name"]])
    return vectors[values] if classes else values[:, None]


def worded(x, side):
    """Without features."""
    parts = []
    if x.flag("model.words"):
        parts.append(x.w["embedding"][side.tokens])
    if "characters.table" in x.w:
        parts.append(spelt(x, side))
    return beside(*parts)


def read(x, side):
    return beside(worded(x, side), *(feature(x, f, side) for f in x.about["features"]))


def project(x, side, f=relu):
    y = read(x, side)
    if "project.weight" in x.w:
        y = linear(x, y, "project")
    return highway(x, y, "highway", f)


# --- attention between the sides ----------------------------------------------


def own_features(x, name, *sides):
    """The features that N compares, or None."""
    if name + ".features.weight" in x.w:
        return [relu(linear(x, y, name + ".features")) for y in sides]


def flow(x, c, q):
    """Attention flow by a trilinear affinity, both ways."""
    attention = Attention(x, "model.attention", "flow")
    pairs = Pairs(
        c * x.w["flow.product"],
        q,
        n=own_features(x, "flow", c, q) or (c, q),
        bias=(linear(x, c, "flow.document"), linear(x, q, "flow.query").T),
    )
    rows, columns = attention.weights(pairs)
    there = rows @ q
    if x.config.get("model.second") == "max":
        back = softmax(attention.affinities(pairs).max(1)) @ c
    else:
        back = rows @ (columns.T @ c)
    return beside(c, there, c * there, c * back)


# --- the aligner and the phase conductor --------------------------------------


def encode(x, document, query):
    """The document, the question, and what is pooled of the question."""
    c, q = (highway(x, read(x, s), "input") for s in (document, query))
    own = "own" if x.flag("model.own_question") else "shared"
    return lstm(x, c, "shared"), lstm(x, q, "shared"), lstm(x, q, own)


def to_question(x, h, u, v, name):
    pairs = Pairs(h, u, n=own_features(x, name, h, u))
    return Attention(x, "model.attention", name).weights(pairs)[0] @ v


def to_itself(x, h, name):
    pairs = Pairs(
        h, h, n=own_features(x, name, h, h), zero_self=x.flag("model.zero_self")
    )
    return Attention(x, "model.self_attention", name).weights(pairs)[0] @ h


def fused(x, old, new, name):
    return fusion(x, name + ".fuse", x.config["model.inner_fusion"], old, new)


def point(x, c, u):
    """A state attends to find the start, is fused with the result, attends to
    find the end, and so on; the last two count."""
    z = u[-1] if x.config["model.state"] == "last" else ends(u)
    if "state.weight" in x.w:
        z = linear(x, z, "state")
    scores = []
    for i in count(x, "pointer.{}.score.weight"):
        if i:
            found = softmax(scores[-1][:, 0]) @ c
            form = x.config["model.pointer_fusion"]
            z = fusion(x, f"pointer.{i - 1}.fuse", form, z, found)
        asked = beside(c, numpy.broadcast_to(z, c.shape), c * z)
        asked = relu(linear(x, asked, f"pointer.{i}.hidden"))
        scores.append(linear(x, asked, f"pointer.{i}.score"))
    return beside(*scores[-2:])
