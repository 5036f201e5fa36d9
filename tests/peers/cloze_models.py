"""The gated-attention reader in PyTorch.  torch_readers.py says how to run it
and what is done where its paper is silent.
"""

from functools import partial

import torch
from torch import nn
from torch.nn import functional as F

from reader_layers import BiRNN, Embed, keep, last


class CharGRU(nn.Module):
    """Last states of a GRU in both directions over a word, projected."""

    def __init__(self, s):
        super().__init__()
        self.emb = nn.Embedding(s.alphabet, s.chars, padding_idx=0)
        self.rnn = BiRNN(nn.GRU, s.chars, s.char_h, 0.0)
        self.proj = nn.Linear(2 * s.char_h, s.filters)

    def forward(self, letters):
        length = (letters != 0).sum(1).clamp(min=1)
        return self.proj(last(self.rnn(self.emb(letters), length), length))


GATES = {
    "mul": lambda d, found: d * found,
    "sum": lambda d, found: d + found,
    "cat": lambda d, found: torch.cat([d, found], -1),
}


class GA(nn.Module):
    """Gated-attention reader (Dhingra et al. 2017).  The last hop reads which
    words of the context are in the question; a candidate is one word."""

    def __init__(self, attention, s, gate):
        super().__init__()
        self.attention, self.gate, self.p = attention, GATES[gate], s.p
        self.emb = Embed(s, CharGRU, 0.0)
        self.feat = nn.Embedding(2, 2)
        between = (4 if gate == "cat" else 2) * s.h
        inputs = [self.emb.width] + [between] * (s.hops - 1)
        inputs[-1] += 2
        self.doc = nn.ModuleList(BiRNN(nn.GRU, n, s.h, 0.0) for n in inputs)
        self.query = nn.ModuleList(
            BiRNN(nn.GRU, self.emb.width, s.h, 0.0) for _ in inputs
        )

    def gated(self, d, q, batch):
        a = self.attention.to_question(
            d @ q.transpose(1, 2), d, q,
            batch.context.inside, batch.question.inside,
        ) @ q  # fmt: skip
        return F.dropout(self.gate(d, a), self.p, self.training)

    def scores(self, batch):
        """The score of each word of the context, for the word that is left
        out."""
        x, y = self.emb(batch)
        context, question = batch.context, batch.question
        there = (context.ids[:, :, None] == question.ids[:, None]).any(2)
        for k, (doc, query) in enumerate(zip(self.doc, self.query)):
            if k == len(self.doc) - 1:
                x = torch.cat([x, self.feat(there.long())], -1)
            d = keep("encoded_context", doc(x, context.length))
            q = keep("encoded_question", query(y, question.length))
            if k < len(self.doc) - 1:
                x = self.gated(d, q, batch)
        asked = q[torch.arange(len(q)), batch.cloze]
        return keep("last", (d @ asked[..., None]).squeeze(-1))

    def forward(self, batch):
        s = self.scores(batch).masked_fill(~batch.context.inside, -1e30)
        is_candidate = batch.context.ids[:, None] == batch.candidates[..., None]
        s = s[:, None].expand(is_candidate.shape)
        s = s.masked_fill(~is_candidate, -1e30).logsumexp(-1)
        loss = F.cross_entropy(s, batch.answer)
        return {"scores": torch.softmax(s, -1)}, loss


MODELS = {
    "ga": partial(GA, gate="mul"),
    "ga-sum": partial(GA, gate="sum"),
    "ga-cat": partial(GA, gate="cat"),
}
