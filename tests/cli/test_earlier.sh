#!/bin/bash
# Results folders of earlier versions are read as their own version read them,
# and continued with the same bits.
#
# tests/earlier/DATE-WHAT.tar.xz has two folders of the last version with WHAT,
# and what that version printed of them: `stopped`, a sweep stopped in trial 1
# of 2, and `searched`, a finished search.  Before you change a format, add such
# an archive:
#
#     codarun run stopped/experiment.yaml -o stopped     # SIGUSR1 in trial 1
#     codarun run searched/experiment.yaml -o searched
#     for d in stopped searched; do
#         codarun table --trials --format csv $d >$d.csv
#     done
#     codarun data predictions stopped --trial 0 >predictions
#     tar c stopped searched stopped.csv searched.csv predictions | xz -9e
. "${srcdir:-.}/tests/tap.sh"

earlier=$(cd "$srcdir/tests/earlier" && pwd)
cd "$scratch" || exit 99
unset CODARUN_DATA
python_with 'import numpy'

# contents DIR: names and checksums of all its files
contents() {
    (cd "$1" && find . -type f | sort | xargs cksum)
}

# tells FILE COMMAND...: does the command print exactly this file?
tells() {
    "$codarun" "${@:2}" >told && diff "$1" told
}

# has_trials DIR: is its table that of its own version?
has_trials() {
    tells "$1.csv" table --trials --format csv "$1"
}

first=862836063016c001f8bf1f87f878bd64  # parameters of trial 0
second=6cd5169669a50623d059d0c3dc6a52c3 # and of trial 1 at its end

# same_arrays FILE FILE: are the arrays of two exports equal?
same_arrays() {
    "$python" -c '
import sys, numpy
one, other = (numpy.load(p) for p in sys.argv[1:])
assert set(one.files) == set(other.files), (one.files, other.files)
n = [name for name in one.files if isinstance(one[name], numpy.ndarray)]
assert n and all((one[name] == other[name]).all() for name in n)' "$@"
}

for archive in "$earlier"/*.tar.xz; do
    name=$(basename "$archive" .tar.xz)
    numerics=4
    case $name in *numerics-[23]) numerics=${name##*-} ;; esac
    rm -rf stopped searched
    xz -dc "$archive" | tar x
    contents stopped >before

    ok "$name: its status" says \
        "^trials  *2: 1 finished, 0 failed, 0 running, 1 waiting, 0 paused" 0 \
        "$codarun" status stopped
    ok "$name: the best" grep -q \
        "^best  *trial 0, valid.accuracy 37.50: train.steps=8" said
    ok "$name: its trials" has_trials stopped
    ok "$name: its files are whole" says \
        "^trial 0  finished  parameters $first " 0 "$codarun" verify stopped
    ok "$name: its results by trait" \
        says "^8  *1  *all  *8  *12.50" 0 "$codarun" table stopped --by answer
    ok "$name: a result is inspected" says "^kind  *result" 0 \
        "$codarun" inspect stopped --trial 0
    ok "$name: and a state" says "^version  *2" 0 \
        "$codarun" inspect stopped/states/f2/*.last.h5
    ok "$name: its predictions" tells predictions \
        data predictions stopped --trial 0
    [ -e first.npz ] || export=first
    ok "$name: its model is exported" \
        "$codarun" export stopped --trial 0 -o "${export:-other}.npz" --force
    if [ -z "$python" ]; then
        skip "$name: in the same numbers" "no python3 with numpy"
    elif [ -z "$export" ]; then
        ok "$name: in the same numbers" same_arrays first.npz other.npz
    fi
    export=
    contents stopped >after
    ok "$name: nothing was touched" cmp before after

    if [ $numerics = 4 ]; then
        ok "$name: it is continued" "$codarun" resume -q stopped
    else
        ok "$name: a state of other numerics is refused" says \
            "made under 'numerics=$numerics', and this is .*--other-identity" 1 \
            "$codarun" resume -q stopped
        ok "$name: it is continued with --other-identity" \
            "$codarun" resume -q stopped --other-identity
    fi
    "$codarun" verify stopped >said
    ok "$name: with the bits of its own version" grep "^trial 1  finished  parameters $second \
 result 5406f85884b3aed840abb7336f0af4b2" said
    ok "$name: and trial 0 is as it was" grep "^trial 0  finished  parameters \
$first  result 542be77d4892a5f79509dc35df8af43d" said

    ok "$name: the trials of a search" has_trials searched
    ok "$name: that has ended" says "6 of 6 trials done" 0 \
        "$codarun" resume searched
    ok "$name: they stay as they were" has_trials searched
done
done_testing
