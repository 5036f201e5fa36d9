"""check.py WHAT SCHEMA ...: is the JSON Schema of experiment files right?

  whole SCHEMA                      it is a schema, and complete
  files SCHEMA FILE...              it accepts experiments, and the YAML of pages
  kinds SCHEMA CODARUN              it has the fields that `data kinds` lists
  fields SCHEMA TAKE PORTION        it agrees with TAKE about fields with right
                                    and wrong values; each PORTIONth is tested
  sections SCHEMA TAKE              the same for sections that are not tables of
                                    fields
  mutants SCHEMA TAKE NUMBER FILE...
                                    it accepts the same random mutants of FILEs
                                    as TAKE

TAKE is tests/cli/take_experiments, which reads files as codarun does.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import jsonschema

import fields as every_field
import mutants as at_random
import sections as by_hand
import yaml_core

wrong = []


def fail(text):
    wrong.append(text)


def validator(schema):
    return jsonschema.Draft7Validator(schema)


def complaint(check, document):
    """The first error of the document, or None."""
    for e in check.iter_errors(document):
        return "%s: %s" % (".".join(map(str, e.absolute_path)), e.message[:200])
    return None


def take(program, documents):
    """codarun's answer for each: "taken" or the error.  JSON is also YAML."""
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, "%d.yaml" % i)
                 for i in range(len(documents))]
        for name, document in zip(names, documents):
            with open(name, "w") as f:
                json.dump(document, f)
        with open(os.path.join(folder, "list"), "w") as f:
            f.writelines(name + "\n" for name in names)
        said = subprocess.run([program, os.path.join(folder, "list")],
                              stdout=subprocess.PIPE, text=True, check=True)
    lines = said.stdout.splitlines()
    assert len(lines) == len(documents), "not a line for each file"
    return [re.sub(r"^\S*/\d+\.yaml: ", "", line) for line in lines]


# --- the schema by itself ----------------------------------------------------


def refs_of(part):
    """All values of $ref in it."""
    if isinstance(part, dict):
        if "$ref" in part:
            yield part["$ref"]
        for value in part.values():
            yield from refs_of(value)
    elif isinstance(part, list):
        for value in part:
            yield from refs_of(value)


def whole(schema):
    jsonschema.Draft7Validator.check_schema(schema)
    refs = set(refs_of(schema))
    for ref in refs:
        at = schema
        for name in ref[2:].split("/"):
            at = at.get(name) if isinstance(at, dict) else None
        if at is None:
            fail("nothing stands at " + ref)
    used = {ref.split("/")[2] for ref in refs}
    for name, part in schema["definitions"].items():
        if name not in used:
            fail("nobody refers to " + name)
        if "properties" in part and \
                part.get("additionalProperties") is not False:
            fail(name + ": it takes what it does not know")


def blocks_of(page):
    """The YAML in a page of Markdown."""
    return re.findall(r"^```yaml\n(.*?)^```", page, re.M | re.S)


def check_block(schema, name, document):
    """A whole experiment, or sections of one."""
    part = dict(schema)
    if "name" not in document:
        document = {k: v for k, v in document.items()
                    if k in schema["properties"]}
        del part["required"], part["allOf"]
    said = complaint(validator(part), document)
    if said:
        fail("%s: %s" % (name, said))


def files(schema, *names):
    for name in names:
        with open(name) as f:
            text = f.read()
        page = name.endswith(".md")
        for block in blocks_of(text) if page else [text]:
            document = yaml_core.load(block)
            if not page and "name" not in document:
                fail(name + ": it is no experiment")
            if isinstance(document, dict):
                check_block(schema, name, document)


def fields_listed(text):
    """The fields printed by `codarun data kinds NAME`: (sort, kind), name, type
    and default of each."""
    of = None
    for line in text.splitlines():
        head = re.match(r"(\w+) (\w+): ", line)
        column = re.split(r"  +", line.strip())
        of = head.groups() if head else of
        if of and line.startswith("    ") and len(column) > 3:
            yield of, column[0], column[1], column[2]


def said_of(field):
    """Type and default of a schema's field, in the form of `data kinds`."""
    default = field.get("default", "required")
    types = field.get("type")
    if types in ("integer", "number"):
        return ("%s, %r to %r" % ("whole number" if types == "integer" else
                                  "number", float(field["minimum"]),
                                  float(field["maximum"])),
                repr(float(default)))
    if types == "boolean":
        return "true | false", str(default).lower()
    if "enum" in field:
        return (" | ".join(c for c in field["enum"] if isinstance(c, str)),
                default)
    if "allOf" in field:
        return "kind", default
    if not {"string", "number", "boolean", "null"} <= set(types):
        return types, default
    if "array" in types:
        return "text or list of texts", "[]"
    return "text", default if default == "required" else json.dumps(default)


