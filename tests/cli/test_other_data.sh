#!/bin/bash
# Data edited between runs: no sweep and no table combines trials on old and on
# new data without a message.
. "${srcdir:-.}/tests/tap.sh"

cd "$scratch" || exit 99
unset CODARUN_DATA

# sweep NAME STEPS SEEDS: an experiment with these seeds
sweep() {
    make_experiment "$1.yaml" <<END
name: $1
train: {steps: $2, batch: 8}
sweep: {parameters: {model.hidden: [8, 12], train.seed: $3}}
END
}

# edit FILE: change the labels of the first two rows
edit() {
    cp "$1" "$1.before"
    awk -F '\t' -v OFS='\t' 'NR <= 2 { $3 = 1 - $3 } 1' "$1.before" >"$1"
    ! cmp -s "$1" "$1.before"
}

# put_back FILE
put_back() {
    mv "$1.before" "$1"
}

# lines N PATTERN COMMAND...: exactly N lines match, and the status is 1
lines() {
    n=$1 line=$2
    shift 2
    says "$line" 1 "$@" && [ "$(grep -c -- "$line" "$scratch/said")" -eq "$n" ]
}

# one_line_is PATTERN COMMAND...: that is the only line, and the status is 1
one_line_is() {
    lines 1 "$@" && [ "$(wc -l <"$scratch/said")" -eq 1 ]
}

# killed DIR COMMAND...: kill a job once one of its trials has finished
killed() {
    dir=$1
    shift
    "$@" &
    job=$!
    until grep -q ' finish ' "$dir/journal" 2>/dev/null ||
        ! kill -0 "$job" 2>/dev/null; do
        sleep 0.05
    done
    kill -9 "$job"
    wait "$job" 2>/dev/null
    [ "$(grep -c ' finish ' "$dir/journal")" -lt 4 ]
}

# file_of DIR TRIAL: print the path of its result
file_of() {
    sed -n "s|.* propose $2 \(..\)\([^ ]*\) .*|trials/\1/\1\2.h5|p" "$1/journal"
}

# stopped FILE COMMAND...: stop a job by a signal while it reads the file
stopped() {
    file=$1
    shift
    "$@" >said 2>&1 &
    job=$!
    until ls -l "/proc/$job/fd" | grep -q "/$file\$" ||
        ! kill -0 "$job" 2>/dev/null; do
        sleep 0.05
    done
    kill "$job"
    wait "$job"
    [ $? -eq 85 ] && grep -q "stopped by SIG[A-Z0-9]* before .* not all of its data" said
}

now="found train file 'train.tsv' with digest [0-9a-f]*, expected [0-9a-f]*: the data are others now"

# --- a sweep that is continued -----------------------------------------------

sweep a 600 "[1, 2]"
ok "a job is killed after its first trial" killed cut \
    "$codarun" run -q -o cut a.yaml
ok "labels are edited" edit train.tsv
cp cut/journal journal.before
ok "it does not continue with other data" one_line_is \
    "^codarun: results folder 'cut': other data than trial [0-9].* had (put the file back, or choose another folder with -o): $now\$" \
    "$codarun" run -o cut a.yaml
ok "nor by the folder's name" lines 1 "$now" "$codarun" resume cut
ok "which trained nothing" cmp journal.before cut/journal
ok "in another folder it runs" "$codarun" run -q -o elsewhere a.yaml
put_back train.tsv
ok "with the old file it continues" says "4 trials: 4 finished" 0 \
    "$codarun" run -o cut a.yaml
ok "and is one sweep" "$codarun" verify cut

sweep one 6 "[1, 2]"
ok "a sweep" "$codarun" run -q -o one one.yaml
edit valid.tsv
ok "more seeds of other data are refused" lines 1 \
    "other data than trial 0 and 3 more had .*: found valid file 'valid.tsv'" \
    "$codarun" run --extend -o one one.yaml \
    --set "sweep.parameters.train.seed=[1, 2, 3]"
ok "and more in front of the existing ones" lines 1 \
    "'one': other data than 4 trials had .*: found valid file 'valid.tsv'" \
    "$codarun" run --extend -o one one.yaml \
    --set "sweep.parameters.train.seed=[3, 1, 2]"
ok "a finished sweep is shown, with a message that its data have changed" \
    says "codarun: warning: .*found valid file 'valid.tsv' with digest" 1 \
    "$codarun" run -o one one.yaml
