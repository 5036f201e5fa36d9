#!/bin/bash
# Training on twelve million lines takes the memory of a hundred thousand.  A
# file of more lines than are stored gives the same bits on any ranks and
# threads, and when stopped and resumed.
. "${srcdir:-.}/tests/tap.sh"

cat >"$scratch/made.yaml" <<END
name: made
task: {kind: mlu, examples: 12000000, valid_examples: 20, test_examples: 20}
model: {kind: transformer, preset: custom, layers: 1, hidden: 8, filter: 8,
        heads: 2, dropout: 0.1, attention: {kind: coda}}
train: {steps: 60, batch_tokens: 2000, evaluate_every: 30, grains: 8}
run: {threads: 1}
END
cd "$scratch" || exit 99

# peak ARGUMENT...: print the peak KiB of a run, as last seen
peak() {
    local pid now most=0
    "$codarun" run made.yaml -q "$@" >log 2>&1 &
    pid=$!
    while now=$(awk '/^VmHWM/ { print $2 }' "/proc/$pid/status" 2>/dev/null) &&
        [ -n "$now" ]; do
        most=$now
        sleep 0.02
    done
    wait $pid && echo "$most"
}

if [ -r /proc/self/status ] && ! grep -q __asan_init "$codarun"; then
    few=$(peak -o few --set task.examples=100000)
    many=$(peak -o many)
    echo "# $few KiB with 100,000 lines, $many KiB with 12,000,000"
    ok "120 times the lines take no more memory" \
        test "${many:-99999999}" -le $((${few:-0} + 8192))
else
    skip "120 times the lines take no more memory" \
        "no /proc, or a sanitizer's malloc() holds back what is freed"
fi

ok "data show knows of them" says "^train: 11999960 made lines" 0 \
    "$codarun" data show made.yaml -n 2
ok "and has as many as it is asked for" \
    test "$(grep -c '^x=.*,y=.*:\|^y=.*,x=.*:' said)" -eq 2
ok "more lines than exist are refused" \
    says "found 12000000, expected at most 960000, as many as there are" 1 \
    "$codarun" data show made.yaml --set task.high=-800
ok "and so is a split that leaves none for train" \
    says "expected more than valid and test together, 12000020" 1 \
    "$codarun" data show made.yaml --set task.test_examples=12000000
ok "nor can they be batched by length" \
    says "train.batch_by_length: found true, expected false" 1 \
    "$codarun" run made.yaml -o length --set train.batch_by_length=true
ok "the first batch chooses a gate" \
    "$codarun" run made.yaml -q -o gate --set train.steps=1 \
    --set train.evaluate_every=1 --set model.attention.gate_at_start=0.2

# Slightly more lines than are stored, in batches so large that windows end.
sed -i 's/examples: 12000000/examples: 1050000/
    s/steps: 60, batch_tokens: 2000, evaluate_every: 30/steps: 24, batch: 2000/
    s/threads: 1/threads: 1, checkpoint_seconds: 0.1/' made.yaml

shape() {
    ranks "$1" "$codarun" run made.yaml -q -o "$1x$2" \
        --set run.ranks_per_trial="$1" --set run.threads="$2" </dev/null
}
same() {
    shape "$1" "$2" && "$codarun" verify 1x1 "$1x$2"
}
ok "a run over many windows ends" shape 1 1
for s in 1x3 2x1 4x1; do
    ok "$s (ranks x threads) is as 1x1" same "${s%x*}" "${s#*x}"
done

# Stop it as soon as it has a state.
stopped() {
    local pid
    "$codarun" run made.yaml -q -o pieces &
    pid=$!
    until [ -n "$(find pieces -name '*.last.h5' 2>/dev/null)" ]; do
        kill -0 $pid || return 1
        sleep 0.02
    done
    kill -TERM $pid
    wait $pid
    [ $? -eq 85 ]
}
ok "it is stopped in the middle of the epoch" stopped
ok "and continues" "$codarun" run made.yaml -q -o pieces
ok "with the bits of one that was not stopped" "$codarun" verify 1x1 pieces
done_testing
