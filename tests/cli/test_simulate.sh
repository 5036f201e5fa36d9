#!/bin/bash
# run --simulate: the predicted cost of a sweep, with given and with measured
# trials.
. "${srcdir:-.}/tests/tap.sh"

top=$(cd "${srcdir:-.}" && pwd)
cd "$scratch" || exit 99

# simulate OPTION...: simulate the shipped experiment of six trials
simulate() {
    "$codarun" run "$top/experiments/mlu-quick.yaml" "$@"
}

# row COLUMNS: is there a row that begins with these?
row() {
    tee /dev/stderr <said | tr -s ' ' | grep -q "^ $1"
}

simulate --simulate 1,2,4,6 --cost 60 >said
ok "one worker takes the sum" row "1 6 min 0% 0.10"
ok "two take half of it" row "2 3 min 0% 0.10"
ok "four workers wait for two trials" row "4 2 min 25% 0.13"
ok "six take one trial's time" row "6 60 s 0% 0.10"
ok "the longest trial is said" grep -q "longest trial, 60 s" said
ok "six rows train all the time" \
    sh -c 'test "$(grep -c "^[0-5] |###*$" said)" -eq 6'
ok "nothing is written" test ! -e results

agrees "programs get the same" '
    [(f["workers"], "%.0f%%" % (100 * f["idle"]),
      "%.2f" % (f["worker_seconds"] / 3600), f["finished"])
     for f in s["fleets"]]
    == [(int(l[0]), *l[-5:-3], int(l[-3])) for l in
        (l.split() for l in t.splitlines()[2:6])]
    and [f["seconds"] for f in s["fleets"]] == [360, 180, 120, 60]
    and s["longest_seconds"] == 60 and s["trials"] == 6' \
    simulate --simulate 1,2,4,6 --cost 60

svg() {
    simulate --simulate 4 --cost 60:0.5 --gantt a.svg &&
        python3 -c 'import xml.dom.minidom as m, sys
assert len(m.parse("a.svg").getElementsByTagName("rect")) > 4'
}
if command -v python3 >/dev/null; then
    ok "the picture is XML" svg
else
    skip "the picture is XML" "no python3"
fi

ok "equal trials are run once" says "Not run: 14 equal" 0 simulate \
    --simulate 2 --cost 60 --set sweep.method=random --set sweep.trials=20
ok "trials outside the rules are not run" says "Not run: 3 outside" 0 \
    simulate --simulate 2 --cost 60 \
    --set 'sweep.rules=["model.attention.kind == coda"]'
ok "a cost is asked for where none is known" says "no trial .*--cost" 1 \
    simulate --simulate 2
ok "0 workers are refused" says "expected numbers of workers" 2 \
    simulate --simulate 0 --cost 60
ok "a cost is a number" says "expected seconds" 2 \
    simulate --simulate 2 --cost 60s
ok "--cost is only for simulations" says "expected it with --simulate" 2 \
    simulate --cost 60
ok "faults must leave time for a checkpoint" \
    says "expected at least the 600 s" 1 simulate --simulate 2 --cost 60 \
    --set run.checkpoint_seconds=600 --faults 0.1
ok "losses are reported" says "hours lost" 0 simulate --simulate 2 --cost 9000 \
    --set run.checkpoint_seconds=600 --faults 1

# Trials of 8 h; each death of the job loses less than a checkpoint's interval.
dies() {
    simulate --simulate 3 --cost 30000 --deaths 2:600 \
        --set run.checkpoint_seconds=600 | tee /dev/stderr | awk '
        /^workers/ { named = $(NF - 2) == "deaths" && $NF == "lost" }
        /^ +3 / { deaths = $(NF - 1); lost = $NF; done = $(NF - 4) }
        /^Starting again took/ { started = 1 }
        END { exit !(named && started && deaths > 3 && done == 6 &&
                     lost > 0 && lost < deaths * 3 * 600 / 3600) }'
}
ok "the job's deaths are reported, and cost no more than checkpoints" dies
ok "all columns fit a screen" sh -c '"$0" run "$1" --simulate 3 --cost 9000 \
    --faults 1 --deaths 2 | awk "length > 80 { wide++ } END { exit wide || !NR }"' \
    "$codarun" "$top/experiments/mlu-quick.yaml"
