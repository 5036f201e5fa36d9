"""The span readers in PyTorch: BiDAF, DCN, QANet, the iterative aligner and
the phase conductor.  torch_readers.py says how to run them, what the papers
leave open and what is done there.

A model is built from an Attention and sizes; for a batch it returns the logits
of both ends and the loss.
"""

import torch
from torch import nn
from torch.nn import functional as F

from reader_layers import (
    BiRNN,
    Embed,
    Flow,
    Highway,
    Projected,
    answer,
    convolve,
    keep,
    last,
    softmax,
)


class BiDAF(nn.Module):
    """Bidirectional attention flow (Seo et al. 2017) in CS224N's form: two
    chained directions, an end from one more layer."""

    def __init__(self, attention, s):
        super().__init__()
        h, p = s.h, s.p
        self.emb = Projected(s)
        self.enc = BiRNN(nn.LSTM, s.d, h, p)
        self.flow = Flow(attention, 2 * h, p)
        self.mod = nn.ModuleList(
            BiRNN(nn.LSTM, inputs, h, p) for inputs in (8 * h, 2 * h)
        )
        self.last = BiRNN(nn.LSTM, 2 * h, h, p)
        self.start, self.end = (nn.Linear(10 * h, 1) for _ in range(2))

    def forward(self, batch):
        length = batch.context.length
        c, q = self.emb(batch)
        c = keep("encoded_context", self.enc(c, length))
        q = keep("encoded_question", self.enc(q, batch.question.length))
        x = m = self.flow(c, q, batch)
        for layer in self.mod:
            m = layer(m, length)
        e = keep("last", self.last(m, length))
        start = self.start(torch.cat([x, m], -1)).squeeze(-1)
        end = self.end(torch.cat([x, e], -1)).squeeze(-1)
        return answer(start, end, batch)


class Maxout(nn.Module):
    """Highway maxout network.  Its first layer's part for the context, u(), is
    the same in every round."""

    def __init__(self, h, pool):
        super().__init__()
        self.pool = pool
        self.r = nn.Linear(5 * h, h, bias=False)
        self.u = nn.Linear(2 * h, pool * h)
        self.m1 = nn.Linear(h, pool * h, bias=False)
        self.m2 = nn.Linear(h, pool * h)
        self.m3 = nn.Linear(2 * h, pool)

    def forward(self, rows, state):
        def greatest(y):
            return y.unflatten(-1, (self.pool, -1)).max(-2)[0]

        known = self.m1(torch.tanh(self.r(state)))
        first = greatest(rows + known[:, None])
        second = greatest(self.m2(first))
        return self.m3(torch.cat([first, second], -1)).max(-1)[0]


class DCN(nn.Module):
    """Dynamic coattention network (Xiong et al. 2017)."""

    def __init__(self, attention, s):
        super().__init__()
        h = s.h
        self.attention, self.rounds, self.p = attention, s.iters, s.p
        self.emb = Projected(s)
        self.enc = nn.LSTM(s.d, h, batch_first=True)
        self.proj = nn.Linear(h, h)
        self.mix = BiRNN(nn.LSTM, 3 * h, h, s.p)
        self.no_c, self.no_q = (
            nn.Parameter(torch.randn(h) * 0.1) for _ in range(2)
        )
        self.cell = nn.LSTMCell(4 * h, h)
        self.start, self.end = (Maxout(h, s.pool) for _ in range(2))

    def encode(self, x, sentinel):
        """The sentinel is a row after all others, also after padding."""
        y = F.dropout(self.enc(x)[0], self.p, self.training)
        return torch.cat([y, sentinel.expand(len(y), 1, -1)], 1)

    def coattend(self, c, q, batch):
        one = torch.ones(len(c), 1, dtype=torch.bool)
        inside = (
            torch.cat([side.inside, one], 1)
            for side in (batch.context, batch.question)
        )
        e = c @ q.transpose(1, 2)
        there, back = self.attention.both(e, c, q, *inside)
        seen = there @ torch.cat([q, back @ c], -1)
        x = torch.cat([c, seen], -1)[:, :-1]  # without the sentinel
        return keep("last", self.mix(x, batch.context.length))

    def forward(self, batch):
        c, q = self.emb(batch)
        c = keep("encoded_context", self.encode(c, self.no_c))
        q = self.encode(q, self.no_q)
        q = keep("encoded_question", torch.tanh(self.proj(q)))
        return self.point(self.coattend(c, q, batch), batch)

    def point(self, u, batch):
        """Rounds, each from the span that the previous one found."""
        rows = self.start.u(u), self.end.u(u)
        row = torch.arange(len(u))
        first = final = torch.zeros_like(row)
        state, total = None, 0.0
        for _ in range(self.rounds):
            span = torch.cat([u[row, first], u[row, final]], -1)
            state = self.cell(span, state)
            known = torch.cat([state[0], span], -1)
            start, end = self.start(rows[0], known), self.end(rows[1], known)
            out, loss = answer(start, end, batch)
            total = total + loss
            first, final = (keep(k, y).argmax(1) for k, y in out.items())
        return out, total


