#!/bin/bash
# Kinds of attention by site, layer and head: swept, tabled, inspected, drawn,
# exported and completed like other fields, with the same bits on any threads
# and ranks.  Errors are one line.
. "${srcdir:-.}/tests/tap.sh"

cd "$scratch" || exit 99
case $codarun in /*) ;; *) codarun=$OLDPWD/$codarun ;; esac

# experiment NAME [KEEP]: the sweep is read from standard input
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

# trials NAME COLUMNS: print these columns of the table, with commas between
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
ok "and shown in a table" sh -c '"$1" table one | grep -q "^two heads"' - "$codarun"
trials one 3,8 >told
# params NAME: print the digest of a variant's parameters
params() { sed -n "s/^$1,//p" told; }
ok "sites all set to one kind equal that attention" \
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

# --- output for programs ------------------------------------------------------

ok "programs get texts without quotes" test \
    "$("$codarun" table fields --trials --format csv | tr -d '\r' |
        cut -d , -f 5 | tail -n 2 | xargs -d '\n' printf '<%s>')" = "<><1>"
ok "as texts, empty ones too" sh -c '"$1" table fields --format json | tr -d " " |
    grep -o "layers\":\"[^,]*" | sort -u | xargs | grep -qx "layers:1 layers:"
    "$1" table fields --format json | tr -d " \n" |
    grep -q "layers\",\"type\":\"text"' - "$codarun"
ok "people get them with quotes" sh -c '"$1" table fields --trials |
    grep -q "  \"1\" "' - "$codarun"
"$codarun" table fields --trials --format csv -o fields.csv
ok "a row is verified" "$codarun" verify --rerun 7 fields.yaml fields.csv
sed -n '1p; /^7,/p' fields.csv |
    awk -F , -v OFS=, 'NR > 1 { $5 = "\"\"\"" $5 "\"\"\"" } 1' >quoted.csv
ok "so is one of an earlier table, with quotes" sh -c 'grep -q "\"\"\"1\"\"\"" \
    quoted.csv && "$1" verify --rerun 7 fields.yaml quoted.csv' - "$codarun"
sed '/^7,/s/coda,2,1/coda,2,0/' fields.csv >other.csv
ok "another text is reported" one_line "has .*layers 0, and the experiment's has 1" \
    1 "$codarun" verify --rerun 7 fields.yaml other.csv

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
ok "published numbers are shown only beside it" sh -c '"$1" table unset |
    grep "Nobody 2000" | cut -c 1-5 | grep -qx unset' - "$codarun"
# beside FILE [OPTION...]: print the table's rows that have a number of Nobody
# 2000
beside()
{
    rm -rf beside
    "$codarun" run -q -o beside "$@" >/dev/null &&
        "$codarun" table beside --format csv | tr -d '\r"' |
        grep "Nobody 2000" | cut -d , -f 1 | xargs
}
experiment beside <<'END'
sweep:
  goal: {maximize: valid.accuracy}
  variants:
    none: {}
    cross: {model.cross_attention: coda}
    self: {model: {encoder_attention: coda, decoder_attention: coda}}
published:
  - {where: {model.attention.kind: softmax}, valid.accuracy: 50,
     source: Nobody 2000}
END
ok "a number for an attention belongs to trials with unset sites" \
    test "$(beside beside.yaml)" = none
ok "to none if --set gives all a site's kind" \
    test "$(beside beside.yaml --set model.encoder_attention=coda)" = ""
sed 's/where: {/&model.decoder_attention: unset, /' beside.yaml >named.yaml
ok "a named site has the given kind, others are unset" \
    test "$(beside named.yaml)" = none
sed 's/where: {/&model.cross_attention: coda, /' beside.yaml >named.yaml
ok "and so where it has a kind" test "$(beside named.yaml)" = cross
sed 's/where: {/&variant: self, /' beside.yaml >named.yaml
ok "or is set by a variant that is named" test "$(beside named.yaml)" = self

# given VARIANT FIELD=VALUE [TOLD]: has the variant of sites.yaml this value,
# and is the field missing in a variant without the site?
given()
{
    rm -rf given
    "$codarun" run -q -o given sites.yaml --set train.steps=1 --set \
        train.evaluate_every=1 --set "sweep.parameters.variant=[softmax, $1]" \
        --set "model.encoder_attention.$2" &&
        "$codarun" inspect given --trial 1 | tr -d '"' |
        grep -q "encoder_attention.${2%=*}  *${3:-${2#*=}}$" &&
        "$codarun" inspect given --trial 0 |
        grep -q "encoder_attention.kind  *unset"
}
ok "heads of a site are set in variants that have it" given self heads=1
ok "so are its layers" given self 'layers="1"' 1
ok "and its kind's fields" given 'all named' beta=0.5

if command -v gnuplot >/dev/null; then
    # page DIR: print the beginnings of its attentions' names
    page() { "$codarun" report "$1" -o page.html >/dev/null &&
        grep -o 'aria-label="[^"]*"' page.html |
        grep -o "trial [0-9]*, [a-z_, 0-9()]*: [a-z.0-9]*, head[^:]*:" |
        sed 's/^trial [0-9]*, //; s/, example 0 of valid//' |
        LC_ALL=C sort -u; }
    ok "a page inspects the best of each group, by its kinds" diff - \
        <(page unset) <<'END'
softmax, encoder_attention coda: encoder.1.self, head 0 (coda):
softmax: decoder.1.cross, head 0 (softmax):
END
    experiment groups best <<'END'
sweep:
  goal: {maximize: valid.accuracy}
  variants:
    half: {model.encoder_attention: {kind: coda, layers: "0", heads: 2}}
    other: {model: {attention: coda, encoder_attention: {kind: softmax,
      layers: "0", heads: 2}}}
    all: {model.encoder_attention: coda}
END
    ok "and by its layers and heads" "$codarun" run -q -o groups groups.yaml
    ok "and shows what is of the site's kind" diff - <(page groups) <<'END'
coda, encoder_attention softmax (layers 0, heads 2): encoder.0.self, head 0 (softmax):
softmax, encoder_attention coda (layers 0, heads 2): encoder.0.self, head 0 (coda):
softmax, encoder_attention coda: encoder.1.self, head 0 (coda):
END
    ok "it is drawn" sh -c '"$1" plot metric unset -o unset.svg --data &&
        grep -q "\"unset\" 0, \"coda\" 1" unset.gp' - "$codarun"
else
    skip "it is drawn" "no gnuplot"
fi

# --- inspection ---------------------------------------------------------------

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
ok "programs always have the column of first heads" sh -c '
    "$1" inspect one --trial 0 --example 1 --format csv | head -n 1 |
    grep -q first_head &&
    ! "$1" inspect one --trial 0 --example 1 | grep -q first_head' - "$codarun"
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
ok "identified by its kind" test "$(csv --head 3 | sed 's/.*,//' | uniq | xargs)" = \
    "attention softmax"
ok "an unknown head is reported" one_line \
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
ok "a trial's fields are reported" sh -c \
    '"$1" inspect one --trial 4 | grep -q "encoder_attention.layers  *\"0\""' - \
    "$codarun"
ok "so are sites that are unset" sh -c '"$1" inspect one --trial 0 |
    grep "_attention.kind  *unset" | sort -u | wc -l | grep -qx 3' - "$codarun"
ok "kinds of data have them" sh -c '"$1" data kinds universal |
    grep -q "^ *cross_attention.heads  *whole number, 0 to 256"' - "$codarun"
ok "which may be unset" sh -c '"$1" data kinds transformer |
    grep -q "^ *cross_attention  *{kind: unset | softmax | coda" &&
    "$1" data kinds transformer |
    grep -q "^ *attention  *{kind: softmax | coda"' - "$codarun"
ok "they are completed" sh -c '"$1" completion -- run --set model.cross_ |
    cut -f 1 | grep -qx "model.cross_attention.layers="' - "$codarun"
ok "they are exported" sh -c '"$1" export one --trial 4 -o e.safetensors &&
    grep -aq "encoder_attention.heads" e.safetensors' - "$codarun"

# --- errors -------------------------------------------------------------------

# refused WHY FIELDS
refused()
{
    one_line "$1" 1 "$codarun" run -q -o no fields.yaml "${@:2}" &&
        [ ! -e no/trials ]
}
set_kind='--set model.encoder_attention=coda'
ok "an unknown layer is reported" refused \
    "layers: found '2', expected numbers from 0 to 1 or ranges of them such" \
    $set_kind --set 'model.encoder_attention.layers="2"'
ok "one that is written with a leading zero" refused "layers: found '01', expected" \
    $set_kind --set 'model.encoder_attention.layers="01"'
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
    '^codarun: --set .*=5: .*heads: found 5, expected at most 4, as many' 1 "$codarun" run \
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
experiment when <<'END'
sweep:
  goal: {maximize: valid.accuracy}
  parameters:
    model.encoder_attention.kind: [unset, coda]
    model.encoder_attention.heads: [0, 2]
END
ok "a field that is swept where its kind is unset" one_line \
    "unset (sweep it with when: {model.encoder_attention.kind: ...})$" 1 \
    "$codarun" run -q -o no when.yaml
ok "but not where its kind is not swept" one_line "where the kind is unset$" 1 \
    "$codarun" run -q -o no fields.yaml --set model.cross_attention=unset \
    --set model.cross_attention.heads=2
ok "and one that no kind has" one_line "unknown field 'heds'.*mean 'heads'" 1 \
    "$codarun" run -q -o no fields.yaml --set model.cross_attention=unset \
    --set model.cross_attention.heds=2
ok "a site that is nowhere in the model" one_line \
    "without a decoder, expected unset, or model.pooling: token" 1 "$codarun" \
    run -q -o no alone.yaml --set model.cross_attention=coda
done_testing
