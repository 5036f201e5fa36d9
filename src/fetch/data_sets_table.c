/*
 * data_sets_table.c - the table of public data sets.
 *
 * Sizes and checksums are those that several public programs use for the same
 * file, or were computed from the file itself, at its commit.  If none was
 * found the entry has none: the checksum of the fetched file is shown, not
 * checked.
 */
#include "config.h"

#include "fetch/data_sets_internal.h"

static const struct given_file algolisp_given[] = {
    {"https://www.dropbox.com/s/qhun6kml9yb2ui9/metaset3.train.jsonl.gz?dl=1",
     NULL, 0, NULL},
    {"https://www.dropbox.com/s/aajkw83j2ps8bzx/metaset3.dev.jsonl.gz?dl=1",
     NULL, 0, NULL},
    {"https://www.dropbox.com/s/f1x9ybkjpf371cp/metaset3.test.jsonl.gz?dl=1",
     NULL, 0, NULL},
    {0},
};
static const struct made_file algolisp_made[] = {
    WHOLE("algolisp/metaset3.train.jsonl.gz", 0),
    WHOLE("algolisp/metaset3.dev.jsonl.gz", 1),
    WHOLE("algolisp/metaset3.test.jsonl.gz", 2),
    {0},
};

static const struct given_file dnli_given[] = {
    {NULL, "dialogue_nli.zip", 0,
     "1164b0d9a0a1a6006891a6d4435a6a813464bc9b1e2f1ec5ce28c47267ad5e42"},
    {0},
};
static const struct made_file dnli_made[] = {
    MEMBER("dnli/dialogue_nli/dialogue_nli_train.jsonl"),
    MEMBER("dnli/dialogue_nli/dialogue_nli_dev.jsonl"),
    MEMBER("dnli/dialogue_nli/dialogue_nli_test.jsonl"),
    {0},
};

static const struct given_file glove_6b_given[] = {
    {"https://nlp.stanford.edu/data/glove.6B.zip", NULL, 862182613,
     "617afb2fe6cbd085c235baf7a465b96f4112bd7f7ccb2b2cbd649fed9cbcf2fb"},
    {0},
};
static const struct made_file glove_6b_made[] = {
    {"glove-6b-50d/glove.6B.50d.top9163.txt.gz", 0, recipe_lines,
     "glove.6B.50d.txt", 9163},
    {"glove-6b/glove.6B.50d.txt", 0, recipe_copy, "glove.6B.50d.txt", 0},
    {"glove-6b/glove.6B.100d.txt", 0, recipe_copy, "glove.6B.100d.txt", 0},
    {"glove-6b/glove.6B.200d.txt", 0, recipe_copy, "glove.6B.200d.txt", 0},
    {"glove-6b/glove.6B.300d.txt", 0, recipe_copy, "glove.6B.300d.txt", 0},
    {0},
};

static const struct given_file glove_840b_given[] = {
    {"https://nlp.stanford.edu/data/glove.840B.300d.zip", NULL, 2176768927,
     "c06db255e65095393609f19a4cfca20bf3a71e20cc53e892aafa490347e3849f"},
    {0},
};
static const struct made_file glove_840b_made[] = {
    MEMBER("glove.840B.300d.txt"),
    {0},
};

static const struct given_file imdb_given[] = {
    {"https://ai.stanford.edu/~amaas/data/sentiment/aclImdb_v1.tar.gz", NULL,
     84125825,
     "c40f74a18d3b61f90feba1e17730e0d38e8b97c05fde7008942e91923d1658fe"},
    {0},
};
static const struct made_file imdb_made[] = {
    {"imdb/imdb-train.tsv.xz", 0, recipe_imdb, "aclImdb/train/", 0},
    {"imdb/imdb-test.tsv.xz", 0, recipe_imdb, "aclImdb/test/", 0},
    {0},
};

