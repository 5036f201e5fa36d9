#!/bin/bash
# Four hosts start at once, a hundred times; then five hundred starts while one
# holder lives.
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/leases.sh"

[ -n "${CODARUN_LONG-}" ] || skip_all "CODARUN_LONG is not set"
can_have_hosts || skip_all "needs the right to make namespaces of hosts"
trap 'for p in $(pgrep -f "codarun run .* -o $scratch/"); do kill -KILL $p; done
      rm -rf "$scratch"' EXIT
make_lease_sweep

ok "an undisturbed run finishes" "$codarun" run "$scratch/leases.yaml" \
    -o "$scratch/whole"
for i in $(seq 100); do
    ok "of four hosts that start at once one trains, time $i" \
        four_at_once "$scratch/four.$i"
    rm -rf "$scratch/four.$i"
done
for i in $(seq 10); do
    ok "a living one is left alone by 50 starts, seed $i" \
        random_starts 50 "$i" "$scratch/random.$i"
done
done_testing