def listed_as(kind_of, default):
    """The same for a line of `data kinds`, with numbers in Python's form."""
    number = re.match(r"((?:whole )?number), (\S+) to (\S+)$", kind_of)
    if number:
        return ("%s, %r to %r" % (number.group(1), float(number.group(2)),
                                  float(number.group(3))),
                repr(float(default)))
    if kind_of.startswith("{kind:"):
        return "kind", default
    if kind_of == "text" and default != "required":
        return kind_of, json.dumps(json.loads(default))
    return kind_of, default


def field_of(schema, of, kind, name):
    """The field of the schema with a name, X.FIELD beside the kinds of X."""
    name, _, beside = name.partition(".")
    at = schema["definitions"]
    at = at.get(kind if of == "section" else "%s:%s" % (of, kind), {})
    at = at.get("properties", {}).get(name)
    if at and beside:
        place = at["allOf"][0]["$ref"].split("/")[-1]
        at = schema["definitions"][place + ".fields"]["properties"].get(beside)
    return at


def kinds(schema, codarun):
    def say(*words):
        return subprocess.run([codarun, "data", "kinds", *words],
                              stdout=subprocess.PIPE, text=True,
                              check=True).stdout

    sorts = [s for s in re.findall(r"^(\w+) ", say(), re.M)
             if s not in ("section", "codarun")]
    named = [name for sort in sorts
             for name in re.findall(r"^%s (\w+): " % sort, say(sort), re.M)]
    seen = set()
    for name in sorted(set(named)) + ["train", "run"]:
        for (of, kind), field, kind_of, default in fields_listed(say(name)):
            at = field_of(schema, of, kind, field)
            seen.add((of, kind, field))
            if not at:
                fail("%s %s: no field %s" % (of, kind, field))
            elif said_of(at) != listed_as(kind_of, default):
                fail("%s %s: %s: %s and %s" %
                     (of, kind, field, said_of(at), listed_as(kind_of, default)))
    if len(seen) < 400:
        fail("only %d fields were seen" % len(seen))


# --- beside the program ------------------------------------------------------


# What says that a value is none of the field's, whatever others there are.
OF_THE_FIELD = re.compile(r"unknown (field|section)|expected (-?[0-9.e+-]+ to |"
                          r"one of (?!them)|a (whole )?number|true or false|a text)")


def compare(schema, program, right, cases_wrong, least):
    """Pairs (title, document).  The schema accepts right documents; codarun
    does too, unless several fields do not fit together.  Neither accepts wrong
    ones."""
    check = validator(schema)
    said = take(program, [d for _, d in right + cases_wrong])
    both = 0
    for (title, document), answer in zip(right, said):
        why = complaint(check, document)
        if why:
            fail("right, the schema refuses it: %s: %s" % (title, why))
        if OF_THE_FIELD.search(answer):
            fail("right, codarun refuses it: %s: %s" % (title, answer))
        both += answer == "taken" and not why
    for (title, document), answer in zip(cases_wrong, said[len(right):]):
        if answer == "taken":
            fail("wrong, codarun takes it: " + title)
        if not complaint(check, document):
            fail("wrong, the schema takes it: %s (%s)" % (title, answer))
    print("%d right, %d of them taken by both; %d wrong" %
          (len(right), both, len(cases_wrong)))
    if both < least or len(cases_wrong) < 2 * least:
        fail("too few cases")


def fields(schema, program, portion):
    bases = every_field.bases(schema, lambda d: take(program, d))
    right, bad = every_field.of_fields(schema, bases)
    # Every field has a right and a wrong one of these.
    portion = int(portion)
    compare(schema, program, right[::portion], bad[::portion], 100)


def sections(schema, program):
    right, bad = by_hand.of_sections()
    compare(schema, program, right, bad, 50)


def no_trial_has(document, path):
    """The file's own kind, when the sweep names other kinds."""
    field = ".".join(map(str, path)).replace(".kind", "")
    return '"%s' % field in json.dumps(document.get("sweep", {}))


def mutants(schema, program, number, *names):
    pick = random.Random(1)
    documents = []
    for name in names:
        with open(name) as f:
            documents.append(yaml_core.load(f.read()))
    made = [at_random.mutant(pick, schema, documents)
            for _ in range(int(number))]
    check = validator(schema)
    taken = 0
    for document, answer in zip(made, take(program, made)):
        if answer != "taken":
            continue
        taken += 1
        for e in check.iter_errors(document):
            if not no_trial_has(document, e.absolute_path):
                fail("codarun takes it, the schema does not: %s: %s" %
                     (complaint(check, document), json.dumps(document)))
            break
    print("%d of %s are taken" % (taken, number))
    if taken < int(number) // 10:
        fail("too few are taken")


if __name__ == "__main__":
    with open(sys.argv[2]) as f:
        globals()[sys.argv[1]](json.load(f), *sys.argv[3:])
    for line in wrong[:20]:
        print(line)
    sys.exit(bool(wrong))
