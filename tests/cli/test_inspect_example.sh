#!/bin/bash
# codarun inspect: what a trial's files contain, and the matrices of its
# attentions on an example, equal for any number of threads.  Wrong requests are
# refused.
. "${srcdir:-.}/tests/tap.sh"

peers=$(realpath "$srcdir/tests/peers")
cd "$scratch" || exit 99
case $codarun in /*) ;; *) codarun=$OLDPWD/$codarun ;; esac

# experiment NAME TASK MODEL MORE...: train it.
experiment()
{
    printf '%s\n' "name: $1" "task: $2" "model: $3" \
        "train: {steps: 40, batch: 16, learning_rate: 0.01, evaluate_every: 20}" \
        >"$1.yaml"
    "$codarun" run -q -o "$1" "$1.yaml" "${@:4}"
}

# inspect NAME OPTION...
inspect() { "$codarun" inspect "$@"; }

# csv NAME OPTION...: one line for each pair
csv() { inspect "$@" --format csv | tail -n +2 | sed 's/","/comma/g'; }

one_line() { says "$@" && [ "$(wc -l <said)" -eq 1 ]; }

make_ranking train.rank 48 1
make_ranking valid.rank 12 2
for split in train valid; do
    awk -F '\t' '{ print $1 "\t" $2 "\t" ($3 ? "yes" : "no") }' $split.rank \
        >$split.nli
    make_squad $split.json 20 ${#split}
done
ok "decomposable attention is trained on pairs" experiment nli \
    "{kind: nli, train: train.nli, valid: valid.nli, labels: [no, yes],
      vocabulary: train}" \
    '{kind: decatt, hidden: 16, attention: {kind: coda, center_e: true},
      embedding: 8}'
ok "a universal transformer on sums" experiment mlu \
    '{kind: mlu, low: 0, high: 8, operations: ["+"], examples: 44,
      valid_examples: 10, test_examples: 10}' \
    '{kind: universal, preset: custom, steps: 2, hidden: 16, filter: 32,
      heads: 2, attention: {kind: coda}}'
ok "a reader on passages" experiment dcn \
    '{kind: span, train: train.json, valid: valid.json, lower: true,
      characters: 4}' '{kind: dcn, hidden: 8}'

# --- contents of files --------------------------------------------------------

inspect nli >told
accuracy=$(sed -n 's/^  accuracy *valid \([0-9.]*\) *$/\1/p' told)
ok "a trial's metrics are those of the table" sh -c '[ "$2" ] &&
    "$1" table nli --trials --format csv | tr -d "\r" | tr , "\n" |
        grep -qx "$2"' - "$codarun" "$accuracy"
ok "so are result, state, and their arrays" sh -c \
    'grep -q "^kind  *result" told && grep -q "^kind  *state" told &&
        grep -q "^  /answers/valid/score  *48 x 2 float32" told &&
        grep -q "^  embedding  *[0-9]* x 8" told'
ok "its configuration has every field" grep -q \
    "^  model.attention.center_e  *true" told
ok "a section's values are aligned, also after long names" awk '
    /^config$/ { on = 1; next }
    /^[^ ]/ { on = 0 }
    on && match($0, /^  [^ ]+ +/) { place[RLENGTH]++; n++ }
    END { for (p in place) places++; exit !(n > 60 && places == 1) }' told
result=$(ls nli/trials/*/*.h5) state=$(ls nli/states/*/*.best.h5)
{ inspect "$result" && echo && inspect "$state"; } >apart
ok "for a single file it prints the same" cmp told apart
inspect nli --format json >told.json
if command -v python3 >/dev/null; then
    ok "its JSON is one" sh -c 'python3 -c "
import json
r, s = json.load(open(\"told.json\"))
assert r[\"kind\"] == \"result\" and s[\"kind\"] == \"state\"
assert r[\"trial\"][\"name\"] == s[\"trial\"][\"name\"]
assert r[\"arrays\"][\"/answers/valid/score\"][\"shape\"] == [48, 2]
assert r[\"history\"][\"evaluations\"] == 2
assert s[\"parameters\"][\"out.weight\"][\"shape\"] == [16, 2]
assert r[\"config\"][\"train.steps\"] == \"40\""'
else
    skip "its JSON is one" "no python3"
fi
cp "$result" broken.h5
printf x | dd of=broken.h5 bs=1 seek=900 conv=notrunc 2>dd
ok "a damaged file is reported" one_line \
    "result file 'broken.h5': damaged: found a content of xxh3" 1 \
    inspect broken.h5
head -c 700 "$state" >short.h5
ok "so is one that is cut short" one_line \
    "state file 'short.h5': truncated: found 700 bytes, expected" 1 \
    inspect short.h5
"$codarun" run -q -o small nli.yaml --set run.keep=none --set run.results=journal
ok "it says if a result is only in the journal" says \
    "^file  *small/journal" 0 inspect small

ok "a file needs no number" one_line "found --trial with file '$result'" 1 \
    inspect "$result" --trial 0
ok "a trial must exist" one_line "found trial 1 of 'nli', expected one" 1 \
    inspect nli --trial 1
rm -r small/journal
ok "that left something behind" one_line \
    "trial 0 of 'small' has neither result nor state" 1 inspect small

# --- attentions on an example -------------------------------------------------

ok "attentions are listed, once for each pass" says \
    "^decoder.0.cross *1  coda *2 " 0 inspect mlu --example 1
ok "one site with its parts" says "^decoder.0.self, pass 1, head 1 (coda): gate" \
    0 inspect mlu --example 1 --site decoder.self --pass 1 --head 1
ok "of one attention there is no list" says "^align (coda): m" 0 \
    inspect nli --example 1
ok "the example comes first" sh -c '
    { echo "example 1 of valid"; "$1" data show nli.yaml --split valid -n 2 |
        sed -n "/^valid 1/,\$p" | sed 1d; } >shown
    "$1" inspect nli --example 1 | head -n "$(wc -l <shown)" | cmp - shown' - \
    "$codarun"
ok "the same by its layer" sh -c \
    '"$1" inspect mlu --example 1 --site decoder.self --layer 0 >one &&
        "$1" inspect mlu --example 1 --site decoder.0.self | cmp one' - \
    "$codarun"

# M = f_e gate, f_e = tanh(E), gate = 2 sigmoid(N), in columns 8 to 12.
equations() {
    csv "$@" >pairs
    awk -F , 'function far(x, y) { return x - y > 1e-6 || y - x > 1e-6 }
        { t = exp(2 * $8); t = (t - 1) / (t + 1) }
        far($9, t) || far($11, 2 / (1 + exp(-$10))) || far($12, $9 * $11) {
            print; wrong = 1
        }
        END { exit wrong || !NR }' pairs
}
ok "CoDA's parts are its equations" equations nli --example 3
ok "of several heads and passes, too" equations mlu --example 3 \
    --layer 0 --split train
ok "in self-attention a token sees those before it" sh -c \
    '"$1" inspect mlu --example 1 --site decoder.self --format csv |
        awk -F , "NR > 1 && \$5 > \$4 { after++ }
                  END { exit after || NR < 2 }"' - "$codarun"
csv nli --example 3 | cut -d , -f 6 | uniq >rows
sed -n 4p valid.nli | cut -f 1 | tr ' ' '\n' >tokens
ok "its rows are the tokens of the data" sh -c \
    'tail -n +2 rows | awk "!seen[NR] { print }" | uniq | cmp - tokens'
awk -F '\t' 'NR % 4 == 1 { print $2 "\t" $1 }' train.rank >mt.tsv
ok "a transformer is trained to translate" experiment mt \
    '{kind: mt, train: mt.tsv, valid: mt.tsv, vocabulary: separate}' \
    '{kind: transformer, preset: custom, layers: 1, hidden: 8, filter: 8,
      heads: 2}'
csv mt --example 2 --site decoder.cross --head 0 | awk -F , '
    $5 == 0 && $6 != "<begin>" { target = target $6 }
    $4 == 0 && $7 != "<end>" { source = source $7 }
    END { print source "\t" target }' | sed 's/^_//; s/\t_/\t/; s/_/ /g' >found
ok "each side has its own words" sh -c 'sed -n 3p mt.tsv | cmp - found'
ok "a model is trained on lines that are made" experiment made \
    '{kind: mlu, examples: 1000000, valid_examples: 20, test_examples: 20}' \
    '{kind: transformer, preset: custom, layers: 1, hidden: 8, filter: 8,
      heads: 2}' --set train.steps=4
last=$("$codarun" inspect made | sed -n 's/^  examples.train  *//p')
ok "of which the last is inspected" says "^decoder.0.self (softmax): m\|head 1" \
    0 inspect made --split train --example $((last - 1)) --layer 0
ok "but none after it" one_line "found example $last of train" 1 \
    inspect made --split train --example "$last"
ok "a reader's rows end with its sentinel" says \
    "^<sentinel> *-*[0-9]" 0 inspect dcn --example 2
inspect dcn --example 2 --format csv | tr -d '\r' >reader.csv
ok "softmax's weights of a row sum to 1, as do those of a column" awk -F , '
    NR == 1 { wrong = $9 != "m" || $10 != "m_columns"; next }
    { row[$4] += $9; column[$5] += $10 }
    function off(x) { return x < 0.99999 || x > 1.00001 }
    END { for (i in row) wrong += off(row[i])
          for (j in column) wrong += off(column[j])
          exit wrong || NR < 9 }' reader.csv

# whole NAME OPTION...: are the bytes equal for one thread and for three?
whole() {
    OMP_NUM_THREADS=1 inspect "$@" --format json >one &&
        OMP_NUM_THREADS=3 inspect "$@" --format json >three && cmp one three
}
ok "threads change no byte" whole mlu --example 5 --layer 0
ok "nor a reader's" whole dcn --example 5
ok "a state's file works, too" sh -c \
    '"$1" inspect "$2" --example 3 --format csv >one &&
        "$1" inspect nli --example 3 --format csv | cmp one' - "$codarun" \
    "$state"
ok "HDF5 has arrays" sh -c '"$1" inspect mlu --example 1 --site encoder.self \
    --format hdf5 -o arrays.h5 && head -c 8 arrays.h5 | grep -q HDF' - "$codarun"
# forms NAME EXAMPLE SITE: write NAME.SITE in the formats for programs
forms() {
    for ending in json csv h5; do
        inspect "$1" --example "$2" --site "$3" --format ${ending/h5/hdf5} \
            -o "$1.$3.$ending" || return 1
    done
}
ok "only named matrices are printed, in tables" sh -c \
    '"$1" inspect mlu --example 1 --site decoder.cross --matrix n,e |
        sed -n "s/^decoder.0.cross, pass 0, head . (coda): //p" | xargs |
        grep -qx "e n e n"' - "$codarun"
ok "and for programs" sh -c \
    '"$1" inspect nli --example 3 --matrix n --matrix e --format csv | tr -d "\r" |
        head -n 1 | grep -q "column_token,e,n,attention$"' - "$codarun"
ok "programs have their formats" eval 'forms mlu 1 decoder.self &&
    forms mlu 1 decoder.cross && forms nli 3 align && forms dcn 2 coattention'
python_with 'import h5py, numpy'
if [ -n "$python" ]; then
    ok "HDF5, JSON and CSV have the same numbers, to the bit" "$python" \
        "$peers/inspect_same.py" forms mlu.decoder.self mlu.decoder.cross \
        nli.align dcn.coattention
else
    skip "HDF5, JSON and CSV have the same numbers, to the bit" "no h5py, numpy"
fi
if command -v gnuplot >/dev/null; then
    ok "a picture is drawn" inspect nli --example 3 --picture one.svg
    ok "with tokens along its axes" grep -q "$(head -n 1 tokens)" one.svg
    ok "plot draws the same" sh -c \
        '"$1" plot attention nli --example 3 --data -o two.svg &&
            test "$(grep -c "^[0-9]" two.dat)" -ge "$(wc -l <rows)"' - \
        "$codarun"
else
    skip "a picture is drawn" "no gnuplot"
fi

# --- candidates of a cloze question -------------------------------------------

# Questions of three candidates at most, with the answer among them.
for split in train valid; do
    make_cloze all 20 ${#split}
    awk -F '\t' -v OFS='\t' '
        NF > 1 { split($4, c, "|"); $4 = $2 "|" c[1] "|" c[5] } { print }' all \
        >$split.cbt
done
cloze='{kind: cloze, layout: cbt, train: train.cbt, valid: valid.cbt}'
ok "a reader is trained on cloze questions" experiment cloze "$cloze" \
    '{kind: ga, hidden: 4, characters: 0, attention: {kind: coda}}' \
    --set train.steps=4

# Of question 2: place and token of the candidates, and places of the right one.
awk -F '\t' '
    NF > 1 && q++ == 2 {
        n = split(text, word, " ")
        m = split($4, c, "|")
        for (i = 1; i <= m; i++)
            is[c[i]] = 1
        for (i = 1; i <= n; i++)
            if (word[i] in is) {
                print i - 1 "," word[i] >"places"
                if (word[i] == $2)
                    print i - 1 " " word[i] >"right"
            }
    }
    NF > 1 { text = ""; next }
    { sub(/^[0-9]+ /, ""); text = text " " $0 }' valid.cbt
# rows SITE OPTION...: place and token of each row
rows() { csv cloze --example 2 --site "$@" | cut -d , -f 4,6 | uniq; }
rows_are_candidates()
{
    [ "$(wc -l <places)" -lt 8 ] && rows hop.0 | cmp - places &&
        rows pointer | cmp - places
}
ok "its sites are the hops' and the pointer" says "^pointer *0  pointer *1 " 0 \
    inspect cloze --example 2
ok "its rows are the candidates' tokens" rows_are_candidates
csv cloze --example 2 --site pointer --rows all >whole.csv
ok "or all, of which the pointer has shares that sum to 1" awk -F , '
    { e[NR] = exp($8); sum += e[NR]; m[NR] = $9; all += $9 }
    function far(x, y) { return x - y > 1e-6 || y - x > 1e-6 }
    END { for (i in m) wrong += far(m[i], e[i] / sum)
          exit wrong || far(all, 1) || NR != 8 }' whole.csv
shares_are_those_of_all()
{
    csv cloze --example 2 --site pointer >chosen.csv
    [ -s chosen.csv ] && ! grep -vxFf whole.csv chosen.csv
}
ok "a candidate's share is that of all" shares_are_those_of_all
ok "the right one's rows are marked" sh -c \
    '"$1" inspect cloze --example 2 --site pointer --matrix m |
        sed -n "s/^→ \([0-9]* [^ ]*\) .*/\1/p" | cmp - right' - "$codarun"
ok "threads change no byte of it" whole cloze --example 2 --pass 0
ok "a document without candidates has no such rows" one_line \
    "found --rows candidates, of which this example has none" 1 \
    inspect nli --example 3 --rows candidates
ok "rows belong to an example" says "found --rows, expected it with --example" \
    2 inspect cloze --rows all
if [ -n "$python" ]; then
    ok "programs have them in all formats" forms cloze 2 hop.0
    ok "the pointer, too" forms cloze 2 pointer
    ok "with the same numbers" "$python" "$peers/inspect_same.py" forms \
        cloze.hop.0 cloze.pointer
fi
# Hops side by side, then the pointer, each with the rows of the candidates
# only.
drawn()
{
    "$codarun" plot attention cloze --example 2 --data -o cloze.svg || return 1
    grep -o 'cloze, .* of valid: [a-z0-9.() ]*: m' cloze.dat | uniq >panels
    printf 'cloze, trial 0, example 2 of valid: %s: m\n' "hop.0 (coda)" "hop.1 (coda)" pointer |
        cmp - panels &&
        grep -q "→ $(head -n 1 right)" cloze.svg &&
        grep -q "^set multiplot layout 2,2" cloze.gp &&
        grep -q "\"document: w" cloze.gp && grep -q "\"query: " cloze.gp &&
        grep -q "\"answer: $(sed -n "1s/.* //p" right)\"" cloze.gp &&
        [ "$(awk '/^#.*pointer/ { on = 1 } /^[0-9]/ && on' cloze.dat |
            wc -l)" -eq "$(wc -l <places)" ]
}
if command -v gnuplot >/dev/null; then
    ok "a picture has every hop, and the pointer" drawn
else
    skip "a picture has every hop, and the pointer" "no gnuplot"
fi

# --- wrong requests -----------------------------------------------------------

ok "a wrong site is answered with the existing ones" one_line \
    "'mlu': found --site 'decoder.slf'.*expected encoder.0.self, decoder.0.self\
 or decoder.0.cross; did you mean" 1 \
    inspect mlu --example 1 --site decoder.slf
ok "so is a layer" one_line "found --layer 7, .*expected encoder.0.self" 1 \
    inspect mlu --example 1 --layer 7
ok "a head" one_line "found --head 2, expected one below 2, of encoder.0.self" \
    1 inspect mlu --example 1 --site encoder.self --head 2
ok "a matrix" one_line \
    "found --matrix gate, which no attention here has, expected e, m or m_col" \
    1 inspect dcn --example 2 --matrix gate
ok "an example" one_line "found example 10 of valid, expected one below 10" 1 \
    inspect mlu --example 10
ok "a split that there is not" one_line "--split test: this experiment has no test" \
    1 inspect nli --split test --example 0
ok "a picture of no site" one_line "found no --site, expected encoder.0.self" 1 \
    inspect mlu --example 1 --picture none.svg
ok "an output together with a picture, which is not printed" \
    says "found --output with --picture, expected --format" 2 \
    inspect mlu --example 1 --site encoder.self --picture none.svg -o none.txt
ok "a split without an example" says "found --split, expected it with --example" \
    2 inspect mlu --split valid
ok "a format of tables without one" says \
    "found --format csv, expected text or json" 2 inspect mlu --format csv
ok "a model of none" sh -c 'printf "%s\n" "name: bow" \
    "task: {kind: nli, train: train.nli, valid: valid.nli, labels: [no, yes]}" \
    "model: {kind: bow, hidden: 8}" "train: {steps: 4, batch: 8}" >bow.yaml &&
    "$1" run -q -o bow bow.yaml' - "$codarun"
ok "is reported" one_line "model 'bow' has no attention" 1 inspect bow --example 1 \
    --split train
ok "a folder that is none" one_line "no results: found neither" 1 inspect nowhere
done_testing
