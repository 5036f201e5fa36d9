#!/bin/bash
# test_ensemble.sh - codarun ensemble: combined answers of several trials, for
# spans, candidates, classes and sequences.
. "${srcdir:-.}/tests/tap.sh"
alter=$(realpath "${builddir:-.}/tests/cli/alter_result")

make_squad "$scratch/train.json" 30 1
make_squad "$scratch/valid.json" 20 2
make_squad "$scratch/test.json" 10 3

# span FILE MODEL SEEDS MORE...: run an experiment on these files
span()
{
    {
        echo "name: span"
        echo "task: {kind: span, train: train.json, valid: valid.json,"
        echo "       test: test.json}"
        echo "model: {kind: $2, hidden: 8, project: 8}"
        echo "train: {epochs: 12, batch: 10, learning_rate: 0.01}"
        echo "sweep: {parameters: {train.seed: $3}}"
    } >"$scratch/$1.yaml"
    "$codarun" run -q -o "$scratch/$1" "$scratch/$1.yaml" "${@:4}"
}
ensemble() { "$codarun" ensemble "$@"; }
together() { ranks 2 "$codarun" run -q -o two dcn.yaml "$@"; }

# The row of a trial or of the ensemble, without its name.
row() { grep "^$1," "$2" | tr -d '\r' | cut -d, -f3-; }

cd "$scratch" || exit 99
ok "a sweep of a reader runs" span bidaf bidaf '[4, 5, 6]'
ok "so does one of another" span dcn dcn '[1]' --set task.characters=5 \
    --set train.grains=2
ok "on two ranks it runs too" together --set task.characters=5 \
    --set run.ranks_per_trial=2 --set train.grains=2
ok "two ranks gather the same" "$codarun" verify dcn two
ensemble bidaf --format csv >all.csv
ensemble bidaf --by text --format csv >text.csv
"$codarun" table bidaf --trials --format csv >table.csv

members_are_as_the_table_has_them()
{
    for i in 0 1 2; do
        [ "$(row $i all.csv)" = "$(row $i text.csv)" ] || return 1
        [ "$(row $i all.csv | cut -d, -f1,4-6)" = \
            "$(grep "^$i," table.csv | cut -d, -f6-9)" ] || return 1
    done
    [ "$(wc -l <all.csv)" -eq 5 ]
}
ok "each member has the metrics that its table has" \
    members_are_as_the_table_has_them

one_is_itself()
{
    for by in probability text; do
        ensemble bidaf --trials 1 --by $by --format csv >one.csv || return 1
        [ "$(row 1 one.csv)" = "$(row "ensemble by $by" one.csv)" ] || return 1
    done
}
ok "an ensemble of one trial is that trial" one_is_itself

# The trials that a table of chosen ones marks as taken, for example 0,2
taken() { grep '^yes,' "$1" | cut -d, -f2 | paste -sd, -; }

chosen_are_as_if_listed()
{
    for by in '--best 0.5' '--best 1' --greedy '--greedy --best 0.5'; do
        # shellcheck disable=SC2086 # several words
        ensemble bidaf $by --format csv >chosen.csv &&
            ensemble bidaf --trials "$(taken chosen.csv)" --format csv \
                >listed.csv &&
            cmp <(grep ensemble chosen.csv | cut -d, -f3-) \
                <(grep ensemble listed.csv | cut -d, -f2-) || return 1
    done
}
ok "trials that are chosen are combined as those that are listed" \
    chosen_are_as_if_listed

best_is_of_that_share()
{
    for n in '0.01 1' '0.66 1' '0.67 2' '1 3'; do
        ensemble bidaf --best "${n% *}" --format csv >chosen.csv &&
            [ "$(grep -c '^yes,' chosen.csv)" -eq "${n#* }" ] || return 1
    done
    ensemble bidaf --best 0.01 >chosen.txt &&
        grep -q "^taken by valid.*, the best share of 0.01: 1 of 3 trials: " \
            chosen.txt
}
ok "the best share is of the trials, and it is said which" best_is_of_that_share
ok "a wrong share is refused" says "--best: found '0', expected a share" 2 \
    ensemble bidaf --best 0

