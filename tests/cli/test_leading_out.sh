#!/bin/bash
# Results and states from somebody else, with an HDF5 dataset that refers to
# another file: every command refuses them in one line, and prints nothing of
# that file.
. "${srcdir:-.}/tests/tap.sh"

lead_out=$(realpath "${builddir:-.}/tests/cli/lead_out")
cd "$scratch" || exit 99
make_experiment one.yaml <<'YAML'
name: one
train: {epochs: 2, batch: 16, learning_rate: 0.01}
run: {keep: all}
sweep: {parameters: {train.seed: [1]}}
YAML
ok "a sweep" "$codarun" run -q one.yaml -o whole
result=$(cd whole && find trials -name '*.h5')
state=$(cd whole && find states -name '*.best.h5')
echo "their secret, in a line" >raw
"$lead_out" virtual
head -n 2 test.tsv | cut -f 1,2 >texts

# refused PATTERN STATUS COMMAND...: refused, without a word of that file
refused() {
    says "$@" && ! grep secret said
}
for manner in external soft own raw virtual; do
    to=$PWD/raw
    [ $manner = raw ] || to=$PWD/virtual
    [ $manner = own ] && to=x
    rm -rf hurt
    cp -r whole hurt
    for place in /config /words_0; do
        cp "whole/$state" "hurt/$state"
        ok "a state whose $place leads out, $manner" \
            "$lead_out" "hurt/$state" state $place $manner "$to"
        ok "... is not predicted with" \
            refused "^codarun: state file '.*': '$place': found .* in the file" \
            1 "$codarun" predict "hurt/$state" texts
        ok "... in one line" test "$(wc -l <said)" -eq 1
        ok "... nor is one of its folder" \
            refused "'$place': found .* in the file itself" \
            1 "$codarun" predict hurt texts --trial 0
    done
    ok "... and verify counts it" refused "^damaged files: 1$" \
        1 "$codarun" verify hurt
    ok "a result that leads out" \
        "$lead_out" "hurt/$result" result /config $manner "$to"
    ok "... is left out of a table" refused \
        "warning: result file '.*': '/config': found .* in the file itself: left" \
        1 "$codarun" table hurt
    ok "... and counted" refused "^damaged files: 2$" 1 "$codarun" verify hurt
    ok "a sweep file that leads out" \
        "$lead_out" hurt/sweep.h5 sweep /trials $manner "$to"
    ok "... is counted" refused "^damaged files: 3$" 1 "$codarun" verify hurt
    cp "whole/$result" "hurt/$result"
    ok "... and made again" refused "1 trial: 1 finished" 0 \
        "$codarun" run one.yaml -o hurt
    ok "... whole" refused "^damaged files: 1$" 1 "$codarun" verify hurt
done
done_testing
