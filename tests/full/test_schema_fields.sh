#!/bin/bash
# test_schema_fields.sh - the JSON Schema of experiment files compared with
# codarun: all values of fields, of which test_data_schema.sh tests a part, and
# many mutated files.
. "${srcdir:-.}/tests/tap.sh"

python_with 'import jsonschema, yaml'
[ -n "$python" ] || skip_all "no python3 with jsonschema"
"$codarun" data schema -o "$scratch/schema.json" || exit 99

check()
{
    local what=$1
    shift
    "$python" -B "$srcdir/tests/cli/json_schema/check.py" "$what" \
        "$scratch/schema.json" ./tests/cli/take_experiments "$@"
}

ok "it takes and refuses every value of a field as codarun does" \
    check fields 1
ok "it accepts exactly what codarun accepts, for random mutants" \
    check mutants 5000 "$srcdir"/experiments/*.yaml
done_testing
