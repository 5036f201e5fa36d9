"""Right and wrong sections of experiments: what is no table of fields."""
from edit import put, without

TRAIN = {"epochs": 1, "batch": 4}

BASE = {
    "name": "base",
    "task": {"kind": "mlu", "low": 0, "high": 20, "examples": 500,
             "valid_examples": 50, "test_examples": 100},
    "model": {"kind": "transformer", "attention": {"kind": "softmax"}},
    "train": TRAIN,
    "run": {"keep": "best"},
    "sweep": {
        "method": "random", "trials": 4, "seed": 1, "repeats": 2,
        "goal": {"maximize": "valid.accuracy"},
        "scheduler": {"kind": "halving", "eta": 3},
        "variants": {"one": {}, "two": {"model": {"dropout": 0.2}}},
        "parameters": {
            "variant": ["one", "two"],
            "model.attention.kind": ["softmax", "coda"],
            "model.attention.beta": {
                "min": 0.1, "max": 10, "scale": "log",
                "when": {"model.attention.kind": "coda"}},
            "train.learning_rate": {"mean": 1e-3, "deviation": 3,
                                    "scale": "log"},
            "train.batch": [16, 32], "train.warmup": [500, 250]},
        "zip": [["train.batch", "train.warmup"]],
        "rules": ["train.batch * train.warmup <= 9600"]},
    "published": [{"where": {"model.attention.kind": "coda"},
                   "test.accuracy": 80.5, "source": "a paper"}],
}
S, P = ("sweep",), ("sweep", "parameters")
V = ("sweep", "variants", "two")
RATE, BATCH = P + ("train.learning_rate",), P + ("train.batch",)
BETA = P + ("model.attention.beta",)
PUBLISHED = ("published", 0)

RIGHT = [
    (("name",), v) for v in ("a", "A-1_b.c", 5, True, "x" * 100)
] + [
    (("task",), "mlu"), (("model",), "transformer"), (("train", "optimizer"),
                                                      "sgd"),
    (("train", "optimizer"), {"beta1": 0.8}), (("run",), {}),
    (("published",), []), (S + ("method",), {"kind": "random"}),
    (S + ("method",), "sobol"), (S + ("scheduler",), "none"),
    (S + ("scheduler",), "median"), (S + ("trials",), 1),
    (S + ("trials",), 9), (S + ("seed",), 0), (S + ("repeats",), 1),
    (S + ("goal",), {"minimize": "valid.accuracy"}), (S + ("rules",), []),
    (S + ("zip",), []), (V, {}), (V, {"model.dropout": 0.1}),
    (V, {"model": {"attention": "coda"}}), (V, {"train": {}}),
    (V, {"train": {"optimizer": {"kind": "adam", "beta1": 0.5}}}),
    (V, {"train": {"optimizer.beta1": 0.5}}), (V, {"train.epochs": 3}),
    (V, {"model.kind": "universal"}), (V, {"model": "universal"}),
    (V, {"train.optimizer": "adamax"}), (V, {"task": {"high": 30}}),
    (V, {"model.encoder_attention": {"kind": "coda", "heads": 2}}),
    (V, {"model": {"encoder_attention.kind": "coda"}}),
    (V, {"model": {"kind": "universal", "steps": 2}}),
    (RATE, [0.1]), (RATE, {"min": 1e-4, "max": 1e-2}),
    (RATE, {"min": 0, "max": 1, "step": 0.25}),
    (RATE, {"values": [0.1, 0.2]}), (RATE, {"mean": 0.1, "deviation": 0.01}),
    (RATE, {"mean": 0.1, "deviation": 0.1, "min": 0, "max": 1}),
    (BETA + ("when",), {"model.attention.kind": ["coda"]}),
    (BETA + ("when",), {"model.attention": "coda"}),
    (P + ("model.pooling",), ["mean"]),
    (P + ("model.layers",), {"min": 1, "max": 4}),
    (P + ("model.layers",), {"min": 1, "max": 4, "whole": True}),
    (P + ("model.encoder_attention.kind",), ["unset", "coda"]),
    (P + ("model.encoder_attention",), ["unset", {"kind": "coda", "beta": 2}]),
    (P + ("train.optimizer",), ["sgd", {"kind": "adam", "beta1": 0.8}]),
    (P + ("train.optimizer.kind",), ["sgd"]),
    (PUBLISHED + ("where",), {}), (PUBLISHED + ("where",), {"variant": "one"}),
    (PUBLISHED + ("where",), {"model.attention": "coda"}),
    (PUBLISHED + ("where",), {"task.kind": "mlu", "train.seed": 1}),
    (PUBLISHED + ("valid.accuracy",), 3), (PUBLISHED + ("source",), 2019),
]

