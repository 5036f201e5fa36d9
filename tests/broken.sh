# broken.sh - for tests that break the sources in one place after the other: a
# unit test that plays worlds finds each, and prints the line that plays the one
# in which it shows.  Sourced behind tap.sh, with `test` its name.

folder=$(dirname "$(unit_test "$test")")

# build FILE: the test with the broken $scratch/FILE in place of its own.
# shellcheck disable=SC2086,SC2154 # commands of several words; of tap.sh
build() {
    object=$builddir/$folder/$test.o
    case $1 in
    tests/*) object=$scratch/$folder/$test.c ;;
    esac
    case $1 in
    src/*) set -- "$scratch/$1" ;;
    *) set -- ;;
    esac
    $CODARUN_COMPILE -w "$@" "$object" "$builddir/tests/unit/main.o" \
        -o "$scratch/$test" $CODARUN_LIBS
}

# is_found FILE SED: by one of so many worlds, and by the line that is printed
is_found() {
    mkdir -p "$scratch/$folder" "$scratch/$(dirname "$1")"
    cp "$srcdir/$folder/$test.c" "$srcdir/$folder"/*.h "$scratch/$folder"
    sed "$2" "$srcdir/$1" >"$scratch/$1"
    ! cmp "$srcdir/$1" "$scratch/$1" || return
    build "$1" || return
    ! timeout 300 env CODARUN_WORLDS="$worlds" "$scratch/$test" \
        >"$scratch/found" 2>&1 || return
    cat "$scratch/found"
    alone=$(sed -n 's/^# alone: \(CODARUN_WORLD=[^ ]*\) .*/\1/p' \
        "$scratch/found" | head -n 1)
    [ -n "$alone" ] || return
    ! env "$alone" timeout 300 "$scratch/$test"
}

# Lines NAME|FILE|SED; each is one line's doing, and what is done without is
# named.
all_are_found() {
    while IFS='|' read -r name file change; do
        [ -n "$name" ] || continue
        ok "$name" is_found "$file" "$change"
    done
}
