"""Decomposable attention in NumPy.  export_same.py says what for."""

from arrays import numpy

from export_attention import Attention, Pairs
from export_layers import linear, mlp, relu, words


def features(x, y, name):
    """What E or N compares."""
    form = x.config["model.features"]
    if form == "linear":
        return linear(x, y, name)
    return mlp(x, y, name, relu if form == "relu" else lambda y: y)


def scores(x, *parts):
    y = [linear(x, words(x, i)[p], "project") for i, p in enumerate(parts)]
    own = any(name.startswith("f_n.") for name in x.w)
    e, n = (
        [features(x, z, name) for z in y]
        for name in ("f", "f_n" if own else "f")
    )
    pairs = Pairs(*e, n=n)
    rows, columns = Attention(x, "model.attention", "align").weights(pairs)
    aligned = rows @ y[1], columns.T @ y[0]
    v = [
        mlp(x, numpy.concatenate(both, 1), "g").sum(0)
        for both in zip(y, aligned)
    ]
    return linear(x, mlp(x, numpy.concatenate(v), "h"), "out")
