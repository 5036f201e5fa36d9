#!/bin/bash
# Answers to questions are printed in the form of SQuAD's official scripts, and
# the table's exact match and F1 agree: with those rules
# (tests/peers/squad_scores.py), and with the scripts themselves if
# CODARUN_SQUAD_SCRIPTS is the folder of evaluate-v1.1.py and evaluate-v2.0.py.
. "${srcdir:-.}/tests/tap.sh"

command -v python3 >/dev/null || skip_all "no python3"
peer=$(realpath "$srcdir/tests/peers/squad_scores.py")
cd "$scratch" || exit 99
make_squad train.json 20 5
make_squad plain.json 8 7

# As in SQuAD 2.0, every third question has no answer.
python3 - plain.json <<'END'
import json, sys
whole = json.load(open(sys.argv[1]))
for version in "1.1", "2.0":
    n = 0
    for p in whole["data"][0]["paragraphs"]:
        for q in p["qas"]:
            n += 1
            if version == "2.0":
                q["is_impossible"] = n % 3 == 0
                q["answers"] = [] if n % 3 == 0 else q["answers"]
    json.dump(whole | {"version": version}, open(version + ".json", "w"))
END

# answers RULES NO_ANSWER: train a reader; keep its answers and its table
answers() {
    cat >"$1.yaml" <<END
name: "$1"
task: {kind: span, train: train.json, valid: "$1.json", no_answer: $2}
model: {kind: bidaf, hidden: 8, characters: 8, filters: 8, project: 8}
train: {steps: 40, batch: 16, learning_rate: 0.01}
END
    "$codarun" run -q -o "of-$1" "$1.yaml" &&
        "$codarun" data predictions "of-$1" >"$1.said" &&
        "$codarun" table "of-$1" --format csv >"$1.csv"
}

# agrees RULES COMMAND...: does the command print the table's figures?
agrees() {
    "${@:2}" | python3 -c '
import csv, json, sys
said = sys.stdin.read()
if said.startswith("{"):
    said = json.loads(said)
    said = [said.get("exact", said.get("exact_match")), said["f1"]]
else:
    said = list(map(float, said.split()[1:]))
row = next(csv.DictReader(open(sys.argv[1], newline="")))
table = [float(row[f"valid.{m}.mean"]) for m in ("em", "f1")]
print(table, said)
apart = max(abs(x - y) for x, y in zip(table, said))
sys.exit(apart > 1e-6 or not 0 < table[0] < 100)' "$1.csv"
}

# The later of the two scripts needs NumPy.
python_with 'import numpy'
for rules in 1.1 2.0; do
    no_answer=$([ $rules = 2.0 ] && echo true || echo false)
    ok "questions are answered by the rules of $rules" answers $rules $no_answer
    ok "their scores are the table's" agrees $rules \
        python3 "$peer" $rules $rules.json $rules.said
    script=$CODARUN_SQUAD_SCRIPTS/evaluate-v$rules.py
    if [ -n "$CODARUN_SQUAD_SCRIPTS" ]; then
        ok "the official script agrees" agrees $rules \
            "$python" "$script" $rules.json $rules.said
    else
        skip "the official script agrees" "CODARUN_SQUAD_SCRIPTS is not set"
    fi
done
done_testing