ok "with its table" grep -q "4 trials: 4 finished" said
ok "as status does, of a sweep that is done" sh -c \
    'grep "\"ended\": \"done\", \"why\": \"results folder .*other data than" one/status.json'
rm valid.tsv
ok "missing files are not compared" says "4 finished" 0 \
    "$codarun" run -o one one.yaml
put_back valid.tsv
no_word() { "$codarun" run -q -o one one.yaml >said 2>&1 && [ ! -s said ]; }
ok "nor is there a message if they are unchanged" no_word

# A damaged journal keeps its lines before the damage: here trial 0 waits again,
# and the other results are in no line of the journal.
cp -r one short
sed -i '/ propose 0 /q' short/journal
rm "short/$(file_of short 0)"
edit train.tsv
ok "results after a shortened journal's end are checked, too" lines 1 \
    "'short': other data than 3 trials had .*: found train file 'train.tsv'" \
    "$codarun" run -q -o short one.yaml
put_back train.tsv
ok "and count with the data that they had" says "4 trials: 4 finished" 0 \
    "$codarun" run -o short one.yaml

# --- sweeps over files -------------------------------------------------------

sed '/^sweep/s/.*/sweep: {parameters: {task.train: [train.tsv, more.tsv]}}/' \
    one.yaml >files.yaml
cat train.tsv test.tsv >more.tsv
ok "trials of several files are one sweep" says "2 trials: 2 finished" 0 \
    "$codarun" run -o files files.yaml
ok "without a word" "$codarun" verify files
edit more.tsv
ok "of which one has changed" lines 1 \
    "other data than trial 1 had .*: found train file 'more.tsv'" \
    "$codarun" run -q -o files files.yaml
truncate -s 400G more.tsv
ok "a stop while a file is read reports nothing" \
    stopped more.tsv "$codarun" run -o files files.yaml
ok "and shows nothing" sh -c '! grep "finished" said'
cp files/journal journal.before
ok "nor does it begin new trials" \
    stopped more.tsv "$codarun" run --extend -o files files.yaml \
    --set "sweep.parameters.task.train=[train.tsv, more.tsv, test.tsv]"
ok "or write anything" cmp journal.before files/journal
put_back more.tsv

# --- folders and archives -----------------------------------------------------

mkdir asked
make_cloze asked/train 12 1
tar -cf asked.tar asked
for name in asked/ asked.tar:train; do
    printf '%s\n' "name: cloze" "task: {kind: cloze, train: $name, valid: $name}" \
        "model: {kind: as, hidden: 4, embedding: 4}" \
        "train: {steps: 2, batch: 4}" >cloze.yaml
    "$codarun" run -q -o "${name%[/:]*}.out" cloze.yaml
    make_cloze asked/train 12 2
    tar -cf asked.tar asked
    ok "a changed file in $name is seen" lines 1 \
        "found train file '$name' with digest .*: the data are others now" \
        "$codarun" run -q -o "${name%[/:]*}.out" cloze.yaml
    make_cloze asked/train 12 1
    tar -cf asked.tar asked
done

# --- tables ------------------------------------------------------------------

edit test.tsv
ok "the same sweep on other data" "$codarun" run -q -o other one.yaml
said="other data: trials 0, 1, 2, 3 of 'other' read test file 'test.tsv' with digest [0-9a-f]*, trial 0 of 'one' with"
ok "a table of both says so" lines 1 "$said" "$codarun" table one other
ok "and one of cells over both" lines 1 "$said" "$codarun" table one other \
    --rows model.hidden
sweep two 6 "[3, 4]"
edit test.tsv
ok "more seeds of it elsewhere" "$codarun" run -q -o two two.yaml
ok "a table by a trait says so" lines 1 "^other data: .* of 'two' read test" \
    "$codarun" table one two --by candidates
ok "programs have a column for it" lines 1 ',other_data' \
    "$codarun" table one other --format csv
ok "as does a page" lines 1 "$said" "$codarun" report one other -o page.html \
    --wait 0
ok "where it stands" grep -q "other data: trials 0, 1" page.html
if command -v gnuplot >/dev/null; then
    ok "as does a picture" lines 1 "$said" "$codarun" plot metric one other \
        -o picture.svg
fi
ok "equal folders are distinguished by what they read" lines 4 \
    "differs in .*; it has read another test file 'test.tsv'" \
    "$codarun" verify one other

