#!/bin/bash
# Texts of others (names, labels, values, hosts, files) are printed on a
# terminal as plain text, without control sequences, by every command.  Programs
# get them unchanged.
. "${srcdir:-.}/tests/tap.sh"
command -v python3 >/dev/null || skip_all "no python3"

cd "$scratch" || exit 99
unset CODARUN_DATA
evil=$(printf '\033[2J\302\233\342\200\256x')
shown='\\x1b\[2J\\u009b\\u202ex'

# clean FILE...: no byte that controls a terminal or changes the direction of
# text
cat >clean.py <<'END'
import re, sys
for name in sys.argv[1:]:
    text = open(name, "rb").read().decode("utf-8")
    found = re.search("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f"
                      "\u2028-\u202e\u2066-\u2069]", text.replace("\r\n", "\n"))
    if found:
        sys.exit(f"{name}: {text[max(0, found.start() - 40):found.end() + 9]!r}")
END
clean() { python3 clean.py "$@"; }

# shows STATUS COMMAND...: the status, and the escaped text without controls
shows() {
    expected=$1
    shift
    "$@" >out 2>err </dev/null
    status=$?
    cat -v out err
    [ $status -eq "$expected" ] && clean out err && grep -q "$shown" out err
}

dir=results-$evil
make_ranking train.rank 48 1
make_ranking valid.rank 12 2
for split in train valid; do
    awk -F '\t' -v evil="$evil" \
        '{ print $1 "\t" $2 "\t" ($3 ? "yes" evil : "no") }' $split.rank \
        >"$split-$evil.nli"
done
# in quotes, as YAML has it
yaml='\x1b[2J\u009b\u202ex'
cat >a.yaml <<END
name: a
task: {kind: nli, train: "train-$yaml.nli", valid: "valid-$yaml.nli",
       labels: ["no", "yes$yaml"]}
model: {kind: decatt, hidden: 8, embedding: 8}
train: {steps: 4, batch: 8}
run: {keep: best}
sweep:
  variants:
    "v\\u009b\\u202ex": {}
    "=w": {train.seed: 2}
    "-1": {train.seed: 3}
END

ok "the trials of a sweep are listed" \
    "$codarun" run --dry-run -o "$dir" a.yaml
variant='v\\u009b\\u202ex'
shown=$variant
ok "... with their names" shows 0 "$codarun" run --dry-run -o "$dir" a.yaml
ok "a sweep runs, and has its table" shows 0 "$codarun" run -o "$dir" a.yaml
for format in text markdown latex; do
    [ $format = markdown ] && shown='v\\\\u009b\\\\u202ex'
    [ $format = latex ] && shown='v.textbackslash{}u009b.textbackslash{}u202ex'
    ok "a table of $format" shows 0 "$codarun" table --format $format "$dir"
    shown=$variant
done
ok "one of the trials" shows 0 "$codarun" table --trials "$dir"
ok "tests" shows 0 "$codarun" table --tests "$dir"
"$codarun" table --format json -o table.json "$dir"
ok "JSON has no control characters" clean table.json
python3 - >values <<'END'
import json
print(sorted(r["variant"] for r in json.load(open("table.json"))["rows"]))
END
ok "which have the value" grep -qF "$(python3 -c \
    'print(["-1", "=w", "v\x9b\u202ex"])')" values
"$codarun" table --format csv "$dir" >table.csv
ok "CSV has it as it is" grep -q "^v$(printf '\302\233\342\200\256')x," table.csv
ok "and formulas are unchanged for programs" grep -q "^=w," table.csv
screen="python3 $(cd "${srcdir:-.}/tests/cli" && pwd)/screen.py"
ok "on a terminal it is escaped" sh -c \
    "$screen \"$codarun\" table --format csv \"$dir\" | grep -q '$variant'"
mpirun -n 1 "$codarun" table --format csv "$dir" >launched.csv
ok "mpirun's pseudo terminal does not count as one" cmp table.csv launched.csv
mpirun -n 1 "$codarun" table --format csv -o /dev/stdout "$dir" >launched.csv
ok "... nor does it with an output file" cmp table.csv launched.csv
for file in /dev/stdout /dev/tty; do
    ok "... it is escaped with $file as output" sh -c \
        "$screen \"$codarun\" table --format csv -o $file \"$dir\" |
        grep -q '$variant'"
done
ok "... and if mpirun is on one" sh -c \
    "$screen mpirun -n 1 \"$codarun\" table --format csv \"$dir\" |
    grep -q '$variant'"
"$codarun" table --format csv --spreadsheet "$dir" >table.csv
ok "a spreadsheet gets formulas as texts" grep -q "^'=w," table.csv
ok "and numbers as such" grep -q "^-1," table.csv
ok "which is for CSV alone" says "expected it with --format csv" 2 \
    "$codarun" table --spreadsheet "$dir"

shown='\\x1b\[2J\\u009b\\u202ex'
ok "inspect" shows 0 "$codarun" inspect --trial 0 "$dir"
ok "inspect --format json" "$codarun" inspect --trial 0 --format json \
    -o inspect.json "$dir"
ok "... has no control characters" clean inspect.json
ok "verify" shows 1 "$codarun" verify "$dir" "$evil"
ok "data show" shows 0 "$codarun" data show a.yaml
ok "data stats" shows 0 "$codarun" data stats a.yaml
ok "data kinds" shows 1 "$codarun" data kinds "$evil"
ok "an unknown command" shows 2 "$codarun" "$evil"
ok "a wrong folder" shows 1 "$codarun" table "$evil"
ok "an unknown option" shows 2 "$codarun" table --format "$evil" "$dir"
ok "a field that is none" shows 1 "$codarun" run -o "$dir" a.yaml \
    --set "model.hidden=$evil"
echo "a	b" >texts
ok "predict's lines" "$codarun" predict -q --trial 0 "$dir" texts
printf 'a\n' >"texts-$evil"
ok "texts that predict cannot read" shows 1 \
    "$codarun" predict -q --trial 0 "$dir" "texts-$evil"
ok "ensemble" shows 1 "$codarun" ensemble "$dir" "$evil"
cp -r "$dir" hurt
python3 - hurt/status.json <<'END'
import json, sys
s = json.load(open(sys.argv[1]))
s.update(why="\x1b[2J\x9b\u202ex\nstate      running", name="\x1b[2J\x9b\u202ex")
open(sys.argv[1], "w").write(json.dumps(s))
END
ok "status" shows 0 "$codarun" status hurt
ok "... a line a fact" test "$(grep -c '^state' out)" -eq 1
echo >"$(find "$dir/trials" -name '*.h5' | head -1)"
ok "a warning of a file" shows 1 "$codarun" table "$dir"
ok "doctor" shows 0 "$codarun" doctor -o "$evil"
done_testing
