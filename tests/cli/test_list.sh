#!/bin/bash
# codarun list: the sweeps of a folder, and the state of each.
. "${srcdir:-.}/tests/tap.sh"

for name in b a; do
    make_experiment "$scratch/$name.yaml" <<EOF
name: $name
train: {batch: 8, steps: 4}
sweep:
  parameters:
    train.seed: [1, 2]
EOF
done
cd "$scratch" || exit 99
unset CODARUN_DATA

# row SWEEP COLUMN...: print these columns of its row, with commas between
row() {
    local name=$1
    shift
    "$codarun" list --format csv | python3 -c '
import csv, sys
for row in csv.DictReader(sys.stdin):
    if row["sweep"] == sys.argv[1]:
        print(",".join(row[c] for c in sys.argv[2:]))' "$name" "$@"
}

ok "a folder that is not there is an error in one line" \
    says "'results'.*No such file or directory" 1 "$codarun" list
mkdir -p results/none
ok "without a sweep it says so" says "no sweep has a results folder here" 0 \
    "$codarun" list
for name in b a; do
    "$codarun" run -q $name.yaml || exit 99
done
ok "sweeps are in the order of their names" sh -c '
    [ "$("$1" list | grep -o "^[ab] " | tr -d "\n")" = "a b " ]' - \
    "$codarun"
ok "another folder may be named" says "^a  *done" 0 "$codarun" list ./results
if command -v python3 >/dev/null; then
    ok "a finished sweep has all of its trials" test "$(
        row a state trials finished failed goal)" = "done,2,2,0,valid.map"
    ok "the best is that of its results" test "$(row a best)" = "$(
        "$codarun" table a --trials --format csv | python3 -c '
import csv, sys
rows = list(csv.DictReader(sys.stdin))
print("%.2f" % max(float(r["valid.map"]) for r in rows))')"
else
    skip "a finished sweep has all of its trials" "no python3"
    skip "the best is that of its results" "no python3"
fi
echo damage >results/b/journal
ok "a damaged one is named, and the status says so" \
    says "^codarun: .*results/b.*journal" 1 "$codarun" list
ok "the other sweeps are still listed" says "^a  *done" 1 "$codarun" list
ok "nothing was written" sh -c '[ "$(cat results/b/journal)" = damage ]'
done_testing
