ok "DecaProp is computed" reads decaprop "$features" \
    "decaprop, character_encoder: gru, $small, attention: $coda"
ok "and inspected" looks decaprop
ok "DecaProp's core as it was released, all of it CoDA" reads released "" \
    "decaprop, layers: 2, cell: lstm, own_question: true, feed: none,
     connector_layers: 1, connector_bias: true, shared_factors: false,
     gate: squared, gate_width: 7, gate_shared: true, self_gate: pair,
     upper: replace, pointer_bias: true, character_encoder: gru_states, $small,
     attention: {kind: coda, share: false},
     connector_attention: {kind: coda, share: false}, self_attention: $coda"
ok "and inspected" looks released
ok "and with a squared gate over itself, as wide as what it reads" reads widest \
    "$features" "decaprop, layers: 2, gate: pair, gate_width: -1,
     gate_shared: true, self_gate: squared, $small, attention: $coda"
ok "and inspected" looks widest
ok "and a gate over its own rows, by weights that both sides share" reads rows \
    "$features" "decaprop, layers: 2, gate: squared, gate_shared: true,
     self_gate: passage, $small"
ok "and inspected" looks rows
