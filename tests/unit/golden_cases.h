/*
 * golden_cases.h - what is trained to pin its digits: every model, attention
 * kind, gate and optimiser, which test_golden.c sees to.
 */
#ifndef GOLDEN_CASES_H
#define GOLDEN_CASES_H

#include "golden_fixture.h"

#define STEPS "24"
#define TRAIN(more)                                                        \
    "{steps: " STEPS ", evaluate_every: " STEPS ", learning_rate: 0.003, " \
    "seed: 5, " more "}"
/* Of models whose steps are long. */
#define FEW(more) \
    "{steps: 6, evaluate_every: 6, learning_rate: 0.003, seed: 5, " more "}"
/* Widths that no vector divides; sums longer than a block of products; grains
 * of a few rows and of many. */
#define DECATT "{kind: decatt, hidden: 50, attention_dropout: 0.1, "
#define BOW "{kind: bow, hidden: 37}"
#define ENCODER \
    "{kind: transformer, preset: custom, hidden: 66, heads: 2, layers: 1, "
#define DCN \
    "{kind: dcn, hidden: 18, project: 21, highway: 1, pool: 5, rounds: 3, "
#define DECODER                                                             \
    "{kind: transformer, preset: custom, hidden: 36, heads: 3, filter: 80," \
    " layers: 2, "
#define UNIVERSAL \
    "{kind: universal, preset: custom, hidden: 36, heads: 3, filter: 80, "
#define READER                                                                \
    "embedding: 21, characters: 7, filters: 19, character_width: 5, hidden: " \
    "13, "

#define QANET                                                               \
    "{kind: qanet, embedding: 21, characters: 7, filters: 19, hidden: 18, " \
    "heads: 3, encoder_convolutions: 3, blocks: 2, layer_dropout: 0.4, "