ok "deaths are hours" says "expected hours, such as 24" 2 simulate \
    --simulate 2 --cost 60 --deaths 2:x
ok "deaths must leave time for a checkpoint" \
    says "deaths: .*expected at least the 600 s" 1 simulate --simulate 2 \
    --cost 60 --set run.checkpoint_seconds=600 --deaths 0.1
for option in --faults --deaths; do
    ok "$option wants checkpoints" \
        says "^codarun: $option: found run.checkpoint_seconds: 0" 1 simulate \
        --simulate 2 --cost 100 $option 0.001 --set run.checkpoint_seconds=0
done
for cost in 1e308 1:1e200 nan 1:nan; do
    ok "a cost of $cost is refused" says "found '$cost'.*at most 1e+09:100" 2 \
        simulate --simulate 2 --cost $cost
done
ok "the greatest allowed cost is accepted" says "^ *2 " 0 simulate --simulate 2 --cost 1e9:100
ok "faults are hours alone" says "faults: .*expected hours" 2 simulate \
    --simulate 2 --cost 60 --faults 2:60
ok "a dry run is no simulation" says "found --simulate with --dry-run" 2 \
    simulate --simulate 2 --cost 60 --dry-run

# A sweep whose simulation takes minutes.
endless() {
    "$codarun" run "$top/experiments/mlu-quick.yaml" --simulate 2 --cost 1e9 \
        --deaths 0.02 --set run.checkpoint_seconds=60 \
        --set run.retries=1000 >out 2>&1 &
    endless=$!
    sleep 1
    kill -0 "$endless" && kill "-$1" "$endless" || return 1
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        sleep 0.2
        kill -0 "$endless" 2>/dev/null || return 0
    done
    kill -KILL "$endless"
    return 1
}
ok "SIGTERM ends it" endless TERM
ok "and so does SIGUSR1" endless USR1
ok "--deaths is only for simulations" says "expected it with --simulate" 2 \
    simulate --deaths 2

once() {
    ranks 3 "$codarun" run "$top/experiments/mlu-quick.yaml" --simulate 6 \
        --cost 60 | tee /dev/stderr | awk '/^mlu-quick/ { n++ }
                                            END { exit n != 1 }'
}
ok "only one rank prints" once

make_experiment a.yaml <<END
name: a
train: {steps: 12, batch: 8, optimizer: sgd, evaluate_every: 2}
sweep:
  scheduler: {kind: halving, eta: 3, rungs: 1}
  parameters:
    train.learning_rate: [0.1, 0.2, 0.3, 1000]
    train.seed: [1, 2, 3]
END
unset CODARUN_DATA
"$codarun" run a.yaml -q
# finished, ended early, failed
"$codarun" table results/a --trials --format csv | awk -F, '
    NR > 1 { n[$2]++; cut += $2 == "finished" && $5 < 12 }
    END { print n["finished"], cut + 0, n["failed"] }' >ends
"$codarun" run a.yaml --simulate 1 >said
ok "some trials are ended early, and some fail" grep -q "[1-9] [1-9] [1-9]" ends
ok "trained trials are simulated as they were" \
    row "1 .* $(cat ends)"
ok "it says what was measured" grep -q "of 12 in 'results/a'" said

# The same from the journal alone.
"$codarun" run a.yaml -q -o lines --set run.results=journal
"$codarun" run a.yaml -o lines --set run.results=journal --simulate 1 >said
no_files() {
    [ -z "$(find lines/trials -name '*.h5')" ]
}
ok "results may be lines of the journal" no_files
ok "such trials are simulated as they were, too" row "1 .* $(cat ends)"
done_testing
