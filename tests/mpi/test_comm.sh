#!/bin/bash
# Groups, deadlines and mailboxes, with real ranks.
. "${srcdir:-.}/tests/tap.sh"

program=${builddir:-.}/tests/mpi/comm_program

try() {
    ranks "$1" "$program" >"$scratch/said" &&
        grep '^ok' "$scratch/said" && ! grep '^not ok' "$scratch/said"
}

world() {
    ok "$1 ranks find every promise kept" try "$1"
    grep '^# waiting' "$scratch/said"
}

# By TCP, where the sender must take part in sending a large message.
tcp() {
    OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,tcp OMPI_MCA_btl_tcp_if_include=lo try 2
}
world_of_tcp() {
    ok "2 ranks find every promise kept over TCP" tcp
    grep '^# a large message' "$scratch/said"
}

# A rank of another build may have another layout of messages.
other=$(realpath "${builddir:-.}/tests/mpi/other_build")
codarun=$(realpath "$codarun")
make_experiment "$scratch/builds.yaml" <<END
name: builds
train: {steps: 1, batch: 8}
END
# builds PROGRAM OTHER: a sweep of two ranks of these programs
builds() {
    mpirun -n 1 "$1" run -q "$shared/builds.yaml" -o "$shared/builds" : \
        -n 1 "$2" run -q "$shared/builds.yaml" -o "$shared/builds"
}
said_once() {
    cat "$scratch/said"
    [ "$(grep -c "different builds" "$scratch/said")" -eq 1 ]
}
two_builds() {
    ok "ranks of two builds are refused" \
        says "different builds: '.* on host .*0123456789.* on host" 1 \
        builds "$codarun" "$other"
    ok "in one line" said_once
    ok "whichever is first" says "different builds" 1 builds "$other" "$codarun"
    ok "before there is a folder" test ! -e "$shared/builds"
    ok "ranks of one build are not" builds "$other" "$other"
}

for n in 1 2 3 4; do
    beside world $n
done
beside world_of_tcp
beside two_builds
done_testing
