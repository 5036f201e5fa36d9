"""Values of attention kinds in double precision, by other methods than
codarun's.

    python3 tests/peers/attention_kinds.py >tests/unit/engine/attention/attention_values.def

writes the table with which
tests/unit/engine/attention/test_attention_reference.c compares every kind:
a_out, b_out and the gradients of q, k, a and b (and of qn and kn, if N has its
own features) of the loss

    sum(a_out * da) + sum(b_out * db)

Everything is computed number by number from the papers' formulas: weights
of sparsemax and 1.5-entmax are found by bisection rather than by sorting,
linear attention computes each pair's product of features, and gradients are
differences of fourth order, at two step sizes that must agree.

Both sides compute the same inputs, see number(): odd multiples of 1/128, which
floats represent exactly.  Needs only Python; nothing here is needed to build
or test codarun.
"""

import math

# name: segments' rows, segments' columns, heads, dk, dv, and which of these
# apply: causal; by_rows, for a decoder; given: with biases, and with E and N of
# a token with itself set to 0
SHAPES = {
    "PLAIN": ([4], [4], 1, 3, 2, ()),
    "CAUSAL": ([3, 1, 4], [3, 1, 4], 2, 4, 3, ("causal", "by_rows")),
    "CROSS": ([3, 1, 4], [2, 5, 1], 2, 4, 3, ()),
    "ACROSS": ([3, 1, 4], [2, 5, 1], 2, 4, 3, ("by_rows",)),
    "GIVEN": ([3, 1, 4], [3, 1, 4], 2, 4, 3, ("given",)),
}
INPUTS = ("q", "k", "a", "b", "da", "db", "q_bias", "k_bias", "qn", "kn")


def number(which, i):
    """Element i of input `which`, in [-1.5, 1.5] and never 0."""
    return (2 * ((i * i * 37 + i * 101 + which * 59 + 7) % 193) - 191) / 128


def softmax(x):
    e = [math.exp(v - max(x)) for v in x]
    return [v / sum(e) for v in e]


def above(x, power):
    """The part of x above a threshold, to that power; the threshold is found by
    bisection so that the sum is 1."""
    low, high = max(x) - 1, max(x)
    for _ in range(200):
        tau = (low + high) / 2
        if sum(max(0, v - tau) ** power for v in x) > 1:
            low = tau
        else:
            high = tau
    return [max(0, v - tau) ** power for v in x]


def sparsemax(x):
    """Martins and Astudillo 2016, Eq. 2"""
    return above(x, 1)


def entmax(x):
    """1.5-entmax (Peters et al. 2019)"""
    return above([v / 2 for v in x], 2)


def sigmoid(x, bias):
    return [1 / (1 + math.exp(-v - bias)) for v in x]


def phi(x):
    """Katharopoulos et al. 2020, Eq. 7: elu(x) + 1."""
    return x + 1 if x > 0 else math.exp(x)


def dot(x, y):
    return sum(u * v for u, v in zip(x, y))


def differential(x, lam):
    """Ye et al. 2024, Eq. 1, times what follows the heads' norm in Eq. 3."""
    one, two = softmax([v[0] for v in x]), softmax([v[1] for v in x])
    return [(1 - lam) * (u - lam * v) for u, v in zip(one, two)]


def shares(x):
    return [v / sum(x) if v else 0 for v in x]


def affinity(q, k, biases, itself):
    """biases: those of the row and of the column, or none; itself: this is a
    pair of a token with itself, which is 0."""
    return 0 if itself else dot(q, k) + sum(biases)


def halves(q, k, *given):
    cut = (len(q) + 1) // 2
    return (
        affinity(q[:cut], k[:cut], *given),
        affinity(q[cut:], k[cut:], *given),
    )


def positive(q, k, biases, itself):
    if biases:
        q, k = q + [biases[0], 1], k + [1, biases[1]]
    return 0 if itself else dot(map(phi, q), map(phi, k))


def both(q, k, *given):
    """Tay et al. 2019, Eq. 1 and 2."""
    return affinity(q, k, *given), -sum(abs(u - v) for u, v in zip(q, k))


def apart(q, k, *given):
    """E of the first halves, N of the others: F_N is not F_E."""
    half = len(q) // 2
    e, _ = both(q[:half], k[:half], *given)
    _, n = both(q[half:], k[half:], *given)
    return e, n


def composed(f, gate):
    """Eq. 3, for a line of pairs of E and N."""

    def line(x):
        return [u * gate(n) for u, (_, n) in zip(f([e for e, _ in x]), x)]

    return line


def mean(f):
    """A line's mean in place of its sum."""
    return lambda x: [v / len(x) for v in f(x)]


def plain(n):
    return 1 / (1 + math.exp(-n))


def scaled(n):
    """Eq. 5"""
    return 2 * plain(n)


def centered(pairs):
    """Eq. 4 and 6: E and N minus their means."""
    means = [sum(of) / len(pairs) for of in zip(*pairs.values())]
    return {at: [u - v for u, v in zip(x, means)] for at, x in pairs.items()}


def rows_of(pairs):
    for i in sorted({i for i, _ in pairs}):
        yield {at: x for at, x in pairs.items() if at[0] == i}


def center(pairs, by_rows):
    """In a decoder the mean of a row is only over its own pairs."""
    parts = rows_of(pairs) if by_rows else [pairs]
    return {at: x for part in parts for at, x in centered(part).items()}


def tanh(x):
    return [math.tanh(v) for v in x]


def positive_tanh(x):
    return [max(0, math.tanh(v)) for v in x]


