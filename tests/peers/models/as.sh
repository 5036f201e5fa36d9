ok "attention sum is computed" asks as "" "as, $slots"
ok "and inspected" looks as
ok "with a reset after the product" asks after "renormalise: false" \
    "as, reset: after, $slots"
