"""files.py SWEEP PAGE FILE...: check that every object of the files is in the
page's tables, with its type and rank; that every row of the page, except rare
ones, is in some file; and that the page agrees with SWEEP's /schema.  `files.py
SWEEP` prints the page's tables."""
import json
import re
import sys

import h5py

KINDS = ["result", "state", "sweep", "export", "inspect", "table",
         "history"]
# Objects that only other tasks or attentions write.
RARE = {"/units/SPLIT@TRAIT_words", "/arrays/NAME.e2"}
# Attributes of dimension scales in HDF5's specification.
SCALES = {"CLASS", "NAME", "DIMENSION_LIST", "REFERENCE_LIST"}


def schema(path):
    with h5py.File(path) as f:
        return [tuple(x.decode() for x in row) for row in f["schema"][:]]


def page_of(rows):
    for kind in KINDS:
        yield "## " + kind
        yield "| name | type | shape | units | meaning |"
        yield "|---|---|---|---|---|"
        for row in rows:
            if row[0] == kind:
                yield "| `%s` | %s |" % (row[1], " | ".join(row[2:]))


def pattern(name):
    return re.compile(re.sub("[A-Z]+", "[^/@:]+", re.escape(name)) + "$")


def type_of(dtype):
    return {"S": "text", "O": "text", "V": "table"}.get(dtype.kind, dtype.name)


def objects(f):
    """(name, type, rank or None) of all objects of a file."""
    found = []

    def visit(name, o):
        for a in set(o.attrs) - SCALES:
            found.append((name + "@" + a, type_of(o.attrs.get_id(a).dtype),
                          None))
        if isinstance(o, h5py.Group):
            return found.append((name, "group", None))
        found.append((name, type_of(o.dtype), o.ndim))
        for c in o.dtype.names or ():
            found.append((name + ":" + c, type_of(o.dtype[c]), o.ndim))

    visit("/", f)
    f.visititems(lambda name, o: visit("/" + name, o))
    return found


def rank(shape):
    return {None if s == "-" else 0 if s == "scalar" else s.count(" x ") + 1
            for s in shape.split(" or ")}


def kind_of(f):
    if "format" in f.attrs:
        return f.attrs["format"].decode().split()[1]
    return "inspect" if "heads" in json.loads(f["about"][()]) else "export"


def check_scales(f):
    """Both dimensions of a histogram have a scale."""
    for q in ("e", "gate", "m") if "histograms" in f else ():
        step, value = f["histograms"][q].dims
        assert (step.keys(), value.keys()) == (["step"], ["value"]), f
        assert list(step["step"]) == list(f["history"]["step"]), f
        assert abs(value["value"][0] + 1 - 1 / 64) < 1e-12, f
        assert h5py.h5ds.is_scale(f["histograms/step"].id), f


def of(rows, kind, name):
    """The first row that fits, or None."""
    return next((r for r in rows if r[0] == kind and pattern(r[1]).match(name)),
                None)


def check_words(o, prefix, row, meaning):
    """Check the description and the units of a dataset or one of its
    columns."""
    for word, right in (("description", row[5] if meaning else None),
                        ("units", row[4] if row[4] != "-" else None)):
        said = o.attrs.get(prefix + word)
        said = said if said is None else said.decode()
        assert said == right, (o, prefix + word, said, right)


def check_described(f, kind, rows):
    """Every dataset and column has the texts of its row as attributes."""
    def visit(name, o):
        if not isinstance(o, h5py.Dataset):
            return
        check_words(o, "", of(rows, kind, "/" + name), True)
        for c in o.dtype.names or ():
            check_words(o, c + "_", of(rows, kind, "/%s:%s" % (name, c)),
                        kind != "result")

    f.visititems(visit)


def check(path, rows, seen):
    with h5py.File(path) as f:
        kind = kind_of(f)
        check_scales(f)
        check_described(f, kind, rows)
        for name, dtype, dims in objects(f):
            row = of(rows, kind, name)
            assert row, "%s: %s is not on the page" % (path, name)
            assert dtype in re.split(", | or ", row[2]), (path, name, dtype)
            assert dims in rank(row[3]), (path, name, dims, row[3])
            seen.add(row)


rows = schema(sys.argv[1])
if len(sys.argv) == 2:
    print("\n".join(page_of(rows)))
    sys.exit()
page = [x for x in open(sys.argv[2]).read().splitlines()
        if x.startswith(("| ", "|-", "## "))]
for said, right in zip(page, page_of(rows)):
    assert said == right, "the page has\n%s\nexpected\n%s" % (said, right)
assert page == list(page_of(rows)), "the page is too short or too long"
seen = set()
for path in sys.argv[3:]:
    check(path, rows, seen)
missing = [r for r in rows if r not in seen and r[1] not in RARE]
assert not missing, "no file has %s" % missing
