#!/bin/bash
# codarun report in a browser, headless Chromium: nothing is wider than the
# screen, from telephones to desktops; nothing is missing in dark mode or on
# paper; tables can be sorted and filtered, and are complete without script.
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

# browse FILE OPTION...: with no user settings and no network
browse() {
    browsed=$1
    shift
    "$chromium" --headless --no-sandbox --disable-gpu --hide-scrollbars \
        --user-data-dir="$scratch/profile" --host-resolver-rules='MAP * ~NOTFOUND' \
        "$@" "file://$browsed" 2>"$scratch/browser.said"
}

# probed PAGE: print the page with the probe script at its end
probed() {
    sed '/^<\/body>/,$d' "$1"
    echo '<script>'
    cat "$srcdir/tests/cli/report_layout.js"
    echo '</script></body></html>'
}
probed "$scratch/page.html" >"$scratch/probe.html"

# frame FILE WIDTH HEIGHT: put the page into a frame of that width, because a
# window is at least 500 wide
frame() {
    cat >"$scratch/frame.html" <<END
<!DOCTYPE html><meta name="color-scheme" content="light dark">
<body style="margin: 0">
<iframe src="$1" style="border: 0; width: $2px; height: $3px"></iframe>
<script>
addEventListener("message", e => {
    const told = document.body.appendChild(document.createElement("pre"));
    told.textContent = "\n" + e.data + "\n";
});
</script>
END
}

# told FILE OPTION...: keep what the page's script prints in $scratch/seen
told() {
    browse "$1" --dump-dom --virtual-time-budget=5000 \
        --window-size=1600,1100 "${@:2}" >"$scratch/dom" || return 1
    sed -n '/<pre>$/,/<\/pre>/{//!p}' "$scratch/dom" >"$scratch/seen"
    cat "$scratch/seen"
    [ -s "$scratch/seen" ]
}

# look FILE WIDTH OPTION...: keep what the probe prints in $scratch/seen
look() {
    frame "$1" "$2" 1000
    shift 2
    told "$scratch/frame.html" "$@" && grep -q '^title ' "$scratch/seen"
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
    grep -E '^(overflow|cut|covered|through|faint|heading|unnamed)' \
        "$scratch/seen" && return 1
    grep -E '^(section|picture) .*false' \
        "$scratch/seen" && return 1
    [ "$(grep -c '^picture true' "$scratch/seen")" -ge 9 ] &&
        [ "$(grep -c '^section .* true' "$scratch/seen")" -eq 11 ]
}

for width in 400 1400; do
    ok "it is laid out $width wide" look probe.html $width
    ok "it has exactly that width" seen "width $width" "scroll $width"
    ok "nothing is too wide, nothing is missing" nothing_wrong
    ok "a table is sorted by a click" seen "sorted true"
    ok "rows are filtered by words" seen "filtered 2"
done
ok "it is light by day" seen "dark false"
ok "markup in a source has no effect" \
    seen "title a-name-that-is-so-long.*: report"

dark=--blink-settings=preferredColorScheme=0
ok "it is laid out in the dark" look probe.html 400 $dark
ok "and is dark, with pictures on white" seen "dark true" "paper true"
ok "nothing is too wide there" nothing_wrong
ok "a table is sorted there, too" seen "sorted true" "filtered 2"

# long FILE: print the page with a very long name in the first column
word=$(printf '%0300d' 0)
long() {
    sed "s/^<tr><th scope=.row.>softmax</<tr><th scope=\"row\">$word</" "$1"
}
long "$scratch/probe.html" >"$scratch/long.html"
roomy() {
    look long.html "$1" && ! grep -E '^(covered|overflow)' "$scratch/seen"
}
ok "a long name leaves numbers room on a telephone" roomy 400
ok "and on a desk" roomy 1400

# --- rewritten while a sweep runs ---------------------------------------------

# The page as --follow writes it, with more space above it at each load.
{
    sed 's|</nav>|&<div class="standing"><p data-written="7" data-every="1">Written.</p></div>|
        s|<main>|&<script>window.name = +window.name + 1;\
            document.currentScript.parentNode.style.paddingTop =\
                100 * window.name + "px";</script>|
        /^<\/body>/,$d' "$scratch/page.html"
    echo '<script>'
    cat "$srcdir/tests/cli/report_again.js"
    echo '</script></body></html>'
} >"$scratch/again.html"
loads_again() {
    frame again.html 1000 500
    told "$scratch/frame.html" --virtual-time-budget=60000 &&
        grep -qx 'first -40 descending 6 Written\.' "$scratch/seen" &&
        grep -qx 'again -40 descending 6 Written\.' "$scratch/seen"
}
ok "a rewritten page reloads itself, and its reader stays at the same place" \
    loads_again
given_up() {
    cat "$scratch/seen"
    [ "$(grep -c "no more" "$scratch/seen")" -eq 1 ] &&
        grep "^again" "$scratch/seen" | tail -n 1 |
        grep -q "^again -40 descending 6 Written.* loads itself no more"
}
ok "until it is no longer written" given_up

# --- screenshots -------------------------------------------------------------