static const struct given_file iwslt15_given[] = {
    {"https://nlp.stanford.edu/projects/nmt/data/iwslt15.en-vi/train.en", NULL,
     13603614,
     "c26dfeed74b6bf3752f5ca552f2412456f0de153f7c804df8717931fb3a5c78a"},
    {"https://nlp.stanford.edu/projects/nmt/data/iwslt15.en-vi/train.vi", NULL,
     18074646,
     "707206edf2dc0280273952c7b70544ea8a1363aa69aaeb9d70514b888dc3067d"},
    {"https://nlp.stanford.edu/projects/nmt/data/iwslt15.en-vi/tst2012.en",
     NULL, 140250,
     "b8fbcd0d4199d41276421d1f7228298df67dd9e2c5c134c2ee8cdf3ec27801e2"},
    {"https://nlp.stanford.edu/projects/nmt/data/iwslt15.en-vi/tst2012.vi",
     NULL, 188396,
     "01004078b3f36b0c46e81b65fc6851230b3c823405c76d1d82ef3b786b512ff0"},
    {"https://nlp.stanford.edu/projects/nmt/data/iwslt15.en-vi/tst2013.en",
     NULL, 132264,
     "3860ce60bc5b85d96cc2d3d580cf1bc9d62440e939c1b964676d3607c4e8f1df"},
    {"https://nlp.stanford.edu/projects/nmt/data/iwslt15.en-vi/tst2013.vi",
     NULL, 183855,
     "29af16842808da2812b8fd4d47fc05d082ba870e60ab7755090ad04b380994cd"},
    {0},
};
static const struct made_file iwslt15_made[] = {
    WHOLE("iwslt15-en-vi/train.en.gz", 0),
    WHOLE("iwslt15-en-vi/train.vi.gz", 1),
    WHOLE("iwslt15-en-vi/tst2012.en.gz", 2),
    WHOLE("iwslt15-en-vi/tst2012.vi.gz", 3),
    WHOLE("iwslt15-en-vi/tst2013.en.gz", 4),
    WHOLE("iwslt15-en-vi/tst2013.vi.gz", 5),
    {0},
};

static const struct given_file mnli_20k_given[] = {
    {GITHUB "tp823/HW2-NLP/eed7bcf077d8ede92b268cf0de0df4548c0ef4e2/"
            "mnli_train.tsv",
     NULL, 4016994,
     "2e5990152666039130ecfcb96cdbf52667ce4c38bef444d89f7e2a6453df8217"},
    {GITHUB "tp823/HW2-NLP/eed7bcf077d8ede92b268cf0de0df4548c0ef4e2/"
            "mnli_val.tsv",
     NULL, 1017053,
     "a9c9ec6d208706f166cc5a98d5ef39f79fb8b21a85eb4cd2bccef50a661d8ea6"},
    {0},
};
static const struct made_file mnli_20k_made[] = {
    WHOLE("nli/mnli-train-20k.tsv.gz", 0),
    WHOLE("nli/mnli-val-5k.tsv.gz", 1),
    {0},
};

static const struct given_file multinli_given[] = {
    {"https://cims.nyu.edu/~sbowman/multinli/multinli_1.0.zip", NULL, 226850426,
     "049f507b9e36b1fcb756cfd5aeb3b7a0cfcb84bf023793652987f7e7e0957822"},
    {0},
};
static const struct made_file multinli_made[] = {
    MEMBER("multinli_1.0/multinli_1.0_train.jsonl"),
    MEMBER("multinli_1.0/multinli_1.0_dev_matched.jsonl"),
    MEMBER("multinli_1.0/multinli_1.0_dev_mismatched.jsonl"),
    {0},
};

static const struct given_file scitail_given[] = {
    {"http://data.allenai.org.s3.amazonaws.com/downloads/SciTailV1.1.zip", NULL,
     14174621,
     "3fccd37350a94ca280b75998568df85fc2fc62843a3198d644fcbf858e6943d5"},
    {0},
};
static const struct made_file scitail_made[] = {
    MEMBER("SciTailV1.1/tsv_format/scitail_1.0_train.tsv"),
    MEMBER("SciTailV1.1/tsv_format/scitail_1.0_dev.tsv"),
    MEMBER("SciTailV1.1/tsv_format/scitail_1.0_test.tsv"),
    {0},
};

static const struct given_file sick_given[] = {
    {GITHUB "castorini/MP-CNN-Torch/68cb72f677062113f54071fc9b8c05e7b5ff6152/"
            "data/sick/SICK_train.txt",
     NULL, 506243,
     "266cf8047149bd1d68138dd30439f3122bff30069740ac6705bb6197d9f1b48e"},
    {GITHUB "castorini/MP-CNN-Torch/68cb72f677062113f54071fc9b8c05e7b5ff6152/"
            "data/sick/SICK_trial.txt",
     NULL, 57225,
     "5a88cfb62f8c6bd2a3cce0f2421ba2cb8c2be5ab4a800f6f01e2c64aafb7db56"},
    {GITHUB "castorini/MP-CNN-Torch/68cb72f677062113f54071fc9b8c05e7b5ff6152/"
            "data/sick/SICK_test_annotated.txt",
     NULL, 559979,
     "2b8aa806658d6fc23c6824c83776c2d4fee7556000817b5ec0f982861413b7d0"},
    {0},
};
static const struct made_file sick_made[] = {
    {"nli/sick-train.tsv.gz", 0, recipe_lines, NULL, 0},
    {"nli/sick-dev.tsv.gz", 1, recipe_lines, NULL, 0},
    {"nli/sick-test.tsv.gz", 2, recipe_lines, NULL, 0},
    {0},
};