make_cloze train.cloze 60 1
make_cloze valid.cloze 40 2
cat >cloze.yaml <<'END'
name: cloze
task: {kind: cloze, train: train.cloze, valid: valid.cloze}
model: {kind: as, hidden: 8, embedding: 8}
train: {epochs: 8, batch: 10, learning_rate: 0.02}
sweep: {parameters: {train.seed: [1, 2, 3, 4, 5, 6, 7, 8]}}
END
"$codarun" run -q -o cloze cloze.yaml
# Lines "TRIAL GOAL", the best first; of equal ones the first trial comes first.
ranked()
{
    ensemble cloze --format csv | tr -d '\r' |
        awk -F , '/^[0-9]/ { print $1, $3 }' | sort -s -k2,2gr
}
# goal_of N,N...: the goal's value for an ensemble of these trials
goal_of()
{
    ensemble cloze --trials "$1" --format csv | tr -d '\r' |
        awk -F , '/^ensemble/ { print $3 }'
}
best_half_is_by_hand()
{
    ensemble cloze --best 0.5 --format csv >half.csv &&
        [ "$(ranked | head -n 4 | cut -d' ' -f1 | sort | paste -sd ,)" = \
            "$(taken half.csv)" ]
}
greedy_is_by_hand()
{
    local trial all best=-1 chosen=
    while read -r trial _; do
        all=$(goal_of "$chosen${chosen:+,}$trial") || return 1
        if awk -v x="$all" -v y="$best" 'BEGIN { exit !(x > y) }'; then
            best=$all chosen=$chosen${chosen:+,}$trial
        fi
    done < <(ranked)
    ensemble cloze --greedy --format csv >greedy.csv &&
        [ "$(tr , '\n' <<<"$chosen" | sort | paste -sd ,)" = \
            "$(taken greedy.csv)" ] && [ "${chosen/,/}" != "$chosen" ]
}
ok "the best half is that of the goals" best_half_is_by_hand
ok "each added trial improves the ensemble" greedy_is_by_hand
for file in cloze/trials/*/*.h5; do
    "$alter" "$file" fewer
done
ok "answers to other candidates than there are now are refused" says \
    "example 39 of valid: found 7 probabilities, expected 8: its candidates" 1 \
    ensemble cloze
ok "nor are they printed" says "trial 0: example 39 of valid: found 7 prob" 1 \
    "$codarun" data predictions cloze

any_order()
{
    ensemble bidaf --trials 0,2 dcn --trials 0 --format csv >one.csv &&
        ensemble dcn bidaf --trials 0 --trials 2,0 --format csv >other.csv &&
        grep -q "^dcn,0," one.csv &&
        [ "$(grep -c ensemble one.csv)" -eq 1 ] &&
        cmp <(grep ensemble one.csv) <(grep ensemble other.csv)
}
ok "members come from several folders, in any order" any_order

# The best trials are chosen by the goal, so folders must have the same goal.
one_goal()
{
    "$codarun" run -q -o other bidaf.yaml --set train.epochs=1 \
        --set "sweep.goal={$1}" || return 1
    for by in '--best 0.5' --greedy; do
        # shellcheck disable=SC2086 # several words
        says "^codarun: ${by%% *}: found the goals 'maximize: valid.em' in \
'bidaf' and '$1' in 'other', expected one" 1 ensemble $by bidaf other &&
            says "'$1' in 'other' and 'maximize: valid.em' in 'bidaf'" 1 \
                ensemble $by other bidaf || return 1
    done
    ensemble bidaf other && rm -r other
}
ok "trials with another goal cannot be chosen among" one_goal \
    'maximize: valid.f1'
ok "nor are those of another direction" one_goal 'minimize: valid.em'

for by in probability text; do
    ensemble bidaf --by $by --predictions $by.json --none none.json \
        >$by.txt 2>&1
done
for i in 0 1 2; do
    "$codarun" data predictions bidaf --trial $i >trial$i.json
done
ensemble bidaf --trials 1 --predictions one.json >/dev/null
ok "predictions of one trial are that trial's" cmp trial1.json one.json

# The same computed in Python.
python_with 'import h5py'
cat >peer.py <<'END'
import collections, glob, json, h5py, numpy
data = json.load(open("valid.json"))["data"][0]["paragraphs"]
words = {q["id"]: p["context"].split() for p in data for q in p["qas"]}
trials = sorted(map(h5py.File, glob.glob("bidaf/trials/*/*.h5")),
                key=lambda f: f.attrs["number"])


def column(group, name):
    value, start = (group[name + end][:] for end in ("", "_start"))
    return [bytes(value[i:j]).decode() for i, j in zip(start, start[1:])]


answers = [t["answers/valid"] for t in trials]
said = [json.load(open("trial%d.json" % k)) for k in range(3)]
expected = {by: json.load(open(by + ".json")) for by in ("text", "probability")}
start = answers[0]["p_first_start"][:]
for t, s in zip(trials, said):
    stored = t["said/valid"]
    assert dict(zip(column(stored, "id"), column(stored, "text"))) == s
