#!/bin/bash
# codarun plot, with the real gnuplot if it is installed: pictures are valid
# XML, contain the expected texts, and have the same bytes each time.  Names
# with markup stay as they are.
. "${srcdir:-.}/tests/tap.sh"
config=$(realpath "${builddir:-.}/config.h")

make_experiment "$scratch/small.yaml" <<'END'
name: small
train: {epochs: 3, batch: 16, grains: 4, learning_rate: 0.003,
        inspect: histograms}
run: {keep: none, results: file}
sweep:
  goal: {maximize: valid.map}
  parameters:
    model.attention.kind: [softmax, coda]
    train.seed: [1, 2]
END
results=$scratch/results
ok "a small sweep runs" "$codarun" run -q -o "$results" "$scratch/small.yaml"

plot() {
    "$codarun" plot "$@"
}

one_line() {
    says "$@" && [ "$(wc -l <"$scratch/said")" -eq 1 ]
}

# --- without gnuplot ---------------------------------------------------------

ok "a wrong kind is answered with the existing ones" \
    says "found kind 'curve', expected .* did you mean 'curves'" 2 \
    plot curve "$results"
ok "and a wrong metric" one_line \
    "'valid.mp', expected valid.map.*did you mean 'valid.map'.*loss and l" 1 \
    plot curves "$results" --metric valid.mp --data -o "$scratch/no.svg"
ok "a name with another ending is refused" \
    says "output: found '$scratch/no.gif', expected .* in .svg, .png or .pdf$" \
    2 plot curves "$results" -o "$scratch/no.gif"
ok "so is a wrong size" \
    says "size: found '3.3', expected WIDTH or WIDTHxHEIGHT in px, in, cm" 2 \
    plot curves "$results" --size 3.3
ok "and a hexadecimal one" says "size: found '0x9in', expected WIDTH" 2 \
    plot curves "$results" --size 0x9in
ok "a page of no panels is refused" says "expected ROWSxCOLUMNS" 2 \
    plot curves "$results" --page 0x2

mkdir "$scratch/bin"
without() {
    PATH=$scratch/bin "$(realpath "$codarun")" plot "$@"
}
ok "without gnuplot it says so in a line" one_line \
    "^codarun: found no program gnuplot: install gnuplot-nox" 1 \
    without curves "$results" -o "$scratch/none.svg"
ok "with --data it says so, too" \
    says "^codarun: found no program gnuplot" 1 \
    without curves "$results" --data -o "$scratch/none.svg"
ok "and writes script and data" test -s "$scratch/none.gp" -a \
    -s "$scratch/none.dat"
ok "but no picture" test ! -e "$scratch/none.svg"

# fails SAID SCRIPT: gnuplot is replaced by this script; its message is reported
fails() {
    mkdir -p "$scratch/fake"
    printf '#!/bin/sh\n%s\n' "$2" >"$scratch/fake/gnuplot"
    chmod +x "$scratch/fake/gnuplot"
    PATH=$scratch/fake:$PATH one_line "^codarun: .*$1" 1 \
        "$codarun" plot curves "$results" -o "$scratch/none.svg" &&
        [ ! -e "$scratch/none.svg" ]
}
ok "a failing gnuplot is reported, with its last message" \
    fails "gnuplot drew nothing: line 3: no such terminal$" \
    'printf "\n  plot x\n       ^\n  line 3: no such terminal\n\n" >&2; exit 1'
ok "one without a terminal for the format is reported, with what to install" \
    fails "this gnuplot makes no such files: install gnuplot-nox (Debian) or " \
    'echo "line 2: unknown or ambiguous terminal name; type ..." >&2; exit 1'
ok "and one that draws nothing and says nothing" \
    fails "gnuplot drew nothing: it said nothing$" "exit 0"
ok "and one that dies" fails "gnuplot drew nothing: " \
    'echo "<svg></svg>"; kill -9 $$'

