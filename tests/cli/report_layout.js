// report_layout.js - measure a report after its layout, and send the results to
// the framing page, one a line.
const say = [], wide = innerWidth;
const boxed = e => e.closest(".table, pre, figure");
const number = cell => parseFloat(cell.textContent);
const column = (table, i) => Array.from(table.tBodies[0].rows, r => r.cells[i]);

say.push(`width ${wide}`);
say.push(`scroll ${document.documentElement.scrollWidth}`);
for (const e of document.body.querySelectorAll("*"))
    if ((!boxed(e) || boxed(e) === e) && !e.closest("svg") &&
        e.getBoundingClientRect().right > wide + 0.5)
        say.push(`overflow ${e.tagName} ${e.className}`);
for (const e of document.querySelectorAll("td, th"))
    if (e.scrollWidth > e.clientWidth + 1)
        say.push(`overflow ${e.tagName} ${e.textContent}`);
for (const s of document.querySelectorAll("section"))
    say.push(`section ${s.id} ${s.getBoundingClientRect().height > 40}`);
for (const s of document.querySelectorAll("figure svg")) {
    const box = s.getBoundingClientRect();
    say.push(`picture ${box.width > 200 && box.height > 100}`);
}
// Headings that skip a level, and pictures without a name, or with another's.
let level = 0;
for (const h of document.querySelectorAll("h1, h2, h3, h4")) {
    if (+h.tagName[1] > level + 1)
        say.push(`heading ${h.tagName} ${h.textContent}`);
    level = +h.tagName[1];
}
const names = Array.from(document.querySelectorAll("figure svg"),
    s => s.getAttribute("role") === "img" && s.getAttribute("aria-label"));
if (names.some(name => !name) || new Set(names).size < names.length)
    say.push(`unnamed ${names.join("; ")}`);
// Texts whose contrast is below 4.5 (WCAG 2.2, 1.4.3).
const rgb = text => text.match(/[\d.]+/g).map(Number);
const luminance = text => rgb(text).slice(0, 3).map(x => x / 255).map(x =>
    x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)
    .reduce((sum, x, i) => sum + x * [0.2126, 0.7152, 0.0722][i], 0);
const opaque = text => rgb(text)[3] !== 0;
const behind = e => !e || opaque(getComputedStyle(e).backgroundColor)
    ? getComputedStyle(e || document.body).backgroundColor
    : behind(e.parentElement);
for (const e of document.body.querySelectorAll(":not(svg, svg *, script)")) {
    const [a, b] = [getComputedStyle(e).color, behind(e)].map(luminance)
        .sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5)
        say.push(`faint ${e.tagName} ${e.textContent.slice(0, 40)}`);
}
// Words of tables that are cut in two.
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
    const text = texts.currentNode, range = document.createRange();
    for (const word of text.data.matchAll(/\w+/g)) {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (text.parentNode.closest("td, th") &&
            range.getClientRects().length > 1)
            say.push(`cut ${word[0]}`);
    }
}
// A first column that leaves no room for others, or is transparent.
for (const box of document.querySelectorAll(".table")) {
    const first = box.querySelector("th");
    const end = e => Array.from(e.getClientRects()).pop();
    const edge = end(first).right;
    if (getComputedStyle(first).position !== "sticky")
        continue;
    if (box.scrollWidth > box.clientWidth &&
        box.clientWidth - first.offsetWidth < 100)
        say.push(`covered ${box.parentNode.id}`);
    scrollTo(0, end(first).top + scrollY);
    for (const arrow of box.querySelectorAll("th:not(:first-child) button")) {
        box.scrollLeft += end(arrow).right - edge;
        const {right, top, height} = end(arrow);
        const seen = document.elementFromPoint(right - 5, top + height / 2);
        if (right <= edge + 1 && seen?.closest("th") !== first)
            say.push(`through ${box.parentNode.id}: ${arrow.textContent}`);
    }
    box.scrollLeft = 0;
}
scrollTo(0, 0);
const colour = x => getComputedStyle(document.body)[x].match(/\d+/g).map(Number);
const light = x => colour(x).reduce((a, b) => a + b);
say.push(`dark ${light("backgroundColor") < light("color")}`);
say.push(`paper ${Array.from(document.querySelectorAll("figure"),
    f => getComputedStyle(f).backgroundColor).every(c => c === "rgb(255, 255, 255)")}`);
const trials = document.querySelector("#trials table");
const before = column(trials, 0).map(number);
const button = trials.tHead.rows[0].cells[0].querySelector("button");
if (button) {
    button.click(); button.click();
    say.push(`sorted ${column(trials, 0).map(number).every(
        (x, i) => x === before[before.length - 1 - i])}`);
    const input = document.querySelector("#trials input");
    input.value = "failed softmax"; input.dispatchEvent(new Event("input"));
    say.push(`filtered ${Array.from(trials.tBodies[0].rows)
        .filter(r => !r.hidden).length}`);
    input.value = ""; input.dispatchEvent(new Event("input"));
}
for (const [what, e] of [["page", "html"], ["part", "section > :not(h2)"],
    ["picture", "figure svg"], ["row", ".table tr"]])
    for (const x of document.querySelectorAll(e)) {
        const b = x.getBoundingClientRect();
        const seen = (x.closest(".table") || x).getBoundingClientRect();
        if (b.height > 20)
            say.push(`box ${what} ${[b.left, b.top, Math.min(b.width,
                seen.right - b.left), b.height].map(Math.round).join(" ")}`);
    }
for (const x of document.body.querySelectorAll("*"))
    if (!x.closest("svg") && getComputedStyle(x).overflowX === "hidden" &&
        x.scrollWidth > x.clientWidth)
        say.push(`overflow ${x.tagName} ${x.className}: it is cut off`);
say.push(`title ${document.title}`);
parent.postMessage(say.join("\n"), "*");
