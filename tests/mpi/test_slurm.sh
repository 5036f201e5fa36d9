#!/bin/bash
# slurm/sweep.sbatch on a real Slurm: a job that meets its time limit goes back
# into the queue by itself, goes on, and ends in the bits of a run that was
# left alone.  CODARUN_SLURM_TESTBED names a script that starts and stops a
# throw-away cluster: `SCRIPT start DIR NODES CPUS PORT`, `SCRIPT stop DIR`.
. "${srcdir:-.}/tests/tap.sh"

testbed=${CODARUN_SLURM_TESTBED:-}
[ -x "$testbed" ] || [ -r "$testbed" ] ||
    skip_all "CODARUN_SLURM_TESTBED names no script"
for program in slurmctld slurmd munged sbatch srun; do
    command -v $program >/dev/null || skip_all "$program is not installed"
done

make_experiment "$scratch/slurm.yaml" <<END
name: slurm
train: {epochs: 6000, batch: 8, evaluate_every: 900, seed: 5}
run: {keep: last}
sweep:
  parameters:
    train.seed: [1, 2]
END
bash "$testbed" start "$scratch/cluster" 1 2 17500 >"$scratch/log" 2>&1 || {
    sed 's/^/# /' "$scratch/log"
    skip_all "the throw-away Slurm does not start"
}
trap 'bash "$testbed" stop "$scratch/cluster"; rm -rf "$scratch"' EXIT
. "$scratch/cluster/env"
export CODARUN=$codarun

cd "$scratch" || exit 99
job=$(sbatch --parsable --time=1 --signal=B:USR1@40 \
    "$srcdir/slurm/sweep.sbatch" slurm.yaml -o limited)
ok "the job is taken" test -n "$job"

# A requeued job waits two minutes; let it start sooner, but not before the
# last start of it is cleared away.
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
    'scontrol show job "$1" | grep -q "JobState=COMPLETED.*\|ExitCode=0:0"' \
    - "$job"
ok "it printed the table" grep -q "test.map" "codarun-$job.log"
ok "left alone, it finishes" ranks 2 "$codarun" run slurm.yaml -q -o whole
ok "it ended in the bits of a run left alone" "$codarun" verify whole limited
done_testing
