#!/bin/bash
# Unit tests that `make check` plays in part, in whole: every case in plain C, by
# threads, stopped and by OpenBLAS, every world of a study, every line of all
# data.
. "${srcdir:-.}/tests/tap.sh"

export CODARUN_FULL=1
unit() { "${builddir:-.}/$(unit_test "$1")"; }

ok "all ways give all pinned digits" unit test_golden
ok "a sweep is the same in five thousand worlds" unit test_study
ok "subwords of every line of all data come back" unit test_subwords
done_testing