static const struct golden_case {
    const char *name;
    enum golden_task task;
    const char *model, *train;
} cases[] = {
    {"decatt, softmax", PAIR_CLASS, DECATT "attention: {kind: softmax}}",
     TRAIN("batch: 6, grains: 4, clip_norm: 0.5, label_smoothing: 0.1")},
    {"decatt, coda", PAIR_CLASS,
     "{kind: decatt, hidden: 33, embedding: 300, dropout: 0, attention: "
     "{kind: coda, gate: plain}}",
     TRAIN("batch: 22, grains: 1")},
    {"decatt, coda scaled", PAIR_CLASS,
     DECATT "attention: {kind: coda, gate: scaled, alpha: 0.5, beta: 0.1, "
            "scale: true}}",
     TRAIN("batch: 6, grains: 4, clip_norm: 0.2")},
    {"decatt, coda centered", PAIR_CLASS,
     DECATT "attention: {kind: coda, gate: centered, center_e: true, "
            "share: false}}",
     TRAIN("batch: 6, grains: 2, label_smoothing: 0.2")},
    {"decatt, coda of sigmoid and tanh", PAIR_CLASS,
     DECATT "attention: {kind: coda, gate: plain, f_e: sigmoid, f_n: tanh, "
            "beta: 0.02}}",
     TRAIN("batch: 5, grains: 8")},
    {"decatt, coda of arctan", PAIR_CLASS,
     DECATT "train_embedding: false, attention: {kind: coda, gate: plain, f_n: "
            "arctan, "
            "beta: 0.05}}",
     TRAIN("batch: 6, grains: 2")},
    {"decatt, coda algebraic", PAIR_CLASS,
     DECATT "attention: {kind: coda, gate: plain, f_n: algebraic, share: "
            "false, scale: "
            "true}}",
     TRAIN("batch_tokens: 100, grains: 2")},
    {"decatt, ranking", PAIR_RANK,
     "{kind: decatt, hidden: 17, attention: {kind: softmax}}",
     TRAIN("batch: 8, grains: 16")},
    {"decatt, ranking, coda", PAIR_RANK,
     DECATT "attention: {kind: coda, gate: scaled, beta: 0.1}}",
     TRAIN("batch_tokens: 120, grains: 4, optimizer: {kind: adam, "
           "beta2: 0.98, epsilon: 1e-9}")},
    /* Rows so far apart that products copy them: too wide for many steps. */
    {"decatt, wide", PAIR_CLASS,
     "{kind: decatt, hidden: 260, attention: {kind: coda, gate: plain, scale: "
     "true}}",
     "{steps: 3, evaluate_every: 3, batch: 2, grains: 1}"},
    {"encoder, softmax", SEQUENCE_CLASS,
     ENCODER "filter: 272, attention: {kind: softmax, scale: false}}",
     TRAIN("batch: 10, grains: 1, label_smoothing: 0.1")},
    {"encoder, coda", SEQUENCE_CLASS,
     ENCODER "filter: 50, attention: {kind: coda, gate: plain, scale: true}}",
     TRAIN("batch: 6, grains: 2, clip_norm: 1")},
    {"encoder, pairs, coda scaled", PAIR_RANK,
     ENCODER
     "filter: 50, attention: {kind: coda, gate: scaled, alpha: 2, beta: 0.5, "
     "scale: true, share: false}}",
     TRAIN("batch: 4, grains: 4")},
    {"encoder, sparsemax", SEQUENCE_CLASS,
     ENCODER "filter: 50, attention: {kind: sparsemax}}",
     TRAIN("batch: 6, grains: 2")},
    {"pairs, sparsemax, adamax", PAIR_CLASS,
     DECATT "attention: {kind: sparsemax}}",
     TRAIN("batch: 6, grains: 2, optimizer: adamax, l2: 0.001")},
    {"bag of words, adadelta", SEQUENCE_CLASS, BOW,
     TRAIN("batch: 6, grains: 2, optimizer: adadelta, average: moving")},
    {"bag of words, pairs, sgd", PAIR_CLASS, BOW,
     TRAIN("batch: 6, grains: 4, lazy_rows: true, average: {kind: tail, every: "
           "7}, optimizer: {kind: sgd, momentum: 0.9, nesterov: true}")},
    /* What an experiment gets that says no more. */
    {"decatt, coda as it comes", PAIR_CLASS,
     "{kind: decatt, hidden: 20, attention: coda}", TRAIN("batch: 6")},
    {"encoder, coda as it comes", SEQUENCE_CLASS,
     ENCODER "filter: 50, attention: coda}", TRAIN("batch: 6")},
    {"decoder, softmax", TRANSLATION,
     DECODER "attention: {kind: softmax, scale: false}}",
     TRAIN("batch: 16, grains: 2, label_smoothing: 0.1, schedule: warmup, "
           "warmup: 12, width: 36, clip_norm: 1")},
    {"decoder, coda", TRANSLATION,
     DECODER "attention: {kind: coda, gate: plain, scale: true}}",
     TRAIN("batch: 16, grains: 4")},
    {"decoder, coda centered by rows", TRANSLATION,
     DECODER "attention: {kind: coda, gate: centered, share: false, scale: "
             "false}}",
     TRAIN("batch_tokens: 90, grains: 2, schedule: warmup, warmup: 10, "
           "width: 100")},
    {"universal, coda", TRANSLATION, UNIVERSAL "steps: 3, attention: coda}",
     TRAIN("batch: 16, grains: 2, label_smoothing: 0.1")},
    {"universal, halting", TRANSLATION,
     UNIVERSAL "steps: 5, halts: true, halting_bias: -0.5, ponder: 0.1}",
     TRAIN("batch: 16, grains: 4")},
    {"coattention, softmax", READING,
     DCN "characters: 5, filters: 9, maxout_dropout: 0.1, stop: false, "
         "rounds_loss: sum, attention: softmax}",
     FEW("batch: 6, grains: 2, clip_norm: 5, optimizer: adadelta")},
    {"coattention, coda", READING,
     DCN "first_guess: whole, new_start: true, mix_dropout: 0.1, attention: "
         "{kind: coda, beta: 0.1}}",
     FEW("batch: 6, grains: 4")},
    {"coattention, as it comes", READING, "{kind: dcn, hidden: 20}",
     FEW("batch: 6")},
    {"decoder, many words", WORDY_TRANSLATION,
     DECODER "attention: {kind: softmax, scale: false}}",
     "{steps: 3, evaluate_every: 3, batch: 16, grains: 2, "
     "label_smoothing: 0.1}"},
    {"reader, convolutions and self-attention", READING,
     QANET "layers_counted: fewer, attention: softmax, self_attention: {kind: "
           "coda, gate: scaled}}",
     FEW("batch: 6, grains: 2, clip_norm: 5, schedule: warmup_log, warmup: "
         "9")},
    {"reader, convolutions and self-attention, coda", READING,
     QANET "end: second, output_matrix: true, train_embedding: false, "
           "attention: {kind: coda, share: false}}",
     FEW("batch: 5, grains: 4, l2: 3e-7, average: moving")},
    {"reader, recurrent layers", READING,
     "{kind: bidaf, project: 18, " READER "attention: softmax}",
     FEW("batch: 6, grains: 2, clip_norm: 5, optimizer: adadelta")},
    {"reader, recurrent layers, as published", READING,
     "{kind: bidaf, project: 0, " READER "second: max, end: pointer, dropped: "
     "inputs, start: tensorflow, character_dropout: 0.2, attention: softmax}",
     FEW("batch: 6, grains: 2, optimizer: {kind: adadelta, rho: 0.95, epsilon: "
         "1e-8}, average: moving")},
    {"reader, recurrent layers, coda", READING,
     "{kind: bidaf, project: 18, " READER "attention_dropout: 0.1, attention: "
     "{kind: coda, share: false, mean: both}}",
     FEW("batch: 5, grains: 4")},
    {"reader, recurrent layers, as published, coda", READING,
     "{kind: bidaf, project: 0, " READER "second: max, end: pointer, dropped: "
     "inputs, start: tensorflow, attention_dropout: 0.1, attention: {kind: "
     "coda, alpha: 0.5}}",
     FEW("batch: 5, grains: 4")},
    {"reader, phases", READING,
     "{kind: phasecond, " READER "attention: softmax, final_fusion: 1, "
     "trained_hops: all, zero_self: true, self_attention: {kind: coda, "
     "share: false}}",
     FEW("batch: 6, grains: 2, schedule: halve")},
    {"reader, phases, coda", READING,
     "{kind: phasecond, " READER "attention: {kind: coda, gate: scaled}, "
     "question_fusion: true, own_question: false, self_layers: 1, "
     "question_layers: 3}",
     FEW("batch: 5, grains: 4, clip_element: 0.01")},
    {"reader, iterative", READING,
     "{kind: aligner, " READER "attention: softmax, aggregate: true, "
     "inner_fusion: difference, zero_self: true, state: ends}",
     FEW("batch: 6, grains: 2, optimizer: adamax, clip_norm: 10")},
    {"reader, iterative, coda", READING,
     "{kind: aligner, " READER "attention: {kind: coda, share: false}, hops: "
     "3, pointer_fusion: product, encoder_layers: 2, input_dropout: 0.2, "
     "feature_width: 3}",
     FEW("batch: 5, grains: 4")},
    {"reader, vectors trained, a mask a sequence", READING_KNOWN,
     "{kind: bidaf, project: 18, " READER
     "train_vectors: true, dropout_once: true}",
     FEW("batch: 6, grains: 2, lazy_rows: true, l2: 0.001, average: moving")},
    {"reader, positions of a stack", READING,
     QANET "positions: stack, highway_relu: false, depth_init: he}",
     FEW("batch: 6, grains: 2, average: {kind: moving, ramp: true}")},
    {"reader, an LSTM of characters", READING,
     "{kind: bidaf, project: 18, embedding: 21, characters: 7, filters: 18, "
     "character_encoder: lstm, character_dropout: 0.1, hidden: 13}",
     FEW("batch: 5, grains: 4")},
    {"reader, an LSTM of initials", READING,
     "{kind: aligner, embedding: 21, characters: 7, filters: 18, "
     "character_encoder: initials, character_dropout: 0.36, hidden: 13}",
     FEW("batch: 6, grains: 2")},
    {"decatt, coda learned", PAIR_CLASS,
     DECATT "attention: {kind: coda, learned: site, beta: 0.1}}",
     TRAIN("batch: 6, grains: 4")},
    {"decoder, coda learned by heads", TRANSLATION,
     DECODER "attention: {kind: coda, learned: head, beta: 0.5}}",
     TRAIN("batch: 16, grains: 4")},
    {"pairs, entmax", PAIR_CLASS, DECATT "attention: {kind: entmax}}",
     TRAIN("batch: 6, grains: 2")},
    {"pairs, sigmoid", PAIR_CLASS,
     DECATT "attention: {kind: sigmoid, scale: true}}",
     TRAIN("batch: 6, grains: 2")},
    {"pairs, differential", PAIR_CLASS,
     DECATT "attention: {kind: differential, lambda: 0.36}}",
     TRAIN("batch: 6, grains: 2")},
    {"pairs, linear", PAIR_CLASS, DECATT "attention: linear}",
     TRAIN("batch: 6, grains: 2")},
    {"decatt, linear features", PAIR_CLASS,
     DECATT "features: linear, attention: {kind: coda, beta: 0.1, share: "
            "false}}",
     FEW("batch: 6, grains: 4")},
    {"decatt, features without a ReLU, gate chosen", PAIR_CLASS,
     DECATT "features: mlp, attention: {kind: coda, gate_at_start: 0.4}}",
     TRAIN("batch: 6, grains: 4, l2: 0.001, average: moving")},
    {"decoder, gates chosen and learned", TRANSLATION,
     DECODER "attention: {kind: coda, learned: site, gate: plain, "
             "gate_at_start: 0.3, mean: both}}",
     TRAIN("batch: 16, grains: 4")},
    {"encoder, differential learned", SEQUENCE_CLASS,
     ENCODER "filter: 50, attention: {kind: differential, learned: site}}",
     TRAIN("batch: 6, grains: 2")},
    {"decatt, coda of softmax", PAIR_CLASS,
     DECATT "attention: {kind: coda, f_e: softmax, beta: 0.1}}",
     FEW("batch: 6, grains: 2")},
    {"decatt, coda positive, a constant gate, learned", PAIR_CLASS,
     DECATT "features: mlp, attention: {kind: coda, f_e: positive, gate: "
            "constant, constant: 0.3, learned: site, share: false}}",
     FEW("batch: 6, grains: 4")},
    {"decoder, coda of identity without a gate", TRANSLATION,
     DECODER "attention: {kind: coda, f_e: identity, beta: 0}}",
     FEW("batch: 16, grains: 2")},
    {"encoder, the state of a token", SEQUENCE_CLASS,
     ENCODER "filter: 50, pooling: token, attention: coda}",
     FEW("batch: 6, grains: 2")},
    {"universal, halting, pairs", PAIR_CLASS,
     UNIVERSAL "pooling: token, halts: true, halting_bias: -0.5, attention: "
               "coda}",
     FEW("batch: 6, grains: 4")},
};

#endif
