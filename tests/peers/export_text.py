"""Encode texts as a model reads them, by the document of an export.
export_same.py says what for; texts must be cut into tokens at blanks.
"""

import gzip
import lzma
import os
import re
import unicodedata

END_OF_SOURCE = {"mt", "text2code"}  # whose sources end with END


def small(text):
    """Small letters, one code point for one."""
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def normal(x, text):
    if x.config.get("task.lower") == "true":
        text = small(text)
    form = x.config.get("task.unicode", "none")
    return text if form == "none" else unicodedata.normalize(form.upper(), text)


def vocabulary(x, part, name="words"):
    """The vocabulary of a part: all parts share one, or each has its own."""
    every = x.about[name]
    return every[part if part < len(every) else 0]


def numbers(x, part):
    first = len(x.special)
    words = vocabulary(x, part)[first:]
    return {word: first + i for i, word in enumerate(words)}


# --- subwords -----------------------------------------------------------------


def sort_of(c):
    kind = unicodedata.category(c)
    if c == " ":
        return "blank"
    if kind[0] in "LM" or kind == "Cf":
        return "letters"
    return "digits" if kind[0] == "N" else "signs"


def pieces(text):
    """The pieces that merges stay within: a blank and the characters of one
    sort after it, at most 128 bytes; or all blanks but the last."""
    text = " " + text if text else ""
    while text:
        blanks = len(text) - len(text.lstrip(" "))
        n = blanks - 1 if 1 < blanks < len(text) else blanks
        if n == blanks < len(text):
            n += 1
            while n < len(text) and sort_of(text[n]) == sort_of(text[n - 1]):
                n += 1
        yield text[:n]
        text = text[n:]


def subwords(x, text, part):
    merges = vocabulary(x, part, "subwords")
    rank = {tuple(pair): i for i, pair in enumerate(merges)}
    first, out = len(x.special), []
    for piece in pieces(text):
        tokens = [first + byte for byte in piece.encode()]
        while True:
            pairs = [p for p in zip(tokens, tokens[1:]) if p in rank]
            if not pairs:
                break
            tokens = merged(tokens, min(pairs, key=rank.get), first + 256, rank)
        out += tokens
    return out


def merged(tokens, pair, first, rank):
    """Replace the pair by one token in all places, from the left."""
    out = []
    for token in tokens:
        if out and (out[-1], token) == pair:
            out[-1] = first + rank[pair]
        else:
            out.append(token)
    return out


def bytes_of(x, token, part):
    first = len(x.special)
    if token < first + 256:
        return bytes([token - first])
    merges = vocabulary(x, part, "subwords")
    return b"".join(bytes_of(x, t, part) for t in merges[token - first - 256])


# --- sequences ----------------------------------------------------------------


def cut(x, text):
    if x.about["task"] == "mlu" or x.config.get("task.tokens") == "characters":
        return list(text)
    return text.split()


def encode(x, text, part):
    text, task = normal(x, text), x.about["task"]
    if vocabulary(x, part, "subwords"):
        tokens = subwords(x, text, part)
    else:
        number = numbers(x, part)
        unknown = x.special["unknown"]
        tokens = [number.get(word, unknown) for word in cut(x, text)]
    if task in END_OF_SOURCE:
        return tokens + [x.special["end"]]
    most = int(x.config.get("task.max_tokens", 0))
    null = [x.special["null"]] * x.about["null_token"][part]
    if x.config.get("task.end") == "true":
        tokens = tokens + [x.special["end"]]
    return null + (tokens[:most] if most else tokens)


def decode(x, tokens):
    """The text of a generated sequence."""
    if vocabulary(x, 1, "subwords"):
        said = b"".join(bytes_of(x, token, 1) for token in tokens)
        return said.removeprefix(b" ").decode(errors="replace")
    words = vocabulary(x, 1)
    between = "" if x.about["task"] == "mlu" else " "
    return between.join(words[t] for t in tokens)


# --- passages and questions ---------------------------------------------------

TYPES = {"whose": "who", "whom": "who"}
BE = "is are was were am be been being".split()


def question_type(names, words):
    """The number of a question's type."""
    words = [TYPES.get(small(word), small(word)) for word in words]
    for word in words:
        if word in names[: names.index("be")]:
            return names.index(word)
    return names.index("be" if words[0] in BE else "other")


def stem(word):
    """Harman's rules for a plural's s."""
    if len(word) > 3:
        if re.search("(?<![ae])ies$", word):
            return word[:-3] + "y"
        if word.endswith("es"):
            return word if re.search("[aeo]es$", word) else word[:-1]
        if re.search("[^us]s$", word):
            return word[:-1]
    return word


KEYS = {"match": str, "lower": small, "lemma": lambda word: stem(small(word))}
TAGS = {"pos": 0, "ner": 1}
OPENERS = {".gz": gzip.open, ".xz": lzma.open}


def tag_lines(x):
    """The lines of the tag files, which are found like the data files."""
    for name in x.list("task.tags"):
        path = os.path.join(os.environ.get("CODARUN_DATA", ""), name)
        path = path if os.path.exists(path) else name
        opener = OPENERS.get(path[-3:], open)
        with opener(path, "rt", encoding="utf-8") as lines:
            yield from (line.rstrip("\n").split("\t") for line in lines)


