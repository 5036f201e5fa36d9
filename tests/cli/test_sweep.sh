#!/bin/bash
# A random search with failing trials: they are rows with their reasons, and are
# not run again unless an option asks for it.
. "${srcdir:-.}/tests/tap.sh"

make_experiment "$scratch/a.yaml" <<END
name: a
train: {steps: 12, batch: 8, optimizer: sgd, evaluate_every: 4}
sweep:
  method: random
  trials: 6
  seed: 4
  parameters:
    train.learning_rate: {min: 1.0e-3, max: 1.0e+3, scale: log}
    model.hidden: {min: 4, max: 40}
    model.attention.kind: [softmax, coda]
END
cd "$scratch" || exit 99
unset CODARUN_DATA

# trials DIR: print number, status, values and reason of each trial
trials() {
    "$codarun" table "$1" --trials --format csv |
        awk -F, '{ print $1, $2, $3, $4, $5, $NF }'
}

# drawn DIR: are its trials' values in their ranges, and different?
drawn() {
    trials "$1" | tee /dev/stderr | awk '
        NR > 1 { n++; kind[$5]++; wrong += rate[$3]++ || $3 < 1e-3 || $3 > 1e3
                 wrong += $4 != int($4) || $4 < 4 || $4 > 40 }
        END { exit !(n == 6 && !wrong && kind["coda"] && kind["softmax"] &&
                     kind["coda"] + kind["softmax"] == n) }'
}

# failed DIR NUMBER REASON: have NUMBER trials failed, all for this reason?
failed() {
    trials "$1" | tee /dev/stderr |
        awk -v n="$2" -v reason="$3" '
            $2 == "failed" { found++; other += $0 !~ reason }
            END { exit found != n || other }'
}

# starts DIR: count the trials' starts in the journal
starts() {
    grep -c '^[0-9]* start ' "$1/journal"
}

nan="the loss is nan at step 4"
ok "a sweep with a failed trial ends with status 3" \
    says "^trial 3 failed: $nan (train.learning_rate=19.8" 3 \
    "$codarun" run a.yaml -o a
ok "a random search draws each parameter from its own range" drawn a
ok "the failed trial is a row of the table of trials" failed a 1 "$nan"
ok "and of the table, with its reason" says "  trial 3 failed: $nan\$" 0 \
    "$codarun" table a
ok "rows of a search have their trials' numbers" sh -c \
    '"$1" table a | grep -q "^trial  " && "$1" table a --format csv |
        head -n 1 | grep -v trial' - "$codarun"
ok "the table says how many there are" \
    says "6 trials: 5 finished, 1 failed" 0 "$codarun" table a
ok "two ranks draw the same trials and get the same results" says "trial 3 failed: $nan" 3 \
    ranks 2 "$codarun" run a.yaml -o two
ok "with the same bits" "$codarun" verify a two

"$codarun" table a --trials --format csv >a.csv
ok "values not reached are left empty" grep -q "^3,failed,.*,,,,,,,,numer" \
    a.csv
awk -F, -v OFS=, '$1 == 3 { $7 = -1
    for (i = 1; i <= NF; i++)
        if ($i ~ /^numerics=/) $(i - 1) = "00000000000000000000000000000000" }
    { print }' a.csv >before.csv
for rows in a before; do
    ok "trained again it fails as its row has it ($rows)" \
        says "trial 3  equal to its row: failed after" 0 \
        "$codarun" verify --rerun 3 a.yaml $rows.csv
done

cp a/journal before
ok "the same command again ends with status 3" says "5 finished, 1 failed" 3 \
    "$codarun" run a.yaml -o a
ok "and so does resume" says "5 finished, 1 failed" 3 "$codarun" resume a
ok "neither runs the failed trial again" test "$(starts a)" -eq 6
ok "--retry-failed does, and only that one" says "trial 3 failed: $nan" 3 \
    "$codarun" run a.yaml -o a --retry-failed
ok "as another attempt" sh -c \
    'grep -q " start 3 attempt 2 " a/journal && test "$1" -eq 7' - "$(starts a)"

ok "trials beyond their memory fail" says "6 trials: 0 finished, 6 failed" 3 \
    "$codarun" run a.yaml -o poor --set run.memory_gb=1.0e-4
ok "each with the budget for its reason" failed poor 6 "budget .*0.0001 GiB"
ok "with enough memory they are still failed" \
    says "0 finished, 6 failed" 3 "$codarun" run a.yaml -o poor
ok "until they are run again" says "5 finished, 1 failed" 3 \
    "$codarun" run a.yaml -o poor --retry-failed
ok "with the same bits" "$codarun" verify a poor
done_testing
