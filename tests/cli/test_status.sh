#!/bin/bash
# The status of a sweep: while it runs, after it was killed or stopped or has
# ended, and of older folders; and its events.
. "${srcdir:-.}/tests/tap.sh"
command -v python3 >/dev/null || skip_all "no python3"

# The third trial runs until it is stopped; one of the two ranks is idle then.
make_experiment "$scratch/a.yaml" <<EOF
name: a
train: {batch: 8, evaluate_every: 20}
sweep:
  parameters:
    train.steps: [40, 60, 100000000]
EOF
folders=$(cd "${srcdir:-.}/tests/cli" && pwd)
cd "$scratch" || exit 99
unset CODARUN_DATA

# start OPTION...: run two ranks in the background; $job is their mpirun
start() {
    mpirun -n 2 "$codarun" run a.yaml -o a "$@" </dev/null >log 2>&1 &
    job=$!
}

# json EXPRESSION [DIR]: is it true for s, which status --format json prints?
json() {
    "$codarun" status --format json "${2:-a}" >json || return
    python3 -c '
import json, sys
s = json.load(open("json"))
print(s)
sys.exit(not eval("(" + sys.argv[1] + ")"))' "$1"
}

# becomes EXPRESSION: does it become true while the job lives?
becomes() {
    until json "$1"; do
        kill -0 $job 2>/dev/null || return
        sleep 0.1
    done
}

# events EXPRESSION [FILE]: is it true for the events e, and the count `torn` of
# incomplete lines?
events() {
    python3 -c '
import json, sys
e, torn = [], 0
for line in open(sys.argv[2], encoding="utf-8"):
    try:
        e.append(json.loads(line))
    except ValueError:
        torn += 1
        print("torn:", line)
def of(word, **has):
    return [x for x in e if x["event"] == word and has.items() <= x.items()]
def journal(word):
    return sum(line.split()[1] == word for line in open("a/journal"))
for x in e:
    print(x)
sys.exit(not eval("(" + sys.argv[1] + ")"))' "$1" "${2:-a/events.jsonl}"
}

contents() {
    (cd "$1" && find . -type f -printf '%p %T@ ' -exec cksum {} \; | sort)
}

ok "a wrong folder is an error" says "no results: found neither" 1 \
    "$codarun" status nothing
ok "so is a folder without results" says "no results: found neither" 1 \
    "$codarun" status .

# --- while it runs -----------------------------------------------------------
start
ok "a running sweep reaches its third trial, and has a speed" becomes \
    's["finished"] == 2 and s["on"] and (s["on"][0]["steps_per_second"] or 0) > 0'
ok "it says that it runs" says "^state  *running since 20.*, process" 0 \
    "$codarun" status a
ok "the number of trials in each state" says \
    "^trials  *3: 2 finished, 0 failed, 1 running, 0 waiting, 0 paused" 0 \
    "$codarun" status a
ok "which is the best" says "^best  *trial [01], valid.map [0-9.]*: train.st" 0 \
    "$codarun" status a
ok "the idle rank" says "^ranks  *2: 2 groups of 1, 1 idle (rank [01])" 0 \
    "$codarun" status a
ok "the other rank's trial" says " 2  [01] .* 1  .*/100000000 .* steps=1000" 0 \
    "$codarun" status a
ok "and programs" json 's["state"] == "running" and s["from"] == "status.json"
    and s["ended"] is None and s["age"] < 60 and s["waiting"] == 0
    and s["best_values"]["train.steps"] in ("40", "60")
    and [t["trial"] for t in s["on"]] == [2] and s["on"][0]["attempt"] == 1
    and s["on"][0]["loss"] >= 0 and s["on"][0]["ranks"] in ("0", "1")
    and s["on"][0]["values"] == {"train.steps": "100000000"}
    and s["idle_groups"] == 1 and s["spare_ranks"] == 0
    and s["seconds_left"] > 600'
ok "it is still reported" becomes 's["on"][0]["step"] > '"$(python3 -c '
import json; print(json.load(open("json"))["on"][0]["step"])')"

# --- watched -----------------------------------------------------------------
# watch NAME DIR OPTION...: in the background, into NAME.out; $watcher is the
# process's number
watch() {
    said=$1
    shift
    "$codarun" status "$@" --watch=0.1 >"$said.out" 2>"$said.err" &
    watcher=$!
}

