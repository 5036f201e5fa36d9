#!/bin/bash
# codarun report: a self-contained page with the experiment, its results and its
# failures; with and without gnuplot, for finished and running sweeps.
. "${srcdir:-.}/tests/tap.sh"

# Half of its trials fail: with such a learning rate the loss becomes NaN.
make_experiment "$scratch/small.yaml" <<'END'
name: small
train: {epochs: 3, batch: 16, grains: 4, optimizer: sgd,
        learning_rate: 0.003, inspect: histograms}
run: {keep: best, results: file}
sweep:
  goal: {maximize: valid.map}
  parameters:
    model.attention.kind: [softmax, coda]
    train.learning_rate: [0.003, 1000.0]
    train.seed: [1, 2]
published:
  - where: {model.attention.kind: coda, train.learning_rate: 0.003}
    test.map: 70.5
    source: "<b>Table</b> 2 & 'more'"
END
results=$scratch/results
page=$scratch/page.html
"$codarun" run -q -o "$results" "$scratch/small.yaml" >/dev/null 2>&1
ok "a small sweep has run" test -e "$results/sweep.h5"

report() {
    "$codarun" report "$@"
}

# has TEXT...: does the page contain all of them?
has() {
    for text; do
        grep -qF -- "$text" "$page" || {
            echo "no $text"
            return 1
        }
    done
}

# asks_for_nothing: are the names of XML the only addresses in it?
asks_for_nothing() {
    ! sed 's|"http://www.w3.org/[a-z0-9/]*"||g' "$page" |
        grep -E '(https?:)?//[a-z]|@import|url\([^#]'
}

ok "a report is written, and its name printed" says "^$page$" 0 \
    report "$results" -o "$page"

# --- its contents ------------------------------------------------------------

if command -v python3 >/dev/null; then
    ok "its elements are closed, its ids differ, its links lead to them" \
        python3 "$srcdir/tests/cli/well_formed.py" "$page"
else
    skip "its elements are closed, its ids differ, its links lead to them" \
        "no python3"
fi
all_sections() {
    has 'id="summary"' 'id="measured"' 'id="significance"' 'id="curves"' \
        'id="search"' 'id="attentions"' 'id="histograms"' 'id="failures"' 'id="trials"' \
        'id="configuration"' 'id="provenance"'
}
ok "it has all sections" all_sections
ok "texts of a source are escaped" has \
    "&lt;b&gt;Table&lt;/b&gt; 2 &amp; &#39;more&#39;"
ok "it lists what failed, and why" has "the loss is nan at step" \
    "8: 4 finished, 4 failed"
ok "it has the published number" has '<td class="number joined">70.5</td>'
ok "it has the tests" has ">sign-flip</th>" ">bootstrap</th>"
ok "it says at its head what differs" has "<dt>difference</dt>" \
    "coda minus softmax is "
ok "it has the experiment, every field, and digests of the data" has \
    "train.learning_rate: [0.003, 1000.0]" "train.optimizer.momentum: 0" \
    ">file.0</th>" ">identity</th>"

again() {
    report "$results" -o "$page.again" && cmp "$page" "$page.again"
}
ok "the same folder is the same page" again
ok "it asks for no network" asks_for_nothing

program=$(realpath "$codarun")
named() {
    (cd "$scratch" && "$program" report results)
}
ok "it is named after the experiment" says "^small-report.html$" 0 named
ok "and is at the requested path" test -s "$scratch/small-report.html"
ok "a wrong folder is an error" says "no results" 1 \
    report "$scratch/none" -o "$scratch/none.html"
ok "and makes no page" test ! -e "$scratch/none.html"

# --- pictures ----------------------------------------------------------------

pictures() {
    [ "$(grep -c '<figure' "$page")" -eq "$1" ]
}
without() {
    PATH=$scratch/bin "$program" report "$@"
}
mkdir "$scratch/bin"
if command -v gnuplot >/dev/null; then
    # two curves; softmax shows E and M, CoDA tanh E, gate and M; both have
    # histograms of the same, except E
    ok "it has curves, attentions and histograms" pictures 11
    ok "for a list of trials it draws no search" has \
        "The sweep is a list of trials, not a search."
    ok "attentions are those of the best trial of each kind" has \
        "Example 0 of the validation data"
    ok "it is written without attentions" report "$results" -o "$page" --wait 0
    ok "and says so" has "Left out, as it was asked for."
    ok "a wrong example is reported" says "^$page$" 0 \
        report "$results" -o "$page" --example 5000
    ok "in its place" has "found example 5000 of valid, expected one below 48"
    mv "$scratch/valid.tsv" "$scratch/gone.tsv"
    ok "missing data are no failure" says "^$page$" 0 \
        report "$results" -o "$page"
    ok "but are reported" has 'class="absent">Trial' "valid.tsv"
    ok "and the rest is there" pictures 6
    mv "$scratch/gone.tsv" "$scratch/valid.tsv"
else
    skip "it has pictures" "no gnuplot"
fi
ok "without gnuplot a page is written, too" says "^$page$" 0 \
    without "$results" -o "$page"
