"""Judges HTML that renderers made of hostile Markdown, and adds that of cmark-gfm.

Only elements that our Markdown means to make may be there, links lead to the web or into the
page, and every row of a table of ours has as many cells as its head.
"""

import sys
from html.parser import HTMLParser
from pathlib import Path

import cmarkgfm
from cmarkgfm.cmark import Options

ELEMENTS = {
    "h1", "h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "table", "thead", "tbody", "tr",
    "th", "td", "code", "pre", "strong", "em", "del", "s", "a", "br", "hr", "blockquote",
}
ATTRIBUTES = {"href", "class", "start", "align", "lang"}
LINKS = ("#", "http://", "https://", "mailto:")
COLUMNS = ["Name", "Type", "Required", "Description"]


class Judge(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.problems = []
        self.head = []
        self.cells = 0
        self.inside = []
        self.rows = 0

    def handle_starttag(self, tag, attributes):
        if tag not in ELEMENTS:
            self.problems.append(f"<{tag}>")
        for name, value in attributes:
            if name not in ATTRIBUTES:
                self.problems.append(f"<{tag} {name}={value!r}>")
            if name == "href" and not (value or "").startswith(LINKS):
                self.problems.append(f"a link to {value!r}")
        if tag == "table":
            self.head = []
        if tag == "tr":
            self.cells = 0
        if tag == "td":
            self.cells += 1
        self.inside.append(tag)

    def handle_endtag(self, tag):
        if tag == "tr" and self.head == COLUMNS and self.cells:
            self.rows += 1
            if self.cells != len(COLUMNS):
                self.problems.append(f"{self.cells} cells in a row")
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_data(self, text):
        if "th" in self.inside[-1:]:
            self.head.append(text)

    def handle_comment(self, text):
        self.problems.append(f"a comment {text!r}")

    def handle_decl(self, text):
        self.problems.append(f"a declaration {text!r}")

    def unknown_decl(self, text):
        self.problems.append(f"a declaration {text!r}")

    def handle_pi(self, text):
        self.problems.append(f"an instruction {text!r}")


def judged(html):
    judge = Judge()
    judge.feed(html)
    judge.close()
    return judge


def main():
    source, rendered = map(Path, sys.argv[1:])
    for file in source.glob("*.md"):
        html = cmarkgfm.github_flavored_markdown_to_html(
            file.read_text(), options=Options.CMARK_OPT_UNSAFE
        )
        (rendered / f"{file.name}.cmark-gfm.html").write_text(html)
    for bad in ["<p><img src=x onerror=alert(1)></p>", '<a href="javascript:x">y</a>', "<!-- x -->"]:
        assert judged(bad).problems, bad
    failures, rows, count = 0, 0, 0
    for file in sorted(rendered.glob("*.html")):
        judge = judged(file.read_text())
        count += 1
        rows += judge.rows
        for problem in judge.problems:
            failures += 1
            print(f"{file.name}: {problem}")
    print(f"{count} pages with {rows} rows of tables judged, {failures} problems")
    return 1 if failures or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
