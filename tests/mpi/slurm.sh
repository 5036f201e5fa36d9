# slurm.sh - a temporary Slurm to run slurm/sweep.sbatch on: source it after
# tap.sh, and call slurm_begin first.
#
# CODARUN_SLURM_TESTBED names a script that starts and stops a Slurm: `SCRIPT
# start DIR NODES CPUS PORT [GRACE]`, `SCRIPT stop DIR`.  With GRACE, jobs in
# its partition `urgent` pre-empt others, which then have GRACE seconds.

. "$srcdir/tests/mpi/sweeps.sh"

# slurm_begin NODES EPOCHS [GRACE]: start a Slurm, and write slurm.yaml, which
# trains for so long; more lines of it are read from standard input
slurm_begin() {
    {
        echo "name: slurm"
        echo "train: {epochs: $2, batch: 8, evaluate_every: 900, seed: 5}"
        cat
    } | make_experiment "$scratch/slurm.yaml"
    slurm_set_up "$1" 17500 ${3:+"$3"}
    cd "$scratch" || exit 99
}

# slurm_set_up NODES PORT [GRACE]: start it in $scratch/cluster, or skip the
# script
slurm_set_up() {
    testbed=${CODARUN_SLURM_TESTBED:-}
    [ -r "$testbed" ] || skip_all "CODARUN_SLURM_TESTBED names no script"
    for program in slurmctld slurmd munged sbatch srun; do
        command -v $program >/dev/null || skip_all "$program is not installed"
    done
    bash "$testbed" start "$scratch/cluster" "$1" 2 "$2" ${3:+"$3"} \
        >"$scratch/log" 2>&1 || {
        sed 's/^/# /' "$scratch/log"
        skip_all "the throw-away Slurm does not start"
    }
    trap 'bash "$testbed" stop "$scratch/cluster"; rm -rf "$scratch"' EXIT
    . "$scratch/cluster/env"
    # Slurm's default.
    sed -i 's/^KillWait=.*/KillWait=30/' "$scratch/cluster/slurm.conf" &&
        scontrol reconfigure
    # The nodes are on one host; ranks on different nodes must not share memory.
    export OMPI_MCA_btl=self,tcp OMPI_MCA_btl_tcp_if_include=lo
    export OMPI_MCA_pml=ob1
    export CODARUN=$codarun
    launcher=$$ # so that waits last as long as this test
}

# submit OPTION... : submit sweep.sbatch on slurm.yaml with `-o $dir`, as $job
submit() {
    job=$(sbatch --parsable "$@" "$srcdir/slurm/sweep.sbatch" slurm.yaml \
        -o "$dir") || return
    log=codarun-$job.log
}

# state: print the job's state
state() {
    scontrol -o show job "$job" 2>/dev/null |
        sed -n 's/.* JobState=\([A-Z_]*\) .*/\1/p'
}

# until_state PATTERN: wait for it, at most three minutes
until_state() {
    for _ in $(seq 900); do
        state | grep -qxE "$1" && return
        sleep 0.2
    done
    echo "job $job: found $(state), expected $1"
    return 1
}

# start_sooner: start a requeued job before its two minutes are over, but only
# after its last start is cleaned up
start_sooner() {
    until_state PENDING && sleep 6 &&
        scontrol update JobId="$job" StartTime=now
}

# started N: wait until N of the job's steps have begun to train
started() {
    for _ in $(seq 900); do
        grep -E '"event": *"(begin|resume|start)"' "$dir/events.jsonl" \
            2>/dev/null | awk -v n="$1" '
            /"(begin|resume)"/ { begun++ }
            END { exit !(begun >= n && /"start"/) }' && return
        case $(state) in
        RUNNING | COMPLETING | PENDING) sleep 0.2 ;;
        *) break ;;
        esac
    done
    cat "$log"
    echo "job $job: found $(state), expected it to train for the ${1}th time"
    return 1
}

# ended STATE STATUS [LINE]: did it end so, and print the line?
ended() {
    until_state "COMPLETED|FAILED|CANCELLED|TIMEOUT|NODE_FAIL|PREEMPTED"
    cat "$log"
    scontrol -o show job "$job"
    scontrol -o show job "$job" | grep -q "JobState=$1 .* ExitCode=$2:" &&
        grep -q -- "${3:-}" "$log"
}

# restarts N: was it requeued N times?
restarts() {
    scontrol -o show job "$job" | grep -q " Restarts=$1 "
}

# of_rank RANK: its process number
of_rank() {
    process "$1" "$dir" | head -n 1
}

# daemon_of PID: the slurmstepd of a process
daemon_of() {
    local p=$1

    until grep -q '^slurmstepd' "/proc/$p/cmdline"; do
        p=$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$p/status")
        [ "${p:-0}" -gt 1 ] || return 1
    done
    echo "$p"
}
