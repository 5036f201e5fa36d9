# mounts.sh - a mount namespace for this test: source it before tap.sh.
#
# Without it another test's hosts, which begin with all current mounts, would
# keep a disk from being unmounted here.
if [ -z "${CODARUN_OWN_MOUNTS-}" ] && unshare --mount true 2>/dev/null; then
    CODARUN_OWN_MOUNTS=1 exec unshare --mount bash "$0" "$@"
fi
