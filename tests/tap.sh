# tap.sh - TAP for shell scripts: source it, call ok, finish with done_testing.
#
#     . "${srcdir:-.}/tests/tap.sh"
#     ok "it adds" test $((1 + 1)) -eq 2
#     done_testing
#
# The script has a folder $scratch, which is removed at its end, and a cache of
# codarun in it.  Parts that mostly wait and do not depend on each other can run
# at the same time: see beside().

tap_n=0
tap_failed=0

srcdir=${srcdir:-.}
codarun=${CODARUN_PROGRAM:-./codarun}
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe # Open MPI 5
# 0: after a failed rank mpirun ends the others at once; by default it waits for
# two seconds.
export OMPI_MCA_odls_base_sigkill_timeout=${OMPI_MCA_odls_base_sigkill_timeout-0}
# The cm layer loads libraries for network fabrics, some of which take 0.2 s.
export OMPI_MCA_pml=${OMPI_MCA_pml-ob1}
# Otherwise threads of small models would spin most of the time.
export OMP_WAIT_POLICY=${OMP_WAIT_POLICY-passive}

scratch=$(mktemp -d "${TMPDIR:-/tmp}/codarun-test.XXXXXX") || exit 99
export CODARUN_CACHE=$scratch/cache
trap 'rm -rf "$scratch"' EXIT

# unit_test NAME: print that unit test's path in the build folder, such as
# tests/unit/FOLDER/NAME
unit_test() {
    sed -n "s|^\t\(tests/unit/[^ ]*/$1\)\( .*\)*\$|\1|p" \
        "$srcdir/tests/unit/local.mk"
}

# ok NAME COMMAND...: did the command succeed?
ok() {
    tap_n=$((tap_n + 1))
    tap_name=$1
    shift
    if "$@" >"$scratch/.out" 2>&1; then
        echo "ok $tap_n - $tap_name"
    else
        tap_failed=1
        echo "not ok $tap_n - $tap_name"
        sed 's/^/# /' "$scratch/.out"
    fi
}

# says PATTERN STATUS COMMAND...: does the command end with the status, and
# print a line that matches?  $scratch/said keeps its output.
says() {
    pattern=$1 expected=$2
    shift 2
    "$@" >"$scratch/said" 2>&1
    status=$?
    cat "$scratch/said"
    [ $status -eq "$expected" ] && grep -q -- "$pattern" "$scratch/said"
}

# Is mpirun that of Open MPI 5?
open_mpi_5() {
    mpirun --version | grep -q "(Open MPI) 5"
}

# skip NAME REASON: report a skipped test
skip() {
    tap_n=$((tap_n + 1))
    echo "ok $tap_n - $1 # SKIP $2"
}

# agrees NAME EXPRESSION COMMAND...: is this Python expression true for t, the
# text that the command prints, and s, its output with --format json?
agrees() {
    if ! command -v python3 >/dev/null; then
        skip "$1" "no python3"
        return
    fi
    tap_agrees=$1 tap_true=$2
    shift 2
    "$@" >"$scratch/.text" 2>/dev/null
    "$@" --format json >"$scratch/.json" 2>/dev/null
    ok "$tap_agrees" python3 -c '
import json, re, sys
t, s = open(sys.argv[2]).read(), json.load(open(sys.argv[3]))
print(t, s)
sys.exit(not eval("(" + sys.argv[1] + ")"))' "$tap_true" "$scratch/.text" \
        "$scratch/.json"
}

# python_with IMPORT: $python is an interpreter with these modules, or empty
python_with() {
    for python in "${PYTHON:-python3}" /usr/bin/python3; do
        "$python" -c "$1" 2>/dev/null && return
    done
    python=
}

# skip_all REASON: skip the whole script
skip_all() {
    echo "1..0 # SKIP $1"
    exit 0
}

# beside COMMAND...: run a part of the script in the background, in a subshell
# with its own $scratch; $shared is the script's folder.  At most
# $tap_parts_most parts run at a time.
tap_parts=0 tap_pids=
tap_parts_most=4
shared=$scratch
beside() {
    while [ "$(jobs -pr | wc -l)" -ge $tap_parts_most ]; do
        wait -n
    done
    tap_parts=$((tap_parts + 1))
    tap_part=$shared/.part.$tap_parts
    mkdir "$tap_part"
    echo "# $*" >"$tap_part.tap"
    (
        scratch=$tap_part tap_n=0 tap_began=$SECONDS
        "$@"
        echo "# over after $((SECONDS - tap_began)) s"
    ) >>"$tap_part.tap" 2>"$tap_part.said" &
    tap_pids="$tap_pids $!"
}

# together: wait for all parts, and print their results in order
together() {
    # shellcheck disable=SC2086 # a list
    [ $tap_parts -eq 0 ] || wait $tap_pids
    for tap_part in $(seq $tap_parts); do
        tap_part=$shared/.part.$tap_part
        awk -v n=$tap_n '/^(not )?ok [0-9]+ - / { sub(/[0-9]+/, ++n) } 1' \
            "$tap_part.tap"
        sed 's/^/# /' "$tap_part.said"
        tap_n=$((tap_n + $(grep -cE "^(not )?ok [0-9]+ - " "$tap_part.tap")))
        ! grep -q "^not ok " "$tap_part.tap" || tap_failed=1
        grep -q "^# over after" "$tap_part.tap" ||
            ok "this part ends normally" false
    done
    tap_parts=0 tap_pids=
    rm -rf "$shared"/.part.*
}

