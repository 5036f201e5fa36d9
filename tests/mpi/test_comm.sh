#!/bin/bash
# Groups, deadlines and the desk, by real ranks.
. "${srcdir:-.}/tests/tap.sh"

program=${builddir:-.}/tests/mpi/comm_program

try() {
    ranks "$1" "$program" >"$scratch/said" &&
        grep '^ok' "$scratch/said" && ! grep '^not ok' "$scratch/said"
}

for n in 1 2 3 4; do
    ok "$n ranks find every promise kept" try $n
    grep '^# waiting' "$scratch/said"
done
done_testing
