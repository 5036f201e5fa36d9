#!/bin/bash
# Training gives the same bits on any number of ranks and threads, and when it
# is stopped and continued with another number of them.
. "${srcdir:-.}/tests/tap.sh"

program=${builddir:-.}/tests/mpi/train_program

# train RANKS THREADS GRAINS [STATE STOP_AFTER]: write the result to a file
train() {
    tap_shape=$1
    shift
    ranks "$tap_shape" "$program" "$@" >"$scratch/now" </dev/null
}

same() {
    train "$1" "$2" "$3" && cmp "$scratch/now" "$scratch/one.$3"
}

# There may be more threads than grains, but not more ranks.
while read -r grains shapes; do
    train 1 1 "$grains"
    cp "$scratch/now" "$scratch/one.$grains"
    ok "a run of $grains grains ends" grep '^params' "$scratch/now"
    for shape in $shapes; do
        ok "$grains grains: $shape (ranks x threads) is as 1x1" \
            same "${shape%x*}" "${shape#*x}" "$grains"
    done
done <<END
16 1x2 2x1 4x1 2x2 3x2
4  1x2 2x1 4x1 2x2 3x2
1  1x2 1x4
END

pieces() {
    after=3
    for shape in "1 1" "2 1" "3 1" "4 1" "2 2" "1 2" "1 1"; do
        set -- $shape
        train "$1" "$2" 16 "$scratch/state" $after || return 1
        grep '^params' "$scratch/now" && break
        after=$((after + 2))
    done
    cmp "$scratch/now" "$scratch/one.16"
}
ok "stopped on one shape and resumed on another gives the bits of one" pieces

refused() {
    train 3 1 2 && grep 'broken, -1 poor: 3 ranks for a trial of 2 grains' \
        "$scratch/now"
}
poor() {
    POOR=$1 train 3 1 4 && grep "failed, $1 poor: .* budget is 0 GiB (run.memory_gb)" \
        "$scratch/now"
}
ok "a member without enough memory is named, with its budget" poor 1
ok "the leader, too" poor 0
ok "more ranks than grains are refused, with what to do" refused
done_testing
