#!/bin/bash
# Output on a terminal: a progress line has its own line, whatever program
# writes after it and however the program ends.
. "${srcdir:-.}/tests/tap.sh"
command -v python3 >/dev/null || skip_all "no python3"

make_experiment "$scratch/a.yaml" <<END
name: a
train: {batch: 8, evaluate_every: 20}
sweep:
  parameters:
    train.steps: [40, 60]
END
screen="python3 $(cd "${srcdir:-.}/tests/cli" && pwd)/screen.py"
cd "$scratch" || exit 99
unset CODARUN_DATA

# shows STATUS COMMAND...: check the command's status; `said` has the terminal's
# text
shows() {
    expected=$1
    shift
    $screen "$@" >said 2>&1 </dev/null
    status=$?
    cat said
    [ $status -eq "$expected" ]
}

# alone PATTERN...: is each on its own line, in this order, after one progress
# line?
alone() {
    cat said
    awk 'BEGIN { for (i = 1; i < ARGC; i++) wanted[++n] = ARGV[i]; ARGC = 1 }
        /trials? done/ && !/^codarun/ { progress++ }
        /trials? done/ && !/^codarun/ && !/running( \[[0-9]+: [0-9]+%\])*$/ {
            wrong = $0 }
        found < n && $0 ~ "^" wanted[found + 1] { found++ }
        END { print progress, found, wrong
            exit progress != 1 || found != n || wrong }' "$@" <said
}

for ranks in 1 2; do
    launch="mpirun -n $ranks"
    [ $ranks -gt 1 ] || launch=
    rm -rf a
    # shellcheck disable=SC2086 # words
    ok "a sweep of $ranks ends" shows 0 $launch "$codarun" run a.yaml -o a
    ok "its table begins a line below the progress" \
        alone "trial [01] finished" "2 of 2 trials done" "train.steps  n "
    # shellcheck disable=SC2086
    ok "so it does when nothing is left to do" \
        shows 0 $launch "$codarun" run a.yaml -o a
    ok "below one line of progress" alone "2 of 2 trials done" "train.steps  n "
done

# narrow LINE...: does a terminal of 40 columns show these lines of the table?
narrow() {
    shows 0 --columns 40 "$codarun" table a &&
        for line; do grep -q "^$line\$" said || return 1; done
}
ok "a narrow terminal has narrow tables" narrow \
    "train.steps  n  valid.map  test.map" "train.steps  n  test.mrr  test.top1" \
    "scored: of each trial the checkpoint" "  with the highest valid.map"
ok "a file has wide ones, whatever the terminal" shows 0 --columns 40 \
    "$codarun" table a -o wide
ok "of 100 columns" grep -q "^train.steps  n  valid.map  test.map  test.mrr  " \
    wide

cat >b.yaml <<END
$(sed '/^sweep/,/steps:/d; s/^name.*/name: b/; s/^train: {/&steps: 100000000, /' \
    a.yaml)
END
# shellcheck disable=SC2086
ok "a Ctrl-C stops a sweep" shows 85 --when "\\[0: 0%\\]$" \
    "$codarun" run b.yaml -o b
ok "which says so in a line, and the Ctrl-C leaves nothing" \
    alone "0 of 1 trials done, 0 running$" "codarun: stopped by SIGINT with"
ok "also in a narrow terminal" shows 85 --columns 20 --when "0 of 1" \
    "$codarun" run b.yaml -o b
ok "where no progress line is broken in two" \
    test "$(grep -c "^0 of 1 trials done,$" said)" -eq 1

# --- a sweep that is watched -------------------------------------------------
# watched COMMAND...: run it in a terminal until the status has been redrawn; is
# it shown once?
watched() {
    shows 0 --when "running since .*\([2-9] s ago" "$@" &&
        [ "$(grep -c "^sweep  " said)" -eq 1 ] &&
        [ "$(grep -c "^state  *running since .*([2-9] s ago)" said)" -eq 1 ] &&
        grep -q "^ *0  *0 .* 1 .*/100000000 " said && ! grep -q '\^C' said
}
"$codarun" run b.yaml -o watched >log 2>&1 &
sweep=$!
until "$codarun" status watched 2>/dev/null | grep -q "/100000000 "; do
    kill -0 $sweep || break
    sleep 0.1
done
ok "a watched status is drawn in place, and a Ctrl-C leaves it on the screen" \
    watched "$codarun" status watched --watch=0.2
kill $sweep
wait $sweep
ok "which the sweep does not notice" test $? -eq 85

# Only rank 1 trains, and warns that the state is damaged.
state=$(ls b/states/*/*.last.h5)
printf X | dd of="$state" bs=1 seek=2000 conv=notrunc 2>/dev/null
ok "a rank that warns and is stopped" shows 85 --when "set aside" \
    --signal SIGUSR1 \
    mpirun -n 2 "$codarun" run b.yaml -o b --dedicated-coordinator
ok "prints on lines of its own" alone "codarun: rank 1 on [^:]*: warning: state" \
    "0 of 1 trials done, 0 running$" "codarun: stopped by SIGUSR1"
done_testing
