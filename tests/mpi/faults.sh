# faults.sh - inject a fault into a process at a chosen point of its work with
# files: source it after tap.sh. faults.c lists the points and faults.

# make_faults: build the library $shared/faults.so
make_faults() {
    ${CC:-cc} -shared -fPIC -o "$shared/faults.so" "$srcdir/tests/mpi/faults.c" \
        -ldl
}

# fault "POINT" "WHAT" COMMAND...: run it; at that point the fault happens
fault() {
    FAULT_AT=$1 FAULT_DO=$2 LD_PRELOAD=$shared/faults.so "${@:3}"
}

# held RANK...: wait until these ranks wait at their points, by "hold
# $scratch/held", or the launcher, $launcher, has ended
held() {
    local rank
    for rank in "$@"; do
        until [ -e "$scratch/held.$rank" ]; do
            kill -0 $launcher || return 1
            sleep 0.02
        done
    done
}

# let_go RANK...: let these ranks continue
let_go() {
    local rank
    for rank in "$@"; do
        rm -f "$scratch/held.$rank"
    done
}
