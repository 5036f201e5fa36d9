# leases.sh - several hosts that use one folder: source it after tap.sh.
#
# A host is a UTS namespace with its own name and a PID namespace, so that no
# host can see another's processes.  The rest of the machine is not touched.

# can_have_hosts: may this user make them?
can_have_hosts() {
    unshare --uts --pid --fork --kill-child true 2>/dev/null
}

# on_host NAME COMMAND...: replace this shell by the command on that host.  Open
# MPI names its files by host and process number, which two parts of a script
# may have in common.
on_host() {
    host=$1
    shift
    export TMPDIR=$scratch
    exec unshare --uts --pid --fork --kill-child sh -c \
        'hostname "$0" && exec "$@"' "$host" "$@"
}

# make_lease_sweep: write $scratch/leases.yaml, two trials that save a state
# often, with a silence of 4 s
make_lease_sweep() {
    make_experiment "$scratch/leases.yaml" <<END
name: leases
train: {epochs: 60, batch: 8, grains: 16, evaluate_every: 200}
run: {checkpoint_seconds: 0.1, threads: 1, cache_gb: 0, silence: 4}
sweep: {parameters: {train.seed: [1, 2]}}
END
}

# start_on HOST DIR OPTION...: run it in the background, with output in
# DIR.HOST.out and status in DIR.HOST.status
start_on() {
    (
        host=$1 dir=$2
        shift 2
        rm -f "$dir.$host.status"
        (on_host "$host" "$codarun" run "$shared/leases.yaml" -o "$dir" \
            "$@") >"$dir.$host.out" 2>&1 </dev/null
        echo $? >"$dir.$host.status"
    ) &
}

# coordinator_of DIR HOST: its process number, as this host sees it
coordinator_of() {
    for p in $(pgrep -f "codarun run .* -o $1( |\$)"); do
        case $(readlink "/proc/$p/exe") in
        *codarun) ;;
        *) continue ;;
        esac
        [ "$(nsenter -t "$p" --uts hostname)" != "$2" ] || echo "$p"
    done
}

# statuses DIR HOST...: of the ended runs, sorted, on one line
statuses() {
    dir=$1
    shift
    for host in "$@"; do
        cat "$dir.$host.status"
    done | sort | xargs
}

# show DIR HOST...: print all their output
show() {
    dir=$1
    shift
    for host in "$@"; do
        sed "s/^/$host: /" "$dir.$host.out"
    done
    cat "$dir/journal"
}

# whole_and_equal DIR: the journal has no failure and no damaged line, and the
# bits are those of $shared/whole
whole_and_equal() {
    ! grep -E " (fail|down|blame) " "$1/journal" &&
        "$codarun" verify "$1" && "$codarun" verify "$shared/whole" "$1"
}

# four_at_once DIR: one host trains; the others end without touching the folder,
# or start after it has finished
four_at_once() {
    for host in a b c d; do
        start_on $host "$1"
    done
    wait
    show "$1" a b c d
    statuses "$1" a b c d | grep -x "0\( 0\)*\( 75\)*" &&
        [ "$(grep -c " start " "$1/journal")" -eq 2 ] && whole_and_equal "$1"
}

# random_starts N SEED DIR: N starts of hosts at random moments; meanwhile the
# holder of the lease is repeatedly stopped by SIGSTOP for less than the silence
random_starts() {
    RANDOM=$2
    start_on holder "$3" --set train.epochs=100000
    until grep -qs " start " "$3/journal"; do
        sleep 0.05
    done
    holder=$(coordinator_of "$3" holder)
    for i in $(seq "$1"); do
        [ $((RANDOM % 3)) -ne 0 ] || {
            kill -STOP "$holder"
            sleep $((RANDOM % 3)).$((RANDOM % 9 + 1)) # the silence is 4
            kill -CONT "$holder"
        } &
        start_on $((i % 4)).$i "$3" --set train.epochs=100000
        sleep 0.$((RANDOM % 4))
    done
    for i in $(seq "$1"); do
        until [ -e "$3.$((i % 4)).$i.status" ]; do
            sleep 0.05
        done
        grep -qx 75 "$3.$((i % 4)).$i.status" || {
            cat "$3.$((i % 4)).$i.out"
            return 1
        }
    done
    "$codarun" stop "$3" && wait && cat "$3.holder.out" &&
        grep -x 85 "$3.holder.status" && [ "$(grep -c " begin " "$3/journal")" -eq 1 ]
}
