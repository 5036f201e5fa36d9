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

# Where the sender has to push a large message through.
tcp() {
    OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,tcp OMPI_MCA_btl_tcp_if_include=lo try 2
}
ok "2 ranks find every promise kept over TCP" tcp
grep '^# a large message' "$scratch/said"
done_testing
