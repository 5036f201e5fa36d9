"""Attention kinds in NumPy: the weights of whole blocks of pairs.
export_same.py says what for.
"""

from arrays import numpy


def softmax(x, axis=0):
    e = numpy.exp(x - x.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


def sigmoid(x):
    return 1 / (1 + numpy.exp(-x))


# --- a line of affinities, by itself ------------------------------------------


def thresholded(x, power):
    """The part above tau, to that power, with tau such that it sums to 1."""
    low, high = x.max() - 1, x.max()
    for _ in range(100):
        tau = (low + high) / 2
        y = numpy.maximum(x - tau, 0) ** power
        low, high = (tau, high) if y.sum() > 1 else (low, tau)
    return y


def sparsemax(x):
    return thresholded(x, 1)


def entmax(x):
    return thresholded(x / 2, 2)


def shares(x):
    return x / x.sum() if x.any() else x


def phi(x):
    return numpy.where(x > 0, x + 1, numpy.exp(numpy.minimum(x, 0)))


def lines(f, e, allowed):
    """f of the allowed pairs of each row."""
    m = numpy.zeros_like(e)
    for to, x, may in zip(m, e, allowed):
        if may.any():
            to[may] = f(x[may])
    return m


# --- CoDA ---------------------------------------------------------------------

OF_E = {
    "tanh": numpy.tanh,
    "sigmoid": sigmoid,
    "identity": lambda e: e,
    "positive": lambda e: numpy.maximum(numpy.tanh(e), 0),
}
OF_N = {
    "sigmoid": sigmoid,
    "tanh": numpy.tanh,
    "arctan": numpy.arctan,
    "algebraic": lambda n: n / numpy.sqrt(1 + n * n),
}


# --- what attends to what -----------------------------------------------------


class Pairs:
    """Rows q and columns k of one head.  n: what N compares, if not these;
    bias: of each row [m x 1] and of each column [1 x n]; by_rows: what is taken
    over all pairs is taken over each row's; zero_self: nothing is of a token
    with itself."""

    def __init__(self, q, k, n=None, bias=None, head=0, causal=False,
                 by_rows=False, zero_self=False):  # fmt: skip
        self.q, self.k, self.n, self.bias = q, k, n or (q, k), bias
        self.head, self.by_rows, self.zero_self = head, by_rows, zero_self
        whole = numpy.ones((len(q), len(k)), bool)
        self.allowed = numpy.tril(whole) if causal else whole

    def but_itself(self, e):
        return e * (1 - numpy.eye(*e.shape)) if self.zero_self else e

    def products(self, scale, part=slice(None)):
        e = self.q[:, part] @ self.k[:, part].T
        return self.but_itself(scale * (e + sum(self.bias or [0])))

    def both(self, f, e):
        """f of each row and of each column."""
        return lines(f, e, self.allowed), lines(f, e.T, self.allowed.T).T

    def centered(self, x):
        axis = 1 if self.by_rows else None
        total = numpy.where(self.allowed, x, 0).sum(axis, keepdims=True)
        return x - total / self.allowed.sum(axis, keepdims=True)


class Attention:
    """field: its kind's, "model.attention"; site: its place in the model;
    divides: does the model, by the root of a head's width?  places: what the
    names of its parameters begin with, the site or its layer unless given."""

    def __init__(self, export, field, site, divides=False, places=None):
        self.export, self.field, self.site = export, field, site
        self.places = places or (site, site.rpartition(".")[0])
        self.kind = self.of("kind")
        scale = export.config.get(field + ".scale", "false")
        self.divides = divides if scale == "model" else scale == "true"

    def of(self, name):
        return self.export.config[f"{self.field}.{name}"]

    def number(self, name, head, otherwise=None):
        """A parameter, of the site or of its layer, or else the field."""
        for place in self.places:
            if f"{place}.{name}" in self.export.w:
                values = self.export.w[f"{place}.{name}"][0]
                return values[head if len(values) > 1 else 0]
        return float(self.of(name)) if otherwise is None else otherwise

    def scale(self, p):
        return p.q.shape[1] ** -0.5 if self.divides else 1.0

    def affinities(self, p):
        alpha = self.number("alpha", p.head) if self.kind == "coda" else 1.0
        return p.products(alpha * self.scale(p))

    def parts(self, p):
        """The matrices that codarun inspect shows, by its names."""
        rows, columns = self.weights(p)
        parts = {"m": rows, "m_columns": columns}
        if self.kind != "coda":
            return parts | {"e": self.affinities(p)}
        return parts | {
            "e": self.e(p),
            "f_e": self.f_e(p)[0],
            "n": self.n(p),
            "gate": self.gate(p),
        }

    def weights(self, p):
        """The weights of rows, which pool columns, and of columns."""
        return getattr(self, self.kind)(p)

    def softmax(self, p):
        return p.both(softmax, self.affinities(p))

    def sparsemax(self, p):
        return p.both(sparsemax, self.affinities(p))

    def entmax(self, p):
        return p.both(entmax, self.affinities(p))

    def sigmoid(self, p):
        less = numpy.log if self.of("bias") == "length" else lambda n: 0
        return p.both(lambda x: sigmoid(x - less(len(x))), self.affinities(p))

    def linear(self, p):
        e = phi(p.q) @ phi(p.k).T + 2 * sum(map(phi, p.bias or []))
        return p.both(shares, p.but_itself(e))

    def lambda_at_start(self):
        if self.export.config.get(self.field + ".lambda_at_start") != "layer":
            return float(self.of("lambda"))
        layers = [int(n) for n in self.site.split(".") if n.isdigit()]
        return 0.8 - 0.6 * numpy.exp(-0.3 * (layers + [0])[0])

    def differential(self, p):
        cut = (p.q.shape[1] + 1) // 2
        first = self.lambda_at_start()
        share = self.number("lambda", p.head, first)
        one, two = (
            p.both(softmax, p.products(self.scale(p), part))
            for part in (slice(cut), slice(cut, None))
        )
        return [(1 - first) * (x - share * y) for x, y in zip(one, two)]

    def e(self, p):
        e = self.affinities(p)
        return p.centered(e) if self.of("center_e") == "true" else e

    def f_e(self, p):
        """Of rows and of columns."""
        if self.of("f_e") == "softmax":
            return p.both(softmax, self.e(p))
        return [OF_E[self.of("f_e")](self.e(p))] * 2

    def n(self, p):
        distance = numpy.abs(p.n[0][:, None] - p.n[1][None]).sum(2)
        n = -abs(self.number("beta", p.head)) * self.scale(p) * distance
        return p.centered(n) if self.of("gate") == "centered" else n

    def gate(self, p):
        if self.of("gate") == "constant":
            return float(self.of("constant"))
        gate = OF_N[self.of("f_n")](self.n(p))
        return 2 * gate if self.of("gate") == "scaled" else gate

    def coda(self, p):
        m = [numpy.where(p.allowed, f * self.gate(p), 0) for f in self.f_e(p)]
        if self.of("mean") == "both":
            m[0] = m[0] / p.allowed.sum(1, keepdims=True)
        if self.of("mean") != "none":
            m[1] = m[1] / p.allowed.sum(0, keepdims=True)
        return m
