ok "the iterative aligner is computed" reads aligner "$features" \
    "aligner, $small, zero_self: true, attention: {kind: coda, share: false}"
ok "and inspected" looks aligner
ok "the same as MReader" reads mreader "$features" \
    "aligner, character_encoder: initials, aggregate: true, state: ends,
     own_question: false, inner_fusion: difference, input_fusion: 0, $small"
ok "and inspected" looks mreader
