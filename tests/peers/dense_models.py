"""DecaProp in PyTorch.  torch_readers.py says how to run it and what is done
where its paper is silent.
"""

from itertools import product

import torch
from torch import nn
from torch.nn import functional as F

from reader_layers import BiRNN, Embed, answer, keep, softmax


class Machine(nn.Module):
    """Factorisation machine (Rendle 2010)."""

    def __init__(self, width, factors):
        super().__init__()
        self.w = nn.Linear(width, 1)
        self.v = nn.Parameter(torch.randn(width, factors) * 0.1)

    def forward(self, z):
        pairs = (z @ self.v) ** 2 - z**2 @ self.v**2
        return self.w(z) + pairs.sum(-1, keepdim=True) / 2


class Connector(nn.Module):
    """Attends both ways, and gives three numbers for each token: from the token
    with what it attends to, from their difference and from their product."""

    def __init__(self, attention, width, factors):
        super().__init__()
        self.attention = attention
        self.f = nn.Linear(width, width)
        self.fm = nn.ModuleList(
            Machine(n, factors) for n in (2 * width, width, width)
        )

    def say(self, x, seen):
        z = torch.cat([x, seen], -1), x - seen, x * seen
        return torch.cat([fm(y) for fm, y in zip(self.fm, z)], -1)

    def forward(self, c, q, batch):
        a, b = (F.relu(self.f(x)) for x in (c, q))
        r = a.shape[-1] ** -0.5
        there, back = self.attention.both(
            a @ b.transpose(1, 2) * r,
            a * r,
            b * r,
            batch.context.inside,
            batch.question.inside,
        )
        return self.say(c, there @ q), self.say(q, back @ c)


class Gated(nn.Module):
    """Rows with what they attend to, through a gate (R-NET)."""

    def __init__(self, width, h):
        super().__init__()
        self.a, self.b = (nn.Linear(width, h, bias=False) for _ in range(2))
        self.g = nn.Linear(2 * width, 2 * width, bias=False)

    def forward(self, x, y, weigh):
        a, b = F.relu(self.a(x)), F.relu(self.b(y))
        r = a.shape[-1] ** -0.5
        seen = weigh(a @ b.transpose(1, 2) * r, a * r, b * r) @ y
        x = torch.cat([x, seen], -1)
        return x * torch.sigmoid(self.g(x))


class DecaProp(nn.Module):
    """Densely connected attention propagation (Tay et al. 2018)."""

    def __init__(self, attention, s):
        super().__init__()
        width, layers = 2 * s.h, s.layers
        dense = layers * width + 3 * layers * layers
        self.attention, self.layers = attention, layers
        self.emb = Embed(s)

        def rnn(inputs):
            return BiRNN(nn.GRU, inputs, s.h, s.p)

        def connectors(n):
            return nn.ModuleList(
                Connector(attention, width, s.fm) for _ in range(n)
            )

        fed = [self.emb.width] + [width + 3] * (layers - 1)
        self.enc = nn.ModuleList(rnn(inputs) for inputs in fed)
        self.core = connectors(layers * layers)
        self.upper = connectors(2 * layers)
        self.cq, self.cc = Gated(dense, s.h), Gated(width, s.h)
        self.mix, self.mix2 = rnn(2 * dense), rnn(2 * width)
        self.rs, self.re = rnn(width + 6 * layers), rnn(width)
        self.start, self.end = (nn.Linear(width, 1) for _ in range(2))

    def encode(self, batch):
        """States of both sides, layer by layer, and the connectors' output."""
        sides, said = self.emb(batch), {}
        lengths = batch.context.length, batch.question.length
        states = []
        for i, rnn in enumerate(self.enc):
            states.append([rnn(x, n) for x, n in zip(sides, lengths)])
            for name, x in zip(("context", "question"), states[i]):
                keep(f"encoded_{name}", x)
            said[i, i] = self.core[i * self.layers + i](*states[i], batch)
            sides = [torch.cat(x, -1) for x in zip(states[i], said[i, i])]
        for i, j in product(range(self.layers), repeat=2):
            if i != j:
                connect = self.core[i * self.layers + j]
                said[i, j] = connect(states[i][0], states[j][1], batch)
        return states, [said[ij] for ij in sorted(said)]

    def to_question(self, batch):
        inside = batch.context.inside, batch.question.inside
        return lambda e, a, b: self.attention.to_question(e, a, b, *inside)

    def forward(self, batch):
        length = batch.context.length
        states, said = self.encode(batch)
        c, q = (
            torch.cat([x[side] for x in states + said], -1) for side in (0, 1)
        )

        def to_itself(e, a, b):
            return keep("self", softmax(e, batch.context.inside[:, None]))

        one = self.mix(self.cq(c, q, self.to_question(batch)), length)
        two = self.mix2(self.cc(one, one, to_itself), length)
        said = [
            self.upper[i * self.layers + k](x, state[1], batch)[0]
            for i, x in enumerate((one, two))
            for k, state in enumerate(states)
        ]
        x = keep("last", torch.cat([two, *said], -1))
        x = self.rs(x, length)
        start, end = self.start(x), self.end(self.re(x, length))
        return answer(start.squeeze(-1), end.squeeze(-1), batch)


MODELS = {"decaprop": DecaProp}
