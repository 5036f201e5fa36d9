#!/bin/bash
# The share of lines of src/ that the tests of `make check` run, and the files
# of which they run less than 80 %.
#
# CODARUN_COVERAGE names a folder for the build, which is then kept.  In it,
# `gcov -o src/bench src/bench/null_sweep.gcda` writes null_sweep.c.gcov with the
# count of every line.
#
# It takes forty minutes on two idle cores.  The counters are not atomic,
# because that would be much slower: counts of lines that several threads run
# are a little too low.
. "${srcdir:-.}/tests/tap.sh"

[ -n "$CODARUN_LONG" ] || skip_all "builds everything anew: make check-long"
echo 'int main(void) { return 0; }' |
    gcc -x c --coverage -o "$scratch/made" - 2>/dev/null &&
    command -v gcov >/dev/null || skip_all "no gcc with gcov"

top=$(cd "${srcdir:-.}" && pwd)
build=${CODARUN_COVERAGE:-$scratch/build}
mkdir -p "$build"
cd "$build" || exit 99
build=$(pwd)
find . -name '*.gcda' -exec rm -f {} + # of an earlier run
unset MAKEFLAGS MFLAGS MAKELEVEL TESTS

# A process adds its counts to the files when it ends.  Ranks that have lost
# another rank, children of tests, and processes that tests/mpi/faults.c ends
# leave by calls that do not write counts, so these calls are wrapped.  A
# process killed from outside loses its counts; surviving processes run the same
# lines.
cat >leave.c <<'END_OF_C'
void __gcov_dump(void);
void __real__exit(int status);
void __wrap__exit(int status);

void __wrap__exit(int status)
{
    __gcov_dump();
    __real__exit(status);
}
END_OF_C
cat >abort.c <<'END_OF_C'
void __gcov_dump(void);
int __real_MPI_Abort(void *comm, int status);
int __wrap_MPI_Abort(void *comm, int status);

int __wrap_MPI_Abort(void *comm, int status)
{
    __gcov_dump();
    return __real_MPI_Abort(comm, status);
}
END_OF_C
ok "ends that count compile" eval \
    "gcc -c leave.c abort.c && ar rc libends.a leave.o abort.o"
# Processes of other users may not write the files, and would report it in a
# log.
export GCOV_ERROR_FILE=/dev/null

ok "configure takes gcc and its counters" "$top/configure" CC=gcc \
    --disable-werror CFLAGS="-g -O1 -w --coverage" \
    LDFLAGS="-Wl,--wrap=_exit,--wrap=MPI_Abort \
-Wl,--export-dynamic-symbol=__gcov_dump" LIBS="-L$build -lends"
ok "it builds" make -j"$(nproc)"
# This build breaks bounds of memory and speed, so some tests may fail.
CODARUN_GOLDEN=vectors CODARUN_WORLDS=50 \
    CODARUN_TEST_SECONDS=${CODARUN_COVERAGE_SECONDS:-900} \
    make -j"$(nproc)" check >said 2>&1
ok "tests are run" grep '^# PASS: *[1-9]' said
sed -n 's/^\(# [A-Z]*: *[0-9]\)/\1/p; s/^\(FAIL\|ERROR\): /# &/p' said

# Lines "SHARE LINES FILE" for the compiled files.
shares()
{
    find src -name '*.gcno' -exec gcov -n {} + 2>/dev/null | awk '
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
