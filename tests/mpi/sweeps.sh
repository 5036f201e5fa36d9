# sweeps.sh - watch and disturb a running sweep: source it after tap.sh.
#
# Its launcher, in the background, is $launcher.  Every wait is for an event,
# and also ends when the launcher ends; otherwise limit.sh ends the test.

# These options make mpirun continue when a rank dies.
survives=(--enable-recovery)
! open_mpi_5 || survives=(--with-ft ulfm)

# process RANK DIR: the process number of that rank of the sweep with `-o DIR`
process() {
    for p in $(pgrep -f "codarun run .* -o $2( |\$)"); do
        tr '\0' '\n' <"/proc/$p/environ" 2>/dev/null |
            grep -qx "PMIX_RANK=$1" && echo "$p"
    done
}

# until_said PATTERN FILE: wait for it, or for the launcher's end
until_said() {
    until grep -qs -- "$1" "$2"; do
        kill -0 $launcher 2>/dev/null || break
        sleep 0.05
    done
    grep -q -- "$1" "$2"
}

# entries WORD DIR: count such entries of the journal
entries() {
    cat "$2/journal" 2>/dev/null | grep -c " $1 "
}

# begun N DIR: wait until N attempts have begun
begun() {
    until [ "$(entries start "$2")" -ge "$1" ]; do
        kill -0 $launcher 2>/dev/null || return 1
        sleep 0.05
    done
}


# ranks_left DIR: the living processes of the sweep
ranks_left() {
    for p in $(pgrep -f "codarun run .* -o $1( |\$)"); do
        grep -qs '^State:[[:space:]]*Z' "/proc/$p/status" ||
            ! grep -qsz '^PMIX_RANK=' "/proc/$p/environ" || echo "$p"
    done
}

# over DIR: wait for the launcher's end.  When no rank is left it has five
# seconds more, because Open MPI's mpirun may wait for a rank that died while it
# was connected, or was cut off.  If no rank was seen at all, the ranks may
# still be starting, and the launcher has a minute.
over() {
    idle=0 most=600
    while kill -0 $launcher 2>/dev/null && [ $idle -lt $most ]; do
        if [ -n "$(ranks_left "$1")" ]; then
            idle=0 most=50
        else
            idle=$((idle + 1))
        fi
        sleep 0.1
    done
    ! kill -s KILL $launcher 2>/dev/null || echo "mpirun does not end by itself"
    wait $launcher
    cat "$1.out" "$1/journal"
}
