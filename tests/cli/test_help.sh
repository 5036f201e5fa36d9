#!/bin/bash
# Every command has help and a line in the manual page; wrong command lines
# end with status 2.
. "${srcdir:-.}/tests/tap.sh"

status_of() {
    wanted=$1
    shift
    "$@"
    [ $? -eq "$wanted" ]
}

commands=$("$codarun" --help | awk '/^  [a-z]/ { print $1 }')
ok "there are commands" test -n "$commands"
for command in $commands; do
    ok "$command --help" sh -c '"$1" "$2" --help | grep -q Usage' - \
        "$codarun" "$command"
    ok "$command stands in the manual page" \
        grep -q "^\.SS .*\\b$command\\b" "${srcdir:-.}/src/cmd/codarun.1"
    ok "$command refuses an unknown option with status 2" \
        status_of 2 "$codarun" "$command" --no-such-option
done
ok "--version names the commit" sh -c '"$1" --version | grep -q ^commit' - \
    "$codarun"
ok "no command is a wrong command line" status_of 2 "$codarun"
ok "an unknown command is answered with the nearest" \
    sh -c '"$1" tabel 2>&1 | grep -q "did you mean .table."' - "$codarun"
ok "an unknown command ends with status 2" status_of 2 "$codarun" tabel
ok "doctor works alone" "$codarun" doctor
ok "doctor works under mpirun" ranks 2 "$codarun" doctor
done_testing
