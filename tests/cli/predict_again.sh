# predict_again.sh - trials, and a stranger who computes what codarun predict says of
# them from what codarun export writes: source it behind tap.sh.  $python is an
# interpreter with numpy, or empty.

peers=$(realpath "$srcdir/tests/peers")
cd "$scratch" || exit 99
python_with 'import numpy'

# experiment NAME TASK MODEL MORE...: train it, for $steps or 16.
experiment()
{
    printf '%s\n' "name: $1" "task: $2" "model: $3" \
        "train: {steps: ${steps:-16}, batch: 16, learning_rate: 0.01}" >"$1.yaml"
    "$codarun" run -q -o "$1" "$1.yaml" "${@:4}"
}

# longer STEPS COMMAND...: with so many steps of training.
longer() { local steps=$1; "${@:2}"; }

# computes_trial N NAME FORMAT OPTION...: trial N's answers to `raw`, from a
# file of it.
computes_trial()
{
    "$codarun" export "$2" --trial "$1" -o "$2.$3" --force &&
        "$codarun" predict "$2" --trial "$1" raw -q "${@:4}" >answers &&
        "$python" "$peers/export_same.py" "$2.$3" raw answers
}

# computes NAME FORMAT OPTION...: its only trial's.
computes() { computes_trial 0 "$@"; }

# looks NAME: are the attentions of example 0 of valid, which is the first text
# of `raw`, what the stranger has of them?
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
