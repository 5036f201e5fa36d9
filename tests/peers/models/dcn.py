"""The dynamic coattention network in NumPy.  export_same.py says what for."""

from arrays import numpy

from export_attention import Attention, Pairs
from export_layers import linear, lstm, lstm_gates, lstm_step
from export_readers import beside, own_features, project


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


def scores(x, document, query):
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
