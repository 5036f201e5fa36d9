# hosts.sh - hosts that can be lost, on one machine: source it after tap.sh and
# sweeps.sh.
#
# Three network namespaces, each with a host name, linked to a bridge in a
# fourth.  The machine's own network and /etc are not touched. hosts_set_up
# makes them.  They are removed, with all processes in them, when the script
# ends, or the part of it that made them (see beside).

net= # namespaces $net.0, $net.1, $net.2 and $net.bridge
range=10.213.0 # host i has the address $range.1i

hosts_take_down() {
    for i in 0 1 2 bridge; do
        ip netns pids $net.$i | xargs -r kill -s KILL
        ip netns del $net.$i
    done 2>/dev/null
    [ $BASHPID -ne $$ ] || rm -rf "$scratch"
}

# add_host I
add_host() {
    ip netns add $net."$1" &&
        ip -n $net."$1" link add e0 type veth peer name "to$1" \
            netns $net.bridge &&
        ip -n $net.bridge link set "to$1" master bridge up &&
        ip -n $net."$1" address add "$range.1$1/24" dev e0 &&
        ip -n $net."$1" link set e0 up &&
        ip -n $net."$1" link set lo up
}

# on HOST COMMAND...: replace this shell by the command on host hHOST
on() {
    host=$1
    shift
    exec ip netns exec $net."$host" unshare -u \
        sh -c 'hostname "$0" && exec "$@"' "h$host" "$@"
}

# mpirun calls this script instead of ssh, with an address and a command line.
make_agent() {
    cat >"$scratch/agent" <<END
#!/bin/bash
net=$net
$(declare -f on)
on "\${1##*.1}" sh -c "\${*:2}"
END
    chmod +x "$scratch/agent"
}

# Fail if this user may not make network namespaces.
hosts_set_up() {
    net=codarun-$BASHPID
    trap hosts_take_down EXIT
    {
        ip netns add $net.bridge &&
            ip -n $net.bridge link add bridge type bridge &&
            ip -n $net.bridge link set bridge up &&
            add_host 0 && add_host 1 && add_host 2 && unshare -u true &&
            make_agent
    } >"$scratch/log" 2>&1 || {
        sed 's/^/# /' "$scratch/log"
        return 1
    }
}

# on_hosts SLOTS COMMAND...: replace this shell by a launcher on host 0 that
# survives deaths, with so many ranks on each host, for example "1 1 1".  Open
# MPI 5 has other names for mpirun's options, and ends a job that loses a host.
on_hosts() {
    read -r h0 h1 h2 <<<"$1"
    shift
    if open_mpi_5; then
        # it would distribute ranks in turn, although each host has its number
        unset PRTE_MCA_rmaps_default_mapping_policy
        set -- --prtemca plm_ssh_agent "$scratch/agent" \
            --prtemca plm_ssh_no_tree_spawn 1 --prtemca prte_if_include e0 \
            "$@"
    else
        set -- --mca plm_rsh_agent "$scratch/agent" \
            --mca plm_rsh_no_tree_spawn 1 --mca oob_tcp_if_include e0 "$@"
    fi
    on 0 mpirun "${survives[@]}" -x CODARUN_START_SECONDS=60 \
        --mca pml ob1 --mca btl self,tcp --mca btl_tcp_if_include e0 \
        --host "$range.10:$h0,$range.11:$h1,$range.12:$h2" "$@"
}

# Kill all processes of a host, also the launcher's daemon.
kill_host() {
    ip netns pids "$net.$1" | xargs -r kill -s KILL
}

# link HOST up|down
link() {
    ip -n "$net.$1" link set e0 "$2"
}
