"""QANet in NumPy.  export_same.py says what for."""

from export_layers import (Heads, count, heads, linear, norm, relu, separable,
                           signals)  # fmt: skip
from export_readers import beside, flow, project


def block(x, y, name):
    epsilon = x.real("model.norm_epsilon")
    convolutions = list(count(x, name + ".convolution.{}.depth"))
    n = len(convolutions)

    def normed(i):
        return norm(x, y, f"{name}.norm.{i}", epsilon)

    for i in convolutions:
        y = y + separable(x, normed(i), f"{name}.convolution.{i}")
    parts = [Heads("model.self_attention", x.whole("model.heads"))]
    y = y + heads(x, normed(n), name + ".attention", parts)
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


def scores(x, document, query):
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
