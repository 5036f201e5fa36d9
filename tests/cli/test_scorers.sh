#!/bin/bash
# test_scorers.sh - stored answers are printed for other scorers, and the
# figures agree.  Rankings are scored by trec_eval's rules, here in awk, and by
# pytrec_eval if it is installed; classes, sums and programs by comparing lines.
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

# score: MAP and MRR of run and qrels; candidates by falling score, then name
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

python_with 'import pytrec_eval'
if [ -n "$python" ]; then
    ok "trec_eval itself agrees" "$python" - "$scratch" <<'END_OF_IT'
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
    skip "trec_eval itself agrees" "no pytrec_eval"
fi
# agrees NAME METRIC: the share of printed lines that are right equals METRIC in
# the table, and is neither 0 nor 1
agrees() {
    "$codarun" run -q -o "$scratch/$1" "$scratch/$1.yaml" &&
        "$codarun" data predictions "$scratch/$1" >"$scratch/said.txt" &&
        "$codarun" data predictions "$scratch/$1" --right >"$scratch/right.txt" &&
        "$codarun" table "$scratch/$1" --value "$2" --show mean --format csv |
        tr -d '\r' | tail -n 1 | cut -d, -f2 >"$scratch/table.txt" &&
        paste -d '\t' "$scratch/said.txt" "$scratch/right.txt" |
        awk -F '\t' 'NR == FNR { table = $1; next }
                     NF != 2 { exit bad = 1 }
                     { n++; right += $1 == $2 }
                     END { is = 100 * right / n; print is, table
                           exit bad || !right || right == n ||
                                (is - table) ^ 2 > 1e-12 }' \
            "$scratch/table.txt" -
}
for i in 1 2 3 4 5 6; do
    printf 'a b%d\tb c\tentailment\nb\tc d%d\tneutral\nd\ta\tneutral\n' $i $i
done >"$scratch/nli.tsv"
cat >"$scratch/pairs.yaml" <<'END'
name: pairs
task: {kind: nli, train: nli.tsv, valid: nli.tsv,
       columns: [premise, hypothesis, label]}
model: {kind: decatt, hidden: 8, embedding: 8}
train: {steps: 1, batch: 2}
END
for i in 1 2 3 4 5 6; do
    printf '1\ta film %d\n0\tno film %d\n1\tno %d\n' $i $i $i
done >"$scratch/films.tsv"
cat >"$scratch/texts.yaml" <<'END'
name: texts
task: {kind: sentiment, train: films.tsv, valid: films.tsv,
       columns: [label, text]}
model: {kind: bow, hidden: 8}
train: {steps: 1, batch: 2}
END
cat >"$scratch/sums.yaml" <<'END'
name: sums
task: {kind: mlu, low: 0, high: 3, operations: ["+"], examples: 40,
       valid_examples: 9, test_examples: 0, beam: 2, n_best: 2}
model: {kind: transformer, preset: custom, layers: 1, hidden: 16, filter: 16,
        heads: 2, dropout: 0, attention_dropout: 0, relu_dropout: 0}
train: {steps: 30, batch: 8, learning_rate: 0.01}
END
cp "$srcdir/tests/cli/problems.jsonl" "$scratch/"
cat >"$scratch/programs.yaml" <<'END'
name: programs
task: {kind: text2code, train: problems.jsonl, valid: problems.jsonl}
model: {kind: transformer, preset: custom, layers: 1, hidden: 32, filter: 64,
        heads: 2, dropout: 0, attention_dropout: 0, relu_dropout: 0}
train: {steps: 60, batch: 5, learning_rate: 0.005}
END
for name in pairs texts sums programs; do
    ok "the share of right lines of $name is the table's accuracy" \
        agrees $name valid.accuracy
done
ok "the n best sums are printed, too" \
    sh -c '"$1" data predictions "$2/sums" --n-best |
        grep -Ec "^[0-8] \|\|\| [-0-9]* \|\|\| -?[0-9.e-]*$" >"$2/count" &&
        test "$(cat "$2/count")" -gt 9' - "$codarun" "$scratch"
ok "two forms at once are refused" says "expected one of them" 2 \
    predictions --none --right
ok "a task without n best says so" \
    says "has no form of having no answer" 1 predictions --none
done_testing
