#!/bin/bash
# A transformer learns a few translations by heart: parallel files are read, and
# lines decoded, scored, printed and trained again.
. "${srcdir:-.}/tests/tap.sh"

alter=$(realpath "${builddir:-.}/tests/cli/alter_result")
cd "$scratch" || exit 99
cat >t.en <<END
A man sleeps.
A dog plays.
A man and a dog
Two men play.
Two dogs sleep, and a man plays.
END
cat >t.de <<END
Ein Mann schläft.
Ein Hund spielt.
Ein Mann und ein Hund
Zwei Männer spielen.
Zwei Hunde schlafen, und ein Mann spielt.
END
paste t.en t.de | xz >t.tsv.xz
gzip -k t.de
cat >mt.yaml <<END
name: mt
task: {kind: mt, train: t.tsv.xz, valid: [t.en, t.de.gz], subwords: 30}
model: {kind: transformer, preset: custom, layers: 1, hidden: 32, filter: 64,
        heads: 2, dropout: 0, attention_dropout: 0, relu_dropout: 0}
train: {steps: 600, batch_tokens: 64, batch_by_length: true, grains: 2,
        learning_rate: 0.005, label_smoothing: 0.1, evaluate_every: 100}
sweep:
  goal: {maximize: valid.bleu}
  parameters:
    model.attention.kind: [softmax, coda]
END

ok "what a model reads is shown" says "^target: _Ein _Mann" 0 \
    "$codarun" data show mt.yaml
ok "a sweep runs" ranks 2 "$codarun" run mt.yaml -q -o out
for kind in softmax coda; do
    ok "$kind has learned the lines by heart" \
        says "^$kind  *1  *100\.00" 0 "$codarun" table out
done
ok "the table has sacreBLEU's signature" says \
    "^bleu: sacreBLEU's nrefs:1|case:mixed|eff:no|tok:13a|" 0 \
    "$codarun" table out
ok "a trial trained again is equal" \
    says "trial 1  equal" 0 "$codarun" verify out --rerun 1
ok "a trial on two ranks runs" ranks 2 "$codarun" run mt.yaml -q -o two \
    --set run.ranks_per_trial=2
ok "and is as on one" "$codarun" verify out two
"$codarun" data predictions out >said
ok "predictions are the translations, one a line" cmp said t.de
"$codarun" data predictions out --right >right
# scored STEPS: BLEU and chrF in the table equal those that sacreBLEU computes
# from the printed answers, for a trial of so few steps that it makes mistakes
scored() {
    "$codarun" run mt.yaml -q -o few --set train.steps="$1" \
        --set train.evaluate_every="$1" \
        --set 'sweep.parameters.model.attention.kind=[coda]' &&
        "$codarun" data predictions few >few.said &&
        "$codarun" data predictions few --right >few.right &&
        "$codarun" table few --value valid.bleu,valid.chrf --show mean \
            --format csv >few.csv && cat few.csv && python3 - <<'PYTHON'
import csv, sacrebleu
said, right = (open(f).read().splitlines() for f in ("few.said", "few.right"))
row = list(csv.DictReader(open("few.csv", newline="")))[0]
for name, score in (("bleu", sacrebleu.corpus_bleu(said, [right])),
                    ("chrf", sacrebleu.corpus_chrf(said, [right]))):
    table = float(row["valid.%s.mean" % name])
    print(name, table, score.score)
    assert 0 < table < 100 and abs(table - score.score) < 1e-6
PYTHON
}
ok "right answers are printed as lines" cmp right t.de
if python3 -c 'import sacrebleu' 2>/dev/null; then
    ok "sacreBLEU gives them the table's scores" scored 60
else
    skip "sacreBLEU gives them the table's scores" \
        "Python's sacrebleu is not installed"
fi
"$codarun" run mt.yaml -q -o tested --set train.steps=60 \
    --set train.evaluate_every=60
