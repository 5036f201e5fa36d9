"""What `codarun predict` says, computed again in NumPy from what `codarun
export` wrote, in double precision and without a line of codarun's.

    codarun export results/nli --trial 3 -o nli.npz
    codarun predict results/nli --trial 3 texts.tsv >answers
    python3 tests/peers/export_same.py nli.npz texts.tsv answers

Reads all three formats; bags of words, decomposable attention and the
transformer, with softmax and CoDA; texts of sentiment, nli and rank that blanks
cut into tokens, and questions of mlu, of whose answers (--format json) it
computes the log probability.  Prints the largest difference, and ends with
status 1 where it is above 1e-4.

Needs numpy, and h5py for HDF5; nothing here is needed to build or test codarun.
"""

import json
import sys

import numpy

TOLERANCE = 1e-4


# --- the file -----------------------------------------------------------------


def from_npz(path):
    with numpy.load(path) as z:
        arrays = {name: z[name] for name in z.files}
    return arrays, arrays.pop("about.json")


def from_hdf5(path):
    import h5py

    with h5py.File(path) as f:
        return {name: x[:] for name, x in f["arrays"].items()}, f["about"][()]


def from_safetensors(path):
    data = open(path, "rb").read()
    n = int.from_bytes(data[:8], "little")
    header, data = json.loads(data[8 : 8 + n]), data[8 + n :]
    about = header.pop("__metadata__")["about"]
    return {
        name: numpy.frombuffer(data[slice(*x["data_offsets"])], "<f4").reshape(
            x["shape"]
        )
        for name, x in header.items()
    }, about


READERS = {"npz": from_npz, "h5": from_hdf5, "safetensors": from_safetensors}


def read(path):
    arrays, about = READERS[path.rsplit(".", 1)[1]](path)
    assert all(x.dtype == numpy.float32 and x.ndim == 2 for x in arrays.values())
    return arrays, json.loads(about)


# --- layers -------------------------------------------------------------------


def relu(x):
    return numpy.maximum(x, 0)


