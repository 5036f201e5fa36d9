#!/bin/bash
# Kinds of attention by site, layer and head: swept, tabled, inspected, drawn,
# exported and completed as other fields are, in the same bits on any threads
# and ranks; what is wrong is told in a line.
. "${srcdir:-.}/tests/tap.sh"

cd "$scratch" || exit 99
case $codarun in /*) ;; *) codarun=$OLDPWD/$codarun ;; esac

# experiment NAME [KEEP]: the sweep is what is read.
experiment()
{
    printf '%s\n' "name: $1" 'task: {kind: mlu, low: 0, high: 8,
  operations: ["+"], examples: 44, valid_examples: 10, test_examples: 10}' \
        'model: {kind: transformer, preset: custom, layers: 2, hidden: 16,
  filter: 24, heads: 4}' \
        'train: {steps: 6, batch: 16, grains: 4, learning_rate: 0.01,
  evaluate_every: 6}' "run: {keep: ${2:-none}}" >"$1.yaml"
    cat >>"$1.yaml"
}

# trials NAME COLUMNS: of the table, as comma separated values
trials() { "$codarun" table "$1" --trials --format csv | tr -d '\r"' |
    cut -d , -f "$2"; }

one_line() { says "$@" && [ "$(wc -l <"$scratch/said")" -eq 1 ]; }

# --- a sweep over variants ----------------------------------------------------

experiment sites best <<'END'
sweep:
  goal: {maximize: valid.accuracy}
  variants:
    softmax: {}
    everywhere: {model.attention: coda}
    self: {model: {encoder_attention: coda, decoder_attention: coda}}
    cross: {model.cross_attention: {kind: coda, share: false}}
    two heads: {model: {encoder_attention: {kind: coda, layers: "0", heads: 2}}}
    all named:
      model: {encoder_attention: {kind: coda, beta: 1, heads: 4},
              decoder_attention: {kind: coda, layers: "0-1"},
              cross_attention: coda}
END
ok "variants of sites are trained" "$codarun" run -q -o one sites.yaml
ok "and tabled" sh -c '"$1" table one | grep -q "^two heads"' - "$codarun"
trials one 3,8 >told
# params NAME: the hash of a variant's parameters
params() { sed -n "s/^$1,//p" told; }
ok "sites that are set to one kind are as attention alone" \
    test "$(params everywhere)" = "$(params 'all named')"
ok "others are not" test "$(cut -d , -f 2 told | sort -u | wc -l)" -eq 6
OMP_NUM_THREADS=3 "$codarun" run -q -o threads sites.yaml
mpirun -n 2 "$codarun" run -q -o ranks sites.yaml
trials one 1-9 >one.csv
ok "threads change no bit" diff one.csv <(trials threads 1-9)
ok "nor do ranks" diff one.csv <(trials ranks 1-9)
ok "a trial is trained again to the same bits" "$codarun" verify \
    --rerun 4 one

# --- a sweep over fields ------------------------------------------------------

experiment fields <<'END'
sweep:
  goal: {maximize: valid.accuracy}
  parameters:
    model.encoder_attention: [softmax, coda]
    model.encoder_attention.heads: [0, 2]
    model.encoder_attention.layers: ["", "1"]
END
ok "kind, heads and layers are swept" "$codarun" run -q -o fields fields.yaml
ok "and are columns" diff - <(trials fields 3-5) <<'END'
model.encoder_attention.kind,model.encoder_attention.heads,model.encoder_attention.layers
softmax,0,
softmax,0,1
softmax,2,
softmax,2,1
coda,0,
coda,0,1
coda,2,
coda,2,1
END
experiment drawn <<'END'
sweep:
  goal: {maximize: valid.accuracy}
  method: random
  trials: 4
  parameters:
    model.cross_attention.kind: [softmax, coda]
    model.cross_attention.heads: {min: 1, max: 3}
    model.cross_attention.beta:
      {min: 0.1, max: 1, scale: log, when: {model.cross_attention.kind: coda}}
END
ok "they are drawn" "$codarun" run -q -o drawn drawn.yaml
ok "all of them" test "$(trials drawn 2 | grep -c finished)" -eq 4
ok "and set" "$codarun" run -q -o set fields.yaml \
    --set model.encoder_attention=coda --set model.encoder_attention.heads=2 \
    --set 'model.encoder_attention.layers="0"'
ok "alone" test "$(trials set 1 | wc -l)" -eq 2

# --- a kind or none -----------------------------------------------------------

experiment unset best <<'END'
sweep:
  goal: {maximize: valid.accuracy}
  parameters:
    model.encoder_attention.kind: [unset, coda]
    train.seed: [1, 2, 3, 4, 5, 6]
published:
  - {where: {model.attention.kind: softmax, model.encoder_attention: unset},
     valid.accuracy: 50, source: Nobody 2000}
END
ok "unset is a value as others are" "$codarun" run -q -o unset unset.yaml \
    --set train.steps=30 --set train.evaluate_every=30
ok "it has its row" sh -c \
    '"$1" table unset --format csv | tr -d "\r\"" | cut -d , -f 1 |
    tr "\n" " " | grep -qx "model.encoder_attention.kind unset coda "' - "$codarun"
ok "others are compared with it" sh -c '"$1" table unset --against=unset |
    grep -q "^test.accuracy: coda minus unset is"' - "$codarun"
ok "what is published stands beside it alone" sh -c '"$1" table unset |
    grep "Nobody 2000" | cut -c 1-5 | grep -qx unset' - "$codarun"
if command -v gnuplot >/dev/null; then
    page() { "$codarun" report unset -o unset.html >/dev/null &&
        grep -o "trial [0-9]*, [a-z_, ]*: [a-z.0-9]*" unset.html |
        sed 's/^trial [0-9]*, //' | LC_ALL=C sort -u; }
    ok "a page looks into the best of each group, by its kinds" diff - \
        <(page) <<'END'
softmax, encoder_attention coda: decoder.1.cross
softmax: decoder.1.cross
END
    ok "it is drawn" sh -c '"$1" plot metric unset -o unset.svg --data &&
        grep -q "\"unset\" 0, \"coda\" 1" unset.gp' - "$codarun"
else
    skip "it is drawn" "no gnuplot"
fi

# --- looks --------------------------------------------------------------------

ok "inspect lists the parts" sh -c '"$1" inspect one --trial 4 --example 1 |
    grep -Eq "^encoder.0.self +0 +coda +2 .* 0$" &&
    "$1" inspect one --trial 4 --example 1 |
    grep -Eq "^encoder.0.self +0 +softmax +2 .* 2$"' - "$codarun"
printf '0\tone two\n1\ttwo three\n' >texts.tsv
cat >alone.yaml <<'END'
name: alone
task: {kind: sentiment, train: texts.tsv, valid: texts.tsv, columns: [label, text]}
model: {kind: transformer, preset: custom, layers: 1, hidden: 8, filter: 8,
  heads: 2, encoder_attention: {kind: coda, heads: 1}}
train: {steps: 1, batch: 2}
END
ok "an attention of two kinds that is the only one is shown" sh -c '
    "$1" run -q -o alone alone.yaml &&
    "$1" inspect alone --example 1 --matrix m | grep -c "^encoder.0.self, head" |
    grep -qx 2' - "$codarun"
inspect() { "$codarun" inspect one --trial 4 --example 1 "$@"; }
ok "and by what its sites have in common" test \
    "$(inspect --site encoder.self --matrix m | grep -c head)" -eq 8
ok "shows all heads under their numbers" diff - \
    <(inspect --site encoder.0.self --matrix m | grep head) <<'END'
encoder.0.self, head 0 (coda): m
encoder.0.self, head 1 (coda): m
encoder.0.self, head 2 (softmax): m
encoder.0.self, head 3 (softmax): m
END
csv() { inspect --site encoder.0.self --matrix m --format csv "$@" | tr -d '\r'; }
ok "and one of them" diff <(csv | awk -F , 'NR == 1 || $3 == 3') <(csv --head 3)
ok "told by its kind" test "$(csv --head 3 | sed 's/.*,//' | uniq | xargs)" = \
    "attention softmax"
ok "a head that is none is told" one_line \
    "found --head 4, expected one below 4, of encoder.0.self" 1 \
    inspect --site encoder.0.self --head 4
if command -v gnuplot >/dev/null; then
    ok "they are drawn" sh -c '"$1" plot attention one --trial 4 --example 1 \
        --site encoder.0.self -o heads.svg &&
        [ "$(grep -o "encoder.0.self, head [0-3] ([a-z]*)" heads.svg | sort -u |
            wc -l)" -eq 4 ]' - "$codarun"
else
    skip "they are drawn" "no gnuplot"
fi
ok "a trial's fields are told" sh -c \
    '"$1" inspect one --trial 4 | grep -q "encoder_attention.layers  \"0\""' - \
    "$codarun"
ok "so are sites that are unset" sh -c '"$1" inspect one --trial 0 |
    grep "_attention.kind  unset" | sort -u | wc -l | grep -qx 3' - "$codarun"
ok "kinds of data have them" sh -c '"$1" data kinds universal |
    grep -q "^ *cross_attention.heads  *whole number, 0 to 256"' - "$codarun"
ok "they are completed" sh -c '"$1" completion -- run --set model.cross_ |
    cut -f 1 | grep -qx "model.cross_attention.layers="' - "$codarun"
ok "they are exported" sh -c '"$1" export one --trial 4 -o e.safetensors &&
    grep -aq "encoder_attention.heads" e.safetensors' - "$codarun"

# --- what is wrong ------------------------------------------------------------

# refused WHY FIELDS
refused()
{
    one_line "$1" 1 "$codarun" run -q -o no fields.yaml "${@:2}" &&
        [ ! -e no/trials ]
}
set_kind='--set model.encoder_attention=coda'
ok "a layer that is none is told" refused \
    "encoder_attention.layers: found '2', expected rising numbers from 0 to 1" \
    $set_kind --set 'model.encoder_attention.layers="2"'
ok "so are heads, where they are set" refused \
    "^codarun: --set model.*heads=5: .*encoder_attention.heads: found 5, exp" \
    $set_kind --set model.encoder_attention.heads=5
experiment swept <<'END'
sweep:
  goal: {maximize: valid.accuracy}
  parameters:
    model.encoder_attention: [coda]
    model.encoder_attention.layers: ["1", "1-0"]
END
ok "swept ones with their place and trial" one_line \
    "line [0-9]*, column 43: trial 1 (.*encoder_attention.layers: found '1-0'" \
    1 "$codarun" run -q -o no swept.yaml
experiment fewer <<'END'
sweep:
  goal: {maximize: valid.accuracy}
  parameters:
    model.heads: [4, 2]
END
ok "those that a swept field makes wrong with its trial" one_line \
    '^codarun: trial 1 (model.heads=2): --set .*=3: .*heads: found 3, expected' \
    1 "$codarun" run -q -o no fewer.yaml $set_kind \
    --set model.encoder_attention.heads=3
ok "but not what is wrong without it" one_line \
    '^codarun: --set .*=5: .*heads: found 5, expected 0 to 4' 1 "$codarun" run \
    -q -o no swept.yaml --set model.cross_attention=coda \
    --set model.cross_attention.heads=5
ok "a kind" refused "found 'codo', expected .*did you mean 'coda'" \
    --set model.encoder_attention=codo
ok "heads without a kind" refused \
    "missing field 'model.cross_attention.kind'; expected one of softmax" \
    --set model.cross_attention.heads=2
ok "a field" refused \
    "unknown field 'heds' in model.encoder_attention.*did you mean 'heads'" \
    --set model.encoder_attention.heds=2
done_testing
