#!/bin/bash
# The output of benchmarks can be read: every kind is measured, and --format
# json prints one object a line.  The measured times are not checked.
. "${srcdir:-.}/tests/tap.sh"

"$codarun" bench attention --format json -n 1 >"$scratch/lines"
ok "bench attention ends well" test $? -eq 0

"$codarun" bench products --format json -n 1 >"$scratch/products"
ok "bench products ends well" test $? -eq 0
for size in "m=20 n=20 k=200" "m=2048 n=2048 k=2048"; do
    ok "it measures $size, and OpenBLAS beside it" sh -c \
        'test "$(grep -c "\"products.own.* $1 " "$2")" -ge 2' \
        - "$size" "$scratch/products"
done

"$codarun" bench kernels --format json -n 1 >"$scratch/kernels"
ok "bench kernels ends well" test $? -eq 0
for kernel in l1_forward l1_backward gemm_nn gemm_nt gemm_tn exp tanh sigmoid
do
    ok "it measures $kernel" grep -q "\"kernels\.$kernel\"" "$scratch/kernels"
done

"$codarun" bench recurrent --format json -n 1 >"$scratch/recurrent"
ok "bench recurrent ends well" test $? -eq 0
for op in lstm gru gru_before; do
    for of in "" /steps /product; do
        ok "it measures $op$of" grep -q "\"recurrent\.$op$of\"" \
            "$scratch/recurrent"
    done
done

"$codarun" bench proposals --format json -n 1 >"$scratch/proposals"
ok "bench proposals ends well" test $? -eq 0
for kind in gp tpe; do
    ok "it measures $kind after 2,000 trials" grep -q \
        "\"proposals\.$kind\".*trials=2000" "$scratch/proposals"
done

ranks 2 "$codarun" bench scaling --format json -n 1 -s 0.05 -m decatt \
    >"$scratch/scaling"
ok "bench scaling ends well" test $? -eq 0
for name in ranks threads cores; do
    ok "and measures $name" grep -q "\"name\": *\"scaling.$name\"" \
        "$scratch/scaling"
done

kinds=$("$codarun" data kinds attention | sed -n 's/^attention \([^:]*\):.*/\1/p')
ok "there are attention kinds" test -n "$kinds"
for kind in $kinds; do
    ok "bench attention measures $kind" \
        grep -q "\"attention\.$kind\"" "$scratch/lines"
    ok "and how much memory $kind takes" \
        grep -q "\"attention\.$kind\.memory\"" "$scratch/lines"
done

"$codarun" bench train -m bow --set 'model={kind: "bow", hidden: 8}' --format json \
    -t 1 -s 0.0001 -n 1 >"$scratch/train"
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
        python3 "$scratch/check.py" "$scratch/lines" "$scratch/products" \
        "$scratch/kernels" "$scratch/recurrent" "$scratch/train"
else
    skip "every line is a JSON object" "no python3"
fi
done_testing
