#!/bin/bash
# An array of slurm/sweep.sbatch on a real Slurm: four tasks on four folders.
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/slurm.sh"
[ -n "${CODARUN_LONG:-}" ] || skip_all "takes minutes: make check-long"

slurm_begin 2 400 <<END
run: {keep: last, silence: 5, checkpoint_seconds: 2}
END

# Files of jobs that were cancelled while they waited.
touch -d "40 days ago" .codarun-1.idle
touch -d "20 days ago" .codarun-2.idle

job=$(sbatch --parsable --array=1-4 -n 1 --output=%a.log \
    "$srcdir/slurm/sweep.sbatch" slurm.yaml -o task-%a --set train.seed=%a)
array=$job
dir=task-4
job=${array}_4
log=4.log
ok "the last task trains" started 1
ok "a count of a month ago is gone" test ! -e .codarun-1.idle
ok "a later one is not" test -e .codarun-2.idle

# The job number without a task's is the array's.
ok "it gets the signal that its limit is near" scancel --signal=USR1 --batch "$job"
ok "and goes back into the queue" start_sooner
for i in 1 2 3; do
    job=${array}_$i
    ok "task $i does not" restarts 0
    log=$i.log
    ok "it ends" ended COMPLETED 0
done
job=${array}_4
log=4.log
ok "so does the last, having begun twice" ended COMPLETED 0
ok "that is" restarts 1
for i in 1 2 3 4; do
    ok "task $i has the bits of an undisturbed run" sh -c \
        '"$1" run slurm.yaml -q -o alone-$2 --set train.seed=$2 &&
            "$1" verify alone-$2 task-$2' - "$codarun" $i
    ok "and its results know the task" sh -c \
        '"$1" status task-$2 --format json | tee /dev/stderr |
            grep "\"slurm_array_task\": *\"$3_$2\""' - "$codarun" $i "$array"
done
done_testing
