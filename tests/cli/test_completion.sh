#!/bin/bash
# A shell's completion on Tab offers exactly what the command line accepts.
. "${srcdir:-.}/tests/tap.sh"

# offered WORD...: what can replace the last word
offered() {
    "$codarun" completion -- "$@" | cut -f 1
}

# offers "LINE" WORDS...: are exactly these offered?
offers() {
    local line=$1
    shift
    # shellcheck disable=SC2086 # words
    diff <([ $# -eq 0 ] || printf '%s\n' "$@") <(offered $line)
}

# has "LINE" WORD: is this word offered?
has() {
    # shellcheck disable=SC2086 # words
    offered $1 | grep -qx -- "$2"
}

# long OPTION...: print the long options in a command's help
long() {
    "$codarun" "$@" --help | grep -o '^  \(-[a-z?], \|    \)--[a-z-]*' |
        grep -o -- '--.*' | sort -u | grep -vx -e --usage -e --version
}

# all_options COMMAND...: are exactly the options in its help offered?
all_options() {
    [ -n "$(long "$@")" ] && diff <(long "$@") <(offered "$@" -- | sort -u)
}

commands=$("$codarun" --help | awk '/^  [a-z]/ { print $1 }')
ok "commands are offered" diff <(echo "$commands" | sort) <(offered "" | sort)
for command in $commands; do
    [ "$command" = completion ] ||
        ok "$command has all its options" all_options "$command"
done
for bench in $(offered bench ""); do
    ok "bench $bench has all its options" all_options bench "$bench"
done
ok "names that begin so" offers "table --tri" --trials
ok "formats" offers "table --format l" latex
ok "a command's own" offers "export --format n" npz
ok "in one word" offers "table --format=l" --format=latex
ok "split into words, as by bash" offers "table --format = l" latex
ok "with nothing typed yet" has "table --format =" latex
ok "after a comma" offers "table --show mean,s" mean,sd
ok "fields to set" has "run --set train.le" train.learning_rate=
ok "those of kinds in kinds" has "run --set model.attention." \
    model.attention.beta=
ok "a kind's names after a field" offers "run --set model.attention.kind=so" \
    model.attention.kind=softmax
ok "split into words, as by bash" offers "run --set model.attention.kind = so" \
    softmax
ok "true and false" offers "run --set train.lazy_rows = f" false
ok "choices" has "run --set train.products = o" own
ok "a number has no names" offers "run --set train.batch = 1"
ok "matrices" offers "inspect --matrix e,ga" e,gate
ok "sites, but for numbers" offers "inspect x --example 0 --site enc" \
    encode.attention encoder.self
ok "... of a picture" offers "plot attention x --site al" align
ok "... in one word" has "inspect --site=de" --site=decoder.cross
ok "fields of a site" has "run --set model.encoder_attention.h" \
    model.encoder_attention.heads=
ok "... its layers" has "run --set model.cross_attention." \
    model.cross_attention.layers=
ok "... its kind" offers "run --set model.decoder_attention.kind=lin" \
    model.decoder_attention.kind=linear
ok "text or JSON" offers "doctor --format t" text
ok "... of a run that is none" offers "run --dry-run --format j" json
ok "rows of a document" offers "plot attention --rows can" candidates
ok "metrics" has "plot curves --metric test.ma" test.map
ok "traits" has "table --by oper" operator
ok "what was inspected" offers "history --metric gate.m" gate.mean
ok "formats of histories" offers "history --format t" tensorboard
ok "what curves have beside them" offers "plot curves --metric l" loss \
    learning_rate
mkdir -p "$scratch/results/mine" "$scratch/results/empty"
echo "name: mine" >"$scratch/results/mine/experiment.yaml"
program=$(realpath "$codarun")
sweeps() {
    (cd "$scratch" && codarun=$program offers "$@")
}
ok "a run's fields have values" offers "run --set run.keep=b" run.keep=best
ok "which no trial has" offers "table a --where run.ke"
ok "nor any column" offers "table a --columns trial,run.ke"
ok "set in one word, as bash parts it" offers \
    "run --set = model.attention.kind = so" softmax
ok "after one sweep no other is offered" sweeps "predict mine m"
ok "but where several may be" sweeps "table mine m" mine
for command in ensemble export history inspect predict prune report resume \
    status stop table \
    verify "plot curves" "data predictions"; do
    ok "$command is offered sweeps" sweeps "$command m" mine
done
ok "pictures" offers "plot curves,gan" curves,gantt
ok "verbs" has "data pre" predictions
ok "kinds" has "data kinds co" coda
ok "attentions" offers "bench train --attention sp" sparsemax
ok "tests of differences" offers "table --daggers wilc" wilcoxon
ok "data sets" has "data fetch wiki" wikiqa
ok "a value that has no names is left to the shell" offers "table -o x"
ok "so is a file" offers "run experiments/w"
ok "no command is offered nothing" offers "tabel --"
ok "no words are a wrong command line" \
    says "expected the words of a command line" 2 "$codarun" completion

# Call bash's own completion: COMPREPLY is what it would show.
in_bash() {
    PATH=$(dirname "$codarun"):$PATH bash --norc -c '
        . "$0"
        complete -p codarun
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _codarun 2>/dev/null
        printf "%s\n" "${COMPREPLY[@]}"' \
        "${srcdir:-.}/src/cmd/shell/codarun" "$@"
}
in_zsh() {
    PATH=$(dirname "$codarun"):$PATH zsh -f -c '
        compadd() { print -l -- "${(@P)@[-1]}"; }
        _files() { print files; }
        complete() {
            local -a words=("$@")
            local CURRENT=$#
            . "$script"
        }
        script=$0
        complete "$@"' "${srcdir:-.}/src/cmd/shell/_codarun" "$@"
}
ok "bash knows of it" says "complete -o default -F _codarun codarun" 0 \
    in_bash codarun ""
ok "bash offers options" says "^--daggers$" 0 in_bash codarun table --da
ok "bash offers values" says "^latex$" 0 in_bash codarun table --format = la
ok "bash offers the rest of one word" says "^latex$" 0 \
    in_bash codarun table --format=la
from=$(realpath "${srcdir:-.}")
beside() {
    (srcdir=$from codarun=$program && cd "$scratch" && touch mixed &&
        in_bash codarun table m | sed 1d | diff - <(printf '%s\n' mine mixed))
}
ok "bash offers files beside sweeps" beside
if command -v zsh >/dev/null; then
    ok "zsh offers options" says "^--daggers$" 0 in_zsh codarun table --da
    ok "zsh offers one word" says "^--format=latex$" 0 \
        in_zsh codarun table --format=la
    ok "zsh offers fields" says "^train.learning_rate=$" 0 \
        in_zsh codarun run --set train.learning_r
    ok "zsh offers files" says "^files$" 0 in_zsh codarun run x
else
    skip "zsh" "no zsh"
fi
done_testing
