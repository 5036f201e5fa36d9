/*
 * input_layer.h - the input of readers, for each token of a document and a
 * query: word vectors, the encoded characters of the word, and the task's
 * features, side by side.
 *
 * A reader's struct begins with a struct input_layer_conf, its field table with
 * INPUT_LAYER_FIELDS.
 */
#ifndef ENGINE_MODEL_INPUT_LAYER_H
#define ENGINE_MODEL_INPUT_LAYER_H

#include "engine/layer/characters.h"
#include "engine/layer/embedding.h"
#include "engine/layer/features.h"
#include "engine/layer/highway.h"
#include "engine/layer/layers.h"
#include "engine/layer/recurrent.h"
#include "engine/model/model.h"

enum { DOCUMENT, QUERY, SIDES };

struct input_layer_conf {
    long embedding, characters, filters, character_width, character_hidden;
    long feature_width, query_feature_width;
    double dropout, character_dropout;
    bool words, train_embedding, train_vectors, character_relu;
    bool dropout_filters;
    int character_encoder;
    bool dropout_once; /* see RECURRENT_DROPOUT_FIELD */
};

#define INPUT_LAYER_FIELDS INPUT_LAYER_FIELDS_AS(64, 100, 3, 0.2, 0.0, true)

/* How characters are encoded, and the widths of features. */
#define CHARACTER_FIELDS(encoder_, filters_, window_, feature_width_)         \
    CHARACTER_FIELDS_AS(encoder_, filters_, window_, feature_width_, 16)

/* As above, with the width of a vector for a query's type. */
#define CHARACTER_FIELDS_AS(encoder_, filters_, window_, feature_width_,      \
                            query_feature_width_)                             \
    FIELD_CHOICE(struct input_layer_conf, character_encoder, encoder_,        \
                 character_encoder_names,                                     \
                 "how a word is encoded: by filters over it; by an LSTM "     \
                 "over it from either end, half of the numbers each; by its " \
                 "first character, in such an LSTM over a part's tokens "     \
                 "(MReader); or by a GRU over it from either end, whose "     \
                 "last states are projected, or with gru_states stand as "    \
                 "they are, half of the numbers each"),                       \
        FIELD_INT(struct input_layer_conf, filters, filters_, 1, 1 << 12,     \
                  "what characters say of a word: so many numbers, by "       \
                  "whichever encoder"),                                       \
        FIELD_INT(struct input_layer_conf, character_width, window_, 1, 15,   \
                  "characters that a filter sees, of a convolution alone"),   \
        FIELD_INT(struct input_layer_conf, character_hidden, 50, 1, 1 << 12,  \
                  "width of each direction of a GRU over characters that "    \
                  "is projected"),                                            \
        FIELD_INT(struct input_layer_conf, feature_width, feature_width_, 0,  \
                  1 << 10,                                                    \
                  "width of a trained vector for each class that a feature "  \
                  "of tokens has; 0: a column a class"),                      \
        FIELD_INT(struct input_layer_conf, query_feature_width,               \
                  query_feature_width_, 0, 1 << 10,                           \
                  "the same of features of a whole query: its type")

#define SPELLING_FIELDS(character_dropout_)                                    \
    FIELD_RATE(struct input_layer_conf, character_dropout, character_dropout_, \
               0.0, 0.95, "on characters' vectors"),                           \
        FIELD_BOOL(struct input_layer_conf, character_relu, true,              \
                   "ReLU of what filters find, else as it is; of a "           \
                   "convolution alone")

/* INPUT_LAYER_FIELDS with other defaults. */
#define INPUT_LAYER_FIELDS_AS(characters_, filters_, window_, dropout_,        \
                              character_dropout_, dropout_filters_)            \
    FIELD_BOOL(struct input_layer_conf, words, true,                           \
               "word vectors are read, else a word is its characters alone"),  \
        EMBEDDING_FIELDS(struct input_layer_conf),                             \
        FIELD_INT(struct input_layer_conf, characters, characters_, 0,         \
                  1 << 10,                                                     \
                  "width of a character's vector; 0: words alone, and no "     \
                  "other field of characters is read"),                        \
        CHARACTER_FIELDS(CHARACTERS_CONVOLUTION, filters_, window_, 0),        \
        FIELD_RATE(struct input_layer_conf, dropout, dropout_, 0.0, 0.95,      \
                   "on word vectors, between layers and on what they give"),   \
        FIELD_BOOL(struct input_layer_conf, dropout_filters, dropout_filters_, \
                   "dropout on what characters say of a word as on word "      \
                   "vectors (else on these alone, as localminimum and "        \
                   "BangLiu have QANet)"),                                     \
        SPELLING_FIELDS(character_dropout_)

/* For readers with recurrent layers, added to the fields above. */
#define RECURRENT_DROPOUT_FIELD DROPOUT_ONCE_FIELD(false)
#define DROPOUT_ONCE_FIELD(once_)                                          \
    FIELD_BOOL(struct input_layer_conf, dropout_once, once_,               \
               "one mask a sequence for dropout into, between and out of " \
               "recurrent layers, else one a token")

struct input_layer {
    struct embedding words[MAX_PARTS];
    bool reads, spells; /* word vectors, characters */
    struct character_layer characters;
    struct feature_layer features;
    int width; /* of input_layer_apply()'s result */
};

/* Initial values of a reader's input layer, and other settings that are not
 * fields. */
struct input_layer_how {
    enum init filters;   /* of a convolution over characters, as
                            convolution_add() takes it */
    struct start tables; /* of words, characters and features; INIT_ZERO: each
                            layer's default */
    enum init project;   /* of the projection after a GRU over characters */
    struct recurrent_form gru; /* its kind, biases, start and limit */
    bool no_features;          /* the reader adds them itself */
};

/* Check what fields alone determine: something of a word must be read, and an
 * encoder of both directions needs an even width.  For a reader's is.fresh,
 * because earlier versions found it only when the trial began. */
int input_layer_check(const void *conf, struct error *e);

/* Fails if the fields want characters and the task has none, and where
 * input_layer_check() fails.  `init` is that of the filters, as for
 * convolution_add(), with He's values only if a ReLU follows.  A GRU over
 * characters begins as PyTorch's. */
int input_layer_add(struct input_layer *r, struct params *p,
                    const struct model_spec *s,
                    const struct input_layer_conf *c, enum init init,
                    struct error *e);
int input_layer_add_as(struct input_layer *r, struct params *p,
                       const struct model_spec *s,
                       const struct input_layer_conf *c,
                       const struct input_layer_how *how, struct error *e);

/* Compute [rows x r->width] of each part, with dropout on word vectors and,
 * unless dropout_filters is false, on encoded characters. */
void input_layer_apply(struct tape *t, const struct model *m,
                       const struct input_layer *r, const struct grain *g,
                       float dropout, struct node *out[SIDES]);

/* Dropout around a recurrent layer. */
static inline struct recurrent_dropout
recurrent_dropout(const struct input_layer_conf *c, double rate)
{
    return (struct recurrent_dropout){(float)rate, c->dropout_once};
}

/* The input, projected to a width without bias, and mixed by highway layers. */
struct projection {
    bool projects;
    struct linear project;
    struct highway highway;
    int width; /* of projection_apply()'s result */
};

/* width 0: the width of `in`, without projection.  Parameters "project" and
 * "highway"; `init` as for highway_add(). */
struct projection projection_add(struct params *p, int in, long width,
                                 long layers, bool relu, enum init init);
struct node *projection_apply(struct tape *t, const struct params *p,
                              const struct projection *j, struct node *x,
                              float dropout, const struct segments *seg,
                              const int *example);

#endif
