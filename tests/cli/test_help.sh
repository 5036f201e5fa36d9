#!/bin/bash
# Every command has help and a place in the manual page.  Wrong command lines
# end with status 2.
. "${srcdir:-.}/tests/tap.sh"

status_of() {
    wanted=$1
    shift
    "$@"
    [ $? -eq "$wanted" ]
}

manual=$scratch/codarun.1
"$codarun" help --manual <"$srcdir/src/cmd/codarun.1.in" >"$manual" || exit 99

# in_manual COMMAND...: does its section have the long options of its help?
in_manual() {
    section=$1
    [ "$section" != resume ] || section=run
    sed 's/\\-/-/g; s/\\f.//g' "$manual" | awk -v name="$section" '
        /^\.S[SH]/ { on = ($0 ~ "^\\.SS (codarun )?" name "( |$)") } on' |
        grep -o -- '--[a-z][a-z-]*' | sort -u >"$scratch/in.manual"
    "$codarun" "$@" --help | grep -o '^  \(-[a-z?], \|    \)--[a-z-]*' |
        grep -o -- '--.*' | sort -u | grep -vx -e --help -e --usage -e --version >"$scratch/in.help"
    comm -23 "$scratch/in.help" "$scratch/in.manual" >"$scratch/missing"
    cat "$scratch/missing"
    [ ! -s "$scratch/missing" ]
}

# below COMMAND: print its subcommands
below() {
    "$codarun" "$1" --help | awk '/^  [a-z]/ { print $1 }'
}

# known: does each option that the manual page names belong to some command?
known() {
    for command in $commands; do
        "$codarun" "$command" --help
    done >"$scratch/all.help"
    for command in data vectors bench; do
        for sub in $(below $command); do
            "$codarun" $command "$sub" --help
        done
    done >>"$scratch/all.help"
    sed -n '/^\.SH COMMANDS/,/^\.SH THE EXPERIMENT/p' "$manual" |
        sed 's/\\-/-/g; s/\\f.//g' | grep -o -- '--[a-z][a-z-]*' | sort -u |
        while read -r option; do
            grep -q -- "$option\b" "$scratch/all.help" || echo "$option"
        done >"$scratch/unknown"
    cat "$scratch/unknown"
    [ ! -s "$scratch/unknown" ]
}

commands=$("$codarun" --help | awk '/^  [a-z]/ { print $1 }')
ok "there are commands" test -n "$commands"
for command in $commands; do
    ok "$command --help" sh -c '"$1" "$2" --help | grep -q Usage' - \
        "$codarun" "$command"
    ok "$command is in the manual page" \
        grep -q "^\.SS .*\\b$command\\b" "$manual"
    ok "its options are there" in_manual "$command"
    ok "$command refuses an unknown option with status 2" \
        status_of 2 "$codarun" "$command" --no-such-option
done
for command in data vectors bench; do
    for sub in $(below $command); do
        ok "options of $command $sub are there" in_manual $command "$sub"
    done
done
ok "the manual page has no other options" known
ok "the names of all kinds fit a screen" sh -c '"$1" data kinds |
    awk "length > 80 { exit 1 } END { if (NR > 23) exit 1 }"' - "$codarun"
ok "each of a sort has a line" sh -c '"$1" data kinds attention |
    grep -q "^attention coda: "' - "$codarun"
ok "so has each section" sh -c '"$1" data kinds section |
    grep -c "^section [a-z]*: " | grep -qx 3' - "$codarun"
ok "the section sweep has its fields" sh -c '"$1" data kinds sweep |
    grep -q "^ *rules  *"' - "$codarun"
for line in "run" "bench train"; do
    # shellcheck disable=SC2086 # words
    ok "help $line is $line --help" diff <("$codarun" help $line) \
        <("$codarun" $line --help)
done
ok "so is -h" diff <("$codarun" table -h) <("$codarun" table --help)
ok "and of all commands" diff <("$codarun" -h) <("$codarun" help)
ok "version is --version" diff <("$codarun" version) <("$codarun" --version)
ok "and so is -V" diff <("$codarun" -V) <("$codarun" --version)
ok "help of no command names the nearest" says "did you mean 'table'" 2 \
    "$codarun" help tabel
ok "an option before the command gets an error that says where it belongs" \
    says "data: found '-n' before the command, expected it behind" 2 \
    "$codarun" data -n 3 show x
ok "an empty name in a list is refused" says "matrix: found '', expected e" 2 \
    "$codarun" inspect x --matrix e,
ok "the manual page has each command once" test -z "$(
    grep '^\.SS' "$manual" | sort | uniq -d)"
ok "--version names the commit" sh -c '"$1" --version | grep -q ^commit' - \
    "$codarun"
ok "no command is a wrong command line" status_of 2 "$codarun"
ok "an unknown command is answered with the nearest" \
    sh -c '"$1" tabel 2>&1 | grep -q "did you mean .table."' - "$codarun"
ok "a line of the manual page names a command" sh -c '
    echo @no such@ | "$1" help --manual 2>&1 | grep "found .@no such@., expected a command"' \
    - "$codarun"
ok "an unknown command ends with status 2" status_of 2 "$codarun" tabel

# variables that the program reads: each is in the manual page
grep -rhoE '"(CODARUN|OMP|OMPI|OPENBLAS|PMI|PMIX|SLURM|HWLOC|GOMP|TMPDIR|PATH)(_[A-Za-z_]+)?"' \
    "$srcdir/src" --include='*.c' | tr -d '"' | sort -u >"$scratch/read"
