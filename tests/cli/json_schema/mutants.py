"""Experiments with something taken away, put, renamed or brought from another,
at random."""
import copy

VALUES = [None, True, False, 0, 1, -1, 0.5, 1e-3, 1e9, 1.0, "", "a", "unset",
          "softmax", "coda", "transformer", "decatt", "adam", "grid", "random",
          [], [1, 2], ["a"], {"kind": "coda"}, {"kind": "softmax", "beta": 1},
          {"kind": "coda", "beta": 0.5}, "0-1", "null", "true",
          {"min": 0.1, "max": 0.5}, {"min": 1, "max": 3}, {"values": [1, 2]},
          {"mean": 0.2, "deviation": 0.1}]


def paths(part, path=()):
    if path:
        yield path
    items = part.items() if isinstance(part, dict) else \
        enumerate(part) if isinstance(part, list) else ()
    for name, value in items:
        yield from paths(value, path + (name,))


def at(document, path):
    for name in path:
        document = document[name]
    return document


def alter(pick, names, document, documents):
    """Take away, put, rename or bring from another."""
    path = pick.choice(list(paths(document)))
    parent, name = at(document, path[:-1]), path[-1]
    how = pick.randrange(5)
    if how == 0:
        del parent[name]
    elif how == 1:
        parent[name] = copy.deepcopy(pick.choice(VALUES))
    elif how == 2 and isinstance(parent, dict):
        parent[name + "x"] = parent.pop(name)
    elif how == 3:
        other = pick.choice(documents)
        parent[name] = copy.deepcopy(
            at(other, pick.choice(list(paths(other)))))
    else:
        swept = document.get("sweep")
        if isinstance(swept, dict) and isinstance(swept.get("parameters"), dict):
            swept["parameters"][pick.choice(names)] = [
                copy.deepcopy(pick.choice(VALUES))]


def mutant(pick, schema, documents):
    document = copy.deepcopy(pick.choice(documents))
    for _ in range(pick.choice([1, 1, 1, 2, 3])):
        if document:
            alter(pick, schema["definitions"]["swept.name"]["enum"], document,
                  documents)
    return document
