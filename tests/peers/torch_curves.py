"""Compare learning curves of codarun with those of PyTorch, which trains the
same models, written the usual way, with the same settings on the same lines.

    export CODARUN_DATA=... OMP_NUM_THREADS=1
    mpirun -n 2 codarun run tests/peers/curve-mlu.yaml -o curve-mlu
    codarun data write tests/peers/curve-mlu.yaml curve-mlu/data
    python3 tests/peers/torch_curves.py mlu curve-mlu [JOBS]

    mpirun -n 2 codarun run tests/peers/curve-sick.yaml -o curve-sick
    python3 tests/peers/torch_curves.py sick curve-sick [JOBS]

Trains a twin for every trial of the folder, JOBS at a time (2), and prints for
each attention and evaluation: steps, mean and deviation over seeds of the mean
training loss since the last, and of the validation accuracy, of both sides,
and Welch's t of their difference.  The twin draws its own weights, batches and
dropout, so equal curves means equal within chance.  A trained twin is kept in
the folder and not trained again.

Needs torch, numpy and h5py; nothing here is needed to build or test codarun.
"""

import csv
import glob
import gzip
import json
import math
import multiprocessing
import os
import random
import sys
import zlib

import h5py
import numpy
import torch
from torch import nn
from torch.nn import functional as F

PAD, BEGIN, END, FIRST = range(4)
UNSEEN = 2  # tokens that codarun's vocabulary has beyond these: the smoothed
# loss is spread over them too


def glorot(module):
    for layer in module.modules():
        if isinstance(layer, nn.Linear):
            nn.init.xavier_uniform_(layer.weight)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)


def padded(rows):
    width = max(map(len, rows))
    return torch.tensor([row + [PAD] * (width - len(row)) for row in rows])


def gated(e, distance):
    return torch.tanh(e) * (2 * torch.sigmoid(-distance))


