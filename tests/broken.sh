# broken.sh - for tests that break the sources in one place after the other: a
# unit test that simulates random worlds must find each fault, and print the
# command that repeats the world in which it shows.  Source it after tap.sh,
# with `test` set to the unit test's name.

folder=$(dirname "$(unit_test "$test")")

# build FILE: the test with the broken $scratch/FILE in place of the original
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

# is_found FILE SED: does one of $worlds worlds find the fault, and also the
# command that is printed?
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

# Read lines NAME|FILE|SED.  Each breaks one line of code; NAME is what is
# missing then.
all_are_found() {
    while IFS='|' read -r name file change; do
        [ -n "$name" ] || continue
        ok "$name" is_found "$file" "$change"
    done
}
