#!/bin/bash
# test_scorers.sh - stored answers go out as others' scorers read them, and the
# figures agree: rankings by trec_eval's rules, worked out anew here and by
# pytrec_eval where that is installed.
. "${srcdir:-.}/tests/tap.sh"

make_experiment "$scratch/ranking.yaml" <<'YAML'
name: ranking
train: {epochs: 2, batch: 16, learning_rate: 0.003}
YAML
results=$scratch/results
ok "a small trial runs" "$codarun" run -q -o "$results" "$scratch/ranking.yaml"

predictions() {
    "$codarun" data predictions "$results" --split test "$@"
}
ok "a run is written" sh -c '"$@" >"$0"' "$scratch/run" \
    "$codarun" data predictions "$results" --split test
predictions --right >"$scratch/qrels"
ok "with a line for each candidate" \
    test "$(wc -l <"$scratch/run")" -eq 48 -a "$(wc -l <"$scratch/qrels")" -eq 48

"$codarun" table "$results" --value test.map,test.mrr --show mean \
    --format csv >"$scratch/table.csv"

# score: MAP and MRR of run and qrels, candidates by falling score and name
score() {
    sort -k1,1n -k5,5gr -k3,3r "$scratch/run" |
        awk 'NR == FNR { right[$1 " " $3] = $4; all[$1] += $4; next }
             $1 != last { rank = found = 0; last = $1; questions++ }
             { rank++ }
             right[$1 " " $3] {
                 found++
                 map += found / rank / all[$1]
                 mrr += found == 1 ? 1 / rank : 0
             }
             END { printf "%.8f,%.8f\n", 100 * map / questions,
                                         100 * mrr / questions }' \
            "$scratch/qrels" -
}
same() {
    tail -1 "$scratch/table.csv" | tr -d '\r' | awk -F, -v said="$(score)" '{
        split(said, s, ",")
        for (i = 1; i <= 2; i++) {
            d = $(NF - 2 + i) - s[i]
            print $(NF - 2 + i), s[i]
            bad += d > 1e-6 || d < -1e-6
        }
        exit bad }'
}
ok "by trec_eval's rules they have the table's MAP and MRR" same

for python in "${PYTHON:-python3}" /usr/bin/python3; do
    "$python" -c 'import pytrec_eval' 2>/dev/null && break
    python=
done
if [ -n "$python" ]; then
    ok "trec_eval itself says so" "$python" - "$scratch" <<'END_OF_IT'
import csv, pytrec_eval, sys
with open(sys.argv[1] + "/qrels") as f:
    qrels = pytrec_eval.parse_qrel(f)
with open(sys.argv[1] + "/run") as f:
    run = pytrec_eval.parse_run(f)
scores = pytrec_eval.RelevanceEvaluator(
    qrels, {"map", "recip_rank"}).evaluate(run).values()
row = list(csv.DictReader(open(sys.argv[1] + "/table.csv", newline="")))[0]
for ours, theirs in ("map", "map"), ("mrr", "recip_rank"):
    is_ = 100 * sum(s[theirs] for s in scores) / len(scores)
    said = float(row["test.%s.mean" % ours])
    print(ours, said, is_)
    assert abs(said - is_) < 1e-6
END_OF_IT
else
    skip "trec_eval itself says so" "no pytrec_eval"
fi
ok "two forms at once are refused" says "expected one of them" 1 \
    predictions --none --right
ok "of what has none it is said" \
    says "has no form of having no answer" 1 predictions --none
done_testing
