#!/bin/bash
# verify and table on real folders: whole, equal, repeated, damaged, different.
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/faults.sh"

make_experiment "$scratch/small.yaml" </dev/null
cat >>"$scratch/small.yaml" <<'END'
name: small
train: {epochs: 2, batch: 16, grains: 4, learning_rate: 0.003}
sweep:
  parameters:
    model.attention.kind: [softmax, coda]
    train.seed: [1, 2]
END
one=$scratch/one two=$scratch/two
export CODARUN_DATA="$scratch"

# fails STATUS PATTERN COMMAND...: that status, and one line of standard error
fails() {
    expected=$1 pattern=$2
    shift 2
    "$@" 2>"$scratch/err"
    status=$?
    cat "$scratch/err"
    [ $status -eq "$expected" ] && grep -q "$pattern" "$scratch/err" &&
        [ "$(wc -l <"$scratch/err")" -eq 1 ]
}

ok "a sweep runs" "$codarun" run -q -o "$one" "$scratch/small.yaml"
ok "and on two ranks" ranks 2 "$codarun" run -q -o "$two" "$scratch/small.yaml"
ok "every file is whole" says "every file is whole" 0 "$codarun" verify "$one"
ok "faults can be made" make_faults
# broken FOLDERS COMMAND...: listing one of these folders fails
broken() {
    FAULT_TOP=$one fault "list $1 *" fail "${@:2}"
}
ok "not so if some of the states cannot be listed" \
    says "states.*cannot read to its end: Input/output error" 1 \
    broken 'states*' "$codarun" verify "$one"
ok "nor if they are in a folder of states" says "damaged files: [1-4]" 1 \
    broken 'states/[?]' "$codarun" verify "$one"
ok "a run is not resumed while some of its trials cannot be listed" \
    fails 1 "trials/...: cannot read to its end: Input/output error" \
    broken 'trials/[?]' "$codarun" run -q -o "$one" "$scratch/small.yaml"
ok "the two are equal" says "two runs are equal" 0 \
    "$codarun" verify "$one" "$two"
ok "a trial trained again is equal" says "trial 2  equal" 0 \
    "$codarun" verify --rerun 2 "$one"
ok "on two ranks as well" says "trial 1  equal" 0 \
    ranks 2 "$codarun" verify --rerun 1 "$one"
agrees "programs get each hash" '
    [(x["trial"], x["parameters"], x["result"]) for x in s["trials"]]
    == [(int(n), p, r) for n, p, r in re.findall(
        r"trial (\d+)  finished  parameters (\w+)  result (\w+)", t)]
    and len(s["trials"]) == 4 and s["damaged_files"] == 0' \
    "$codarun" verify "$one"
agrees "and of two runs which trials are equal" '
    [x["trial"] for x in s["trials"] if x["outcome"] == "equal"]
    == [int(n) for n in re.findall(r"trial (\d+)  equal", t)] == [0, 1, 2, 3]
    and s["differ"] == 0' "$codarun" verify "$one" "$two"
agrees "and the result of a trial that is trained again" '
    s["equal"] and "parameters " + s["parameters"] in t
    and "finished after %d steps" % s["steps"] in t' \
    "$codarun" verify --rerun 2 "$one"
failed=$scratch/failed
"$codarun" run -q -o "$failed" --set train.optimizer=sgd \
    --set 'sweep.parameters={train.learning_rate: [1000]}' \
    "$scratch/small.yaml" 2>/dev/null
agrees "a failed trial has no parameters" '
    "trial 0  failed  parameters 0000" in t
    and s["trials"][0]["status"] == "failed"
    and s["trials"][0]["parameters"] is None' "$codarun" verify "$failed"
agrees "nor when trained again" '
    s["equal"] and s["reason"] and s["parameters"] is None' \
    "$codarun" verify --rerun 0 "$failed"
ok "a wrong trial is an error" \
    fails 1 "found trial 9 of .*, expected one below 4" \
    "$codarun" verify --rerun 9 "$one"

"$codarun" run -q -o "$scratch/other" --set train.learning_rate=0.002 \
    "$scratch/small.yaml"
ok "another experiment's trials differ" says "that differ: 8" 1 \
    "$codarun" verify "$one" "$scratch/other"

