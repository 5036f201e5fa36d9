"""Layers of the readers in PyTorch: padded batches, masks, both attentions
between context and question.  torch_readers.py says how to run them, and has
the conventions.

Parameters have the same names as in an export, so names of layers are short.
"""

from contextlib import contextmanager

import torch
from torch import nn
from torch.nn import functional as F

from torch_models import gated

kept = None


@contextmanager
def keeping():
    """Collect the values that pass keep() meanwhile: lists by name."""
    global kept
    kept = {}
    try:
        yield kept
    finally:
        kept = None


def keep(name, x):
    """Record x for the export: of one example, in the order of evaluation."""
    if kept is not None:
        kept.setdefault(name, []).append(x.detach()[0])
    return x


class Text:
    """Word ids of contexts or questions, padded with 0."""

    def __init__(self, ids):
        self.ids, self.inside = ids, ids != 0
        self.length = self.inside.sum(1)


def softmax(e, inside, dim=-1):
    """Softmax over the tokens inside; faster than masked_fill."""
    return torch.softmax(e + (~inside).to(e.dtype) * -1e30, dim)


def last(y, length):
    """Last state of each direction of a BiRNN, of each sequence."""
    width = y.shape[-1] // 2
    row = torch.arange(len(length))
    return torch.cat([y[row, length - 1, :width], y[:, 0, width:]], -1)


class Attention:
    """Weights between context and question from affinities e of the vectors a
    and b: softmax over the pooled side, or CoDA both ways."""

    def __init__(self, kind, beta):
        self.kind, self.beta = kind, beta

    def to_question(self, e, a, b, in_a, in_b):
        """Weights that pool the question for each word of the context."""
        if self.kind == "coda":
            w = gated(e, self.beta * torch.cdist(a, b, p=1))
            w = w * (in_a[:, :, None] & in_b[:, None])
        else:
            w = softmax(e, in_b[:, None])
        return keep("context_question", w)

    def both(self, e, a, b, in_a, in_b):
        """The same, and weights that pool the context for each word of the
        question."""
        w = self.to_question(e, a, b, in_a, in_b)
        back = w if self.kind == "coda" else softmax(e, in_a[:, :, None], -2)
        return w, keep("question_context", back).transpose(1, 2)


class BiRNN(nn.Module):
    """One layer in both directions.  Padding follows each sequence in both of
    them, so it has no effect: the same as packed sequences."""

    def __init__(self, kind, inputs, width, p):
        super().__init__()
        self.f = kind(inputs, width, batch_first=True)
        self.b = kind(inputs, width, batch_first=True)
        self.p = p

    def forward(self, x, length):
        at = torch.arange(x.shape[1]).expand(x.shape[:2])
        length = length[:, None]
        at = torch.where(at < length, length - 1 - at, at)[..., None]

        def turned(y):
            return y.gather(1, at.expand_as(y))

        y = torch.cat([self.f(x)[0], turned(self.b(turned(x))[0])], -1)
        return F.dropout(y, self.p, self.training)


class Highway(nn.Module):
    """Each layer: (1 - gate) x + gate ReLU(W x)."""

    def __init__(self, width, layers=2):
        super().__init__()
        self.c, self.z = (
            nn.ModuleList(nn.Linear(width, width) for _ in range(layers))
            for _ in range(2)
        )

    def forward(self, x):
        for carried, gate in zip(self.c, self.z):
            g = torch.sigmoid(gate(x))
            x = (1 - g) * x + g * F.relu(carried(x))
        return x


def convolve(layer, x):
    """Along the tokens of x [batch, length, channels], by a channels-last
    view of two dimensions, which is faster than Conv1d."""
    y = layer(x.transpose(1, 2).unsqueeze(2))
    return y.squeeze(2).transpose(1, 2)


class CharCNN(nn.Module):
    """The maximum of each filter over the characters of each word."""

    def __init__(self, s):
        super().__init__()
        self.emb = nn.Embedding(s.alphabet, s.chars, padding_idx=0)
        self.conv = nn.Conv2d(
            s.chars, s.filters, (1, s.width), padding=(0, s.width // 2)
        )

    def forward(self, letters):
        y = F.relu(convolve(self.conv, self.emb(letters)))
        return (y * (letters != 0)[..., None]).max(1)[0]


class Embed(nn.Module):
    """Fixed word vectors with character features, which are computed once for
    each distinct word of a batch.  Returns context and question."""

    def __init__(self, s, char=CharCNN, p=None):
        super().__init__()
        self.word = nn.Embedding(s.vocab, s.emb, padding_idx=0)
        self.word.weight.requires_grad_(False)
        self.char = char(s)
        self.p, self.width = s.p if p is None else p, s.emb + s.filters

    def forward(self, batch):
        both = batch.context.ids, batch.question.ids
        ids = torch.cat(both, 1)
        words, at = torch.unique(ids, return_inverse=True)
        features = F.embedding(at, self.char(batch.letters[words]))
        x = torch.cat([self.word(ids), features], -1)
        x = F.dropout(x, self.p, self.training)
        return x.split([side.shape[1] for side in both], 1)


class Projected(nn.Module):
    """Words and characters, projected together, then highway layers."""

    def __init__(self, s):
        super().__init__()
        self.emb = Embed(s)
        self.proj = nn.Linear(self.emb.width, s.d, bias=False)
        self.high = Highway(s.d)

    def forward(self, batch):
        return [self.high(self.proj(x)) for x in self.emb(batch)]


class Flow(nn.Module):
    """Attention flow in both directions with trilinear affinities, of BiDAF
    and QANet: [c; a; c * a; c * b]."""

    def __init__(self, attention, width, p):
        super().__init__()
        self.attention, self.p = attention, p
        self.c = nn.Linear(width, 1)
        self.q = nn.Linear(width, 1, bias=False)
        self.cq = nn.Parameter(torch.randn(width) * width**-0.5)

    def forward(self, c, q, batch):
        x = F.dropout(c, self.p, self.training)
        y = F.dropout(q, self.p, self.training)
        e = self.c(x) + self.q(y).transpose(1, 2)
        e = e + (x * self.cq) @ y.transpose(1, 2)
        there, back = self.attention.both(
            e, x, y, batch.context.inside, batch.question.inside
        )
        a, b = there @ q, there @ (back @ c)
        return keep("flow", torch.cat([c, a, c * a, c * b], -1))


def answer(start, end, batch):
    """Logits [batch, length] of both ends, and the loss that is their negative
    log likelihood."""
    ends = (y.masked_fill(~batch.context.inside, -1e30) for y in (start, end))
    out = dict(zip(("start", "end"), ends))
    loss = F.cross_entropy(out["start"], batch.start)
    return out, loss + F.cross_entropy(out["end"], batch.end)
