#!/bin/bash
# The study and the coordinator in a hundred thousand random worlds for each
# combination of sampler and scheduler, with trials that kill their job; and a
# million trials simulated on ten thousand workers, in bounded memory.
. "${srcdir:-.}/tests/tap.sh"

[ -n "$CODARUN_LONG" ] || skip_all "worlds take minutes: make check-long"

limit=2000000 # KB of mapped memory

# played METHOD SCHEDULER: do a million simulated trials all end?
played()
{
    file=$scratch/drawn.yaml
    [ "$1" != grid ] || file=$scratch/grid.yaml
    (
        ulimit -v "$limit" || exit
        "$codarun" run "$file" --set sweep.method="$1" \
            --set sweep.scheduler="$2" --simulate 10000 --cost 600:0.5
    ) | tee /dev/stderr | awk '$1 == 10000 { done = $(NF - 2) + $NF }
                                END { exit done < 999900 }' # some are equal
}

study=${builddir:-.}/$(unit_test test_study)
if [ -x "$study" ]; then
    ok "a sweep is the same in a hundred thousand worlds" \
        env CODARUN_WORLDS=100000 "$study"
else
    skip "a sweep is the same in a hundred thousand worlds" "it is not built"
fi
suspects=${builddir:-.}/$(unit_test test_suspects)
if [ -x "$suspects" ]; then
    ok "bad trials are found in as many worlds" env CODARUN_WORLDS=100000 "$suspects"
else
    skip "bad trials are found in as many worlds" "it is not built"
fi

coordinator=${builddir:-.}/$(unit_test test_coordinator)
if [ -x "$coordinator" ]; then
    ok "and so is a sweep with the coordinator, on as many clusters" \
        env CODARUN_WORLDS=100000 "$coordinator"
else
    skip "a sweep on a hundred thousand clusters" "it is not built"
fi

# make NAME TRIALS SEEDS RATES DROPOUTS: write the experiment NAME.yaml
make()
{
    cat >"$scratch/$1.yaml" <<END
name: $1
task: {kind: mlu, examples: 100, valid_examples: 10, test_examples: 10}
model: {kind: transformer, hidden: 8, heads: 2}
train: {steps: 10, batch: 8}
sweep:
  $2
  parameters:
    train.seed: $3
    train.learning_rate: $4
    model.dropout: $5
END
}
hundred=$(seq -s, 100)
rates=$(seq -s, 0.001 0.001 0.1)
make grid "method: grid" "[$hundred]" "[$rates]" "[$rates]"
make drawn "trials: 1000000" "{min: 1, max: 1000000}" \
    "{min: 1.0e-5, max: 0.1, scale: log}" "{min: 0, max: 0.5}"
for mix in random:none random:median random:halving random:hyperband \
    random:asha grid:hyperband sobol:asha; do
    ok "a million trials fit in $limit KB: $mix" \
        played "${mix%:*}" "${mix#*:}"
done
done_testing
