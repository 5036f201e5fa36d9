"""Print each broken link of the Markdown pages under FOLDER: to a missing file
or to a missing heading.

    check_links.py FOLDER PAGE...
"""
import os
import re
import sys

LINK = re.compile(r"(?<!\\)\[[^\]]*\]\(\s*<?([^)\s>]+)>?\s*\)")
REFERENCE = re.compile(r"^\[[^\]]+\]:\s+(\S+)", re.M)


def text_of(page):
    """The page without its code."""
    with open(page, encoding="utf-8") as f:
        text = f.read()
    text = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
    text = re.sub(r"^(    .*\n)+", "", text, flags=re.M)
    return re.sub(r"`[^`\n]*`", lambda m: m.group(0).strip("`")
                  if "](" not in m.group(0) else "", text)


def anchors(page):
    """The anchors that GitHub and MkDocs make of the headings."""
    seen, found = {}, set()
    for heading in re.findall(r"^#{1,6} +(.*)$", text_of(page), re.M):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", words.strip().lower())
        name = name.replace(" ", "-")
        n = seen.get(name, 0)
        seen[name] = n + 1
        found.add(name if n == 0 else f"{name}-{n}")
    return found


def faults(page):
    text = text_of(page)
    for target in LINK.findall(text) + REFERENCE.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        full = os.path.normpath(os.path.join(os.path.dirname(page), path))
        full = full if path else page
        if not os.path.exists(full):
            yield f"{page}: {target}: no such file"
        elif anchor and full.endswith(".md") and anchor not in anchors(full):
            yield f"{page}: {target}: no such heading"


def main(folder, *pages):
    os.chdir(folder)
    found = [fault for page in pages for fault in faults(page)]
    print("\n".join(found))
    return bool(found)


sys.exit(main(*sys.argv[1:]))
