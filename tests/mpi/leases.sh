# leases.sh - several hosts on one folder: source it behind tap.sh.
#
# A host is a UTS namespace with a name of its own and a PID namespace, so that
# none can ask after another's processes.  Nothing else of this machine is
# touched.

# can_have_hosts: is the right to make them there?
can_have_hosts() {
    unshare --uts --pid --fork --kill-child true 2>/dev/null
}

# on_host NAME COMMAND...: in this shell's place.  Open MPI's files are told
# apart by hosts and processes, which those of two parts have in common.
on_host() {
    host=$1
    shift
    export TMPDIR=$scratch
    exec unshare --uts --pid --fork --kill-child sh -c \
        'hostname "$0" && exec "$@"' "$host" "$@"
}

# make_lease_sweep: $scratch/leases.yaml, two trials that save a state often; a
# silence of 4 s
make_lease_sweep() {
    make_experiment "$scratch/leases.yaml" <<END
name: leases
train: {epochs: 60, batch: 8, grains: 16, evaluate_every: 200}
run: {checkpoint_seconds: 0.1, threads: 1, cache_gb: 0, silence: 4}
sweep: {parameters: {train.seed: [1, 2]}}
END
}

# start_on HOST DIR OPTION...: in the background; what it says goes to
# DIR.HOST.out, and its status to DIR.HOST.status
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

# coordinator_of DIR HOST: its process, as this host numbers it
coordinator_of() {
    for p in $(pgrep -f "codarun run .* -o $1( |\$)"); do
        case $(readlink "/proc/$p/exe") in
        *codarun) ;;
        *) continue ;;
        esac
        [ "$(nsenter -t "$p" --uts hostname)" != "$2" ] || echo "$p"
    done
}

# statuses DIR HOST...: of those that have ended, sorted, on one line
statuses() {
    dir=$1
    shift
    for host in "$@"; do
        cat "$dir.$host.status"
    done | sort | xargs
}

# show DIR HOST...: all that was said
show() {
    dir=$1
    shift
    for host in "$@"; do
        sed "s/^/$host: /" "$dir.$host.out"
    done
    cat "$dir/journal"
}

# whole_and_equal DIR: no row is wrong, no line is damaged, the bits are those of
# $shared/whole
whole_and_equal() {
    ! grep -E " (fail|down|blame) " "$1/journal" &&
        "$codarun" verify "$1" && "$codarun" verify "$shared/whole" "$1"
}

# four_at_once DIR: one trains, and the others leave it alone, or come when it is
# over
four_at_once() {
    for host in a b c d; do
        start_on $host "$1"
    done
    wait
    show "$1" a b c d
    statuses "$1" a b c d | grep -x "0\( 0\)*\( 75\)*" &&
        [ "$(grep -c " start " "$1/journal")" -eq 2 ] && whole_and_equal "$1"
}

# random_starts N SEED DIR: N starts of hosts at random moments, while whoever
# holds the lease is stopped at random for less than the silence and goes on
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
            sleep $((RANDOM % 3)).$((RANDOM % 9 + 1)) # of a silence of 4
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
