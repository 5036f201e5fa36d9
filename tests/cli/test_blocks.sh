#!/bin/bash
# The experiments in the README and in docs/ that have a name can be read as
# they are printed there.  Only their data files may be missing.
. "${srcdir:-.}/tests/tap.sh"

docs=$(realpath "$srcdir/README.md" "$srcdir"/docs/*.md "$srcdir"/docs/*/*.md)
cd "$scratch" || exit 99
# shellcheck disable=SC2086 # names of files
awk '/^```/ { within = /^```yaml/; named = 0; next }
    within && /^name: / { named = 1; n++ }
    named { print >n ".yaml" }' $docs

# reads FILE
reads()
{
    "$codarun" run "$1" --dry-run >said 2>&1 && return
    cat said
    [ "$(wc -l <said)" -eq 1 ] && grep -q "found no file" said
}

for file in [0-9]*.yaml; do
    ok "$(head -1 "$file" | sed 's/ *#.*//')" reads "$file"
done
ok "there are some" test "$(ls [0-9]*.yaml | wc -l)" -ge 5
done_testing