# data KIND OPTION...: write the data of the picture to $scratch/data.dat
data() {
    rm -f "$scratch/data.dat"
    without "$1" "$results" --data -o "$scratch/data.svg" "${@:2}"
    cat "$scratch/data.dat"
}
# From the curves of each setting's two trials, in the last columns.
deviates() {
    data curves --band deviation | awk -F'\t' '
        function near(x, y) { return (x - y) ^ 2 < 1e-18 }
        /^[0-9]/ {
            sd = sqrt(($6 - $7) ^ 2 / 2)
            if (!near($3, $2 - sd) || !near($4, $2 + sd))
                exit n = 1
            n++
        }
        END { exit n != 6 }'
}
ranges() {
    data curves | awk -F'\t' '/^[0-9]/ { n += $3 == ($6 < $7 ? $6 : $7) &&
        $4 == ($6 < $7 ? $7 : $6) } END { exit n != 6 }'
}
# count N PATTERN KIND OPTION...: do exactly N lines of its data match?
count() {
    data "${@:3}" >"$scratch/said" 2>&1
    cat "$scratch/said"
    [ "$(grep -c -- "$2" "$scratch/data.dat")" -eq "$1" ]
}
ok "the band around a mean is its range" ranges
ok "or its deviation" deviates
ok "and nothing else" says "found 'wide', expected range or deviation" 2 \
    plot curves "$results" --band wide
ok "the best setting alone is drawn" count 1 "^# small" curves --most 1
ok "which is reported" grep -q "the best 1 of 2 settings are drawn" "$scratch/said"
ok "at least one setting" says "--most: found '0', expected a whole number" 2 \
    plot curves "$results" --most 0
ok "a parameter that is named is drawn alone" \
    count 1 "^# train.seed	valid.map" metric --parameter train.seed
ok "so is a trial" count 3 "^# small, trial 1: " histograms --trial 1
ok "or several, one after the other" count 12 "^# small, trial [03]: " histograms --trial 3,0
ok "which are numbers" says "trial: found '3,', expected the number of a" 2 \
    plot histograms "$results" --trial 3,
ok "bins have the requested width" \
    count 2 "	\(1-25\|26-50\)$" length --width 25
cp "$scratch/data.dat" "$scratch/test.dat"
ok "of another split are others" \
    count 2 "	\(1-25\|26-50\)$" length --width 25 --split valid
ok "whose metrics differ" sh -c '! cmp "$@" && [ -s "$1" ]' - \
    "$scratch/test.dat" "$scratch/data.dat"
ok "answers to train are none" says "found 'train', expected valid or test" 2 \
    plot length "$results" --split train
ok "a kind is expected" says "expected a kind of picture" 2 plot
ok "and a folder behind it" says "expected a results folder after 'curves'$" \
    2 plot curves

# --- with gnuplot ------------------------------------------------------------

if ! command -v gnuplot >/dev/null; then
    skip "pictures are drawn" "no gnuplot"
    done_testing
fi

# The texts of an SVG, one a line, by an XML parser.
texts() {
    if command -v xmllint >/dev/null; then
        xmllint --xpath "//*[local-name()='text']//text()" "$1" |
            sed 's/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g'
    else
        python3 -c '
import sys, xml.etree.ElementTree as x
for t in x.parse(sys.argv[1]).iter("{http://www.w3.org/2000/svg}text"):
    print("".join(t.itertext()))' "$1"
    fi
}

# has FILE TEXT...: does the picture contain all these texts?
has() {
    texts "$1" >"$scratch/texts" || return 1
    cat "$scratch/texts"
    shift
    for text; do
        grep -qF -- "$text" "$scratch/texts" || return 1
    done
}

# The script beside a picture draws the same picture again.
draws_again() {
    mv "$1.svg" "$1.first" && (cd "$(dirname "$1")" && gnuplot -d "$1.gp") &&
        cmp "$1.svg" "$1.first"
}

ok "curves are drawn" plot curves "$results" --data -o "$scratch/curves.svg"
ok "the picture names what it shows" has "$scratch/curves.svg" \
    small valid.map "training step" softmax coda
ok "its script and data are those written without gnuplot" \
    cmp "$scratch/curves.dat" "$scratch/none.dat"
