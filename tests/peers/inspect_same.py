"""What `codarun inspect` shows of attentions, computed again in NumPy from what
`codarun export` wrote.

    codarun export results/squad -o squad.npz
    codarun inspect results/squad --example 0 --site flow --format json >seen
    python3 tests/peers/inspect_same.py squad.npz texts.jsonl seen

The example is the first of the texts, which are those of export_same.py; of
models that give no sequence.  A line of `seen` is an object of inspect's, of
one site.  Prints the largest difference, and ends with status 1 where it is above
1e-4.  Needs what export_same.py does.
"""

import json
import sys
from collections import defaultdict

from export_attention import Attention
from export_file import Export
from export_same import TOLERANCE, scores, sides, token_scores


def attentions(x, text):
    """By site what attends there, pass after pass and head after head."""
    seen, weights = defaultdict(list), Attention.weights

    def noted(attention, pairs):
        seen[attention.site].append((attention, pairs))
        return weights(attention, pairs)

    Attention.weights = noted
    if x.about["head"] == "span":
        text = json.loads(text)
        token_scores(x, *sides(x, text["context"], text["question"]))
    else:
        scores(x, text)
    Attention.weights = weights
    return seen


def difference(head, attention, pairs):
    names = ("e", "f_e", "n", "gate", "m", "m_columns")
    parts = attention.parts(pairs)
    return max(
        float(abs(parts[name] - head[name]).max())
        for name in names
        if name in head
    )


def main():
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