# grows FILE LINES: does it get so many lines while the job lives?
grows() {
    until [ "$(wc -l <"$1")" -ge "$2" ]; do
        kill -0 $job 2>/dev/null || return
        sleep 0.1
    done
}

# ends STATUS: does the watcher end so?
ends() {
    wait $watcher
    test $? -eq "$1"
}
watch json a --format json
ok "watched, it is an object a line each time something changes" \
    grows json.out 2
kill -INT $watcher
ok "until a signal, which is no failure" ends 0
# A change of times alone is no change.  The last status is always printed.
differ() {
    python3 -c '
import json, sys
s = [json.loads(line) for line in open("json.out")]
for x in s:
    for name in ("age", "written", "every", "seconds_left"):
        del x[name]
print(s)
sys.exit(any(a == b for a, b in zip(s[:-1], s[1:-1])))'
}
ok "each of which differs from the one before" differ
gone() {
    "$codarun" status a --watch=0.1 --format json 2>unread.err | head -n 1 >first
    [ "${PIPESTATUS[0]}" -eq 0 ] && [ -s first ] && [ ! -s unread.err ]
}
ok "it ends when nobody reads it, and says nothing" gone
ok "a wrong folder is an error, watched or not" \
    says "no results: found neither" 1 "$codarun" status nothing --watch
replaced() {
    cp -r a copy
    watch copy copy
    grows copy.out 3 && mv copy gone && cp -r gone copy
    ends 1 && grep -q "^codarun: folder 'copy' \(is gone\|was replaced by\)" copy.err
}
ok "one that is replaced meanwhile ends the watch" replaced
ok "seconds need an =" says "found '5' after 'a'" 2 \
    "$codarun" status a --watch 5
ok "and not too few" says "found '0', expected seconds, at least 0.1" 2 \
    "$codarun" status a --watch=0
watch text a
ok "watched, it is a block each time" grows text.out 20

# If rank 0 is busy, it writes less often.
cp -r a older
python3 -c '
import datetime, json
s = json.load(open("a/status.json"))
then = datetime.datetime.fromisoformat(s["written"].replace("Z", "+00:00"))
then -= datetime.timedelta(seconds=41)
s["written"] = then.isoformat(timespec="milliseconds").replace("+00:00", "Z")
s["every"] = 100.0
json.dump(s, open("older/status.json", "w"))'
ok "what is old says so" says \
    "^state  *running since 20.*, process [0-9]*; this is 4[0-9] s old" 0 \
    "$codarun" status older

# A status file that is replaced again and again is read whole.
many_at_once() {
    cp -r a many && cp a/status.json other.json
    sed 's/"finished": 2/"finished": 7/' a/status.json >seven.json
    python3 -c '
import os, shutil
for i in range(10**9):
    shutil.copy(("seven.json", "other.json")[i % 2], "new.json")
    os.rename("new.json", "many/status.json")' &
    writer=$!
    for i in $(seq 40); do
        "$codarun" status --format json many >many.$i || break
    done
    status=$?
    kill $writer
    wait $writer
    [ $status -eq 0 ] && python3 -c '
import json
for i in range(1, 41):
    s = json.load(open(f"many.{i}"))
    # if the machine is busy, the copies are too old by now
    assert s["state"] in ("running", "silent") and s["finished"] in (2, 7), s'
}
ok "at any instant" many_at_once

# --- killed ------------------------------------------------------------------
kill_all() {
    pids=$(pgrep -P $job)
    # shellcheck disable=SC2086 # a list
    kill -KILL $pids $job
    wait $job
    for pid in $pids; do
        while ps -o stat= -p "$pid" | grep -qv Z; do
            sleep 0.05
        done
    done
}
kill_all 2>/dev/null
ok "the watcher ends when the sweep is killed" ends 0
ok "says so" grep -q "^codarun: 'a': its sweep has broken off: it was killed" \
    text.err
