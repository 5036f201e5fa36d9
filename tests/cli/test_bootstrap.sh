#!/bin/bash
# bootstrap configures again when new packages are installed.  The tree consists
# of stubs: no package is installed and nothing is built.
. "${srcdir:-.}/tests/tap.sh"

export HAVE=$scratch/have # a file for each package that is installed
tree=$scratch/tree
mkdir -p "$HAVE" "$scratch/bin" "$tree/m4" "$tree/src" "$tree/tests"
cp "$srcdir/bootstrap" "$tree"
touch "$tree"/{configure.ac,Makefile.am,m4/codarun.m4,{src,tests}/local.mk}

# stand_in FILE: make a stub program, read from standard input
stand_in() {
    { echo '#!/bin/sh' && cat; } >"$1"
    chmod +x "$1"
}
stand_in "$scratch/bin/id" <<<'echo 0'
stand_in "$scratch/bin/mpirun" </dev/null
stand_in "$scratch/bin/dpkg-query" <<'END_OF_IT'
[ -e "$HAVE/$4" ] && echo installed
END_OF_IT
stand_in "$scratch/bin/apt-get" <<'END_OF_IT'
[ "$1" = install ] || exit 0
for package; do
    case $package in -* | install) ;; *) touch "$HAVE/$package" ;; esac
done
END_OF_IT
stand_in "$tree/configure" <<'END_OF_IT'
echo configured
[ -e "$HAVE/libcmocka-dev" ] && without= || without='#'
cat >config.status <<END_OF_STATUS
#!/bin/sh
# S["HAVE_CMOCKA_TRUE"]="$without"
[ "\$1" != --recheck ] || ../configure
END_OF_STATUS
chmod +x config.status
END_OF_IT
stand_in "$scratch/bin/make" <<'END_OF_IT'
case "$*" in
*check) cd build ;;
*) exit 0 ;;
esac
grep -q '=""' config.status && echo "unit tests run"
END_OF_IT
PATH=$scratch/bin:$PATH

silent_on() {
    words=$1
    shift
    says "" 0 "$@" && ! grep -q "$words" "$scratch/said"
}

ok "it configures for the demo" says "^configured" 0 "$tree/bootstrap" demo
ok "it says what to type here" grep -x "  export PATH=$tree/build:\"\$PATH\"" \
    "$scratch/said"
ok "and the variables that mpirun needs for root" grep "  export .*RUN_AS_ROOT=1" \
    "$scratch/said"
ok "all of it without cmocka" test ! -e "$HAVE/libcmocka-dev"
ok "the check after it runs the unit tests" \
    says "unit tests run" 0 "$tree/bootstrap" check
ok "nothing is configured again without need" \
    silent_on "^configured" "$tree/bootstrap" check
rm "$HAVE/libcmocka-dev" "$tree/build/config.status"
ok "the demo again, without cmocka" says "^configured" 0 "$tree/bootstrap" demo
touch "$HAVE/libcmocka-dev"
ok "cmocka installed in another way is found as well" \
    says "unit tests run" 0 "$tree/bootstrap" check
ok "the line looked for is the one that configure writes" \
    grep -qx 'S\["HAVE_CMOCKA_TRUE"\]="#\{0,1\}"' \
    "${builddir:-.}/config.status"

# --- folders of any name -----------------------------------------------------
# path_of TREE SHELL: print the PATH after the line that the tree's bootstrap
# prints
path_of() {
    sed -n '/^  export PATH=/,$ { p; /:"\$PATH"$/q }' "$scratch/said" \
        >"$scratch/line"
    echo 'printf "%s\n" "$PATH"' >>"$scratch/line"
    PATH="/usr/bin:/bin:/a folder" "$2" "$scratch/line" >"$scratch/path"
    printf '%s\n' "$1/build:/usr/bin:/bin:/a folder" |
        diff - "$scratch/path"
}

named() {
    cp -a "$tree" "$scratch/$1" &&
        "$scratch/$1/bootstrap" demo >"$scratch/said" 2>&1 || return
    for shell in bash dash zsh; do
        ! command -v $shell >/dev/null || path_of "$scratch/$1" $shell || return
    done
}
# shellcheck disable=SC2016 # not to be expanded here
for name in "with a blank" "it's" '"$HOME" `date`' 'a;b&c|d*' '~!#' 'back\slash' \
    $'two\nlines' "é"; do
    ok "what it says to type is right in the folder ${name//$'\n'/ }" \
        named "$name"
done
cp -a "$tree" "$scratch/a:b"
"$scratch/a:b/bootstrap" demo >"$scratch/said" 2>&1
ok "a folder that no PATH can have is not put into it" \
    sh -c '! grep PATH "$1" && grep -x "  mpirun -n 2 build/codarun run .*" "$1"' \
    - "$scratch/said"
done_testing