WRONG = [
    (("name",), v) for v in ("", "a b", ".a", "x" * 101, [], {}, "a/b", "é")
] + [
    (("task",), v) for v in ("no such", None, 5, ["mlu"], {}, {"high": 3})
] + [
    (("model",), v) for v in ("no such", None, 5, ["transformer"],
                              {"kind": "no such"}, {"kind": None})
] + [
    (("train",), v) for v in (None, 5, [], "adam", {"optimizer": {"kind": 1}})
] + [
    (("run",), v) for v in (None, [], "best", {"keep": "no such"})
] + [
    (("published",), v) for v in (None, {}, "x", [None], [{}], ["x"])
] + [
    ((section,), {}) for section in
    ("tasks", "Model", "training", "sweeps", "publish", "schema", "seed")
] + [
    (S, v) for v in (None, [], "grid", 5)
] + [
    (S + ("method",), v) for v in
    ("no such", None, {}, {"kind": "no such"}, {"seed": 3}, ["random"], "grid",
     {"kind": "random", "round": 3})
] + [
    (S + ("scheduler",), v) for v in
    ("no such", None, {}, {"kind": "no such"}, {"eta": 3}, [],
     {"kind": "halving", "eta": "x"}, {"kind": "none", "eta": 3})
] + [
    (S + ("trials",), v) for v in (0, -1, 1000001, 1.5, "5", None, [3])
] + [
    (S + ("repeats",), v) for v in (0, -1, 1000001, 1.5, "5", None)
] + [
    (S + ("seed",), v) for v in (-1, 0.5, 2 ** 54, "1", None)
] + [
    (S + ("goal",), v) for v in
    ({}, None, "valid.accuracy", {"maximise": "valid.accuracy"},
     {"maximize": "test.accuracy"}, {"maximize": "valid.map"},
     {"maximize": None},
     {"maximize": "valid.accuracy", "minimize": "valid.accuracy"})
] + [
    (S + ("rules",), v) for v in
    ("train.batch > 1", None, {}, [None], [["a"]], [{}], [5])
] + [
    (S + ("zip",), v) for v in
    ("a", {}, [["train.batch"]], ["train.batch", "train.warmup"], [{}],
     [["train.batch", "train.warmups"]], [["train.batch", 5]])
] + [
    (S + (key,), 1) for key in ("trial", "parameter", "variant", "goals", "rule")
] + [
    (S + ("variants",), v) for v in
    (None, {}, [], "one", {"one": None, "two": {}}, {"one": 5, "two": {}},
     {"one": [], "two": {}}, {"one": {}, "x" * 101: {}})
] + [
    (V, v) for v in
    ({"model.no_such": 1}, {"modle": {"hidden": 8}}, {"model": {"no_such": 1}},
     {"model": 5}, {"model": []}, {"task": "mlu"}, {"task": {"kind": "mlu"}},
     {"task.kind": "mlu"}, {"train": 5}, {"train": {"no_such": 1}},
     {"train": {"optimizer": "no such"}}, {"train": {"optimizer.no_such": 1}},
     {"train.optimizer": {"kind": "no such"}}, {"run.keep": "best"},
     {"model": {"kind": "universal", "pooling": 3}},
     {"model": {"kind": "decatt", "filter": 3}}, {"model.dropout": 2},
     {"model.dropout": "0.5"}, {"model.dropout": [0.5]},
     {"train.seed": 1.5}, {"model": {"encoder_attention": {"kind": "coda",
                                                           "bias": 1}}})
] + [
    (P, v) for v in
    (None, [], "x", {"hidden": [1]}, {"model.no_such": [1, 2]},
     {"task.kind": ["mlu"]}, {"model": ["decatt"]}, {"sweep.seed": [1]},
     {"run.threads": [1]}, {"train.seeds": [1]})
] + [
    (P + ("variant",), v) for v in (None, "one", [], {}, {"values": ["one"]})
] + [
    (BATCH, v) for v in
    (None, 16, "16", [], {}, [16.5], ["16"], [None], [[16]], [-1],
     {"values": 16}, {"values": []}, {"values": [16, "x"]},
     {"values": [16], "min": 1})
] + [
    (RATE, v) for v in
    ({"min": 0.1}, {"max": 0.1}, {"min": 0.1, "max": 0.2, "steps": 3},
     {"min": "0.1", "max": 0.2}, {"min": -1, "max": 1},
     {"min": 0.1, "max": 1e4}, {"min": 0.1, "max": 0.2, "scale": "logs"},
     {"min": 0.1, "max": 0.2, "step": 0}, {"min": 0.1, "max": 0.2, "step": -1},
     {"min": 0, "max": 0.2, "scale": "log"},
     {"min": 0.1, "max": 0.2, "whole": "true"},
     {"min": 0.1, "max": 0.2, "deviation": 1}, {"mean": 0.1},
     {"mean": 0.1, "deviation": 0}, {"mean": None, "deviation": 1},
     {"mean": 0.1, "deviation": 0.5, "scale": "log"},
     {"mean": -1, "deviation": 2, "scale": "log"},
     {"values": [0.1], "when": "coda"}, {"values": [0.1], "when": []},
     {"values": [0.1], "when": {"no.such": 1}},
     {"values": [0.1], "when": {"model.attention.kind": {"kind": "coda"}}},
     {"values": [0.1], "when": {"model.attention.kind": []}})
] + [
    (P + ("model.pooling",), v) for v in
    (["no such"], {"min": 0, "max": 1}, {"values": [1]})
] + [
    (P + ("train.l2_in_loss",), v) for v in ([1], ["true"], {"min": 0, "max": 1})
] + [
    (P + ("model.encoder_attention",), v) for v in
    (["no such"], [{"kind": "unset", "heads": 1}], [{"kind": "coda", "x": 1}],
     [5], [None], {"min": 0, "max": 1})
] + [
    (P + ("model.attention.kind",), v) for v in
    (["no such"], ["unset", "coda"], [{"kind": "coda"}], ["coda", 5])
] + [
    (PUBLISHED + ("where",), v) for v in
    (None, [], "coda", {"model": "transformer"}, {"model.no_such": 1},
     {"model.attention": {"kind": "coda"}}, {"run.keep": "best"},
     {"model.dropout": 3}, {"train.seed": "x"}, {"train": {"seed": 1}})
] + [
    (PUBLISHED + ("test.map",), 5), (PUBLISHED + ("accuracy",), 5),
    (PUBLISHED + ("test.accuracy",), "80"),
    (PUBLISHED + ("test.accuracy",), None),
    (PUBLISHED + ("source",), ""), (PUBLISHED + ("source",), []),
    (PUBLISHED + ("note",), "x"),
    (PUBLISHED, {"source": "a paper"}), (PUBLISHED, {"test.accuracy": 5}),
    (PUBLISHED, {"source": "a paper", "where": {}}),
]

