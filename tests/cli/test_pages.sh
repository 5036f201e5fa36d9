#!/bin/bash
# The README and the pages of docs/: each link works, each command line of
# codarun is accepted, the generated pages are current, a site can be made of
# them, and all files have the same version number.
. "${srcdir:-.}/tests/tap.sh"

top=$(realpath "$srcdir")
built=$(realpath "${builddir:-.}")
cd "$top" || exit 99
pages="README.md CHANGELOG.md CONTRIBUTING.md $(
    find docs results -name '*.md' | sort | tr '\n' ' ')"

python_with ''
if [ -n "$python" ]; then
    # shellcheck disable=SC2086 # names of files
    ok "each link works" "$python" tests/cli/check_links.py . $pages
else
    skip "each link works" "no python3"
fi

# --- commands -----------------------------------------------------------------
# Lines of code that begin with codarun, or have it after mpirun or a pipe.
# Each is run with --help at its end, so that only its parsing is tested: a
# wrong option, word or value before that is an error.
commands_of() {
    awk '/^```/ { fence = fence ? 0 : /^```(sh)?$/ ? 1 : 2; next }
        fence == 1 || (!fence && /^    /)' "$1" |
        sed -e 's/^    //; s/^\$ //' -e :a -e '/\\$/ { N; s/\\\n */ /; ta
        }' |
        grep -E '^(codarun|mpirun|[A-Z_]+=[^ ]+ (codarun|mpirun|srun)) |\| codarun ' |
        sed 's/  *#.*//; s/ [<>] *[^ |'"'"']*//g
            s/.*| codarun/codarun/
            s/ | .*//' |
        grep codarun | grep -v 'codarun: \|\.\.\.$\|sh -c' |
        sed "s/.*codarun /codarun /; s/ N / 1 /g; s/ N$/ 1/"
}
codarun() { "$codarun" "$@" --help; }
# taken PAGE
taken() {
    commands_of "$1" >"$scratch/commands"
    while IFS= read -r line; do
        eval "$line" >"$scratch/said" 2>&1 </dev/null || {
            echo "$line"
            cat "$scratch/said"
            return 1
        }
    done <"$scratch/commands"
}
CODARUN_DATA=data V1=
some=0
for page in $pages; do
    [ -n "$(commands_of "$page")" ] || continue
    some=$((some + 1))
    ok "the commands of $page are accepted" taken "$page"
done
ok "many pages have commands" test $some -ge 15

# --- generated pages ----------------------------------------------------------

made() { diff <("${@:2}") "$1" && return; echo "make pages"; return 1; }
ok "commands.md is the manual page" made docs/reference/commands.md \
    awk -f docs/commands.awk "$built/src/cmd/codarun.1"
fields() { cat docs/fields.head && command "$codarun" data kinds --format markdown; }
ok "fields.md is the program's list of fields" \
    made docs/reference/fields.md fields
source_page() {
    cat docs/source.head && awk -f docs/layers.awk src/layers &&
        cat docs/source.tail
}
ok "source.md has the layers of src/" \
    made docs/explanation/source.md source_page
site() { sh docs/site.sh . "$scratch/site" && [ -s "$scratch/site/index.html" ]; }
if command -v mkdocs >/dev/null; then
    ok "a site is made of them, in which each link works" site
else
    skip "a site is made of them" "no mkdocs"
fi

# --- versions -------------------------------------------------------------------

version=$(sed -n 's/^AC_INIT(\[codarun\], \[\([^]]*\)\].*/\1/p' configure.ac)
ok "the changelog has this version" grep -qx "## $version" CHANGELOG.md
ok "so has the citation" grep -qx "version: $version" CITATION.cff
ok "so has the Debian package" grep -q "^codarun ($version)" \
    dist/debian/changelog
done_testing
