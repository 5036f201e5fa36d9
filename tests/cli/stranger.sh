# stranger.sh - trials, and a stranger who computes what codarun predict says of
# them from what codarun export writes: source it behind tap.sh.  $python is an
# interpreter with numpy, or empty.

peer=$(realpath "$srcdir/tests/peers/export_same.py")
cd "$scratch" || exit 99
for python in "${PYTHON:-python3}" /usr/bin/python3; do
    "$python" -c 'import numpy' 2>/dev/null && break
    python=
done

# experiment NAME TASK MODEL MORE...: train it.
experiment()
{
    printf '%s\n' "name: $1" "task: $2" "model: $3" \
        "train: {steps: 40, batch: 16, learning_rate: 0.01}" >"$1.yaml"
    "$codarun" run -q -o "$1" "$1.yaml" "${@:4}"
}

# computes_trial N NAME FORMAT OPTION...: trial N's answers to `raw`, from a
# file of it.
computes_trial()
{
    "$codarun" export "$2" --trial "$1" -o "$2.$3" --force &&
        "$codarun" predict "$2" --trial "$1" raw -q "${@:4}" >answers &&
        "$python" "$peer" "$2.$3" raw answers
}

# computes NAME FORMAT OPTION...: its only trial's.
computes() { computes_trial 0 "$@"; }
