#!/bin/sh
# driver.sh - run a test under Automake's driver of tests, and record its time.
#
#     driver.sh DRIVER --test-name NAME --trs-file FILE [OPTION]... -- TEST
#
# It appends a line to NAME.trs, which tests/schedule.sh reads, and the same in
# words to NAME.log:
#
#     :seconds: SECONDS PROCESSOR
#
# PROCESSOR are the seconds of processor time, of the test and of the processes
# that it waited for.  If the driver was killed, there is no result: then the
# test gets an error, because Automake ignores a .trs without results.
driver=$1
shift

# The values of the driver's options.
name= trs=test.trs
previous=
for word; do
    case $previous in
    --test-name) name=$word ;;
    --trs-file) trs=$word ;;
    esac
    [ "$word" != -- ] || break
    previous=$word
done

read -r before _ </proc/uptime
"${CONFIG_SHELL:-/bin/sh}" "$driver" "$@"
status=$?
read -r after _ </proc/uptime
times >"$trs.times"
# The second line of `times` is about children: "1m2.5s 0m0.1s".
took=$(awk -v wall="$before $after" '
    function seconds(text,  part)
    {
        split(text, part, /[ms]/)
        return part[1] * 60 + part[2]
    }
    NR == 2 {
        split(wall, at, " ")
        printf "%.1f %.1f", at[2] - at[1], seconds($1) + seconds($2)
    }' "$trs.times")
rm -f "$trs.times"
if [ $status -ne 0 ] || ! grep -qs '^:test-result:' "$trs"; then
    printf ':%s\n' "test-result: ERROR driver of tests ended with $status" \
        'global-test-result: ERROR' 'recheck: yes' 'copy-in-global-log: yes' \
        >>"$trs"
fi
echo ":seconds: $took" >>"$trs"
took="${took% *} s, ${took#* } s of processors"
echo "# $took" >>"${trs%.trs}.log"
echo "TIME: $name $took"
exit $status
