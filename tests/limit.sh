#!/bin/sh
# limit.sh - run a test; it fails if it does not end in time.
#
#     limit.sh PROGRAM [ARGUMENT]...
#
# CODARUN_TEST_SECONDS is the time, by default ten minutes.  All processes of a
# test that fails are ended.  They are found by a variable that they inherit,
# because ranks have process groups of their own.
seconds=${CODARUN_TEST_SECONDS:-600}
CODARUN_TEST="${CODARUN_TEST-} $$ "
export CODARUN_TEST

# Print the processes that this test has left.
members()
{
    set -- /proc/[0-9]*/environ # listed before grep starts
    grep -lsz "^CODARUN_TEST=.* $$ " "$@" | cut -d / -f 3
}

# end SIGNAL: send it to them, and wait some seconds for their end
end()
{
    for _ in 1 2 3 4 5; do
        pids=$(members)
        [ -n "$pids" ] || break
        # shellcheck disable=SC2086 # a list
        kill -"$1" $pids 2>/dev/null
        sleep 1
    done
}

timeout --foreground -k 10 "$seconds" "$@"
status=$?
if [ $status -ne 0 ]; then
    end TERM
    end KILL
fi
case $status in
124 | 137)
    why="within $seconds seconds"
    [ $status -eq 124 ] || why="$why, and is not killed, as for its memory"
    printf '\nnot ok - it ends by itself %s\n' "$why"
    ;;
esac
exit $status
