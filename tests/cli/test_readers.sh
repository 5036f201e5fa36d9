#!/bin/sh
# The files as other programs read them: h5py, pandas and h5dump by name.
. "${srcdir:-.}/tests/tap.sh"

python_with 'import h5py, pandas, tables'
[ -n "$python" ] || skip_all "no python3 with h5py, pandas and tables"

make_experiment "$scratch/small.yaml" </dev/null
cat >>"$scratch/small.yaml" <<'END'
name: small
train: {epochs: 2, batch: 16, learning_rate: 0.003}
sweep:
  goal: {maximize: valid.map}
  parameters:
    model.attention.kind: [softmax, coda]
    train.seed: [1, 2]
END

small=$scratch/results
ok "a small sweep runs" "$codarun" run -q -o "$small" "$scratch/small.yaml"

py() {
    "$python" -W ignore -c "$1" "$small"
}

ok "pandas reads /trials in one line" py '
import sys, pandas
t = pandas.read_hdf(sys.argv[1] + "/sweep.h5", "/trials")
assert list(t.number) == [0, 1, 2, 3], t.number
assert set(t.status) <= {b"finished", "finished"}, t.status
assert t.query("train_seed == 2").shape[0] == 2
assert t.test_map.between(0, 100).all()
assert t.steps.gt(0).all()
'
ok "h5py reads /trials in one line" py '
import sys, h5py
t = h5py.File(sys.argv[1] + "/sweep.h5")["trials"][:]
assert list(t["model_attention_kind"]) == [b"softmax"] * 2 + [b"coda"] * 2
'
ok "the sweep carries its provenance as attributes" py '
import sys, h5py
a = h5py.File(sys.argv[1] + "/sweep.h5").attrs
for name in "experiment seed commit hosts mpi blas_kernel version hdf5".split():
    assert name in a, name
assert b"softmax" in a["experiment"]
'
ok "h5py reads a result file by name" py '
import glob, sys, h5py
files = glob.glob(sys.argv[1] + "/trials/*/*.h5")
assert len(files) == 4
for name in files:
    f = h5py.File(name)
    assert f.attrs["status"] == b"finished"
    assert b"train.epochs" in f["config"][()]
    assert b"train.seed" in f["provenance"].attrs["configuration"]
    assert f["answers/test/score"].shape == (48, 1)
    assert set(f["history"].dtype.names) >= {"step", "valid_map"}
    assert "commit" in f["provenance"].attrs
    assert b"map" in list(f["metrics"]["name"])
'
ok "pandas reads a history in one line" py '
import glob, sys, pandas
h = pandas.read_hdf(glob.glob(sys.argv[1] + "/trials/*/*.h5")[0], "/history")
assert h.step.is_monotonic_increasing and len(h) == 2
'
ok "pandas reads the units in one line, and they say the metrics" py '
import glob, sys, h5py, pandas
for name in glob.glob(sys.argv[1] + "/trials/*/*.h5"):
    u = pandas.read_hdf(name, "/units/test")
    f = h5py.File(name)
    assert f["units/test"].attrs["unit"] == b"question" and len(u) == 12
    for m in f["metrics"][:]:
        metric = m["name"].decode()
        mean = 100 * u[metric].sum() / u[metric + "_of"].sum()
        assert abs(mean - m["test"]) < 1e-9, metric
    assert (u.accuracy_of == 4).all() and set(u.map_of) == {1}
'
ok "h5py reads a state file by name" py '
import glob, sys, h5py
for name in glob.glob(sys.argv[1] + "/states/*/*.best.h5"):
    assert h5py.File(name)["params"].ndim == 1
'

cat >"$scratch/bow.yaml" <<'END'
name: bow
task: {kind: sentiment, train: bow.tsv, valid: bow.tsv, test: bow.tsv,
  columns: [label, text], labels: [good, bad]}
model: {kind: bow, hidden: 5}
train: {epochs: 2, batch: 4, learning_rate: 0.01, average: moving}
END
printf 'good\ta b c\nbad\tc d\ngood\tb b a\nbad\td c e\n' >"$scratch/bow.tsv"
ok "a bag of words runs" "$codarun" run -q -o "$small/bow" "$scratch/bow.yaml"
ok "an independent program computes its scores from the state file" py '
import glob, sys, h5py, numpy
state, = map(h5py.File, glob.glob(sys.argv[1] + "/bow/states/*/*.best.h5"))
trial, = map(h5py.File, glob.glob(sys.argv[1] + "/bow/trials/*/*.h5"))
w = {name.decode(): state["params"][at:at + rows * cols].reshape(rows, cols)
     for name, rows, cols, at in state["layout"][:]}
words = state["words_0"][()].decode().split("\n")
x = w["embedding"][[words.index(t) for t in "a b c".split()]].mean(0)
x = numpy.maximum(x @ w["hidden.weight"] + w["hidden.bias"][0], 0)
x = x @ w["out.weight"] + w["out.bias"][0]
x = numpy.exp(x - x.max())
assert abs(trial["answers/test/score"][0] - x / x.sum()).max() < 1e-6
assert state["classes"][()].decode() == "good\nbad\n"
assert "model.hidden: 5" in state["config"][()].decode()
assert "test " in state["sources"][()].decode()
'
if command -v h5dump >/dev/null; then
    ok "h5dump opens the sweep" h5dump -H "$small/sweep.h5"
else
    skip "h5dump opens the sweep" "no h5dump"
fi

small=$scratch/variants
ok "a small sweep over variants runs" "$codarun" run -q -o "$small" \
    "$scratch/small.yaml" --set 'sweep.variants={64: {}, 1e2: {train.batch: 8}}' \
    --set 'sweep.parameters.train.seed=[1]' \
    --set 'sweep.parameters.model.attention.kind=[coda]'
ok "their names are text, whatever they look like" py '
import sys, h5py
t = h5py.File(sys.argv[1] + "/sweep.h5")["trials"][:]
assert list(t["variant"]) == [b"64", b"1e2"], t["variant"]
'
done_testing
