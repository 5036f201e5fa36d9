# groups.sh - control groups for a test: source it after tap.sh.

# mounted CONTROLLER: print the folder of this process's group under version 1
mounted() {
    point=$(awk -v c="$1" '
        / - cgroup / && "," $NF "," ~ "," c "," { print $5; exit }
        ' /proc/self/mountinfo)
    own=$(awk -F: -v c="$1" '"," $2 "," ~ "," c "," { print $3; exit }' \
        /proc/self/cgroup)
    [ -z "$point" ] || echo "$point${own%/}"
}

# make_group CONTROLLER: set $group to a new group.  Under version 1 it is below
# this process's group.  Under version 2 it is below the root, because another
# group may hold processes or groups, but not both.  $group is empty if this
# user may not make one.  $version is the version of its files.
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

# in_group COMMAND...: run it in the group
in_group() {
    # shellcheck disable=SC2016 # for that shell
    sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$@"
}

# remove_group: remove it when its processes are gone, which takes a while
remove_group() {
    for _ in $(seq 100); do
        rmdir "$group" 2>/dev/null && return
        sleep 0.1
    done
    return 1
}
