# faults.sh - what happens to a process at a point of what it does to files:
# source it behind tap.sh.  faults.c tells of points and of what may happen.

# make_faults: the library, $shared/faults.so
make_faults() {
    ${CC:-cc} -shared -fPIC -o "$shared/faults.so" "$srcdir/tests/mpi/faults.c" \
        -ldl
}

# fault "POINT" "WHAT" COMMAND...: run it, and there that happens
fault() {
    FAULT_AT=$1 FAULT_DO=$2 LD_PRELOAD=$shared/faults.so "${@:3}"
}

# held RANK...: these wait at their points, by "hold $scratch/held"; or $launcher
# has ended
held() {
    local rank
    for rank in "$@"; do
        until [ -e "$scratch/held.$rank" ]; do
            kill -0 $launcher || return 1
            sleep 0.02
        done
    done
}

# let_go RANK...: they go on
let_go() {
    local rank
    for rank in "$@"; do
        rm -f "$scratch/held.$rank"
    done
}
