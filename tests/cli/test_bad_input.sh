#!/bin/bash
# Bad input gets one line that names the place, status 1, and leaves nothing.
. "${srcdir:-.}/tests/tap.sh"

cd "$scratch" || exit 99
unset CODARUN_DATA
make_experiment good.yaml <<END
name: good
train: {epochs: 1, batch: 16}
END

# refuses PATTERN ARGUMENT...: one line that matches, status 1, no folder
refuses() {
    pattern=$1
    shift
    "$codarun" run "$@" -q -o out >stdout 2>stderr
    status=$?
    cat stdout stderr
    [ $status -eq 1 ] && [ "$(wc -l <stderr)" -eq 1 ] &&
        grep -Eq "^codarun: .*$pattern" stderr && [ ! -s stdout ] &&
        [ ! -e out ]
}

# And the same line, once, from two ranks; mpirun adds lines of its own.
refuses_on_two() {
    refuses "$@" || return 1
    shift
    ranks 2 "$codarun" run "$@" -q -o out >stdout 2>stderr2
    status=$?
    cat stdout stderr2
    [ $status -eq 1 ] && [ "$(grep ^codarun: stderr2)" = "$(cat stderr)" ] &&
        [ ! -s stdout ] && [ ! -e out ]
}

{ cat good.yaml; echo "sweep: {method: [grid"; } >syntax.yaml
ok "YAML syntax" refuses_on_two 'syntax.yaml: line [0-9]+' syntax.yaml
sed 's/batch: 16/batsh: 16/' good.yaml >unknown.yaml
ok "an unknown field, answered with the nearest" \
    refuses 'unknown.yaml: line 2.*batsh.*batch' unknown.yaml
sed 's/batch: 16/batch: many/' good.yaml >type.yaml
ok "a wrong type" refuses "type.yaml: line 2.*'many'" type.yaml
sed 's/epochs: 1/epochs: -1/' good.yaml >range.yaml
ok "a value out of range" refuses 'range.yaml: line 2.*-1' range.yaml
sed 's/kind: coda/kind: cada/' good.yaml >kind.yaml
ok "an unknown kind, answered with the nearest" \
    refuses "kind.yaml: line [0-9]+.*cada.*'coda'" kind.yaml
printf 'name: a\377\n' >bytes.yaml
ok "an experiment that is not UTF-8" \
    refuses 'bytes.yaml: line 1.*0xff.*UTF-8' bytes.yaml
: >nothing.yaml
ok "an empty experiment file" refuses 'nothing.yaml.*nothing' nothing.yaml
ok "a value out of range from --set" \
    refuses 'train.batch' good.yaml --set train.batch=-3
CODARUN_SIMD=avx5 ok "a level of vector instructions that there is not" \
    refuses "CODARUN_SIMD: found 'avx5', expected .*plain" good.yaml
ok "no experiment file" refuses "'?none.yaml'?" none.yaml
sed 's/train.tsv/none.tsv/' good.yaml >missing.yaml
ok "a missing data file" refuses_on_two 'none.tsv' missing.yaml

gzip -c train.tsv | head -c 300 >cut.tsv.gz
sed 's/train.tsv/cut.tsv.gz/' good.yaml >cut.yaml
ok "a truncated .gz" refuses_on_two 'cut.tsv.gz.*cut short' cut.yaml
cp train.tsv plain.tsv.gz
sed 's/train.tsv/plain.tsv.gz/' good.yaml >plain.yaml
ok "a .gz that is none" refuses 'plain.tsv.gz.*no gzip data' plain.yaml
sed '7s/\t/ /' train.tsv >row.tsv
sed 's/train.tsv/row.tsv/' good.yaml >row.yaml
ok "a malformed row" refuses 'row.tsv.*line 7' row.yaml
sed '5s/[01]$/yes/' train.tsv >label.tsv
sed 's/train.tsv/label.tsv/' good.yaml >label.yaml
ok "an unknown label" refuses_on_two "label.tsv.*line 5.*'yes'" label.yaml
: >empty.tsv
sed 's/valid.tsv/empty.tsv/' good.yaml >empty.yaml
ok "an empty split" refuses 'valid.*empty.tsv' empty.yaml
{ head -3 train.tsv; printf 'a\xff b\tc\t1\n'; } >utf8.tsv
sed 's/train.tsv/utf8.tsv/' good.yaml >utf8.yaml
ok "invalid UTF-8" refuses 'utf8.tsv.*line 4.*UTF-8' utf8.yaml

cat >shape.yaml <<END
name: shape
task: {kind: mlu}
model: {kind: decatt}
train: {steps: 2, batch: 4}
END
ok "a model that does not read the task's shape" \
    refuses_on_two "shape.yaml: line 3.*decatt.*mlu" shape.yaml
ok "more ranks a trial than there are" \
    refuses 'ranks_per_trial.*2' good.yaml --set run.ranks_per_trial=2

echo elsewhere >origin
ok "a file that is called origin does not mislead" \
    "$codarun" run good.yaml -q -o plain
rm origin

: >file
"$codarun" run good.yaml -q -o file/out >stdout 2>stderr
ok "a results folder below a file" test $? -eq 1
ok "one line says so" sh -c \
    'cat stderr; test $(wc -l <stderr) -eq 1 && grep -q "Not a dir" stderr'

# refuses_in_place FILE: a damaged file in a results folder, which stays as is
refuses_in_place() {
    before=$(find done -type f ! -name owner -exec cksum {} + | sort)
    for n in 1 2; do
        ranks $n "$codarun" run good.yaml -q -o done >stdout 2>stderr
        status=$?
        cat stdout stderr
        [ $status -eq 1 ] && [ "$(grep -c ^codarun: stderr)" -eq 1 ] &&
            grep ^codarun: stderr | grep -q "$1" &&
            [ "$before" = "$(find done -type f ! -name owner \
                -exec cksum {} + | sort)" ] || return 1
    done
}
"$codarun" run good.yaml -q -o done >/dev/null 2>&1
trial=$(find done/trials -name '*.h5')
cp "$trial" kept.h5
printf X | dd of="$trial" bs=1 seek=2000 conv=notrunc 2>/dev/null
ok "a damaged trial file" refuses_in_place "$(basename "$trial")"
head -c 1000 kept.h5 >"$trial"
ok "a truncated trial file" refuses_in_place "$(basename "$trial").*truncated"
cp kept.h5 "$trial"
cp done/journal kept.journal
sed -i '1s/begin/bogus/' done/journal
ok "a damaged journal" refuses_in_place 'journal.*line 1'
cp kept.journal done/journal
ok "mended, it is complete" "$codarun" run good.yaml -q -o done
sed 's/hidden: 24/hidden: 25/' good.yaml >changed.yaml
cp good.yaml kept.yaml
cp changed.yaml good.yaml
ok "a changed experiment, with the difference" refuses_in_place 'hidden'
cp kept.yaml good.yaml

if [ "$(id -u)" -eq 0 ] && mkdir full &&
    mount -t tmpfs -o size=64k none full 2>/dev/null; then
    head -c 60000 /dev/zero >full/ballast
    "$codarun" run good.yaml -q -o full/out >stdout 2>stderr
    ok "a full disk" test $? -eq 1
    ok "one line, and nothing written" sh -c \
        'cat stderr; test $(wc -l <stderr) -eq 1 && test ! -e full/out'
    umount full
    mkdir locked && mount -t tmpfs -o ro none locked
    "$codarun" run good.yaml -q -o locked/out >stdout 2>stderr
    ok "an unwritable disk" test $? -eq 1
    umount locked
else
    skip "a full disk" "mounting one needs root"
fi
done_testing
