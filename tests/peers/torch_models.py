"""The models of `codarun bench train` in PyTorch, written the usual way:
padded batches, masks, cdist for the L1 distances.

    OMP_NUM_THREADS=N MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=100000000000 \\
        python3 tests/peers/torch_models.py MODEL [softmax|coda] [N]

MODEL is decatt (decomposable attention: batches of 32 pairs, fixed vectors of
300, width 200), tiny or base (encoder-decoder transformer: batches of 64
pairs).  Prints examples a second over 8 seconds, on random tokens of ragged
lengths.

Compare with PyTorch at its best: a wheel with MKL is faster than Debian's
python3-torch, and that one needs OPENBLAS_CORETYPE=SkylakeX where its OpenBLAS
does not know the processor.  glibc gives memory back too eagerly for it, hence
the two settings.  Needs torch 1.13 or later; nothing here is needed to build
or test codarun.
"""

import sys
import time

import torch
from torch import nn
from torch.nn import functional as F


def gated(e, distance):
    """CoDA with the scaled gate, Eq. 1-3 and 5."""
    return torch.tanh(e) * (2 * torch.sigmoid(-distance))


class TwoLayers(nn.Module):
    def __init__(self, inputs, width, dropout):
        super().__init__()
        self.first = nn.Linear(inputs, width)
        self.second = nn.Linear(width, width)
        self.dropout = dropout

    def forward(self, x):
        x = F.relu(self.first(F.dropout(x, self.dropout, self.training)))
        return F.relu(self.second(F.dropout(x, self.dropout, self.training)))


class Decomposable(nn.Module):
    """Parikh et al. 2016, alignment by softmax or CoDA."""

    def __init__(self, attention, words=20000, vector=300, width=200):
        super().__init__()
        self.attention = attention
        self.vectors = nn.Embedding(words, vector)
        self.vectors.weight.requires_grad_(False)
        self.project = nn.Linear(vector, width, bias=False)
        self.attend = TwoLayers(width, width, 0.2)
        self.compare = TwoLayers(2 * width, width, 0.2)
        self.aggregate = TwoLayers(2 * width, width, 0.2)
        self.out = nn.Linear(width, 2)

    def weights(self, fa, fb, in_a, in_b):
        e = fa @ fb.transpose(1, 2)
        if self.attention == "coda":
            m = gated(e, torch.cdist(fa, fb, p=1))
            m = m * (in_a[:, :, None] & in_b[:, None])
            return m, m.transpose(1, 2)
        rows = torch.softmax(e.masked_fill(~in_b[:, None], -1e9), 2)
        cols = torch.softmax(e.masked_fill(~in_a[:, :, None], -1e9), 1)
        return rows, cols.transpose(1, 2)

    def pooled(self, own, other, inside):
        v = self.compare(torch.cat([own, other], -1))
        return (v * inside[..., None]).sum(1)

    def forward(self, a, b):
        in_a, in_b = a != 0, b != 0
        a, b = self.project(self.vectors(a)), self.project(self.vectors(b))
        rows, cols = self.weights(self.attend(a), self.attend(b), in_a, in_b)
        both = [self.pooled(a, rows @ b, in_a), self.pooled(b, cols @ a, in_b)]
        return self.out(self.aggregate(torch.cat(both, -1)))


