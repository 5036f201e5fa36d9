#!/bin/bash
# The ends of jobs of slurm/sweep.sbatch on a real Slurm: cancelled, pre-empted,
# at the time limit, stopped, and with another job in the same folder.
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/slurm.sh"
[ -n "${CODARUN_LONG:-}" ] || skip_all "takes minutes: make check-long"

slurm_begin 3 200000 5 <<END
run: {keep: last, silence: 5, checkpoint_seconds: 5}
sweep:
  parameters:
    train.seed: [1, 2]
END
times=${CODARUN_SLURM_TIMES:-5}

has_state() {
    ls "$dir"/states/*/*.last.h5
}

cancel() {
    dir=cancelled$1
    submit && started 1 && scancel "$job" && ended CANCELLED '[0-9]*' &&
        restarts 0 && has_state
}
for i in $(seq "$times"); do
    ok "scancel: the end, with a checkpoint ($i)" cancel "$i"
done

asks() {
    dir=asked
    submit && started 1 && scancel --signal=TERM --batch "$job" &&
        ended FAILED 85 "cancelled; the same sbatch goes on" && restarts 0 &&
        has_state
}
ok "SIGTERM to only the script is not a pre-emption" asks

stops() {
    dir=stopped
    submit && started 1 && "$codarun" stop "$dir" &&
        ended FAILED 85 "Z stopped by codarun stop; the same" && restarts 0 && has_state
}
ok "codarun stop: the end" stops

# preempt PARTITION_GRACE: pre-empt the job by one that needs all nodes
preempt() {
    dir=preempted$1
    submit && started 1 &&
        urgent=$(sbatch --parsable -p urgent -N 3 --exclusive --wrap 'sleep 2') &&
        start_sooner && started 2 && restarts 1 && cat "$log" &&
        { [ -z "${2:-}" ] || grep -q "$2" "$log"; } && scancel "$job" &&
        until_state CANCELLED
}
for i in $(seq "$times"); do
    ok "pre-emption with 5 s of grace: back into the queue ($i)" \
        preempt "$i" "stopped by pre-emption, back into the queue"
done
scontrol update PartitionName=test GraceTime=0
ok "pre-emption without: the same" preempt none

limit() {
    dir=limited
    submit --time=1 --signal=B:USR1@40 && started 1 && start_sooner &&
        started 2 && restarts 1 &&
        grep "stopped by time limit, back into the queue" "$log" &&
        scancel "$job" && until_state CANCELLED
}
ok "the time limit: back into the queue" limit

unannounced() {
    dir=unannounced
    submit --time=1 --signal=B:CONT@1 && started 1 && start_sooner &&
        restarts 1 && scancel "$job"
}
ok "also without an announcement" unannounced

no_plugin() {
    dir=none
    CODARUN_MPI=none_such submit &&
        ended FAILED 1 "this srun has no --mpi=none_such: set CODARUN_MPI" &&
        restarts 0
}
ok "without the PMI plugin it says what to set" no_plugin

held() {
    dir=held
    submit && started 1 || return
    first=$job
    submit --output=codarun-%j.log &&
        ended FAILED 75 "another job trains in 'held': nothing was touched"
    other=$?
    job=$first
    [ $other -eq 0 ] && [ "$(state)" = RUNNING ] && scancel "$job" &&
        until_state CANCELLED
}
ok "beside another job of the folder: the end, with 75" held
done_testing
