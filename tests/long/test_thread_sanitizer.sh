#!/bin/bash
# The team of threads, the coordinator and its background writers under
# ThreadSanitizer: their unit tests, and small sweeps under mpirun.
#
# gcc's OpenMP library does not tell the sanitizer about its barriers; clang's
# does, by Archer.  Other libraries were built without the sanitizer, so their
# internal accesses are not checked.
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/sweeps.sh"

[ -n "$CODARUN_LONG" ] || skip_all "builds everything anew: make check-long"
cc=${TSAN_CC:-clang}
cat >"$scratch/made.c" <<'END'
int main(void)
{
    int n = 0;
#pragma omp parallel for num_threads(2) reduction(+ : n)
    for (int i = 0; i < 2; i++)
        n++;
    return n != 2;
}
END
$cc -fsanitize=thread -fopenmp -o "$scratch/made" "$scratch/made.c" \
    2>/dev/null || skip_all "no clang with ThreadSanitizer and OpenMP (Debian: \
clang, libclang-rt-14-dev and libomp-dev)"
omp=$(ldd "$scratch/made" | awk '/libomp/ { print $3 }')
archer=$(dirname "$(realpath "$omp")")/libarcher.so
[ -e "$archer" ] || skip_all "no libarcher.so beside $omp"

top=$(cd "${srcdir:-.}" && pwd)
mkdir "$scratch/build"
cd "$scratch/build" || exit 99
unset MAKEFLAGS MFLAGS MAKELEVEL TESTS

# One line a unit test of data that threads share.
tests="test_team test_team_ops test_threads test_train test_products
    test_lease test_lease_heartbeats test_lease_file
    test_lease_after test_journal_writer test_journal test_journal_pack test_copied
    test_proposer test_proposals test_cancelled test_proposal_cache test_membership"

ok "configure takes clang and its sanitizer" "$top/configure" CC="$cc" \
    --disable-werror CFLAGS="-g -O1 -w -fsanitize=thread \
-fno-omit-frame-pointer"
# random.c chooses its loops before the sanitizer has started.
ok "the file without the sanitizer builds" make CFLAGS="-g -O1 -w" src/base/numbers/random.o
# shellcheck disable=SC2046,SC2086 # lists of words
ok "it builds" make -j"$(nproc)" codarun \
    $(for test in $tests; do unit_test "$test"; done)

export OMP_TOOL_LIBRARIES=$archer OMP_NUM_THREADS=3
export TSAN_OPTIONS="ignore_noninstrumented_modules=1 exitcode=66 \
die_after_fork=0 log_path=$scratch/report"

# unraced COMMAND...: it reports no race, and ends well
unraced() {
    rm -f "$scratch"/report.*
    "$@"
    status=$?
    ! cat "$scratch"/report.* 2>/dev/null && [ $status -eq 0 ]
}

# A race that must be found, or else the following tests mean nothing.
cat >"$scratch/race.c" <<'END'
int shared, own[2];
int main(void)
{
#pragma omp parallel num_threads(2)
    for (int i = 0; i < 1000; i++)
        shared++;
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 2; i++)
        own[i] = shared;
    return own[0] != own[1];
}
END
sed 's/shared++/__atomic_fetch_add(\&shared, 1, __ATOMIC_RELAXED)/' \
    "$scratch/race.c" >"$scratch/none.c"
for name in race none; do
    $cc -g -fsanitize=thread -fopenmp -o "$scratch/$name" "$scratch/$name.c"
done
ok "a race is found" eval '! unraced "$scratch/race"'
ok "and none in correct code" unraced "$scratch/none"

for test in $tests; do
    program=$(unit_test "$test")
    [ ! -x "$program" ] || ok "$test has no race" unraced "$program"
done

# Threads of ranks: sweeps that train, that search, that lose a rank, and that
# are stopped and continued.
make_experiment learns.yaml <<END
name: learns
train: {steps: 12, batch: 8, grains: 4, evaluate_every: 4}
run: {threads: 2, silence: 5}
sweep:
  method: {kind: tpe, round: 3, start: 6}
  trials: 10
  seed: 2
  parameters:
    train.learning_rate: {min: 1.0e-4, max: 1.0, scale: log}
    model.attention.kind: [softmax, coda]
END
unset CODARUN_DATA
ok "one rank of three threads trains" unraced ./codarun run -q -o one \
    learns.yaml --set run.threads=3
ok "three ranks do" unraced mpirun -n 3 ./codarun run -q -o three learns.yaml
ok "with the same bits" ./codarun verify one three
ok "two beside a coordinator that does not" unraced mpirun -n 3 ./codarun \
    run -q --dedicated-coordinator -o apart learns.yaml
ok "two ranks a trial" unraced mpirun -n 4 ./codarun run -q -o shared \
    learns.yaml --set run.ranks_per_trial=2
stopped() {
    mpirun -n 2 ./codarun run -q -o part learns.yaml &
    launcher=$!
    begun 3 part && ./codarun stop part
    wait $launcher || grep -q " start " part/journal
}
ok "two ranks are asked to stop" unraced stopped
ok "and go on" unraced mpirun -n 2 ./codarun resume -q part
ok "with the same bits" ./codarun verify one part
cut -f 1,2 valid.tsv >asked.tsv
ok "rows are answered by three threads" unraced ./codarun predict \
    --threads 3 --trial 1 one asked.tsv
ok "a transformer is trained" unraced ./codarun run -q -o mlu \
    "$top/experiments/mlu-quick.yaml" --set train.steps=20 \
    --set task.examples=300 --set task.valid_examples=10 \
    --set task.test_examples=10 --set train.seed=1 --set run.threads=3
done_testing
