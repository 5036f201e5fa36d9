#!/bin/bash
# The longest tests start first, and waiting tests run beside the others.  Each
# test prints its seconds, and at the end the slowest are listed.
. "${srcdir:-.}/tests/tap.sh"

top=$(cd "$srcdir" && pwd)
mkdir -p "$scratch/tree/tests"
cd "$scratch" || exit 99

# A fake test is a line in `order` and a .trs; those named t.w* wait for one
# another.
cat >Makefile <<'END'
suite.log: $(TEST_LOGS)
	@echo "suite of $(words $(TEST_LOGS))"; touch $@; ! grep -l FAIL *.trs
t.w%.log:
	@echo $@ >>waiters; n=0; \
	until test `wc -l <waiters` -eq 3; do \
	  n=$$((n + 1)); test $$n -lt 600 && sleep 0.1 || exit 1; \
	done; echo ":seconds: 0.5 0.1" >$*.w.trs; touch $@
t.%.log:
	@echo $* >>order; echo ":seconds: $* 0.1" >t.$*.trs; touch $@
END
cat >tree/tests/seconds <<'END'
12 t.12
9 t.9
2 t.2
3 t.3
END

# scheduled TEST...: run by a make of one job
scheduled() {
    unset CODARUN_WAITING
    rm -f order waiters
    MAKE=make WAITING="t.w1 t.w2 t.w3.sh" srcdir=tree MAKEFLAGS="" \
        sh "$top/tests/schedule.sh" suite.log "$@" >said 2>&1
}

ok "tests are run" scheduled t.1.log t.2.log t.12.log t.9.log t.3.log
ok "the longest first" test "$(paste -sd' ' order)" = "12 9 3 2 1"
ok "the slowest are named" grep "^ *12.0 .* t.12" said
ok "and the time of all" grep "^ *27.0 .* 5 tests together" said
echo ":seconds: 20.5 1.0" >t.3.trs
ok "they are run again" scheduled t.2.log t.12.log t.3.log
ok "by the seconds of the last run" test "$(paste -sd' ' order)" = "3 12 2"
ok "three that wait run at a time, beside others" timeout 120 bash -c "
    $(declare -f scheduled); top='$top'
    scheduled t.2.log t.w{1,2,3}.log && test -s order"
echo ":seconds: 0.1 0.1 FAIL" >t.failed.trs
ok "a failure is no success" eval "! scheduled t.2.log"
ok "and the slowest are still named" grep "1 tests together" said

# A test's driver: seconds in the .trs, in the .log and on the output.
cat >loops.sh <<'END'
echo "1..1"; i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done; echo "ok 1"
END
driven() {
    "$top/tests/driver.sh" "${1-$top/build-aux/tap-driver.sh}" \
        --test-name loops --log-file loops.log --trs-file loops.trs \
        --color-tests no --enable-hard-errors yes --expect-failure no -- \
        sh loops.sh
}
ok "a test says its seconds" says "^TIME: loops [0-9.]* s, [0-9.]* s of" 0 driven
ok "so does its .trs" grep -E "^:seconds: [0-9]+\.[0-9] [0-9]+\.[0-9]$" loops.trs
ok "those of its processes are not zero" awk '/:seconds:/ { exit !($3 > 0) }' \
    loops.trs
ok "and its .log" grep "^# .* s of processors" loops.log
ok "with the result" grep "^:test-result: PASS" loops.trs

# Without this the missing test would not be noticed.
rm loops.trs
echo 'kill -s KILL $$' >dies.sh
ok "a killed driver is not a success" says "^TIME: loops" 137 driven dies.sh
ok "and its test has an error" grep "^:test-result: ERROR" loops.trs
echo 'echo ":test-result: PASS" >loops.trs; exit 1' >fails.sh
ok "so has one whose driver fails" says "^TIME: loops" 1 driven fails.sh
ok "whatever it printed before" grep "^:global-test-result: ERROR" loops.trs
done_testing
