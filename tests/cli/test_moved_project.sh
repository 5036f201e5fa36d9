#!/bin/bash
# A project that was moved together with its results: its data are found at the
# same place relative to the results.  If they are not there, a message says so.
. "${srcdir:-.}/tests/tap.sh"

cd "$scratch" || exit 99
unset CODARUN_DATA

# project DIR: data, an experiment beside them and its results, in DIR
project() {
    mkdir -p "$1"
    make_experiment "$1/a.yaml" <<END
name: a
train: {epochs: 2, batch: 16, grains: 2, learning_rate: 0.003}
run: {keep: best}
sweep: {parameters: {train.seed: [1, 2]}}
END
}

# lines STATUS PATTERN COMMAND...: that status, and one line that matches
lines() {
    expected=$1 pattern=$2
    shift 2
    "$@" >said 2>&1
    status=$?
    cat said
    [ $status -eq "$expected" ] && [ "$(wc -l <said)" -eq 1 ] &&
        grep -q -- "$pattern" said
}

project old
(cd old && "$codarun" run -q a.yaml) || echo "# the run failed"
mv old new
ok "a renamed project is trained again" \
    says "trial 0  equal" 0 "$codarun" verify --rerun 0 new/results/a
ok "on two ranks, too" says "trial 1  equal" 0 \
    ranks 2 "$codarun" verify --rerun 1 new/results/a
rm "$(find new/results/a/trials -name '*.h5' | sort | head -1)"
ok "and is continued" "$codarun" resume -q new/results/a
ok "and is whole" "$codarun" verify new/results/a

cp -al new/results/a linked
cp new/results/a/journal journal
ok "a copy of hard links is refused, with what to do" lines 1 \
    "^codarun: journal 'linked/journal': .*found a file that has another name.* (cp -a " \
    "$codarun" run -q new/a.yaml -o linked
ok "and the first is as it was" cmp journal new/results/a/journal
rm -r linked
cp -a new/results/a linked
ok "a copy is continued" "$codarun" run -q new/a.yaml -o linked

mkdir -p away/from
mv new/results/a away/from/b
ok "results in another place have no data" lines 1 \
    "^codarun: trial 0: .*task.train: found no file '.*/old/train.tsv' or '.*away/from/b/train.tsv' or '.*away/from/train.tsv' or '.*away/train.tsv', and CODARUN_DATA is not set$" \
    "$codarun" verify --rerun 0 away/from/b
mv new/*.tsv away/from
ok "except data beside them" says "trial 0  equal" 0 \
    "$codarun" verify --rerun 0 away/from/b
sed -i '1s/1$/0/;1!s/0$/1/' away/from/train.tsv
ok "which must be unchanged" lines 1 \
    "trial 0: found train file 'train.tsv' with digest" \
    "$codarun" verify --rerun 0 away/from/b

rm -r new away
project all/experiments
(cd all && "$codarun" run -q experiments/a.yaml) || echo "# the run failed"
mkdir there
mv all there/every
ok "an experiment's own folder is searched" \
    says "trial 0  equal" 0 "$codarun" verify --rerun 0 there/every/results/a

ok "a row is trained again" "$codarun" table --trials --format csv \
    -o row.csv there/every/results/a
rm there/every/experiments/*.tsv
ok "and needs its data, which is one line" lines 1 \
    "^codarun: trial 0: .*task.train: found no file" \
    "$codarun" verify --rerun 0 there/every/experiments/a.yaml row.csv
done_testing