for metric in bleu chrf; do
    ok "$metric of two kinds is tested over lines" says \
        "^valid.$metric: coda minus softmax is .*; over 5 lines p = 0" 0 \
        "$codarun" table tested
done

# whole: print each row's name and scores, where there is only one seed
whole() { grep -E '^(softmax|coda) ' | grep "$1" | awk '{ print $1, $(NF - 2), $(NF - 1) }'; }
by_length() {
    "$codarun" table tested --by source | tee /dev/stderr | whole ' all ' >by
    "$codarun" table tested | whole '' >of
    cmp by of
}
ok "lines of all lengths together have the table's scores" by_length
cp -r tested bare
for file in bare/trials/*/*.h5; do
    "$alter" "$file" ngrams
done
ok "which are scored again if n-grams are not stored" \
    says "2 trials: result files without n-grams, scored again" 0 \
    "$codarun" table bare --by source
"$codarun" table bare --by source --format csv >bare.csv
ok "to the same digits" \
    sh -c '"$1" table tested --by source --format csv | cmp - bare.csv' - \
    "$codarun"
mv t.de.gz away
ok "without the data only the other metrics are there" \
    says '^coda  *1  *all  *5  *[0-9.]*$' 0 "$codarun" table bare --by source
ok "which is said" grep -q '^2 trials: .*what is a formula of them is left out' \
    "$scratch/said"
mv away t.de.gz
ok "results without the n-grams have their table" says \
    '^valid.exact: coda minus softmax is .*; over 5 lines p = ' 0 \
    "$codarun" table bare
ok "and no such test" sh -c '! grep -E "^valid.(bleu|chrf): .*over" "$1"' - \
    "$scratch/said"
ok "an ensemble's, too" "$codarun" ensemble out --by text --predictions both
ok "of lines" cmp both t.de
"$codarun" run mt.yaml -q -o best --set task.beam=3 --set task.n_best=3 \
    --set 'sweep.parameters.model.attention.kind=[coda]'
"$codarun" data predictions best --n-best >best.said
ok "the n best are printed by rank, the best of each as the answer" \
    sh -c 'awk -F " [|][|][|] " "NR == 1 || \$1 != was { print \$2; was = \$1 }" best.said |
        cmp - "$1"' - t.de
ok "of a source they differ, and their log p is of tokens" awk -F ' [|][|][|] ' '
    seen[$1, $2]++ || !($3 <= 0) || NF != 3 { exit bad = 1 }
    { two += NR > 1 && $1 == was; was = $1 }
    END { exit bad || !two || NR > 15 }' best.said
ok "if only one was stored, there are none" \
    says "found no hypotheses beside the best" 1 \
    "$codarun" data predictions out --n-best
ok "two forms at once are refused" says "found --right with --n-best" 2 \
    "$codarun" data predictions out --n-best --right
ok "lengths are traits" says "^softmax  *1  *" 0 "$codarun" table out --by source

"$codarun" data subwords t.subwords t.en t.de --merges 30 >/dev/null
echo mine >mine
ok "they do not replace a file that is there" says \
    "file 'mine' is there, expected --force to replace it" 1 \
    "$codarun" data subwords mine t.en t.de --merges 30
ok "which is as it was" grep -qx mine mine
ok "except with --force" \
    "$codarun" data subwords mine t.en t.de --merges 30 --force
ok "and gives the same then" cmp mine t.subwords
examples() { "$codarun" data show mt.yaml "$@" | grep '^[st][oa][ur]'; }
examples >learned
examples --set task.subwords_file=t.subwords >of_file
ok "there are examples of subwords" test -s learned
ok "subwords of a file are those that were learned of it" cmp learned of_file
sed 3d t.en >less.en
ok "files of other lengths are refused" says \
    "less.en', line 4: found the file's end, expected as many lines as in " 1 \
    "$codarun" run mt.yaml -q -o no --set 'task.train=[less.en, t.de]'
done_testing
