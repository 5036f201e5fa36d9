#!/bin/sh
# site.sh SOURCE SITE - make a site of the pages, in the folder SITE, by MkDocs.
#
# The pages, results and experiments are copied in the layout of the repository,
# so that links between them work.  A broken link is an error.
set -eu
source=$(cd "$1" && pwd)
command -v mkdocs >/dev/null || {
    echo "site.sh: found no mkdocs (Debian: apt-get install mkdocs)" >&2
    exit 1
}
[ ! -e "$2/README.md" ] || {
    echo "site.sh: found pages in '$2', expected a folder for the site alone" >&2
    exit 1
}
pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT
mkdir -p "$2"
site=$(cd "$2" && pwd)
cd "$source"
mkdir "$pages/experiments" "$pages/results" # here they may also hold sweeps
cp -r README.md CHANGELOG.md CITATION.cff CONTRIBUTING.md LICENSE docs slurm \
    "$pages"
cp experiments/*.yaml experiments/*.json "$pages/experiments"
cp results/*.md results/*.csv "$pages/results"
rm "$pages"/docs/*.awk "$pages"/docs/*.head "$pages"/docs/*.sh \
    "$pages"/docs/*.yml
sed "s|^docs_dir:.*|docs_dir: $pages|; s|^site_dir:.*|site_dir: $site|" \
    "$source/docs/mkdocs.yml" >"$pages.yml"
status=0
mkdocs build --strict --quiet -f "$pages.yml" || status=$?
rm -f "$pages.yml"
exit $status
