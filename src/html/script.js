"use strict";
/* Tables are sorted by a click on a column's head, and filtered by a word.
 * Both are made here, so that a page without script lacks nothing but them. */

const FEW = 8; /* rows that need no filter */

/* The number that a cell begins with, or its text; what is empty comes last. */
function keyOf(row, column) {
    const text = row.cells[column].textContent.trim();
    const begin = text.match(/^[<>]?\s*([-+]?\d*\.?\d+(?:e[-+]?\d+)?)(?=\s|$)/i);

    return {empty: text === "", number: begin ? +begin[1] : NaN, text};
}

function compare(a, b) {
    if (a.empty || b.empty)
        return a.empty - b.empty;
    if (!isNaN(a.number) && !isNaN(b.number))
        return a.number - b.number;
    return a.text.localeCompare(b.text, "en", {numeric: true});
}

function sortBy(table, column) {
    const head = table.tHead.rows[0].cells[column];
    const down = head.getAttribute("aria-sort") === "ascending";
    const body = table.tBodies[0];
    const rows = Array.from(body.rows, row => ({row, key: keyOf(row, column)}));

    rows.sort((a, b) => a.key.empty || b.key.empty || !down
        ? compare(a.key, b.key) : compare(b.key, a.key));
    for (const cell of table.tHead.rows[0].cells)
        cell.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    body.append(...rows.map(r => r.row));
}

function makeSortable(table) {
    Array.from(table.tHead.rows[0].cells).forEach((cell, column) => {
        const button = document.createElement("button");

        button.type = "button";
        button.append(...cell.childNodes);
        button.addEventListener("click", () => sortBy(table, column));
        cell.append(button);
    });
}

/* Rows that have every word. */
function filter(table, words, count) {
    let shown = 0;

    for (const row of table.tBodies[0].rows) {
        const text = row.textContent.toLowerCase();

        row.hidden = !words.every(word => text.includes(word));
        shown += !row.hidden;
    }
    count.textContent = `${shown} of ${table.tBodies[0].rows.length} rows`;
}

function makeFilter(table) {
    const line = document.createElement("div");
    const input = document.createElement("input");
    const count = document.createElement("span");

    line.className = "filter";
    input.type = "search";
    input.placeholder = "Filter rows";
    input.setAttribute("aria-label", "Filter rows");
    input.addEventListener("input", () => filter(table,
        input.value.toLowerCase().split(/\s+/).filter(Boolean), count));
    line.append(input, count);
    table.parentNode.before(line);
    filter(table, [], count);
}

for (const table of document.querySelectorAll(".table table")) {
    makeSortable(table);
    if (table.tBodies[0].rows.length > FEW)
        makeFilter(table);
}
