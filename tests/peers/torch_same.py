"""The first steps of a transformer in PyTorch, with codarun's own initial
values, order of examples and dropout masks: the same losses, to rounding.

    E=tests/peers/curve-mlu-tiny.yaml
    ONE="--set sweep.parameters.train.seed=[1]"
    codarun run $E -o first $ONE --set run.keep=last --set train.steps=1 \\
        --set train.learning_rate=1e-30
    codarun run $E -o same $ONE --set train.steps=20 \\
        --set train.evaluate_every=10
    codarun data write $E same/data
    python3 tests/peers/torch_same.py first same

So what the curves of torch_curves.py differ by is drawn: nothing in a step is
left that the two do differently.  Prints for each evaluation the mean training
loss of the steps since the last, of both sides, and ends with status 1 where
they are 1e-5 apart.

Needs torch, numpy, h5py and xxhash; nothing here is needed to build or test
codarun.
"""

import glob
import sys
import types

import h5py
import numpy
import torch
import xxhash

import torch_curves as peer


def philox(key, step, example, site, block):
    """Philox4x32-10 (Salmon et al. 2011)."""
    low = numpy.uint64(0xFFFFFFFF)
    a, b, c, d = numpy.broadcast_arrays(
        *(numpy.asarray(x, numpy.uint64) for x in (block, site, example, step))
    )
    k0, k1 = key & 0xFFFFFFFF, key >> 32
    for _ in range(10):
        p, q = a * numpy.uint64(0xD2511F53), c * numpy.uint64(0xCD9E8D57)
        a = (q >> numpy.uint64(32)) ^ b ^ numpy.uint64(k0)
        c = (p >> numpy.uint64(32)) ^ d ^ numpy.uint64(k1)
        b, d = q & low, p & low
        k0 = (k0 + 0x9E3779B9) & 0xFFFFFFFF
        k1 = (k1 + 0xBB67AE85) & 0xFFFFFFFF
    return a, b, c, d


def key_of(seed, stream):
    return xxhash.xxh3_64_intdigest(stream, seed)


def factors(key, step, example, site, p, n):
    """random_dropout() of src/base/numbers/random.h."""
    blocks = numpy.arange(-(-n // 128) * 16)
    words = numpy.stack(philox(key, step, example, site, blocks))
    words = words.reshape(4, -1, 16).transpose(1, 0, 2)
    halves = numpy.stack([words & numpy.uint64(0xFFFF), words >> numpy.uint64(16)], 2)
    kept = halves.reshape(-1)[:n] >= int(p * 65536 + 0.5)
    return torch.from_numpy(kept.astype(numpy.float32) / (1 - p))


class Order:
    """Shuffles by 64 bits that are drawn for each example."""

    def __init__(self, c):
        self.key, self.epoch = key_of(c["seed"], b"shuffle"), 0

    def sample(self, examples, n):
        drawn = philox(self.key, self.epoch, numpy.arange(n), 0, 0)[:2]
        self.epoch += 1
        high, low = drawn
        return numpy.argsort(high << numpy.uint64(32) | low, kind="stable")


class Masks:
    """F.dropout, of the examples at hand; sites are counted from 0."""

    def __init__(self, c):
        self.key = key_of(c["seed"], b"dropout")
        self.encoder = 1 + 4 * c["layers"]

        self.step = -1

    def begin(self, batch):
        self.step, self.site = self.step + 1, 0
        self.examples = [x[2] for x in batch]
        self.lengths = [[len(x[part]) for x in batch] for part in (0, 1)]

    def parts(self, site):
        """Whose rows are at a site, and whose columns, where heads attend."""
        if site < self.encoder:
            return 0, 0
        return 1, 0 if (site - self.encoder - 1) % 6 == 2 else 1

    def dropout(self, x, p, training):
        if not training:
            return x
        site, self.site = self.site, self.site + 1
        rows, cols = (self.lengths[part] for part in self.parts(site))
        mask = torch.zeros_like(x)
        for i, example in enumerate(self.examples):
            there = (
                mask[i, : rows[i]]
                if x.dim() == 3
                else mask[i, :, : rows[i], : cols[i]]
            )
            there += factors(
                self.key, self.step, example, site, p, there.numel()
            ).view(there.shape)
        return x * mask


class Same(peer.Mlu):
    """With codarun's numbers of tokens, and of examples behind their parts."""

    def __init__(self, folder, c, words):
        self.c, self.words, self.masks = c, len(words), Masks(c)
        peer.F = types.SimpleNamespace(
            dropout=self.masks.dropout, relu=torch.nn.functional.relu
        )
        number = {word: i for i, word in enumerate(words)}
        peer.BEGIN, end = number["<begin>"], number["<end>"]
        lines = [
            line.rstrip("\n").rsplit(":", 1)
            for line in open(f"{folder}/data/train.txt")
        ]
        self.split = {
            "train": [
                ([number[x] for x in a], [number[x] for x in b] + [end], i)
                for i, (a, b) in enumerate(lines)
            ]
        }

    def size(self, example):
        return super().size(example[:2])

    def loss(self, model, batch):
        self.masks.begin(batch)
        return super().loss(model, batch)


def state_of(folder):
    """Vocabulary and parameters by name."""
    (path,) = glob.glob(f"{folder}/states/*/*.last.h5")
    with h5py.File(path) as state:
        params = torch.from_numpy(state["params"][:])
        return state["words_0"][()].decode().split("\n")[:-1], {
            name.decode(): params[at : at + rows * cols].view(rows, cols)
            for name, rows, cols, at in state["layout"][:].tolist()
        }


@torch.no_grad()
def fill(model, values):
    """Norms are 1 and 0 on both sides."""

    def linear(layer, name):
        layer.weight.copy_(values[f"{name}.weight"].t())
        if layer.bias is not None:
            layer.bias.copy_(values[f"{name}.bias"][0])

    model.embedding.weight.copy_(values["embedding"])
    for stack in "encoder", "decoder":
        for i, block in enumerate(getattr(model, stack)):
            at = f"{stack}.{i}"
            for heads, name in (block.own, "self"), (block.cross, "cross"):
                if heads:
                    linear(heads.q, f"{at}.{name}.query")
                    linear(heads.k, f"{at}.{name}.key")
                    linear(heads.v, f"{at}.{name}.value")
                    linear(heads.o, f"{at}.{name}.out")
            linear(block.expand, f"{at}.filter.in")
            linear(block.contract, f"{at}.filter.out")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    first, folder = sys.argv[1:]
    words, values = state_of(first)
    ((c, rows),) = peer.trials(folder)
    task = Same(folder, c, words)
    model = task.model()
    fill(model, values)
    found = [loss for _, loss in peer.descend(task, c, model, Order(c))]
    apart = 0
    for step, ours, _ in rows:
        theirs = numpy.mean(found[step - c["evaluate_every"] : step])
        apart = max(apart, abs(ours - theirs))
        print(f"{step:6d}  {ours:.6f}  {theirs:.6f}")
    sys.exit(f"{apart:.1e} apart" if apart > 1e-5 else 0)


if __name__ == "__main__":
    main()
