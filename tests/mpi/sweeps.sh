# sweeps.sh - watch and disturb a sweep that runs: source it behind tap.sh.
#
# Its launcher, in the background, is $launcher.  Every wait is for something
# to happen, and is over when the launcher ends; limit.sh ends the test when
# neither does.

# What has mpirun go on without a rank that dies.
survives=(--enable-recovery)
! open_mpi_5 || survives=(--with-ft ulfm)

# process RANK DIR: of the sweep with `-o DIR`
process() {
    for p in $(pgrep -f "codarun run .* -o $2( |\$)"); do
        tr '\0' '\n' <"/proc/$p/environ" 2>/dev/null |
            grep -qx "PMIX_RANK=$1" && echo "$p"
    done
}

# until_said PATTERN FILE: or the launcher has ended
until_said() {
    until grep -qs -- "$1" "$2"; do
        kill -0 $launcher 2>/dev/null || break
        sleep 0.05
    done
    grep -q -- "$1" "$2"
}

# entries WORD DIR: how many of them the journal has
entries() {
    cat "$2/journal" 2>/dev/null | grep -c " $1 "
}

# begun N DIR: attempts have begun
begun() {
    until [ "$(entries start "$2")" -ge "$1" ]; do
        kill -0 $launcher 2>/dev/null || return 1
        sleep 0.05
    done
}


# ranks_left DIR: the processes of the sweep
ranks_left() {
    for p in $(pgrep -f "codarun run .* -o $1( |\$)"); do
        grep -qs '^State:[[:space:]]*Z' "/proc/$p/status" ||
            ! grep -qsz '^PMIX_RANK=' "/proc/$p/environ" || echo "$p"
    done
}

# over DIR: once no rank is left the launcher has five seconds, for Open MPI's
# mpirun may wait for one that died as it was being connected, or was cut off.
# Where none was seen yet they may still be starting, and it has a minute.
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