# One trial of the folder has other data, as earlier versions allowed.
cp -r one mixed
third=$(file_of other 3)
cp "other/$third" "mixed/$third"
said="other data: trial 3 of 'mixed' read test file 'test.tsv' with digest [0-9a-f]*, trial 0 with"
ok "a table of a folder that mixes says so" lines 1 "$said" \
    "$codarun" table mixed
ok "and compares no questions of different files" \
    bash -c "! grep -q 'over .* questions' said"
ok "as it does for one file" says "over 12 questions" 0 "$codarun" table one
ok "a row a trial says so" lines 1 "$said" "$codarun" table mixed --trials
ok "beside a table for programs standard error does" lines 1 "$said" \
    "$codarun" table mixed --trials --format csv -o mixed.csv
ok "and beside one of cells" lines 1 "$said" \
    "$codarun" table mixed --rows model.hidden --format csv -o cells.csv
cp -a mixed rotten
first=rotten/$(file_of rotten 1)
printf '\377' | dd of="$first" bs=1 seek=3000 conv=notrunc 2>/dev/null
touch -r "mixed/$(file_of mixed 1)" "$first"
ok "a page made again without a damaged file says so once" \
    lines 1 "^other data: trial 3 of 'rotten'" \
    "$codarun" report rotten -o rotten.html --wait 0
ok "and names the file" grep -q "warning: .*'$first'.*: left out" said
put_back test.tsv
mixed="codarun: .*'mixed': its trials had different data (choose another folder with -o, or remove the result files of one lot): found test file 'test.tsv' with digest [0-9a-f]* in trial 0 and 2 more, and [0-9a-f]* in trial 3\$"
ok "it counts as finished, except for its data" lines 1 "$mixed" \
    "$codarun" run -q -o mixed one.yaml
ok "a trial is trained again from its row" says "equal to its row" 0 \
    "$codarun" verify --rerun 0 one.yaml mixed.csv
ok "although a column counts all of them" grep -q ",other_data" mixed.csv
more=("$codarun" run -q --extend -o going one.yaml
    --set "sweep.parameters.train.seed=[1, 2, 3]")
cp -r mixed going
ok "more trials are refused with either file" lines 1 \
    "'going': its trials had different data" "${more[@]}"
edit test.tsv
ok "its own or the others'" lines 1 \
    "'going': its trials had different data" "${more[@]}"
rm test.tsv
ok "where the file is gone it is shown with what its trials had" lines 1 \
    "$said" "$codarun" run -o mixed one.yaml
ok "which is said without a table, too" one_line_is "$said" \
    "$codarun" run -q -o mixed one.yaml
put_back test.tsv
rm "going/$third"
ok "without the results of one group it continues" "${more[@]}"
ok "and is one sweep" "$codarun" verify going
edit test.tsv
ok "verify says so" lines 1 "$said" "$codarun" verify mixed
ok "and that every file is whole" grep -q "every file is whole" said

# --- a sweep with failed trials ----------------------------------------------

sed '/^train/s/.*/train: {steps: 30, batch: 8, optimizer: {kind: sgd}}/
     s/model.hidden: [^]]*\]/train.learning_rate: [0.001, 1000]/' \
    one.yaml >failing.yaml
ok "of four trials two fail" says "4 trials: 2 finished, 2 failed" 3 \
    "$codarun" run -o failing failing.yaml
edit train.tsv
ok "on other data, too" says "2 finished, 2 failed" 3 "$codarun" run -o fails failing.yaml
put_back train.tsv
cp "fails/$(file_of fails 1)" "failing/$(file_of failing 1)"
said="other data: trial 1 of 'failing' read train file 'train.tsv' with"
ok "which has priority over the others' different data" says "$said" 3 \
    "$codarun" run -o failing failing.yaml
ok "with no table, too" says "$said" 3 "$codarun" run -q -o failing failing.yaml

# --- training a trial again ---------------------------------------------------

ok "a trial of other data is not run again" one_line_is \
    "^codarun: trial 1: found test file 'test.tsv' with digest .* the data are others now\$" \
    "$codarun" verify --rerun 1 one

# --- splits of one file ------------------------------------------------------

ok "two splits of one file are noted" says "^test: the same file as valid" 0 \
    "$codarun" run -o twice one.yaml --set task.test=valid.tsv
ok "others are read" says "^4 trials: 4 finished" 0 "$codarun" table two
ok "and are not noted" sh -c '! grep "the same file" "$1"' - "$scratch/said"
done_testing
