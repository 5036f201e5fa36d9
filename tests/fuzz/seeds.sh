#!/bin/sh
# seeds.sh - make files for the fuzz targets to start from: results of a sweep,
# compressed texts, archives, subwords, an image of the data cache.
#
#     seeds.sh CODARUN SOURCES    fills the folder made/ here
codarun=$1
top=$2
set -e
rm -rf made
mkdir made
cd made

# A search that learns, so that the journal has proposals; results with answers,
# units, history and inspected attentions; states of both sorts.
cat >sweep.yaml <<YAML
name: sweep
task: {kind: mlu, low: 0, high: 5, examples: 60, valid_examples: 5, test_examples: 5}
model: {kind: transformer, preset: custom, layers: 1, hidden: 4, filter: 4, heads: 1}
train: {steps: 4, batch: 4, evaluate_every: 2, inspect: histograms}
run: {keep: all}
sweep:
  method: {kind: tpe, round: 2}
  trials: 4
  parameters:
    model.attention.kind: [softmax, coda]
    train.learning_rate: {min: 1.0e-4, max: 1.0e-2, scale: log}
    model.attention.beta:
      {min: 0.1, max: 10, scale: log, when: {model.attention.kind: coda}}
YAML
"$codarun" run sweep.yaml -q -o sweep
"$codarun" run sweep.yaml -q -o small --set run.results=journal \
    --set run.keep=none --set train.inspect=nothing

# The same journals, packed as fuzz_journal.c reads them: in one pack; in two
# packs followed by plain lines; in packs with wrong counts and sizes.
for of in sweep small; do
    sed 's/^[0-9]* //; s/ #[0-9a-f]*$//' $of/journal >entries
    { cat entries && echo --; } >journal-$of-packed
    sed '3a --
9a --' entries >journal-$of-two
    sed '3a -- 2
9a -- 6 5' entries >journal-$of-wrong
done
# Packed as by codarun, except for the checksums: whole; cut in the middle; with
# an unwritten block in a pack, and in the lines after it.
! command -v python3 >/dev/null || python3 - small/journal entries <<'PYTHON'
import base64, sys, zlib
entries = open(sys.argv[2], "rb").read()
lines = open(sys.argv[1], "rb").read().splitlines(True)
n = entries.count(b"\n")
pack = b"0 pack %d %d %s\n" % (n, len(entries), base64.b64encode(
    zlib.compress(entries, 1)))
more = b"%d look 0 more\n" % n
at = len(pack) // 2
zeros = pack[:at] + bytes(min(64, len(pack) - at - 1))
for name, text in (
        ("whole", pack + pack + more), ("cut", pack + pack[:at]),
        ("zeroed", zeros + pack[len(zeros):] + more),
        ("zeroed-end", b"".join(lines[:-2]) + bytes(40) + b"\n")):
    open("journal-" + name, "wb").write(text)
PYTHON
cp "$(find sweep/trials -name '*.h5' | head -n 1)" result.h5
cp "$(find sweep/states -name '*last*.h5' | head -n 1)" state.h5

printf 'one\ntwo \303\251\r\n\n' >text
gzip -nc text >text.gz
xz -c text >text.xz
xz -c --lzma2=preset=0,dict=512MiB text >text-wide.xz # more than is allowed
cat text.gz text.gz >text-twice.gz
! command -v zstd >/dev/null || zstd -qc text >text.zst
! command -v bzip2 >/dev/null || bzip2 -c text >text.bz2
tar -cf text.tar text
gzip -nc text.tar >text.tgz
! command -v python3 >/dev/null || python3 -m zipfile -c text.zip text
seq 1 2000 | gzip -nc >text-long.gz
"$codarun" data subwords subwords "$top/docs/reference/tasks.md" --merges 40 >/dev/null
gzip -nc subwords >subwords.gz
"$codarun" data write "$top/experiments/text2code-made.yaml" written \
    --set task.examples=60 --set task.valid_examples=5 \
    --set task.test_examples=5 >/dev/null
head -n 3 written/valid.jsonl >problems

mkdir -p aclImdb/train/pos aclImdb/train/neg trees
echo 'A good one.<br />Yes.' >aclImdb/train/pos/1_9.txt
echo 'A bad one.' >aclImdb/train/neg/0_2.txt
echo '(3 (2 It) (4 works))' >trees/dev.txt
tar -cf archive.tar aclImdb trees
gzip -nc archive.tar >archive.tar.gz
xz -c archive.tar >archive.tar.xz
python3 -m zipfile -c archive.zip trees/ 2>/dev/null || rm -f archive.zip
cp "$top/tests/fuzz/seeds/rows.jsonl" archive.jsonl

mkdir cache
CODARUN_CACHE=$PWD/cache "$codarun" run sweep.yaml -q -o imaged \
    --set sweep.trials=1
find cache -type f -size +64c -exec cp {} image \; -quit
[ -s image ]