MISSING = [("name",), ("task",), ("task", "kind"), S + ("trials",),
           PUBLISHED + ("source",), PUBLISHED + ("test.accuracy",)]
GRID = put(put(without(without(BASE, S + ("trials",)), S + ("seed",)),
               S + ("method",), "grid"), P, {"train.seed": [1, 2]})


def of_grids():
    plain = without(GRID, S)
    plain = without(without(plain, PUBLISHED + ("where",)), ("published",))
    right = [put(without(GRID, S + ("method",)), ("run",), {}), plain]
    wrong = [put(GRID, S + ("trials",), 3), put(GRID, S + ("seed",), 3),
             put(GRID, P + ("train.l2",), {"min": 0, "max": 1}),
             without(plain, ("model",)), put(plain, ("model",), {}),
             without(plain, ("model", "kind")),
             put(plain, ("task",), "nli"), put(plain, ("task",),
                                               {"kind": "nli"})]
    return [[("grid %d" % i, d) for i, d in enumerate(some)]
            for some in (right, wrong)]


def of_sections():
    right, wrong = of_grids()
    base = put(without(without(without(BASE, S + ("zip",)), S + ("rules",)),
                       S + ("scheduler",)), ("train", "schedule"), "constant")
    for to, cases in ((right, RIGHT), (wrong, WRONG)):
        to += [("%s = %r" % (".".join(map(str, path)), value),
                put(base, path, value)) for path, value in cases]
    wrong += [("no " + ".".join(map(str, path)), without(base, path))
              for path in MISSING]
    right.append(("base", BASE))
    return right, wrong
