#!/bin/bash
# Readers of cloze questions, whose entities are permuted in each batch, give
# the same bits on any number of ranks and threads, and after a kill.
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/faults.sh"

seed=0
for split in train valid; do
    seed=$((seed + 1))
    make_cloze "$scratch/words" 24 $seed
    sed 's/w\([0-9]\)/@entity\1/g' "$scratch/words" >"$scratch/$split.txt"
done
cat >"$scratch/cloze.yaml" <<END
name: cloze
task: {kind: cloze, train: train.txt, valid: valid.txt, entities: batch,
       features: [match], share: 0.9}
model: {kind: ga, hidden: 8, characters: 4, dropout: 0.2}
train: {epochs: 4, batch: 8, grains: 4, evaluate_every: 3}
run: {checkpoint_seconds: 0.01, keep: last}
sweep:
  variants:
    ga, coda: {model.attention.kind: coda}
    as: {model: {kind: as, hidden: 8, embedding: 8}}
END

# run_shape FOLDER RANKS THREADS [FIELD=VALUE]
run_shape() {
    ranks "$2" "$codarun" run "$scratch/cloze.yaml" -q -o "$scratch/$1" \
        --set run.ranks_per_trial="$2" --set run.threads="$3" \
        ${4:+--set "$4"} </dev/null
}

same() {
    run_shape "$1" "$2" "$3" && "$codarun" verify "$scratch/1x1" "$scratch/$1"
}

differs() {
    run_shape kept 1 1 task.entities=kept &&
        says "differ" 1 "$codarun" verify "$scratch/1x1" "$scratch/kept"
}

# At the third state that is written for a trial.
killed() {
    FAULT_RANK=0 FAULT_TOP=$scratch/killed fault "put states/?/*.last.h5 3" die \
        run_shape killed 1 1
    [ $? -eq 137 ]
}

make_faults
ok "readers of cloze questions run on one rank" run_shape 1x1 1 1
ok "two ranks give the same bits" same 2x1 2 1
ok "so do three ranks of two threads" same 3x2 3 2
ok "a run is killed" killed
ok "continued on two ranks it gives the same bits" same killed 2 1
ok "entities that are not permuted give other bits" differs
done_testing
