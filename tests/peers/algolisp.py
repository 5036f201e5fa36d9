#!/usr/bin/env python3
"""Run programs with AlgoLisp's own evaluator, and write them with the results.

    algolisp.py CHECKOUT PROBLEMS RIGHT WRONG REFUSED [CHANGES [SEED]]

CHECKOUT is a copy of github.com/nearai/program_synthesis.  It runs the programs
of PROBLEMS and of a list below, and CHANGES variants of each with up to three
changes: another name, another part, or a call around a part.  RIGHT gets
problems with a test whose output is the program's result; WRONG gets programs
that fail while they run, with the output 0; REFUSED gets programs whose types
do not fit, with tests that the unchanged programs pass, but no programs with a
wrong number of arguments or unknown names.  It prints the numbers of these.

Known differences, which src/tasks/lisp/lisp.h lists, are left out.  Three
things are changed in the evaluator: answers are not cached, a dictionary is
copied before an insertion, and range is a list, as under Python 2.
"""
import collections
import copy
import importlib
import json
import random
import sys
import types

SCOPES = 2000  # that a program may open

# Arguments and a program: of types that made problems lack.
MORE = """
s:string t:string | ( str_min s ( str_max t ( str_concat s t ) ) )
s:string n:int | ( str_index n s )
s:string | ( map ( str_split s " " ) strlen )
s:string t:string | ( reduce ( str_split s t ) "" ( partial0 t str_concat ) )
w:string[] | ( reduce w "" str_concat )
w:string[] s:string | ( filter w ( partial0 s < ) )
w:string[] s:string | ( sort ( append ( reverse w ) s ) )
w:string[] n:int | ( str_concat ( deref w n ) ( head w ) )
p:bool q:bool | ( if p ( ! q ) ( || p q ) )
p:bool a:int[] n:int | ( if ( && p ( contains a n ) ) ( sort a ) ( append a n
    ) )
p:bool a:int[] | ( map a ( if p square abs ) )
p:bool n:int | ( invoke1 ( lambda1 ( if ( || p ( < arg1 2 ) ) 1 ( * arg1 (
    self ( - arg1 1 ) ) ) ) ) n )
m:int[][] n:int | ( reduce ( map m len ) n min )
m:int[][] n:int | ( int-deref ( deref m n ) n )
m:int[][] | ( len ( head ( sort m ) ) )
m:int[][] a:int[] | ( append ( tail m ) ( slice a 0 2 ) )
m:int[][] | ( map m is_sorted )
a:int[] | ( dict-keys ( reduce a ( dict-new int int ) ( partial2 1 dict-insert
    ) ) )
d:dict<int,int> | ( len ( dict-keys d ) )
d:dict<string,int> | ( map ( dict-keys d ) strlen )
d:dict<string,int> s:string | ( dict-insert d s 1 )
d:dict<string,int> s:string | ( reduce ( dict-keys ( dict-insert d s 1 ) ) s
    str_concat )
a:int[] n:int | ( invoke1 ( partial0 n ( lambda2 ( + arg1 arg2 ) ) ) ( len a )
    )
a:int[] | ( map a ( combine ( partial0 1 + ) ( combine abs square ) ) )
a:int[] n:int | ( floor ( / ( reduce a 0 + ) ( + 1 ( sqrt n ) ) ) )
a:int[] n:int | ( filter a ( lambda1 ( == n ( reduce ( range 1 arg1 ) 0 (
    lambda2 ( + arg1 arg2 ) ) ) ) ) )
x:any | x
"""


# --- programs -----------------------------------------------------------------

def tree_of(text):
    """Parse a program into lists."""
    tokens = text.replace('" "', '"_"').split()

    def part():
        token = tokens.pop(0)
        if token != "(":
            return token.replace('"_"', '" "')
        tree = []
        while tokens[0] != ")":
            tree.append(part())
        tokens.pop(0)
        return tree
    return part()


def more_problems():
    for line in MORE.replace("\n    ", " ").strip().split("\n"):
        args, _, program = line.partition(" | ")
        yield {"text": [], "short_tree": tree_of(program),
               "args": dict(a.split(":", 1) for a in args.split()),
               "return_type": "any", "tests": []}


def places(tree, at=()):
    """All places in a program."""
    yield at
    if isinstance(tree, list):
        for i, x in enumerate(tree):
            yield from places(x, at + (i,))


