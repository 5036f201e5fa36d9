"""Compute the output of `codarun predict` again in NumPy, or in PyTorch, from a
file of `codarun export`, in double precision and without any code of codarun.

    codarun export results/nli --trial 3 -o nli.npz
    codarun predict results/nli --trial 3 texts.tsv >answers
    python3 tests/peers/export_same.py nli.npz texts.tsv answers
    CODARUN_ARRAYS=torch python3 tests/peers/export_same.py ...

It reads all three formats, and computes every model with every attention.
Texts must be cut into tokens at blanks; for trials with subwords or characters
any text works.  Answers of generated texts and of passages are read as JSON
(--format json), and so are passages (--input jsonl).  Texts are generated with
the trial's beam and compared.  A predicted span must be about as probable here
as the best one.  It prints the largest difference, and ends with status 1 if
that is above 1e-4, or if an array was never read.

Other files here: export_file.py reads the formats, export_text.py makes tokens
and features; export_layers.py, export_attention.py, export_readers.py and
export_transformer.py have the common parts of models, models/NAME.py one model,
arrays.py chooses the library.  Needs numpy, h5py for HDF5, xxhash for tags of
passages, and torch if chosen; nothing here is needed to build or test codarun.
"""

import importlib
import json
import sys

from arrays import numpy

from export_attention import softmax
from export_file import Export
from export_text import cloze_sides, decode, encode, sentence_end, sides
from export_transformer import Search

TOLERANCE = 1e-4
CERTAIN = 3.0


def model(x):
    return importlib.import_module("models." + x.about["model"])


# --- classes and scores -------------------------------------------------------


def scores(x, text):
    parts = [encode(x, part, i) for i, part in enumerate(text.split("\t"))]
    return model(x).scores(x, *parts)


def class_difference(x, text, answer):
    p = softmax(scores(x, text))
    label, *said = answer.split("\t")
    assert label == x.about["classes"][p.argmax()]
    return abs(p - numpy.array(list(map(float, said)))).max()


def rank_difference(x, text, answer):
    return abs(softmax(scores(x, text))[1] - float(answer))


# --- texts --------------------------------------------------------------------


def decode_difference(x, text, answer):
    tokens, log_probability = Search(x, encode(x, text, 0)).best()
    answer = json.loads(answer)
    assert decode(x, tokens) == answer["text"], (decode(x, tokens), answer)
    return abs(log_probability - answer["log_probability"])


# --- spans --------------------------------------------------------------------


def spans(x, document):
    """All possible answers: tokens from i to j."""
    added, n = document.added, len(document.tokens)
    longest = x.about["longest_span"] or n
    for i in range(added, n):
        end = n
        if x.flag("task.within_sentence"):
            end = min(n, sentence_end(document.words, i - added) + added)
        for j in range(i, min(end, i + longest)):
            yield i, j


def token_scores(x, document, question):
    return model(x).scores(x, document, question)


def span_difference(x, text, answer):
    """Difference relative to the probability, which is small for long
    passages."""
    text, answer = json.loads(text), json.loads(answer)
    document, question = sides(x, text["context"], text["question"])
    first, last = softmax(token_scores(x, document, question)).T
    p = {(i, j): first[i] * last[j] for i, j in spans(x, document)}
    none = first[0] * last[0] if x.about["may_be_none"] else 0.0
    best, said = max([none, *p.values()]), none
    if answer["start"] is not None:
        start, end = answer["start"], answer["end"]
        at = list(zip(*document.place))
        said = p[at[0].index(start, document.added), at[1].index(end)]
        assert answer["text"] == text["context"][start:end]
    return max(
        abs(best / answer["probability"] - 1),
        abs(said / answer["probability"] - 1),
        abs(none - answer["no_answer"]),
    )


def span_certainty(text, answer):
    """How many times as probable as a random span."""
    n = len(json.loads(text)["context"].split())
    return json.loads(answer)["probability"] * n * (n + 1) / 2


# --- cloze questions ----------------------------------------------------------


def cloze_scores(x, text):
    return model(x).scores(x, *cloze_sides(x, text["document"], text["query"]))


def cloze_difference(x, text, answer):
    """Candidates stand in the order of their bytes, equal ones once."""
    text, answer = json.loads(text), json.loads(answer)
    p = softmax(cloze_scores(x, text))
    words = text["document"].split()
    names = sorted(set(text["candidates"].split("|")))
    has = numpy.array(
        [sum(p[i] for i, w in enumerate(words) if w == name) for name in names]
    )
    if x.flag("task.renormalise"):
        has = has / has.sum()
    assert answer["text"] == names[int(has.argmax())]
    said = [answer["probabilities"][name] for name in names]
    return abs(has - numpy.array(said)).max()


DIFFERENCES = {
    "class": class_difference,
    "rank": rank_difference,
    "decode": decode_difference,
    "span": span_difference,
    "cloze": cloze_difference,
}


def must_say_something(answers):
    """Answers must differ: if all are equally good, wrong formulas would
    pass."""
    most = max(span_certainty(*both) for both in answers)
    assert most > CERTAIN, f"{most:.1f} times chance at most: train for longer"


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    x = Export(sys.argv[1])
    texts, answers = (open(path).read().splitlines() for path in sys.argv[2:])
    assert texts and len(texts) == len(answers)
    if x.about["head"] == "span":
        must_say_something(list(zip(texts, answers)))
    difference = DIFFERENCES[x.about["head"]]
    apart = max(float(difference(x, *both)) for both in zip(texts, answers))
    print(f"{len(texts)} answers, {apart:.1e} apart at most")
    assert not x.w.unread, f"nobody read {sorted(x.w.unread)}"
    sys.exit(not apart <= TOLERANCE)


if __name__ == "__main__":
    main()
