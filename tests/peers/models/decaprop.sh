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
