#!/bin/bash
# codarun report in a browser, headless Chromium: nothing is wider than the
# screen, from a telephone's to a desk's, nothing is missing, in the dark and on
# paper; tables are sorted and filtered, and are whole without a script.
. "${srcdir:-.}/tests/tap.sh"

chromium=$(command -v chromium chromium-browser | head -n 1)
[ -n "$chromium" ] || skip_all "no chromium"
command -v gnuplot >/dev/null || skip_all "no gnuplot"

make_experiment "$scratch/small.yaml" <<'END'
name: a-name-that-is-so-long-that-no-telephone-has-a-line-for-it-and-no-blank
train: {epochs: 3, batch: 16, grains: 4, optimizer: sgd,
        learning_rate: 0.003, inspect: histograms}
run: {keep: best, results: file}
sweep:
  goal: {maximize: valid.map}
  parameters:
    model.attention.kind: [softmax, coda]
    train.learning_rate: [0.003, 0.001, 1000.0]
    train.seed: [1, 2]
published:
  - where: {model.attention.kind: coda, train.learning_rate: 0.003}
    test.map: 70.5
    source: "<script>document.title = 1</script>"
END
"$codarun" run -q -o "$scratch/results" "$scratch/small.yaml" >/dev/null 2>&1
ok "a page is made" "$codarun" report "$scratch/results" -o "$scratch/page.html"

# browse FILE OPTION...: nobody else's settings, no network.
browse() {
    browsed=$1
    shift
    "$chromium" --headless --no-sandbox --disable-gpu --hide-scrollbars \
        --user-data-dir="$scratch/profile" --host-resolver-rules='MAP * ~NOTFOUND' \
        "$@" "file://$browsed" 2>"$scratch/browser.said"
}

# What the page is like once it is laid out, told to whoever frames it.
cat >"$scratch/probe.js" <<'END'
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
for (const s of document.querySelectorAll("section"))
    say.push(`section ${s.id} ${s.getBoundingClientRect().height > 60}`);
for (const s of document.querySelectorAll("figure svg")) {
    const box = s.getBoundingClientRect();
    say.push(`picture ${box.width > 200 && box.height > 100}`);
}
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
}
say.push(`title ${document.title}`);
parent.postMessage(say.join("\n"), "*");
END
{
    sed '/^<\/body>/,$d' "$scratch/page.html"
    echo '<script>'
    cat "$scratch/probe.js"
    echo '</script></body></html>'
} >"$scratch/probe.html"

# look FILE WIDTH OPTION...: what the probe says stays in $scratch/seen.  The
# page has a frame of that width: a window is not made narrower than 500.
look() {
    cat >"$scratch/frame.html" <<END
<!DOCTYPE html><meta name="color-scheme" content="light dark">
<iframe src="$1" style="border: 0; width: $2px; height: 1000px"></iframe>
<script>
addEventListener("message", e => {
    const told = document.body.appendChild(document.createElement("pre"));
    told.textContent = "\n" + e.data + "\n";
});
</script>
END
    shift 2
    browse "$scratch/frame.html" --dump-dom --virtual-time-budget=5000 \
        --window-size=1600,1100 "$@" >"$scratch/dom" || return 1
    sed -n '/<pre>$/,/<\/pre>/p' "$scratch/dom" >"$scratch/seen"
    cat "$scratch/seen"
    grep -q '^title ' "$scratch/seen"
}

seen() {
    for line; do
        grep -qx -- "$line" "$scratch/seen" || {
            echo "no '$line' in"
            cat "$scratch/seen"
            return 1
        }
    done
}

nothing_wrong() {
    grep -E '^(overflow|section .* false|picture false)' "$scratch/seen" && return 1
    [ "$(grep -c '^picture true' "$scratch/seen")" -ge 9 ] &&
        [ "$(grep -c '^section .* true' "$scratch/seen")" -eq 10 ]
}

for width in 400 1400; do
    ok "it is laid out $width wide" look probe.html $width
    ok "that wide it is and no wider" seen "width $width" "scroll $width"
    ok "nothing sticks out, nothing is missing" nothing_wrong
done
ok "it is light by day" seen "dark false"
ok "a table is sorted by a click" seen "sorted true"
ok "rows are filtered by words" seen "filtered 2"
ok "what a source says is not obeyed" \
    seen "title a-name-that-is-so-long.*: report"

dark=--blink-settings=preferredColorScheme=0
ok "it is laid out in the dark" look probe.html 400 $dark
ok "and is dark, with pictures on white" seen "dark true" "paper true"
ok "nothing sticks out there" nothing_wrong

# --- pictures of it ----------------------------------------------------------

# drawn NAME OPTION...: a picture that is no empty sheet.
drawn() {
    shot=$scratch/$1.png
    shift
    browse "$scratch/page.html" --screenshot="$shot" "$@" &&
        [ "$(wc -c <"$shot")" -gt 20000 ]
}
ok "a telephone shows it" drawn telephone --window-size=400,3000
ok "a desk shows it" drawn desk --window-size=1400,3000
ok "so does one in the dark" drawn dark --window-size=1400,3000 $dark
ok "these differ" sh -c '! cmp -s "$1/desk.png" "$1/dark.png"' - "$scratch"

printed() {
    browse "$scratch/page.html" --no-pdf-header-footer \
        --print-to-pdf="$scratch/page.pdf" &&
        [ "$(grep -ac '/Type */Page\>' "$scratch/page.pdf")" -ge 4 ]
}
ok "it is printed" printed

# Paper has no bars to scroll by: what is wider than a sheet would be lost.
sed 's/@media print/@media all/
    s/@media (prefers-color-scheme: dark)/@media not all/' \
    "$scratch/probe.html" >"$scratch/paper.html"
on_paper() {
    look paper.html 1030 && seen "width 1030" "scroll 1030" && nothing_wrong
}
ok "nothing is wider than a sheet" on_paper

done_testing
