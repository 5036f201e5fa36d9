#!/bin/bash
# lint.sh - rules of the sources that a grep can check: the layers, the owners
# of outside libraries, sizes, blanks.  Rules hold over src/ and tests/.
build=$(realpath "${builddir:-.}")
cd "${srcdir:-.}" || exit 99

n=0

# report NAME FINDINGS: the rule is kept if there are no findings
report()
{
    n=$((n + 1))
    if [ -z "$2" ]; then
        echo "ok $n - $1"
    else
        echo "not ok $n - $1"
        echo "$2" | sed 's/^/# /'
    fi
}

# Lines "FILE:LINE: FOLDER includes OTHER" for includes against src/layers.
# Tasks and models do not know each other.
downward_includes()
{
    find src -name '*.[ch]' -exec awk -f tests/include_folders.awk {} + |
        awk '
            FNR == NR { if (!/^#/) at[$1] = FNR; next }
            !($2 in at) || !($3 in at) || at[$3] > at[$2] ||
                ($2 ~ /^tasks/ && $3 ~ /^engine\/model/) {
                print $1 ": " $2 "/ includes " $3 "/" }' src/layers -
}

# Folders of src/ that are missing in src/layers, and those only there.
other_folders()
{
    diff <(sed -n 's/ *|.*//; /^[a-z]/p' src/layers | sort) \
        <(find src -name '*.[ch]' | sed 's|^src/||; s|/[^/]*$||' | sort -u)
}

# owner FOLDER PATTERN: lines outside src/FOLDER/ that match.
owner()
{
    grep -nE "$2" -r src --include='*.[ch]' | grep -v "^src/$1/"
}

# Files of the repository at its top that a test or a user left there.
left_behind()
{
    git ls-files 2>/dev/null | grep -vE \
        -e '^(\.ci|dist|docs|experiments|m4|results|slurm|src|tests)/' \
        -e '^(\.clang-format|\.editorconfig|\.gitignore|LICENSE|Makefile\.am)$' \
        -e '^(CHANGELOG|CONTRIBUTING|README)\.md$' \
        -e '^(CITATION\.cff|bootstrap|configure\.ac)$'
}

# Functions of more than 60 lines, from the line before the { to the }.
long_functions()
{
    find src tests -name '*.[ch]' -exec awk '
        FNR == 1 { start = 0 }
        /^\{/ { start = FNR }
        /^\}/ { if (start && FNR - start > 60)
                    print FILENAME ":" start ": " FNR - start " lines"
                start = 0 }' {} +
}

# Folders without circles of includes and calls between their units.  A folder
# that has become free of circles is added here, and stays so.
without_circles="engine/data engine/head engine/layer engine/optimizer
engine/tape engine/train sweep/scheduler sweep/simulate report/format"

circles()
{
    for folder in $without_circles; do
        files=$(find "src/$folder" -name '*.[ch]' | sort)
        # circles.awk reads the files twice
        awk -f tests/arrows.awk -f tests/circles.awk $files $files | sort
    done
}

include_circles()
{
    files=$(find src -name '*.[ch]')
    awk -f tests/arrows.awk -f tests/include_circles.awk $files | sort
}

# Names with a word that has been replaced.
old_words()
{
    # shellcheck disable=SC2046 # names of sources have no blanks
    find src tests -type f | awk -f tests/old_words.awk tests/old_words - \
        $(find src tests -name '*.[ch]')
}

# Breaks of tests/long/test_broken_*.sh that change nothing, since the source
# has other words now.
breaks_of_nothing()
{
    sed -s -n "/<<'BREAKS'/,/^BREAKS/p" tests/long/test_broken_*.sh |
        grep '|' | while IFS='|' read -r name file change; do
            [ -e "$file" ] && ! sed "$change" "$file" | cmp -s - "$file" ||
                echo "$name: $file"
        done
}

# without_kind FOLDER ENDING PREFIX: its files NAME.ENDING without PREFIXNAME.c
without_kind()
{
    for file in "$1"/*"$2"; do
        [ -e "$3$(basename "$file" "$2").c" ] || echo "$file"
    done
}

report "every folder is in src/layers" "$(other_folders)"
report "a folder includes itself and those above it" "$(downward_includes)"
report "units of a folder do not include or call each other in a circle" \
    "$(circles)"
report "units do not include each other in a circle" "$(include_circles)"
report "MPI stays in engine/comm" "$(owner engine/comm '<mpi\.h>|\bMPI_[A-Za-z_]+\(')"
report "HDF5 stays in engine/store" "$(owner engine/store '<hdf5\.h>|\bH5[A-Z]+[a-z_]+\(')"
report "libfyaml stays in config/yaml" "$(owner config/yaml '<libfyaml\.h>|\bfy_[a-z_]+\(')"
report "Random123 and xxHash stay in base/numbers" \
    "$(owner base/numbers '<Random123|<xxhash|\bXXH[A-Za-z0-9_]+\(')"
report "hwloc stays in base/system" "$(owner base/system '<hwloc|\bhwloc_[a-z_]+\(')"
report "OpenBLAS stays in engine/kernel" "$(owner engine/kernel '<cblas|\bcblas_|openblas_')"
report "only kernel/pair_mask.h decides which pairs take part" \
    "$(grep -nE '(\.|->)causal\b *([^ =]|$)' -r src --include='*.[ch]' |
        grep -v '^src/engine/kernel/pair_mask\.h:')"
report "utf8proc, zlib, lzma and libarchive stay in text" \
    "$(owner text '<utf8proc|<zlib|<lzma|<archive|\b(utf8proc|lzma|archive)_')"
report "expat stays in tasks" "$(owner tasks '<expat|\bXML_[A-Z]')"
report "libcurl and OpenSSL stay in fetch" \
    "$(owner fetch '<curl/|\bcurl_|<openssl/|\bEVP_')"
report "fontconfig stays in report/plot" \
    "$(owner report/plot '<fontconfig|\bFc[A-Z][A-Za-z]+\(')"
report "only hwloc is asked about processors" \
    "$(grep -nE '\b(sched_[gs]etaffinity|get_nprocs|omp_get_num_procs)|CPU_(SET|COUNT)|_SC_NPROC|cpuinfo|/sys/devices' \
        -r src --include='*.[ch]' | grep -v '^src/base/system/machine\.c:')"
# C libraries may round these functions differently, which could change a
# result. numbers/math_functions.h and kernel/vector.h have our own versions.
# train/memory.c only estimates.
transcendental='exp|exp2|expm1|log|log2|log10|log1p|pow|cbrt|hypot|sin|cos|tan'
transcendental="$transcendental|sincos|asin|acos|atan|atan2|sinh|cosh|tanh|asinh"
transcendental="$transcendental|acosh|atanh|erf|erfc|lgamma|tgamma"
report "no function whose last digits differ between C libraries" \
    "$(grep -nE "\\b($transcendental)[fl]?\\(" -r src --include='*.[ch]' |
        grep -vE '^[^:]*:[0-9]*: *(\*|/\*)|/\*.*\b(sqrt|atan|log)\(|^src/engine/train/memory\.c:')"
report "OpenMP stays in engine/train" "$(owner engine/train '#pragma omp|<omp\.h>')"
# Files are made by files/temporary.h and file_open_own(), which follow no link,
# and by file_write(), to a path that the user gave.
report "files are made in base/files" \
    "$(grep -nE '\bO_CREAT\b|\bcreat\(|\bf(re)?open\([^)]*, "[wa]|\bmks?temp\(' \
        -r src --include='*.[ch]' |
        grep -vE '^src/base/files/(file|file_open|file_write|temporary)\.c:')"
# Loops over readdir(), also in C libraries, take an error for the end of a
# folder.  In files/folder.c that is harmless: it removes only empty folders.
report "folders are read by files/folder_entries.h" \
    "$(grep -nE '\b(readdir|scandir|nftw|ftw|fts_open|glob)\(' -r src \
        --include='*.[ch]' |
        grep -vE '^src/base/files/(folder_entries\.[ch]|folder\.c):')"
# Texts of others are printed by core/show.h; these files print only our own.
report "printed text is escaped" \
    "$(grep -nE '\b(printf|fprintf|puts|fputs)\(' -r src/cmd \
        src/sweep/{coordinator,run} src/report --include='*.c' |
        grep -vE '^src/cmd/(main|commands/completion)\.c:')"
report "the locale stays C" \
    "$(grep -nE '\b(set|use|new)locale\b' -r src --include='*.[ch]')"
# Wrong input is an error that the caller reports with its place.  Only a lack
# of memory or threads may end the program in these folders.
readers='config|text|fetch|engine/(data|task|store)|tasks'
readers="$readers|sweep/(experiment|folder|ledger|results)|report"
report "no reader of input ends the program" \
    "$(grep -nE '\b(die|abort|_?exit)\(' -r src --include='*.[ch]' |
        grep -E "^src/($readers)/" |
        grep -vE 'die\("(out of memory|cannot start)')"
report "functions have 60 lines at most" "$(long_functions)"
report "files have 400 lines at most" \
    "$(find src tests -name '*.[ch]' -exec awk '
        FNR == 401 { print FILENAME }' {} +)"
report "no comment leaves something to do" \
    "$(grep -nE '\b(TODO|FIXME|XXX|HACK)\b' -r src tests --include='*.[ch]')"
report "no tabs, no blanks at the end of a line" \
    "$(grep -nE $'\t|[ \t]$' -r src tests --include='*.[ch]')"
report "lines have 80 columns at most" \
    "$(find src tests -name '*.[ch]' -exec awk '
        length > 80 && !/http/ { print FILENAME ":" FNR }' {} +)"
# If two files define a name, one of them in the archive, the linker silently
# takes one.
report "no two files define one name" \
    "$(nm -g --defined-only "$build/libcodarun.a" \
        "$build"/src/cmd/{main,commands/*}.o "$build/src/bench/bench.o" |
        awk 'NF == 3 && $2 ~ /[TDBR]/ { print $3 }' | sort | uniq -d)"
# One name means one thing, also for tags of a single .c file.
report "a tag is defined once" \
    "$(grep -nE '^[a-z ]*\b(struct|enum|union) \w+ \{' -r src --include='*.[ch]' |
        sed -E 's/^([^:]*:[0-9]*:).*\b(struct|enum|union) (\w+) .*/\1 \3/' |
        awk '$2 in at { print $0 ", as in " at[$2] } { at[$2] = $1 }')"
report "no name has a word of tests/old_words" "$(old_words)"
report "what tests break is there" "$(breaks_of_nothing)"
report "every source file is in src/local.mk" \
    "$(find src -name '*.[ch]' | while read -r f; do
        grep -q "$f" src/local.mk || echo "$f"; done)"
# The build checks the converse: it fails for a kind without its test files.
report "test files of kinds belong to existing kinds" \
    "$(for sort in attention model optimizer; do
        without_kind "tests/unit/engine/train/golden/$sort" .def \
            "src/engine/$sort/kinds/"
    done
    without_kind tests/unit/engine/optimizer/papers .h src/engine/optimizer/kinds/
    without_kind tests/unit/engine/tape/gradients .h src/engine/tape/ops/op_
    without_kind tests/peers/models .py src/engine/model/kinds/
    without_kind tests/peers/models .sh src/engine/model/kinds/)"
report "every test is in a list" \
    "$(find tests -name 'test_*.c' -o -name 'test_*.sh' | while read -r f; do
        grep -qE "^	${f%.c}( |\$)" tests/local.mk tests/unit/local.mk || echo "$f"; done)"
report "every experiment is in experiments/local.mk" \
    "$(find experiments -name '*.yaml' | while read -r f; do
        grep -qE "^	$f( |\$)" experiments/local.mk || echo "$f"; done)"
report "every test script can be run" \
    "$(find tests -name 'test_*.sh' ! -perm -u=x)"
report "no stray file at the top" "$(left_behind)"
echo "1..$n"
