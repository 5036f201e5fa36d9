"""Each field of each kind with right and wrong values, taken from the JSON
Schema."""
from edit import put

TRAIN = {"epochs": 1, "batch": 4}


def names(schema, sort):
    return schema["definitions"][sort + ".name"]["enum"]


def whole(kind):
    """A mapping of the kind, with the required fields of a task."""
    return {"kind": kind, "train": "train.txt"}


def pairs(schema, take):
    """Tasks and models that fit together according to codarun."""
    tasks = {t: whole(t) for t in names(schema, "task")}
    for t, task in tasks.items():
        required = schema["definitions"]["task:" + t]["properties"]
        if "minLength" not in required.get("train", {}):
            del task["train"]
    made = [{"name": "x", "task": tasks[t], "model": {"kind": m},
             "train": TRAIN}
            for t in tasks for m in names(schema, "model")]
    return [d for d, said in zip(made, take(made)) if said == "taken"]


def bases(schema, take):
    """(title, definition, document, path of the mapping) of every kind."""
    found = pairs(schema, take)
    out, seen = [], set()

    def add(name, document, path):
        if name not in seen:
            seen.add(name)
            out.append((name, schema["definitions"][name], document, path))

    for d in found:
        add("task:" + d["task"]["kind"], d, ("task",))
        add("model:" + d["model"]["kind"], d, ("model",))
    transformer = next(d for d in found if d["model"]["kind"] == "transformer")
    add("train", transformer, ("train",))
    add("run", put(transformer, ("run",), {}), ("run",))
    for name in schema["definitions"]:
        sort, _, kind = name.partition(":")
        place = {"attention": ("model", "attention"),
                 "attention.placed.unset": ("model", "encoder_attention"),
                 "optimizer": ("train", "optimizer"),
                 "average": ("train", "average"),
                 "method": ("sweep", "method"),
                 "scheduler": ("sweep", "scheduler")}.get(sort)
        if kind and place:
            d = put(transformer, place, {"kind": kind})
            if sort == "method" and kind != "grid":
                d = put(d, ("sweep", "trials"), 3)
            if place[0] == "sweep":
                d = put(d, ("sweep", "parameters", "train.learning_rate"),
                        [0.1, 0.2])
            add(name, d, place)
        elif kind and name not in seen and ".part" not in sort:
            raise ValueError("no place is known for " + name)
    return out


def values(schema, field):
    """Right values of a field and wrong ones."""
    if "$ref" in field:
        _, _, mapping, _, name = field["$ref"].split("/")
        field = schema["definitions"][mapping]["properties"][name]
    types = field.get("type", [])
    if "allOf" in field:
        ref = field["allOf"][0]["$ref"].split("/")[-1]
        named = schema["definitions"][ref]["else"]["$ref"].split("/")[-1]
        kinds = schema["definitions"][named]["enum"]
        return (kinds + [{"kind": k} for k in kinds],
                ["no such", 5, True, None, ["softmax"], {"kind": "no such"},
                 {"kind": kinds[-1], "no_such": 1}])
    if "enum" in field:
        return field["enum"], ["no such", 12345, None, field["enum"][:1], {}]
    if types in ("integer", "number"):
        least, most = field["minimum"], field["maximum"]
        return ([field["default"], least, most],
                [least - 1, 2 * most + 1, "text", str(most), True, None, [1],
                 {}] + [0.5] * (types == "integer"))
    if types == "boolean":
        return [True, False], ["true", 1, "yes", None, [True], {}]
    many = "array" in types
    return (["a text", 5, True] + [["a", "b"]] * many + [[]] * many,
            [{}, {"a": 1}] + ([[["a"]]] if many else [["a"]]))


def others(schema, name):
    """A field that kinds of the same sort have, and this one has not."""
    sort = name.partition(":")[0]
    own = schema["definitions"][name]["properties"]
    every = schema["definitions"].get(sort + ".fields", {}).get("properties", {})
    return [f for f in every if f not in own][:3]


def of_fields(schema, found):
    right, wrong = [], []
    for name, definition, document, path in found:
        for field, takes in definition["properties"].items():
            if field == "kind":
                continue
            good, bad = values(schema, takes)
            for to, some in ((right, good), (wrong, bad)):
                to += [("%s: %s: %s: %r" % (name, path, field, v),
                        put(document, path + (field,), v)) for v in some]
            wrong.append(("%s: %sx" % (name, field),
                          put(document, path + (field + "x",), 1)))
        for field in others(schema, name) + ["no_such"]:
            wrong.append(("%s: %s" % (name, field),
                          put(document, path + (field,), 1)))
    return right, wrong