sed -n '/^\.SH ENVIRONMENT/,/^\.SH FILES/p' "$manual" >"$scratch/environment"
grep -oE '[A-Z][A-Za-z]*(_[A-Za-z0-9]+)*' "$scratch/environment" | sort -u \
    >"$scratch/told"
ok "there are variables" test -s "$scratch/read"
ok "each is in the manual page" \
    test -z "$(comm -23 "$scratch/read" "$scratch/told" | tee /dev/stderr)"
sed '/^The script/,$d' "$scratch/environment" | grep '^\.B [A-Z_]*\(,\|$\)' \
    >"$scratch/order"
ok "in their order" env LC_ALL=C sort -fc "$scratch/order"

# unwritten OPEN ARGUMENT...: is a failed write an error, reported once?
unwritten() {
    to=$1
    shift
    if [ "$to" = full ]; then
        "$codarun" "$@" 2>"$scratch/stderr" >/dev/full
    else
        "$codarun" "$@" 2>"$scratch/stderr" >&-
    fi
    [ $? -eq 1 ] && [ "$(wc -l <"$scratch/stderr")" -eq 1 ] &&
        grep -q "^codarun: standard output: " "$scratch/stderr"
}
for line in "data kinds" --version --help "run --help" "data --help"; do
    # shellcheck disable=SC2086 # words
    for to in full closed; do
        if [ "$to" = closed ] || [ -c /dev/full ]; then
            ok "$line into what is $to fails" unwritten $to $line
        else
            skip "$line into what is $to fails" "no /dev/full"
        fi
    done
done
ok "a reader that closes the pipe early is no error" sh -c 'trap "" PIPE
    { "$1" data --help; echo $? >"$2"; } | true; [ "$(cat "$2")" -eq 0 ]' - \
    "$codarun" "$scratch/status"
ok "doctor works alone" "$codarun" doctor
ok "doctor works under mpirun" ranks 2 "$codarun" doctor
echo >"$scratch/file" && chmod +x "$scratch/file"
ok "a file is no place for results" \
    says "^warning: results cannot be written in '$scratch/file'\$" 0 \
    "$codarun" doctor -o "$scratch/file/results"
# means TEXT WORD...: is the answer one line with this text, with the status of
# a wrong command line or name?
means() {
    local text=$1 status
    shift
    "$codarun" "$@" >"$scratch/stdout" 2>"$scratch/stderr"
    status=$?
    cat "$scratch/stderr"
    [ $status -eq 1 ] || [ $status -eq 2 ] || return 1
    [ "$(wc -l <"$scratch/stderr")" -eq 1 ] && ! [ -s "$scratch/stdout" ] &&
        grep -q "; did you mean '$text'?" "$scratch/stderr"
}
mkdir -p "$scratch/results/mine" && cd "$scratch" || exit 99
case $codarun in /*) ;; *) codarun=$OLDPWD/$codarun ;; esac
case $srcdir in /*) ;; *) srcdir=$OLDPWD/$srcdir ;; esac
echo "name: mine" >results/mine/experiment.yaml
make_experiment a.yaml <<END
name: a
train: {steps: 1, batch: 8}
sweep: {parameters: {train.seed: [1, 2]}}
END
ok "an option of codarun's own" means --version --versoin
ok "... of a command of several" means --help data --hlep
ok "an option" means --output table mine --ouptut x
ok "a command below one" means attention bench atention
ok "... below one that has words of its own" means neighbours \
    vectors neigbours x y
ok "a kind" means softmax data kinds sofmax
ok "a sort of kinds" means model data kinds moddel
ok "a data set" means wikiqa data stats wikqa
ok "a kind of picture" means curves plot curvs mine
ok "a sweep" means results/mine table mien
ok "... that is to go on" means results/mine resume mien
ok "a folder of sweeps" means results list reslts
ok "an experiment" means a.yaml run a.ymal
ok "a field" means learning_rate run a.yaml --set train.lr=1
ok "a choice of a field" means best run a.yaml --set run.keep=bst
ok "a field in a rule" means train.seed run a.yaml --dry-run \
    --set 'sweep.rules=["train.sed == 1"]'
ok "a column's role" means answer run a.yaml --dry-run \
    --set 'task.columns=[question, anser, label]'
ok "an unknown option is answered with where the options are listed" \
    says "table: unknown option '--metric', see --help$" 2 \
    "$codarun" table mine --metric x
ok "so is a letter" says "status: unknown option '-q', see --help$" 2 \
    "$codarun" status -q

agrees "doctor prints the same for programs as for people" '
    s["hosts"][0]["processor"] in t and s["program"]["mpi"] in t
    and "uses %d core" % s["ranks"][0]["cores"] in t
    and "memory       %.1f GiB" % (s["hosts"][0]["memory_bytes"] / 2 ** 30) in t
    and s["warnings"] == t.count("\nwarning: ")' "$codarun" doctor
agrees "and problems, with the name of the check" '
    [f["text"] for f in s["findings"]] == re.findall("(?m)^(?:warning|hint): (.*)$", t)
    and "results_writable" in [f["check"] for f in s["findings"]
                               if f["level"] == "warning"]' \
    "$codarun" doctor -o "$scratch/file/results"
agrees "the version, too" '
    t.splitlines() == ["codarun " + s["version"], "commit " + s["commit"],
                       s["identity"], s["build"]]
    and s["identity"].startswith("numerics=%d" % s["numerics"])' \
    "$codarun" version
ok "--version takes no other word" \
    says "version: found 'x', expected nothing more" 2 "$codarun" --version x
done_testing
