#!/bin/bash
# Unit tests that `make check` plays in part, in whole: every case in plain C, by
# threads, stopped and by OpenBLAS, every world of a study, every line of all
# data.
. "${srcdir:-.}/tests/tap.sh"

export CODARUN_FULL=1
units=${builddir:-.}/tests/unit

ok "all ways give all pinned digits" "$units/test_golden"
ok "a sweep is the same in five thousand worlds" "$units/test_study"
ok "subwords of every line of all data come back" "$units/test_subwords"
done_testing
