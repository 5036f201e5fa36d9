// report_again.js - act like a reader on the first load of a page that is
// rewritten, and report to the framing page what later loads have kept.
const about = document.querySelector("#trials .table table");
const edge = () => Math.round(
    document.querySelector("#trials").getBoundingClientRect().top);
const rows = () => Array.from(about.tBodies[0].rows).filter(r => !r.hidden);

if (window.name === "1") {
    about.querySelectorAll("thead button")[0].click();
    about.querySelectorAll("thead button")[0].click();
    filterOf(about).value = "coda";
    filterOf(about).dispatchEvent(new Event("input"));
    scrollTo(0, scrollY + edge() + 40);
}
parent.postMessage([window.name === "1" ? "first" : "again", edge(),
    about.tHead.rows[0].cells[0].getAttribute("aria-sort"), rows().length,
    followed.textContent.trim()].join(" "), "*");