class Heads(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.c = c
        self.q, self.k, self.v, self.o = (
            nn.Linear(c["hidden"], c["hidden"], bias=False) for _ in range(4)
        )

    def split(self, x):
        heads = self.c["heads"]
        return x.unflatten(-1, (heads, -1)).transpose(1, 2)

    def forward(self, x, y, allowed):
        q, k, v = (self.split(z) for z in (self.q(x), self.k(y), self.v(y)))
        root = math.sqrt(q.shape[-1])
        e = q @ k.transpose(2, 3) / root
        if self.c["attention"] == "coda":
            m = gated(e, torch.cdist(q, k, p=1) / root) * allowed
        else:
            m = torch.softmax(e.masked_fill(~allowed, -1e9), -1)
        m = F.dropout(m, self.c["attention_dropout"], self.training)
        return self.o((m @ v).transpose(1, 2).flatten(2))


class Block(nn.Module):
    def __init__(self, c, cross):
        super().__init__()
        self.c = c
        self.norms = nn.ModuleList(
            nn.LayerNorm(c["hidden"], 1e-6) for _ in range(3)
        )
        self.own, self.cross = Heads(c), Heads(c) if cross else None
        self.expand = nn.Linear(c["hidden"], c["filter"])
        self.contract = nn.Linear(c["filter"], c["hidden"])

    def forward(self, x, allowed, memory=None, seen=None):
        def add(x, y):
            return x + F.dropout(y, self.c["dropout"], self.training)

        y = self.norms[0](x)
        x = add(x, self.own(y, y, allowed))
        if self.cross:
            x = add(x, self.cross(self.norms[1](x), memory, seen))
        y = F.relu(self.expand(self.norms[2](x)))
        y = F.dropout(y, self.c["relu_dropout"], self.training)
        return add(x, self.contract(y))


def positions(length, width):
    half = width // 2
    rate = torch.exp(-math.log(1e4) * torch.arange(half) / (half - 1))
    angle = torch.arange(length)[:, None] * rate
    return torch.cat([angle.sin(), angle.cos()], 1)


class Transformer(nn.Module):
    def __init__(self, c, words):
        super().__init__()
        self.c, width = c, c["hidden"]
        self.embedding = nn.Embedding(words, width)
        self.encoder, self.decoder = (
            nn.ModuleList(Block(c, cross) for _ in range(c["layers"]))
            for cross in (False, True)
        )
        self.norms = nn.ModuleList(nn.LayerNorm(width, 1e-6) for _ in range(2))
        glorot(self)
        nn.init.normal_(self.embedding.weight, 0, width**-0.5)

    def embed(self, x):
        width = self.c["hidden"]
        y = self.embedding(x) * math.sqrt(width) + positions(x.shape[1], width)
        return F.dropout(y, self.c["dropout"], self.training)

    def forward(self, source, target):
        """Scores of each target token; `target` begins with BEGIN."""
        there = (source != PAD)[:, None, None]
        past = torch.ones(target.shape[1], target.shape[1]).tril().bool()
        # a padded query would take part in nothing that is looked at
        x = self.embed(source)
        for block in self.encoder:
            x = block(x, there)
        x = self.norms[0](x)
        y = self.embed(target)
        for block in self.decoder:
            y = block(y, past & (target != PAD)[:, None, None], x, there)
        return self.norms[1](y) @ self.embedding.weight.t()


class Mlu:
    """Lines QUESTION:ANSWER, character by character."""

    def __init__(self, folder, c):
        self.c = c
        texts = {
            split: [
                line.rstrip("\n").rsplit(":", 1)
                for line in open(f"{folder}/data/{split}.txt")
            ]
            for split in ("train", "valid")
        }
        letters = sorted({x for a, b in texts["train"] for x in a + b})
        number = {x: i + FIRST for i, x in enumerate(letters)}
        self.words = len(letters) + FIRST + UNSEEN
        self.split = {
            split: [
                ([number[x] for x in a], [number[x] for x in b] + [END])
                for a, b in lines
            ]
            for split, lines in texts.items()
        }

    def model(self):
        return Transformer(self.c, self.words)

    def size(self, example):
        return max(map(len, example))

    def run(self, model, examples):
        source, target = (padded([x[i] for x in examples]) for i in (0, 1))
        begin = torch.full((len(examples), 1), BEGIN)
        return model(source, torch.cat([begin, target[:, :-1]], 1)), target

    def loss(self, model, examples):
        scores, target = self.run(model, examples)
        smooth = self.c["label_smoothing"]
        log = torch.log_softmax(scores, -1)[target != PAD]
        right = log.gather(1, target[target != PAD][:, None])[:, 0]
        rest = (log.sum(1) - right) / (self.words - 1)
        return -((1 - smooth) * right + smooth * rest).mean()

    def right(self, model, examples):
        """Greedy decoding is right if every next token is."""
        scores, target = self.run(model, examples)
        scores[..., [PAD, BEGIN, -1]] = -math.inf  # never an answer
        best = scores.argmax(-1)
        return ((best == target) | (target == PAD)).all(1).sum().item()


class TwoLayers(nn.Module):
    def __init__(self, inputs, width, dropout):
        super().__init__()
        self.layers = nn.ModuleList(
            nn.Linear(n, width) for n in (inputs, width)
        )
        self.dropout = dropout

    def forward(self, x):
        for layer in self.layers:
            x = F.relu(layer(F.dropout(x, self.dropout, self.training)))
        return x


class Decomposable(nn.Module):
    def __init__(self, c, words):
        super().__init__()
        width, self.c = c["hidden"], c
        self.embedding = nn.Embedding(words, c["embedding"])
        self.project = nn.Linear(c["embedding"], width, bias=False)
        self.f, self.g, self.h = (
            TwoLayers(n * width, width, c["dropout"]) for n in (1, 2, 2)
        )
        self.out = nn.Linear(width, 3)
        glorot(self)
        nn.init.normal_(self.embedding.weight, 0, c["embedding"] ** -0.5)

    def forward(self, a, b):
        in_a, in_b = a != PAD, b != PAD
        a, b = (self.project(self.embedding(x)) for x in (a, b))
        fa, fb = self.f(a), self.f(b)
        e = fa @ fb.transpose(1, 2)
        if self.c["attention"] == "coda":
            m = gated(e, self.c["beta"] * torch.cdist(fa, fb, p=1))
            m = m * (in_a[:, :, None] & in_b[:, None])
            pools = m @ b, m.transpose(1, 2) @ a
        else:
            rows = torch.softmax(e.masked_fill(~in_b[:, None], -1e9), 2)
            cols = torch.softmax(e.masked_fill(~in_a[:, :, None], -1e9), 1)
            pools = rows @ b, cols.transpose(1, 2) @ a
        both = [
            (self.g(torch.cat([x, y], -1)) * inside[..., None]).sum(1)
            for x, y, inside in zip((a, b), pools, (in_a, in_b))
        ]
        return self.out(self.h(torch.cat(both, -1)))


class Sick:
    """Pairs of sentences; BEGIN stands for Parikh's null token."""

    LABELS = "ENTAILMENT", "NEUTRAL", "CONTRADICTION"

    def __init__(self, folder, c):
        self.c = c
        number = {}
        self.split = {}
        for split, name in ("train", "train"), ("valid", "dev"):
            path = f"{os.environ['CODARUN_DATA']}/nli/sick-{name}.tsv.gz"
            rows = csv.DictReader(
                gzip.open(path, "rt"), delimiter="\t", quoting=csv.QUOTE_NONE
            )
            self.split[split] = [
                tuple(
                    [BEGIN]
                    + [
                        number.setdefault(word, len(number) + FIRST)
                        for word in row[side].lower().split()
                    ]
                    for side in ("sentence_A", "sentence_B")
                )
                + (self.LABELS.index(row["entailment_judgment"]),)
                for row in rows
            ]
        self.words = len(number) + FIRST

    def model(self):
        return Decomposable(self.c, self.words)

    def size(self, example):
        return max(map(len, example[:2]))

    def run(self, model, examples):
        return model(*(padded([x[i] for x in examples]) for i in (0, 1)))

    def loss(self, model, examples):
        labels = torch.tensor([x[2] for x in examples])
        return F.cross_entropy(self.run(model, examples), labels)

    def right(self, model, examples):
        best = self.run(model, examples).argmax(-1)
        return sum(b == x[2] for b, x in zip(best.tolist(), examples))


TASKS = {"mlu": Mlu, "sick": Sick}


def batches(task, c, draw):
    """Endless batches: epochs in random order, cut by examples or by tokens."""
    examples = task.split["train"]
    while True:
        order = draw.sample(range(len(examples)), len(examples))
        batch, tokens = [], 0
        for i in order:
            n = task.size(examples[i])
            full = (
                len(batch) == c["batch"]
                if c["batch"]
                else tokens + n > c["batch_tokens"]
            )
            if full and batch:
                yield batch
                batch, tokens = [], 0
            batch.append(examples[i])
            tokens += n
        yield batch


def rate(c, step):
    if c["schedule"] == "constant":
        return c["learning_rate"]
    return (
        c["learning_rate"]
        * c["width"] ** -0.5
        * min(step**-0.5, step * c["warmup"] ** -1.5)
    )


def accuracy(task, model):
    examples = task.split["valid"]
    model.eval()
    with torch.no_grad():
        right = sum(
            task.right(model, examples[i : i + 100])
            for i in range(0, len(examples), 100)
        )
    model.train()
    return 100 * right / len(examples)


def descend(task, c, model, draw):
    """The steps, from 1, and their losses."""
    adam = torch.optim.Adam(
        model.parameters(), betas=(c["beta1"], c["beta2"]), eps=c["epsilon"]
    )
    for step, batch in enumerate(batches(task, c, draw), 1):
        for group in adam.param_groups:
            group["lr"] = rate(c, step)
        adam.zero_grad()
        loss = task.loss(model, batch)
        loss.backward()
        adam.step()
        yield step, loss.item()
        if step == c["steps"]:
            return


def train(job):
    """The twin of one trial: rows of step, mean loss, accuracy."""
    name, folder, c = job
    name_of = zlib.crc32(json.dumps(c, sort_keys=True).encode())
    kept = f"{folder}/twin-{c['attention']}-{c['seed']}-{name_of:08x}.json"
    if os.path.exists(kept):
        return json.load(open(kept))
    torch.set_num_threads(1)
    torch.manual_seed(c["seed"])
    task = TASKS[name](folder, c)
    model = task.model()
    rows, losses = [], []
    for step, loss in descend(task, c, model, random.Random(c["seed"])):
        losses.append(loss)
        if step % c["evaluate_every"] == 0:
            mean = sum(losses) / len(losses)
            rows.append((step, mean, accuracy(task, model)))
            losses = []
    with open(kept + ".new", "w") as out:
        json.dump(rows, out)
    os.rename(kept + ".new", kept)
    return rows


def value(text):
    try:
        return json.loads(text)
    except ValueError:
        return text


# What a twin does whatever the experiment says.
FIXED = {
    "gate": "scaled",
    "alpha": 1,
    "f_e": "tanh",
    "f_n": "sigmoid",
    "center_e": False,
    "share": True,
    "scale": "model",
    "clip_norm": 0,
    "l2": 0,
    "lazy_rows": False,
    "train_vectors": False,
}


def check(c):
    for name, expected in FIXED.items():
        if c.get(name, expected) != expected:
            sys.exit(f"{name}: found {c[name]}, the twin has {expected}")
    if c["optimizer"] != "adam" or c["average"] != "none":
        sys.exit("the twin has Adam and no average")
    if c["schedule"] not in ("constant", "warmup"):
        sys.exit(f"schedule: the twin has no {c['schedule']}")


def trials(folder):
    """Configuration and curve of each trial."""
    for path in sorted(glob.glob(f"{folder}/trials/*/*.h5")):
        with h5py.File(path) as trial:
            if trial.attrs["status"] != b"finished":
                sys.exit(f"{path}: the trial did not finish")
            lines = trial["provenance"].attrs["configuration"].decode()
            c = {}
            for line in lines.splitlines():
                field, text = line.split(": ", 1)
                c[field.rsplit(".", 1)[-1]] = value(text)
                if field.endswith(".kind"):
                    c[field.split(".")[-2]] = text
            history = trial["history"][:]
        check(c)
        yield (
            c,
            [
                (int(r["step"]), r["train_loss"], r["valid_accuracy"])
                for r in history
            ],
        )


def deviation(x):
    return x.std(ddof=1) if len(x) > 1 else math.nan


def welch(a, b):
    spread = deviation(a) ** 2 / len(a) + deviation(b) ** 2 / len(b)
    return (a.mean() - b.mean()) / math.sqrt(spread) if spread else math.nan


def show(attention, ours, twins):
    ours, twins = numpy.array(ours), numpy.array(twins)
    print(f"{attention}: {len(ours)} seeds")
    print("  step  loss: codarun        twin          t    accuracy: codarun")
    for i, step in enumerate(ours[0, :, 0]):
        line = f"{int(step):6d}"
        for column, form in (1, "8.4f"), (2, "7.2f"):
            a, b = ours[:, i, column], twins[:, i, column]
            for x in a, b:
                line += f"  {x.mean():{form}} ±{deviation(x):{form}}"
            line += f"  {welch(a, b):5.2f}"
        print(line)


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in TASKS:
        sys.exit(__doc__)
    name, folder = sys.argv[1:3]
    jobs = int(sys.argv[3]) if len(sys.argv) > 3 else 2
    found = list(trials(folder))
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        twins = pool.map(train, [(name, folder, c) for c, _ in found], 1)
    for attention in sorted({c["attention"] for c, _ in found}):
        which = [i for i, (c, _) in enumerate(found) if c["attention"] == attention]
        show(
            attention,
            [found[i][1] for i in which],
            [twins[i] for i in which],
        )


if __name__ == "__main__":
    main()
