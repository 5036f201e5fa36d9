#!/bin/bash
# slurm/sweep.sbatch on a real Slurm: a job that meets its time limit requeues
# itself, continues, and ends with the bits of an undisturbed run.
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/slurm.sh"

slurm_begin 1 1500 <<END
run: {keep: last}
sweep:
  parameters:
    train.seed: [1, 2]
END

job=$(sbatch --parsable --time=1 --signal=B:USR1@40 \
    "$srcdir/slurm/sweep.sbatch" slurm.yaml -o limited)
ok "the job is taken" test -n "$job"

# The trials must not finish before the signal that announces the limit, even on
# a fast machine: the ranks are stopped until the signal is pending.
has_signal() {
    grep -q '^ShdPnd:.*[2367abef]..$' "/proc/$1/status" # bit 9: SIGUSR1
}
meets_limit() {
    until begun 2 limited; do :; done
    pids="$(process 0 limited) $(process 1 limited)"
    # shellcheck disable=SC2086 # a list
    kill -s STOP $pids
    for p in $pids; do
        until has_signal "$p"; do
            kill -0 "$p" || return 1
            sleep 0.2
        done
    done
    # shellcheck disable=SC2086 # a list
    kill -s CONT $pids
}
ok "its ranks get the signal of the time limit" meets_limit

# A requeued job waits two minutes; start it sooner, but only after its last
# start is cleaned up.
waited=0
for _ in $(seq 600); do
    state=$(squeue -h -j "$job" -o %T 2>/dev/null)
    [ -n "$state" ] || break
    case $state in
    COMPLETED | FAILED | CANCELLED | TIMEOUT) break ;;
    PENDING)
        waited=$((waited + 1))
        [ $((waited % 8)) -ne 7 ] ||
            scontrol update JobId="$job" StartTime=now 2>/dev/null
        ;;
    esac
    sleep 1
done
sed 's/^/# /' "codarun-$job.log"
ok "it met its time limit" grep -q "stopped by time limit" "codarun-$job.log"
ok "it ended as it should" sh -c \
    'scontrol -o show job "$1" | tee /dev/stderr |
        grep "JobState=COMPLETED .*Restarts=[1-9].* ExitCode=0:0"' - "$job"
ok "it printed the table" grep -q "test.map" "codarun-$job.log"
ok "left alone, it finishes" ranks 2 "$codarun" run slurm.yaml -q -o whole
ok "it ended with the bits of an undisturbed run" "$codarun" verify whole limited

# Slurm's PMIx plugin ends a step that loses a rank, whatever its options are;
# otherwise the sweep would continue.
loses_rank() {
    srun --mpi=pmix -n 2 --kill-on-bad-exit=0 "$codarun" run slurm.yaml \
        -o lost --set run.silence=2 >lost.out 2>&1 &
    launcher=$!
    begun 2 lost && kill -s KILL "$(process 1 lost)"
    wait $launcher
    echo "status $?"
    cat lost.out
    srun --mpi=pmix -n 2 "$codarun" run slurm.yaml -q -o lost
}
ok "a rank is killed: at worst the same command continues" loses_rank
ok "with the same bits" "$codarun" verify whole lost
done_testing
