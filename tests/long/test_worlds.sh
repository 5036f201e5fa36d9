#!/bin/bash
# The study in a hundred thousand worlds of each mix of sampler and scheduler,
# and a million trials played on ten thousand workers, in bounded memory.
. "${srcdir:-.}/tests/tap.sh"

[ -n "$CODARUN_LONG" ] || skip_all "worlds take minutes: make check-long"

# Under the sanitizers programs map more than they use.
limit=2000000
[ "$(ulimit -v)" = unlimited ] || limit=$(ulimit -v)

# played METHOD SCHEDULER: a million trials, all of them over?
played()
{
    (
        ulimit -v "$limit"
        "$codarun" run "$scratch/million.yaml" --set sweep.method="$1" \
            --set sweep.scheduler="$2" --simulate 10000 --cost 600:0.5
    ) | tee /dev/stderr | awk '$1 == 10000 { done = $(NF - 2) + $NF }
                                END { exit done != 1000000 }'
}

study=${builddir:-.}/tests/unit/test_study
if [ -x "$study" ]; then
    ok "a sweep is the same in a hundred thousand worlds" \
        env CODARUN_WORLDS=100000 "$study"
else
    skip "a sweep is the same in a hundred thousand worlds" "it is not built"
fi

hundred=$(seq -s, 100)
cat >"$scratch/million.yaml" <<END
name: million
task: {kind: mlu, examples: 100, valid_examples: 10, test_examples: 10}
model: {kind: transformer, layers: 1, hidden: 8, heads: 2}
train: {steps: 10}
sweep:
  trials: 1000000
  parameters:
    train.seed: [$hundred]
    train.steps: [$hundred]
    train.batch: [$hundred]
END
for scheduler in none median halving hyperband asha; do
    for method in grid random sobol; do
        ok "$method and $scheduler take a million trials in $limit KB" \
            played $method $scheduler
    done
done
done_testing
