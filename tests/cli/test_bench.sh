#!/bin/bash
# Benchmarks of whole models measure every model with every attention, and
# refuse wrong arguments.  The measured times are not checked.
# tests/full/test_bench.sh has the other benchmarks.
. "${srcdir:-.}/tests/tap.sh"

kinds=$("$codarun" data kinds attention | sed -n 's/^attention \([^:]*\):.*/\1/p')
ok "there are attention kinds" test -n "$kinds"

# fields_of MODEL: print the names of its fields
fields_of() {
    "$codarun" data kinds "$1" | awk '
        /^[a-z]/ { on = $1 == "model"; next }
        on { print $1 }'
}

# One step of each model with each attention, with the smallest sizes that the
# fields allow.
tiny=(-t 1 -s 0.0001 -n 1)
for model in $("$codarun" data kinds model | sed -n 's/^model \([^:]*\):.*/\1/p'); do
    set -- -m "$model" --set train.batch=4 -l 3-9 "${tiny[@]}"
    attentions=none
    for field in $(fields_of "$model"); do
        case $field in
        hidden | filter | embedding) set -- "$@" --set "model.$field=8" ;;
        layers | heads) set -- "$@" --set "model.$field=1" ;;
        attention) attentions=$kinds ;;
        esac
    done
    "$codarun" bench train "$@" >"$scratch/train" 2>&1
    ok "bench train takes model $model" test $? -eq 0
    for attention in $attentions; do
        ok "with attention $attention" says \
            "^train.tokens  *model=$model attention=$attention .* 1/s " 0 \
            cat "$scratch/train"
    done
done
ok "bench train takes one attention of a preset" says \
    "model=tiny attention=sparsemax model.hidden=8 threads=1 grains=4" 0 \
    "$codarun" bench train -m tiny -a sparsemax --set model.hidden=8 \
    "${tiny[@]}"
ok "and that one alone" test "$(grep -c ^train.examples "$scratch/said")" -eq 1
ok "bench train takes the shape of examples and their length" says \
    "model=tiny .* shape=sequence length=3-9 threads=1" 0 \
    "$codarun" bench train -m tiny -a softmax --shape sequence -l 3-9 \
    --set model.hidden=8 "${tiny[@]}"
for length in 9-3 0-3 9 3-9x; do
    ok "a length of $length is a wrong command line" says \
        "--length: found '$length', expected two numbers" 2 \
        "$codarun" bench train -m tiny -l "$length"
done
# refuses PATTERN ARGUMENT...: one line that matches, and status 1
refuses() {
    pattern=$1
    shift
    says "^codarun: bench train: $pattern" 1 \
        "$codarun" bench train "${tiny[@]}" "$@" &&
        [ "$(wc -l <"$scratch/said")" -eq 1 ]
}
ok "an unknown model is answered with the nearest" \
    refuses "--model: found 'transfomer', .* did you mean 'transformer'?" \
    -m transfomer
ok "and an unknown attention" \
    refuses "--attention=cada: .* did you mean 'coda'?" -a cada
ok "and an unknown field" \
    refuses "--set model.hiden=8: .* did you mean 'hidden'?" \
    -m bow --set model.hiden=8
ok "no attention fits a model without one" \
    refuses "--attention=coda: model 'bow' has no attention" -m bow -a coda
ok "only fields of model and train are accepted" \
    refuses "--set task.seed=2: .*'task'; expected one of model or train" \
    -m bow --set task.seed=2

ok "a setting that the answer does not accept is refused before training" \
    refuses "train.label_smoothing: found 0.1, expected 0 for answer 'span'" \
    -m dcn --set train.label_smoothing=0.1
ok "and a shape by those that the model reads" \
    refuses "--shape: found 'pear', expected one of .*pair, .* 'decatt' reads" \
    -m decatt --shape pear

ok "products may be those of OpenBLAS, and are said to be" sh -c \
    '"$1" bench train -m decatt -a coda -t 1 -s 0.01 -n 1 --format json -p openblas |
        grep -q "\"identity\": \"numerics=[0-9]* products=openblas version="' \
    - "$codarun"
ok "products of both are measured, without an option" says \
    "^codarun: bench products: unknown option '-p'" 2 \
    "$codarun" bench products -n 1 -p openblas
ok "unknown products are a wrong command line" sh -c \
    '"$1" bench train -p mkl 2>&1 | grep "expected own or openblas"' \
    - "$codarun"
"$codarun" bench decode --set model.hidden=8 -w 50 -t 1 -n 1 --format json >"$scratch/decode"
ok "bench decode ends well" test $? -eq 0
ok "it measures greedy search and a beam, with softmax and CoDA" test "$(
    grep -o 'attention=[a-z]*\|beam=[0-9]*' "$scratch/decode" | tr '\n' ' ')" = \
    "attention=softmax beam=1 attention=softmax beam=4 attention=coda beam=1 \
attention=coda beam=4 "
ok "a model that generates nothing is refused" \
    says "^codarun: bench decode: --model: 'decatt' generates no sequences$" 1 \
    "$codarun" bench decode -m decatt -a softmax

ranks 2 "$codarun" bench dispatch --format json -n 1 -s 0.2 -d "$scratch" \
    >"$scratch/dispatch"
ok "bench dispatch ends well" test $? -eq 0
for name in dispatch.volatile dispatch.durable dispatch.one_step \
    dispatch.answer dispatch.wake coordinator.idle_cpu disk.syncs; do
    ok "and measures $name" grep -q "\"name\": *\"$name\"" "$scratch/dispatch"
done
ok "it leaves nothing behind" sh -c '! ls -d "$1"/codarun-bench.*' - "$scratch"
ok "a folder that is not there is an error in one line" \
    says "^codarun: bench dispatch: cannot make '$scratch/none/codarun-bench" 1 \
    "$codarun" bench dispatch -d "$scratch/none"

done_testing
