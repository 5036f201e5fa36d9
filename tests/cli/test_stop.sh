#!/bin/bash
# `codarun stop` and the holder of a folder's lease.  The lease is written here,
# for a holder on another host, of which only the file is known.
# tests/mpi/test_lease.sh stops sweeps that run.
. "${srcdir:-.}/tests/tap.sh"

cd "$scratch" || exit 99
token=0123456789abcdef0123456789abcdef

# held_by TOKEN SILENCE STATE: write this lease into the folder a
held_by() {
    mkdir -p a
    echo "elsewhere 4711 81234 boot=12345678 pids=1 token=$1 every=0.1" \
        "silence=$2 state=$3 after=nobody beat=0000000042" >new
    mv new a/owner
    rm -f a/stop
}

# unasked STATUS SAID [OPTION]...: the command prints this, and asks no holder
unasked() {
    says "$2" "$1" "$codarun" stop "${@:3}" a && [ ! -e a/stop ]
}

ok "a folder is expected" says "expected a results folder" 2 "$codarun" stop
ok "and only one" says "found 'b' after 'a', expected nothing more" 2 \
    "$codarun" stop a b
mkdir a
ok "one without results is an error" unasked 1 "no results: found neither 'a/"
mkfifo a/owner
ok "one whose lease is no file cannot be asked" \
    unasked 1 "'a/owner': found a pipe, expected a file"
rm a/owner

held_by "$token" 60 left
ok "a holder that has ended is not asked" unasked 0 "'a': no sweep runs in it$"
echo "elsewhere 4711 81234" >a/owner
ok "nor an older codarun, which needs a signal" unasked 1 \
    "process 4711 on host elsewhere is an older codarun, .* SIGUSR1 there$"

held_by "$token" 60 held
ok "the holder is asked, and not waited for" \
    says "'a': process 4711 on host elsewhere is asked to stop$" 0 \
    "$codarun" stop --no-wait a
ok "by the lease's token" grep -x "$token" a/stop
held_by "$token" 0.3 held
ok "a silent holder is not waited for longer than its silence" \
    says "process 4711 on host elsewhere has not renewed its lease for .*: the \
next run takes it over$" 1 "$codarun" stop a

# meanwhile STATUS SAID TOKEN STATE: after the request the lease has another
# line
meanwhile() {
    held_by "$token" 60 held
    says "$2" "$1" "$codarun" stop a &
    until [ -e a/stop ]; do
        kill -0 $! || return
        sleep 0.02
    done
    held_by "$3" 60 "$4"
    wait $!
}
ok "a holder that ends has stopped" \
    meanwhile 0 "'a': no sweep runs in it any more$" "$token" left
ok "a lost lease is reported" meanwhile 1 \
    "process 4711 on host elsewhere runs the sweep now, and was not asked$" \
    "${token//0/f}" held
done_testing