# A script without a test has failed; TAP would count it as skipped.
done_testing() {
    together
    [ $tap_n -gt 0 ] || ok "there is a test" false
    echo "1..$tap_n"
    exit $tap_failed
}

# ranks N COMMAND...: run under mpirun
ranks() {
    tap_ranks=$1
    shift
    mpirun -n "$tap_ranks" "$@"
}

# make_ranking FILE QUESTIONS SEED: made-up answer selection, four candidates a
# question; the right one repeats the question's key word.
make_ranking() {
    awk -v n="$2" -v seed="$3" '
    function next_random() { x = (x * 16807) % 2147483647; return x }
    function word() { return "w" next_random() % 40 }
    function phrase(n,  i, s) {
        for (i = 0; i < n; i++)
            s = s (i ? " " : "") word()
        return s
    }
    BEGIN {
        x = seed + 1
        for (q = 0; q < n; q++) {
            key = "k" next_random() % 12
            question = "q" q " " phrase(3 + next_random() % 5) " " key
            right = next_random() % 4
            for (c = 0; c < 4; c++)
                printf "%s\t%s %s\t%d\n", question,
                    phrase(2 + next_random() % 9),
                    c == right ? key : "k" next_random() % 12, c == right
        }
    }' >"$1"
}

# make_squad FILE PARAGRAPHS SEED: contexts of ten words in SQuAD's form, two
# questions each.
make_squad() {
    awk -v n="$2" -v seed="$3" '
    function next_random() { x = (x * 16807) % 2147483647; return x }
    BEGIN {
        x = seed + 1
        printf "{\"data\": [{\"paragraphs\": ["
        for (p = 0; p < n; p++) {
            text = ""
            for (i = 0; i < 10; i++) {
                at[i] = length(text) + (i > 0)
                word[i] = "w" next_random() % 30
                text = text (i ? " " : "") word[i]
            }
            printf "%s{\"context\": \"%s\", \"qas\": [", p ? ",\n" : "", text
            for (q = 0; q < 2; q++) {
                i = next_random() % 9
                printf "%s{\"id\": \"%d-%d-%d\", \"question\": \"after %s ?\",",
                    q ? ", " : "", seed, p, q, word[i]
                printf " \"answers\": [{\"text\": \"%s\",", word[i + 1]
                printf " \"answer_start\": %d}]}", at[i + 1]
            }
            printf "]}"
        }
        printf "]}]}\n"
    }' >"$1"
}

# passages FILE: print a JSON line for each question of a make_squad file
passages() {
    awk '{
        match($0, /"context": "[^"]*"/)
        context = substr($0, RSTART, RLENGTH)
        while (match($0, /"question": "[^"]*"/)) {
            print "{" context ", " substr($0, RSTART, RLENGTH) "}"
            $0 = substr($0, RSTART + RLENGTH)
        }
    }' "$1"
}

# make_cloze FILE QUESTIONS SEED: documents of eight words in the layout of the
# Children's Book Test; each question asks for one of the words.
make_cloze() {
    awk -v n="$2" -v seed="$3" '
    function next_random() { x = (x * 16807) % 2147483647; return x }
    BEGIN {
        x = seed + 1
        for (q = 0; q < n; q++) {
            for (i = 0; i < 8; i++)
                word[i] = "w" next_random() % 30
            at = next_random() % 7
            printf "1 %s %s %s %s\n", word[0], word[1], word[2], word[3]
            printf "2 %s %s %s %s\n", word[4], word[5], word[6], word[7]
            printf "3 what is behind %s ? XXXXX is .\t%s\t\t%s",
                word[at], word[at + 1], word[0]
            for (i = 1; i < 8; i++)
                printf "|%s", word[i]
            printf "\n\n"
        }
    }' >"$1"
}

# questions FILE: print a JSON line for each question of a make_cloze file
questions() {
    awk -F '\t' '
    NF > 1 {
        sub(/^[0-9]+ /, "", $1)
        printf "{\"document\": \"%s\", \"query\": \"%s\", ", text, $1
        printf "\"candidates\": \"%s\"}\n", $4
        text = ""
        next
    }
    NF {
        sub(/^[0-9]+ /, "")
        text = text (text ? " " : "") $0
    }' "$1"
}

# make_experiment FILE: a small sweep over the data of make_ranking, which lies
# beside it; more lines of the file are read from standard input.
make_experiment() {
    make_ranking "$(dirname "$1")/train.tsv" 48 1
    make_ranking "$(dirname "$1")/valid.tsv" 12 2
    make_ranking "$(dirname "$1")/test.tsv" 12 3
    {
        cat
        echo "task: {kind: rank, train: train.tsv, valid: valid.tsv,"
        echo "       test: test.tsv, columns: [question, answer, label]}"
        echo "model: {kind: decatt, hidden: 24, embedding: 16,"
        echo "        attention: {kind: coda}}"
    } >"$1"
}

# make_many FILE TRIALS: a sweep of so many trials of one step each
make_many() {
    make_experiment "$1" <<END
name: many
train: {steps: 1, batch: 8, optimizer: sgd}
run: {keep: none, threads: 1}
sweep:
  method: random
  trials: $2
  parameters:
    model.attention.kind: [softmax, coda]
    train.learning_rate: {min: 1.0e-6, max: 1.0e-1, scale: log}
END
}
