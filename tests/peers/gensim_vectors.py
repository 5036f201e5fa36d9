#!/usr/bin/env python3
"""Do codarun's vectors agree with gensim's as well as vectors of different
gensim seeds agree with each other?

    gensim_vectors.py TEXT VECTORS...
    gensim_vectors.py --learn TEXT WIDTH SEED FILE

TEXT has one sentence a line, with blanks between words.  gensim (4.0 or later)
learns from it with the settings of word2vec, four times.  The agreement of two
tables is the share of equal words among the ten nearest of a word, on average
over the 500 most frequent words; the nearest are sought among the 5,000 most
frequent.  The status is 1 if VECTORS agree with gensim's by 2 points less than
gensim's with each other.

The second form writes vectors by gensim, of every word of TEXT, as a file that
the field task.vectors reads.
"""
import itertools
import sys

import numpy as np
from gensim.models import Word2Vec

SEEDS = range(1, 5)
WORDS, AMONG, NEAREST = 500, 5000, 10
LEAST = -0.02


def read(path):
    with open(path, encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split(" ") for line in lines]
    return {row[0]: np.array(row[1:], dtype=float) for row in rows}


def learn(path, seed, width=100, min_count=5):
    with open(path, encoding="utf-8") as text:
        sentences = [line.rstrip("\n").split(" ") for line in text]
    model = Word2Vec(sentences, vector_size=width, window=5,
                     min_count=min_count, sg=1, hs=0, negative=5, sample=1e-3,
                     workers=1, seed=seed, epochs=5, alpha=.025,
                     min_alpha=.0001)
    return {word: model.wv[word] for word in model.wv.index_to_key}


def nearest(table, words):
    rows = np.stack([table[word] for word in words])
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    cosines = rows[:WORDS] @ rows.T
    np.fill_diagonal(cosines, -2)
    return [set(row[:NEAREST]) for row in np.argsort(-cosines, axis=1)]


def agreement(one, other):
    """For each word the share of nearest words that both tables have."""
    return np.array([len(a & b) / NEAREST for a, b in zip(one, other)])


if sys.argv[1] == "--learn":
    table = learn(sys.argv[2], int(sys.argv[4]), int(sys.argv[3]), 1)
    with open(sys.argv[5], "w", encoding="utf-8") as file:
        for word, row in table.items():
            print(word, *("%.6g" % x for x in row), file=file)
    sys.exit()
tables = [learn(sys.argv[1], seed) for seed in SEEDS]
words = list(tables[0])[:AMONG]
peers = [nearest(table, words) for table in tables]
own = np.mean([agreement(*pair)
               for pair in itertools.combinations(peers, 2)], axis=0)
print(f"gensim's seeds agree in {100 * own.mean():.1f} %")
failed = False
for path in sys.argv[2:]:
    seen = nearest(read(path), words)
    less = np.mean([agreement(seen, peer) for peer in peers], axis=0) - own
    print(f"{path} with gensim in {100 * (own + less).mean():.1f} %, "
          f"difference {100 * less.mean():+.1f}, standard error "
          f"{100 * less.std() / WORDS ** .5:.1f}")
    failed |= less.mean() < LEAST
sys.exit(1 if failed else 0)