ok "which says so" has "the program gnuplot was not found"
ok "has no pictures" pictures 0
ok "and all sections" all_sections

make_experiment "$scratch/found.yaml" <<'END'
name: found
train: {epochs: 1, batch: 16, grains: 4}
sweep:
  method: random
  trials: 4
  goal: {maximize: valid.map}
  parameters:
    model.dropout: {min: 0, max: 0.5}
    train.batch: [8, 16]
END
of_a_search() {
    "$codarun" run -q -o "$scratch/found" "$scratch/found.yaml" >/dev/null &&
        says "^$page$" 0 report "$scratch/found" -o "$page" --wait 0 &&
        has "No picture of kind importance: " "found 4 trials" \
            "nothing to compare" &&
        ! grep -q '<th[^>]*>holm' "$page"
}
ok "a search has its section, and no heading is without a row" of_a_search
if command -v gnuplot >/dev/null; then
    # two curves; history, parallel, and metric over two fields
    ok "with pictures" pictures 6
    ok "of the best so far, among others" has "best so far"
else
    skip "with pictures" "no gnuplot"
    skip "of the best so far, among others" "no gnuplot"
fi

sed -e 's/^name: found/name: halved/' -e 's/trials: 4/trials: 9/' \
    -e 's/{epochs: 1,/{epochs: 9, evaluate_every: 3,/' \
    -e 's/method: random/&\n  scheduler: {kind: halving, rungs: 2}/' \
    "$scratch/found.yaml" >"$scratch/halved.yaml"
# A trial that is not ended at a rung reaches the next; the table has the number
# of trials that were ended at any rung.
rungs() {
    "$codarun" run -q -o "$scratch/halved" "$scratch/halved.yaml" >/dev/null &&
        report "$scratch/halved" -o "$page" --wait 0 || return 1
    ended=$("$codarun" table "$scratch/halved" |
        sed -n 's/^9 trials: .*(\([0-9]*\) ended early by halving)/\1/p')
    sed -n '/<h3>Rungs/,/<\/table>/p' "$page" | sed 's/<[^>]*>/ /g' | awk -v \
        all="$ended" 'NF == 3 || NF == 6 && $4 == "trial" {
            rows++; wrong += $2 != (rows == 1 ? 9 : went); went = $2 - $3
            ended += $3 }
            END { print rows, wrong, ended, went
                exit rows != 2 || wrong || ended != all || went != 9 - all }'
}
ok "a scheduler's rungs say how many it ended at each" rungs

sed -e 's/^name: found/name: population/' \
    -e 's/{epochs: 1,/{epochs: 8, evaluate_every: 3,/' \
    -e 's/method: random/&\n  scheduler: {kind: pbt, rungs: 2}/' \
    -e 's/train.batch: .*/train.learning_rate: {min: 0.001, max: 0.01}/' \
    "$scratch/found.yaml" >"$scratch/population.yaml"
of_a_population() {
    "$codarun" run -q -o "$scratch/population" "$scratch/population.yaml" \
        >/dev/null && report "$scratch/population" -o "$page" --wait 0 &&
        sed -n '/<h3>Rungs/,/<\/table>/p' "$page" | sed 's/<[^>]*>/ /g' |
        awk 'NF == 6 { print; wrong += $2 != 4 || $3 != 1; rows++ }
            END { exit rows != 2 || wrong }'
}
ok "a trial that begins at a rung has not reached it" of_a_population

# --- several and damaged folders ---------------------------------------------

ok "two folders are one page" report "$results" "$results" -o "$page"
ok "with both of them" has "<h3>$results</h3>"

cp -rp "$results" "$scratch/spoilt"
for file in "$scratch"/spoilt/trials/*/*.h5; do
    printf 'XXXX' | dd of="$file" bs=1 seek=3000 conv=notrunc 2>/dev/null
done
ok "damaged results are named, and the exit status says so" \
    says "^codarun: warning: result file '$scratch/spoilt/.*damaged" 1 \
    report "$scratch/spoilt" -o "$page"
ok "each once" sh -c \
    '[ "$(sort "$1" | uniq -d | wc -l)" -eq 0 ]' - "$scratch/said"
ok "the page has the rest, and says how much is missing" has \
    "<li>left out: " "whose result files are damaged or gone" \
    "should be on this page and could not be read" \
    'id="trials"' 'id="provenance"'

rm -r "$scratch/spoilt"
cp -rp "$results" "$scratch/spoilt"
file=$(find "$scratch/spoilt/trials" -name '*.h5' | sort | head -n 1)
printf 'XXXX' | dd of="$file" bs=1 seek=3000 conv=notrunc 2>/dev/null
ok "a damaged result costs its own trial" \
    says "^codarun: warning: result file '$file'.*damaged" 1 \
    report "$scratch/spoilt" -o "$page"
ok "of which the page says that it is left out" has "<li>left out: 1 of "
ok "and nothing else" sh -c '! grep -q "class=.fault.>[^<]*result file" "$1"' \
    - "$page"

rm -r "$scratch/spoilt"
cp -rp "$results" "$scratch/spoilt"
for file in "$scratch"/spoilt/states/*/*.h5; do
    printf 'XXXX' | dd of="$file" bs=1 seek=3000 conv=notrunc 2>/dev/null
