# mounts.sh - mounts of this test's own: source it before tap.sh.
#
# Another test's hosts, which have what is mounted when they begin, would keep a
# disk from being unmounted here.
if [ -z "${CODARUN_OWN_MOUNTS-}" ] && unshare --mount true 2>/dev/null; then
    CODARUN_OWN_MOUNTS=1 exec unshare --mount bash "$0" "$@"
fi
