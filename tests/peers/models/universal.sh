cp asked raw
ok "a universal transformer writes" experiment steps \
    "{$sums, beam: 4, end: true}" "{kind: universal, $sizes, steps: 2}"
ok "and is computed" computes steps npz --format json
ok "one that halts does, each position by itself" experiment halts "{$sums}" \
    "{kind: universal, $sizes, steps: 3, halts: true, halting_bias: 0,
      attention: {kind: coda}}"
ok "and is" computes halts npz --format json

sentences="{kind: sentiment, train: train.sent, valid: train.sent,
    subwords: 30, max_tokens: 12, end: true}"
cut -f1 train.sent | head -n 20 >raw
ok "one that halts classifies" experiment class "$sentences" \
    "{kind: universal, $sizes, steps: 3, halts: true}"
ok "and is computed" computes class npz
ok "and inspected, step by step" looks class
ok "so is one of a preset's sizes, by a decoder's one token" experiment preset \
    "$sentences" "{kind: universal, preset: tiny, pooling: token}" \
    --set train.steps=4
ok "which is in the file" computes preset npz
