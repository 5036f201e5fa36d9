"use strict";
/* A click on a column's head sorts a table, and a text field filters it.  A
 * page that is rewritten while a sweep runs is reloaded.  The script makes
 * all these controls, so that a page without script lacks only them. */

const FEW = 8; /* a table of up to so many rows gets no filter */

/* The sort key of a cell: the number that it begins with, or else its text.
 * Empty cells come last. */
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

/* Show only the rows that contain every word. */
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

/* --- reloading a page that is rewritten ----------------------------------- */

const followed = document.querySelector("[data-every]");
const SAME = 10; /* loads without a change after which to stop reloading */
const CALM = 2000; /* ms since the reader last did something */
let touched = 0;

/* By this name a table is found in the next page: section, index, headings. */
function nameOf(table) {
    const section = table.closest("section");
    const all = Array.from(section.querySelectorAll("table"));

    return [section.id, all.indexOf(table),
        table.tHead.textContent].join("\n");
}

function filterOf(table) {
    const line = table.parentNode.previousElementSibling;

    return line?.className === "filter" ? line.querySelector("input") : null;
}

function keepTable(table) {
    const heads = Array.from(table.tHead.rows[0].cells);
    const input = filterOf(table);

    return {
        name: nameOf(table),
        column: heads.findIndex(head => head.hasAttribute("aria-sort")),
        down: !!table.tHead.querySelector("[aria-sort=descending]"),
        words: input?.value ?? "",
        focus: !!input && document.activeElement === input,
        across: table.parentNode.scrollLeft,
    };
}

function restoreTable(table, was) {
    const input = filterOf(table);

    if (was.column >= 0)
        sortBy(table, was.column);
    if (was.column >= 0 && was.down)
        sortBy(table, was.column);
    if (input && was.words) {
        input.value = was.words;
        input.dispatchEvent(new Event("input"));
    }
    if (input && was.focus)
        input.focus({preventScroll: true});
    table.parentNode.scrollLeft = was.across;
}

/* The section at the upper edge of the window, and the distance of that edge
 * from the section's beginning.  A distance from the top of the page would be
 * wrong, because the sections above may grow. */
function keepPlace() {
    const top = s => s.getBoundingClientRect().top;
    const section = Array.from(document.querySelectorAll("section"))
        .filter(s => top(s) <= 0).pop();

    return {section: section?.id, below: section ? -top(section) : scrollY};
}

function restorePlace(was) {
    const section = was.section && document.getElementById(was.section);
    const top = section ? section.getBoundingClientRect().top + scrollY : 0;

    scrollTo(scrollX, top + was.below);
    /* After this load the browser restores the position itself, as usual. */
    addEventListener("load", () => setTimeout(() => {
        history.scrollRestoration = "auto";
    }, 100));
}

function tables() {
    return Array.from(document.querySelectorAll("section .table table"));
}

/* Reload the page, but not while the reader uses it or has selected text, and
 * not while it is hidden. */
function loadAgain(loads) {
    if (document.hidden || !getSelection().isCollapsed ||
        Date.now() - touched < CALM) {
        setTimeout(loadAgain, 500, loads);
        return;
    }
    history.replaceState({written: followed.dataset.written, loads,
        place: keepPlace(), tables: tables().map(keepTable)}, "");
    history.scrollRestoration = "manual";
    location.reload();
}

function follow() {
    const was = history.state?.written ? history.state : null;
    const loads = was?.written === followed.dataset.written ? was.loads + 1 : 0;

    if (was) {
        for (const table of tables())
            for (const one of was.tables)
                if (one.name === nameOf(table))
                    restoreTable(table, one);
        restorePlace(was.place);
    }
    history.replaceState(null, "");
    if (loads >= SAME) {
        followed.textContent += " It was not: the command seems to have " +
            "ended. This page loads itself no more.";
        return;
    }
    for (const what of ["keydown", "pointerdown", "wheel", "touchmove"])
        addEventListener(what, () => { touched = Date.now(); },
            {passive: true});
    setTimeout(loadAgain, 1000 * followed.dataset.every, loads);
}

if (followed)
    follow();
