#!/bin/bash
# codarun report: a page that stands alone and says what was run, what came of
# it and what failed; with and without gnuplot, of a sweep that is over and of
# one that is not, and in a browser where there is one.
. "${srcdir:-.}/tests/tap.sh"

# Half of its trials fail: no loss stays a number at such a rate.
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

# has TEXT...: does the page have all of them?
has() {
    for text; do
        grep -qF -- "$text" "$page" || {
            echo "no $text"
            return 1
        }
    done
}

ok "a report is written, and its name printed" says "^$page$" 0 \
    report "$results" -o "$page"

# --- what it says ------------------------------------------------------------

if command -v python3 >/dev/null; then
    ok "its elements are closed, its ids differ, its links lead to them" \
        python3 "$srcdir/tests/cli/well_formed.py" "$page"
else
    skip "its elements are closed, its ids differ, its links lead to them" \
        "no python3"
fi
ok "it has all sections" has 'id="summary"' 'id="measured"' \
    'id="significance"' 'id="curves"' 'id="failures"' 'id="trials"' \
    'id="configuration"' 'id="provenance"'
ok "what a source says is a text" has \
    "&lt;b&gt;Table&lt;/b&gt; 2 &amp; &#39;more&#39;"
ok "it lists what failed, and why" has "the loss is nan at step" \
    "8: 4 finished, 4 failed"
ok "it has the published number" has '<td class="number joined">70.5</td>'
ok "it has the tests" has ">sign-flip</th>" ">bootstrap</th>"
ok "it has the experiment, every field, and digests of the data" has \
    "train.learning_rate: [0.003, 1000.0]" "train.optimizer.momentum: 0" \
    ">file.0</th>" ">identity</th>"

again() {
    report "$results" -o "$page.again" && cmp "$page" "$page.again"
}
ok "the same folder is the same page" again

done_testing
