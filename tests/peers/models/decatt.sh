cp pairs raw
for kind in softmax coda; do
    ok "$kind is trained on pairs" experiment nli$kind \
        "{kind: nli, labels: [no, yes], train: train.nli, valid: test.nli}" \
        "{kind: decatt, hidden: 16, attention: {kind: $kind}}"
    ok "and computed" computes nli$kind npz
    ok "and to rank" experiment rank$kind \
        "{kind: rank, train: train.rank, valid: test.rank}" \
        "{kind: decatt, hidden: 16, attention: {kind: $kind}}" \
        --set model.train_embedding=false --set train.average=moving
    ok "and computed, its table that is not trained, too" \
        computes rank$kind npz
done
printf '%s 0.1 0.2 0.3\n' $(tr '\t' '\n' <train.rank | tr ' ' '\n' | sort -u |
    head -n 30) >vectors
ok "a model keeps word vectors" experiment given \
    "{kind: rank, train: train.rank, valid: test.rank, vectors: vectors}" \
    '{kind: decatt, hidden: 16}'
ok "that are computed with" computes given npz
