/*
 * corpus.h - what tasks on texts share: fields, vocabulary, word vectors.
 *
 * A task's struct begins with a struct corpus_config and its field table with
 * CORPUS_FIELDS, or the table contains only those of the fields that the task
 * reads.  To load, call corpus_begin(); for each row call corpus_encode() for
 * each part's text, then corpus_add(); at the end call corpus_end(), which
 * moves the vocabulary into the task, reads the word vectors and writes the
 * notes.
 *
 * With subwords (language/subwords.h) the tokens of an example are, until
 * corpus_end(), the pieces that no subword crosses.  corpus_end() learns the
 * merges from the pieces of train and then cuts the pieces of all splits.  No
 * text is unknown then, whatever `vocabulary` is.
 *
 * Only tasks that ask for them have the following.  CORPUS_OFFSETS(p) among the
 * columns of the task's kind: the offsets of each token of part p in the text
 * that corpus_encode() was given, before its normal form and its case were
 * changed.  And what is set after corpus_begin(): `characters`, how many
 * characters of each word are kept (data/words.h); offsets without a column; a
 * token added before each text, or <end> after it; how word vectors are spelt;
 * which words corpus_forget() keeps, and which come first.
 *
 * Threads: one struct corpus belongs to one thread.
 */
#ifndef TASKS_COMMON_CORPUS_H
#define TASKS_COMMON_CORPUS_H

#include "config/field/field.h"
#include "engine/task/task.h"
#include "tasks/common/fresh.h"
#include "text/language/subwords.h"
#include "text/language/text_normal.h"
#include "text/language/tokens.h"
#include "text/language/vectors.h"
#include "text/language/vocabulary.h"

enum vocabulary_of { VOCABULARY_ALL, VOCABULARY_TRAIN };
extern const char *const vocabulary_of_names[]; /* NULL-terminated */

struct corpus_config {
    char *train, *valid, *test;
    double share;
    struct texts columns;
    int format;
    bool header;
    int tokens;
    long subwords;
    bool lower;
    int unicode;
    long max_tokens;
    int vocabulary;
    char *vectors;
    int unknown_vectors;
    bool unit_vectors;
};

/* `what` begins the help of a field: a file, or whatever else may be read. */
#define CORPUS_FILES(what)                                                     \
    FIELD_TEXT_REQUIRED(struct corpus_config, train, what " to train on"),     \
        FIELD_TEXT(struct corpus_config, valid, "",                            \
                   what " that chooses the checkpoint"),                       \
        FIELD_TEXT(struct corpus_config, test, "", what " scored at the end"), \
        FIELD_SHARE(struct corpus_config)

#define CORPUS_TOKENS(rule)                                            \
    FIELD_CHOICE(struct corpus_config, tokens, rule, token_rule_names, \
                 "how a text is cut into tokens")

#define CORPUS_NORMAL(lower_, form)                                        \
    FIELD_BOOL(struct corpus_config, lower, lower_, "make letters small"), \
        FIELD_CHOICE(struct corpus_config, unicode, form, normal_names,    \
                     "normal form of the text")

#define CORPUS_VOCABULARY                                          \
    FIELD_CHOICE(struct corpus_config, vocabulary, VOCABULARY_ALL, \
                 vocabulary_of_names,                              \
                 "splits whose words have numbers; others are unknown")

#define CORPUS_VECTORS                            \
    FIELD_TEXT(struct corpus_config, vectors, "", \
               "word vectors, GloVe's text format")

/* For a task with a member `spelling` (language/vectors.h). */
#define CORPUS_SPELLING(task)                                                \
    FIELD_CHOICE(task, spelling, SPELLING_ANY, vector_spelling_names,        \
                 "whose vector a word gets: its own alone, or else that of " \
                 "its small letters, Capitalised, CAPITALS")

#define CORPUS_UNKNOWN_VECTORS(unknown, unit)                            \
    FIELD_CHOICE(struct corpus_config, unknown_vectors, unknown,         \
                 unknown_vector_names,                                   \
                 "words without a vector: one of 100 random ones, each " \
                 "its own, one for all, or zeros"),                      \
        FIELD_BOOL(struct corpus_config, unit_vectors, unit,             \
                   "scale every vector to length 1")

