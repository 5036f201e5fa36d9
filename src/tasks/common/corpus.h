/*
 * corpus.h - what tasks on texts share: fields, vocabulary, vectors.
 *
 * A task's struct begins with a struct corpus_config, its field table with
 * CORPUS_FIELDS, or has those of them that it reads among its own.  Loading
 * goes: corpus_begin(), for each row corpus_encode() of each part's text and
 * corpus_add(), then corpus_end(), which moves the vocabulary into the task,
 * reads the word vectors and writes the notes.
 *
 * With subwords (language/subwords.h) the examples have for tokens, until
 * corpus_end(), the pieces that subwords stay within; it learns the merges of
 * those of train, as it is then, and cuts the pieces of all splits.  No text is
 * unknown then, whatever `vocabulary` says.
 *
 * A few things only tasks have that ask for them.  CORPUS_OFFSETS(p) among the
 * columns of the task's kind: where each token of part p stands in the text
 * that corpus_encode() was given, whatever the normal form and the case made of
 * it.  And what is set after corpus_begin(): the characters of words
 * (data/words.h), as many as `characters` says; offsets without a column of
 * them; an added token before each text, or <end> behind it; how word vectors
 * are spelt; which words corpus_forget() leaves, and which come first.
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
extern const char *const vocabulary_of_names[]; /* NULL behind the last */

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

/* `what` is a file, or more that may be read. */
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

/* Of a task with a member `spelling` (language/vectors.h). */
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

/* Those of them that only say what models read (`apart` in task/task.h); and
 * with those that say it where answers are of whole examples. */
#define CORPUS_APART "vocabulary", "vectors", "unknown_vectors", "unit_vectors"
#define CORPUS_APART_TOKENS \
    CORPUS_APART, "tokens", "subwords", "lower", "unicode", "max_tokens"
extern const char *const corpus_apart[];

/*
 * A column, "offsets 0" for part 0: two ints a token, the first of its bytes
 * and the one behind them (origins_of(), language/text_normal.h).  A JSON
 * member's bytes are those of its value, unescaped.
 */
#define CORPUS_OFFSETS(part)                    \
    {                                           \
        "offsets " #part, COLUMN_INT, 2, (part) \
    }

struct corpus {
    struct task *task; /* borrowed */
    const struct corpus_config *conf;
    const char *beside;
    int characters;            /* kept of a word; 0: no characters */
    bool offsets[MAX_PARTS];   /* find them, column or not */
    int offsets_at[MAX_PARTS]; /* their columns' places; -1: none */
    bool complete; /* the vocabulary is: no word gets a number, and subwords are
                      there to cut pieces at once */
    bool added;   /* each text begins with TOKEN_UNKNOWN, whose offsets are 0 */
    bool ends;    /* TOKEN_END stands behind each */
    bool gathers; /* words of every split get numbers, whatever `vocabulary`
                     says, until corpus_forget() */
    long least;   /* how often a word has to occur for corpus_forget() */
    const char *leading; /* how words begin that it puts first; NULL: none do */
    int led;             /* how many these are */
    enum vector_spelling spelling;
    struct vocabulary words;
    long *count; /* owned; [words.room]: running tokens */
    int count_room;
    struct str normal, begun; /* the rest is scratch, owned */
    struct token_list tokens;
    struct origins origins;
    int32_t *id[MAX_PARTS];
    int32_t *offset[MAX_PARTS]; /* two a token, where the task has them */
    size_t id_room[MAX_PARTS];
    int len[MAX_PARTS]; /* of the example on its way */
};

void corpus_begin(struct corpus *c, struct task *t,
                  const struct corpus_config *conf, const char *beside);

/* Of a task that has its vocabulary: texts are encoded by that. */
void corpus_resume(struct corpus *c, struct task *t,
                   const struct corpus_config *conf, const char *beside);

/* Find a split's file: *path, to be freed, is NULL when there is no test
 * file. */
int corpus_find(struct corpus *c, enum split split, char **path,
                struct error *e);

/* Find and open it: *t is NULL likewise.  Of rows in the format `as`, which
 * says itself what stands where; NULL: as the fields say. */
int corpus_open(struct corpus *c, enum split split, const struct role *roles,
                const struct row_format *as, struct rows **t, struct error *e);

