#!/bin/bash
# How many lines of src/ the unit tests and those of the command line run, and
# the files of which they run less than 80 %: those of the coordinator and of
# ranks that are lost are left to the tests under mpirun.
. "${srcdir:-.}/tests/tap.sh"

[ -n "$CODARUN_LONG" ] || skip_all "builds everything anew: make check-long"
echo 'int main(void) { return 0; }' |
    gcc -x c --coverage -o "$scratch/made" - 2>/dev/null &&
    command -v gcov >/dev/null || skip_all "no gcc with gcov"

top=$(cd "${srcdir:-.}" && pwd)
mkdir "$scratch/build"
cd "$scratch/build" || exit 99
unset MAKEFLAGS MFLAGS MAKELEVEL TESTS

ok "configure takes gcc and its counters" "$top/configure" CC=gcc \
    --disable-werror CFLAGS="-g -O1 -w --coverage -fprofile-update=atomic"
ok "it builds" make -j"$(nproc)"
ok "unit tests are run" env CODARUN_GOLDEN=vectors CODARUN_WORLDS=50 \
    make -j"$(nproc)" check-unit
# Bounds of memory and speed are not for such a build, so not all of these may
# pass.
(cd "$top" && echo tests/cli/test_*.sh) >scripts
make -j"$(nproc)" check TESTS="$(cat scripts)" >said 2>&1
ok "scripts are run" grep '^# PASS: *[1-9]' said

# Lines "SHARE LINES FILE" of what is compiled.
shares()
{
    find src -name '*.gcno' -exec gcov -n {} + 2>/dev/null | awk -v top="$top/" '
        /^File / {
            file = substr($0, 7, length($0) - 7)
            sub(/^.*\/src\//, "src/", file)
        }
        /^Lines executed:/ && file ~ /^src\/.*\.c$/ {
            split($0, part, /[:% ]+/)
            if (!(file in share) || part[3] > share[file])
                share[file] = part[3]
            lines[file] = part[5]
        }
        /^$/ { file = "" }
        END { for (f in share) print share[f], lines[f], f }' | sort -n
}

shares >shares.all
ok "files are counted" test "$(wc -l <shares.all)" -gt 400
awk '{ n += $2; run += $1 * $2 / 100 }
    END { printf "# %.1f %% of %d lines are run\n", run * 100 / n, n }' shares.all
awk '$1 < 80 { print "#", $1, "% of", $2, "lines:", $3 }' shares.all
ok "nine lines of ten are run" awk '
    { n += $2; run += $1 * $2 / 100 } END { exit run < 0.9 * n }' shares.all
done_testing
