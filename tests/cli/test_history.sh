#!/bin/bash
# codarun history: all measurements of a sweep as one long table, with the same
# rows in every format, read by other programs.
. "${srcdir:-.}/tests/tap.sh"

events=$(realpath "$srcdir/tests/cli")
make_experiment "$scratch/h.yaml" <<'END'
name: h
train: {steps: 8, batch: 8, optimizer: sgd, evaluate_every: 2, inspect: summary}
run: {keep: all}
sweep:
  variants:
    'a "b", c': {train.seed: 7}
    plain: {}
  parameters:
    model.attention.kind: [softmax, coda]
    model.attention.beta: {when: {model.attention.kind: coda}, values: [0.5, 1]}
    train.learning_rate: [0.01, 800]
END
cd "$scratch" || exit 99
unset CODARUN_DATA
ok "a sweep whose trials fail at the higher rate ends" \
    says "6 finished, 6 failed" 3 "$codarun" run h.yaml -o h
history() { "$codarun" history "$@"; }

for format in csv json; do
    ok "$format is written to a file" history h --format $format -o h.$format
    ok "or printed, the same bytes" sh -c \
        '"$1" history h --format $2 | cmp - h.$2' - "$codarun" $format
done
ok "csv is what is meant" sh -c '"$1" history h | cmp - h.csv' - "$codarun"
ok "hdf5 is written" history h --format hdf5 -o h.h5
ok "and a folder of TensorBoard" history h --format tensorboard -o board
cp -r board again
for format in hdf5 tensorboard; do
    ok "$format wants an output" says \
        "found --format $format, expected --output with it" 2 \
        "$codarun" history h --format $format
done

# --- the same rows in each format ---------------------------------------------

cat >rows.py <<'END'
"""The rows of each format as (trial, status, fields, step, epoch, metric,
value) with numbers as such, "" where there is nothing, and nan as a text."""
import csv, glob, json, math, struct, sys

sys.path.insert(0, sys.argv[1])
import read_events

FIELDS = ["variant", "model.attention.kind", "model.attention.beta",
          "train.learning_rate"]
TRIALS = {0, 1, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15} # others equal one of these
HEAD = ["trial", "status"] + FIELDS + ["step", "epoch", "metric", "value"]


def plain(cell):
    if cell is None or (isinstance(cell, float) and math.isnan(cell)):
        return ""
    try:
        return float(cell)
    except ValueError:
        return cell


def rows(cells):
    return [tuple(map(plain, row)) for row in cells]


def of_csv(path="h.csv"):
    with open(path, newline="") as f:
        text = f.read()
    assert text.count("\r\n") == text.count("\n")
    head, *body = csv.reader(text.splitlines())
    assert head == HEAD, head
    return rows(body)


def of_json(path="h.json"):
    t = json.load(open(path))
    assert t["format"] == "codarun history 1" and t["title"] == "h"
    assert [c["name"] for c in t["columns"]] == HEAD
    types = dict((c["name"], c["type"]) for c in t["columns"])
    assert types["variant"] == "text" and types["trial"] == "int"
    assert types["model.attention.beta"] == types["value"] == "real"
    assert t["notes"] == []
    return rows([r[c] for c in HEAD] for r in t["rows"])


def of_events(folder="board"):
    """By trial, its events."""
    found = {}
    for name in glob.glob(folder + "/trial-*/*"):
        found[int(name.split("/")[1][6:])] = read_events.events(name)
    return found


