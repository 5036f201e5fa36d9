#!/bin/bash
# Limits of processors and memory: a run finds them, names them, and obeys them.
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/groups.sh"
. "$srcdir/tests/mpi/sweeps.sh"

make_experiment "$scratch/a.yaml" <<X
name: a
train: {steps: 8, batch: 12, grains: 4, evaluate_every: 4}
run: {keep: none}
X
unset SLURM_JOB_ID OMP_PROC_BIND OMP_PLACES GOMP_CPU_AFFINITY OMP_NUM_THREADS
cores=$(nproc)
cd "$scratch" || exit 99

# --- binding ------------------------------------------------------------------

# Under mpirun, which binds one rank to one core.
bound() {
    OMP_PROC_BIND=true OMP_PLACES=cores ranks 1 "$codarun" "$@"
}

# roaming PID: count its threads that may run on every core
roaming() {
    grep -hs '^Cpus_allowed_list:' "/proc/$1"/task/*/status |
        grep -cxF "$(grep '^Cpus_allowed_list:' /proc/self/status)"
}

# learners_roam: while word vectors are learned, two threads may run on every
# core
learners_roam() {
    for _ in $(seq 300); do echo "a b c d e f g h"; done >words
    mpirun -n 1 "$codarun" vectors words -o vectors --passes 10000 \
        >/dev/null 2>&1 &
    launcher=$!
    for _ in $(seq 300); do
        n=$(roaming "$(pgrep -P $launcher -f 'vectors words')")
        [ "$n" -lt 2 ] || break
        sleep 0.1
    done
    kill $launcher
    wait $launcher
    [ "$n" -ge 2 ]
}

# threads_roam: soon after a run's start all its computing threads and the
# coordinator's may run on every core
threads_roam() {
    OMP_PROC_BIND=true OMP_PLACES=cores mpirun -n 1 "$codarun" run a.yaml \
        -o bound --set train.steps=1000000000 >roam 2>&1 &
    launcher=$!
    begun 1 bound
    for _ in $(seq 300); do
        n=$(roaming "$(process 0 bound)")
        [ "$n" -le "$cores" ] || break
        sleep 0.1
    done
    kill -USR1 $launcher
    wait $launcher
    cat roam
    echo "$n threads roam"
    [ "$n" -gt "$cores" ]
}

if [ "$cores" -lt 2 ]; then
    skip "OMP_PROC_BIND binds no thread" "this machine has one core"
else
    ok "OMP_PROC_BIND leaves a rank its cores" \
        says "^rank 0 .* uses [2-9]" 0 bound doctor
    ok "doctor says that it is ignored" grep -q \
        "^hint: OMP_PROC_BIND=true OMP_PLACES=cores is ignored" said
    ok "also without mpirun" says "^rank 0 .* uses [2-9]" 0 \
        env OMP_PLACES=cores "$codarun" doctor
    ok "a run's threads are not bound" threads_roam
    ok "nor are those that learn word vectors" learners_roam
    ok "and it says so in one line" test "$(grep -c "is ignored" roam)" -eq 1
    ok "so does one that starts itself again for OpenBLAS" says \
        "^hint: GOMP_CPU_AFFINITY=0 is ignored" 0 env -u OPENBLAS_CORETYPE \
        CODARUN_SIMD=plain GOMP_CPU_AFFINITY=0 "$codarun" doctor
    ok "OMP_PROC_BIND=false is kept" sh -c \
        '! OMP_PROC_BIND=False OMP_PLACES=cores "$1" doctor | grep ignored' - \
        "$codarun"
fi

# --- processors ---------------------------------------------------------------

# A machine of 1,000 cores: hwloc lets a process use all of them.
other_machine() {
    env -u HWLOC_XMLFILE -u HWLOC_THISSYSTEM HWLOC_SYNTHETIC="core:1000 pu:1" "$@"
}

"$codarun" doctor | grep '^rank 0 ' >here
ok "another machine's topology gives no cores" says "^$(cat here)\$" 0 \
    other_machine "$codarun" doctor
ok "doctor says that it is ignored" grep -q \
    "^hint: HWLOC_SYNTHETIC is ignored: it is of another machine" said
ok "so does a run" says "^HWLOC_SYNTHETIC is ignored" 0 \
    other_machine "$codarun" run a.yaml --dry-run
ok "one declared to be of this machine is used" says \
    "^cores  *1000" 0 other_machine env HWLOC_THISSYSTEM=1 "$codarun" doctor

# A machine of two NUMA nodes, each with 256 cores of 2 hyperthreads.  This
# process runs on the first, however it is bound.
two_nodes() {
    env -u HWLOC_XMLFILE HWLOC_THISSYSTEM=1 \
        HWLOC_SYNTHETIC="pack:2 numa:1(memory=8GB) core:256 pu:2" \
        "$codarun" doctor "$@"
}
node="256 cores with 512 hyperthreads, 7.5 GiB"
ok "cores are counted apart from hyperthreads" says \
    "^cores        512 with 1024 hyperthreads" 0 two_nodes
ok "NUMA nodes are shown" grep -qx "NUMA node 0  $node" said
ok "all of them" grep -qx "NUMA node 1  $node" said
ok "and which a rank's cores are near" grep -q \
    "^rank 0 .* bound by the launcher to [0-9]*, near NUMA node 0\$" said
node='"cores": 256, "hyperthreads": 512, "memory_bytes": 8000000000'
ok "programs get them, too" says "\"numa_nodes\": \[{\"node\": 0, $node}, \
{\"node\": 1, $node}\], .*\"ranks\": \[{.*\"numa_nodes\": \[0\]}\]" 0 \
    two_nodes --format json

# A system with more processors than fit into a mask of fixed size refuses one.
cat >many.c <<'X'
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
int sched_getaffinity(pid_t pid, size_t bytes, cpu_set_t *set)
{
    if (bytes < 512)
        return errno = EINVAL, -1;
    memset(set, 0, bytes);
    return syscall(SYS_sched_getaffinity, pid, bytes, set) < 0 ? -1 : 0;
}
X
if [ "$cores" -lt 2 ]; then
    skip "more than 1,024 processors" "this machine has one core"
elif grep -q __asan_init "$codarun"; then
    skip "more than 1,024 processors" "a sanitizer comes first"
else
    ok "a system of 4,096 processors is simulated" \
        ${CC:-cc} -shared -fPIC -o many.so many.c
    ok "all are found" says "^rank 0 .* uses [2-9]" 0 \
        env LD_PRELOAD="$PWD/many.so" "$codarun" doctor
fi

make_group cpu
if [ -z "$group" ]; then
    skip "a quota of processors" "needs the right to make a control group"
else
    if [ $version = 1 ]; then
        echo 100000 >"$group/cpu.cfs_quota_us"
    else
        echo "100000 100000" >"$group/cpu.max"
    fi
    ok "a quota limits the threads" says "^rank 0 .* uses 1 core " 0 \
        in_group "$codarun" doctor
    ok "and is named" grep -q \
        "^cores .* the time of 1 by cpu.* of control group '.*/codarun-test" said
    ok "no core is idle because of it" sh -c '! grep idle said'
    ok "a quota is taken from the right control group" remove_group
fi
ok "so does what Slurm grants" says \
    "^cores .*\\(time of 1 by SLURM_CPUS_ON_NODE\\|  1$\\)" 0 \
    env SLURM_JOB_ID=1 SLURM_CPUS_ON_NODE=1 "$codarun" doctor

# --- memory -------------------------------------------------------------------

# The last trial needs 200 GiB, the one before it nearly all of 256 MiB.
make_experiment "$scratch/big.yaml" <<X
name: big
train: {steps: 2, batch: 12, grains: 4, evaluate_every: 1}
run: {keep: all}
sweep: {parameters: {model.hidden: [24, 400, 560, 16384]}}
X

# fails_alone DIR REASON COMMAND...: the sweep's last trial fails, and the sweep
# and all ranks continue
fails_alone() {
    dir=$1 reason=$2
    shift 2
    "$@" >log 2>&1
    cat log
    grep -q '^4 trials: 3 finished, 1 failed$' log &&
        grep -q "^trial 3 failed: needs about .* GiB a rank, .*$reason" log &&
        ! grep -E "MPI_ABORT|signal" log &&
        [ "$(grep -c " start " "$dir/journal")" -eq 4 ]
}

make_group memory
limit=memory.limit_in_bytes
[ $version = 1 ] || limit=memory.max
if [ -z "$group" ]; then
    skip "a control group's memory" "needs the right to make a control group"
elif grep -q __asan_init "$codarun"; then
    skip "a control group's memory" "a sanitizer's malloc()"
    remove_group
else
    echo 268435456 >"$group/$limit"
    by="$limit of control group '.*/codarun-test[^']*' leaves 0.2[0-9]* of 0.25"
    ok "doctor names the group that limits memory" says \
        "^budget  *0.[12][0-9]* GiB a rank: $by GiB\$" 0 in_group "$codarun" doctor
    ok "and warns, because it is little" grep -q \
        "^warning: a rank on .* may use [12][0-9][0-9] MiB of memory" said
    ok "ranks share it" says "^budget  *0.[01][0-9]* GiB a rank: $by GiB for 2" \
        0 in_group mpirun -n 2 "$codarun" doctor
    ok "--dry-run says which trial is beyond it" says \
        "^ *3 .* MiB a rank, beyond its budget of [12][0-9][0-9] MiB" 0 \
        in_group "$codarun" run big.yaml --dry-run
    ok "only that one fails, and the kernel kills nothing" fails_alone group \
        "the budget is 0.[12][0-9]* GiB ($by GiB; run.memory_gb)" \
        in_group mpirun -n 1 "$codarun" run big.yaml -o group
    ok "the group is removed" remove_group
fi

# Memory used by other programs when a rank starts may become free later.
cat >full.c <<'X'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
static const char *made(const char *path)
{
    return strcmp(path, "/proc/meminfo") ? path : "meminfo";
}
#define OPEN(name) \
    int name(const char *path, int flags, ...) \
    { \
        int (*next)(const char *, int, ...) = dlsym(RTLD_NEXT, #name); \
        va_list args; \
        va_start(args, flags); \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(args, mode_t) : 0; \
        va_end(args); \
        return next(made(path), flags, mode); \
    }
OPEN(open)
OPEN(open64)
X
printf 'MemTotal: 8388608 kB\nMemAvailable: 1024 kB\nSwapFree: 0 kB\n' >meminfo
if grep -q __asan_init "$codarun"; then
    skip "a host whose memory others use" "a sanitizer comes first"
else
    ok "a host whose memory others use is simulated" \
        ${CC:-cc} -shared -fPIC -o full.so full.c
    ok "a trial is trained there" says "^1 trial: 1 finished" 0 \
        env LD_PRELOAD="$PWD/full.so" "$codarun" run a.yaml -o full
    ok "with a warning" test \
        "$(grep -c "warning: .* and the host had .* GiB available" said)" -eq 1
    ok "doctor warns, too" says \
        "^warning: a rank on .* has 1 MiB of memory available" 0 \
        env LD_PRELOAD="$PWD/full.so" "$codarun" doctor
fi

ok "Slurm's grant is one" says \
    "^budget  *0.[0-9]* GiB a rank: SLURM_MEM_PER_NODE leaves 0.977 of 0.977 GiB" \
    0 env SLURM_JOB_ID=1 SLURM_MEM_PER_NODE=1000 "$codarun" doctor

# within KIB COMMAND...: run it with a limit of mapped memory
within() {
    # shellcheck disable=SC2016 # for that shell
    sh -c 'ulimit -v "$1" && shift && exec "$@"' - "$@"
}

if grep -q __asan_init "$codarun"; then
    skip "ulimit -v" "a sanitizer maps terabytes"
else
    ok "ulimit -v is one, of each rank" says \
        "^budget  *0.[0-9]* GiB a rank: ulimit -v leaves 0.[0-9]* of 0.954 GiB\$" \
        0 ranks 2 sh -c 'ulimit -v 1000000; exec "$0" doctor' "$codarun"
    ok "a trial beyond it fails, and no rank" fails_alone limit \
        "the budget is 0.[0-9]* GiB (ulimit -v leaves .*; run.memory_gb)" \
        ranks 2 sh -c 'ulimit -v 1000000; exec "$0" run big.yaml -o limit' \
        "$codarun"
    ok "the least limit that libraries need leaves some memory" says \
        "^4 trials: 1 finished, 3 failed\$" 3 within 491520 "$codarun" run \
        big.yaml -o none
    ok "a limit too small for the libraries is refused" says \
        "^codarun: ulimit -v: found 491519 KiB, expected 491520 at least\$" 1 \
        within 491519 timeout 60 "$codarun" doctor
fi
done_testing