#define CORPUS_FIELDS                                                        \
    CORPUS_FILES("file"),                                                    \
        FIELD_TEXTS(struct corpus_config, columns,                           \
                    "roles of the columns by place, _ for none, or "         \
                    "role=NAME by header or JSON member"),                   \
        FIELD_CHOICE(struct corpus_config, format, 0, row_format_names,      \
                     "columns with tabs, or commas and quotes, between; or " \
                     "JSON: an object a line, an array of them"),            \
        FIELD_BOOL(struct corpus_config, header, false,                      \
                   "tsv, csv: the first row is a header"),                   \
        CORPUS_TOKENS(TOKENS_SPACES),                                        \
        FIELD_INT(struct corpus_config, subwords, 0, 0, SUBWORD_MERGES,      \
                  "in place of that, byte-pair subwords: merges that are "   \
                  "learned of train, at most; 0: none"),                     \
        CORPUS_NORMAL(true, NORMAL_NFC),                                     \
        FIELD_INT(struct corpus_config, max_tokens, 0, 0, 1e6,               \
                  "tokens kept of a text; 0: all"),                          \
        CORPUS_VOCABULARY, CORPUS_VECTORS,                                   \
        CORPUS_UNKNOWN_VECTORS(UNKNOWN_HASHED, true)

/* The fields that change only what models read (`apart` in task/task.h); and
 * the same with the fields that do so where answers are about whole
 * examples. */
#define CORPUS_APART "vocabulary", "vectors", "unknown_vectors", "unit_vectors"
#define CORPUS_APART_TOKENS \
    CORPUS_APART, "tokens", "subwords", "lower", "unicode", "max_tokens"
extern const char *const corpus_apart[];

/*
 * A column, "offsets 0" for part 0: two ints per token, its first byte and the
 * one after its last (origins_of(), language/text_normal.h).  The bytes of a
 * JSON member are those of its value, unescaped.
 */
#define CORPUS_OFFSETS(part)                    \
    {                                           \
        "offsets " #part, COLUMN_INT, 2, (part) \
    }

struct corpus {
    struct task *task; /* borrowed */
    const struct corpus_config *conf;
    const char *beside;
    int characters;            /* kept of a word; 0: none */
    bool offsets[MAX_PARTS];   /* find them, with a column or not */
    int offsets_at[MAX_PARTS]; /* their columns' places; -1: none */
    bool complete; /* the vocabulary is complete: no word is added, and
                      subwords, if any, are known and cut pieces at once */
    bool added;   /* each text begins with TOKEN_UNKNOWN, whose offsets are 0 */
    bool ends;    /* each text ends with TOKEN_END */
    bool gathers; /* words of every split are added, whatever `vocabulary`
                     is, until corpus_forget() */
    long least;   /* corpus_forget() forgets words that occur less often */
    const char *leading; /* prefix of the words that it puts first; NULL if
                            none */
    int led;             /* number of these words */
    enum vector_spelling spelling;
    struct vocabulary words;
    long *count; /* owned; [words.room]: running tokens */
    int count_room;
    struct str normal, begun; /* the rest is scratch, owned */
    struct token_list tokens;
    struct origins origins;
    int32_t *id[MAX_PARTS];
    int32_t *offset[MAX_PARTS]; /* two per token, if the task has them */
    size_t id_room[MAX_PARTS];
    int len[MAX_PARTS]; /* of the current example */
};

void corpus_begin(struct corpus *c, struct task *t,
                  const struct corpus_config *conf, const char *beside);

/* Begin for a task that has its vocabulary: texts are encoded by it. */
void corpus_resume(struct corpus *c, struct task *t,
                   const struct corpus_config *conf, const char *beside);

/* Find a split's file.  The caller frees *path, which is NULL if there is no
 * test file. */
int corpus_find(struct corpus *c, enum split split, char **path,
                struct error *e);

/* Find and open a split's file: *t is NULL if there is no test file.  `as` is a
 * row format with fixed roles; if NULL, the fields give the format. */
int corpus_open(struct corpus *c, enum split split, const struct role *roles,
                const struct row_format *as, struct rows **t, struct error *e);

/* After the last row of a file: note its digest; a split without examples is an
 * error. */
