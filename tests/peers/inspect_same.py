"""Compute the attentions that `codarun inspect` shows again in NumPy, from a
file of `codarun export`.

    codarun export results/squad -o squad.npz
    codarun inspect results/squad --example 0 --site flow --format json >seen
    python3 tests/peers/inspect_same.py squad.npz texts.jsonl seen

The example is the first of the texts, which are as for export_same.py, for
models that do not generate sequences.  A line of `seen` is one object of
inspect, for one site.  Prints the largest difference, and ends with status 1 if
it is above 1e-4.  Needs the same libraries as export_same.py.

    python3 tests/peers/inspect_same.py forms seen ...

checks that seen.json, seen.csv and seen.h5 of one site are equal, bit for bit;
that needs h5py.
"""

import csv
import json
import sys
from collections import defaultdict

import numpy

from export_attention import Attention
from export_file import Export, from_hdf5
from export_same import (TOLERANCE, cloze_scores, scores, sides, softmax,
                         token_scores)  # fmt: skip


class Pointer:
    """The pointer of a cloze reader over a document's tokens."""

    def parts(self, scores):
        return {"e": scores[:, None], "m": softmax(scores)[:, None]}


def attentions(x, text):
    """The attentions by site, pass after pass and head after head."""
    seen, weights = defaultdict(list), Attention.weights

    def noted(attention, pairs):
        seen[attention.site].append((attention, pairs))
        return weights(attention, pairs)

    Attention.weights = noted
    if x.about["head"] == "span":
        text = json.loads(text)
        token_scores(x, *sides(x, text["context"], text["question"]))
    elif x.about["head"] == "cloze":
        pointed = cloze_scores(x, json.loads(text))
        seen["pointer"].append((Pointer(), pointed))
    else:
        scores(x, text)
    Attention.weights = weights
    return seen


def difference(head, attention, pairs):
    names = ("e", "f_e", "n", "gate", "m", "m_columns")
    parts = attention.parts(pairs)
    rows = head.get("places", slice(None))
    return max(
        float(abs(parts[name][rows] - head[name]).max())
        for name in names
        if name in head
    )


KEYS = ("rows", "columns", "site", "pass", "head", "attention", "places",
        "right")  # fmt: skip


def of_hdf5(path):
    """Arrays by place and part, and the document, in the form of JSON."""
    arrays, about = from_hdf5(path)
    return arrays, json.loads(about)


def of_json(path):
    document = json.load(open(path))
    arrays = {}
    for head in document["heads"]:
        at = "{site}.pass{pass}.head{head}.".format(**head)
        for part in [name for name in head if name not in KEYS]:
            x = numpy.array(head.pop(part), dtype="f8")  # null: NaN
            arrays[at + part] = x.astype("f4")
    return arrays, document


def of_csv(path, document):
    """Missing pairs are NaN."""
    arrays = {}
    heads = {(x["site"], x["pass"], x["head"]): x for x in document["heads"]}
    for row in csv.DictReader(open(path, newline="")):
        place = row.pop("site"), int(row.pop("pass")), int(row.pop("head"))
        i, j = int(row.pop("row")), int(row.pop("column"))
        rows, columns = (heads[place][side] for side in ("rows", "columns"))
        i = heads[place].get("places", range(len(rows))).index(i)
        assert (row.pop("row_token"), row.pop("column_token")) == (
            rows[i], columns[j])  # fmt: skip
        assert row.pop("attention") == heads[place]["attention"]
        for part, value in row.items():
            name = "{}.pass{}.head{}.{}".format(*place, part)
            nothing = numpy.full((len(rows), len(columns)), numpy.nan, "f4")
            arrays.setdefault(name, nothing)[i, j] = value
    return arrays


def same(one, other):
    return one.keys() == other.keys() and all(
        numpy.array_equal(x, other[name], equal_nan=True)
        for name, x in one.items()
    )


def compare_forms(names):
    for name in names:
        arrays, document = of_json(name + ".json")
        assert arrays and document["heads"], f"{name}.json is empty"
        others, about = of_hdf5(name + ".h5")
        assert about == document, f"{name}.h5 says {about}"
        assert same(arrays, others), f"{name}.h5 has other numbers"
        pairs = of_csv(name + ".csv", document)
        assert same(arrays, pairs), f"{name}.csv has other numbers"
        print(f"{name}: {len(arrays)} matrices")


def main():
    if sys.argv[1:2] == ["forms"] and len(sys.argv) > 2:
        return compare_forms(sys.argv[2:])
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    x = Export(sys.argv[1])
    seen = attentions(x, open(sys.argv[2]).readline().rstrip("\n"))
    apart = []
    for line in open(sys.argv[3]):
        heads = json.loads(line)["heads"]
        of_model = seen.pop(heads[0]["site"])
        assert len(heads) <= len(of_model)  # fewer, where all have halted
        apart += [difference(head, *own) for head, own in zip(heads, of_model)]
    assert apart and not seen, f"nobody looked at {sorted(seen)}"
    print(f"{len(apart)} heads, {max(apart):.1e} apart at most")
    sys.exit(not max(apart) <= TOLERANCE)


if __name__ == "__main__":
    main()