def get(tree, at):
    for i in at:
        tree = tree[i]
    return tree


def put(tree, at, x):
    if not at:
        return copy.deepcopy(x)
    tree = copy.deepcopy(tree)
    get(tree, at[:-1])[at[-1]] = copy.deepcopy(x)
    return tree


class Changer:
    def __init__(self, r, arity, trees):
        self.r, self.arity, self.trees = r, arity, trees

    def alike(self, tree):
        """Another function with the same number of arguments."""
        r, arity = self.r, self.arity
        at = [p for p in places(tree) if p and p[-1] == 0 and
              get(tree, p) in list(arity)]
        if not at:
            return tree
        at = r.choice(at)
        return put(tree, at, r.choice(
            [f for f in arity if arity[f] == arity[get(tree, at)]]))

    def around(self, x, names):
        """A call that has it as one of its arguments."""
        r = self.r
        f = r.choice([f for f in self.arity if self.arity[f]] + ["self"])
        tree = [f] + r.choices(names, k=self.arity.get(f, 1))
        tree[r.randrange(1, len(tree))] = copy.deepcopy(x)
        return tree

    def change(self, tree, args):
        r = self.r
        names = (list(args) * 6 + list(self.arity) +
                 ["arg1", "arg2", "self"] * 3)
        if r.random() < 0.25:
            return self.alike(tree)
        at = r.choice(list(places(tree)))
        if at and at[-1] == 0 and r.random() < 0.7:
            at = at[:-1]
        source = r.choice([tree, r.choice(self.trees)])
        return put(tree, at, r.choice([
            get(source, r.choice(list(places(source)))),
            r.choice(names), self.around(get(tree, at), names)]))


def inputs(r, args):
    """Inputs of the arguments' types, also extreme values."""
    def value(kind):
        if kind.endswith("[]"):
            return [value(kind[:-2]) for _ in range(r.choice([0, 1, 2, 3, 6]))]
        if kind.startswith("dict<"):
            key = kind[5:].split(",")[0]
            return {str(value(key)): value("int")
                    for _ in range(r.choice([0, 1, 3]))}
        if kind == "string":
            return "".join(r.choices("ab czä", k=r.choice([0, 1, 5])))
        if kind == "bool":
            return r.random() < 0.5
        if kind == "any":
            return value(r.choice(["int", "string", "int[]", "bool"]))
        return r.choice([0, 1, 2, 3, 5, 7, 12, 100, -1, -4])
    return {name: value(kind) for name, kind in args.items()}


# --- the evaluator ------------------------------------------------------------

class Different(Exception):
    """A difference that src/tasks/lisp/lisp.h lists."""


class Nothing(dict):
    """A cache that keeps nothing."""

    def __setitem__(self, key, value):
        pass


class Evaluator:
    def __init__(self, checkout):
        for name in ("program_synthesis", "program_synthesis.algolisp",
                     "program_synthesis.algolisp.dataset"):
            module = types.ModuleType(name)
            module.__path__ = [checkout + "/" + name.replace(".", "/")]
            sys.modules[name] = module
        here = "program_synthesis.algolisp.dataset."
        self.executor = importlib.import_module(here + "executor").LispExecutor()
        self.lisp = importlib.import_module(here + "code_lisp")
        self.units = self.executor.lisp_units
        self.different = False
        for module in ("code_lisp", "code_types"):
            sys.modules[here + module].print = lambda *_: None
        self.lisp.range = lambda lo, hi: list(range(lo, hi))
        self.lisp._EXECUTION_CACHE = Nothing()
        self.count_scopes()
        self.watch_units()

    def differs(self):
        self.different = True
        raise Different

    def count_scopes(self):
        enter = self.lisp.ScopeContext.enter_scope

        def counted(context, closure=False):
            self.scopes += 1
            if self.scopes > SCOPES or (closure and len(context.stack) > 110):
                self.differs()
            enter(context, closure)
        self.lisp.ScopeContext.enter_scope = counted

    def watch(self, name, outside):
        compute = self.units[name].compute

        def watched(*args):
            if outside(*args):
                self.differs()
            value = compute(*args)
            if isinstance(value, int) and abs(value) >= 2**63:
                self.differs()
            return value
        self.units[name].compute = watched

    def watch_units(self):
        for name in "+-*/%":
            self.watch(name, lambda x, y: False)
        self.watch("pow", lambda x, y: not isinstance(y, int) or
                   (abs(x) > 1 and y > 64))
        self.watch("floor", lambda x: abs(x) > 2**53)
        self.watch("is_prime", lambda x: x > 1000**2)
        self.units["dict-insert"].compute = self.insert

    def insert(self, d, key, value):
        d = dict(d)
        d[key] = value
        if len(set(map(type, d))) > 1:
            self.differs()
        return d

    def refuses(self, tree, args):
        """Why it is refused: "types", or "form" for another reason."""
        kinds = {k: self.lisp.str_to_type(v) for k, v in args.items()}
        try:
            self.lisp.compile_func(self.units, "main", tree,
                                   list(kinds.items()), self.lisp.Type.T)
        except Exception:
            return "form"
        try:
            self.lisp.test_lisp_validity(self.units, tree, kinds,
                                         self.lisp.Type.T)
        except Exception:
            return "types"
        return None

    def run(self, tree, args, given):
        """Its end, "right", "wrong" or "different", and its result."""
        self.scopes, self.different = 0, False
        value = None
        try:
            value = self.executor.execute(tree, args, copy.deepcopy(given),
                                          False).result
        except Exception as e:
            self.different |= isinstance(e.__context__, RecursionError)
        end = ("different" if self.different else
               "wrong" if value is None else "right")
        return end, value


