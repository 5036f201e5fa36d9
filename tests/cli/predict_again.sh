# predict_again.sh - train trials, and check what `codarun predict` prints for them
# against an independent computation from what `codarun export` writes
# (tests/peers).  Source it after tap.sh.  $python is an interpreter with numpy,
# or empty.

peers=$(realpath "$srcdir/tests/peers")
cd "$scratch" || exit 99
python_with 'import numpy'

# experiment NAME TASK MODEL MORE...: train it, for $steps or 16 steps
experiment()
{
    printf '%s\n' "name: $1" "task: $2" "model: $3" \
        "train: {steps: ${steps:-16}, batch: 16, learning_rate: 0.01}" >"$1.yaml"
    "$codarun" run -q -o "$1" "$1.yaml" "${@:4}"
}

# longer STEPS COMMAND...: run the command with so many steps of training
longer() { local steps=$1; "${@:2}"; }

# computes_trial N NAME FORMAT OPTION...: the peer computes trial N's answers to
# `raw` from its exported file
computes_trial()
{
    "$codarun" export "$2" --trial "$1" -o "$2.$3" --force &&
        "$codarun" predict "$2" --trial "$1" raw -q "${@:4}" >answers &&
        "$python" "$peers/export_same.py" "$2.$3" raw answers
}

# computes NAME FORMAT OPTION...: the same of the only trial
computes() { computes_trial 0 "$@"; }

# looks NAME: does the peer compute the same attentions of example 0 of valid,
# which is the first text of `raw`?
looks()
{
    "$codarun" inspect "$1" --example 0 --format csv >listed &&
        "$codarun" export "$1" -o "$1.npz" --force || return 1
    for site in $(sed -n 's/^\([a-z][a-z0-9.]*\),.*/\1/p' listed |
        grep -vx site | sort -u); do
        "$codarun" inspect "$1" --example 0 --site "$site" --format json ||
            return 1
    done >seen
    "$python" "$peers/inspect_same.py" "$1.npz" raw seen
}
