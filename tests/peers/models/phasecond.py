"""The phase conductor in NumPy.  export_same.py says what for."""

from export_layers import highway
from export_readers import beside, encode, fused, point, to_itself, to_question


def scores(x, document, query):
    h, u, v = encode(x, document, query)
    layers = []
    for i in range(x.whole("model.question_layers")):
        seen = to_question(x, h, u, v, f"question.{i}")
        if x.flag("model.question_fusion"):
            seen = fused(x, h, seen, f"question.{i}")
        layers.append(seen)
        h = seen
    h = highway(x, beside(*layers), "outer")
    for i in range(x.whole("model.self_layers")):
        h = fused(x, h, to_itself(x, h, f"self.{i}"), f"self.{i}")
    return point(x, highway(x, h, "final"), u)
