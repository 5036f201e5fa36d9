#!/bin/bash
# Each reader gives the same bits on any number of ranks and threads, and when
# it is stopped several times and continued with another number of ranks.
. "${srcdir:-.}/tests/tap.sh"

make_squad "$scratch/train.json" 12 1
make_squad "$scratch/valid.json" 6 2
cat >"$scratch/readers.yaml" <<END
name: readers
task: {kind: span, train: train.json, valid: valid.json,
       features: [match, frequency]}
model: {kind: bidaf, hidden: 8, characters: 4, filters: 6}
train: {epochs: 8, batch: 8, grains: 4, evaluate_every: 5, clip_norm: 1.0,
        average: {kind: moving, decay: 0.9, ramp: true}}
run: {checkpoint_seconds: 0.2}
sweep:
  variants:
    bidaf: {}
    bidaf, coda: {model.attention.kind: coda}
    bidaf, original: {model: {second: max, end: pointer, dropped: inputs}}
    dcn: {model.kind: dcn}
    dcn, coda: {model: {kind: dcn, attention: {kind: coda}}}
    qanet: {model: {kind: qanet, heads: 2, layer_dropout: 0.4}}
    qanet, coda:
      model: {kind: qanet, heads: 2, attention: {kind: coda},
              self_attention: {kind: coda}}
    aligner: {model.kind: aligner}
    aligner, coda: {model: {kind: aligner, attention: {kind: coda}}}
    phasecond: {model.kind: phasecond}
    phasecond, coda: {model: {kind: phasecond, attention: {kind: coda}}}
    decaprop: {model.kind: decaprop}
    decaprop, coda:
      model: {kind: decaprop, attention: {kind: coda},
              connector_attention: {kind: coda}}
END

# run_shape FOLDER RANKS THREADS
run_shape() {
    ranks "$2" "$codarun" run "$scratch/readers.yaml" -q -o "$scratch/$1" \
        --set run.ranks_per_trial="$2" --set run.threads="$3" </dev/null
}

same() {
    run_shape "$1x$2" "$1" "$2" &&
        "$codarun" verify "$scratch/1x1" "$scratch/$1x$2"
}

# Stopped after longer and longer times, with one rank and two in turn.
pieces() {
    stops=0
    while [ $stops -lt 40 ]; do
        seconds=$(awk "BEGIN { print 0.5 + $stops * $stops / 100 }")
        timeout -s USR1 "$seconds" mpirun -n $((stops % 2 + 1)) \
            "$codarun" run "$scratch/readers.yaml" -q -o "$scratch/pieces" \
            --set run.ranks_per_trial=$((stops % 2 + 1)) </dev/null && break
        stops=$((stops + 1))
    done
    echo "$stops stops"
    [ $stops -gt 0 ] && "$codarun" verify "$scratch/1x1" "$scratch/pieces"
}

ok "every reader runs on one rank" run_shape 1x1 1 1
for shape in 1x2 2x1 4x1 3x2; do
    ok "readers: $shape (ranks x threads) is as 1x1" \
        same "${shape%x*}" "${shape#*x}"
done
ok "readers: stopped several times on one rank and on two is as 1x1" pieces
done_testing
