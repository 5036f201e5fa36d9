#!/bin/bash
# test_data_schema.sh - codarun data schema: it prints a valid JSON Schema of
# experiment files, which accepts what codarun accepts and refuses the rest.
. "${srcdir:-.}/tests/tap.sh"

shipped=$srcdir/experiments/codarun.schema.json
schema=$scratch/schema.json

# If they differ, run: codarun data schema -o experiments/codarun.schema.json
as_shipped()
{
    "$codarun" data schema >"$schema" && cmp "$schema" "$shipped"
}

# Written to a file, it replaces the file's content.
replaces()
{
    echo before >"$scratch/file"
    [ -z "$("$codarun" data schema -o "$scratch/file")" ] &&
        cmp "$scratch/file" "$schema"
}

nowhere()
{
    says "cannot create '$scratch/none/file'" 1 \
        "$codarun" data schema -o "$scratch/none/file"
}

full()
{
    says 'standard output: ' 1 \
        bash -c '"$1" data schema >/dev/full' - "$codarun"
}

# Editors read the schema's name from a comment in the first line.
each_names_it()
{
    local line='# yaml-language-server: $schema=codarun.schema.json'
    for file in "$srcdir"/experiments/*.yaml; do
        [ "$(sed 1q "$file")" = "$line" ] || { echo "$file"; return 1; }
    done
}

ok "the schema beside the experiments is what codarun prints" as_shipped
ok "each experiment names it in its first line" each_names_it
ok "--output writes it to a file, which is replaced" replaces
ok "a file that cannot be written is an error" nowhere
[ ! -w /dev/full ] || ok "a full disk is an error" full

python_with 'import jsonschema, yaml'

# check NAME WHAT ARGUMENT...
check()
{
    local name=$1 what=$2
    shift 2
    if [ -n "$python" ]; then
        ok "$name" "$python" -B "$srcdir/tests/cli/json_schema/check.py" \
            "$what" "$schema" "$@"
    else
        skip "$name" "no python3 with jsonschema"
    fi
}

take=./tests/cli/take_experiments
check "it is a JSON Schema" whole
check "it takes the experiments, and those of the documents" files \
    "$srcdir"/experiments/*.yaml "$srcdir"/README.md "$srcdir"/docs/*.md \
    "$srcdir"/docs/*/*.md
check "it has the fields that data kinds lists, with their values" kinds "$codarun"
check "it takes and refuses values of fields as codarun does" fields \
    "$take" 13
check "it takes and refuses sections as codarun does" sections "$take"
check "it takes what codarun takes, whatever that is" mutants "$take" 300 \
    "$srcdir"/experiments/*.yaml
done_testing
