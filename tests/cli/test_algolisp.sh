#!/bin/bash
# Programs give the same results as in AlgoLisp's own evaluator, if
# CODARUN_ALGOLISP is a checkout of nearai/program_synthesis: equal values,
# failures where it fails, and no passed test where it refuses a program for its
# types (tests/peers/algolisp.py).
. "${srcdir:-.}/tests/tap.sh"

[ -n "$CODARUN_ALGOLISP" ] || skip_all "CODARUN_ALGOLISP is not set"
python_with 'import six, IPython'
[ -n "$python" ] || skip_all "no python3 with six and IPython"
peer=$(realpath "$srcdir/tests/peers/algolisp.py")
checkout=$(realpath "$CODARUN_ALGOLISP")
cd "$scratch" || exit 99
cat >made.yaml <<'END'
name: made
task: {kind: text2code, examples: 1000, valid_examples: 200, test_examples: 200,
       max_steps: 20000}
model: {kind: transformer, preset: custom, layers: 1, hidden: 32, filter: 64,
        heads: 2}
train: {steps: 600, batch: 10}
END

# passing FILE: print the number of problems, and of those whose program passes
# its tests
passing() {
    "$codarun" data show made.yaml -n 0 --split valid \
        --set task.train=lines/train.jsonl --set "task.valid=$1" |
        sed -n 's/^valid: \([0-9]*\) .* of \([0-9]*\) the program.*/\1 \2/p'
}

# pass FILE: all of the many problems pass
pass() {
    passing "$1" >passed
    cat passed
    awk '{ exit !($1 > 500 && $2 == $1) }' passed
}

# none_pass FILE: no problem passes
none_pass() {
    passing "$1" >passed
    cat passed
    awk '{ exit !($1 > 100 && $2 == 0) }' passed
}

ok "problems are made and written" "$codarun" data write made.yaml lines
ok "AlgoLisp's evaluator runs changed programs" "$python" "$peer" "$checkout" \
    lines/valid.jsonl right.jsonl wrong.jsonl refused.jsonl
sed 's/^/# /' "$scratch/.out"
ok "programs give the same results as there" pass right.jsonl
ok "programs that fail there fail here" none_pass wrong.jsonl
ok "programs refused there for their types pass no test" none_pass refused.jsonl
done_testing
