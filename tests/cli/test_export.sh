#!/bin/bash
# codarun export: from what it writes, an independent program computes what
# codarun predict prints.
. "${srcdir:-.}/tests/tap.sh"

. "$srcdir/tests/cli/predict_again.sh"

make_ranking train.rank 48 1
make_ranking test.rank 12 3
for split in train test; do
    awk -F '\t' '{ print $2 "\t" $3 }' $split.rank >$split.sent
done
ok "a bag of words is trained" experiment bow \
    "{kind: sentiment, train: train.sent, valid: test.sent}" '{kind: bow}'

# --- files --------------------------------------------------------------------

export_as() { "$codarun" export bow -o "$1" "${@:2}"; }
ok "a file is named after the trial" says "^bow-0.h5: 5 arrays" 0 \
    "$codarun" export bow
ok "and after its format" says "^bow-0.safetensors: 5 arrays" 0 \
    "$codarun" export bow --format safetensors
ok "its ending is a format" export_as bow.npz
ok "so is .hdf5" export_as bow.hdf5
ok "which is also the default" export_as ./../"${PWD##*/}"/none
ok "byte for byte" cmp bow.hdf5 none
ok "another ending is refused" says \
    "found the ending of 'bow.pt', expected .h5, .hdf5" 2 export_as bow.pt
ok "and no such file is there" test ! -e bow.pt
ok "unless the format is said" export_as bow.pt --format safetensors
ok "of which there are three" says "expected hdf5, npz or safetensors" 2 \
    "$codarun" export bow --format pickle
echo mine >mine.npz
ok "a file that is there is not replaced" says \
    "file 'mine.npz' is there, expected --force to replace it" 1 \
    export_as mine.npz
ok "and is as it was" grep -qx mine mine.npz
ok "except with --force" export_as mine.npz --force
ok "the same is the same, byte for byte" cmp mine.npz bow.npz
ok "a pipe is written into" sh -c \
    '"$1" export bow --format npz -o /dev/stdout | cat | cmp - bow.npz' - \
    "$codarun"
ok "so is a file that is standard output" sh -c \
    '"$1" export bow --format npz -o /dev/stdout >out && cmp out bow.npz' - \
    "$codarun"
ok "a state file names its trial" \
    "$codarun" export bow/states/*/*.best.h5 -o state.npz
ok "which is this one" cmp state.npz bow.npz

# --- an independent program ---------------------------------------------------

if [ -z "$python" ]; then
    skip "an independent program computes the same" "no python3 with numpy"
    done_testing
fi

ok "npz is a zip" "$python" -c \
    'import sys, zipfile; sys.exit(zipfile.ZipFile("bow.npz").testzip())'
cut -f1 test.sent >raw
echo "w1 nobody knows W2" >>raw
ok "an independent program computes the same from npz" computes bow npz
ok "of safetensors" computes bow safetensors
if "$python" -c 'import h5py' 2>/dev/null; then
    ok "of HDF5" computes bow h5
else
    skip "of HDF5" "no h5py"
fi
"$python" - bow.npz wrong.npz <<'END'
import sys, numpy
z = dict(numpy.load(sys.argv[1]))
about = z.pop("about.json")
z["hidden.weight"][0, 0] += 0.5
numpy.savez(sys.argv[2], **z)
import zipfile
zipfile.ZipFile(sys.argv[2], "a").writestr("about.json", about)
END
ok "another parameter gives another answer" says "apart at most" 1 \
    "$python" "$peers/export_same.py" wrong.npz raw answers
done_testing
