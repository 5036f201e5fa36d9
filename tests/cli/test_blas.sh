#!/bin/bash
# The kernel of OpenBLAS is corrected if OpenBLAS chose a wrong one, and kept if
# the user chose it.  A slow kernel is reported.
. "${srcdir:-.}/tests/tap.sh"

[ "$(uname -m)" = x86_64 ] || skip_all "the kernels named are those of x86-64"
grep -qw avx2 /proc/cpuinfo || skip_all "no kernel is slow on this processor"

prints() {
    pattern=$1
    shift
    timeout 60 "$@" | grep -q "$pattern"
}

slow="^hint: train.products: openblas would be slow"
ok "the user's slow kernel is kept and reported" \
    prints "$slow" env OPENBLAS_CORETYPE=Prescott "$codarun" doctor
ok "the identity of OpenBLAS's products names it" \
    prints " products=openblas .* kernel=Prescott, if" \
    env OPENBLAS_CORETYPE=Prescott "$codarun" doctor

# A level whose OpenBLAS kernel is not the one that OpenBLAS chooses for this
# processor.
level=plain like=Prescott
if prints "^BLAS kernel  Prescott" \
    env -u OPENBLAS_CORETYPE CODARUN_BLAS_KEEP=1 "$codarun" doctor; then
    level=avx2 like=Haswell
fi
ok "a lower level of ours asks OpenBLAS for the matching kernel" \
    prints "^BLAS kernel  $like, corrected from" \
    env -u OPENBLAS_CORETYPE CODARUN_SIMD=$level "$codarun" doctor
ok "CODARUN_BLAS_KEEP=1 switches the correction off" sh -c \
    '! env -u OPENBLAS_CORETYPE CODARUN_SIMD="$2" CODARUN_BLAS_KEEP=1 \
        timeout 60 "$1" doctor | grep "corrected from"' - "$codarun" "$level"

# For the correction the program starts itself again.  To be inspected after
# that, it writes into a full pipe, where it waits.
again() {
    mkfifo "$scratch/full" && exec 3<>"$scratch/full" || return
    head -c 65536 /dev/zero >&3
    env -u OPENBLAS_CORETYPE CODARUN_SIMD="$level" "$codarun" --version >&3 &
    until grep -q CODARUN_BLAS_FROM "/proc/$!/environ"; do
        kill -0 $! || return
        sleep 0.02
    done
    cat "/proc/$!/comm"
    name=$(cat "/proc/$!/comm")
    threads=$(cat "/proc/$!"/task/*/comm | sort -u)
    kill $!
    [ "$name $threads" = "codarun codarun" ]
}
ok "after the restart its name is codarun, in top and pgrep" again
done_testing
