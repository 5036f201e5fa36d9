"""Readers of passages in NumPy: scores of a document's tokens to be the first
of the answer and to be the last, [tokens x 2].  export_same.py says what for.

Each is given the two sides as export_text.py has them: what stands for a token
beside its word is in the order of the arrays' rows.
"""

from arrays import numpy

from export_attention import Attention, Pairs, softmax
from export_layers import (
    convolution,
    count,
    ends,
    fusion,
    heads,
    highway,
    linear,
    lstm,
    lstm_gates,
    lstm_step,
    norm,
    relu,
    separable,
    signals,
)


def beside(*parts):
    return numpy.concatenate(parts, -1)


# --- what is read -------------------------------------------------------------


def spelt(x, side):
    """What characters say of each token."""
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
    width, name = x.whole("model.character_width"), "characters.filters"
    y = numpy.array(
        [convolution(x, word, name, width).max(0) for word in words]
    )
    return relu(y) if x.flag("model.character_relu") else y


def feature(x, f, side):
    """A feature's columns: a number, or a class by its vector or as one of
    them; 0 where the side does not have it."""
    name = "features." + f["name"]
    classes = len(f["classes"].split()) if f["classes"] else 0
    vectors = x.w[name] if name in x.w else numpy.eye(max(classes, 1))
    if f["name"] not in side.feature:
        return numpy.zeros((len(side.tokens), vectors.shape[1]))
    values = numpy.array(side.feature[f["name"]])
    return vectors[values] if classes else values[:, None]


def read(x, side):
    parts = []
    if x.flag("model.words"):
        parts.append(x.w["embedding"][side.tokens])
    if x.whole("model.characters"):
        parts.append(spelt(x, side))
    return beside(*parts, *(feature(x, f, side) for f in x.about["features"]))


def project(x, side, f=relu):
    y = read(x, side)
    if "project.weight" in x.w:
        y = linear(x, y, "project")
    return highway(x, y, "highway", f)


# --- attention between the sides ----------------------------------------------


def own_features(x, name, *sides):
    """What N compares, or None."""
    if name + ".features.weight" in x.w:
        return [relu(linear(x, y, name + ".features")) for y in sides]


def flow(x, c, q):
    """By a trilinear affinity, both ways."""
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


def bidaf(x, document, query):
    forget = 1.0 if x.config["model.start"] == "tensorflow" else 0.0
    c, q = (lstm(x, project(x, s), "encode", forget) for s in (document, query))
    g = flow(x, c, q)
    m = end = lstm(x, g, "model", forget)
    start = linear(x, beside(g, m), "start")
    if x.config["model.end"] == "pointer":
        a = numpy.broadcast_to(softmax(start[:, 0]) @ m, m.shape)
        end = beside(g, m, a, m * a)
    end = lstm(x, end, "last", forget)
    return beside(start, linear(x, beside(g, end), "end"))


# --- DCN ----------------------------------------------------------------------


def coattention(x, c, q):
    """Both with a row behind that stands for nothing, which c loses again."""
    name = "coattention"
    if x.flag("model.sentinels"):
        c = numpy.concatenate([c, x.w[name + ".document_sentinel"]])
        q = numpy.concatenate([q, x.w[name + ".query_sentinel"]])
    q = numpy.tanh(linear(x, q, name + ".query"))
    pairs = Pairs(c, q, n=own_features(x, name, c, q))
    rows, columns = Attention(x, "model.attention", name).weights(pairs)
    seen = beside(c, rows @ q, rows @ (columns.T @ c))
    return seen[:-1] if x.flag("model.sentinels") else seen


def maxout(y, pieces):
    """Each piece has a number of each unit."""
    return y.reshape(len(y), pieces, -1).max(1)


def network(x, name, u, about):
    """A highway maxout network."""
    pool = x.whole("model.pool")
    r = numpy.tanh(linear(x, about, name + ".know"))
    one = maxout(
        linear(x, u, name + ".rows") + linear(x, r, name + ".more"), pool
    )
    two = maxout(turned(x, one, name + ".second"), pool)
    return maxout(turned(x, beside(one, two), name + ".third"), pool)[:, 0]


