"""Layers in NumPy, by the names of their arrays.  export_same.py says what for.

x: an Export; a weight [in x out] is applied from the right.
"""

from arrays import numpy

from export_attention import Attention, Pairs, sigmoid


def relu(y):
    return numpy.maximum(y, 0)


def words(x, part):
    """The word table of a part: all parts share one, or each has its own."""
    own = f"embedding.{part}"
    return x.w[own if own in x.w else "embedding"]


def linear(x, y, name):
    y = y @ x.w[name + ".weight"]
    return y + x.w[name + ".bias"][0] if name + ".bias" in x.w else y


def mlp(x, y, name, f=relu):
    y = relu(linear(x, y, name + ".first"))
    return f(linear(x, y, name + ".second"))


def norm(x, y, name, epsilon=1e-6):
    y = y - y.mean(1, keepdims=True)
    y = y / numpy.sqrt((y * y).mean(1, keepdims=True) + epsilon)
    return y * x.w[name + ".gain"][0] + x.w[name + ".bias"][0]


def signals(length, width):
    """Tensor2Tensor's positions."""
    half = width // 2
    rate = 1e4 ** (-numpy.arange(half) / max(half - 1, 1))
    at = numpy.arange(length)[:, None] * rate
    return numpy.concatenate([numpy.sin(at), numpy.cos(at)], 1)


def mixed(gate, new, old):
    return gate * new + (1 - gate) * old


def highway(x, y, name, f=relu):
    for i in count(x, name + ".{}.gate.weight"):
        gate = sigmoid(linear(x, y, f"{name}.{i}.gate"))
        y = mixed(gate, f(linear(x, y, f"{name}.{i}.transform")), y)
    return y


def count(x, name):
    """0, 1, ... as long as there is such an array."""
    i = 0
    while name.format(i) in x.w:
        yield i
        i += 1


def fusion(x, name, form, old, new):
    """A semantic fusion unit."""
    seen = {
        "pair": [old, new],
        "product": [new, old, old * new],
        "difference": [old, new, old * new, old - new],
    }[form]
    seen = numpy.concatenate(seen, -1)
    gate = sigmoid(linear(x, seen, name + ".gate"))
    return mixed(gate, numpy.tanh(linear(x, seen, name + ".value")), old)


# --- along a sequence ---------------------------------------------------------


def lstm_step(x, name, gates, h, c, forget=0.0):
    """A step, given the input's part of the gates: input, forget, new value,
    output."""
    i, f, g, o = numpy.split(gates + h @ x.w[name + ".state"], 4)
    c = sigmoid(f + forget) * c + sigmoid(i) * numpy.tanh(g)
    return sigmoid(o) * numpy.tanh(c), c


def lstm_gates(x, y, name):
    y = linear(x, y, name)
    return y + x.w[name + ".second"][0] if name + ".second" in x.w else y


def lstm_way(x, y, name, forget):
    h = c = numpy.zeros(x.w[name + ".state"].shape[0])
    rows = []
    for gates in lstm_gates(x, y, name):
        h, c = lstm_step(x, name, gates, h, c, forget)
        rows.append(h)
    return numpy.array(rows)


def lstm(x, y, name, forget=0.0):
    """Layers in one or both directions."""
    for i in count(x, name + ".{}.forward.weight"):
        ways = [lstm_way(x, y, f"{name}.{i}.forward", forget)]
        if f"{name}.{i}.backward.weight" in x.w:
            back = lstm_way(x, y[::-1], f"{name}.{i}.backward", forget)
            ways.append(back[::-1])
        y = numpy.concatenate(ways, 1)
    return y


def gru_way(x, y, name, reset):
    """The second bias belongs to the state's part, if the reset gate is between
    the two."""
    state, second = x.w[name + ".state"], 0.0
    width = len(state)
    if name + ".second" in x.w:
        second = x.w[name + ".second"][0]
    h, rows = numpy.zeros(width), []
    for gates in linear(x, y, name):
        own = h @ state + second
        first = sigmoid(gates[: 2 * width] + own[: 2 * width])
        r, z = first[:width], first[width:]
        if reset == "before":
            new = (r * h) @ state[:, 2 * width :]
            new = new + (second[2 * width :] if name + ".second" in x.w else 0)
        else:
            new = r * own[2 * width :]
        h = mixed(z, h, numpy.tanh(gates[2 * width :] + new))
        rows.append(h)
    return numpy.array(rows)


def gru(x, y, name, reset="after"):
    """A layer in both directions."""
    forward = gru_way(x, y, name + ".0.forward", reset)
    back = gru_way(x, y[::-1], name + ".0.backward", reset)
    return numpy.concatenate([forward, back[::-1]], 1)


def ends(y):
    """The last state forward, the last one backward."""
    half = y.shape[1] // 2
    return numpy.concatenate([y[-1, :half], y[0, half:]])


def windows(y, width):
    """The input window of each output, with zeros beyond the ends: [rows x
    width x columns]."""
    before = width // 2
    y = numpy.pad(y, ((before, width - 1 - before), (0, 0)))
    return numpy.stack([y[i : len(y) - width + 1 + i] for i in range(width)], 1)


def convolution(x, y, name, width):
    seen = windows(y, width)
    return linear(x, seen.reshape(len(y), -1), name)


def separable(x, y, name):
    depth = x.w[name + ".depth"]
    y = (windows(y, len(depth)) * depth).sum(1)
    return relu(linear(x, y, name + ".point"))


# --- attention ----------------------------------------------------------------


class Heads:
    """Consecutive heads of one kind, that of `field`.  part: the end of their
    parameters' names after the site's name; group: after the layer's name."""

    def __init__(self, field, number, part="", group=""):
        self.field, self.number, self.part = field, number, part
        self.group = group

    def attention(self, x, name):
        layer = name.rpartition(".")[0]
        return Attention(x, self.field, name, divides=True,
                         places=(name + self.part, layer + self.group))  # fmt: skip


def heads(x, y, name, parts, memory=None, causal=False, by_rows=False):
    """Rows of y attend to those of a memory, or to each other."""
    memory = y if memory is None else memory
    number = sum(part.number for part in parts)

    def split(rows, what, n=number):
        return numpy.split(linear(x, rows, f"{name}{what}"), n, 1)

    q, k, v = split(y, ".query"), split(memory, ".key"), split(memory, ".value")
    out = []
    for part in parts:
        of = slice(len(out), len(out) + part.number)
        n = zip(q[of], k[of])
        if f"{name}{part.part}.query_n.weight" in x.w:
            n = zip(split(y, part.part + ".query_n", part.number),
                    split(memory, part.part + ".key_n", part.number))  # fmt: skip
        attention = part.attention(x, name)
        for h, q_k_n in enumerate(zip(q[of], k[of], n)):
            pairs = Pairs(*q_k_n, head=h, causal=causal, by_rows=by_rows)
            out.append(attention.weights(pairs)[0] @ v[len(out)])
    out = numpy.concatenate(out, 1)
    return linear(x, out, name + ".out") if name + ".out.weight" in x.w else out
