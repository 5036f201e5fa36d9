#!/bin/bash
# The README and the tutorial from the first line to the last: each command is
# run and each file is written as printed, and the output that they show is
# compared.
#
# Replaced are: bootstrap by its last steps, since all is built; sbatch by
# mpirun, unless CODARUN_SLURM_TESTBED gives a Slurm (tests/mpi/slurm.sh).
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/slurm.sh"

command -v gnuplot >/dev/null || skip_all "no gnuplot"
if [ -r "${CODARUN_SLURM_TESTBED:-}" ]; then
    slurm_set_up 1 17600
    sbatch() { command sbatch --wait "$@"; }
else
    # shellcheck disable=SC2317 # called by what eval reads
    sbatch() {
        shift
        mpirun -n 2 codarun run "$@"
    }
fi
unset CODARUN_DATA
export OMPI_MCA_mpi_yield_when_idle=1

clone=$scratch/clone
mkdir -p "$clone/build" "$clone/experiments" "$clone/results"
cp "$srcdir"/experiments/*.yaml "$clone/experiments"
cp "$srcdir"/results/*.csv "$clone/results"
ln -s "$(realpath "$srcdir")/slurm" "$clone/slurm"
ln -s "$(realpath "$codarun")" "$clone/build/codarun"
cat >"$clone/bootstrap" <<'END_OF_IT'
#!/bin/sh
[ "$1" != demo ] || mpirun -n 2 build/codarun run experiments/mlu-quick.yaml
END_OF_IT
chmod +x "$clone/bootstrap"

# run COMMAND: append its output to $scratch/said; a command marked as a mistake
# must fail
run() {
    eval "$1" >"$scratch/output" 2>&1 </dev/null
    local status=$?

    cat "$scratch/output" >>"$scratch/said"
    case $1 in
    *"# a mistake"*) [ $status -ne 0 ] && return ;;
    *) [ $status -eq 0 ] && return ;;
    esac
    cat "$scratch/output"
    return 1
}

# shown FILE: was each of its lines printed?  Lines "..." stand for any others.
shown() {
    grep -v '^\.\.\.$' "$1" >"$scratch/lines"
    ! grep -vxFf "$scratch/said" "$scratch/lines"
}

# follow PAGE: execute its blocks in order
follow() {
    local sort='' line command='' n=0

    cd "$clone" || exit 99
    : >"$scratch/said"
    while IFS= read -r line; do
        case $sort$line in
        '```'*) sort=${line#'```'} sort=${sort:-none} && : >"$scratch/block" ;;
        *'```')
            case $sort in
            text) n=$((n + 1)) && ok "what $1 shows: $n" shown "$scratch/block" ;;
            yaml)
                name=$(sed -n '1s/^# \([a-z]*\.yaml\)$/\1/p' "$scratch/block")
                [ -z "$name" ] || cp "$scratch/block" "$name"
                ;;
            esac
            sort=
            ;;
        sh*)
            command+=$line$'\n'
            [ "${line%\\}" = "$line" ] || continue # it goes on in the next
            bash -n <<<"$command" 2>/dev/null || continue
            ok "${command%%$'\n'*}" run "$command"
            command=
            ;;
        [a-z]*) printf '%s\n' "$line" >>"$scratch/block" ;;
        esac
    done <"$2"
}

home=$(realpath "$srcdir")
follow README.md "$home/README.md"
follow the-tutorial "$home/docs/tutorial.md"
done_testing
