cut -f1 test.sent >raw
ok "a bag of words is trained" experiment bow \
    "{kind: sentiment, train: train.sent, valid: test.sent}" '{kind: bow}'
ok "and computed" computes bow npz
