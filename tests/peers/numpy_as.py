"""The Attention Sum Reader in NumPy with its gradient, in double precision, in
a file of the form that torch_readers.py describes.

    python3 tests/peers/numpy_as.py FILE.h5 SEED [before|after]

The loss is -log P(right), P(c) = sum of s_i over the tokens i that are
candidate c, divided by that of all candidates, s = softmax(scores); the scores
are those of models/as.py (Kadlec et al. 2016, Eq. 1 to 4), with the reset before
the product unless told otherwise.  A gradient is Im loss(w + ih) / h, which has
no error but rounding (Squire and Trapp 1998): no derivative is written here.

Parameters have the names and the shapes that `codarun export` has, but for the
word vectors.  Needs numpy and h5py.
"""

import importlib
import json
import sys
from types import SimpleNamespace

import h5py
import numpy

STEP = 1e-30
SIZES = {"hidden": 3, "letters": 1, "alphabet": 1}
WORDS, WIDTH, HIDDEN = 10, 3, SIZES["hidden"]
VECTORS = "emb.word.weight"  # where exports have them

scores = importlib.import_module("models.as").scores


def parameters(draw):
    """Parameters with their shapes; gates are side by side."""
    shapes = {"embedding": (WORDS, WIDTH)}
    for part in "document", "query":
        for way in "forward", "backward":
            name = f"{part}.0.{way}"
            shapes[name + ".weight"] = WIDTH, 3 * HIDDEN
            shapes[name + ".state"] = HIDDEN, 3 * HIDDEN
            shapes[name + ".bias"] = 1, 3 * HIDDEN
    return {
        name: draw.normal(0, 0.7, shape).astype(complex)
        for name, shape in shapes.items()
    }


def example(draw, document, query):
    """Candidates are words of the document, and one that is not in it."""
    x = {"context": draw.integers(0, WORDS - 1, document)}
    x["question"] = draw.integers(0, WORDS, query)
    x["cloze"] = draw.integers(0, query)
    words = numpy.unique(x["context"])
    x["candidates"] = numpy.append(draw.permutation(words)[:3], WORDS - 1)
    x["answer"] = draw.integers(0, 3)
    for part in "context", "question":
        x[part + "_chars"] = numpy.zeros((len(x[part]), 1), int)
    return x


def probabilities(w, x, reset):
    of = SimpleNamespace(w=w, config={"model.reset": reset})
    parts = (SimpleNamespace(tokens=x[p]) for p in ("context", "question"))
    s = numpy.exp(scores(of, *parts))
    has = numpy.array([s[x["context"] == c].sum() for c in x["candidates"]])
    return has / has.sum()


def mean_loss(w, examples, reset):
    right = [probabilities(w, x, reset)[x["answer"]] for x in examples]
    return -numpy.log(right).mean()


def gradient(w, name, examples, reset):
    grad = numpy.empty(w[name].shape)
    for i in numpy.ndindex(grad.shape):
        w[name][i] += 1j * STEP
        grad[i] = mean_loss(w, examples, reset).imag / STEP
        w[name][i] -= 1j * STEP
    return grad


def export(path, seed, reset):
    draw = numpy.random.default_rng(seed)
    w = parameters(draw)
    examples = [example(draw, *n) for n in ((9, 5), (6, 4))]
    with h5py.File(path, "w") as file:
        file.attrs["model"] = "as" if reset == "before" else "as-after"
        file.attrs["attention"] = "none"
        file.attrs["seed"] = seed
        file.attrs["sizes"] = json.dumps(SIZES)
        file["loss"] = mean_loss(w, examples, reset).real
        for i, x in enumerate(examples):
            for name, values in x.items():
                file[f"examples/{i}/inputs/{name}"] = values
            p = probabilities(w, x, reset).real
            file[f"examples/{i}/outputs/scores"] = p
        for name in w:
            theirs = VECTORS if name == "embedding" else name
            file["params/" + theirs] = w[name].real
            file["grads/" + theirs] = gradient(w, name, examples, reset)


def main():
    resets = {2: "before", 3: sys.argv[-1]}
    reset = resets.get(len(sys.argv) - 1)
    if reset not in ("before", "after"):
        sys.exit(__doc__)
    export(sys.argv[1], int(sys.argv[2]), reset)


if __name__ == "__main__":
    main()
