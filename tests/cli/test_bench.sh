#!/bin/bash
# What benchmarks print can be read: every attention kind is measured, and
# --json prints one object a line.  The times themselves decide nothing.
. "${srcdir:-.}/tests/tap.sh"

"$codarun" bench attention --json -n 1 >"$scratch/lines"
ok "bench attention ends well" test $? -eq 0

"$codarun" bench products --json -n 1 >"$scratch/products"
ok "bench products ends well" test $? -eq 0
for size in "m=20 n=20 k=200" "m=2048 n=2048 k=2048"; do
    ok "it measures $size, and OpenBLAS beside it" sh -c \
        'test "$(grep -c "\"products.own.* $1 " "$2")" -ge 2' \
        - "$size" "$scratch/products"
done

kinds=$("$codarun" data kinds | sed -n 's/^attention \([^:]*\):.*/\1/p')
ok "there are attention kinds" test -n "$kinds"
for kind in $kinds; do
    ok "bench attention measures $kind" \
        grep -q "\"attention\.$kind\"" "$scratch/lines"
done

cat >"$scratch/check.py" <<END
import json, sys
for path in sys.argv[1:]:
    for line in open(path):
        x = json.loads(line)
        assert x["name"] and x["unit"] and x["configuration"], line
        assert 0 < x["least"] <= x["median"] <= x["greatest"], line
        assert x["value"] == x["median"], line
END
if command -v python3 >/dev/null; then
    ok "every line is a JSON object with a value, a unit and a spread" \
        python3 "$scratch/check.py" "$scratch/lines" "$scratch/products"
else
    skip "every line is a JSON object" "no python3"
fi

ok "products may be those of OpenBLAS, and are said to be" sh -c \
    '"$1" bench train -m decatt -a coda -t 1 -s 0.01 -n 1 --json -p openblas |
        grep -q "\"identity\": \"numerics=[0-9]* products=openblas version="' \
    - "$codarun"
ok "products of another are a wrong command line" sh -c \
    '"$1" bench train -p mkl 2>&1 | grep "expected own or openblas"' \
    - "$codarun"
done_testing
