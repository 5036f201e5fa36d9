# well_formed.py FILE: print the faults of an HTML page: elements that are not
# closed in order, repeated ids, broken links, anything that needs a network,
# and handlers in attributes.
import sys
from html.parser import HTMLParser


class Page(HTMLParser):
    void = {"meta", "wbr", "br", "input", "link", "img", "hr", "col"}

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.links, self.wrong = [], set(), set(), []

    def take(self, attributes):
        for name, value in attributes:
            if name == "id" and value in self.ids:
                self.wrong.append(f"id {value} twice")
            if name == "id":
                self.ids.add(value)
            if name in ("href", "xlink:href", "src"):
                self.links.add(value)
            if name.startswith("on"):
                self.wrong.append(f"a handler {name}")

    def handle_starttag(self, tag, attributes):
        if tag not in self.void:
            self.open.append(tag)
        self.take(attributes)

    def handle_startendtag(self, tag, attributes):
        self.take(attributes)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> at {self.getpos()}")


page = Page()
page.feed(open(sys.argv[1], encoding="utf-8").read())
page.close()
page.wrong += [f"<{tag}> is not closed" for tag in page.open]
page.wrong += [f"{link} leads nowhere" for link in page.links
               if link[:1] != "#" or link[1:] not in page.ids]
print("\n".join(page.wrong))
sys.exit(bool(page.wrong))
