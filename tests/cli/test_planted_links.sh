#!/bin/bash
# Another user has put links where this program writes, under the names of its
# temporary files and of files that it writes in place: the program follows none
# of them.
. "${srcdir:-.}/tests/tap.sh"

cd "$scratch" || exit 99
make_experiment one.yaml <<'YAML'
name: one
train: {epochs: 1, batch: 16, learning_rate: 0.01}
sweep: {parameters: {train.seed: [1, 2]}}
YAML
make_victims() {
    rm -rf victims
    mkdir victims
    for name in owner status.json sweep.h5 experiment.yaml experiment.text \
        origin checking image yaml; do
        echo "mine: $name" >victims/$name
    done
}

# planted FOLDER COMMAND...: run the command with links under all names that a
# temporary file of its process may have in the folder
planted() {
    bash -c 'folder=$1; shift
        for victim in victims/*; do
            ln -s "$PWD/$victim" \
                "$folder/${victim##*/}.tmp.$(uname -n).$$" || exit 9
        done
        exec "$@"' - "$@"
}
untouched() {
    head victims/*
    for victim in victims/*; do
        [ "$(cat "$victim")" = "mine: ${victim##*/}" ] || return 1
    done
}

make_victims
mkdir dir
ok "a sweep runs in a folder with planted links" says "2 trials: 2 finished" 0 \
    planted dir "$codarun" run one.yaml -o dir
ok "and follows none" untouched
for name in status.json sweep.h5 experiment.yaml experiment.text origin; do
    ok "$name is a file" test -f dir/$name -a ! -L dir/$name
done
ok "its folder is whole" "$codarun" verify dir
ok "the next start removes the links" says "2 trials: 2 finished" 0 \
    "$codarun" run one.yaml -o dir
ok "completely" sh -c \
    '! find dir -name "*.tmp.*" ! -name "image.*" ! -name "yaml.*" | grep .'

# The output file of a command, with such links beside it.
ok "a file is written beside a planted link" \
    planted . "$codarun" table dir --format csv -o yaml
ok "and the link is not followed" untouched
ok "but into its file" grep -q valid yaml

# The cache, whose images are named by their contents.
kept=$(echo "$PWD"/cache/codarun-*)
image=$(cd "$kept" && echo *.image)
rm "$kept/$image"
echo "mine: $image" >"victims/$image"
ok "an image is made beside a planted link" says "2 trials: 2 finished" 0 \
    planted "$kept" "$codarun" run one.yaml -o cached
ok "and the link is not followed" untouched
ok "into its place" test -f "$kept/$image" -a ! -L "$kept/$image"
rm "$kept/lock"
ln -s "$PWD/victims/yaml" "$kept/lock"
ok "a lock that is a link is reported" says "lock': found a link, expected a file" \
    0 "$codarun" run one.yaml -o unlocked

# Files that are written in place.
cp -r dir linked
rm linked/events.jsonl
ln -s "$PWD/victims/yaml" linked/events.jsonl
ok "events that are a link are reported" \
    says "lacks events: .*events.jsonl': found a link, expected a file" 0 \
    "$codarun" run one.yaml -o linked --set sweep.parameters.train.seed=[1,2,3] \
    --extend
mv linked/journal victims/journal
cp victims/journal journal.was
ln -s "$PWD/victims/journal" linked/journal
ok "a journal that is a link is an error" \
    says "journal.*: found a link, expected a file" 1 \
    "$codarun" run one.yaml -o linked --set sweep.parameters.train.seed=[1,2,3]
ok "and not written to" cmp victims/journal journal.was
rm victims/journal
ok "nothing that links led to was written to" untouched
done_testing