int corpus_close(struct corpus *c, enum split split, struct rows *t,
                 struct error *e);
int corpus_done(struct corpus *c, enum split split, struct digest file,
                struct error *e);

/* Turn the text of a part into token numbers, kept until the next text of that
 * part.  Errors of corpus_encode() name file and line. */
int corpus_encode(struct corpus *c, enum split split, int part,
                  const struct rows *t, const struct cell *text,
                  struct error *e);
int corpus_encode_text(struct corpus *c, enum split split, int part,
                       const char *text, size_t len, struct error *e);

/* Append to a part: the tokens of another text, a word unchanged, or one of the
 * tokens that are no words.  Their offsets are not known. */
int corpus_append_text(struct corpus *c, enum split split, int part,
                       const char *text, size_t len, struct error *e);
void corpus_append_word(struct corpus *c, enum split split, int part,
                        const char *word);
void corpus_append_token(struct corpus *c, int part, int32_t token);

/* The token numbers of texts, only looked up: nothing is counted, and a token
 * without a number is -1. */
struct looked_up {
    int32_t *token; /* owned */
    int n, room;
    struct str text; /* the tokens, each ends with NUL */
};
/* Append those of another text. */
int corpus_look_up(struct corpus *c, const char *text, size_t len,
                   struct looked_up *out, struct error *e);
void looked_up_clear(struct looked_up *l); /* keeps the memory */
void looked_up_release(struct looked_up *l);

/* Add the example.  `columns` has the values in the order of the task's
 * columns; those of offsets are filled in here. */
void corpus_add(struct corpus *c, enum split split,
                struct values columns[MAX_COLUMNS]);

/* Call before corpus_end(), when examples have left train or when all have been
 * added.  If only words of train have numbers, words that train does not
 * contain, or no longer contains, become unknown, as do words that occur less
 * often than `least`. */
void corpus_forget(struct corpus *c);

int corpus_end(struct corpus *c, struct error *e);

/* Part of corpus_end(), also called if no example was read. */
int corpus_take_words(struct corpus *c, struct error *e);

/* Part of corpus_end(), if there are subwords: replace pieces by subwords, and
 * put the names of these into w.  Not possible with vectors, characters or
 * offsets. */
int corpus_take_subwords(struct corpus *c, struct words *w, struct error *e);

/* Make room for n tokens of a part, and for their offsets. */
void corpus_make_room(struct corpus *c, int part, size_t n);

/* If the corpus has subwords: the pieces that were cut become the tokens of a
 * part. */
void corpus_cut_pieces(struct corpus *c, int part);

/* True if a text of so many tokens ends with TOKEN_END.  As in Tensor2Tensor,
 * which adds it before it cuts: a text that is cut has none. */
bool corpus_ends(const struct corpus *c, int tokens);

void corpus_release(struct corpus *c);

/*
 * Fresh texts of a task whose fields begin with a struct corpus_config.  They
 * have the first `texts_` of the task's roles, which are its parts.  The
 * columns, one number per example, are not known of them.  `begin_` is
 * corpus_fresh_begin(), or a function that calls it first.
 */
#define CORPUS_FRESH(role_, texts_, begin_)                                    \
    {                                                                          \
        .role = (role_), .texts = (texts_), .size = sizeof(struct corpus),     \
        .restore = corpus_restore, .begin = (begin_), .add = corpus_fresh_add, \
        .end = corpus_fresh_end                                                \
    }
int corpus_restore(struct task *t, const struct fresh_known *k,
                   const char *beside, struct error *e);
/* The part of it for kinds with a restore() of their own: take the words and
 * sources that a state contains into a corpus that was begun, which is
 * released.  Return 1, or -1. */
int corpus_restore_words(struct corpus *c, const struct fresh_known *k,
                         struct error *e);
int corpus_fresh_begin(struct fresh *f, const char *beside, struct error *e);
int corpus_fresh_add(struct fresh *f, const struct cell *cell, struct error *e);
void corpus_fresh_end(struct fresh *f);

/* The split's file name as in the experiment, "" if none. */
const char *corpus_file(const struct corpus_config *conf, enum split split);

/* Append the words of a part, separated by spaces. */
void corpus_show(const struct task *t, enum split split, int part, int i,
                 struct str *out);

#endif
