#!/bin/bash
# run.hook: a command that rank 0 runs when the sweep ends or stops.  Its
# environment has the state of the sweep.
. "${srcdir:-.}/tests/tap.sh"

# The second trial fails.  The hook writes its environment to `told` in the
# folder where codarun was started, appends a line to `times`, and fails.
make_experiment "$scratch/a.yaml" <<'END'
name: a
train: {steps: 12, batch: 8, optimizer: sgd, evaluate_every: 4}
run: {hook: "env >told; cat >read; ls -l /proc/self/fd >open; echo hooked | tee -a times; exit 7"}
sweep: {parameters: {train.learning_rate: [1.0e-2, 1.0e+3]}}
END
sed 's/steps: 12/steps: 100000000/; s/, 1.0e+3//' "$scratch/a.yaml" \
    >"$scratch/long.yaml"
cd "$scratch" || exit 99
unset CODARUN_DATA

# told NAME VALUE: did the hook get CODARUN_NAME=VALUE?
told() {
    grep "^CODARUN_" told
    grep -qxF "CODARUN_$1=$2" told
}

# times N: has it run N times?
times() {
    [ "$(cat times 2>/dev/null | wc -l)" -eq "$1" ]
}

ok "a wrong experiment runs no hook" says "expected" 1 "$codarun" run a.yaml \
    -o a --set train.steps=-1
ok "nor does --dry-run" "$codarun" run a.yaml -o a --dry-run
ok "none has run" times 0

# --- the end -----------------------------------------------------------------
ok "a sweep of four ranks with a failed trial ends with 3, as without a hook" \
    says "^in the end rank 0 runs the hook: env >told; " 3 \
    mpirun -n 4 "$codarun" run a.yaml -o a </dev/null
ok "the hook has run once" times 1
ok "its output goes to codarun's output" grep -x hooked said
ok "its status is reported" grep -x "codarun: run.hook ended with status 7" said
ok "it knows how the sweep ended" told STATUS failed
ok "codarun's status" told EXIT 3
ok "and the folder, from anywhere" told DIR "$PWD/a"
ok "it has none of the variables that mpirun sets for ranks" \
    sh -c '! grep -E "^(PMIX_|OMPI_COMM_WORLD_)" told'
ok "its standard input is empty" sh -c '[ -e read ] && [ ! -s read ]'
ok "no file of codarun's is open" sh -c 'cat open; [ $(grep -c -- "->" open) -le 4 ]'
if command -v python3 >/dev/null; then
    "$codarun" status --format json a >json
    ok "it got what status prints" python3 -c '
import json
s = json.load(open("json"))
told = dict(line.rstrip("\n").split("=", 1) for line in open("told")
            if line.startswith("CODARUN_"))
print(s, told)
assert told["CODARUN_STATUS"] == s["ended"] and told["CODARUN_WHY"] == ""
assert told["CODARUN_NAME"] == s["name"] and told["CODARUN_GOAL"] == s["goal"]
assert int(told["CODARUN_TRIALS"]) == s["trials"]
assert int(told["CODARUN_TRIALS_DONE"]) == s["finished"] + s["failed"]
assert int(told["CODARUN_FAILED"]) == s["failed"] == 1
assert int(told["CODARUN_BEST_TRIAL"]) == s["best"]
assert float(told["CODARUN_BEST"]) == s["best_goal"]
assert told["CODARUN_BEST_VALUES"] == "\t".join(
    n + "=" + v for n, v in s["best_values"].items())'
else
    skip "it got what status prints" "no python3"
fi
ok "a sweep that was complete runs none" \
    says "1 finished, 1 failed" 3 "$codarun" run a.yaml -o a
ok "and does not start for another hook" says "1 finished, 1 failed" 3 \
    "$codarun" run a.yaml -o a --set run.hook=true
ok "nor does a start that is stopped before a trial begins" \
    says "^codarun: stopped by --hours before a trial began" 1 "$codarun" run \
    -q long.yaml -o none --hours 1e-9
ok "it has run no more" times 1
ok "a hook ended by a signal is reported" \
    says "^codarun: run.hook was ended by signal 9 (Killed)\$" 3 env \
    OPENBLAS_CORETYPE=none CODARUN_BLAS_FROM=none "$codarun" run -q a.yaml \
    -o killed --set 'run.hook=env >alone; kill -9 $$'
ok "nor does it have what codarun and MPI set for themselves" sh -c \
    '[ -s alone ] && ! grep -E "$0" alone' \
    "^(OPENBLAS_CORETYPE|CODARUN_BLAS|OMPI_MCA_(ess|orte)_|ORTE_)"

# --- a stop --------------------------------------------------------------------
# stopped SIGNAL SECONDS [HOOK]: stop a training sweep of two ranks by a signal.
# mpirun kills ranks so many seconds after SIGTERM.
stopped() {
    rm -rf b told times
    OMPI_MCA_odls_base_sigkill_timeout=$2 mpirun -n 2 "$codarun" run long.yaml \
        -o b ${3:+--set "run.hook=$3"} </dev/null >said 2>&1 &
    job=$!
    until grep -qs '"start"' b/events.jsonl; do
        kill -0 $job || return
        sleep 0.05
    done
    kill -s "$1" $job
    wait $job
    status=$?
    cat said
}
usr1() {
    stopped USR1 0 && [ $status -eq 85 ] && times 1 && told STATUS stopped &&
        told WHY "stopped by SIGUSR1" && told EXIT 85 && told TRIALS_DONE 0 &&
        told BEST_TRIAL ""
}
ok "SIGUSR1 to mpirun runs it once, with status 85" usr1

# mpirun ends its ranks before MPI_Finalize, and the hook outlives them.
term() {
    stopped TERM 2 'sleep 3; env >told; echo over >times' || return
    until times 1; do
        [ $((n += 1)) -le 100 ] || return
        sleep 0.1
    done
    told WHY "stopped by SIGTERM"
}
if open_mpi_5; then
    skip "after SIGTERM to mpirun it continues to its end" \
        "Open MPI 5 was not tried"
else
    ok "after SIGTERM to mpirun it continues to its end" term
fi

# A second signal is passed on to the hook.
passed_on() {
    rm -rf c told
    "$codarun" run -q long.yaml -o c --set 'run.hook=echo >told; sleep 60' \
        >said 2>&1 &
    job=$!
    until grep -qs '"start"' c/events.jsonl; do
        kill -0 $job || return
        sleep 0.05
    done
    kill -USR2 $job
    until [ -e told ]; do
        kill -0 $job || return
        sleep 0.05
    done
    kill -TERM $job
    wait $job
    [ $? -eq 85 ] && cat said &&
        grep "run.hook was ended by signal 15 (Terminated)" said
}
ok "a second signal ends the hook, and codarun with its own status" passed_on

# As many hours as are enough to train a step on this machine.
hours() {
    for hours in 0.0003 0.001 0.004 0.016; do
        rm -rf d told times
        "$codarun" run -q long.yaml -o d --hours $hours && return 1
        [ "$("$codarun" status d | grep -c "^why  *stopped by --hours\$")" -eq 0 ] ||
            break
    done
    times 1 && told STATUS stopped && told EXIT 85 &&
        told WHY "stopped by --hours"
}
ok "hours that are over run it" hours
done_testing