# By the experiment file: the affinity of two features, the function of the
# allowed affinities of a row or a column (of each, if there are two functions),
# and the function before that over a whole segment.
KINDS = {
    "entmax": (affinity, entmax),
    "sigmoid": (affinity, lambda x: sigmoid(x, -math.log(len(x)))),
    "{kind: sigmoid, bias: none}": (affinity, lambda x: sigmoid(x, 0)),
    "differential": (halves, lambda x: differential(x, 0.2)),
    "{kind: differential, lambda: 0.5}": (
        halves,
        lambda x: differential(x, 0.5),
    ),
    "linear": (positive, shares),
    "coda": (both, composed(tanh, scaled)),
    "{kind: coda, f_e: identity}": (both, composed(list, scaled)),
    "{kind: coda, f_e: positive}": (both, composed(positive_tanh, scaled)),
    "{kind: coda, f_e: softmax}": (both, composed(softmax, scaled)),
    "{kind: coda, gate: constant}": (both, composed(tanh, lambda n: 0.5)),
    "{kind: coda, beta: 0}": (both, composed(tanh, lambda n: 1)),
    "softmax": (affinity, softmax),
    "sparsemax": (affinity, sparsemax),
    "{kind: coda, mean: both}": (both, mean(composed(tanh, scaled))),
    "{kind: coda, gate: centered, center_e: true}": (
        both,
        composed(tanh, plain),
        center,
    ),
    "{kind: coda, share: false}": (apart, composed(tanh, scaled)),
    "{kind: coda, mean: columns}": (
        both,
        (composed(tanh, scaled), mean(composed(tanh, scaled))),
    ),
}


def lines(shape):
    """The numbers of each segment's and head's rows and columns."""
    rows, cols, heads, *_ = shape
    row = col = 0
    for m, n in zip(rows, cols):
        for h in range(heads):
            yield range(row, row + m), range(col, col + n), h
        row, col = row + m, col + n


def widths(shape):
    rows, cols, heads, dk, dv, *_ = shape
    m, n = sum(rows), sum(cols)
    return {
        "q": (m, heads * dk), "k": (n, heads * dk),
        "a": (m, heads * dv), "b": (n, heads * dv),
        "da": (m, heads * dv), "db": (n, heads * dv),
        "q_bias": (m, heads), "k_bias": (n, heads),
        "qn": (m, heads * dk), "kn": (n, heads * dk),
    }  # fmt: skip


def inputs(shape):
    return {
        name: [
            [number(INPUTS.index(name), i * d + j) for j in range(d)]
            for i in range(n)
        ]
        for name, (n, d) in widths(shape).items()
    }


def attend(kind, shape, x):
    """a_out, b_out of x."""
    pair, line, *whole = KINDS[kind]
    of_row, of_column = line if isinstance(line, tuple) else (line, line)
    rows, cols, heads, dk, dv, how = shape
    given = "given" in how
    out_a = [[0.0] * (heads * dv) for _ in x["a"]]
    out_b = [[0.0] * (heads * dv) for _ in x["b"]]

    def between(h, i, j, itself):
        features = slice(h * dk, (h + 1) * dk)
        biases = (x["q_bias"][i][h], x["k_bias"][j][h]) if given else ()
        q, k = x["q"][i][features], x["k"][j][features]
        if pair is apart:
            q, k = q + x["qn"][i][features], k + x["kn"][j][features]
        return pair(q, k, biases, given and itself)

    def pool(h, line, e, others, source, target):
        """One line of M, and the values that it pools."""
        for weight, o in zip(line(e) if e else [], others):
            for j in range(h * dv, (h + 1) * dv):
                target[j] += weight * source[o][j]

    for r, c, h in lines(shape):
        e = {
            (i, j): between(h, i, j, i - r[0] == j - c[0])
            for i in r
            for j in c
            if "causal" not in how or j - c[0] <= i - r[0]
        }
        for change in whole:
            e = change(e, "by_rows" in how)
        for i in r:
            own = [j for j in c if (i, j) in e]
            pool(h, of_row, [e[i, j] for j in own], own, x["b"], out_a[i])
        for j in c:
            own = [i for i in r if (i, j) in e]
            pool(h, of_column, [e[i, j] for i in own], own, x["a"], out_b[j])
    return out_a, out_b


def loss(kind, shape, x):
    return sum(
        dot(row, weights)
        for out, d in zip(attend(kind, shape, x), ("da", "db"))
        for row, weights in zip(out, x[d])
    )


def gradient(kind, shape, x, name, i, j):
    was = x[name][i][j]

    def at(step):
        x[name][i][j] = was + step
        value = loss(kind, shape, x)
        x[name][i][j] = was
        return value

    def by(h):
        return (8 * (at(h) - at(-h)) - at(2 * h) + at(-2 * h)) / (12 * h)

    fine, rough = by(1e-4), by(3e-4)
    assert abs(fine - rough) < 1e-8, (kind, name, i, j, fine, rough)
    return fine


def values(kind, shape):
    x = inputs(shape)
    for out in attend(kind, shape, x):
        for row in out:
            yield from row
    more = ("qn", "kn") if KINDS[kind][0] is apart else ()
    for name in ("q", "k", "a", "b", *more):
        for i, row in enumerate(x[name]):
            for j in range(len(row)):
                yield gradient(kind, shape, x, name, i, j)


def main():
    print("/* Written by tests/peers/attention_kinds.py. */")
    for kind, (_, _, *whole) in KINDS.items():
        for name, shape in SHAPES.items():
            if name == "ACROSS" and not whole:
                continue  # as CROSS
            v = [f"{round(y, 10) + 0.0:.9g}," for y in values(kind, shape)]
            print(f'{{"{kind}",\n {name}, {len(v)}, (const double[]){{')
            for i in range(0, len(v), 5):
                print("     " + " ".join(v[i : i + 5]))
            print("}},")


if __name__ == "__main__":
    main()