assert len(answers) == 3 and len(words) == len(start) - 1 == 40
assert sum(len(w) for w in words.values()) == start[-1] == 400
other = dict(text=0, probability=0)
for i, (id, text) in enumerate(words.items()):
    score = collections.Counter()
    for a, s in zip(answers, said):
        score[s[id]] += a["score"][i, 0].astype(float)
    found = dict(text=score.most_common(1)[0][0])
    at = slice(start[i], start[i + 1])
    first, last = (
        (sum(a[name][at].astype(float) for a in answers) / 3).astype("float32")
        for name in ("p_first", "p_last"))
    assert abs(first.sum() - 1) < 1e-5 and abs(last.sum() - 1) < 1e-5
    p = numpy.triu(numpy.outer(first, last))
    p, q = numpy.unravel_index(p.argmax(), p.shape)
    found["probability"] = " ".join(text[p:q + 1])
    for by in found:
        assert found[by] == expected[by][id], (by, id, found[by])
        other[by] += all(s[id] != found[by] for s in said)
print(other, expected["text"] == expected["probability"])
assert all(e != s for e in expected.values() for s in said)
assert other["probability"] > 0 and other["text"] == 0
END
if [ -n "$python" ]; then
    ok "another program gets the same ensemble" "$python" -W ignore peer.py
else
    skip "another program gets the same ensemble" "no python3 with h5py"
fi
no_answers()
{
    [ -s none.json ] && cmp <(cut -d: -f1 one.json) <(cut -d: -f1 none.json)
}
ok "the probabilities of no answer are written too" no_answers
ok "it says what was combined" \
    grep -q "ensemble of 3 trials: probabilities are averaged" probability.txt
ok "and what is scored" grep -qx \
    "valid: 40 questions; scored over 40, by the rules of SQuAD 1.1" text.txt
ok "Markdown is a table of pipes" says "^|  *ensemble by text\|^| ensemble" 0 \
    ensemble bidaf --by text --format markdown
ok "what is scored is an item in Markdown" says "^- test: 20 questions; scored" \
    0 ensemble bidaf --by text --format markdown
no_valid()
{
    says "^test:" 0 ensemble bidaf --split test &&
        ! grep '^valid:' "$scratch/said"
}
ok "a split that is not asked for is none" no_valid
ok "a single split has only its columns" \
    test "$(ensemble bidaf --split test --format csv | head -1)" = \
    "$(printf 'trial,train.seed,test.em,test.f1,test.avna\r')"

# --- what cannot be combined ---------------------------------------------------

# refuses TEXT ARGUMENT...: in one line, with status 1
refuses()
{
    says "$1" 1 "$codarun" ensemble "${@:2}" &&
        [ "$(wc -l <"$scratch/said")" -eq 1 ]
}

ok "an unknown trial is refused" \
    refuses "found trial 7 of 'bidaf', expected one below 3" bidaf --trials 0,7
ok "a malformed list is refused" \
    refuses "found '0,x', expected numbers" bidaf --trials 0,x
ok "a trial that is named twice is refused" \
    refuses "found trial 0 of 'bidaf' twice" bidaf --trials 0,1,0
cp -r bidaf copy
ok "so is one in two folders" \
    refuses "trial 0 of 'bidaf' twice, the second time as trial 0 of 'copy'" \
    bidaf copy --trials 0,1 --trials 0
ok "a split that is not scored is a wrong command line" \
    says "found 'train', expected valid or test" 2 ensemble bidaf --split train
ok "no folder is refused" refuses "no results: found neither" nowhere

sed -i.whole 's/"id": "2-1-0"/"id": "other"/' valid.json
ok "predictions from other data are refused" \
    says "trial 0: found files of valid with digest" 1 \
    "$codarun" data predictions bidaf
mv valid.json.whole valid.json

ok "a sweep without the ends of spans runs" \
    span bare bidaf '[4]' --set task.ends=false
ok "it stores neither" refuses "'bare': its answers were stored without \
'p_first'" bare bidaf
ok "but combines by text" says "ensemble by text" 0 \
    ensemble bare bidaf --by text
ok "a sweep that cuts other tokens runs" \
    span lower bidaf '[5]' --set task.quotes=false
ok "and is refused beside the first, by the field that differs" \
    refuses "with 'task.quotes: true' and trial 0 of 'lower' with \
'task.quotes: false'" bidaf lower

make_experiment rank.yaml <<'END'
name: rank
train: {epochs: 2, batch: 16, learning_rate: 0.003, optimizer: sgd}
sweep: {parameters: {train.seed: [1, 2, 3], train.learning_rate: [0.003, 999]}}
END
"$codarun" run -q -o rank rank.yaml 2>/dev/null
ok "candidates are ordered by the mean of their scores" \
    says "ensemble by probability" 0 ensemble rank
ok "trials that failed are left out, and counted" \
    says "left out: 3 of 6 trials of 'rank'" 0 ensemble rank
