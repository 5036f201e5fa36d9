#!/bin/bash
# Jobs of slurm/sweep.sbatch on a real Slurm survive the death of ranks, of
# steps' daemons and of nodes, and end with the bits of an undisturbed run.
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/slurm.sh"
[ -n "${CODARUN_LONG:-}" ] || skip_all "takes minutes: make check-long"

slurm_begin 3 600 <<END
run: {keep: last, silence: 5, checkpoint_seconds: 2}
sweep:
  parameters:
    train.seed: [1, 2, 3]
END
export CODARUN_SILENCE=16
ok "an undisturbed run" ranks 2 "$codarun" run slurm.yaml -q -o whole

whole() {
    "$codarun" verify whole "$dir"
}

# begins NAME OPTION...: submit a job with a rank on each node
begins() {
    dir=$1
    shift
    submit -N 3 -n 3 --ntasks-per-node=1 --time=10 "$@" && started 1
}

loses_rank() {
    begins rank && kill -s KILL "$(of_rank 1)" &&
        ended COMPLETED 0 "the sweep is done; srun's status was 137" && whole
}
ok "a rank is killed: the others finish the sweep, and it is done" loses_rank

# If one of two ranks on a node dies, Slurm's PMIx plugin ends all ranks.
loses_neighbour() {
    dir=neighbour
    submit && started 1 && kill -s KILL "$(of_rank 1)" &&
        ended COMPLETED 0 "they are started again" && restarts 0 && whole
}
ok "one of two ranks on a node is killed: both are started again" loses_neighbour

loses_first() {
    begins first && kill -s KILL "$(of_rank 0)" &&
        ended COMPLETED 0 "they are started again" && restarts 0 && whole
}
ok "rank 0 is killed: all are started again" loses_first

# loses_daemon RANK LINE: srun alone would wait forever
loses_daemon() {
    begins daemon"$1" && kill -s KILL "$(daemon_of "$(of_rank "$1")")" &&
        ended COMPLETED 0 "$2" && restarts 0 && whole && ! grep "line .*Killed" "$log"
}
ok "the daemon of rank 0's step is killed" loses_daemon 0 "no sign of life of"
ok "the daemon of another's step is killed: the others finish the sweep" \
    loses_daemon 2 "the sweep has ended and srun has not: it is killed"

stops_without() {
    begins stopped && kill -s KILL "$(daemon_of "$(of_rank 2)")" &&
        "$codarun" stop "$dir" && ended FAILED 85 "Z stopped by codarun stop; the same" &&
        restarts 0 && ! grep "started again" "$log"
}
ok "a sweep told to stop does so without it" stops_without

# The node of the batch script, and another one.
loses_node() {
    begins node"$1" || return
    scontrol update NodeName=n"$1" State=DOWN Reason=test
    until_state PENDING
    scontrol update NodeName=n"$1" State=IDLE
    start_sooner && ended COMPLETED 0 && restarts 1 && whole
}
ok "a node goes down: back into the queue" loses_node 2
ok "the script's own node goes down: the same" loses_node 0

goes_on() {
    begins without --no-kill
    scontrol update NodeName=n2 State=DOWN Reason=test
    ended COMPLETED 0 && restarts 0 && whole
}
ok "with --no-kill the job continues on the other nodes" goes_on

# Rank 0 dies with its node, so all ranks are started again on the others.
loses_two() {
    begins two --no-kill
    scontrol update NodeName=n1 State=DOWN Reason=test
    kill -s KILL "$(of_rank 0)"
    ended COMPLETED 0 "2 of 3 nodes are left: 2 ranks" && restarts 0 && whole
}
scontrol update NodeName=n2 State=IDLE
ok "a node and rank 0 die: two ranks are started on two nodes" loses_two
scontrol update NodeName=n1 State=IDLE

cat >dies <<END
#!/bin/bash
case "\$*" in
run*--where | status*) exec "$codarun" "\$@" ;;
esac
kill -s KILL \$\$
END
chmod +x dies
gives_up() {
    dir=none
    CODARUN=$PWD/dies CODARUN_REQUEUES=1 submit &&
        ended FAILED 137 "2 starts in a row trained no step and ended no trial: given up" &&
        [ "$(grep -c "they are started again" "$log")" -eq 1 ] &&
        ! ls .codarun-*.idle
}
ok "ranks that die before a step are not started forever" gives_up

cat >waits <<END
#!/bin/bash
case "\$*" in
run*--where | status*) exec "$codarun" "\$@" ;;
esac
trap 'exit 85' USR1
while :; do sleep 0.1; done
END
chmod +x waits
never_begins() {
    dir=short
    CODARUN=$PWD/waits CODARUN_REQUEUES=1 submit -n 1 -t 2 || return
    until_state RUNNING && start_sooner && ended FAILED 85 "2 starts in a row trained no step" &&
        restarts 1 && ! ls .codarun-*.idle
}
ok "nor is a job requeued forever whose limit leaves no time" never_begins
done_testing
