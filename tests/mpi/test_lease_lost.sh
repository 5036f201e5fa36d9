#!/bin/bash
# Who loses the lease of a folder, at whatever point of a run, ends with status
# 75 and one line, and writes nothing of the sweep's any more.
. "${srcdir:-.}/tests/tap.sh"

# The lease is lost before or behind the N-th call of a kind with a path: then
# $LOSE_HOOK runs.  On rank 0 alone.
cat >"$scratch/lose.c" <<END
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static long calls;

static void meet(const char *call, const char *path)
{
    const char *rank = getenv("PMIX_RANK"), *name = strrchr(path, '/');

    if (strcmp(call, getenv("LOSE_CALL")) || (rank && strcmp(rank, "0")) ||
        fnmatch(getenv("LOSE_NAME"), name ? name + 1 : path, 0) ||
        __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST) !=
            atol(getenv("LOSE_NTH")))
        return;
    if (system(getenv("LOSE_HOOK")))
        _exit(99);
}

#define REAL(name) *(void **)&real = dlsym(RTLD_NEXT, name)
#define MODE(mode) \
    va_list more; \
    va_start(more, flags); \
    const mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0; \
    va_end(more)

int open(const char *path, int flags, ...)
{
    int (*real)(const char *, int, mode_t);

    REAL("open");
    MODE(mode);
    meet(flags & O_CREAT ? "create" : "open", path);
    return real(path, flags, mode);
}

int openat(int in, const char *path, int flags, ...)
{
    int (*real)(int, const char *, int, mode_t);

    REAL("openat");
    MODE(mode);
    meet(flags & O_CREAT ? "create" : "open", path);
    return real(in, path, flags, mode);
}

int renameat(int old, const char *from, int new, const char *to)
{
    int (*real)(int, const char *, int, const char *);

    REAL("renameat");
    const int status = real(old, from, new, to);
    meet("put", to);
    return status;
}

int unlink(const char *path)
{
    int (*real)(const char *);

    REAL("unlink");
    const int status = real(path);
    meet("unlink", path);
    return status;
}

int fdatasync(int fd)
{
    char name[64], path[4096] = "";
    int (*real)(int);

    REAL("fdatasync");
    const int status = real(fd);
    snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
    if (readlink(name, path, sizeof(path) - 1) > 0)
        meet("sync", path);
    return status;
}
END
${CC:-cc} -shared -fPIC -o "$scratch/lose.so" "$scratch/lose.c" -ldl 2>/dev/null ||
    skip_all "no compiler"

make_experiment "$scratch/lost.yaml" <<END
name: lost
train: {epochs: 20, batch: 8, grains: 16, evaluate_every: 10}
run: {checkpoint_seconds: 0.05, threads: 1, cache_gb: 0, silence: 4}
sweep: {parameters: {train.seed: [1, 2, 3]}}
END

# Another holder's lease, and how the folder stands when it comes.  Ranks may
# still put states and results away, which have the same bits whoever does; an
# empty file tells nothing.
cat >"$scratch/contents" <<'END'
#!/bin/sh
cd "$1" && find . -type f -size +0 ! -name owner ! -name '*.tmp.*' \
    ! -path './trials/*' ! -path './states/*' -printf '%p %T@ ' \
    -exec sha256sum {} \; | sort
END
cat >"$scratch/take" <<'END'
#!/bin/sh
unset LD_PRELOAD
echo "elsewhere 5 1 boot=b pids=1 token=another every=0.2 silence=4 \
state=held beat=7" >"$LOSE_DIR/owner.new" &&
    mv "$LOSE_DIR/owner.new" "$LOSE_DIR/owner" &&
    "${0%/*}/contents" "$LOSE_DIR" >"$LOSE_DIR.then"
END
chmod +x "$scratch/contents" "$scratch/take"

# lose RANKS CALL NAME NTH: a run in $dir that loses the lease there
lose() {
    export LOSE_DIR=$dir LOSE_HOOK=$scratch/take
    ranks "$1" env LD_PRELOAD="$scratch/lose.so" LOSE_CALL="$2" \
        LOSE_NAME="$3" LOSE_NTH="$4" "$codarun" run "$scratch/lost.yaml" \
        -o "$dir" --set run.ranks_per_trial="$1" >"$dir.out" 2>&1 </dev/null
    status=$?
    cat "$dir.out"
    [ $status -eq 75 ] &&
        [ "$(grep -c "^codarun: " "$dir.out")" -eq 1 ] &&
        grep "^codarun: .*was taken over by process 5 on host elsewhere" \
            "$dir.out" && grep "^elsewhere 5 " "$dir/owner" &&
        "$scratch/contents" "$dir" | diff "$dir.then" - &&
        ! find "$dir" -name "*.tmp.*" | grep . &&
        ! grep -sE " (fail|down|blame|lost) " "$dir/journal"
}

# The other has gone, and its lease with it.
goes_on() {
    rm -f "$dir/owner"
    "$codarun" run "$scratch/lost.yaml" -o "$dir" &&
        "$codarun" verify "$scratch/whole" "$dir"
}

# loses WHERE RANKS CALL NAME NTH
loses() {
    where=$1
    shift
    ok "the lease is lost $where: nothing is touched" lose "$@"
    ok "and the same command goes on, in the same bits" goes_on
}

ok "a run left alone finishes" "$codarun" run "$scratch/lost.yaml" \
    -o "$scratch/whole"

RANDOM=${CODARUN_LEASE_SEED:-7}
n=0
while read -r ranks call name nth where; do
    n=$((n + 1))
    dir=$scratch/lost.$n
    loses "$where" "$ranks" "$call" "$name" "$nth"
done <<END
1 create checking.tmp.* 1 before the input is checked
2 open train.tsv 1 while the input is checked
1 unlink checking 1 before the data are compared
2 put origin 1 while the folder is begun
1 put experiment.yaml 1 between the two files of the experiment
2 put experiment.text 1 before the journal is begun
1 sync journal 1 before the first order
1 create events.jsonl 1 before the first event
1 sync journal $((RANDOM % 3 + 2)) while trials begin and end
2 sync journal $((RANDOM % 3 + 2)) while trials begin and end
1 put *.h5 $((RANDOM % 6 + 1)) behind a state that is put away
1 create sweep.h5.tmp.* 1 while sweep.h5 is written
END

# What stands torn at the end of the journal may be a line that the other has
# begun.
resumes() {
    cp -r "$scratch/whole" "$dir"
    printf '99 sta' >>"$dir/journal"
    rm "$dir/sweep.h5"
    lose "$@"
}
dir=$scratch/resumed
ok "the lease is lost before the journal is read: nothing is touched" \
    resumes 1 create journal 1
ok "and the same command goes on, in the same bits" goes_on

done_testing
