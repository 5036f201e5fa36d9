#!/bin/bash
# test_data_warnings.sh - data that can be read but may be wrong: they cause a warning
# before the training and a note of `data stats`.  Correct data cause none.
. "${srcdir:-.}/tests/tap.sh"
cd "$scratch" || exit 99
case $codarun in /*) ;; *) codarun=$OLDPWD/$codarun ;; esac

# experiment NAME TASK MODEL: write NAME.yaml
experiment() {
    cat >"$1.yaml" <<END
name: $1
task: $2
model: $3
train: {steps: 1, batch: 2}
END
}

# warns NAME TEXT FIELD=VALUE...: warn once, before the first trial
warns() {
    local name=$1 text=$2 set=()
    shift 2
    for f; do set+=(--set "$f"); done
    "$codarun" data stats "$name.yaml" "${set[@]}" >stats || return 1
    sed -n '/^This may be a mistake:$/,$p' stats | grep -qxF "$text" || return 1
    rm -rf out
    "$codarun" run -o out "$name.yaml" "${set[@]}" >run 2>&1 || return 1
    [ "$(sed '/trials done/,$d' run | grep -c "warning: $text\$")" = 1 ]
}
silent() {
    local name=$1 set=()
    shift
    for f; do set+=(--set "$f"); done
    rm -rf out
    "$codarun" data stats "$name.yaml" "${set[@]}" >stats &&
        "$codarun" run -o out "$name.yaml" "${set[@]}" >run 2>&1 &&
        ! grep -e 'a mistake' -e warning stats run
}

for q in 1 2 3; do
    for a in 1 2 3; do
        printf 'who is %s ?\tit is %s .\t%d\n' $q $a $((q == a))
    done
done >grouped
sort -t "$(printf '\t')" -k2,2 grouped >scattered
{ sed 's/who/where/' grouped; tail -3 grouped; } >valid
sed 's/.$/0/' grouped >wrong
awk '{ print NR "\t" $0 }' scattered >numbered
awk '{ print NR + 9 "\t" $0 }' scattered >numbered.valid
{ sed 's/who is/who, after all, is/' grouped; sed 's/is [0-9]/is who/' grouped |
    head -3; } >cut
experiment ranks '{kind: rank, train: grouped, valid: valid, scored: all}' \
    '{kind: decatt, hidden: 8}'
again="questions come again behind other ones: rows of one question have to \
follow one another, or have ids"
ok "sound rows of questions" silent ranks
ok "rows of a question that are apart" warns ranks "train: 6 $again" \
    task.train=scattered
ok "and so in valid" warns ranks "valid: 6 $again" task.valid=scattered
ok "but of another id each is a question" silent ranks \
    task.valid=numbered.valid \
    task.train=numbered 'task.columns=[id, question, answer, label]'
ok "words that are cut off distinguish questions" silent ranks task.max_tokens=2
ok "so do words that have no number" silent ranks task.vocabulary=train \
    task.valid=cut
ok "no question has a right answer" warns ranks \
    "train: no question has a right answer" task.train=wrong

same="the same file as train: its scores say nothing of other examples"
ok "valid is train" warns ranks "valid: $same" task.valid=grouped
ok "and test" warns ranks "test: $same" task.test=grouped
ok "but test may be valid" silent ranks task.test=valid

printf 'good\t1\nbad\t0\n' >both
printf 'fine\t1\nwell\t1\n' >one
experiment classes '{kind: sentiment, train: both, valid: one}' '{kind: bow}'
ok "sound classes" silent classes
ok "classes without an example are one line" warns classes \
    "train: no example of class 'a', 'b', 'c' and 1 more" \
    'task.labels=[0, 1, a, b, c, d]'
ok "a class without an example" warns classes \
    "train: no example of class '0'" task.train=one task.valid=both

printf 'zwei\neins\ndrei\n' >source
printf 'two\none\nthree\n' >target
sed 's/$/ !/' source >source.valid
sed 's/$/ !/' target >target.valid
sed 2d target.valid | sed 1G >target.empty
experiment lines '{kind: mt, train: [source, target],
    valid: [source.valid, target.valid]}' '{kind: transformer, preset: tiny}'
ok "sound pairs of lines" silent lines
ok "a pair with an empty side" warns lines \
    "valid: 1 pair of lines with an empty side" \
    'task.valid=[source.valid, target.empty]'
done_testing
