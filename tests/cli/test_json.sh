#!/bin/bash
# --format json: each command that accepts it prints one JSON document and
# nothing else on standard output, and has the exit status of the text form.
. "${srcdir:-.}/tests/tap.sh"
command -v python3 >/dev/null || skip_all "no python3"

make_experiment "$scratch/a.yaml" <<END
name: a
train: {batch: 8, steps: 4}
run: {keep: best}
sweep:
  parameters:
    train.seed: [1, 2]
END
cd "$scratch" || exit 99
case $codarun in /*) ;; *) codarun=$OLDPWD/$codarun ;; esac
unset CODARUN_DATA
"$codarun" run -q a.yaml || exit 99
"$codarun" run -q a.yaml -o other --set train.learning_rate=0.01 || exit 99
cp -r results/a hurt
rm "$(find hurt/trials -name '*.h5' | sort | head -n 1)"
printf 'a 1 2\nb 3 4\nc 5 -6\n' >vectors

# The command lines, one a line.  If the output is an object a line, it is also
# JSON.
cat >lines <<END
doctor
ensemble a
inspect a
list
list hurt/..
prune a --dry-run
table a
table a --trials
data fetch --list
data kinds
data kinds attention
data kinds coda
data kinds sweep
data kinds section
data kinds nothing
data show a.yaml
data show a.yaml --split test -n 2
data show nothing.yaml
data stats a.yaml
data stats a.yaml --split valid
resume a --dry-run
run a.yaml --dry-run
run a.yaml --simulate 1,2 --cost 60:0.3
run a.yaml --simulate 2 -o hurt
run a.yaml --simulate 2 -o nowhere
status a
status nothing
vectors neighbours vectors a b
vectors neighbours vectors nothing
verify a
verify a other
verify a a
verify hurt
verify hurt a
verify nothing
verify --rerun 0 a
verify --rerun 0 hurt
version
--version
END
other_forms="bench|predict|export|history"

# one_document FILE: is it one line of JSON, an object or an array?
one_document() {
    python3 -c '
import json, sys
text = open(sys.argv[1], encoding="utf-8").read()
assert text.endswith("\n") and text.count("\n") == 1, text
assert isinstance(json.loads(text), (dict, list))' "$1"
}

# lawful WORD...: are output and status right?  A failure is an error of one
# line with nothing on standard output.
lawful() {
    "$codarun" "$@" >text 2>text.said
    local status=$?
    "$codarun" "$@" --format json >json 2>json.said
    local now=$?
    [ $now -eq $status ] || { echo "status $now, not $status"; return 1; }
    diff <(told <text.said) <(told <json.said) || return 1
    if [ $status -ne 0 ] && ! [ -s text ]; then
        [ "$(wc -l <json.said)" -eq 1 ] && ! [ -s json ]
    else
        one_document json
    fi
}

# told: a message without its times
told() { sed 's/[0-9.]* s\b/T s/g'; }

while read -r line; do
    # shellcheck disable=SC2086 # words
    ok "$line" lawful $line
done <lines

# takes COMMAND...: does its help have json among its formats?
takes() {
    "$codarun" "$@" --help | tr -s ' \n' ' ' |
        grep -qE -- '--format=FORMAT ([^-]|-[^-]|--(list|dry-run|simulate))*json'
}
# below [COMMAND]: print the subcommands
below() {
    "$codarun" "$@" --help | awk '/^  [a-z]/ { print $1 }'
}
commands() {
    for command in $(below); do
        echo "$command"
        case $command in data | vectors | bench)
            below "$command" | sed "s/^/$command /" ;;
        esac
    done
}
# missed: print the commands that accept it and are in no line
missed() {
    commands | grep -vE "^($other_forms)\b" | while read -r command; do
        # shellcheck disable=SC2086 # words
        ! takes $command || grep -q "^$command\b" lines || echo "$command"
    done
}
ok "there are commands" test "$(commands | wc -l)" -gt 30
ok "doctor takes it" takes doctor
ok "stop does not" eval '! takes stop'
missed >missing
ok "no command that takes it is missing here" diff /dev/null missing
ok "another word is refused" \
    says "verify: --format: found 'jsn', expected text or json" 2 \
    "$codarun" verify a --format jsn
ok "a real run has no such form" \
    says "run: found --format, expected it with --dry-run or --simulate" 2 \
    "$codarun" run a.yaml --format json
ok "nor has a download" \
    says "fetch: found --format, expected it with --list" 2 \
    "$codarun" data fetch wikiqa --format json
ok "of several ranks one prints" sh -c '
    mpirun -n 2 "$1" doctor --format json >ranks' - "$codarun"
ok "... one document" one_document ranks
ok "... with each of them" python3 -c '
import json
assert [r["rank"] for r in json.load(open("ranks"))["ranks"]] == [0, 1]'
ok "a failed write is an error" sh -c '
    [ -c /dev/full ] || exit 0
    ! "$1" data kinds --format json >/dev/full' - "$codarun"
done_testing
