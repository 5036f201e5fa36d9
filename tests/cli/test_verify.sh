#!/bin/sh
# verify and table on real folders: whole, equal, again; damaged, different.
. "${srcdir:-.}/tests/tap.sh"

make_experiment "$scratch/small.yaml" </dev/null
cat >>"$scratch/small.yaml" <<'END'
name: small
train: {epochs: 2, batch: 16, learning_rate: 0.003}
sweep:
  parameters:
    model.attention.kind: [softmax, coda]
    train.seed: [1, 2]
END
one=$scratch/one two=$scratch/two
export CODARUN_DATA="$scratch"

# fails STATUS PATTERN COMMAND...: that status, one line of that on stderr
fails() {
    expected=$1 pattern=$2
    shift 2
    "$@" 2>"$scratch/err"
    status=$?
    cat "$scratch/err"
    [ $status -eq "$expected" ] && grep -q "$pattern" "$scratch/err" &&
        [ "$(wc -l <"$scratch/err")" -eq 1 ]
}

# says PATTERN STATUS COMMAND...
says() {
    pattern=$1 expected=$2
    shift 2
    "$@" >"$scratch/said" 2>&1
    status=$?
    cat "$scratch/said"
    [ $status -eq "$expected" ] && grep -q "$pattern" "$scratch/said"
}

ok "a sweep runs" "$codarun" run -q -o "$one" "$scratch/small.yaml"
ok "and on two ranks" ranks 2 "$codarun" run -q -o "$two" "$scratch/small.yaml"
ok "every file is whole" says "every file is whole" 0 "$codarun" verify "$one"
ok "the two are equal" says "two runs are equal" 0 \
    "$codarun" verify "$one" "$two"
ok "a trial trained again is equal" says "trial 2  equal" 0 \
    "$codarun" verify --rerun 2 "$one"
ok "on two ranks as well" says "trial 1  equal" 0 \
    ranks 2 "$codarun" verify --rerun 1 "$one"
ok "a trial that is none is an error" \
    fails 1 "found trial 9, expected one below 4" \
    "$codarun" verify --rerun 9 "$one"

"$codarun" run -q -o "$scratch/other" --set train.learning_rate=0.002 \
    "$scratch/small.yaml"
ok "another experiment's trials differ" says "that differ: 8" 1 \
    "$codarun" verify "$one" "$scratch/other"

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

# One byte of one result, then a file cut short.
file=$(ls "$two"/trials/*/*.h5 | head -n 1)
printf 'X' | dd of="$file" bs=1 seek=2000 conv=notrunc 2>/dev/null
ok "a damaged result is found" says "damaged files: 1" 1 \
    "$codarun" verify "$two"
ok "and named" fails 1 "$(basename "$file")" "$codarun" table "$two"
ok "and no run is equal to it" says "damaged" 1 "$codarun" verify "$one" "$two"
ok "nor goes on over it" fails 1 "$(basename "$file")" \
    "$codarun" run -q -o "$two" "$scratch/small.yaml"
printf 'X' | dd of="$one/journal" bs=1 seek=3 conv=notrunc 2>/dev/null
ok "a damaged journal names its line" says "line 1:" 1 "$codarun" verify "$one"
done_testing
