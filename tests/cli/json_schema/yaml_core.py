"""YAML as codarun and yaml-language-server read it: by the core schema of
YAML 1.2, where 1e-3 is a number and `no` a text."""
import re

import yaml


class Core(yaml.SafeLoader):
    """PyYAML's own resolvers are those of YAML 1.1."""

    yaml_implicit_resolvers = {}


for tag, pattern, first in (
    ("null", r"(|~|null|Null|NULL)", ["", "~", "n", "N"]),
    ("bool", r"(true|True|TRUE|false|False|FALSE)", list("tTfF")),
    ("int", r"[-+]?[0-9]+", list("-+0123456789")),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?",
     list("-+.0123456789")),
):
    Core.add_implicit_resolver("tag:yaml.org,2002:" + tag,
                               re.compile(r"^" + pattern + r"$"), first)


def decimal(loader, node):
    """010 is ten."""
    return int(loader.construct_scalar(node))


Core.add_constructor("tag:yaml.org,2002:int", decimal)
Core.add_constructor("tag:yaml.org,2002:float",
                     lambda loader, node: float(loader.construct_scalar(node)))


def load(text):
    return yaml.load(text, Loader=Core)