def plain(x):
    """Can a file of problems represent the value exactly?"""
    if isinstance(x, list):
        return all(map(plain, x))
    if isinstance(x, dict):
        return all(map(plain, x.values())) and all(isinstance(k, str)
                                                   for k in x)
    if isinstance(x, float):
        return x == x and abs(x) != float("inf")
    return isinstance(x, (str, int))


# --- files --------------------------------------------------------------------

def tests_of(r, run, p):
    """The problem's own tests, or inputs for which the program has a result."""
    tests = p["tests"][:2]
    for _ in range(0 if tests else 9):
        given = inputs(r, p["args"])
        end, output = run(p["short_tree"], p["args"], given)
        if end == "right" and plain(output):
            tests.append({"input": given, "output": output})
    return tests


class Files:
    def __init__(self, evaluator, names):
        self.evaluator = evaluator
        self.count = collections.Counter()
        self.file = {kind: open(name, "w") for kind, name in
                     zip(("right", "wrong", "refused"), names)}

    def add(self, kind, p, tree, tests):
        self.count[kind] += 1
        self.file[kind].write(json.dumps(dict(p, short_tree=tree,
                                              tests=tests)) + "\n")

    def add_run(self, p, tree, given):
        end, output = self.evaluator.run(tree, p["args"], given)
        if end == "wrong":
            self.add(end, p, tree, [{"input": given, "output": 0}])
        elif end == "right" and plain(output):
            self.add(end, p, tree, [{"input": given, "output": output}])
        else:
            self.count["different"] += 1

    def add_program(self, p, tree, r):
        why = self.evaluator.refuses(tree, p["args"])
        self.count["programs"] += 1
        if why == "types" and p["tests"]:
            self.add("refused", p, tree, p["tests"])
        elif not why:
            self.add_run(p, tree, r.choice(p["tests"])["input"]
                         if p["tests"] and r.random() < 0.3
                         else inputs(r, p["args"]))


def main():
    checkout, problems, *names = sys.argv[1:6]
    changes = int(sys.argv[6]) if len(sys.argv) > 6 else 60
    r = random.Random(int(sys.argv[7]) if len(sys.argv) > 7 else 1)
    evaluator = Evaluator(checkout)
    problems = [dict(p, args=dict(p["args"]))
                for p in map(json.loads, open(problems))]
    problems += list(more_problems()) * max(1, len(problems) // 50)
    for p in problems:
        p["tests"] = tests_of(r, evaluator.run, p)
    changer = Changer(r, {name: len(u.args)
                          for name, u in evaluator.units.items()},
                      [p["short_tree"] for p in problems])
    files = Files(evaluator, names)
    for p in problems:
        for change in range(changes):
            tree = p["short_tree"]
            for _ in range(change % 4):
                tree = changer.change(tree, p["args"])
            if tree:
                files.add_program(p, tree, r)
    print(*(f"{n} {kind}" for kind, n in sorted(files.count.items())), sep=", ")


if __name__ == "__main__":
    main()
