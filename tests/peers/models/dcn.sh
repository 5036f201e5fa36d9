ok "DCN is computed" longer 300 reads dcn "max_document_scored: 7" \
    "dcn, $small, attention: $coda"
ok "and inspected" looks dcn
ok "DCN that is given its start, words spelt from either end" \
    longer 300 reads dcn2 \
    "longest_span: 2" "dcn, sentinels: false, new_start: true,
     first_guess: whole, stop: false, character_encoder: lstm, $small"
ok "and inspected" looks dcn2
