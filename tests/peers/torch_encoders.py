"""Encoders of long sequences and universal transformers of `codarun bench train`
in PyTorch: long sequences in batches of about the same length, softmax by
scaled_dot_product_attention, L1 distances by cdist.

    OMP_NUM_THREADS=N MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=100000000000 \\
        python3 tests/peers/torch_encoders.py MODEL [softmax|coda] [N]

MODEL is encoder (tiny with classes of the mean: batches of 16 sequences of 256
to 1,000 tokens), universal (tiny's width, one layer eight times, batches of 64
pairs) or halting (the same, each position halts by itself, four times at
most).  Prints examples a second over 8 seconds.  Needs torch 2.3 or later.
"""

import torch
from torch import nn
from torch.nn import functional as F

from torch_models import Block, Heads, gated, main, ragged

WIDTH, FILTERS, HEADS, WORDS = 128, 512, 4, 8000


class FastHeads(Heads):
    def forward(self, x, y, mask):
        q, k = self.split(self.q(x)), self.split(self.k(y))
        v = self.split(self.v(y))
        if self.attention == "softmax":
            z = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        else:
            root = q.shape[-1] ** 0.5
            e = q @ k.transpose(2, 3) / root
            z = (gated(e, torch.cdist(q, k, p=1) / root) * mask) @ v
        return self.o(z.transpose(1, 2).reshape(x.shape))


class Layer(Block):
    def __init__(self, attention, cross=False):
        super().__init__(WIDTH, HEADS, FILTERS, attention, cross)
        self.own = FastHeads(WIDTH, HEADS, attention)
        self.cross = FastHeads(WIDTH, HEADS, attention) if cross else None


def positions(most):
    rate = 10000 ** (-torch.arange(WIDTH // 2) / (WIDTH // 2 - 1))
    angle = torch.arange(most)[:, None] * rate
    return torch.cat([angle.sin(), angle.cos()], -1)


class Embedding(nn.Embedding):
    def __init__(self):
        super().__init__(WORDS, WIDTH)
        nn.init.normal_(self.weight, std=WIDTH**-0.5)

    def forward(self, token):
        return F.dropout(super().forward(token) * WIDTH**0.5, 0.1, self.training)


class Encoder(nn.Module):
    def __init__(self, attention):
        super().__init__()
        self.embedding = Embedding()
        self.layers = nn.ModuleList(Layer(attention) for _ in range(2))
        self.norm, self.out = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, 2)
        self.register_buffer("positions", positions(1000))

    def forward(self, token):
        inside = token != 0
        mask = inside[:, None, None]
        x = self.embedding(token) + self.positions[: token.shape[1]]
        for layer in self.layers:
            x = layer(x, mask)
        inside = inside[..., None]
        return self.out((self.norm(x) * inside).sum(1) / inside.sum(1))


class Stack(nn.Module):
    """Dehghani et al. 2018; halting (Graves 2016) as in Tensor2Tensor."""

    def __init__(self, attention, cross, steps, halts):
        super().__init__()
        self.layer, self.norm = Layer(attention, cross), nn.LayerNorm(WIDTH)
        self.step = nn.Parameter(torch.randn(steps, WIDTH) * WIDTH**-0.5)
        self.halt = nn.Linear(WIDTH, 1) if halts else None
        if halts:
            nn.init.ones_(self.halt.bias)
        self.register_buffer("positions", positions(64))

    def halting(self, x, inside, masks):
        runs, total = inside, torch.zeros(inside.shape)
        y, ponder = torch.zeros_like(x), torch.zeros(inside.shape)
        for step in self.step * WIDTH**0.5:
            x = x + self.positions[: x.shape[1]] + step
            p = torch.sigmoid(self.halt(x))[..., 0]
            goes_on = runs & (total + p <= 0.99)
            halts = runs & ~goes_on
            total = total + p * goes_on
            rest = (1 - total) * halts
            ponder = ponder + rest + runs
            u = (p * goes_on + rest)[..., None]
            x = self.layer(x, *masks)
            y = u * x + (1 - u) * y
            runs = goes_on
            if not runs.any():
                break
        return self.norm(y), ponder[inside].mean()

    def forward(self, x, inside, *masks):
        if self.halt:
            return self.halting(x, inside, masks)
        for step in self.step * WIDTH**0.5:
            x = self.layer(x + self.positions[: x.shape[1]] + step, *masks)
        return self.norm(x), 0


class Universal(nn.Module):
    def __init__(self, attention, steps, halts):
        super().__init__()
        self.embedding = Embedding()
        self.encoder = Stack(attention, False, steps, halts)
        self.decoder = Stack(attention, True, steps, halts)

    def forward(self, source, target):
        length = target.shape[1]
        past = torch.tril(torch.ones(length, length, dtype=torch.bool))
        in_source, in_target = source != 0, target != 0
        mask = in_source[:, None, None]
        x, one = self.encoder(self.embedding(source), in_source, mask)
        y, two = self.decoder(
            self.embedding(target), in_target,
            in_target[:, None, None] & past, x, mask,
        )
        return y @ self.embedding.weight.t(), one + two


def class_loss(model, batch):
    token, label = batch
    return F.cross_entropy(model(token), label)


def sequence_loss(model, batch):
    source, target = batch
    scores, ponder = model(source, target[:, :-1])
    return 0.01 * ponder + F.cross_entropy(
        scores.flatten(0, 1), target[:, 1:].flatten(), ignore_index=0
    )


def long_batches():
    """Batches of about the same length each, in any order."""
    length = torch.randint(256, 1001, (256,)).sort().values.view(16, 16)
    return [
        (
            torch.randint(1, WORDS, (16, int(n.max())))
            * (torch.arange(int(n.max())) < n[:, None]),
            torch.randint(0, 2, (16,)),
        )
        for n in length[torch.randperm(16)]
    ]


def pair_batches():
    return [
        (ragged(64, 8, 40, WORDS), ragged(64, 8, 40, WORDS)) for _ in range(8)
    ]


MODELS = {
    "encoder": lambda a: (Encoder(a), class_loss, long_batches()),
    "universal": lambda a: (
        Universal(a, 8, False), sequence_loss, pair_batches()),
    "halting": lambda a: (Universal(a, 4, True), sequence_loss, pair_batches()),
}


if __name__ == "__main__":
    main(MODELS, __doc__, 2)
