ok "BiDAF is computed, with features, where there may be no answer" \
    reads bidaf "$features, no_answer: true, within_sentence: true" \
    "bidaf, project: 8, $small"
ok "and inspected" looks bidaf
ok "in its published form, with CoDA" reads published "lower: true" \
    "bidaf, project: 0, second: max, end: pointer, dropped: inputs,
     start: tensorflow, $small, attention: $coda"
ok "and inspected" looks published