class SelfAttention(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(d, 3 * d, bias=False)
        self.o = nn.Linear(d, d, bias=False)

    def forward(self, x, inside):
        split = self.qkv(x).view(*x.shape[:2], 3, self.heads, -1)
        q, k, v = split.permute(2, 0, 3, 1, 4)
        e = q * q.shape[-1] ** -0.5 @ k.transpose(-1, -2)
        w = keep("self", softmax(e, inside[:, None, None]))
        return self.o((w @ v).transpose(1, 2).flatten(2))


class Separable(nn.Module):
    """Convolution of each channel, then a matrix over channels."""

    def __init__(self, d, width):
        super().__init__()
        self.depth = nn.Conv2d(
            d, d, (1, width), padding=(0, width // 2), groups=d, bias=False
        )
        self.point = nn.Linear(d, d)

    def forward(self, x):
        return F.relu(self.point(convolve(self.depth, x)))


def positions(length, d):
    half = torch.arange(d // 2, dtype=torch.get_default_dtype())
    rate = 1e4 ** (-half / (d // 2 - 1))
    angle = torch.arange(length)[:, None] * rate
    return torch.cat([angle.sin(), angle.cos()], -1)


class Block(nn.Module):
    """Positions, convolutions, self-attention, feed-forward layer: a norm
    before each sublayer, a residual around it."""

    def __init__(self, convolutions, width, s):
        super().__init__()
        d, self.p = s.d, s.p
        self.convs = nn.ModuleList(
            Separable(d, width) for _ in range(convolutions)
        )
        self.att = SelfAttention(d, s.heads)
        self.f1, self.f2 = (nn.Linear(d, d) for _ in range(2))
        self.norms = nn.ModuleList(
            nn.LayerNorm(d) for _ in range(convolutions + 2)
        )

    def forward(self, x, inside):
        def drop(y):
            return F.dropout(y, self.p, self.training)

        x = x + positions(*x.shape[1:])
        for conv, norm in zip(self.convs, self.norms):
            x = x + drop(conv(norm(x) * inside[..., None]))
        x = x + drop(self.att(self.norms[-2](x), inside))
        return x + drop(self.f2(F.relu(self.f1(self.norms[-1](x)))))


class QANet(nn.Module):
    """QANet (Yu et al. 2018)."""

    def __init__(self, attention, s):
        super().__init__()
        d = s.d
        self.emb = Projected(s)
        self.enc = Block(4, 7, s)
        self.flow = Flow(attention, d, s.p)
        self.into = nn.Linear(4 * d, d)
        self.mod = nn.ModuleList(Block(2, 5, s) for _ in range(s.blocks))
        self.start, self.end = (
            nn.Linear(2 * d, 1, bias=False) for _ in range(2)
        )

    def forward(self, batch):
        inside = batch.context.inside
        c, q = self.emb(batch)
        c = keep("encoded_context", self.enc(c, inside))
        q = keep("encoded_question", self.enc(q, batch.question.inside))
        x, runs = self.into(self.flow(c, q, batch)), []
        for _ in range(3):
            for block in self.mod:
                x = block(x, inside)
            runs.append(keep("last", x))
        start = self.start(torch.cat(runs[:2], -1)).squeeze(-1)
        end = self.end(torch.cat(runs[::2], -1)).squeeze(-1)
        return answer(start, end, batch)


class Inner(nn.Module):
    """Inner fusion, or semantic fusion unit: (1 - f) old + f tanh(W x) with
    x = [new; old; new * old]."""

    def __init__(self, width):
        super().__init__()
        self.b, self.f = (nn.Linear(3 * width, width) for _ in range(2))

    def forward(self, new, old):
        x = torch.cat([new, old, new * old], -1)
        f = torch.sigmoid(self.f(x))
        return (1 - f) * old + f * torch.tanh(self.b(x))


class Pointer(nn.Module):
    """Attends to find the start, fuses its state with the result, attends to
    find the end, and so on, `hops` times; the last two count."""

    def __init__(self, width, h, hops):
        super().__init__()
        self.ask = nn.ModuleList(
            nn.Sequential(nn.Linear(3 * width, h), nn.ReLU(), nn.Linear(h, 1))
            for _ in range(2 * hops)
        )
        self.fuse = nn.ModuleList(Inner(width) for _ in range(2 * hops - 1))

    def forward(self, c, state, inside):
        scores = []
        for i, ask in enumerate(self.ask):
            z = state[:, None].expand_as(c)
            scores.append(ask(torch.cat([c, z, c * z], -1)).squeeze(-1))
            if i < len(self.fuse):
                there = softmax(scores[-1], inside)[:, None] @ c
                state = self.fuse[i](there.squeeze(1), state)
        return scores[-2:]


class Reading(nn.Module):
    """The common part of the aligner and the phase conductor: all but how the
    context attends, which is conduct(), with `inner` fusions of a width."""

    def __init__(self, attention, s, width, inner):
        super().__init__()
        self.attention, self.p = attention, s.p
        self.emb = Embed(s)
        inputs = self.emb.width + 1  # the match
        self.fuse = Highway(inputs, s.fusion)
        self.shared, self.own = (
            BiRNN(nn.LSTM, inputs, s.h, s.p) for _ in range(2)
        )
        self.inner = nn.ModuleList(Inner(width) for _ in range(inner))
        self.first = nn.Linear(2 * s.h, width)
        self.ptr = Pointer(width, s.h, s.hops)

    def drop(self, x):
        return F.dropout(x, self.p, self.training)

    def to_question(self, h, u, v, batch):
        """Affinities are to u, and v is pooled: QPAtt+."""
        w = self.attention.to_question(
            h @ u.transpose(1, 2),
            h,
            u,
            batch.context.inside,
            batch.question.inside,
        )
        return w @ v

    def to_itself(self, h, batch):
        e = h @ h.transpose(1, 2)
        return keep("self", softmax(e, batch.context.inside[:, None])) @ h

    def embed(self, batch):
        """Vectors, and whether each token is also on the other side."""
        c, q = batch.context, batch.question
        equal = c.ids[:, :, None] == q.ids[:, None]
        equal = equal & c.inside[:, :, None] & q.inside[:, None]
        match = equal.any(2), equal.any(1)
        return [
            self.fuse(torch.cat([x, m[..., None].to(x.dtype)], -1))
            for x, m in zip(self.emb(batch), match)
        ]

    def forward(self, batch):
        length = batch.question.length
        c, q = self.embed(batch)
        h = keep("encoded_context", self.shared(c, batch.context.length))
        u = keep("encoded_question", self.shared(q, length))
        v = keep("own_question", self.own(q, length))
        h = keep("last", self.conduct(h, u, v, batch))
        state = self.first(last(u, length))
        ends = self.ptr(h, state, batch.context.inside)
        return answer(*ends, batch)


class Aligner(Reading):
    """To the question and to itself, fused after each, twice (Hu et al. 2018,
    as the phase conductor's authors rebuilt it)."""

    def __init__(self, attention, s):
        super().__init__(attention, s, 2 * s.h, 4)

    def conduct(self, h, u, v, batch):
        for i in (0, 2):
            h = self.inner[i](self.drop(self.to_question(h, u, v, batch)), h)
            h = self.inner[i + 1](self.drop(self.to_itself(h, batch)), h)
        return h


class PhaseCond(Reading):
    """Phase conductor: to the question twice, an outer fusion of both, then to
    itself twice, fused after each."""

    def __init__(self, attention, s):
        super().__init__(attention, s, 4 * s.h, 2)
        self.outer = Highway(4 * s.h, s.fusion)

    def conduct(self, h, u, v, batch):
        once = self.to_question(h, u, v, batch)
        twice = self.to_question(once, u, v, batch)
        h = self.drop(self.outer(torch.cat([once, twice], -1)))
        for inner in self.inner:
            h = inner(self.drop(self.to_itself(h, batch)), h)
        return h


MODELS = {
    "bidaf": BiDAF,
    "dcn": DCN,
    "qanet": QANet,
    "aligner": Aligner,
    "phasecond": PhaseCond,
}