def tags(x, text, places):
    """For each token the tags (part of speech, entity, lemma) of the tagger's
    token in which it begins, or None."""
    import xxhash

    key = xxhash.xxh3_64_hexdigest(text.encode())
    columns = next(line for line in tag_lines(x) if line[0] == key)[1:]
    found = {}
    for place, *tag in zip(*(column.split(" ") for column in columns)):
        start, n = map(int, place.split(":"))
        found.update({i: tag for i in range(start, start + n)})
    return [found.get(start) for start, _ in places]


class Side:
    """A passage or a question: tokens, the characters and features of each, and
    the place of each in the text, [n x 2]."""

    def __init__(self, x, text, part):
        self.x, self.part = x, part
        seen = text
        if x.flag("task.quotes"):
            seen = re.sub("''|``", '" ', text)
        found = list(re.finditer(r"\S+", seen))
        self.words = [word.group() for word in found]
        self.place = [word.span() for word in found]
        number, unknown = numbers(x, part), x.special["unknown"]
        self.tokens = [number.get(normal(x, w), unknown) for w in self.words]
        self.added = x.about["may_be_none"]
        if self.added:
            self.tokens = [unknown] + self.tokens
            self.place = [(0, 0)] + self.place
        self.characters = [self.spelt(token) for token in self.tokens]
        self.feature = {}
        names = {f["name"] for f in x.about["features"]}
        self.by_tags = x.config["task.lemmas"] == "tags" and "lemma" in names
        if self.by_tags or names & {"pos", "ner"}:
            self.tags = tags(x, text, self.place[self.added :])

    def spelt(self, token):
        """The numbers of the characters of a word in the vocabulary."""
        characters = vocabulary(self.x, self.part, "characters")
        if not characters:
            return None
        names = characters["characters"]
        if token < len(self.x.special):
            unknown = token == self.x.special["unknown"]
            return [names.index("<unknown>" if unknown else "<none>")]
        word = vocabulary(self.x, self.part)[token]
        return [names.index(c) for c in word[: characters["most"]]]

    def notice(self, other):
        """Compute the features, which compare this side with the other one."""
        given = self.x.config["task.features_of"]
        for f in self.x.about["features"]:
            name = f["name"]
            if name == "type":
                if self.part:
                    kind = question_type(f["classes"].split(), self.words)
                    self.feature[name] = [kind] * len(self.tokens)
            elif self.part == 0 or given == "both":
                values = self.values(f, other)
                self.feature[name] = [0] * self.added + values

    def values(self, f, other):
        name = f["name"]
        if name == "frequency":
            words = list(map(small, self.words))
            return [words.count(word) / len(words) for word in words]
        if name in TAGS:
            classes = f["classes"].split()
            return [classes.index(t[TAGS[name]]) if t else 0 for t in self.tags]
        there = set(other.keys(name))
        return [float(k is not None and k in there) for k in self.keys(name)]

    def keys(self, name):
        """The keys by which tokens are compared."""
        if name == "lemma" and self.by_tags:
            return [tag and tag[2] for tag in self.tags]
        return list(map(KEYS[name], self.words))

    def shorten(self, most):
        n = most + self.added if most else len(self.tokens)
        for values in (self.tokens, self.place, self.characters,
                       *self.feature.values()):  # fmt: skip
            del values[n:]


def sides(x, passage, question):
    """Both sides as the model reads them."""
    both = Side(x, passage, 0), Side(x, question, 1)
    for one, other in zip(both, both[::-1]):
        one.notice(other)
    for side, most in zip(both, ("max_document_scored", "max_query_scored")):
        if x.config["task.scored"] == "all":
            side.shorten(x.whole("task." + most))
    return both


# --- cloze questions ----------------------------------------------------------

CLOZE = "@placeholder"


class Question(Side):
    """A document or a query, of words and names of special tokens."""

    def __init__(self, x, words, part):
        self.x, self.part, self.feature = x, part, {}
        number, special = numbers(x, part), x.special
        unknown = special["unknown"]
        self.tokens = [
            special[word] if word in special else number.get(word, unknown)
            for word in words
        ]
        self.characters = [self.spelt(token) for token in self.tokens]


def cloze_sides(x, document, query):
    """Both sides as the model reads them; the query has the place of its
    cloze."""
    words = [CLOZE if w == "XXXXX" else normal(x, w) for w in query.split()]
    if x.flag("task.enclosed"):
        words = ["begin", *words, "end"]
    q = Question(x, words, 1)
    q.cloze = words.index(CLOZE)
    d = Question(x, normal(x, document).split(), 0)
    if x.about["features"]:
        there = set(q.tokens[: q.cloze] + q.tokens[q.cloze + 1 :])
        d.feature["match"] = [int(token in there) for token in d.tokens]
    return d, q


# --- sentences ----------------------------------------------------------------

CLOSERS = {'"', "'", "''", "\u201d", "\u2019", "\u00bb", ")", "]", "}"}


ENDING = re.compile("[.!?\u2026]+")


def sentence_end(words, i):
    """The index after the sentence that begins with word i."""
    n = len(words)
    while i < n and not ENDING.fullmatch(words[i]):
        i += 1
    while i < n and (ENDING.fullmatch(words[i]) or words[i] in CLOSERS):
        i += 1
    return i
