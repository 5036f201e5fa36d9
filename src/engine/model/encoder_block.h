/*
 * encoder_block.h - QANet's encoder blocks (Yu et al. 2018, section 2.2):
 * positions, then sublayers, each with a norm before it and a residual around
 * it:
 *
 *     c times x += ReLU(P D_k LN x)    depthwise D over k rows, pointwise P
 *             x += heads(LN x)         self-attention
 *             x += W2 ReLU(W1 LN x)
 *
 * Blocks form stacks, which rows pass from the first block to the last.
 * Sublayer l of a stack's L sublayers is skipped with probability p l / L
 * (Huang et al. 2016).  If it is not skipped, its output has dropout of that
 * rate.
 */
#ifndef ENGINE_MODEL_ENCODER_BLOCK_H
#define ENGINE_MODEL_ENCODER_BLOCK_H

#include "engine/layer/convolution.h"
#include "engine/model/multihead.h"

#define ENCODER_CONVOLUTIONS 16 /* of a block, at most */

struct encoder_block {
    struct separable convolution[ENCODER_CONVOLUTIONS];
    struct multihead attention;
    struct linear first, second;
    struct norm norm[ENCODER_CONVOLUTIONS + 2]; /* before each sublayer */
};

/* Where positions are added. */
enum positions { POSITIONS_BLOCK, POSITIONS_STACK, POSITIONS_NONE };

/* Initial values of depthwise convolutions: He's with the k rows of all columns
 * as inputs (Tensorflow's), He's with k inputs, or PyTorch's uniform
 * +-1/sqrt(k). */
enum depth_init { DEPTH_HE_ALL, DEPTH_HE, DEPTH_UNIFORM };

struct encoder_form {
    int blocks, convolutions, window;
    int width, heads;
    bool output; /* a matrix after the heads */
    bool he;     /* He's initial values before ReLU; otherwise Glorot's, as
                    everywhere else */
    enum depth_init depth;
    float epsilon; /* of norms */
    const struct chosen *attention;
};

struct encoder_stack {
    int blocks, convolutions;
    struct encoder_block *block; /* [blocks] owned */
};

struct encoder_stack encoder_add(struct params *p,
                                 const struct encoder_form *form,
                                 const char *name);
void encoder_release(struct encoder_stack *s);

/* How rows pass a stack. */
struct encoding {
    enum positions positions;
    float input_dropout;     /* before the 1st, 3rd... convolution, attention
                                and W1 */
    float attention_dropout; /* on M */
    float layer_dropout;     /* p, the rate of the last sublayer */
    bool fewer;              /* L counts one sublayer less for each block */
    float output_dropout;    /* on outputs of sublayers, if p is 0 */
    struct segments seg;
    const int *example;
};

/* x [rows x width]; returns the same shape. */
struct node *encoder_apply(struct tape *t, const struct params *p,
                           const struct encoder_stack *s,
                           const struct encoding *how, struct node *x);

#endif
