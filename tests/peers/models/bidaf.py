"""BiDAF in NumPy.  export_same.py says what for."""

from arrays import numpy

from export_attention import softmax
from export_layers import linear, lstm
from export_readers import beside, flow, project


def scores(x, document, query):
    forget = 1.0 if x.config["model.start"] == "tensorflow" else 0.0
    c, q = (lstm(x, project(x, s), "encode", forget) for s in (document, query))
    g = flow(x, c, q)
    m = end = lstm(x, g, "model", forget)
    start = linear(x, beside(g, m), "start")
    if x.config["model.end"] == "pointer":
        a = numpy.broadcast_to(softmax(start[:, 0]) @ m, m.shape)
        end = beside(g, m, a, m * a)
    end = lstm(x, end, "last", forget)
    return beside(start, linear(x, beside(g, end), "end"))