# Trial 3 has one different item, in a whole file: both kinds of comparison name
# it.
cp -r "$one" "$scratch/altered"
for candidate in "$scratch"/altered/trials/*/*.h5; do
    mv "$candidate" "$scratch/aside.h5"
    "$codarun" verify "$scratch/altered" 2>&1 |
        grep -q "^trial 3  missing" && third=$candidate
    mv "$scratch/aside.h5" "$candidate"
done
cp "$third" "$scratch/third.h5"
alter() {
    cp "$scratch/third.h5" "$third" &&
        "${builddir:-.}/tests/cli/alter_result" "$third" "$1"
}
for case in config:config status:status steps:steps \
    metric:test.mrr_positive params:parameters history:"history (evaluation" \
    answers:"answers (test)"; do
    what=${case%%:*} named=${case#*:}
    ok "a trial is altered in its $what" alter "$what"
    ok "its file is whole" says "every file is whole" 0 \
        "$codarun" verify "$scratch/altered"
    ok "it is no longer equal to the other's" \
        says "^trial 3  differs in $named" 1 \
        "$codarun" verify "$one" "$scratch/altered"
    ok "the others are" says "^trials that differ: 1" 1 \
        "$codarun" verify "$one" "$scratch/altered"
done
for case in metric:test.mrr_positive params:parameters \
    answers:"answers (test)"; do
    alter "${case%%:*}"
    ok "trained again, it differs in its ${case%%:*}" \
        says "^trial 3  differs in ${case#*:}" 1 \
        "$codarun" verify --rerun 3 "$scratch/altered"
done

# A row of a table, without its folder.
rows=$scratch/rows.csv
"$codarun" table --trials --format csv -o "$rows" "$one"
row() {
    pattern=$1 expected=$2
    shift 2
    says "$pattern" "$expected" "$@" "$codarun" verify --rerun 3 \
        "$scratch/small.yaml" "$scratch/row.csv"
}
# altered NAME VALUE: write row.csv with another value in a column of trial 3
altered() {
    awk -F, -v OFS=, -v name="$1" -v value="$2" '
        NR == 1 { for (i = 1; i <= NF; i++) { sub("\r", "", $i); at[$i] = i }
                  if (!(name in at)) exit 1 }
        $1 == 3 { $at[name] = value }
        { print }' "$rows" >"$scratch/row.csv"
}
cp "$rows" "$scratch/row.csv"
ok "a trial is equal to its row" row "^trial 3  equal to its row" 0
ok "on two ranks as well" row "^trial 3  equal to its row" 0 mpirun -n 2
digest=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "params") p = i }
    $1 == 3 { print $p }' "$rows")
altered params "$(echo "$digest" | tr 0-9 1-90)"
ok "a changed digit of the digest is found" row \
    "^trial 3  differs in params: the row has .* this run '$digest'" 1
for column in steps best_step valid.map test.mrr; do
    altered $column 7
    ok "a changed $column is found" row "^trial 3  differs in $column: the row has '7'" 1
done
altered identity numerics=0
ok "a row with another numerics can still be equal" row "equal to its row" 0
ok "with a message" row "made under 'numerics=0', this run under 'num" 0
altered train.seed 5
ok "a row of another experiment is refused" \
    row "trial 3 has train.seed 5, and the experiment's has 2" 1
altered trial 8
ok "a row that is not there" row "no row of trial 3" 1
sed 's/params/digest/' "$rows" >"$scratch/row.csv"
ok "a table without digests" row "no column 'params'" 1
sed 's/valid.map/valid.mup/' "$rows" >"$scratch/row.csv"
ok "a column of another task" row "column 'valid.mup' is none of trial 3" 1
columns=trial,digest,status,attention,seed,steps,epochs,best_step,train_loss
columns=$columns,valid.map,params,identity,seconds,attempt,hosts
"$codarun" table --trials --format csv -o "$scratch/row.csv" "$one" \
    --columns $columns
ok "a row with chosen columns" row "equal to its row" 0
"$codarun" table --format csv -o "$scratch/row.csv" "$one"
ok "a table of groups" row "no column 'trial'" 1

ok "a table has a row a group" says "^coda  *2 " 0 "$codarun" table "$one"
ok "a table of trials has a row a trial" says "^ *3  finished  coda" 0 \
    "$codarun" table --trials "$one"
ok "a table goes to a file" "$codarun" table --format csv -o "$scratch/t.csv" \
    "$one"
ok "which has a head and two rows" test "$(wc -l <"$scratch/t.csv")" -eq 3
ok "a folder without results is an error" fails 1 "no results" \
    "$codarun" table "$scratch/nowhere"
ok "a wrong format is a wrong command line" says "expected text, markdown" 2 \
    "$codarun" table --format pdf "$one"

# One byte of one result is changed, then a file is cut short.
file=$(ls "$two"/trials/*/*.h5 | head -n 1)
printf 'X' | dd of="$file" bs=1 seek=2000 conv=notrunc 2>/dev/null
ok "a damaged result is found" says "damaged files: 1" 1 \
    "$codarun" verify "$two"
ok "and named" fails 1 "$(basename "$file")" "$codarun" table "$two"
ok "and no run is equal to it" says "damaged" 1 "$codarun" verify "$one" "$two"
ok "it is renamed, and its trial run again" \
    says "$(basename "$file")'.*set aside" 0 \
    "$codarun" run -q -o "$two" "$scratch/small.yaml"
ok "with the same bits" "$codarun" verify "$one" "$two"
ok "and is removed when there is a new one" test ! -e "$file.damaged"
cp "$file" "$scratch/kept.h5"
head -c 1000 "$scratch/kept.h5" >"$file"
ok "so is one that was cut short" says "truncated.*set aside" 0 \
    "$codarun" run -q -o "$two" "$scratch/small.yaml"
: >"$file"
ok "or is empty" says "truncated.*set aside" 0 \
    "$codarun" run -q -o "$two" "$scratch/small.yaml"
head -c 2000 /dev/zero >"$file"
ok "or was never written to the disk" says "found ''.*set aside" 0 \
    "$codarun" run -q -o "$two" "$scratch/small.yaml"
ok "all with the same bits" "$codarun" verify "$one" "$two"
printf 'X' | dd of="$one/journal" bs=1 seek=3 conv=notrunc 2>/dev/null
ok "a damaged journal names its line" says "line 1:" 1 "$codarun" verify "$one"
done_testing