ok "the script draws the same picture" draws_again "$scratch/curves"
# The second mean of the first curve is NaN.  If gnuplot took it for missing
# data, it would join its neighbours.
gap() {
    awk -F'\t' -v OFS='\t' '/^[0-9]/ && ++n == 2 { $2 = "NaN" } { print }' \
        "$scratch/none.dat" >"$scratch/curves.dat"
    sed "/^set datafile separator/a set datafile missing 'NaN'" \
        "$scratch/curves.gp" >"$scratch/joined.gp"
    (cd "$scratch" && gnuplot -d joined.gp && mv curves.svg joined.svg &&
        gnuplot -d curves.gp && test -s curves.svg && ! cmp curves.svg joined.svg)
}
ok "a NaN is a gap in its curve" gap
cp -r "$results" "$scratch/copy"
ok "equal results are equal pictures" \
    sh -c '"$1" plot curves "$2/copy" -o "$2/copy.svg" >/dev/null &&
        cmp "$2/copy.svg" "$2/curves.first"' - "$codarun" "$scratch"
ok "a PNG is one" sh -c '"$1" plot curves "$2" -o "$3" >/dev/null &&
    head -c 4 "$3" | grep -q PNG' - "$codarun" "$results" "$scratch/curves.png"
pdf=$scratch/curves.pdf
ok "a PDF is one" sh -c '"$1" plot curves "$2" -o "$3" >/dev/null &&
    head -c 5 "$3" | grep -q "%PDF-"' - "$codarun" "$results" "$pdf"
pdf_says() {
    pdftotext -layout "$pdf" - | tee "$scratch/said" | grep -q "training step" &&
        grep -q coda "$scratch/said" && pdftotext -raw -r 72 "$pdf" - |
        grep -qF valid.map
}
embeds() {
    pdffonts "$pdf" | awk 'NR > 2 { n++; if ($(NF - 4) != "yes") exit n = 0 }
        END { exit !n }'
}
if command -v pdftotext >/dev/null; then
    ok "it has the titles of its axes as texts" pdf_says
    ok "and its fonts within it" embeds
else
    skip "it has the titles of its axes as texts" "no pdftotext"
fi
column() {
    plot curves "$results" --size 3.3x2.4in -o "$scratch/column.pdf" &&
        pdfinfo "$scratch/column.pdf" | grep "Page size: *237 x 172 pts"
}
if command -v pdfinfo >/dev/null; then
    ok "it has the requested size" column
fi
narrow() {
    says "narrow.svg': found a width of 1.50in, expected 6.67in at least for" \
        0 plot importance "$scratch/search" --size 1.5in \
        -o "$scratch/narrow.svg"
}
later() {
    sleep 1.1
    plot curves "$results" -o "$scratch/later.pdf" &&
        cmp "$scratch/later.pdf" "$pdf"
}
if grep -qa "/Producer (cairo" "$pdf"; then
    ok "equal results are equal PDFs, whenever they are drawn" later
else
    skip "equal results are equal PDFs" "this cairo packs away the date"
fi
ok "panels go on to further pages" plot curves "$results" --page 1x1 \
    --metric valid.map --metric loss -o "$scratch/two.svg"
ok "which are drawn, too" has "$scratch/two-2.svg" "training loss"

# --- every kind --------------------------------------------------------------

make_experiment "$scratch/search.yaml" <<'END'
name: search
train: {epochs: 1, batch: 16, grains: 4}
run: {keep: none, results: file}
sweep:
  method: random
  trials: 12
  goal: {maximize: valid.map}
  parameters:
    train.learning_rate: {min: 1.0e-4, max: 1.0e-1, scale: log}
    model.dropout: {min: 0, max: 0.9}
END
ok "a search runs" "$codarun" run -q -o "$scratch/search" "$scratch/search.yaml"

# draws KIND FOLDER TEXT...: draw it twice: equal bytes, with these texts
draws() {
    local kind=$1 folder=$scratch/$2 file=$scratch/$1.svg
    shift 2
    plot "$kind" "$folder" -o "$file" && plot "$kind" "$folder" \
        -o "$scratch/again.svg" && cmp "$file" "$scratch/again.svg" &&
        has "$file" "$@"
}
ok "metric" draws metric search train.learning_rate model.dropout valid.map
ok "parallel" draws parallel search learning_rate dropout valid.map
ok "history" draws history search "best so far" trial valid.map
ok "importance" draws importance search search "of the variance of valid.map" \
    "share of what the forest explains" learning_rate \
    "learning_rate × dropout" field pair