def softmax(x, axis):
    e = numpy.exp(x - x.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


class Export:
    def __init__(self, path):
        arrays, self.about = read(path)
        self.w = {name: x.astype(float) for name, x in arrays.items()}
        self.config = self.about["config"]
        self.special = self.about["special"]
        self.number = {
            word: i
            for i, word in enumerate(self.about["words"][0])
            if i >= len(self.special)
        }

    def linear(self, x, name):
        y = x @ self.w[name + ".weight"]
        return y + self.w[name + ".bias"][0] if name + ".bias" in self.w else y

    def mlp(self, x, name):
        return relu(self.linear(relu(self.linear(x, name + ".first")), name + ".second"))

    def norm(self, x, name):
        x = x - x.mean(1, keepdims=True)
        x = x / numpy.sqrt((x * x).mean(1, keepdims=True) + 1e-6)
        return x * self.w[name + ".gain"][0] + self.w[name + ".bias"][0]

    def tokens(self, text, part):
        if self.config["task.lower"] == "true":
            text = text.lower()
        null = [self.special["null"]] * self.about["null_token"][part]
        return null + [
            self.number.get(word, self.special["unknown"]) for word in text.split()
        ]

    def weights(self, q, k, scale, allowed=True):
        """Of rows for the first side, of columns for the second."""
        at = "model.attention."
        e = scale * q @ k.T
        if self.config[at + "kind"] == "softmax":
            e = numpy.where(allowed, e, -numpy.inf)
            return softmax(e, 1), softmax(e, 0) if allowed is True else None
        assert self.config[at + "gate"] == "scaled"
        distance = numpy.abs(q[:, None] - k[None]).sum(2)
        n = -float(self.config[at + "beta"]) * scale * distance
        m = numpy.tanh(float(self.config[at + "alpha"]) * e)
        m = numpy.where(allowed, m * 2 / (1 + numpy.exp(-n)), 0)
        return m, m

    # --- models ---------------------------------------------------------------

    def bow(self, *parts):
        x = numpy.concatenate([self.w["embedding"][p].mean(0) for p in parts])
        return self.linear(relu(self.linear(x, "hidden")), "out")

    def decatt(self, *parts):
        x = [self.linear(self.w["embedding"][p], "project") for p in parts]
        f = [self.mlp(y, "f") for y in x]
        rows, columns = self.weights(*f, 1)
        aligned = rows @ x[1], columns.T @ x[0]
        v = [
            self.mlp(numpy.concatenate([y, z], 1), "g").sum(0)
            for y, z in zip(x, aligned)
        ]
        return self.linear(self.mlp(numpy.concatenate(v), "h"), "out")

    def embed(self, tokens):
        """With Tensor2Tensor's positions."""
        width = self.w["embedding"].shape[1]
        half = width // 2
        rate = 1e4 ** (-numpy.arange(half) / max(half - 1, 1))
        at = numpy.arange(len(tokens))[:, None] * rate
        return self.w["embedding"][tokens] * numpy.sqrt(width) + numpy.concatenate(
            [numpy.sin(at), numpy.cos(at)], 1
        )

    def attend(self, x, memory, name, causal=False):
        heads = int(self.config["model.heads"])
        q, k, v = (
            numpy.split(self.linear(y, f"{name}.{what}"), heads, 1)
            for y, what in ((x, "query"), (memory, "key"), (memory, "value"))
        )
        scale = q[0].shape[1] ** -0.5
        allowed = numpy.tri(len(x), dtype=bool) if causal else True
        out = [
            self.weights(*both, scale, allowed)[0] @ value
            for *both, value in zip(q, k, v)
        ]
        return self.linear(numpy.concatenate(out, 1), name + ".out")

    def stack(self, x, name, memory=None):
        for i in range(int(self.config["model.layers"])):
            at = f"{name}.{i}"
            y = self.norm(x, at + ".self.norm")
            x = x + self.attend(y, y, at + ".self", causal=memory is not None)
            if memory is not None:
                y = self.norm(x, at + ".cross.norm")
                x = x + self.attend(y, memory, at + ".cross")
            y = self.norm(x, at + ".filter.norm")
            y = relu(self.linear(y, at + ".filter.in"))
            x = x + self.linear(y, at + ".filter.out")
        return self.norm(x, name + ".norm")

    def transformer(self, *parts):
        joined = list(parts[0])
        for p in parts[1:]:
            joined += [self.special["between"]] + p
        return self.linear(self.stack(self.embed(joined), "encoder").mean(0), "classify")

    # --- answers --------------------------------------------------------------

    def probabilities(self, line):
        parts = [self.tokens(text, p) for p, text in enumerate(line.split("\t"))]
        p = softmax(getattr(self, self.about["model"])(*parts), 0)
        return p[1:] if self.about["head"] == "rank" else p

    def log_probability(self, question, answer):
        """Of an answer and its end, in characters."""
        source, target = ([self.number[c] for c in x] for x in (question, answer))
        y = self.stack(
            self.embed([self.special["begin"]] + target),
            "decoder",
            self.stack(self.embed(source), "encoder"),
        )
        p = softmax(y @ self.w["embedding"].T, 1)
        target = target + [self.special["end"]]
        return numpy.log(p[numpy.arange(len(target)), target]).sum()


def difference(export, text, answer):
    if export.about["head"] == "decode":
        answer = json.loads(answer)
        found = export.log_probability(text, answer["text"])
        return abs(found - answer["log_probability"])
    said = answer.split("\t")
    if export.about["head"] == "class":
        label = said.pop(0)
    found = export.probabilities(text)
    if export.about["head"] == "class":
        assert label == export.about["classes"][found.argmax()]
    return abs(found - numpy.array(said, float)).max()


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    export = Export(sys.argv[1])
    texts, answers = (open(path).read().splitlines() for path in sys.argv[2:])
    assert texts and len(texts) == len(answers)
    apart = max(difference(export, *both) for both in zip(texts, answers))
    print(f"{len(texts)} answers, {apart:.1e} apart at most")
    sys.exit(not apart <= TOLERANCE)


if __name__ == "__main__":
    main()
