# groups.sh - control groups of a test's own: source it behind tap.sh.

# mounted CONTROLLER: where version 1 has its groups, that of this process
mounted() {
    point=$(awk -v c="$1" '
        / - cgroup / && "," $NF "," ~ "," c "," { print $5; exit }
        ' /proc/self/mountinfo)
    own=$(awk -F: -v c="$1" '"," $2 "," ~ "," c "," { print $3; exit }' \
        /proc/self/cgroup)
    [ -z "$point" ] || echo "$point${own%/}"
}

# make_group CONTROLLER: $group is a new one below this process's, or below the
# topmost with version 2, whose own may hold processes or groups, not both;
# empty where this process may not.  $version is that of its files.
make_group() {
    version=1
    above=$(mounted "$1")
    if [ -z "$above" ]; then
        version=2
        above=$(awk '/ - cgroup2 / { print $5; exit }' /proc/self/mountinfo)
        { echo "+$1" >"$above/cgroup.subtree_control"; } 2>/dev/null
    fi
    group=$above/codarun-test.$$
    mkdir "$group" 2>/dev/null || group=
    if [ -n "$group" ] && [ $version = 2 ] &&
        ! grep -qw "$1" "$group/cgroup.controllers"; then
        rmdir "$group"
        group=
    fi
}

# in_group COMMAND...: the shell that joins becomes the command
in_group() {
    # shellcheck disable=SC2016 # for that shell
    sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$@"
}

# remove_group: once its processes are gone, which the system is told of late
remove_group() {
    for _ in $(seq 100); do
        rmdir "$group" 2>/dev/null && return
        sleep 0.1
    done
    return 1
}
