#!/bin/bash
# Files without end, and files that block the reader, are refused in one line,
# or the program ends when it is told to stop.  They take no memory meanwhile.
. "${srcdir:-.}/tests/tap.sh"

cd "$scratch" || exit 99
unset CODARUN_DATA
make_experiment a.yaml <<'YAML'
name: a
train: {epochs: 1, batch: 16, learning_rate: 0.01}
run: {keep: best}
YAML
mkfifo pipe
python_with 'import socket'
# Far more memory than any of these commands needs, and less than would harm.
if grep -q __asan_init "$codarun"; then
    skip "no memory is taken" "a sanitizer maps terabytes"
else
    ulimit -v 8000000
fi

# one PATTERN COMMAND...: one line that matches, status 1
one() {
    says "^codarun: .*$1" 1 "${@:2}" && [ "$(grep -c . "$scratch/said")" -eq 1 ]
}
for split in train valid test; do
    ok "a pipe as data: $split" one "task.$split: file './pipe': found a pipe, expected a file" \
        "$codarun" run a.yaml -q -o out --set task.$split=pipe
done
ok "a device as data" one "file '/dev/zero': found a device, expected a file" \
    "$codarun" run a.yaml -q -o out --set task.train=/dev/zero
if [ -n "$python" ]; then
    "$python" -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")'
    ok "a socket as data" one "file './socket': found a socket, expected a file" \
        "$codarun" run a.yaml -q -o out --set task.train=socket
else
    skip "a socket as data" "no python3"
fi
ok "a pipe as word vectors" one "file './pipe': found a pipe, expected a file" \
    "$codarun" run a.yaml -q -o out --set task.vectors=pipe
ok "a pipe to be fetched from" says "'pipe': found a pipe, expected a file" \
    1 env CODARUN_DATA="$scratch/data" "$codarun" data fetch glove-840b --from pipe
ok "nothing is left of them" test ! -e out

head -c 80000000 /dev/zero | tr '\0' a >long.tsv
(head -n 3 train.tsv && cat long.tsv) | xz -0 >long.tsv.xz
rm long.tsv
ok "a line without an end, packed" one \
    "long.tsv.xz', line 4: found no line's end for [0-9]* bytes, expected one within 67108864" \
    "$codarun" run a.yaml -q -o out --set task.train=long.tsv.xz
(printf 'a,"b\n' && yes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa |
    head -c 80000000) | xz -0 >long.csv.xz
ok "a record without an end" one \
    "line [0-9]*: found [0-9]* bytes of the record that begins in line 1, expected at most 67108864" \
    "$codarun" run a.yaml -q -o out --set task.train=long.csv.xz \
    --set task.format=csv
ok "an experiment that is a device" one \
    "'/dev/zero': found more than 67108864 bytes, expected at most" \
    "$codarun" run /dev/zero -q -o out

# told_to_stop STATUS COMMAND...: in the background, stopped once it waits
told_to_stop() {
    expected=$1
    shift
    "$@" >told 2>&1 &
    who=$!
    for _ in $(seq 300); do
        ls -l /proc/$who/fd 2>/dev/null | grep -q "$scratch/pipe" && break
        sleep 0.1
    done
    kill -TERM $who
    wait $who
    status=$?
    cat told
    [ $status -eq "$expected" ]
}
if [ -d /proc/self/fd ]; then
    ok "a process waiting for an experiment obeys a stop" \
        told_to_stop 85 "$codarun" run pipe -q -o out
    ok "in one line" test "$(wc -l <told)" -eq 1
    ok "so does one waiting for texts" sh -c \
        '"$1" run a.yaml -q -o a' - "$codarun"
    ok "by the signal" told_to_stop 143 "$codarun" predict a pipe -q

    # A million different trials, none of which obeys the rule: 45 s.
    sweep="parameters: {train.seed: {min: 1, max: 1000, whole: true},
        model.hidden: {min: 1, max: 1000, whole: true}},
        rules: [train.seed < 1]"
    sed "/^name:/a sweep: {method: random, trials: 1000000, ${sweep//$'\n'/}}" \
        a.yaml >rules.yaml
    # stopped after a second of processor time
    drawing() {
        "$codarun" run rules.yaml -q -o out >told 2>&1 &
        who=$!
        until [ "$(cut -d " " -f 14 /proc/$who/stat)" -gt 100 ]; do
            kill -0 $who || return
            sleep 0.1
        done
        kill -TERM $who
        wait $who
        [ $? -eq 85 ] && cat told
    }
    ok "a process drawing trials until one obeys the rules obeys a stop" drawing
    ok "and reports its progress" grep -q \
        "^codarun: stopped by SIGTERM before .*: none of the first [0-9]* tr" told
else
    skip "a waiting process obeys a stop" "no /proc"
fi
ok "texts of a device" one "line 1: found no line's end for" \
    "$codarun" predict a /dev/zero -q
ok "texts without an end" sh -c 'tr "\0" a </dev/zero | "$1" predict a - 2>&1 |
    grep "line 1: found no line.s end for"' - "$codarun"
done_testing
