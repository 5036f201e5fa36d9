#!/bin/sh
# schedule.sh - run tests, the longest first, and name the slowest at the end.
#
#     MAKE=make WAITING="TEST..." schedule.sh SUITE.log TEST.log...
#
# Make runs the tests, as many at a time as its -j says.  The tests in WAITING,
# which wait more than they compute, run beside them, CODARUN_WAITING at a time
# (default 3).  The time of a test is taken from the .trs of its last run, or
# else from tests/seconds.
suite=$1
shift

# Print the logs "$@", the longest tests first.
longest_first()
{
    for log; do
        echo "test ${log%.log}"
        [ ! -f "${log%.log}.trs" ] ||
            sed -n "s|^:seconds: \([0-9.]*\).*|last \1 ${log%.log}|p" \
                "${log%.log}.trs"
    done | awk '
        FNR == NR { usual[$2] = $1; next }
        $1 == "last" { last[$3] = $2; next }
        { name[n++] = $2 }
        END {
            for (i = 0; i < n; i++)
                print (name[i] in last ? last[name[i]] : usual[name[i]]) + 0,
                    i, name[i] ".log"
        }' "${srcdir:-.}/tests/seconds" - | sort -k1,1nr -k2,2n |
        cut -d ' ' -f 3
}

# Is the test of this log in WAITING?
waits()
{
    for test in $WAITING; do
        [ "${test%.sh}.log" != "$1" ] || return 0
    done
    return 1
}

# Print the ten slowest tests of "$@", with their seconds.
slowest()
{
    for log; do
        [ ! -f "${log%.log}.trs" ] ||
            sed -n "s|^:seconds: \(.*\)|\1 ${log%.log}|p" "${log%.log}.trs"
    done | sort -k1,1nr | awk '
        { wall += $1; processor += $2 }
        NR <= 10 { line[NR] = sprintf("%8.1f %8.1f  %s", $1, $2, $3) }
        END {
            if (NR == 0)
                exit
            print "The slowest tests: seconds, and of processor time:"
            for (i = 1; i in line; i++)
                print line[i]
            printf "%8.1f %8.1f  %d tests together\n", wall, processor, NR
        }'
}

waiting=
working=
for log in $(longest_first "$@"); do
    if waits "$log"; then
        waiting="$waiting $log"
    else
        working="$working $log"
    fi
done
rm -f "$suite"
for log; do
    rm -f "$log" "${log%.log}.trs"
done

# The waiting tests run in a separate make, which may run more at a time than
# this one.  This make's job server must not be passed on to it.
beside=
if [ -n "$waiting" ]; then
    # shellcheck disable=SC2086 # lists of words
    MAKEFLAGS=$(echo " $MAKEFLAGS" | sed \
        's/ -j[0-9]*//; s/ --jobserver-[a-z]*=[^ ]*//; s/^ \([^ ]\)/\1/') \
        $MAKE --no-print-directory -k "-j${CODARUN_WAITING:-3}" $waiting &
    beside=$!
    trap 'kill $beside; exit 130' INT TERM
fi
# shellcheck disable=SC2086
[ -z "$working" ] || $MAKE --no-print-directory -k $working
[ -z "$beside" ] || wait "$beside"
trap - INT TERM
$MAKE --no-print-directory "$suite" TEST_LOGS="$*"
status=$?
slowest "$@"
exit $status
