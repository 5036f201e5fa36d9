#!/bin/bash
# Ranks of different processors, as far as one machine can simulate them: levels
# of vector instructions and kernels of OpenBLAS that differ between ranks and
# between starts.
. "${srcdir:-.}/tests/tap.sh"

levels=plain
for level in neon avx2 avx512; do
    CODARUN_SIMD=$level "$codarun" --version | grep -q "simd=$level" &&
        levels="$levels $level"
done
best=${levels##* }
[ "$best" != plain ] || skip_all "this processor has one level"

make_experiment "$scratch/numerics.yaml" <<END
name: numerics
train: {epochs: 10, batch: 12, grains: 4, evaluate_every: 7, clip_norm: 1.0}
run: {threads: 1, checkpoint_seconds: 0.001, keep: last}
sweep:
  parameters:
    model.attention.kind: [softmax, coda]
END
export CODARUN_DATA="$scratch"

# run_at LEVEL DIR [OPTION]...
run_at() {
    level=$1 dir=$2
    shift 2
    CODARUN_SIMD=$level "$codarun" run -q "$scratch/numerics.yaml" \
        -o "$scratch/$dir" "$@"
}

# mixed VARIABLE ONE OTHER COMMAND...: two ranks with different values of a
# variable
mixed() {
    local name=$1 first=$2 second=$3
    shift 3
    mpirun -n 1 env "$name=$first" "$@" : -n 1 env "$name=$second" "$@"
}

ok "a run at $best" run_at "$best" "$best"
for level in $levels; do
    [ "$level" = "$best" ] && continue
    ok "a run at $level" run_at "$level" "$level"
    ok "ends in the bits of $best" \
        "$codarun" verify "$scratch/$best" "$scratch/$level"
    ok "ranks at $level and $best train one trial together" \
        mixed CODARUN_SIMD "$level" "$best" "$codarun" run -q \
        "$scratch/numerics.yaml" -o "$scratch/mixed.$level" \
        --set run.ranks_per_trial=2
    ok "and end in the bits of $best" \
        "$codarun" verify "$scratch/$best" "$scratch/mixed.$level"
    ok "doctor finds nothing wrong with them" says "identity  *numerics=" 0 \
        mixed CODARUN_SIMD "$level" "$best" "$codarun" doctor
    ok "nor says that they compute other bits" \
        sh -c '! grep "other bits" "$1"' - "$scratch/said"
done

# Begun at one level, continued at another from the state of some step.
begin_at() {
    CODARUN_SIMD=$1 "$codarun" run -q "$scratch/numerics.yaml" \
        -o "$scratch/begun.$1" 2>"$scratch/log" &
    for _ in $(seq 1000); do
        ls "$scratch/begun.$1"/states/*/*.last.h5 >"$scratch/saved" \
            2>&1 && break
        sleep 0.02
    done
    kill -USR1 $!
    wait $!
    status=$?
    cat "$scratch/log"
    cat "$scratch/saved"
    [ $status -eq 85 ] && [ -s "$(head -n 1 "$scratch/saved")" ]
}
for way in "${levels%% *} $best" "$best ${levels%% *}"; do
    set -- $way
    ok "a trial is begun at $1" begin_at "$1"
    ok "$2 continues it" run_at "$2" "begun.$1"
    ok "and ends in the bits of $best alone" \
        "$codarun" verify "$scratch/$best" "$scratch/begun.$1"
done

# OpenBLAS's products depend on its kernel, which all ranks must share.
[ "$(uname -m)" = x86_64 ] || done_testing # kernels of x86_64 are named below
openblas() {
    mixed OPENBLAS_CORETYPE "$1" "$2" "$codarun" run -q \
        "$scratch/numerics.yaml" -o "$scratch/openblas" \
        --set run.ranks_per_trial=2 --set train.epochs=2 --set "$3"
}
other="products=openblas version=[0-9.]* kernel="
ok "ranks with different kernels of OpenBLAS are refused, both named" says \
    "different bits: .*${other}Prescott'.*${other}Haswell'" 1 \
    openblas Prescott Haswell train.products=openblas
ok "before anything is written" test ! -e "$scratch/openblas"
ok "doctor reports them" says "hint: .* different kernels" 0 \
    mixed OPENBLAS_CORETYPE Prescott Haswell "$codarun" doctor
ok "ranks with one kernel train" openblas Haswell Haswell \
    train.products=openblas
ok "their results name it" says ",numerics=[0-9]* ${other}Haswell" 0 \
    "$codarun" table --trials --format csv "$scratch/openblas"
rm -rf "$scratch/openblas"
ok "with own products, kernels of OpenBLAS do not matter" \
    openblas Prescott Haswell train.seed=4

# Both in one sweep: the check of ranks considers all trials' products.
sed 's/model.attention.kind:.*/train.products: [own, openblas]/' \
    "$scratch/numerics.yaml" >"$scratch/both.yaml"
both() {
    mixed OPENBLAS_CORETYPE "$1" Haswell "$codarun" run -q \
        "$scratch/both.yaml" -o "$scratch/both" --set run.ranks_per_trial=2
}
ok "a sweep over products is refused to different kernels as well" says \
    "ranks would compute different bits" 1 both Prescott
ok "and runs on one" both Haswell
"$codarun" table --trials --format csv -o "$scratch/both.csv" "$scratch/both"
ok "each trial has its own identity" sh -c \
    'grep "^0,.*,own,.*,numerics=[0-9]*.$" "$1" &&
     grep "^1,.*,openblas,.*,numerics=[0-9]* products=openblas " "$1"' - \
    "$scratch/both.csv"
done_testing
