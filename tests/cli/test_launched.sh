#!/bin/bash
# Processes that a launcher starts together, but that MPI does not connect, must
# not run one sweep several times.
. "${srcdir:-.}/tests/tap.sh"

make_experiment "$scratch/a.yaml" <<END
name: a
train: {epochs: 1, batch: 16}
run: {threads: 1, keep: none}
END
cd "$scratch" || exit 99

# refused VARIABLE HINT ENVIRONMENT...: in one line, and no file is written
refused() {
    variable=$1 hint=$2
    shift 2
    rm -rf one
    says "codarun: $variable: found 4 tasks, expected .* 1: .*$hint" 1 \
        env "$@" "$codarun" run a.yaml -o one &&
        [ "$(wc -l <said)" -eq 1 ] && [ ! -e one ]
}

# runs COMMAND...
runs() {
    rm -rf one
    "$@" run a.yaml -q -o one && "$codarun" verify one
}

ok "an mpirun of another MPI is refused" refused PMI_SIZE "by the mpirun of" \
    PMI_SIZE=4 PMI_RANK=0
ok "an mpirun of another Open MPI, too" \
    refused OMPI_COMM_WORLD_SIZE "CODARUN_ALONE=1" OMPI_COMM_WORLD_SIZE=4
step=(SLURM_JOB_ID=7 SLURM_JOBID=7 SLURM_NODELIST=n0 SLURM_STEP_ID=0 SLURM_STEPID=0
    SLURM_TASKS_PER_NODE=4 SLURM_PROCID=0)
ok "so is srun if ranks do not meet" \
    refused SLURM_STEP_NUM_TASKS "srun --mpi=pmix.*CODARUN_MPI" \
    "${step[@]}" SLURM_STEP_NUM_TASKS=4
ok "the other ranks print nothing" \
    sh -c 'PMI_SIZE=4 PMI_RANK=1 "$1" run a.yaml -o one >said 2>&1
        [ $? -eq 1 ] && [ ! -s said ] && [ ! -e one ]' - "$codarun"
ok "doctor says so" says "warning: a run is refused: PMI_SIZE" 0 \
    env PMI_SIZE=4 PMI_RANK=0 "$codarun" doctor
ok "CODARUN_ALONE=1 allows it" \
    runs env PMI_SIZE=4 PMI_RANK=2 CODARUN_ALONE=1 "$codarun"
ok "under srun, too" runs env "${step[@]}" SLURM_STEP_NUM_TASKS=4 \
    SLURM_PROCID=2 CODARUN_ALONE=1 "$codarun"
ok "one task of srun is a run" \
    runs env "${step[@]}" SLURM_STEP_NUM_TASKS=1 "$codarun"
ok "so is a process that a batch script starts" \
    runs env SLURM_JOB_ID=7 SLURM_NTASKS=4 SLURM_PROCID=0 "$codarun"
ok "and an mpirun of one rank within a task of srun" \
    runs env SLURM_STEP_NUM_TASKS=4 mpirun -n 1 "$codarun"
ok "ranks that meet are one run" runs env PMI_SIZE=2 mpirun -n 2 "$codarun"

# A run without mpirun starts no daemon of Open MPI while it trains, and makes
# no session folder, which other runs would share. (Open MPI 5 makes one, and
# leaves it.)
by_itself() {
    mkdir tmp
    TMPDIR=$PWD/tmp "$codarun" run a.yaml -q -o long \
        --set train.epochs=1000000 &
    job=$!
    until grep -qs " start " long/journal; do
        kill -0 $job || return
        sleep 0.02
    done
    { pgrep -P $job; open_mpi_5 || ls tmp; } >beside
    kill -USR1 $job
    wait $job
    [ $? -eq 85 ] && cat beside && [ ! -s beside ]
}
ok "a single run has no extra process and no extra folder" by_itself

# A run within a Slurm job records the job.
slurm=(SLURM_JOB_ID=14 SLURM_ARRAY_JOB_ID=12 SLURM_ARRAY_TASK_ID=2
    SLURM_RESTART_COUNT=1 SLURM_JOB_PARTITION=long SLURM_CLUSTER_NAME=tall)
ok "a run in a Slurm job" env "${slurm[@]}" "$codarun" run a.yaml -q -o job
ok "status names it" says "job *12_2 of Slurm, partition long, cluster tall, \
requeued 1 time\$" 0 "$codarun" status job
names='"slurm_job": *"14", *"slurm_array_task": *"12_2", *"slurm_step": *null'
names="$names"', *"slurm_restarts": *1, *"slurm_partition": *"long"'
names="$names"', *"slurm_cluster": *"tall"'
ok "for programs, too" says "$names" 0 "$codarun" status job --json
ok "and the steps that were trained" grep -q '"steps_trained": *[1-9]' said
ok "its beginning has it" \
    sh -c 'grep "\"begin\"" job/events.jsonl | grep -- "$1"' - "$names"
ok "its end has the steps" \
    grep '"event": *"end".*"steps_trained": *[1-9]' job/events.jsonl
ok "its results have it" sh -c '"$1" report job -o job.html &&
    for fact in job:14 array_task:12_2 restarts:1 partition:long cluster:tall; do
        grep -q "slurm_${fact%:*}.*${fact#*:}" job.html || exit 1
    done' - "$codarun"
ok "so it continues from a journal" sh -c '"$1" run a.yaml -q -o job &&
    "$1" verify job' - "$codarun"
ok "a run outside says nothing of it" \
    sh -c '"$1" run a.yaml -q -o none && ! grep slurm none/events.jsonl &&
        ! "$1" status none | grep Slurm' - "$codarun"

# One of the ranks never starts codarun.
ok "a job with a missing rank ends" says \
    "^codarun: not all ranks have come within the time of CODARUN_START_SECO" \
    1 env CODARUN_START_SECONDS=2 mpirun -n 1 "$codarun" run a.yaml -o alone : \
    -n 1 sleep 60
ok "and has said before that it was waiting" grep -q \
    "^codarun: not all ranks have come yet: " said
done_testing
