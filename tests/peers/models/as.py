"""The Attention Sum Reader in NumPy.  export_same.py says what for."""

from export_layers import ends, gru


def scores(x, document, query):
    d, q = (
        gru(x, x.w["embedding"][side.tokens], name, x.config["model.reset"])
        for side, name in ((document, "document"), (query, "query"))
    )
    return d @ ends(q)
