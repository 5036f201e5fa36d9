#!/bin/bash
# codarun's vectors agree with gensim's as well as two seeds of gensim agree
# with each other: the method is word2vec's, with another order of computation
# (tests/peers/gensim_vectors.py).
. "${srcdir:-.}/tests/tap.sh"

[ -n "$CODARUN_LONG" ] || skip_all "takes minutes: make check-long"
text=$CODARUN_DATA/cloze/cbt-NE-train.txt.xz
[ -f "$text" ] || skip_all "cloze/cbt-NE-train.txt.xz is not in \$CODARUN_DATA"
python_with 'import gensim'
[ -n "$python" ] || skip_all "no python3 with gensim"

# A million words, without line numbers and without what follows a query.
xz -dc "$text" 2>/dev/null | sed 's/^[0-9]* //; s/\t.*//; /^$/d' |
    awk '(n += NF) > 1000000 { exit } { print }' >"$scratch/text.txt"

ok "vectors are learned" \
    "$codarun" vectors "$scratch/text.txt" -o "$scratch/vectors.txt"
ok "they are as near to gensim's as gensim's seeds to each other" \
    "$python" "$srcdir/tests/peers/gensim_vectors.py" "$scratch/text.txt" \
    "$scratch/vectors.txt"
[ "$tap_failed" != 0 ] || sed 's/^/# /' "$scratch/.out"
done_testing
