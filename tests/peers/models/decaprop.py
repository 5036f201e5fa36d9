"""DecaProp in NumPy.  export_same.py says what for."""

from itertools import product

from arrays import numpy

from export_attention import Attention, Pairs, sigmoid
from export_layers import gru, linear, lstm, relu
from export_readers import beside, own_features, project


def recur(x, y, name):
    return (lstm if x.config["model.cell"] == "lstm" else gru)(x, y, name)


def machine(x, z, name):
    """A factorisation machine."""
    v = x.w[name + ".factors"]
    pairs = ((z @ v) ** 2).sum(1) - (z**2 @ v**2).sum(1)
    return linear(x, z, name) + pairs[:, None] / 2


def compressed(x, name, side, rows, seen):
    if f"{name}.{side}.both.factors" in x.w:
        name = f"{name}.{side}"
    return beside(
        machine(x, beside(rows, seen), name + ".both"),
        machine(x, rows - seen, name + ".difference"),
        machine(x, rows * seen, name + ".product"),
    )


def connect(x, name, c, q, both=True):
    """Numbers of the tokens of both sides, or of the document's alone."""
    compared = []
    for y in (c, q):
        for i in range(x.whole("model.connector_layers")):
            y = relu(linear(x, y, f"{name}.project.{i}"))
        compared.append(y)
    attention = Attention(
        x, "model.connector_attention", name, divides=True
    )
    n = own_features(x, name, c, q) or compared
    rows, columns = attention.weights(Pairs(*compared, n=n))
    given = [compressed(x, name, "document", c, rows @ q)]
    if both:
        given.append(compressed(x, name, "query", q, columns.T @ c))
    return given


def gated(x, field, name, c, q):
    form, shared = x.config["model.gate"], x.flag("model.gate_shared")
    if name == "self" and x.config["model.self_gate"] != "core":
        form, shared = x.config["model.self_gate"], False
    compared = [
        relu(linear(x, c, name + ".rows")),
        relu(linear(x, q, name + (".rows" if shared else ".cols"))),
    ]
    n = own_features(x, name, c, q) or compared
    pairs = Pairs(*compared, n=n)
    seen = Attention(x, field, name, divides=True).weights(pairs)[0] @ q
    both = beside(c, seen)
    if form == "squared":
        return relu(linear(x, beside((seen - c) ** 2, seen * c), name + ".gate"))
    gate = sigmoid(linear(x, both, name + ".gate"))
    return gate * (both if form == "pair" else c)


def encode(x, sides):
    """Each layer's states of both sides, and what their connectors give."""
    layers, states, given = x.whole("model.layers"), [], {}
    names = ("document", "query")
    if not x.flag("model.own_question"):
        names = ("both", "both")
    for i in range(layers):
        sides = [recur(x, y, f"encode.{i}.{n}") for y, n in zip(sides, names)]
        states.append(sides)
        given[i, i] = connect(x, f"connector.{i}.{i}", *sides)
        if x.config["model.feed"] == "bac":
            sides = [beside(*both) for both in zip(sides, given[i, i])]
    for i, j in product(range(layers), repeat=2):
        if i != j:
            name = f"connector.{i}.{j}"
            given[i, j] = connect(x, name, states[i][0], states[j][1])
    return states, [given[ij] for ij in sorted(given)]


def scores(x, document, query):
    states, given = encode(x, [project(x, s) for s in (document, query)])
    p, q = (
        beside(*(y[s] for y in states), *(y[s] for y in given)) for s in (0, 1)
    )
    u = recur(x, gated(x, "model.attention", "core", p, q), "behind_core")
    both = [u]
    u = gated(x, "model.self_attention", "self", u, u)
    both.append(recur(x, u, "behind_self"))
    seen = [
        connect(x, f"upper.{i}.{k}", y, state[1], both=False)[0]
        for i, y in enumerate(both)
        for k, state in enumerate(states)
    ]
    kept = [both[-1]] if x.config["model.upper"] == "concat" else []
    start = recur(x, beside(*kept, *seen), "behind_upper")
    end = recur(x, start, "behind_start")
    return beside(linear(x, start, "start"), linear(x, end, "end"))