def turned(x, y, name):
    """linear() whose weight is [out x in]."""
    return y @ x.w[name + ".weight"].T + x.w[name + ".bias"][0]


def dcn(x, document, query):
    c, q = (lstm(x, project(x, s), "encode") for s in (document, query))
    u = lstm(x, coattention(x, c, q), "mix")
    whole = x.config["model.first_guess"] == "whole"
    guess = [0, len(u) - 1 if whole else 0]
    h = cell = numpy.zeros(x.whole("model.hidden"))
    for _ in range(x.whole("model.rounds")):
        before, name = list(guess), "pointing.state.0.forward"
        seen = [u[i] for i in guess]
        gates = lstm_gates(x, beside(*seen), name)
        h, cell = lstm_step(x, name, gates, h, cell)
        start = network(x, "pointing.start", u, beside(h, *seen))
        guess[0] = start.argmax()
        if x.flag("model.new_start"):
            seen[0] = u[guess[0]]
        end = network(x, "pointing.end", u, beside(h, *seen))
        guess[1] = end.argmax()
        if x.flag("model.stop") and guess == before:
            break
    return numpy.stack([start, end], 1)


# --- QANet --------------------------------------------------------------------


def block(x, y, name):
    epsilon = x.real("model.norm_epsilon")
    convolutions = list(count(x, name + ".convolution.{}.depth"))
    n = len(convolutions)

    def normed(i):
        return norm(x, y, f"{name}.norm.{i}", epsilon)

    for i in convolutions:
        y = y + separable(x, normed(i), f"{name}.convolution.{i}")
    y = y + heads(
        x, normed(n), name + ".attention", "model.self_attention",
        x.whole("model.heads"),
    )  # fmt: skip
    inner = relu(linear(x, normed(n + 1), name + ".first"))
    return y + linear(x, inner, name + ".second")


def blocks(x, y, name):
    positions = x.config["model.positions"]
    if positions == "stack":
        y = y + signals(*y.shape)
    for i in count(x, name + ".{}.first.weight"):
        if positions == "block":
            y = y + signals(*y.shape)
        y = block(x, y, f"{name}.{i}")
    return y


def qanet(x, document, query):
    f = relu if x.flag("model.highway_relu") else lambda y: y
    c, q = (blocks(x, project(x, s, f), "encode") for s in (document, query))
    runs = [linear(x, flow(x, c, q), "into")]
    for _ in range(3):
        runs.append(blocks(x, runs[-1], "model"))
    last = runs[3 if x.config["model.end"] == "third" else 2]
    return beside(
        linear(x, beside(runs[1], runs[2]), "start"),
        linear(x, beside(runs[1], last), "end"),
    )


# --- the aligner and the phase conductor --------------------------------------


def encode(x, document, query):
    """The document, the question, and what is pooled of it."""
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
    """A state asks for the start, is fused with what is there, asks for the
    end, and so on; the last two count."""
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


def aligner(x, document, query):
    h, u, v = encode(x, document, query)
    for i in range(x.whole("model.hops")):
        seen = to_question(x, h, u, v, f"question.{i}")
        h = fused(x, h, seen, f"question.{i}")
        h = fused(x, h, to_itself(x, h, f"self.{i}"), f"self.{i}")
        if x.flag("model.aggregate"):
            h = lstm(x, h, f"aggregate.{i}")
    return point(x, h, u)


def phasecond(x, document, query):
    h, u, v = encode(x, document, query)
    layers = []
    for i in range(x.whole("model.question_layers")):
        seen = to_question(x, h, u, v, f"question.{i}")
        if x.flag("model.question_fusion"):
            seen = fused(x, h, seen, f"question.{i}")
        layers.append(seen)
        h = seen
    h = highway(x, beside(*layers), "outer")
    for i in range(x.whole("model.self_layers")):
        h = fused(x, h, to_itself(x, h, f"self.{i}"), f"self.{i}")
    return point(x, highway(x, h, "final"), u)


READERS = {
    "bidaf": bidaf,
    "dcn": dcn,
    "qanet": qanet,
    "aligner": aligner,
    "phasecond": phasecond,
}
