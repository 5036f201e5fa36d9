#!/bin/bash
# run.sh - build the fuzz targets in a separate folder, with clang's libFuzzer
# and the address and undefined-behaviour sanitizers, and run them.
#
#     run.sh TARGET...      names as fuzz_json; builds in ./fuzz
#
# Each target runs for FUZZ_SECONDS (3600). fuzz/corpus/TARGET keeps its inputs,
# with which the next call continues.  Inputs that show a fault are kept as
# fuzz/found/TARGET-*; `FUZZ_MADE=fuzz/made fuzz/tests/fuzz/TARGET FILE` repeats
# one.  With ASAN_OPTIONS=fast_unwind_on_malloc=0 it also shows where memory was
# allocated, and runs ten times slower.  In the end each target has a line; the
# status is 1 if any fault was found.
top=$(cd "${srcdir:-.}" && pwd)
codarun=${CODARUN_PROGRAM:-$PWD/codarun}
seconds=${FUZZ_SECONDS:-3600}
clang=${FUZZ_CC:-clang}
unset MAKEFLAGS MFLAGS MAKELEVEL TESTS

if ! echo 'int LLVMFuzzerTestOneInput(const char *d, long n)
        { return !d + !n; }' |
    $clang -w -x c -fsanitize=fuzzer,address,undefined -o /dev/null - 2>&1; then
    echo "make fuzz: $clang has no libFuzzer: install clang and" \
        "libclang-rt-14-dev (Debian) or compiler-rt (Fedora)" >&2
    exit 77
fi

mkdir -p fuzz/corpus fuzz/found fuzz/scratch && cd fuzz || exit 99
export UBSAN_OPTIONS=print_stacktrace=1
export ASAN_OPTIONS=allocator_may_return_null=1
export LSAN_OPTIONS=suppressions=$top/tests/fuzz/lsan.supp:print_suppressions=0
export FUZZ_MADE=$PWD/made TMPDIR=$PWD/scratch

build()
{
    local checks="-fsanitize=fuzzer-no-link,address,undefined"

    # NULL + 0, which is common with empty arrays, is harmless.
    checks="$checks -fno-sanitize=pointer-overflow"
    checks="$checks -fno-sanitize-recover=undefined -fno-omit-frame-pointer"
    [ -e config.status ] ||
        "$top/configure" -q CC="$clang" CFLAGS="-g -O1 -w $checks" || return
    make -s CFLAGS="-g -O1 -w" fuzz-kernels && make -s libcodarun.a &&
        make -s LDFLAGS="-fsanitize=fuzzer,address,undefined" \
            "${@/#/tests/fuzz/}"
}

# Copy the existing files that match the patterns after "Seeds:" in a target's
# first comment.
seeds_of()
{
    local pattern file

    for pattern in $(set -f; sed -n 's/^ \* Seeds: //p' \
        "$top/tests/fuzz/$1.c"); do
        for file in "$top"/$pattern $pattern; do
            [ ! -f "$file" ] || cp "$file" \
                "seeds/$1/$(echo "$file" | cksum | tr ' ' -)"
        done
    done
}

# Run one target, and print its result.
fuzz()
{
    local target=$1 status runs found

    rm -rf "seeds/$target"
    mkdir -p "corpus/$target" "seeds/$target"
    seeds_of "$target"
    "tests/fuzz/$target" -max_total_time="$seconds" -timeout=25 -max_len=16384 \
        -rss_limit_mb=2048 -print_final_stats=1 $FUZZ_OPTIONS \
        -artifact_prefix="found/$target-" "corpus/$target" "seeds/$target" \
        >"$target.log" 2>&1
    status=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$target.log")
    echo "$target: $seconds s, ${runs:-no} runs," \
        "$([ $status -eq 0 ] && echo 'nothing found' ||
            echo "FOUND: see $PWD/$target.log")"
    return $status
}

build "$@" || exit 99
[ -e made/image ] || sh "$top/tests/fuzz/seeds.sh" "$codarun" "$top" ||
    exit 99
all=0
for target in "$@"; do
    fuzz "$target" || all=1
    rm -rf scratch/* # also after a crash
done
exit $all
