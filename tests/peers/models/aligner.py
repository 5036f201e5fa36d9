"""The iterative aligner in NumPy.  export_same.py says what for."""

from export_layers import lstm
from export_readers import encode, fused, point, to_itself, to_question


def scores(x, document, query):
    h, u, v = encode(x, document, query)
    for i in range(x.whole("model.hops")):
        seen = to_question(x, h, u, v, f"question.{i}")
        h = fused(x, h, seen, f"question.{i}")
        h = fused(x, h, to_itself(x, h, f"self.{i}"), f"self.{i}")
        if x.flag("model.aggregate"):
            h = lstm(x, h, f"aggregate.{i}")
    return point(x, h, u)