/* A file is read to its end: note its digest, refuse a split of nothing. */
int corpus_close(struct corpus *c, enum split split, struct rows *t,
                 struct error *e);
int corpus_done(struct corpus *c, enum split split, struct digest file,
                struct error *e);

/* Turn the text of a part into token numbers, kept until the next of that
 * part.  Errors of the first name file and line. */
int corpus_encode(struct corpus *c, enum split split, int part,
                  const struct rows *t, const struct cell *text,
                  struct error *e);
int corpus_encode_text(struct corpus *c, enum split split, int part,
                       const char *text, size_t len, struct error *e);

/* Go on with a part: the tokens of one more text, a word as it stands, one of
 * the tokens that are no words.  Where they stand is not known. */
int corpus_append_text(struct corpus *c, enum split split, int part,
                       const char *text, size_t len, struct error *e);
void corpus_append_word(struct corpus *c, enum split split, int part,
                        const char *word);
void corpus_append_token(struct corpus *c, int part, int32_t token);

/* The numbers of texts' tokens, for a look: none is counted, and one that has
 * no number is -1. */
struct looked_up {
    int32_t *token; /* owned */
    int n, room;
    struct str text; /* the tokens, a NUL behind each */
};
/* Add those of one more text. */
int corpus_look_up(struct corpus *c, const char *text, size_t len,
                   struct looked_up *out, struct error *e);
void looked_up_clear(struct looked_up *l); /* the room stays */
void looked_up_release(struct looked_up *l);

/* Add the example, of values at the places of the task's columns; those of
 * offsets are filled in. */
void corpus_add(struct corpus *c, enum split split,
                struct values columns[MAX_COLUMNS]);

/* Examples have left train, or all are there: where only its words have
 * numbers, those that it has not, or no more, are unknown, and so is what is
 * rarer than `least`.  Before corpus_end(). */
void corpus_forget(struct corpus *c);

int corpus_end(struct corpus *c, struct error *e);

/* Of corpus_end(), and where no example was read. */
int corpus_take_words(struct corpus *c, struct error *e);

/* Of corpus_end(), where there are subwords: pieces become those, w gets their
 * names.  No vectors, characters and offsets go with them. */
int corpus_take_subwords(struct corpus *c, struct words *w, struct error *e);

/* Room for n tokens of a part, and for what they stand at. */
void corpus_make_room(struct corpus *c, int part, size_t n);

/* Of a corpus that has subwords: the pieces that were cut become those of a
 * part. */
void corpus_cut_pieces(struct corpus *c, int part);

/* Does a text of so many tokens have TOKEN_END behind it?  As in Tensor2Tensor,
 * which cuts what has it: none does that is cut. */
bool corpus_ends(const struct corpus *c, int tokens);

void corpus_release(struct corpus *c);

/*
 * Fresh texts of a task whose fields begin with a struct corpus_config: the
 * first so many of its roles, which are its parts.  What its columns say, one
 * number an example each, is not known of them.  They begin by
 * corpus_fresh_begin(), or what goes on from it.
 */
#define CORPUS_FRESH(role_, texts_, begin_)                                   \
    {                                                                         \
        .role = (role_), .texts = (texts_), .size = sizeof(struct corpus),    \
        .recall = corpus_restore, .begin = (begin_), .add = corpus_fresh_add, \
        .end = corpus_fresh_end                                               \
    }
int corpus_restore(struct task *t, const struct fresh_known *k,
                   const char *beside, struct error *e);
/* Of that, for kinds of their own: words and sources, which a state says, of a
 * corpus that was begun; it is released.  1, or -1. */
int corpus_restore_words(struct corpus *c, const struct fresh_known *k,
                         struct error *e);
int corpus_fresh_begin(struct fresh *f, const char *beside, struct error *e);
int corpus_fresh_add(struct fresh *f, const struct cell *cell, struct error *e);
void corpus_fresh_end(struct fresh *f);

/* The split's file name as it stands in the experiment, "" for none. */
const char *corpus_file(const struct corpus_config *conf, enum split split);

/* Words of a part, separated by spaces. */
void corpus_show(const struct task *t, enum split split, int part, int i,
                 struct str *out);

#endif