ok "unless they are asked for" refuses "trial 1 of 'rank' failed: " rank \
    --trials 0,1
ok "a candidate is no text" \
    refuses "answers of the kind 'rank' combine by probability alone" rank \
    --by text
ok "another task's answers are refused" \
    refuses "with 'task.kind: span' and trial 0 of 'rank'" bidaf rank
ok "other data are noticed" bash -c "
    sed -i 's/\t1\$/\t0/; 1s/\t0\$/\t1/' valid.tsv"
ok "and refused" refuses "trial 0 of 'rank': found files of valid with digest" \
    rank

printf 'a b\tb c\tentailment\nb\tc d\tneutral\nd\ta\tcontradiction\n' >nli.tsv
cat >nli.yaml <<'END'
name: nli
task: {kind: nli, train: nli.tsv, valid: nli.tsv,
       columns: [premise, hypothesis, label]}
model: {kind: decatt, hidden: 8, embedding: 8}
train: {epochs: 3, batch: 2, learning_rate: 0.01}
sweep: {parameters: {train.seed: [1, 2, 3]}}
END
"$codarun" run -q -o nli nli.yaml
for by in probability text; do
    ok "classes are combined by $by" \
        says "ensemble by $by  *[0-9.]*$" 0 ensemble nli --by $by
done
ok "their predictions are labels, a line each" sh -c '
    "$1" ensemble nli --predictions labels >said && test 3 -eq "$(
        grep -Ecx "entailment|neutral|contradiction" labels)"' - "$codarun"
ok "there is no form of having no answer" \
    refuses "has no form of having no answer" nli --none x.json
ok "a split that nobody answered is refused" \
    refuses "trial 0 of 'nli': found no answers to test" nli --split test

cat >mlu.yaml <<'END'
name: mlu
task: {kind: mlu, low: 0, high: 9, examples: 150, valid_examples: 20,
       test_examples: 20}
model: {kind: transformer, hidden: 8, layers: 1, heads: 2}
train: {epochs: 1, batch: 10}
sweep: {parameters: {train.seed: [1, 2]}}
END
"$codarun" run -q -o mlu mlu.yaml
ok "sequences are combined by text" says "ensemble by text" 0 \
    ensemble mlu --by text
ok "and have nothing to average" \
    refuses "answers of the kind 'decode' combine by text alone" mlu
mkdir none
cp mlu.yaml none/experiment.yaml
ok "a folder without a result is refused" \
    refuses "'none' has no finished trial" none
ok "and so is a trial of it" refuses "trial 1 of 'none' has no result" none \
    --trials 1

ok "an unknown way is a wrong command line" \
    says "--by: found 'mean', expected probability or text" 2 \
    ensemble bidaf --by mean
ok "so are lists for some of the folders" \
    says "found 1 for 2 folders" 2 ensemble bidaf dcn --trials 0
ok "and no folder" says "expected a results folder" 2 ensemble
# Under numerics 2 another part of nli's data was held out than now; of
# sentiment it was the same.
held()
{
    for i in $(seq 40); do
        printf '%s\tb%d\t%s\n' "a$((i / 2))" "$i" "$((i % 2))"
    done >held.tsv
    cat >"held-$1.yaml" <<END
name: held
task: {kind: $1, train: held.tsv, held_out: 10, labels: ["0", "1"],
       columns: $2}
model: {kind: $3, hidden: 4}
train: {steps: 2, batch: 8}
sweep: {parameters: {train.seed: [1, 2]}}
END
    "$codarun" run -q "held-$1.yaml" -o "held-$1"
}
ok "pairs are held out" held nli '[premise, hypothesis, label]' decatt
ok "texts are held out" held sentiment '[text, _, label]' bow
ok "answers to pairs held out are combined" ensemble held-nli
for kind in nli sentiment; do
    for file in held-$kind/trials/*/*.h5; do
        "$alter" "$file" numerics
    done
done
ok "those of numerics 2 are refused, because they are of other pairs" \
    says "trial 0.*under 'numerics=2', expected numerics=4 or later" 1 \
    ensemble held-nli
ok "nor are they printed" says "trial 0: found answers under 'numerics=2'" 1 \
    "$codarun" data predictions held-nli
ok "texts are the same under numerics 2 and now" ensemble held-sentiment
for file in held-sentiment/trials/*/*.h5; do
    "$alter" "$file" narrow
done
ok "answers with fewer values than there are classes are refused" \
    says "its answers' 'score' is of another form" 1 \
    ensemble held-sentiment
ok "nor are they printed" says "trial 0: its answers are of another form" 1 \
    "$codarun" data predictions held-sentiment
done_testing
