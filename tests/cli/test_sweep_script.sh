#!/bin/bash
# The decisions of slurm/sweep.sbatch, with stubs of srun and scontrol.
# tests/long/test_slurm_*.sh use a real Slurm.
. "${srcdir:-.}/tests/tap.sh"

make_experiment "$scratch/a.yaml" <<END
name: a
train: {epochs: 1, batch: 16}
run: {threads: 1, keep: none}
END
srcdir=$(cd "$srcdir" && pwd)
cd "$scratch" || exit 99
mkdir stubs
for tool in bash rm sleep cat grep; do # what the script may call, but no Slurm's
    ln -s "$(command -v $tool)" stubs/
done

# Each stub notes its call. srun's ranks execute the file `ranks`; scontrol
# prints the file `facts` as the job's properties.
cat >stubs/srun <<END
#!/bin/bash
PATH=$PATH
END
cat >>stubs/srun <<'END'
[ "$*" != --mpi=list ] || exec cat plugins
echo "srun $*" >>calls
while [[ $1 == --* ]]; do shift; done
. ./ranks
END
cat >stubs/scontrol <<'END'
#!/bin/bash
case $* in
*show*) cat facts ;;
*) echo "scontrol $*" >>calls ;;
esac
END
chmod +x stubs/*

echo "pmix pmi2" >plugins

# A test may make up the sweep's status, in the file `sight`.
cat >told <<END
#!/bin/bash
case \$1 in
status) echo look >>looks && exec cat sight ;;
table) echo "the table" && exit \$(cat faults) ;;
esac
exec "$codarun" "\$@"
END
chmod +x told
echo 0 >faults

# sight SINCE STATE [HOW WHY [FIELD]]: make up the status, and forget earlier
# looks
cat >sight.sh <<'END'
sight() {
    echo "{\"state\": \"$2\", \"since\": \"$1\", \"ended\":" \
        "\"${3:-}\", \"why\": ${4:-null}, ${5:-\"steps_trained\": 1}}" \
        >sight.new
    mv sight.new sight
    : >looks
}
END
. ./sight.sh

# script VARIABLE=VALUE... : run the job in the background as process $script;
# its output goes to $scratch/said
script() {
    : >calls
    rm -f begun
    env CODARUN="$codarun" "$@" SLURM_JOB_ID=7 SLURM_NTASKS=6 \
        SLURM_JOB_NUM_NODES=3 SLURM_SUBMIT_DIR="$scratch" PATH="$PWD/stubs" \
        bash "$srcdir/slurm/sweep.sbatch" a.yaml -o "${out:-one}" \
        >said 2>&1 &
    script=$!
}

# Send the job a signal when its ranks have begun.
signal() {
    until [ -e begun ]; do
        kill -0 $script || return
        sleep 0.05
    done
    kill -s "$1" $script
}

# ends STATUS CALLS [WORDS]: did the job end so, with these calls?
ends() {
    wait $script
    status=$?
    cat said calls
    [ $status -eq "$1" ] || return
    while read -r n call; do
        [ "$(grep -c -- "$call" calls)" -eq "$n" ] || return
    done <<<"$2"
    grep -q -- "${3:-}" said
}

facts() {
    echo "JobId=7 JobState=$1 Reason=${2:-None} Restarts=${3:-0}" \
        "StartTime=2026-01-01T00:00:00 PreemptTime=${4:-None}" \
        "NumNodes=${5:-3} NumCPUs=${6:-6}" >facts
}
stopping="trap 'exit 85' USR1; touch begun; while :; do sleep 0.1; done"

echo '"$@"' >ranks
facts RUNNING
script
ok "a sweep that is done ends the job" ends 0 "1 srun
0 scontrol"
ok "and leaves nothing behind" sh -c '! ls .codarun-*'

echo 'rm -rf one; "$@"; exit 137' >ranks
script
ok "so does one whose rank was killed" ends 0 "1 srun
0 scontrol" "the sweep is done; srun's status was 137"

echo 'exit 75' >ranks
script
ok "another job in the folder ends it, too" ends 75 "1 srun
0 scontrol" "nothing was touched"

rm -rf one
echo "$stopping" >ranks
limit() {
    script "$@" && signal USR1
}
limit CODARUN_REQUEUES=2
ok "the time limit: back into the queue" ends 0 "1 scontrol requeue 7$" \
    "stopped by time limit, back into the queue"
limit CODARUN_REQUEUES=2 SLURM_RESTART_COUNT=1
ok "again" ends 0 "1 scontrol requeue 7$"
limit CODARUN_REQUEUES=2 SLURM_RESTART_COUNT=2
ok "three starts in a row without a step end the job" ends 85 \
    "0 scontrol" "3 starts in a row trained no step and ended no trial: given up"
limit CODARUN_REQUEUE=0
ok "it is not requeued if CODARUN_REQUEUE is 0" ends 85 "0 scontrol"
limit SLURM_ARRAY_JOB_ID=5 SLURM_ARRAY_TASK_ID=2
ok "a task of an array is requeued" ends 0 "1 scontrol requeue 5_2$"
out=one-%a
limit SLURM_ARRAY_JOB_ID=5 SLURM_ARRAY_TASK_ID=2
ok "and %a is its number" ends 0 "1 srun .* -o one-2$"
out=
mv stubs/scontrol .
limit
ok "without scontrol it says what to do" ends 85 "1 srun" \
    "no scontrol .*--array=1-10%1 .*--dependency=singleton"
mv scontrol stubs
rm -f .codarun-*

echo "trap 'exit 85' USR1 TERM; touch begun; while :; do sleep 0.1; done" >ranks
facts COMPLETING
script && signal TERM
ok "scancel: the end" ends 85 "0 scontrol" "cancelled"
facts RUNNING
script && signal TERM
ok "SIGTERM alone, too" ends 85 "0 scontrol" "cancelled"
facts COMPLETING TimeLimit
script && signal TERM
ok "the time limit itself: back into the queue" ends 0 "1 scontrol requeue 7$" \
    "stopped by time limit"
facts COMPLETING None 1
script && signal TERM
ok "a job that is already there is left alone" ends 0 "0 scontrol requeue" \
    "Slurm has put the job back"
echo 'exit 85' >ranks
facts RUNNING None 0 2026-01-01T00:00:00
script
ok "pre-emption, signalled only to the ranks: back" ends 0 \
    "1 scontrol requeue 7$" "stopped by pre-emption"
rm -f .codarun-*
facts RUNNING
script
ok "codarun stop: the end" ends 85 "0 scontrol requeue" "Z stopped; the same sbatch"

echo 'if [ -e begun ]; then "$@"; else touch begun; kill -s KILL $$; fi' >ranks
facts RUNNING None 0 None 2 3
script CODARUN_RETRY_SECONDS=0
ok "ranks that died are started again, on the nodes that are left" ends 0 \
    "2 srun .*--nodes=2 --ntasks=3" "2 of 3 nodes are left: 3 ranks"
facts RUNNING
rm -rf one
echo 'kill -s KILL $$' >ranks
script CODARUN_REQUEUES=1 CODARUN_RETRY_SECONDS=0
ok "not forever" ends 137 "2 srun" "2 starts in a row trained no step"
echo 'if [ -e begun ]; then "$@"; else touch begun; sleep 60; fi' >ranks
script CODARUN_SILENCE=2 CODARUN_START_SECONDS=1 CODARUN_RETRY_SECONDS=0
ok "so are ranks without a sign of life" ends 0 "2 srun" "no sign of life"
out='one two'
echo 'exit 1' >ranks
script
ok "an error before the sweep begins is the end" ends 1 "1 srun"
ok "srun has the plugin" sh -c '! grep "no --mpi" said'
echo pmi2 >plugins
script
ok "if it lacks the plugin, that is reported" ends 1 "1 srun" \
    "no --mpi=pmix: set CODARUN_MPI to a plugin"
out=

# made_up RANKS VARIABLE=VALUE...: run the job with fake ranks, which may call
# sight()
made_up() {
    echo ". ./sight.sh; $1" >ranks
    shift
    sight 1 ended stopped '"stopped by codarun stop"'
    rm -f starts
    script CODARUN="$PWD/told" CODARUN_RETRY_SECONDS=0 "$@"
}
die="kill -s KILL \$\$"

# Three starts die, each after one more trial; the fourth finishes.
made_up 'echo >>starts; n=$(grep -c "" starts)
    [ "$n" -lt 4 ] || { sight "2 $n" ended "done"; exit 0; }
    sight "2 $n" absent "" null "\"finished\": $n, \"steps_trained\": 0"
    kill -s KILL $$' CODARUN_REQUEUES=1
ok "a start that ends a trial without a step counts as progress" ends 0 "4 srun"
made_up 'echo >>starts; n=$(grep -c "" starts)
    sight "2 $n" absent "" null "\"finished\": 1, \"steps_trained\": 0"
    kill -s KILL $$' CODARUN_REQUEUES=1
ok "a trial that ended before does not count" ends 137 "3 srun" "2 starts in a row"

for why in "codarun stop" --hours SIGTERM; do
    for end in "exit 85" "$die" "exit 1"; do
        made_up "sight 2 ended stopped '\"stopped by $why\"'; $end"
        ok "stopped by $why, then $end: the end" ends 85 "1 srun
0 scontrol" "Z stopped by $why; the same sbatch goes on"
    done
done

# Rank 0 prints its table while the script checks the status three times.
made_up 'sight 2 ended "done"
    until [ "$(grep -c look looks)" -ge 3 ]; do sleep 0.1; done
    touch printed; exit 0' CODARUN_SILENCE=8
ok "srun has time after the sweep's end" ends 0 "1 srun"
ok "in which the ranks print" test -e printed
made_up 'sight 2 ended "done"; exec sleep 60' CODARUN_SILENCE=2
ok "not forever: it is killed, and the table is printed" ends 0 "1 srun" \
    "^the table"
ok "at the third look; one more reads the final state" \
    test "$(grep -c look looks)" -eq 4
echo 1 >faults
for end in "exec sleep 60" "$die" "exit 1"; do
    made_up "sight 2 ended 'done'; $end" CODARUN_SILENCE=2
    ok "if results are damaged, the status is 1 ($end)" ends 1 "1 srun" \
        "the sweep is done; srun's status was"
done
made_up "sight 2 ended failed; $die"
ok "or 3, if trials have failed" ends 3 "1 srun"
echo 0 >faults
made_up "sight 2 ended 'done' '\"other data\"'; $die"
ok "it is 1 if data have changed" ends 1 "1 srun"

# The script itself has stopped these ranks.
made_up '[ ! -e starts ] || { sight 3 ended "done"; exit 0; }
    touch starts
    trap "sight 2 ended stopped \"\\\"stopped by SIGTERM\\\"\"; exit 85" TERM
    sight 2 absent; while :; do sleep 0.1; done' CODARUN_SILENCE=2
ok "a sweep stopped because it seemed dead is started again" ends 0 "2 srun" \
    "no sign of life"
done_testing
