#!/bin/bash
# Attentions inspected during training: columns of the history and histograms in
# the result file.  They are the same on any ranks and threads, and change
# nothing else.
. "${srcdir:-.}/tests/tap.sh"

make_experiment "$scratch/look.yaml" <<END
name: look
train: {epochs: 3, batch: 16, grains: 4, learning_rate: 0.003,
        inspect: histograms}
run: {keep: none, results: journal}
sweep:
  parameters:
    model.attention: [softmax, {kind: coda, gate_at_start: 0.4}]
END

# sweep NAME RANKS OPTION...: results in $scratch/NAME
sweep() {
    ranks "$2" "$codarun" run -q "$scratch/look.yaml" -o "$scratch/$1" "${@:3}"
}

# parameters NAME: the digests of all its trials' parameters
parameters() {
    "$codarun" verify "$scratch/$1" | grep -o 'parameters [0-9a-f]*'
}

ok "a sweep that inspects ends" sweep one 1
ok "and one of two ranks a trial" sweep two 2 --set run.ranks_per_trial=2
ok "they are equal" says "two runs are equal" 0 \
    "$codarun" verify "$scratch/one" "$scratch/two"
ok "a trial is reproduced, with its inspection" says "trial 1  equal" 0 \
    "$codarun" verify --rerun 1 "$scratch/one"
sweep blind 1 --set train.inspect=nothing >"$scratch/log" 2>&1
ok "without inspection the parameters are the same" \
    test "$(parameters one)" = "$(parameters blind)"
ok "and there are parameters" test "$(parameters one | sort -u | wc -l)" -eq 2

python_with 'import h5py'
if [ -z "$python" ]; then
    skip "another program reads what was seen" "no python3 with h5py"
    done_testing
fi
ok "another program reads what was seen" "$python" -W ignore -c '
import glob, sys, h5py
kinds = set()
for name in glob.glob(sys.argv[1] + "/trials/*/*.h5"):
    f = h5py.File(name)
    h, bins = f["history"][:], f["histograms"]
    assert len(h) == 3 and (bins.attrs["low"], bins.attrs["high"]) == (-1, 1)
    coda = b"coda" in f["config"][()]
    kinds.add(coda)
    n = bins["m"][:].sum(axis=1)
    assert bins["m"].shape == (3, 64) and (n == n[0]).all() and n[0] > 0
    for x in ("e", "gate"):
        assert (bins[x][:].sum(axis=1) == n * coda).all()
        assert ((h[x + "_mean"] == h[x + "_mean"]) == coda).all()
    # Mean and sign as computed from a histogram, to within a bin.
    for x in ("e", "gate", "m") if coda else ("m",):
        counts = bins[x][:]
        middle = (2 * sum(counts[:, i] * (i + 0.5) for i in range(64)) / 64
                  - counts.sum(axis=1)) / n
        assert abs(middle - h[x + "_mean"]).max() <= 1 / 64
        below = counts[:, :32].sum(axis=1) / n
        assert abs(below - h[x + "_negative"]).max() < 1e-9
        assert (h[x + "_spread"] > 0).all()
assert kinds == {True, False}
' "$scratch/one"
done_testing