# drawn NAME FILE WIDTH OPTION...: make a screenshot of a whole page, NAME.png;
# $scratch/seen says which parts of the page are visible in its pixels
drawn() {
    shot=$scratch/$1.png file=$2 width=$3
    shift 3
    look "$file" "$width" "$@" || return 1
    grep '^box' "$scratch/seen" >"$scratch/boxes"
    height=$(awk '$2 == "page" { print $6 }' "$scratch/boxes")
    frame "$file" "$width" "$height"
    browse "$scratch/frame.html" --screenshot="$shot" --virtual-time-budget=5000 \
        --window-size="1600,$height" "$@" || return 1
    {
        echo "<!DOCTYPE html><body><script>const boxes = \`"
        cat "$scratch/boxes"
        echo '`;'
        cat "$srcdir/tests/cli/report_pixels.js"
        echo '</script><img id="shot" src="data:image/png;base64,'
        base64 "$shot"
        echo '"></body>'
    } >"$scratch/pixels.html"
    told "$scratch/pixels.html"
}

# are all pictures, parts of sections and rows of tables visible?
all_there() {
    ! grep -E '(part|picture|row) false' "$scratch/seen" &&
        [ "$(grep -c '^picture true' "$scratch/seen")" -ge 9 ] &&
        [ "$(grep -c '^part true' "$scratch/seen")" -ge 16 ] &&
        [ "$(grep -c '^row true' "$scratch/seen")" -ge 60 ]
}
nothing_cut() { grep -qx 'margins true' "$scratch/seen"; }

ok "a telephone shows it" drawn telephone probe.html 400
ok "each part is visible there" all_there
ok "nothing is cut off" nothing_cut
ok "a desk shows it" drawn desk probe.html 1400
ok "each part is visible there" all_there
ok "nothing is cut off" nothing_cut
ok "so does one in the dark" drawn dark probe.html 1400 $dark
ok "each part is visible there" all_there
ok "nothing is cut off" nothing_cut
ok "these differ" sh -c '! cmp -s "$1/desk.png" "$1/dark.png"' - "$scratch"

# printed NAME: print NAME.html to NAME.pdf, without the time, and without tags,
# which contain buttons
printed() {
    browse "$scratch/$1.html" --no-pdf-header-footer --disable-pdf-tagging \
        --print-to-pdf="$scratch/timed.pdf" || return 1
    sed -E '/^\/(Creation|Mod)Date/d' "$scratch/timed.pdf" >"$scratch/$1.pdf"
    [ "$(grep -ac '/Type */Page\>' "$scratch/$1.pdf")" -ge 4 ]
}
ok "it is printed" printed page

# Each table's head is printed on each of its sheets, with and without script.
sed 's|</head>|<style>tbody tr { height: 2cm }</style></head>|' \
    "$scratch/page.html" >"$scratch/high.html"
sed '/^<script>/,/^<\/script>/d' "$scratch/high.html" >"$scratch/plain.html"
ok "it is printed, with rows on many sheets" printed high
ok "and without a script" printed plain
ok "which makes no difference" cmp "$scratch/high.pdf" "$scratch/plain.pdf"

# Paper does not scroll: what is wider than a sheet would be lost.
sed -E 's/@media print/@media all/
    s/@media (screen|\(prefers-color-scheme: dark\))/@media not all/' \
    "$scratch/probe.html" >"$scratch/paper.html"
on_paper() {
    look paper.html 1030 && seen "width 1030" "scroll 1030" && nothing_wrong
}
ok "nothing is wider than a sheet" on_paper
ok "a sheet shows it" drawn paper paper.html 1030
ok "each part is visible there" all_there

# A very long word is cut, and many columns are too, instead of being lost.
long "$scratch/paper.html" >"$scratch/word.html"
sed "s|</tr>|$(printf '<td>column</td>%.0s' {1..30})</tr>|" \
    "$scratch/paper.html" >"$scratch/columns.html"
fits() { look "$1" 1030 && seen "scroll 1030"; }
ok "a word without end stays on a sheet" fits word.html
ok "and so do columns without end" fits columns.html

# with_style CSS: make wrong.html, whose fault the following tests must find
with_style() {
    sed "s|</head>|<style>$1</style></head>|" "$scratch/page.html" \
        >"$scratch/altered.html"
    probed "$scratch/altered.html" >"$scratch/wrong.html"
}
with_style 'figure svg { visibility: hidden }'
ok "a page without its pictures" drawn wrong wrong.html 400
ok "is found to lack them" grep -qx 'picture false' "$scratch/seen"
with_style 'section > p { visibility: hidden }'
ok "a page without its text" drawn wrong wrong.html 400
ok "is found to lack it" grep -qx 'part false' "$scratch/seen"
with_style '.table table { visibility: hidden }'
ok "a page without the text of its tables" drawn wrong wrong.html 400
ok "is found to lack it" grep -qx 'row false' "$scratch/seen"
with_style 'section { overflow: hidden } .table { max-width: none }'
ok "a page whose sections are cut off" look wrong.html 400
ok "is found to be so" grep -q '^overflow SECTION' "$scratch/seen"
with_style 'td { color: #888 }'
ok "a page whose letters are too faint" look wrong.html 400
ok "is found to be so" grep -q '^faint TD' "$scratch/seen"
with_style '.table { max-width: none } html { overflow-x: hidden }'
ok "a page whose tables are cut off" drawn wrong wrong.html 400
ok "is found to be so" grep -qx 'margins false' "$scratch/seen"

done_testing
