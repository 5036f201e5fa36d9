"""Copies of experiments with one change."""
import copy


def put(document, path, value):
    """A copy with a value at a path; missing mappings on the path are made."""
    whole = copy.deepcopy(document)
    at = whole
    for name in path[:-1]:
        if not isinstance(at, list):
            at.setdefault(name, {})
        at = at[name]
    at[path[-1]] = value
    return whole


def without(document, path):
    whole = copy.deepcopy(document)
    at = whole
    for name in path[:-1]:
        at = at[name]
    del at[path[-1]]
    return whole