static const struct given_file snli_given[] = {
    {"https://nlp.stanford.edu/projects/snli/snli_1.0.zip", NULL, 94550081,
     "afb3d70a5af5d8de0d9d81e2637e0fb8c22d1235c2749d83125ca43dab0dbd3e"},
    {0},
};
static const struct made_file snli_made[] = {
    MEMBER("snli_1.0/snli_1.0_train.jsonl"),
    MEMBER("snli_1.0/snli_1.0_dev.jsonl"),
    MEMBER("snli_1.0/snli_1.0_test.jsonl"),
    {0},
};

static const struct given_file squad1_given[] = {
    {"https://rajpurkar.github.io/SQuAD-explorer/dataset/train-v1.1.json", NULL,
     30288272,
     "3527663986b8295af4f7fcdff1ba1ff3f72d07d61a20f487cb238a6ef92fd955"},
    {"https://rajpurkar.github.io/SQuAD-explorer/dataset/dev-v1.1.json", NULL,
     4854279,
     "95aa6a52d5d6a735563366753ca50492a658031da74f301ac5238b03966972c9"},
    {0},
};
static const struct made_file squad1_made[] = {
    WHOLE("squad/train-v1.1.json.xz", 0),
    WHOLE("squad/dev-v1.1.json.xz", 1),
    {0},
};

static const struct given_file squad2_given[] = {
    {"https://rajpurkar.github.io/SQuAD-explorer/dataset/train-v2.0.json", NULL,
     42123633,
     "68dcfbb971bd3e96d5b46c7177b16c1a4e7d4bdef19fb204502738552dede002"},
    {"https://rajpurkar.github.io/SQuAD-explorer/dataset/dev-v2.0.json", NULL,
     4370528,
     "80a5225e94905956a6446d296ca1093975c4d3b3260f1d6c8f68bc2ab77182d8"},
    {0},
};
static const struct made_file squad2_made[] = {
    WHOLE("squad/train-v2.0.json.xz", 0),
    WHOLE("squad/dev-v2.0.json.xz", 1),
    {0},
};

static const struct given_file sst_given[] = {
    {"https://nlp.stanford.edu/sentiment/trainDevTestTrees_PTB.zip", NULL,
     789539,
     "5c613a4f673fc74097d523a2c83f38e0cc462984d847b82c7aaf36b01cbbbfcc"},
    {0},
};
static const struct made_file sst_made[] = {
    {"sst/trees-train.txt.xz", 0, recipe_lines, "trees/train.txt", 0},
    {"sst/sst5-train.tsv.gz", 0, recipe_trees, "trees/train.txt", 5},
    {"sst/sst2-train.tsv.gz", 0, recipe_trees, "trees/train.txt", 2},
    {"sst/trees-dev.txt.xz", 0, recipe_lines, "trees/dev.txt", 0},
    {"sst/sst5-dev.tsv.gz", 0, recipe_trees, "trees/dev.txt", 5},
    {"sst/sst2-dev.tsv.gz", 0, recipe_trees, "trees/dev.txt", 2},
    {"sst/trees-test.txt.xz", 0, recipe_lines, "trees/test.txt", 0},
    {"sst/sst5-test.tsv.gz", 0, recipe_trees, "trees/test.txt", 5},
    {"sst/sst2-test.tsv.gz", 0, recipe_trees, "trees/test.txt", 2},
    {0},
};