blocks() {
    awk '/^sweep  / { blocks++; wrong += NR > 1 && before != "" }
        /^state  / { last = $0 }
        { before = $0 }
        END { print blocks, wrong, last; exit wrong || blocks < 2 ||
            last !~ / not running; was last alive/ }' text.out
}
ok "and the final state, in the last block" blocks
contents a >before
ok "killed, it does not run" says \
    "^state  *not running; was last alive at 20.* ago) on .*, process" 0 \
    "$codarun" status a
ok "its journal counts" says "^trials  *3: 2 finished, .* 0 running, 1 wait" 0 \
    "$codarun" status a
ok "and for programs" json 's["state"] == "absent" and s["from"] == "journal"
    and s["finished"] == 2 and s["waiting"] == 1 and s["on"] == []
    and s["process"] and s["written"] and s["ended"] is None'
contents a >after
ok "nothing was touched" cmp before after
# When a trial ends, its last evaluations are only in its result.
ok "evaluations of a running trial are events" events '
    len(of("evaluation", trial=2, attempt=1)) > 10 and
    all(x["step"] % 20 == 0 and 0 <= x["valid"]["map"] <= 100 and
        x["train_loss"] >= 0 and x["epoch"] > 0 and x["learning_rate"] == 0.001
        for x in of("evaluation")) and
    [x["step"] for x in of("evaluation", trial=2)] ==
        sorted(set(x["step"] for x in of("evaluation", trial=2))) and
    40 not in [x["step"] for x in of("evaluation", trial=0)] and
    60 not in [x["step"] for x in of("evaluation", trial=1)]'
ok "events agree with the journal" events 'not torn and
    e[0]["event"] == "begin" and e[0]["trials"] == 3 and
    len(of("start")) == journal("start") == 3 and
    len(of("finish")) == journal("finish") == 2 and not of("end")'

# A process on another host cannot be checked: only the age of its status
# counts.
elsewhere() {
    rm -rf elsewhere
    cp -r a elsewhere
    echo "far-away 7 9" >elsewhere/owner
    python3 -c '
import datetime, json, sys
s = json.load(open("a/status.json"))
s.update(host="far-away", process=int(sys.argv[1]), process_began=9)
if sys.argv[2] == "now":
    s["written"] = datetime.datetime.utcnow().isoformat()[:-3] + "Z"
else:
    s["written"] = "2020-01-01T00:00:00.000Z"
json.dump(s, open("elsewhere/status.json", "w"))' "$@" 2>/dev/null
}
elsewhere 7 now
ok "on another host it counts as running while it writes" \
    json 's["state"] == "running" and s["running"] == 1' elsewhere
elsewhere 7 then
ok "then it is silent, and named once" says \
    "^state  *silent: held on far-away, process 7; was last alive at 20.* ago)\$" \
    0 "$codarun" status elsewhere
ok "and the journal counts" says "3: 2 finished, 0 failed, 0 running" 0 \
    "$codarun" status elsewhere
elsewhere 8 now
ok "another process's status does not count" \
    json 's["state"] == "silent" and s["from"] == "journal"' elsewhere
printf '{"state": ' >elsewhere/status.json
ok "nor an unreadable one" \
    json 's["state"] == "silent" and s["finished"] == 2' elsewhere
rm elsewhere/status.json elsewhere/owner
ok "without both it does not run" says "^state  *not running\$" 0 \
    "$codarun" status elsewhere
rm "$(ls elsewhere/trials/*/*.h5 | head -n 1)"
ok "a result that is gone is named, with status 1" says \
    "^codarun: warning: result file .*: found none, expected the one" 1 \
    "$codarun" status elsewhere
ok "and does not count" grep -q "3: 1 finished, 0 failed, 0 running, 2 wait" \
    "$scratch/said"
sed -i '/ finish /,$d' elsewhere/journal
ok "a result that the journal lacks does" \
    json 's["finished"] == 1 and s["waiting"] == 2 and s["best_goal"] > 0' \
    elsewhere

# --- continued ---------------------------------------------------------------
printf '{"time": "2026-0' >>a/events.jsonl
stop() {
    kill -USR1 $job
    wait $job
    test $? -eq 85
}
start
ok "continued, it runs" becomes 's["on"] and s["on"][0]["step"] > 0'
ok "the next attempt" json 's["state"] == "running" and
    s["on"][0]["trial"] == 2 and s["on"][0]["attempt"] == 2'