def single(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]
END
py() { python3 -c "import sys; sys.path.insert(0, '.')
from rows import *
$1" "$events"; }

ok "Python's csv and json read the same" py '
assert of_csv() == of_json() and len(of_csv()) > 300'
ok "every trial is there, in order, and by step" py '
t = of_csv()
assert [r[0] for r in t] == sorted(r[0] for r in t)
assert {r[0] for r in t} == TRIALS
for n in TRIALS:
    steps = [r[6] for r in t if r[0] == n]
    assert steps == sorted(steps)
    assert set(steps) == ({2, 4, 6, 8} if n % 2 == 0 else {2}), (n, steps)'
ok "with its values, whatever they are called" py '
t = of_csv()
assert {r[1:6] for r in t if r[0] == 7} == {
    ("failed", "a \"b\", c", "coda", 1.0, 800.0)}
assert {r[1:6] for r in t if r[0] == 8} == {
    ("finished", "plain", "softmax", "", 0.01)}'
ok "a failed trial has its measurements, also NaN" py '
t = {r[8]: r[9] for r in of_csv() if r[0] == 1}
assert t["loss"] > 1e6 and t["valid.map"] == t["m.mean"] == ""
assert "test.map" not in t'
ok "softmax has no gate, coda has" py '
t = {(r[0], r[8]) for r in of_csv()}
assert (0, "gate.mean") not in t and (0, "m.mean") in t
assert (4, "gate.mean") in t and (4, "e.negative") in t'
ok "test is there once, at the step that was scored" py '
for n in (n for n in TRIALS if n % 2 == 0):
    t = [r for r in of_csv() if r[0] == n]
    (at,) = {r[6] for r in t if r[8] == "test.map"}
    best = max((r[9], -r[6]) for r in t if r[8] == "valid.map")
    assert sum(r[8] == "test.map" for r in t) == 1 and at == -best[1]'
ok "TensorBoard has the same numbers, as floats" py '
t = of_csv()
for n, e in of_events().items():
    mine = [(r[6], r[8], single(r[9]) if r[9] != "" else "") for r in t
            if r[0] == n]
    seen = [(x["step"], x["tag"].replace("/", "."), plain(x["value"]))
            for x in e if "value" in x]
    assert seen == mine, (n, seen, mine)'
ok "each run begins with the version, and has values and end" py '
for n, e in of_events().items():
    row = next(r for r in of_csv() if r[0] == n)
    assert e[0]["version"] == "brain.Event:2"
    assert e[1]["tag"] == "_hparams_/session_start_info"
    assert e[1]["params"] == {k: v for k, v in zip(FIELDS, row[2:]) if v != ""}
    assert e[-1]["status"] == (1 if row[1] == "finished" else 2)
    assert e[-1]["end"] >= e[1]["start"] == e[2]["wall"] > 1.7e9'
ok "a bit that changes is found by the reader" py '
import glob
name = glob.glob("again/trial-0000/*")[0]
data = bytearray(open(name, "rb").read())
data[len(data) // 2] ^= 4
open(name, "wb").write(data)
try:
    read_events.events(name)
    sys.exit("it was not")
except AssertionError:
    pass'

# --- other programs -----------------------------------------------------------

# other NAME IMPORT REASON CODE: with Python's modules
other() {
    python_with "$2"
    if [ -n "$python" ]; then
        ok "$1" "$python" -W ignore -c "import sys; sys.path.insert(0, '.')
from rows import *
$4" "$events"
    else
        skip "$1" "$3"
    fi
}
other "h5py reads the same" 'import h5py' "no python3 with h5py" '
import h5py
f = h5py.File("h.h5")
assert f.attrs["format"] == b"codarun history 1" and f.attrs["title"] == b"h"
t = f["history"]
assert t.dtype.names == tuple(h.replace(".", "_") for h in HEAD), t.dtype
assert "description" in t.attrs and t.attrs["epoch_units"] == b"epochs"
text = lambda x: x.decode() if isinstance(x, bytes) else x
assert rows([text(x) for x in r.tolist()] for r in t[:]) == of_csv()'
other "they are those of the result files" 'import h5py' \
    "no python3 with h5py" '
import glob, h5py
mine = {(r[0], r[6], r[8]): r[9] for r in of_csv()}
epoch = {(r[0], r[6]): r[7] for r in of_csv()}
seen = 0
for name in glob.glob("h/trials/*/*.h5"):
    f = h5py.File(name)
    n = f.attrs["number"]
    for row in f["history"][:]:
        assert epoch[n, row["step"]] == row["epoch"]
        for c in set(row.dtype.names) - {"step", "epoch"}:
            metric = ("loss" if c == "train_loss" else c if c == "learning_rate"
                      else c.replace("_", ".", 1))
            value = plain(float(row[c]))
            key = n, row["step"], metric
            assert mine.get(key, "") == value, (key, value)
            seen += key in mine
    for m in f["metrics"][:]:
        key = n, f.attrs["best_step"], "test." + m["name"].decode()
        assert mine.get(key, "") == plain(float(m["test"]))
        seen += key in mine
assert seen == len(mine), (seen, len(mine))'
other "pandas does of each" 'import pandas, tables' \
    "no python3 with h5py" '
import pandas
names = ["trial", "step", "epoch", "metric", "value"]
c = pandas.read_csv("h.csv", float_precision="round_trip")
j = pandas.DataFrame(json.load(open("h.json"))["rows"])
h = pandas.read_hdf("h.h5", "/history")
h["metric"] = [m.decode() if isinstance(m, bytes) else m for m in h.metric]
for other in (j, h):
    pandas.testing.assert_frame_equal(c[names], other[names],
                                      check_dtype=False, check_exact=True)
last = c[c.metric == "valid.map"].groupby("model.attention.kind").value.last()
assert list(last.index) == ["coda", "softmax"]'
other "TensorBoard reads its folder" 'import tensorboard' \
    "Python's tensorboard is not installed" '
from tensorboard.backend.event_processing import event_accumulator
from tensorboard.backend.event_processing import event_file_loader
t = of_csv()
for n in TRIALS:
    a = event_accumulator.EventAccumulator("board/trial-%04d" % n)
    a.Reload()
    mine = sorted((r[8].replace(".", "/"), r[6], single(r[9])) for r in t
                  if r[0] == n and r[9] != "")
    seen = sorted((tag, s.step, s.value) for tag in a.Tags()["scalars"]
                  for s in a.Scalars(tag) if s.value == s.value)
    assert seen == mine, (n, seen, mine)
name = glob.glob("board/trial-0004/*")[0]
assert len(list(event_file_loader.EventFileLoader(name).Load())) == len(
    read_events.events(name))'
other "and its page HPARAMS has the swept fields" \
    'import tensorboard' "Python's tensorboard is not installed" '
from tensorboard.backend.event_processing import data_provider
from tensorboard.backend.event_processing import plugin_event_multiplexer
from tensorboard import context
from tensorboard.plugins.hparams import backend_context, get_experiment
from tensorboard.plugins.hparams import list_session_groups, api_pb2
from tensorboard.plugins import base_plugin
m = plugin_event_multiplexer.EventMultiplexer()
m.AddRunsFromDirectory("board")
m.Reload()
provider = data_provider.MultiplexerDataProvider(m, "board")
c = backend_context.Context(base_plugin.TBContext(data_provider=provider))
request = api_pb2.ListSessionGroupsRequest(
    start_index=0, slice_size=99,
    allowed_statuses=[api_pb2.STATUS_SUCCESS, api_pb2.STATUS_FAILURE])
none = context.RequestContext()
e = c.experiment_from_metadata(
    none, "", True, c.hparams_metadata(none, ""), [])
assert {i.name for i in e.hparam_infos} == set(FIELDS), e
groups = list_session_groups.Handler(
    none, c, "", request).run().session_groups
assert len(groups) == 12
(g,) = [g for g in groups if g.sessions[0].name.endswith("trial-0006")]
assert g.hparams["model.attention.beta"].number_value == 1
assert g.hparams["variant"].string_value == "a \"b\", c"
assert any(v.name.tag == "test/map" for v in g.sessions[0].metric_values)'

# --- choosing rows -----------------------------------------------------------

ok "a metric alone" sh -c '"$1" history h --metric valid.map >one &&
    [ "$(grep -c ",valid.map," one)" -eq "$(($(wc -l <one) - 1))" ] &&
    [ "$(wc -l <one)" -eq 31 ]' - "$codarun"
ok "several" sh -c '"$1" history h --metric loss --metric test.map >two &&
    [ "$(grep -c ",\(loss\|test.map\)," two)" -eq "$(($(wc -l <two) - 1))" ] &&
    grep -q test.map two && grep -q ",loss," two' - "$codarun"
ok "one that does not exist is reported" says \
    "found metric 'valid.mpa', expected loss, .* did you mean 'valid.map'" 1 \
    "$codarun" history h --metric valid.mpa -o none.csv
ok "... and nothing is written" test ! -e none.csv
ok "a trial alone" sh -c '"$1" history h --trial 4 | sed 1d >four &&
    grep "^4," h.csv | cmp - four' - "$codarun"
ok "one that equals another, too" sh -c '"$1" history h --trial 2 | sed 1d |
    sed s/^2,/0,/ >twin && grep "^0," h.csv | cmp - twin' - "$codarun"
ok "one that does not exist is reported" \
    says "found trial 99 of 'h', expected one below 16" 1 \
    "$codarun" history h --trial 99
ok "an unknown format is reported" says "expected csv, json, hdf5 or tensorboard" 2 \
    "$codarun" history h --format xml
ok "a full disk is reported" says "No space left" 1 \
    "$codarun" history h -o /dev/full
ok "also as standard output" sh -c '
    "$1" history h 2>err >/dev/full; [ $? -eq 1 ] && [ "$(wc -l <err)" -eq 1 ]
    grep -q "^codarun: standard output: No space left" err' - "$codarun"
ok "a reader that closes the pipe early is no error" sh -c 'trap "" PIPE
    { "$1" history h; echo $? >status; } | true; [ "$(cat status)" -eq 0 ]' - \
    "$codarun"
ok "a pipe gets csv" sh -c '"$1" history h -o /dev/stdout | cmp - h.csv' - \
    "$codarun"
ok "a file that may not grow is reported in a few words" says \
    "^codarun: 'none.h5': cannot close the HDF5 file: File too large$" 1 \
    sh -c 'trap "" XFSZ; ulimit -f 4; "$1" history h --format hdf5 -o none.h5' \
    - "$codarun"
ok "... and nothing is left of it" sh -c '! ls | grep -q none.h5' -
ok "HDF5 is written only to a regular file" says "found '/dev/full', which is no file" 1 \
    "$codarun" history h --format hdf5 -o /dev/full

# --- the folder of TensorBoard ------------------------------------------------

board() { "$codarun" history h --format tensorboard "$@"; }
files() { (cd "$1" && find . -type f | LC_ALL=C sort); }
rm -rf again && cp -r board again
echo mine >again/trial-0005/notes && mkdir again/trial-0077
ok "an earlier output is written again" board -o again
ok "byte for byte" sh -c 'rm again/trial-0005/notes && rmdir again/trial-0077 &&
    diff -r board again' -
echo mine >again/trial-0005/notes && echo mine >again/README
ok "without runs that it does not have any more" board --trial 4 -o again
ok "of which only files of others are left" diff <(files again) - <<END
./README
./trial-0004/events.out.tfevents.codarun
./trial-0005/notes
END
mkdir other empty && echo mine >other/README
ok "a folder of other files is refused" says \
    "other': found files, but none that this command has written" 1 board -o other
ok "and is as it was" test "$(ls other)" = README
ok "so is a file" says "h.csv'" 1 board -o h.csv
mkdir -p cut/trial-0000 # as a full disk leaves it
ok "a folder that was begun and not written is accepted" board -o cut
ok "and has all" diff -r board cut
ok "an empty folder is taken" board -o empty/
ok "and gets the same" diff -r board empty

# --- trials that have not finished, and damage --------------------------------

# As after a kill: the last trial that began has a state and no result.
cp -r h torn && rm torn/status.json
awk '{ print } $2 == "start" && $3 == 4 { exit }' h/journal >torn/journal
for n in 4 5 6 7 8 9 12 13 14 15; do
    digest=$(awk -v n="$n" '$2 == "propose" && $3 == n { print $4 }' h/journal)
    rm "torn/trials/${digest:0:2}/$digest.h5"
    [ "$n" -eq 4 ] || rm -f "torn/states/${digest:0:2}/$digest".*
    eval "digest_$n=\$digest"
done
ok "an interrupted sweep has its rows" sh -c '"$1" history torn >torn.csv' - \
    "$codarun"
ok "of the trials that are over" sh -c 'grep "^[01]," h.csv >over &&
    grep "^[01]," torn.csv | cmp - over' -
ok "and of one that is not, up to its last state, but for test" sh -c '
    grep "^4," h.csv | grep -v ",test\." | sed s/,finished,/,unfinished,/ >up &&
    grep "^4," torn.csv >have && grep -q ",6,0.25,valid.map," have &&
    head -n "$(wc -l <have)" up | cmp - have' -
ok "and no others" test "$(grep -c '^[014],' torn.csv)" -eq \
    "$(($(wc -l <torn.csv) - 1))"
ok "TensorBoard gets no end of it" sh -c '"$1" history torn \
    --format tensorboard -o torn.board && python3 "$2/read_events.py" \
    torn.board/trial-0004/* | grep -vq session_end' - "$codarun" "$events"
# shellcheck disable=SC2154 # set in the loop above
state=torn/states/${digest_4:0:2}/$digest_4.last.h5
truncate -s 2000 "$state"
ok "a state that is damaged is left out" says "last.h5.*: left out" 1 \
    "$codarun" history torn -o torn2.csv
ok "and the others are not" sh -c 'grep -v "^4," torn.csv | cmp - torn2.csv'

result=$(find h/trials -name '*.h5' | sort | head -1)
cp "$result" whole.h5
printf '\377' | dd of="$result" bs=1 seek=9001 conv=notrunc 2>/dev/null
lacks() {
    says '^codarun: warning: .*damaged.*: left out$' 1 "$codarun" history h "$@" &&
        grep -q "^left out: 1 of 12 trials of 'h', whose" said
}
ok "a result that is damaged is named" lacks -o hurt.csv
ok "and the rows of the others are there" sh -c '
    [ "$(cut -d, -f1 hurt.csv | sort -u | wc -l)" -eq 12 ] &&
    grep -vxFf h.csv hurt.csv; [ $? -eq 1 ]' -
ok "JSON has a note of it" sh -c '"$1" history h --format json 2>err |
    grep -q "\"notes\": \[\"left out: 1 of 12 trials"' - "$codarun"
ok "so has HDF5" lacks --format hdf5 -o hurt.h5
ok "TensorBoard has the other runs" lacks --format tensorboard -o hurt.board
ok "which are eleven" test "$(ls hurt.board | wc -l)" -eq 11
hurt=$(awk -v digest="$(basename "$result" .h5)" \
    '$2 == "propose" && $4 == digest { print $3; exit }' h/journal)
ok "nothing is left if only this trial is requested" sh -c '
    "$1" history h --trial "$2" >alone 2>err
    [ $? -eq 1 ] && [ "$(wc -l <alone)" -eq 1 ]' - "$codarun" "$hurt"
other=$((hurt == 12 ? 8 : 12))
grep "^$other," h.csv >other.csv
ok "another trial gets no message" sh -c '"$1" history h --trial $2 2>&1 |
    sed 1d | cmp - other.csv' - "$codarun" $other

# --- very many trials ---------------------------------------------------------

cat >many.yaml <<'END'
name: many
task: {kind: mlu, low: 0, high: 9, examples: 60, valid_examples: 6,
       test_examples: 0}
model: {kind: transformer, preset: custom, layers: 1, hidden: 4, filter: 4,
        heads: 1}
train: {steps: 1, batch: 4}
run: {keep: none, threads: 1}
sweep: {method: random, trials: 300,
        parameters: {train.learning_rate: {min: 0.001, max: 1}}}
END
ok "a sweep with results in the journal ends" \
    "$codarun" run -q many.yaml -o many
ok "it has its rows" sh -c '"$1" history many >many.csv &&
    [ "$(cut -d, -f1 many.csv | sort -u | wc -l)" -eq 301 ] &&
    ! grep -q ",test\." many.csv' - "$codarun"
ok "a folder without results is an empty table" sh -c 'mkdir bare &&
    cp many/experiment.* bare && "$1" history bare | wc -l | grep -qx 1' - \
    "$codarun"
done_testing