const struct data_set data_sets[] = {
    {"algolisp", "descriptions to programs (Polosukhin and Skidanov 2018)",
     "https://github.com/nearai/program_synthesis",
     "not known here: see its page", NULL, algolisp_given, algolisp_made,
     "kind: text2code, train: algolisp/metaset3.train.jsonl.gz, valid: "
     "algolisp/metaset3.dev.jsonl.gz, test: algolisp/metaset3.test.jsonl.gz"},
    {"dnli", "Dialogue NLI (Welleck et al. 2018)",
     "https://wellecks.com/dialogue_nli/", "not known here: see its page",
     "a browser fetches it from its page", dnli_given, dnli_made,
     "kind: nli, train: dnli/dialogue_nli/dialogue_nli_train.jsonl, valid: "
     "dnli/dialogue_nli/dialogue_nli_dev.jsonl, test: "
     "dnli/dialogue_nli/dialogue_nli_test.jsonl, format: json, columns: "
     "[premise=sentence1, hypothesis=sentence2, label=label], labels: "
     "[positive, neutral, negative]"},
    {"glove-6b",
     "word vectors of Wikipedia and Gigaword, 50 to 300 wide (Pennington et "
     "al. 2014)",
     "https://nlp.stanford.edu/projects/glove/", "PDDL 1.0", NULL,
     glove_6b_given, glove_6b_made, NULL},
    {"glove-840b",
     "word vectors of Common Crawl, 300 wide (Pennington et al. 2014)",
     "https://nlp.stanford.edu/projects/glove/", "PDDL 1.0", NULL,
     glove_840b_given, glove_840b_made, NULL},
    {"imdb", "IMDb movie reviews (Maas et al. 2011)",
     "https://ai.stanford.edu/~amaas/data/sentiment/",
     "none stated; research use", NULL, imdb_given, imdb_made,
     "kind: sentiment, train: imdb/imdb-train.tsv.xz, held_out: 2500, test: "
     "imdb/imdb-test.tsv.xz, columns: [label, _, _, text], tokens: words"},
    {"iwslt15", "English to Vietnamese, TED talks (Luong and Manning 2015)",
     "https://nlp.stanford.edu/projects/nmt/data/iwslt15.en-vi/",
     "CC BY-NC-ND (ted.com)", NULL, iwslt15_given, iwslt15_made,
     "kind: mt, train: [iwslt15-en-vi/train.en.gz, iwslt15-en-vi/train.vi.gz], "
     "valid: [iwslt15-en-vi/tst2012.en.gz, iwslt15-en-vi/tst2012.vi.gz], test: "
     "[iwslt15-en-vi/tst2013.en.gz, iwslt15-en-vi/tst2013.vi.gz]"},
    {"multi30k", "captions in English, German and French (Elliott et al. 2016)",
     "https://github.com/multi30k/dataset", "none stated; research use", NULL,
     multi30k_given, multi30k_made,
     "kind: mt, train: [multi30k/train.en.gz, multi30k/train.de.gz], valid: "
     "[multi30k/val.en.gz, multi30k/val.de.gz], test: "
     "[multi30k/test_2016_flickr.en.gz, multi30k/test_2016_flickr.de.gz]"},
    {"mnli-20k", "20,000 pairs of MultiNLI, an extract of NYU's DS-GA 1011",
     "https://github.com/tp823/HW2-NLP",
     "OANC and terms of its sources (see its paper)", NULL, mnli_20k_given,
     mnli_20k_made,
     "kind: nli, train: nli/mnli-train-20k.tsv.gz, valid: "
     "nli/mnli-val-5k.tsv.gz, header: true, columns: [premise=sentence1, "
     "hypothesis=sentence2, label=label], tokens: words"},
    {"multinli", "MultiNLI 1.0 (Williams et al. 2018)",
     "https://cims.nyu.edu/~sbowman/multinli/",
     "OANC and terms of its sources (see its paper)", NULL, multinli_given,
     multinli_made,
     "kind: nli, train: multinli_1.0/multinli_1.0_train.jsonl, valid: "
     "multinli_1.0/multinli_1.0_dev_matched.jsonl, test: "
     "multinli_1.0/multinli_1.0_dev_mismatched.jsonl, format: jsonl, columns: "
     "[premise=sentence1, hypothesis=sentence2, label=gold_label], tokens: "
     "words"},
    {"scitail", "SciTail 1.1 (Khot et al. 2018)",
     "https://allenai.org/data/scitail", "Apache-2.0", NULL, scitail_given,
     scitail_made,
     "kind: nli, train: SciTailV1.1/tsv_format/scitail_1.0_train.tsv, valid: "
     "SciTailV1.1/tsv_format/scitail_1.0_dev.tsv, test: "
     "SciTailV1.1/tsv_format/scitail_1.0_test.tsv, labels: [entails, neutral], "
     "tokens: words"},
    {"sick", "SICK (Marelli et al. 2014)",
     "https://github.com/castorini/MP-CNN-Torch", "CC BY-NC-SA 3.0", NULL,
     sick_given, sick_made,
     "kind: nli, train: nli/sick-train.tsv.gz, valid: nli/sick-dev.tsv.gz, "
     "test: nli/sick-test.tsv.gz, header: true, columns: [premise=sentence_A, "
     "hypothesis=sentence_B, label=entailment_judgment], labels: [ENTAILMENT, "
     "NEUTRAL, CONTRADICTION], tokens: words"},
    {"snli", "SNLI 1.0 (Bowman et al. 2015)",
     "https://nlp.stanford.edu/projects/snli/", "CC BY-SA 4.0", NULL,
     snli_given, snli_made,
     "kind: nli, train: snli_1.0/snli_1.0_train.jsonl, valid: "
     "snli_1.0/snli_1.0_dev.jsonl, test: snli_1.0/snli_1.0_test.jsonl, format: "
     "jsonl, columns: [premise=sentence1, hypothesis=sentence2, "
     "label=gold_label], tokens: words"},
    {"squad1", "SQuAD 1.1 (Rajpurkar et al. 2016)",
     "https://rajpurkar.github.io/SQuAD-explorer/", "CC BY-SA 4.0",
     "the official files; docs/reference/tasks.md has what experiments that "
     "name rebuilt ones take in their place",
     squad1_given, squad1_made,
     "kind: span, train: squad/train-v1.1.json.xz, valid: "
     "squad/dev-v1.1.json.xz"},
    {"squad2", "SQuAD 2.0 (Rajpurkar et al. 2018)",
     "https://rajpurkar.github.io/SQuAD-explorer/", "CC BY-SA 4.0",
     "the official files; docs/reference/tasks.md has what experiments that "
     "name rebuilt ones take in their place",
     squad2_given, squad2_made,
     "kind: span, train: squad/train-v2.0.json.xz, valid: "
     "squad/dev-v2.0.json.xz, no_answer: true"},
    {"sst", "Stanford Sentiment Treebank, SST-5 and SST-2 (Socher et al. 2013)",
     "https://nlp.stanford.edu/sentiment/", "none stated; research use", NULL,
     sst_given, sst_made,
     "kind: sentiment, train: sst/sst5-train.tsv.gz, valid: "
     "sst/sst5-dev.tsv.gz, test: sst/sst5-test.tsv.gz, columns: [label, text], "
     "labels: ['0', '1', '2', '3', '4']"},
    {"trecqa", "TrecQA answer selection (Wang et al. 2007, Yao et al. 2013)",
     "https://github.com/castorini/data", "none stated; research use", NULL,
     trecqa_given, trecqa_made,
     "kind: rank, train: trecqa/trecqa-train-all.tsv.xz, valid: "
     "trecqa/trecqa-dev.tsv.gz, test: trecqa/trecqa-test.tsv.gz, columns: [id, "
     "question, answer, label]"},
    {"ubuntu", "Ubuntu dialogues 2.0, response selection (Lowe et al. 2015)",
     "https://github.com/rkadlec/ubuntu-ranking-dataset-creator",
     "none stated; its program: Apache-2.0",
     "generate.sh at its home, a program in Python 2, fetches the dialogues "
     "and makes its files of them",
     ubuntu_given, ubuntu_made,
     "kind: rank, train: ubuntu/train.csv, valid: ubuntu/valid.csv, test: "
     "ubuntu/test.csv, format: csv, header: true, columns: [question=Context, "
     "answer=Utterance, label=Label], wide: true, tokens: words"},
    {"wikiqa", "WikiQA 1.0 answer selection (Yang et al. 2015)",
     "https://www.microsoft.com/en-us/download/details.aspx?id=52419",
     "Microsoft Research Data License Agreement (LICENSE.pdf)", NULL,
     wikiqa_given, wikiqa_made,
     "kind: rank, train: wikiqa/WikiQA-train.txt.gz, valid: "
     "wikiqa/WikiQA-dev.txt.gz, test: wikiqa/WikiQA-test.txt.gz, ids_train: "
     "wikiqa/WikiQA-train.ref.gz, ids_valid: wikiqa/WikiQA-dev.ref.gz, "
     "ids_test: wikiqa/WikiQA-test.ref.gz, columns: [question, answer, label]"},
    {0},
};
