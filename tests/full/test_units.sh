#!/bin/bash
# Unit tests that `make check` runs in part are run in full: every case in plain
# C, with threads, stopped, and with OpenBLAS; every world of a study; every
# line of all data.
. "${srcdir:-.}/tests/tap.sh"

export CODARUN_FULL=1
unit() { "${builddir:-.}/$(unit_test "$1")"; }

ok "all ways give all pinned digits" unit test_golden
ok "a sweep is the same in five thousand worlds" unit test_study
ok "a replay gives what decisions depend on, in three times as many worlds" \
    unit test_replay
ok "subwords of every line of all data are joined to the same line" unit test_subwords
done_testing
