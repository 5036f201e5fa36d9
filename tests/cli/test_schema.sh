#!/bin/bash
# A results folder of the first schema, in which all fields name a trial: table
# and verify read it, run and resume do not touch it.
. "${srcdir:-.}/tests/tap.sh"

old=$scratch/old
cp -r "${srcdir:-.}/tests/cli/schema1" "$old" && chmod -R u+w "$old"
make_experiment "$scratch/new.yaml" <<END
name: schema1
train: {epochs: 2, batch: 16, learning_rate: 0.003, clip_norm: 1.5}
run: {keep: none}
sweep:
  parameters:
    model.attention.kind: [softmax, coda]
published:
  - {where: {train.seed: 1}, test.map: 60, source: another}
END
export CODARUN_DATA="$scratch"

# Names and checksums of all files.
contents() {
    (cd "$old" && find . -type f | sort | xargs cksum)
}
contents >"$scratch/before"

ok "its table has every trial" says "^2 trials: 2 finished" 0 \
    "$codarun" table "$old"
ok "with its numbers" says "^coda  *1  *61.11  *51.39  *61.25 " 0 \
    "$codarun" table "$old"
ok "a row a trial" \
    says "^1,finished,coda,24,12,61.11.*,b95a2b6486287876b080f973a9c153dc,bu" \
    0 "$codarun" table --trials --format csv "$old"
ok "every file is whole" says "every file is whole" 0 "$codarun" verify "$old"
ok "every trial is found" says \
    "^trial 1  finished  parameters b95a2b6486287876b080f973a9c153dc" 0 \
    "$codarun" verify "$old"
ok "it is equal to itself" says "two runs are equal" 0 \
    "$codarun" verify "$old" "$old"
ok "another task's trials are found by their old names" \
    says "^trial 0  finished" 0 "$codarun" verify "$srcdir/tests/cli/schema1-nli"
second=$srcdir/tests/cli/schema2
ok "a field of the second schema with a new name is distinguished" \
    says "^coda  *0.98  *1  *0.00  *0.00  *7  a paper" 0 \
    "$codarun" table "$second"
for i in 0 1 2 3; do
    ok "trial $i of the second schema is found, whose default gate was plain" \
        says "^trial $i  finished" 0 "$codarun" verify "$second"
done

state=$(echo "$srcdir"/tests/cli/state1/states/*/*.last.h5)
ok "a state of the first version is inspected" \
    says "^version  *1$" 0 "$codarun" inspect "$state"
ok "it has its step" says "^  step  *10$" 0 "$codarun" inspect "$state"
ok "and its moments" says "^  moments  *2$" 0 "$codarun" inspect "$state"
ok "nothing is computed with it, as it does not name its parameters" \
    says "last.h5': it is of version 1, which does not say what" 1 \
    "$codarun" export "$srcdir/tests/cli/state1" -o "$scratch/out.npz"
ok "its folder's table is as it was" says "^1 trial: 1 finished" 0 \
    "$codarun" table "$srcdir/tests/cli/state1"

# Results of earlier versions are read even if their experiment is refused
# today.  To make one, run without the refused field, and add it to the folder
# afterwards.
run_and_change() { # FOLDER EDIT
    "$codarun" run -q "$1.yaml" -o "$1" >"$scratch/said" 2>&1
    sed -i "$2" "$1.yaml" "$1"/experiment.*
}
make_experiment "$scratch/learned.yaml" <<END
name: learned
train: {steps: 2, batch: 16}
sweep:
  parameters:
    model.attention.beta: [0.5, 0.1]
    model.attention.learned: [none, site]
END
learned=$scratch/learned
run_and_change "$learned" 's/\[0.5, 0.1\]/[0.5, 0.0]/'
ok "a beta that learns from 0 is refused" says "beta: found 0 with learned" 1 \
    "$codarun" run "$learned.yaml" -o "$scratch/fresh"
ok "a table with one is shown" says "2 finished" 0 "$codarun" table "$learned"
ok "so is its status" says "^trials  *4:" 0 "$codarun" status "$learned"
ok "its trials are verified" says "^trial 0  finished" 0 \
    "$codarun" verify "$learned"

cat >"$scratch/wide.yaml" <<END
name: wide
task: {kind: mlu, low: 0, high: 8, examples: 44, valid_examples: 10,
       test_examples: 10}
model: {kind: transformer, preset: tiny}
train: {steps: 2, batch: 4, schedule: warmup, width: 512}
END
wide=$scratch/wide
run_and_change "$wide" 's/, width: 512//'
ok "a width that is not given is refused" says "width: found none" 1 \
    "$codarun" run "$wide.yaml" -o "$scratch/fresh"
ok "a table of one is shown" says "1 finished" 0 "$codarun" table "$wide"

for way in "run $scratch/new.yaml -o" "run $old/experiment.yaml -o" resume; do
    # shellcheck disable=SC2086 # words
    ok "$(echo "$way" | sed "s|$scratch/||") is refused, with a way out" says \
        "is of another codarun, .*choose another with -o" 1 "$codarun" $way "$old"
    ok "in one line" test "$(wc -l <"$scratch/said")" -eq 1
done
ok "its trials are listed with a warning" \
    says "warning: .* is of another codarun, .*choose another with -o" 0 \
    "$codarun" run --dry-run "$scratch/new.yaml" -o "$old"
contents >"$scratch/after"
ok "nothing in it was touched" cmp "$scratch/before" "$scratch/after"
ok "in another folder the experiment runs" \
    "$codarun" run -q "$scratch/new.yaml" -o "$scratch/beside"
ok "published numbers find trials at a default" \
    says "^coda .*  60  .*" 0 "$codarun" table "$scratch/beside"
ok "trials of the two have other names" says "is no trial of" 1 \
    "$codarun" verify "$old" "$scratch/beside"

file=$(ls "$old"/trials/*/*.h5 | head -n 1)
printf 'X' | dd of="$file" bs=1 seek=2000 conv=notrunc 2>/dev/null
ok "a damaged file of it is found" says "damaged files: 1" 1 \
    "$codarun" verify "$old"
rm "$file"
ok "a missing one as well" says "^trial [01]  missing" 0 \
    "$codarun" verify "$old"

sed -i '1s/.*/schema: 99/' "$scratch/beside/experiment.text"
ok "a folder of a later schema is an error" \
    says "experiment.text' is of another codarun: found 'schema: 99'" 1 \
    "$codarun" table "$scratch/beside"
ok "and not continued" says "is of another codarun" 1 \
    "$codarun" resume "$scratch/beside"
done_testing
