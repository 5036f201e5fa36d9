#!/usr/bin/env python3
"""The scores of translations by another program, sacreBLEU (pip install
sacrebleu), for the comparison in tests/unit/engine/metric/test_bleu.

    sacre_scores.py SAID RIGHT

Both files have the same number of lines.  Prints with all digits, one a line:
BLEU with the tokens 13a, none and char, and with 13a in lower case; chrF,
chrF++, and chrF in lower case.

sacreBLEU itself can score the output of `codarun data predictions RESULTS` for
the task mt:

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
