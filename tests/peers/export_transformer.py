"""The transformer and the universal transformer in NumPy: scores of classes,
and beam search.  export_same.py says what for.
"""

from arrays import numpy

from export_attention import sigmoid
from export_layers import (Heads, count, heads, linear, norm, relu, signals,
                           words)  # fmt: skip


def embed(x, tokens, part):
    table = words(x, part)
    return table, table[tokens] * numpy.sqrt(table.shape[1])


def has_layer(layers, i):
    """Is the layer in a list such as "0,2-3"?  "" means all."""
    ends = [r.split("-") for r in layers.split(",") if r]
    return not ends or any(int(r[0]) <= i <= int(r[-1]) for r in ends)


def kinds(x, site, layer):
    """The kinds of the heads of an attention in a layer, "encoder.0".  A site's
    kind with the fields of another site's would share its names; no trial here
    has that.
    """
    number, group = x.about["sizes"]["heads"], f"{site}_attention"
    field = "model." + group
    rest = "model.attention"
    if x.config[field + ".kind"] == "unset" or not has_layer(
            x.config[field + ".layers"].strip('"'),
            int(layer.rpartition(".")[2])):  # fmt: skip
        return [Heads(rest, number)]
    own = x.whole(field + ".heads") or number
    if own == number:
        return [Heads(field, number, group="." + group)]

    def part(first, last):
        return f".heads{first}-{last}" if last > first else f".heads{first}"

    return [Heads(field, own, part(0, own - 1), "." + group),
            Heads(rest, number - own, part(own, number - 1))]  # fmt: skip


def layer(x, y, name, memory):
    """memory: the encoder's output, which a decoder also reads; None for an
    encoder."""
    decodes = memory is not None
    parts = kinds(x, "decoder" if decodes else "encoder", name)
    y = y + heads(x, norm(x, y, name + ".self.norm"), name + ".self", parts,
                  causal=decodes, by_rows=decodes)  # fmt: skip
    if decodes:
        y = y + heads(x, norm(x, y, name + ".cross.norm"), name + ".cross",
                      kinds(x, "cross", name), memory, by_rows=True)  # fmt: skip
    inner = linear(x, norm(x, y, name + ".filter.norm"), name + ".filter.in")
    return y + linear(x, relu(inner), name + ".filter.out")


def layers(x, y, name, memory):
    for i in count(x, name + ".{}.filter.norm.gain"):
        y = layer(x, y, f"{name}.{i}", memory)
    return y


class Halting:
    """Each position halts separately; y is the result."""

    def __init__(self, x, rows):
        self.most = 1 - x.real("model.halting_rest")
        self.sum = numpy.zeros((len(rows), 1))
        self.runs = numpy.ones((len(rows), 1), bool)
        self.y = numpy.zeros_like(rows)

    def shares(self, p):
        """The share of the next state in y."""
        on = self.runs & (self.sum + p <= self.most)
        halts = self.runs & ~on
        self.sum = self.sum + p * on
        self.runs = on
        return p * on + (1 - self.sum) * halts


def steps(x, y, name, memory):
    halting = Halting(x, y) if name + ".halt.weight" in x.w else None
    for step in x.w[name + ".step"]:
        y = y + signals(*y.shape) + step * numpy.sqrt(len(step))
        if halting:
            share = halting.shares(sigmoid(linear(x, y, name + ".halt")))
        y = layers(x, y, name, memory)
        if halting:
            halting.y = share * y + (1 - share) * halting.y
    return halting.y if halting else y


def stack(x, tokens, part, name, memory=None):
    """The table of words, and the rows."""
    table, y = embed(x, tokens, part)
    if name + ".step" in x.w:
        y = steps(x, y, name, memory)
    else:
        y = layers(x, y + signals(*y.shape), name, memory)
    return table, norm(x, y, name + ".norm")


def classify(x, *parts):
    """All parts as one sequence."""
    joined = list(parts[0])
    for part in parts[1:]:
        joined += [x.special["between"]] + part
    y = stack(x, joined, 0, "encoder")[1]
    if x.config["model.pooling"] == "token":
        y = stack(x, [x.special["begin"]], 0, "decoder", y)[1]
    return linear(x, y.mean(0), "classify")


def log_probabilities(x, memory, tokens):
    """The log probabilities of the next token."""
    table, y = stack(x, [x.special["begin"]] + tokens, 1, "decoder", memory)
    scores = table @ y[-1]
    scores = scores - scores.max()
    return scores - numpy.log(numpy.exp(scores).sum())


class Search:
    """Beam search with the trial's beam: the best sequence for a source."""

    def __init__(self, x, source):
        how = x.about["decoding"]
        self.x, self.memory = x, stack(x, source, 0, "encoder")[1]
        self.beam, self.penalty = max(how["beam"], 1), how["length_penalty"]
        beyond = how["beyond"]
        self.most = len(source) + beyond if beyond else how["longest_target"]
        self.never = [x.special[name] for name in ("null", "begin", "between")]

    def continued(self, log, tokens):
        """The likeliest continuations, each with its log probability."""
        p = log_probabilities(self.x, self.memory, tokens)
        p[self.never] = -numpy.inf
        best = numpy.argsort(-p, kind="stable")[: 2 * self.beam]
        return [(log + p[t], tokens + [int(t)]) for t in best]

    def rank(self, log, n):
        return log / ((5 + n) / 6) ** self.penalty

    def best(self):
        if self.beam == 1:
            return self.greedy()
        end, live, ended = self.x.special["end"], [(0.0, [])], []
        for n in range(1, self.most + 1):
            found = [c for h in live for c in self.continued(*h)]
            found = sorted(found, key=lambda h: -h[0])[: 2 * self.beam]
            live = [h for h in found if h[1][-1] != end][: self.beam]
            over = [h for h in found if h[1][-1] == end]
            ended += [(self.rank(h[0], n), *h) for h in over]
            if ended and self.rank(live[0][0], self.most) <= max(ended)[0]:
                break
        _, log, tokens = max(ended) if ended else (0.0, *live[0])
        return [t for t in tokens if t != end], log

    def greedy(self):
        log, tokens = 0.0, []
        while len(tokens) < self.most:
            log, tokens = self.continued(log, tokens)[0]
            if tokens[-1] == self.x.special["end"]:
                return tokens[:-1], log
        return tokens, log
