#!/usr/bin/env python3
"""The scores of SQuAD by another program: the rules of the official scripts in
Python, on whose strings and regular expressions they depend.

    squad_scores.py RULES DATA               the made-up predictions of
                                             tests/unit/tasks/span/test_squad_score
    squad_scores.py RULES DATA PREDICTIONS   a file {"id": "text", ...}

RULES is 1.1 or 2.0; DATA a file of SQuAD's layout, plain, .gz or .xz.  Prints
questions, exact match and F1 with all digits.

The official scripts gave the same digits, for each question and in total, for
the output of `codarun data predictions` for trained models, and for made-up
answers: empty, white space, only articles and marks, whole contexts, every code
point between letters.  They were run with Python 3.11, whose Unicode is 14.0:

  evaluate-v2.0.py  GitHub rajpurkar/SQuAD-explorer, commit eee5fdbf
    sha256 710840ce2c2c61716334c056777032f24660b83eb9869a451036e6a24d8103c4
  evaluate-v1.1.py  from GitHub yhc1/QANet, commit 8107d223
    sha256 f5a673dbbd173e29e9ea38f1b2091d883583b77b3a4c17144b223fb0f2f9bd09
  AvNA              compute_avna() in util.py of GitHub chrischute/squad, commit
                    85623ad3; EM and F1 of that file differ from the official
                    ones if a right answer has only articles and marks

To repeat it with either script and an unpacked file:

    xz -dc dev-v2.0.json.xz >dev.json
    codarun data predictions RESULTS >said.json
    python3 evaluate-v2.0.py dev.json said.json
    python3 squad_scores.py 2.0 dev.json said.json

From Python 3.12 on sum(), by which evaluate-v2.0.py adds up F1, corrects for
rounding, so its last digit may differ.
"""
import collections
import gzip
import json
import lzma
import re
import string
import sys


def read(path):
    opened = {"gz": gzip.open, "xz": lzma.open}.get(path.split(".")[-1], open)
    with opened(path, "rt", encoding="utf-8") as f:
        return json.load(f)


def normal(text):
    text = "".join(c for c in text.lower() if c not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", text).split())


def f1(rules, prediction, right):
    p, r = normal(prediction).split(), normal(right).split()
    if rules == "2.0" and not (p and r):
        return int(p == r)
    same = sum((collections.Counter(p) & collections.Counter(r)).values())
    if same == 0:
        return 0
    precision, recall = 1.0 * same / len(p), 1.0 * same / len(r)
    return (2 * precision * recall) / (precision + recall)


def score(rules, prediction, rights):
    if rules == "2.0":
        rights = [r for r in rights if normal(r)] or [""]
    return (max((int(normal(prediction) == normal(r)) for r in rights),
                default=0),
            max((f1(rules, prediction, r) for r in rights), default=0))


def made_up(i, context, rights):
    first = rights[0] if rights else ""
    words = context.split(" ")
    at = i * 7919 % len(words)
    return [first, " ".join(words[at:at + 1 + i % 4]), "The " + first + ".",
            first.split(" ")[0], ""][i % 5]


def main():
    rules, data = sys.argv[1], read(sys.argv[2])
    said = read(sys.argv[3]) if len(sys.argv) > 3 else None
    n = exact = total = 0
    for article in data["data"]:
        for paragraph in article["paragraphs"]:
            for q in paragraph["qas"]:
                rights = [a["text"] for a in q["answers"]]
                if said is None:
                    text = made_up(n, paragraph["context"], rights)
                elif q["id"] in said:
                    text = said[q["id"]]
                elif rules == "2.0":
                    continue
                else:
                    n += 1
                    continue
                e, f = score(rules, text, rights)
                n, exact, total = n + 1, exact + e, total + f
    print(n, repr(100.0 * exact / n), repr(100.0 * total / n))


if __name__ == "__main__":
    main()
