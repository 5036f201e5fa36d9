ok "the phase conductor is computed" reads phasecond \
    "$features, features_of: document" \
    "phasecond, $small, final_fusion: 1, question_fusion: true,
     attention: {kind: coda, learned: layer, beta: 0.1},
     self_attention: {kind: coda, mean: both}"
ok "and inspected" looks phasecond

# Tags of their texts, none for words in 3.
if "$python" - train.json valid.json >tags 2>no_xxhash <<'END'
import json, sys, xxhash
texts = {}
for path in sys.argv[1:]:
    for p in json.load(open(path))["data"][0]["paragraphs"]:
        texts.update({t: 0 for t in [p["context"],
                                     *(q["question"] for q in p["qas"])]})
for text in texts:
    at, tags = 0, []
    for w in text.split():
        if not w.endswith("3"):
            tags.append((f"{at}:{len(w)}", "N" if w[0] == "w" else "X",
                         "-" if len(w) < 3 else "LONG", w[0] + w[-1]))
        at += len(w) + 1
    print(xxhash.xxh3_64_hexdigest(text.encode()),
          *(" ".join(column) for column in zip(*tags)), sep="\t")
END
then
    ok "so is what tags say of them" reads tagged "tags: [tags],
        features: [lemma, pos, ner]" "phasecond, feature_width: 3, $small"
else
    skip "so is what tags say of them" "no python3 with xxhash"
fi
