#!/bin/bash
# test_table_papers.sh - the commands of docs/reference/tables.md that lay
# tables out as the papers do, run as printed on small sweeps with the names of
# the real ones.  Each number is computed again from the trials.
. "${srcdir:-.}/tests/tap.sh"

sed -n '/^    # the phase conductor/,/^$/s/^    //p' "$srcdir/docs/reference/tables.md" |
    sed -e :a -e '/\\$/N; s/\\\n *//; ta' | grep '^codarun table' \
    >"$scratch/commands"
cd "$scratch" || exit 99
case $codarun in /*) ;; *) codarun=$OLDPWD/$codarun ;; esac
ok "there are three layouts" test "$(wc -l <commands)" -eq 3

# layout N [OPTION...]: run command N
layout() {
    eval "$(sed -n "$1s/^codarun/\"\$codarun\"/p" commands)" "${@:2}"
}

# plain: LaTeX without the marks of the best value
plain() { sed 's/\\textbf{\([^}]*\)}/\1/g; s/\$-\$/-/g'; }

# trials FOLDER...: print each trial's metrics as one line of NAME=VALUE
trials() {
    for folder; do
        "$codarun" table "$folder" --trials --format csv | tr -d '\r' | awk -F, '
            NR == 1 { split($0, name); next }
            { for (i = 1; i <= NF; i++) printf "%s=%s ", name[i], $i; print "" }'
    done
}

# value(NAME), in awk: the value in a line of trials()
value='function value(name,  i, part) {
    for (i = 1; i <= NF; i++)
        if (index($i, name "=") == 1)
            return substr($i, length(name) + 2)
}'

make_squad train.json 8 1
make_squad valid.json 4 2
cat >reader.yaml <<'YAML'
name: squad1-small
task: {kind: span, train: train.json, valid: valid.json, test: train.json,
       characters: 0}
model: {kind: bidaf, hidden: 8, characters: 0, embedding: 8}
train: {epochs: 5, batch: 8, learning_rate: 0.01, evaluate_every: 5}
run: {keep: none}
sweep:
  goal: {maximize: valid.f1}
  variants:
    slow: {train.learning_rate: 0.00001}
    coda: {model.attention.kind: coda}
  parameters:
    train.seed: [1, 2]
YAML
for split in train valid test; do
    make_ranking $split.rank 12 ${#split}
done
cat >rank.yaml <<'YAML'
name: wikiqa
task: {kind: rank, train: train.rank, valid: valid.rank, test: test.rank}
model: {kind: decatt, hidden: 16, embedding: 8}
train: {epochs: 4, batch: 12, learning_rate: 0.01}
run: {keep: none}
sweep:
  goal: {maximize: valid.map}
  parameters:
    model.attention.kind: [softmax, coda]
    train.seed: [1, 2]
published:
  - {where: {model.attention.kind: softmax}, test.map: 66.4, test.mrr: 68.0,
     source: a paper}
  - {where: {model.attention.kind: coda}, test.map: 70.25, test.mrr: 71.5,
     source: a paper}
YAML
awk 'BEGIN { for (i = 0; i < 24; i++) {
    a = i % 3; b = int(i / 3) % 3
    print "x" a " y" b "\tda ist a" a " und a" b " mit da"
} }' >lines.tsv
cat >mt.yaml <<'YAML'
name: compositions-multi30k
task: {kind: mt, train: lines.tsv, valid: lines.tsv}
model: {kind: transformer, preset: custom, layers: 1, hidden: 16, filter: 16,
        heads: 2, dropout: 0, attention_dropout: 0, relu_dropout: 0,
        attention: {kind: coda}}
train: {steps: 30, batch: 16, learning_rate: 0.01, evaluate_every: 30}
run: {keep: none}
sweep:
  goal: {maximize: valid.bleu}
  parameters:
    model.attention.f_e: [tanh, sigmoid]
    model.attention.f_n: [sigmoid, tanh, arctan]
YAML
ok "readers are trained" "$codarun" run -q reader.yaml \
    -o results/squad1-small
ok "by other seeds, too" "$codarun" run -q reader.yaml \
    -o results/squad1-small-2 --set 'sweep.parameters.train.seed=[3, 4]'
ok "and a ranking model" "$codarun" run -q rank.yaml -o results/wikiqa
ok "and a translating model" "$codarun" run -q mt.yaml \
    -o results/compositions-multi30k

# --- max, mean and deviation, with daggers ------------------------------------

layout 1 >paper.tex
trials results/squad1-small results/squad1-small-2 | awk "$value"'
    function show(v, name,  i, x, n, sum, most, squares) {
        for (i = 1; i <= count[v]; i++) {
            x = of[v, name, i] + 0
            sum += x
            most = i == 1 || x > most ? x : most
        }
        n = count[v]
        for (i = 1; i <= n; i++)
            squares += (of[v, name, i] - sum / n) ^ 2
        return sprintf(" & %.2f & %.2f $\\pm$ %.2f", most, sum / n,
                       sqrt(squares / (n - 1)))
    }
    {
        v = value("variant")
        if (!count[v]++)
            order[++variants] = v
        of[v, "em", count[v]] = value("test.em")
        of[v, "f1", count[v]] = value("test.f1")
    }
    END {
        for (k = 1; k <= variants; k++)
            print order[k] show(order[k], "em") show(order[k], "f1") " \\\\"
    }' >expected
grep '\\pm' paper.tex | plain | sed 's/\$^{\\dd*agger}\$//g' >found
ok "a row a variant has max, mean and deviation of both folders' seeds" sh -c \
    'cat paper.tex; [ $(wc -l <found) -eq 2 ] && diff expected found'
ok "as LaTeX" sh -c 'grep -q "^.begin{tabular}{lrrrr}" paper.tex &&
    grep -q "^variant & test.em max & test.em & test.f1 max & test.f1" paper.tex'
ok "rows that differ from the first have a dagger, the first has none" sh -c \
    'cat paper.tex; grep "^coda &" paper.tex | grep -q "{.ddagger}" &&
        ! grep "^slow &" paper.tex | grep -q "dagger"'
ok "and the test is named below" \
    grep -q "^% .*first row.*Holm's correction for 2, over seeds: Welch's" \
    paper.tex

# --- measured beside published ------------------------------------------------

layout 2 --format latex >side.tex
trials results/wikiqa | awk "$value"'
    BEGIN { map["softmax"] = 66.4; mrr["softmax"] = 68
            map["coda"] = 70.25; mrr["coda"] = 71.5 }
    {
        kind = value("model.attention.kind")
        if (!count[kind]++)
            order[++kinds] = kind
        a[kind] += value("test.map") / 2
        b[kind] += value("test.mrr") / 2
    }
    function show(mean, published) {
        return sprintf(" & %.2f & %.2f & %.2f", mean, published,
                       mean - published)
    }
    END {
        for (i = 1; i <= kinds; i++)
            print order[i] show(a[order[i]], map[order[i]]) \
                show(b[order[i]], mrr[order[i]]) " \\\\"
    }' >expected
plain <side.tex | sed 's/ \\\\$//' |
    awk '/^softmax &|^coda &/ { kind = $1; $1 = ""; line[kind] = line[kind] $0 }
        END { print "softmax" line["softmax"] " \\\\"
              print "coda" line["coda"] " \\\\" }' >found
ok "models stand below each other, measured beside published, and the metrics \
side by side" sh -c 'cat side.tex; [ $(wc -l <found) -eq 2 ] &&
    diff expected found'
layout 2 >side
awk '/^softmax|^coda/ { line[$1] = line[$1] " & " $2 " & " $3 " & " $4 }
    END { print "softmax" line["softmax"] " \\\\"
          print "coda" line["coda"] " \\\\" }' side >found
ok "on a terminal they are below each other if they are too wide" sh -c \
    'cat side; diff expected found &&
    ! grep -v "^train: \|^valid: \|^test: " side | grep "^.\{81\}"'
ok "below it are the task's notes about its data" grep -q \
    "^test: 12 questions, 48 candidates, 12 right" side

# Metrics that are affine functions of each other are one hypothesis.  With one
# right candidate a question, and one question with only one candidate, these
# are MAP, MRR and both without that question.
printf 'qx w1 k1\tw2 k1\t1\n' >>test.rank
ok "the ranking model is trained again, with more seeds" "$codarun" run -q rank.yaml \
    -o results/more --set 'sweep.parameters.train.seed=[1, 2, 3, 4]'
same_family() {
    "$codarun" table results/more >plain &&
        "$codarun" table results/more --rows model.attention.kind \
            --daggers bootstrap >marked && cat plain marked &&
        n=$(sed -n 's/.* and \([0-9]*\) over questions$/\1/p' plain) &&
        [ "$n" -eq 2 ] && grep -q "Holm's correction for $n," marked
}
ok "daggers are corrected for the hypotheses of the table" same_family

# --- functions of E against functions of N ------------------------------------

layout 3 >compositions
trials results/compositions-multi30k | awk "$value"'
    {
        e = value("model.attention.f_e")
        cell[e, value("model.attention.f_n")] = value("valid.bleu")
    }
    function line(e) {
        printf "%s %.2f %.2f %.2f\n", e, cell[e, "sigmoid"],
            cell[e, "tanh"], cell[e, "arctan"]
    }
    END { print "model.attention.f_e sigmoid tanh arctan"
          line("tanh"); line("sigmoid") }' >expected
sed '/^-/d; /^$/,$d; s/  */ /g' compositions >found
ok "rows are functions of E, columns of N, a cell the metric of both" sh -c \
    'cat compositions; diff expected found'
ok "which differs from cell to cell" test \
    "$(tail -n +2 expected | cut -d ' ' -f 2- | tr ' ' '\n' | sort -u | wc -l)" \
    -eq 6
ok "and the columns are explained below" \
    grep -qx "columns: model.attention.f_n; of valid.bleu" compositions
done_testing