class Heads(nn.Module):
    def __init__(self, width, heads, attention):
        super().__init__()
        self.heads, self.attention = heads, attention
        self.q, self.k, self.v, self.o = (
            nn.Linear(width, width, bias=False) for _ in range(4)
        )

    def split(self, x):
        n, length, width = x.shape
        split = x.view(n, length, self.heads, width // self.heads)
        return split.transpose(1, 2)

    def forward(self, x, y, mask):
        q, k = self.split(self.q(x)), self.split(self.k(y))
        v = self.split(self.v(y))
        root = q.shape[-1] ** 0.5
        e = q @ k.transpose(2, 3) / root
        if self.attention == "coda":
            w = gated(e, torch.cdist(q, k, p=1) / root) * mask
        else:
            w = torch.softmax(e.masked_fill(~mask, -1e9), -1)
        return self.o((w @ v).transpose(1, 2).reshape(x.shape))


class Block(nn.Module):
    def __init__(self, width, heads, filters, attention, cross):
        super().__init__()
        self.own = Heads(width, heads, attention)
        self.own_norm = nn.LayerNorm(width)
        self.cross = Heads(width, heads, attention) if cross else None
        self.cross_norm = nn.LayerNorm(width) if cross else None
        self.norm = nn.LayerNorm(width)
        self.expand = nn.Linear(width, filters)
        self.contract = nn.Linear(filters, width)

    def forward(self, x, mask, memory=None, memory_mask=None):
        def drop(z):
            return F.dropout(z, 0.1, self.training)

        y = self.own_norm(x)
        x = x + drop(self.own(y, y, mask))
        if self.cross:
            y = self.cross_norm(x)
            x = x + drop(self.cross(y, memory, memory_mask))
        return x + drop(self.contract(F.relu(self.expand(self.norm(x)))))


class Transformer(nn.Module):
    def __init__(self, attention, width, layers, heads, filters, words=8000):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.width = width
        self.encoder, self.decoder = (
            nn.ModuleList(
                Block(width, heads, filters, attention, cross)
                for _ in range(layers)
            )
            for cross in (False, True)
        )

    def forward(self, source, target):
        length = target.shape[1]
        past = torch.tril(torch.ones(length, length, dtype=torch.bool))
        in_source = (source != 0)[:, None, None]
        in_target = (target != 0)[:, None, None] & past
        x = self.embedding(source) * self.width**0.5
        for block in self.encoder:
            x = block(x, in_source)
        y = self.embedding(target) * self.width**0.5
        for block in self.decoder:
            y = block(y, in_target, x, in_source)
        return y @ self.embedding.weight.t()


def ragged(n, least, most, words):
    """n sequences, padded with 0."""
    length = torch.randint(least, most + 1, (n,))
    x = torch.randint(1, words, (n, int(length.max())))
    return x * (torch.arange(x.shape[1]) < length[:, None])


def decomposable(attention):
    def loss(model, batch):
        a, b, label = batch
        return F.cross_entropy(model(a, b), label)

    batches = [
        (
            ragged(32, 6, 32, 20000),
            ragged(32, 5, 20, 20000),
            torch.randint(0, 2, (32,)),
        )
        for _ in range(16)
    ]
    return Decomposable(attention), loss, batches


def transformer(attention, *sizes):
    def loss(model, batch):
        source, target = batch
        scores = model(source, target[:, :-1]).flatten(0, 1)
        return F.cross_entropy(scores, target[:, 1:].flatten(), ignore_index=0)

    batches = [
        (ragged(64, 8, 40, 8000), ragged(64, 8, 40, 8000)) for _ in range(8)
    ]
    return Transformer(attention, *sizes), loss, batches


def seconds_a_step(step, seconds=8.0):
    step()
    step()
    begun, n = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        step()
        n += 1
    return (time.perf_counter() - begun) / n


MODELS = {
    "decatt": decomposable,
    "tiny": lambda attention: transformer(attention, 128, 2, 4, 512),
    "base": lambda attention: transformer(attention, 512, 6, 8, 2048),
}


def main(models, doc, digits):
    """Time the model that the command line names, as `doc` says."""
    if len(sys.argv) < 2 or sys.argv[1] not in models:
        sys.exit(doc)
    name = sys.argv[1]
    attention = sys.argv[2] if len(sys.argv) > 2 else "coda"
    torch.set_num_threads(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    torch.manual_seed(0)
    model, loss, batches = models[name](attention)
    trained = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.Adam(trained, 3e-4)
    taken = 0

    def step():
        nonlocal taken
        optimizer.zero_grad()
        loss(model, batches[taken % len(batches)]).backward()
        optimizer.step()
        taken += 1

    took = seconds_a_step(step)
    print(
        f"{name} {attention} threads={torch.get_num_threads()} "
        f"torch={torch.__version__}: "
        f"{len(batches[0][0]) / took:.{digits}f} examples/s"
    )


if __name__ == "__main__":
    main(MODELS, __doc__, 0)
