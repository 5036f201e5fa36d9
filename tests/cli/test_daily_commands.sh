#!/bin/bash
# The commands in "The commands of a day's work", docs/reference/running.md,
# work as printed, in a built clone: here a folder with the demo, much
# shortened.
. "${srcdir:-.}/tests/tap.sh"

# The environment of a shell that has just been opened.
for name in "${!OMPI_@}"; do
    unset "$name"
done
unset CODARUN_DATA
mkdir "$scratch/experiments" "$scratch/build"
ln -s "$(realpath "$srcdir")/src" "$scratch/src"
ln -s "$(realpath "$codarun")" "$scratch/build/codarun"
sed 's/steps: 4000/steps: 10/; s/examples: 14000/examples: 400/
    s/valid_examples: 300/valid_examples: 20/
    s/test_examples: 1000/test_examples: 20/' \
    "$srcdir/experiments/mlu-quick.yaml" >"$scratch/experiments/mlu-quick.yaml"
sed -n "/^## The commands of a day's work/,/^## Ranks/s/^    //p" \
    "$srcdir/docs/reference/running.md" >"$scratch/lines"
cd "$scratch" || exit 99

tried=0
while IFS= read -r line; do
    case $line in
    export*) eval "$line" ;;
    sbatch*) ;; # needs a Slurm
    ?*)
        tried=$((tried + 1))
        ok "$line" eval "$line </dev/null"
        ;;
    esac
done < <(sed 's/ *#.*//' lines)
ok "there are lines to try" test $tried -ge 9
done_testing
