#!/bin/bash
# A transformer learns programs by heart and reads made descriptions: problems
# are made, written, read again, trained on, run, printed, and trained again.
. "${srcdir:-.}/tests/tap.sh"

top=$(cd "${srcdir:-.}" && pwd)
cd "$scratch" || exit 99
cp "$top/tests/cli/problems.jsonl" .
cat >heart.yaml <<'END'
name: heart
task: {kind: text2code, train: problems.jsonl, valid: problems.jsonl}
model: {kind: transformer, preset: custom, layers: 1, hidden: 32, filter: 64,
        heads: 2, dropout: 0, attention_dropout: 0, relu_dropout: 0}
train: {steps: 300, batch: 5, learning_rate: 0.005, evaluate_every: 100}
run: {threads: 1}
sweep:
  goal: {maximize: valid.execution}
  parameters:
    model.attention.kind: [softmax, coda]
END
cat >made.yaml <<'END'
name: made
task: {kind: text2code, examples: 160, valid_examples: 20, test_examples: 20,
       max_steps: 20000}
model: {kind: transformer, preset: custom, layers: 1, hidden: 32, filter: 64,
        heads: 2, dropout: 0, attention_dropout: 0, relu_dropout: 0}
train: {steps: 600, batch: 10, learning_rate: 0.005, evaluate_every: 200}
run: {threads: 1, checkpoint_seconds: 0.05}
sweep:
  goal: {maximize: valid.accuracy}
  parameters: {train.seed: [1, 2]}
END

ok "problems of a file are shown" says "^program: ( reduce a 0 + )" 0 \
    "$codarun" data show heart.yaml
ok "all their programs pass their tests" says \
    "^valid: 10 problems; of 10 the program passes the tests" 0 \
    "$codarun" data show heart.yaml
ok "a sweep over them runs" ranks 2 "$codarun" run heart.yaml -q -o out
for kind in softmax coda; do
    ok "$kind has learned them by heart" \
        says "^$kind  *1  *100\.00" 0 "$codarun" table out
done
"$codarun" data predictions out >said
ok "predictions are programs, a line each" \
    test "$(head -n 1 said)" = "( reduce a 0 + )"

ok "problems are made and written" "$codarun" data write made.yaml lines
ok "a problem a line" test "$(wc -l <lines/train.jsonl)" -eq 120
gzip lines/test.jsonl
read_again=(--set task.train=lines/train.jsonl
    --set task.valid=lines/valid.jsonl --set task.test=lines/test.jsonl.gz)
shown() { "$codarun" data show made.yaml -n 200 "$@" | grep -E '^(text|program): '; }
for split in train valid test; do
    shown --split "$split" >generated
    shown --split "$split" "${read_again[@]}" >read
    ok "$split reads back the same" cmp generated read
    ok "of which there is something" test -s read
done

# A few problems, to be learned by heart.
few=(--set task.train=lines/valid.jsonl --set task.valid=lines/valid.jsonl
    --set task.test=lines/valid.jsonl)
ok "a sweep over made problems runs" \
    ranks 2 "$codarun" run made.yaml -q -o two "${few[@]}"

# In every trial: is execution at least accuracy, and accuracy not 0?
right_programs_pass()
{
    "$codarun" table two --trials --format csv |
        tee /dev/stderr | awk -F, '
            NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
            NR > 1 { n++
                ok += $at["test.accuracy"] > 0 &&
                    $at["test.execution"] >= $at["test.accuracy"] }
            END { exit !(n == 2 && ok == n) }'
}
ok "right programs pass their tests" right_programs_pass

"$codarun" run made.yaml -q -o cut "${few[@]}" 2>log &
for _ in $(seq 1000); do
    ! ls cut/states/*/*.last.h5 >/dev/null 2>&1 || break
    sleep 0.02
done
kill -TERM $!
wait $!
ok "a run that is stopped" test $? -eq 85
ok "continues" "$codarun" run made.yaml -q -o cut "${few[@]}"
ok "and ends as without a stop" "$codarun" verify two cut
sed '4s/"is_prime"/"is_primes"/' problems.jsonl >bad.jsonl
ok "an unknown function is refused with its place" says \
    "bad.jsonl', line 4: column [0-9]*: short_tree, token 6: found 'is_primes'" \
    1 "$codarun" run heart.yaml -q -o no --set task.train=bad.jsonl
head -c 2000 problems.jsonl >short.jsonl
ok "so is a file that is cut short" says \
    "short.jsonl', line [0-9]*: column [0-9]*: found the line's end, expected" \
    1 "$codarun" run heart.yaml -q -o no --set task.train=short.jsonl

# Programs need tests to be run: a split without tests cannot be searched.
for i in 1 2 3; do
    echo '{"text": ["twice", "b"], "short_tree": ["+", "b", "b"],' \
        '"args": {"b": "int"}, "return_type": "int", "tests": []}'
done >none.jsonl
bare=(--set "task.valid=none.jsonl" -q)
ok "a goal without any counting problem is refused" says \
    "sweep.goal: found valid.execution, for which none of the 3 examples of v" \
    1 "$codarun" run heart.yaml -o bare "${bare[@]}"
ok "of test, too" says "the 3 examples of test counts, expected another" 1 \
    "$codarun" run heart.yaml -q -o bare --set task.test=none.jsonl
done_testing