done
if command -v gnuplot >/dev/null; then
    ok "damaged states are named, too" \
        says "^codarun: .*'$scratch/spoilt/states/.*damaged" 1 \
        report "$scratch/spoilt" -o "$page"
    ok "in their place" has 'class="fault">' "$scratch/spoilt/states/"
else
    skip "damaged states are named, too" "no gnuplot"
fi

cp -rp "$results" "$scratch/stateless"
rm -r "$scratch/stateless/states"
ok "a folder without states is no failure" says "^$page$" 0 \
    report "$scratch/stateless" -o "$page"

# One trial that ends soon, and one that does not.
sed '/^sweep:/,/train.seed/d; /^train:/,/inspect/d' "$scratch/small.yaml" \
    >"$scratch/long.yaml"
cat >>"$scratch/long.yaml" <<'END'
train: {batch: 16, grains: 4, learning_rate: 0.003}
sweep: {goal: {maximize: valid.map}, parameters: {train.epochs: [1, 1000000]}}
END
"$codarun" run -q -o "$scratch/long" "$scratch/long.yaml" \
    >"$scratch/long.said" 2>&1 &
runs=$!
one_is_over() {
    for _ in $(seq 100); do
        "$codarun" status "$scratch/long" 2>&1 | grep -q '1 finished.*1 running' &&
            return
        sleep 0.3
    done
    cat "$scratch/long.said"
    return 1
}
ok "a sweep runs" one_is_over
ok "it has a report meanwhile" says "^$page$" 0 report "$scratch/long" -o "$page"
ok "with the results so far" has "running since" "2: 1 finished, 1 not finished yet" \
    "In training" "No trial has failed."
# follow: write the page in the background; $follows is the process's number
follow() {
    "$codarun" report "$scratch/long" -o "$page" --wait 0 --follow=1 \
        >"$scratch/follow.said" 2>&1 &
    follows=$!
}

# comes TEXT...: does the page get these texts within a minute of following?
comes() {
    for _ in $(seq 600); do
        ! has "$@" || return 0
        kill -0 $follows 2>/dev/null || return
        sleep 0.1
    done
    return 1
}

# ends STATUS: does the process end so, with the file's name printed once?
ends() {
    wait $follows
    [ $? -eq "$1" ] && echo "$page" | cmp - "$scratch/follow.said"
}
written() { sed -n 's/.*data-written="\([0-9.]*\)".*/\1/p' "$page"; }
rm "$page"
follow
ok "followed, it has the sweep's state at its head" comes data-every= \
    "<p>trials 2: 1 finished, 0 failed, 1 running, 0 waiting, 0 paused" \
    "; best trial 0, valid.map "
if command -v gnuplot >/dev/null; then
    ok "curves of running trials are beside those of finished ones" \
        comes "<h3>In training</h3>" \
        "Learning curves of trials in training: small: trials in training"
else
    skip "curves of running trials are beside those of finished ones" \
        "no gnuplot"
fi
before=$(written)
anew() {
    for _ in $(seq 600); do
        [ "$(written)" = "$before" ] || return 0
        kill -0 $follows 2>/dev/null || return
        sleep 0.1
    done
    return 1
}
ok "and is rewritten" anew
kill -INT $follows
ok "a signal ends that, which is no failure" ends 0
ok "with a last page that does not reload" sh -c '
    ! grep -q data-every= "$1" && grep -q "by a command that has ended" "$1"' \
    - "$page"
ok "an output that cannot be replaced is refused with --follow" \
    says "found output '/dev/stdout', expected a file that can be replaced" 2 \
    "$codarun" report "$scratch/long" -o /dev/stdout --follow
follow
comes data-every=
kill -TERM $runs
wait $runs
ok "it ends when the sweep does" ends 0
cp "$page" "$page.followed"
report "$scratch/long" -o "$page" --wait 0
ok "and the last page is the one without --follow" cmp "$page" "$page.followed"
ok "stopped, it has one, too" says "^$page$" 0 report "$scratch/long" -o "$page"
ok "which says that it is not over" has "not running; not all trials are over"

# More trials than a page lists.
sed '/^sweep:/,/train.seed/d; /^train:/,/inspect/d; s/^run:.*/run: {keep: none}/' \
    "$scratch/small.yaml" >"$scratch/many.yaml"
cat >>"$scratch/many.yaml" <<'END'
train: {steps: 1, batch: 2}
sweep:
  method: random
  trials: 510
  goal: {maximize: valid.map}
  parameters: {train.learning_rate: {min: 1.0e-4, max: 1.0e-2}}
END
"$codarun" run -q -o "$scratch/many" "$scratch/many.yaml" >/dev/null 2>&1
ok "a sweep of many trials has a report" says "^$page$" 0 \
    report "$scratch/many" -o "$page"
ok "which lists some, and says so" has \
    "10 more: codarun table $scratch/many --trials"

done_testing
