/* data_sets_ranking.c - the files of data sets of questions and candidates. */
#include "config.h"

#include "fetch/data_sets_internal.h"

const struct given_file trecqa_given[] = {
    {GITHUB "castorini/data/056cbbcbf997cc0b35032430110c5e5e5525700a/TrecQA/"
            "data/TRAIN.xml",
     NULL, 2463979,
     "8c36007a23b754807344f08b52bc1baeaa6fa5dc85b8ad49f340cc8acc438b66"},
    {GITHUB "castorini/data/056cbbcbf997cc0b35032430110c5e5e5525700a/TrecQA/"
            "data/DEV.xml",
     NULL, 610306,
     "87f6ed5818fcb885dc8e8206c83cce658d7187118d1e093d841629a08d9291bc"},
    {GITHUB "castorini/data/056cbbcbf997cc0b35032430110c5e5e5525700a/TrecQA/"
            "data/TEST.xml",
     NULL, 837966,
     "fb96ee795015c98299fe78f1e697eb9e74789b1db6b1bbc0203416dedc0c467f"},
    {GITHUB "mcrisc/lexdecomp/9b781db8cac9a132b6e97e7a21946a66c945aedf/trec-qa/"
            "train-all.jsonl.gz",
     NULL, 3090794,
     "20a68643dd4fde1e889b11afd260655c5b8dfed6c00de5c1678fa51577d8ed02"},
    {0},
};
const struct made_file trecqa_made[] = {
    {"trecqa/trecqa-train.tsv.gz", 0, recipe_trecqa, NULL, 0},
    {"trecqa/trecqa-dev.tsv.gz", 1, recipe_trecqa, NULL, 0},
    {"trecqa/trecqa-test.tsv.gz", 2, recipe_trecqa, NULL, 0},
    {"trecqa/trecqa-dev-clean.tsv.gz", 1, recipe_trecqa, NULL, 1},
    {"trecqa/trecqa-test-clean.tsv.gz", 2, recipe_trecqa, NULL, 1},
    {"trecqa/trecqa-train-all.tsv.xz", 3, recipe_trecqa_json, NULL, 0},
    {0},
};

/* The output of the program at its home, which samples from the dialogues. */
const struct given_file ubuntu_given[] = {
    {NULL, "train.csv", 0, NULL},
    {NULL, "valid.csv", 0, NULL},
    {NULL, "test.csv", 0, NULL},
    {0},
};
const struct made_file ubuntu_made[] = {
    WHOLE("ubuntu/train.csv", 0),
    WHOLE("ubuntu/valid.csv", 1),
    WHOLE("ubuntu/test.csv", 2),
    {0},
};

const struct given_file wikiqa_given[] = {
    {"https://download.microsoft.com/download/E/5/f/"
     "E5FCFCEE-7005-4814-853D-DAA7C66507E0/WikiQACorpus.zip",
     NULL, 7094233,
     "467c13f9e104552c0a9c16f41836ca8d89f9c0cc4b6e4355e104d5c3109ffa45"},
    {0},
};
const struct made_file wikiqa_made[] = {
    {"wikiqa/WikiQA-train.txt.gz", 0, recipe_copy,
     "WikiQACorpus/WikiQA-train.txt", 0},
    {"wikiqa/WikiQA-dev.txt.gz", 0, recipe_copy, "WikiQACorpus/WikiQA-dev.txt",
     0},
    {"wikiqa/WikiQA-test.txt.gz", 0, recipe_copy,
     "WikiQACorpus/WikiQA-test.txt", 0},
    {"wikiqa/WikiQA-train.ref.gz", 0, recipe_copy,
     "WikiQACorpus/WikiQA-train.ref", 0},
    {"wikiqa/WikiQA-dev.ref.gz", 0, recipe_copy, "WikiQACorpus/WikiQA-dev.ref",
     0},
    {"wikiqa/WikiQA-test.ref.gz", 0, recipe_copy,
     "WikiQACorpus/WikiQA-test.ref", 0},
    {"wikiqa/LICENSE.pdf", 0, recipe_copy, "WikiQACorpus/LICENSE.pdf", 0},
    {0},
};