ok "a picture too narrow for its texts is reported" narrow
ok "gantt" draws gantt search "since the start" trial finished
ok "ranks" draws ranks search "since the start" rank finished
ok "histograms" draws histograms results M "share of pairs" "step "
ok "length" draws length results "tokens of the question" questions test.map \
    coda
ok "questions without types are reported" one_line \
    "found no trait that is a type in what is stored of test" 1 \
    plot type "$results" -o "$scratch/none.svg"
by_candidates() {
    plot type "$results" --by candidates -o "$scratch/type.svg" &&
        has "$scratch/type.svg" "candidates of the question" 4
}
ok "type" by_candidates
make_experiment "$scratch/kept.yaml" <<'END'
name: kept
train: {epochs: 1, batch: 16, grains: 4}
END
ok "a trial is kept" "$codarun" run -q -o "$scratch/kept" "$scratch/kept.yaml"
attention() {
    plot attention "$scratch/kept" --example 3 --data "$@" &&
        has "$scratch/attention.svg" \
            "kept, trial 0, example 3 of valid" "align (coda): e" query key \
            "question 0: " "label: " "align (coda): f_e" "align (coda): n" "align (coda): gate" \
            "align (coda): m" "<null>" &&
        draws_again "$scratch/attention"
}
chosen_matrices() {
    plot attention "$scratch/kept" --example 3 --matrix gate,n \
        -o "$scratch/chosen.svg" && has "$scratch/chosen.svg" \
        "align (coda): gate" &&
        [ "$(grep 'align (coda): ' "$scratch/texts" | sed 's/.*: //' | xargs)" = \
            "n gate" ]
}
ok "attention" attention -o "$scratch/attention.svg"
ok "a matrix without negative values is orange, as all above 0" \
    grep -qF "palette defined (0 '#FFFFFF', 0.5 '#FDB863', 1 '#E66101')" \
    "$scratch/attention.gp"
ok "has the matrices that are named" chosen_matrices
best="^codarun: trial [0-9]*: the best of [0-9]* finished, "
ok "a trial that is not named is the best, as standard error says" \
    says "$best" 0 plot histograms "$results" -o "$scratch/best.svg"
ok "... if there are several" sh -c '! "$1" plot attention "$2" --example 3 \
    -o "$3" 2>&1 | grep "the best"' - "$codarun" "$scratch/kept" \
    "$scratch/only.svg"
ok "one that is named is not" sh -c '! grep "the best" "$1"' - \
    <(plot histograms "$results" --trial 1 -o "$scratch/named.svg" 2>&1)
ok "a wrong trial is refused as everywhere" one_line \
    "found trial 99 of '$results', expected one below [0-9]*$" 1 \
    plot histograms "$results" --trial 99 -o "$scratch/none.svg"
ok "an example is needed" one_line "found no --example, expected" 1 \
    plot attention "$scratch/kept" -o "$scratch/none.svg"
ok "and an existing site" one_line \
    "kept', trial 0: found --site 'algn', .* expected align; did you mean" 1 \
    plot attention "$scratch/kept" --example 3 --site algn \
    -o "$scratch/none.svg"
kinds=$("$codarun" plot --help | sed -n '/^Kinds/,$s/^  \([a-z]*\) .*/\1/p')
for kind in $kinds; do
    ok "$kind has been drawn" test -s "$scratch/$kind.svg"
    ok "$kind is in the manual page" grep -q "^\.BR\? .*\b$kind\b" \
        "$srcdir/src/cmd/codarun.1.in"
done
long=$(printf 'long-%.0s' {1..20})
make_experiment "$scratch/long.yaml" <<END
name: $long
train: {epochs: 1, batch: 16, grains: 4, inspect: histograms}
END
in_lines() {
    plot histograms "$scratch/long" -o "$scratch/long.svg" &&
        has "$scratch/long.svg" gate &&
        tr -d ' \n' <"$scratch/texts" | grep -qF "$long,trial0" &&
        plot histograms "$scratch/long" --page 1x1 -o "$scratch/long.svg" &&
        has "$scratch/long.svg" f_e &&
        tr -d ' \n' <"$scratch/texts" | grep -qF "$long,trial0" &&
        awk 'length > 90 { exit 1 }' "$scratch/texts"
}
ok "a sweep of a long name runs" \
    "$codarun" run -q -o "$scratch/long" "$scratch/long.yaml"
