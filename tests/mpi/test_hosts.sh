#!/bin/bash
# Hosts that die and links that are cut: hosts.sh has the hosts.
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/sweeps.sh"
. "$srcdir/tests/mpi/hosts.sh"

hosts_set_up || skip_all "needs the right to make network namespaces"

# make NAME EPOCHS
make() {
    make_experiment "$scratch/$1.yaml" <<END
name: $1
train: {epochs: $2, batch: 8, grains: 16, evaluate_every: 10}
run: {checkpoint_seconds: 0.2, silence: 3, threads: 1, retries: 2}
sweep: {parameters: {train.seed: [1, 2, 3, 4, 5, 6]}}
END
    ok "a $1 run left alone finishes" ranks 2 "$codarun" run -q \
        "$scratch/$1.yaml" -o "$scratch/$1"
}
make short 40
make long 250 # longer than it takes to be given up and found again

# start NAME SLOTS DIR OPTION...: with so many ranks on each host, as "1 1 1"
start() {
    file=$scratch/$1.yaml slots=$2 dir=$3
    shift 3
    on_hosts "$slots" "$codarun" run "$file" -o "$dir" "$@" >"$dir.out" 2>&1 &
    launcher=$!
}

# ends DIR: with all trials done
ends() {
    over "$1"
    [ "$(entries finish "$1")" -eq 6 ]
}

# disturbed NAME SLOTS "COMMAND..." OPTION...: a sweep that something happens
# to once it trains ends by itself, in the bits of one left alone
disturbed() {
    name=$1 slots=$2 command=$3 dir=$scratch/${3// /-}.$2
    shift 3
    dir=${dir// /}
    disturb() {
        start "$name" "$slots" "$dir" "$@"
        begun 1 "$dir" && $command
    }
    ok "ranks on three hosts: $slots${*:+, $*}: $command" disturb "$@"
    ok "the sweep goes on to its end" ends "$dir"
    ok "in the same bits" "$codarun" verify "$scratch/$name" "$dir"
}

kill_rank() {
    kill -s KILL "$(process "$1" "$dir")"
}

gone() {
    until_said "rank $1 on host h$2 has not been heard of" "$dir.out"
}

back() {
    until_said "rank $1 on host h$2 is back" "$dir.out"
}

pair="--set run.ranks_per_trial=2"
# shellcheck disable=SC2086 # options
{
    disturbed short "1 1 1" true $pair
    disturbed short "1 1 1" "kill_rank 2"
    disturbed short "2 1 1" "kill_rank 3" $pair
    disturbed short "1 1 2" "kill_rank 1" $pair --dedicated-coordinator
    disturbed short "2 1 1" "kill_host 2" $pair
}

# mpirun does not end before it knows that a host is cut off, which takes it
# eight minutes unless these say otherwise.
export OMPI_MCA_oob_tcp_keepalive_time=2 OMPI_MCA_oob_tcp_keepalive_intvl=1
export OMPI_MCA_oob_tcp_keepalive_probes=2
disturbed short "1 1 1" "link 1 down"
link 1 up
unset "${!OMPI_MCA_oob_tcp@}"

# trains_again DIR: rank 1, which had been lost
trains_again() {
    ends "$1" &&
        sed '0,/ \(lost\|finish\) 1 /d' "$1/journal" | grep "start .* ranks 1+1"
}

# comes_back "COMMAND..." "COMMAND...": rank 1 on host 2 is given up after the
# first, and found again after the second
comes_back() {
    dir=$scratch/${1// /-}
    start long "1 0 1" "$dir"
    begun 2 "$dir" && $1 && gone 1 2 && $2 && back 1 2
}
stop_rank() {
    kill -s "$2" "$(process "$1" "$dir")"
}
for what in "link 2:down:up" "stop_rank 1:STOP:CONT"; do
    IFS=: read -r what one other <<<"$what"
    ok "$what $one, and $other after a while: the rank is back" \
        comes_back "$what $one" "$what $other"
    ok "it trains again" trains_again "$dir"
    ok "in the same bits" "$codarun" verify "$scratch/long" "$dir"
done

# When rank 0 dies there is no one to go on with; so it may when its partner
# does, since Open MPI ends a process that sends to a dead one by TCP.
dies_and_goes_on() {
    rank=$1
    shift
    dir=$scratch/died.$rank
    start short "1 1 1" "$dir" "$@"
    begun 1 "$dir" && kill_rank "$rank"
    over "$dir"
    [ -z "$(ranks_left "$dir")" ] || return 1
    start short "1 1 1" "$dir" "$@"
    ends "$dir"
}
ok "when rank 0 dies the others end, and the same command goes on" \
    dies_and_goes_on 0
ok "in the same bits" "$codarun" verify "$scratch/short" "$scratch/died.0"
# shellcheck disable=SC2086 # options
ok "when rank 0's partner dies, the same command goes on at worst" \
    dies_and_goes_on 1 $pair
ok "in the same bits" "$codarun" verify "$scratch/short" "$scratch/died.1"
done_testing