ok "it is stopped" stop
ok "and says so" says "^state  *not running; ended (stopped) at 20" 0 \
    "$codarun" status a
ok "to programs, too" json 's["state"] == "ended" and s["ended"] == "stopped"'
ok "an incomplete event does not damage others" events 'torn == 1 and
    len(of("begin")) == len(of("resume")) == len(of("end")) == 1 and
    of("resume", finished=2) and of("end", how="stopped") and
    len(of("stop", trial=2, attempt=2)) == 1 == journal("stop") and
    len(of("start")) == journal("start") == 4'

# --- warnings of ranks -------------------------------------------------------
# Only rank 1 trains, and finds the state damaged.
state=$(ls a/states/*/*.last.h5)
printf 'X' | dd of="$state" bs=1 seek=2000 conv=notrunc 2>/dev/null
start --dedicated-coordinator
ok "a rank that warns" becomes 's["on"] and s["on"][0]["step"] > 0'
ok "is stopped" stop
ok "names the rank" says \
    "^codarun: rank 1 on $(hostname): warning: .*set aside" 0 cat log
ok "and the trial" events 'len(of("warning")) == 1 and
    of("warning", rank=1, trial=2) and "set aside" in of("warning")[0]["text"]'

# --- failures ----------------------------------------------------------------
ok "trials that fail" says "0 finished, 3 failed" 3 \
    "$codarun" run a.yaml -o poor --set run.memory_gb=1.0e-4
ok "are events with their reasons" events 'not torn and len(of("fail")) == 3
    and all("budget" in x["reason"] for x in of("fail"))
    and of("end", how="failed", failed=3)' poor/events.jsonl
ok "and counted" json 's["failed"] == 3 and s["ended"] == "failed"' poor
mkdir -p blocked/events.jsonl blocked/status.json
ok "what cannot be written" says "3 failed" 3 \
    "$codarun" run a.yaml -o blocked --set run.memory_gb=1.0e-4
ok "is warned of once" sh -c 'grep -c "warning: .*events.jsonl" "$1" | grep -qx 1 &&
    grep -c "warning: .codarun status. does not see" "$1" | grep -qx 1' - said

# --- rungs -------------------------------------------------------------------
make_experiment race.yaml <<EOF
name: race
train: {steps: 27, batch: 8, evaluate_every: 1}
run: {keep: none}
sweep:
  scheduler: {kind: halving, rungs: 2}
  parameters: {train.seed: [1, 2, 3, 4, 5, 6, 7, 8, 9]}
EOF
ok "a race runs" "$codarun" run -q -o race race.yaml
ok "its rungs are events" events 'len(of("rung", rung=1)) == 9 and
    len(of("rung", rung=2)) == 3 and len(of("finish")) == 9 and
    of("end", how="done") and of("start", attempt=1)[0]["until"] < 0.2' \
    race/events.jsonl
rm -r race/trials race/status.json
sed -i '/ rung 3 /q' race/journal
ok "trials at a rung are paused" \
    json 's["paused"] == 4 and s["waiting"] == 5 and s["finished"] == 0' race

# Of nine draws from two values some are equal, and are trained once.
sed 's/^  scheduler:.*/  method: random\n  trials: 9/
    s/seed: .*/seed: [1, 2]}/' race.yaml >drawn.yaml
ok "trials are drawn" "$codarun" run -q -o drawn drawn.yaml
ok "equal trials count, and are reported" says \
    "^trials  *9: 9 finished, .* (7 equal an earlier one)\$" 0 \
    "$codarun" status drawn
ok "so they are in JSON" json 's["equal"] == 7' drawn
ok "a table has them once, and says so" says \
    "^2 trials: 2 finished (7 more equal an earlier one)\$" 0 \
    "$codarun" table drawn

# --- older folders -----------------------------------------------------------
for old in schema1 schema1-nli schema2; do
    contents "$folders/$old" >before
    ok "$old: it does not run" says "^state  *not running\$" 0 \
        "$codarun" status "$folders/$old"
    ok "$old: its results count" json 's["state"] == "absent" and
        s["trials"] == s["finished"] > 0 and s["best_goal"] is not None' \
        "$folders/$old"
    contents "$folders/$old" >after
    ok "$old: nothing was touched" cmp before after
done
done_testing