ok "a long title is broken into lines, all of it" in_lines
ok "several share a page" plot curves,metric,gantt,histograms "$results" \
    -o "$scratch/all.png"

# --- hostile names -----------------------------------------------------------

make_experiment "$scratch/hostile.yaml" <<'END'
name: hostile
train: {epochs: 1, batch: 16, grains: 4}
run: {keep: none, results: file}
sweep:
  goal: {maximize: valid.map}
  variants:
    "'; system 'touch hacked'; set title '": {train.learning_rate: 0.1}
    "`touch hacked` @m _{x}^2 %d \\": {}
    "it's <b> & &amp; $data": {train.learning_rate: 0.2}
    "no font has \U0010FFFD": {train.learning_rate: 0.3}
END
ok "a sweep of hostile names runs" \
    "$codarun" run -q -o "$scratch/hostile" "$scratch/hostile.yaml"
cd "$scratch" || exit 99
case $codarun in /*) ;; *) codarun=$OLDPWD/$codarun ;; esac
has_all_of() {
    plot "$1" hostile -o more.svg &&
        has more.svg "'; system 'touc" "\`touch hacked" "it's <b> & &am"
}
ok "it is drawn" plot curves hostile --data -o hostile.svg
ok "its names are as they are" has hostile.svg "it's <b> & &amp; \$data" \
    "'; system 'touch hacked'; set ti" "\`touch hacked\` @m _{x}^2 %d \\"
ok "its script draws the same" draws_again "$scratch/hostile"
ok "in labels and ticks, too" has_all_of parallel,metric
if grep -q "define HAVE_FONTCONFIG 1" "$config"; then
    ok "a character that no font has is reported for a PNG" says \
        "more.png': found 1 character that no font .* U+10FFFD: '?' stands" 0 \
        plot curves hostile -o more.png
else
    skip "a character that no font has is reported for a PNG" \
        "built without fontconfig"
fi
ok "and is in an SVG" has hostile.svg "no font has $(printf '\U10FFFD')"
slanted() {
    plot metric hostile --data -o slanted.svg &&
        grep -qx "set xtics rotate by 45 right" slanted.gp &&
        [ "$(grep -c "rotate(-45).*text-anchor=.end" slanted.svg)" -eq 4 ]
}
ok "names too long to be horizontal end at their places" slanted
ok "and none was executed" test ! -e hacked

# A learning curve: a line of means for each variant over shares of train.
for split in train valid; do
    for i in $(seq 40); do
        printf 'good text %d\t1\nbad text %d\t0\n' "$i" "$i"
    done >"$scratch/$split.tsv"
done
cat >"$scratch/shares.yaml" <<EOF
name: shares
task: {kind: sentiment, train: train.tsv, valid: valid.tsv,
       columns: [text, label]}
model: {kind: bow}
train: {epochs: 1, batch: 8}
sweep:
  variants:
    small: {model.hidden: 4}
    large: {model.hidden: 8}
  parameters: {task.share: [0.5, 1]}
EOF
a_line_for_each_variant()
{
    "$codarun" run -q -o "$scratch/shares" "$scratch/shares.yaml" &&
        "$codarun" plot metric "$scratch/shares" --parameter task.share \
            --data -o "$scratch/shares.svg" &&
        grep -q 'with lines lt 1 .*title "small"' "$scratch/shares.gp" &&
        grep -q 'with lines lt 2 .*title "large"' "$scratch/shares.gp" &&
        grep -q 'with points lt 1 ' "$scratch/shares.gp" &&
        grep -q 'with points lt 2 ' "$scratch/shares.gp" &&
        ! grep -q 'title "trial"' "$scratch/shares.gp"
}
ok "a metric over shares has a line and points for each variant" \
    a_line_for_each_variant
done_testing
