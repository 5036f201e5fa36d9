ok "gated attention is computed, with a feature" asks ga "features: [match]" \
    "ga, filters: 5, character_hidden: 4, $slots, attention: $coda"
ok "and inspected" looks ga
ok "concatenated, with other GRUs" asks concat \
    "features: [match], renormalise: false" \
    "ga, filters: 5, character_hidden: 4, $slots, hops: 2, gate: concat,
     own_queries: false, reset: before, feature_layers: all, feature_width: 0,
     second_bias: true, attention: {kind: coda, share: false}"
ok "and inspected" looks concat
ok "gated by the query's last state" asks last "enclosed: false" \
    "ga, preset: cnn, $slots, gate: sum, query: last, answer: ends"
ok "without a gate" asks bare "" "ga, preset: cnn, $slots, gate: none"
ok "a GRU over characters is any reader's" reads spelt "$features" \
    "bidaf, project: 8, $small, character_encoder: gru, character_hidden: 5"
