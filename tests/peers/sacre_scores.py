#!/usr/bin/env python3
"""The scores of translations by another hand: sacreBLEU's (pip install
sacrebleu), for what tests/unit/engine/metric/test_bleu compares.

    sacre_scores.py SAID RIGHT

Both are files of as many lines.  Prints with every digit, a line each: BLEU by
the tokens 13a, none and char, and by 13a where letters are made small; chrF,
chrF++, and chrF where letters are made small.

What `codarun data predictions RESULTS` writes of the task mt can be scored by
sacreBLEU itself:

    codarun data predictions RESULTS --split test >said
    sacrebleu RIGHT -i said -m bleu chrf -w 4
"""
import sys

from sacrebleu.metrics import BLEU, CHRF


def lines(path):
    with open(path, encoding="utf-8", newline="\n") as f:
        return f.read().split("\n")[:-1]


def main():
    said, right = lines(sys.argv[1]), lines(sys.argv[2])
    for metric in [BLEU(tokenize="13a"), BLEU(tokenize="none"),
                   BLEU(tokenize="char"), BLEU(lowercase=True),
                   CHRF(), CHRF(word_order=2), CHRF(lowercase=True)]:
        print(repr(float(metric.corpus_score(said, [right]).score)))


if __name__ == "__main__":
    main()
