ok "QANet is computed" reads qanet "" "qanet, heads: 2, blocks: 2, $small,
    attention: $coda, self_attention: {kind: coda}"
ok "and inspected" looks qanet
