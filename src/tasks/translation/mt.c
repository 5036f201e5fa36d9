/*
 * mt.c - translation: parallel texts, as byte-pair subwords.
 *
 * Raw lines are read and raw lines are scored: the generated tokens become text
 * and are compared with the reference line, as in sacreBLEU.  Each part ends
 * with TOKEN_END, also the source (as in Tensor2Tensor).
 */
#include "tasks/translation/mt.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/utf8.h"
#include "engine/metric/bleu.h"
#include "engine/metric/chrf.h"
#include "text/files/lines.h"
#include "text/language/text_normal.h"

const char *const mt_vocabulary_names[] = {"joint", "separate", NULL};

/* FIELD_TEXTS() for a split's files. */
#define FILES(split_, name_, help_)                                       \
    {                                                                     \
        .name = name_, .type = FIELD_TYPE_TEXTS,                          \
        .offset =                                                         \
            offsetof(struct mt, files) + (split_) * sizeof(struct texts), \
        .help = help_                                                     \
    }

static const struct field fields[] = {
    FILES(SPLIT_TRAIN, "train",
          "files to train on: [SOURCE, TARGET] of as many lines, or one with a "
          "tab between"),
    FILES(SPLIT_VALID, "valid", "likewise, that choose the checkpoint"),
    FILES(SPLIT_TEST, "test", "likewise, scored at the end; may be left out"),
    FIELD_SHARE(struct mt),
    FIELD_INT(struct mt, subwords, 8000, 0, SUBWORD_MERGES,
              "merges that are learned of train, at most, for a vocabulary"),
    FIELD_TEXTS(struct mt, subwords_file,
                "read them instead: a file of `codarun data subwords`, for "
                "separate vocabularies two"),
    FIELD_CHOICE(struct mt, vocabulary, VOCABULARY_JOINT, mt_vocabulary_names,
                 "one of both languages, or one each"),
    FIELD_BOOL(struct mt, lower, false,
               "make letters small, and score without regard to case"),
    FIELD_CHOICE(struct mt, unicode, NORMAL_NONE, normal_names,
                 "normal form of what is read; references stay as they are"),
    FIELD_INT(struct mt, max_tokens, 256, 0, 1e6,
              "pairs of train with more on a side are left out; 0: none"),
    FIELD_CHOICE(struct mt, bleu_tokens, BLEU_13A, bleu_tokens_names,
                 "tokens that BLEU compares"),
    FIELD_INT(struct mt, chrf_words, 0, 0, CHRF_WORDS,
              "n-grams of words in chrF; 2: chrF++"),
    FIELDS_DECODING(struct mt),
    FIELD_INT(struct mt, beyond, 50, 0, 10000,
              "a translation has at most so many tokens more than its source; "
              "0: as many as the longest of train"),
    FIELD_END,
};

/* --- what it holds -------------------------------------------------------- */

static void release(struct task *t)
{
    struct mt_own *own = t->own;

    for (int s = 0; s < SPLITS; s++)
        column_release(&own->right[s]);
    free(own);
}

static void image(struct task *t, struct image *m)
{
    struct mt_own *own = t->own = image_room(m, t->own, sizeof(*own));

    for (int s = 0; s < SPLITS; s++)
        column_image(&own->right[s], m);
}

static void show(const struct task *t, enum split split, int i, struct str *out)
{
    const struct examples *x = &t->split[split];

    for (int p = 0; p < MT_PARTS; p++) {
        const int32_t *token = example_tokens(x, p, i);

        str_addf(out, "%s:", shapes[SHAPE_SOURCE_TARGET].role[p]);
        for (int k = 0; k < example_len(x, p, i) - 1; k++)
            str_addf(out, " %s", t->words[p]->text[token[k]]);
        str_adds(out, "\n");
    }
}

/* --- scores --------------------------------------------------------------- */

/* Repair a generated line, which may be invalid UTF-8 or contain line ends. */
static void mend(struct str *line)
{
    for (size_t i = 0; i < line->len; i++)
        if (!line->s[i] || line->s[i] == '\n' || line->s[i] == '\r')
            line->s[i] = ' ';
    for (size_t i = 0;
         (i += utf8_valid(line->s + i, line->len - i)) < line->len;)
        line->s[i] = '?';
}

/* Replace *out by the line that tokens mean; they may be unknown. */
static void line_of(const struct task *t, const struct values *token,
                    struct str *out)
{
    const int32_t *at = token->at;
    struct subword_list l = {0};

    for (int i = 0; i < token->n; i++)
        if (at[i] >= TOKEN_FIRST) {
            GROW(l.token, l.n, l.room);
            l.token[l.n++] = at[i] - TOKEN_FIRST;
        }
    str_clear(out);
    str_adds(out, "");
    subwords_decode(mt_subwords(t, MT_TARGET), l.token, l.n, out);
    mend(out);
    subword_list_release(&l);
}

static void read_answer(const struct task *t, enum split split,
                        const struct answer_sheet *a, int i, struct str *out)
{
    const struct values said = column_get(&a->column[DECODED_TOKEN], i);
    struct str line = {0};

    (void)split;
    line_of(t, &said, &line);
    str_add(out, line.s, line.len);
    str_release(&line);
}

/* Write the model's line, or the reference as in its file. */
static void line(const struct task *t, enum split split,
                 const struct answer_sheet *a, int i, struct str *out)
{
    const struct mt_own *own = t->own;

    if (a) {
        read_answer(t, split, a, i, out);
    } else {
        const struct values right = column_get(&own->right[split], i);

        str_add(out, right.at, (size_t)right.n);
    }
    str_adds(out, "\n");
}

enum { BLEU, CHRF, EXACT, METRICS };

static const struct metric metrics[] = {
    [BLEU] = {"bleu", "corpus BLEU, sacreBLEU's"},
    [CHRF] = {"chrf", "corpus chrF, or chrF++ with chrf_words: 2, likewise"},
    [EXACT] = {"exact", "lines that are the reference's, as they are read"},
    [METRICS] = {0},
};

/* The scorers of lines. */
struct mt_scorer {
    struct bleu bleu;
    struct chrf chrf;
};

static void scorer_init(struct mt_scorer *s, const struct mt *c)
{
    bleu_init(&s->bleu, (enum bleu_tokens)c->bleu_tokens, c->lower);
    chrf_init(&s->chrf, (int)c->chrf_words, c->lower);
}

static void scorer_release(struct mt_scorer *s)
{
    bleu_release(&s->bleu);
    chrf_release(&s->chrf);
}

static void tally_line(struct mt_scorer *s, const struct str *said,
                       const struct values *right, struct units *u, int i)
{
    struct ngram_sums bleu[BLEU_ORDERS] = {0},
                      chrf[CHRF_ORDERS(CHRF_WORDS)] = {0};

    bleu_add(&s->bleu, said->s, said->len, right->at, (size_t)right->n, bleu);
    chrf_add(&s->chrf, said->s, said->len, right->at, (size_t)right->n, chrf);
    units_put_ngrams(u, i, BLEU, bleu);
    units_put_ngrams(u, i, CHRF, chrf);
}

/* BLEU and chrF compare with the file's own lines, `exact` with these lines
 * after they were normalised. */
static void tally(const struct task *t, enum split split,
                  const struct answer_sheet *a, struct units *u)
{
    const struct mt_own *own = t->own;
    struct str said = {0}, target = {0};
    struct mt_scorer s;

    assert(split != SPLIT_TRAIN);
    scorer_init(&s, t->conf);
    units_init(u, "line", a->n, METRICS);
    units_add_ngrams(
        u, (const int[METRICS]){
               [BLEU] = BLEU_ORDERS, [CHRF] = CHRF_ORDERS(s.chrf.words)});
    for (int i = 0; i < a->n; i++) {
        const struct values token = column_get(&a->column[DECODED_TOKEN], i),
                            read = column_get(&t->split[split].part[1], i),
                            right = column_get(&own->right[split], i);

        line_of(t, &token, &said);
        line_of(t, &read, &target);
        *units_at(u, i, EXACT) = (struct tally){
            .sum =
                said.len == target.len && !memcmp(said.s, target.s, said.len),
            .of = 1,
        };
        tally_line(&s, &said, &right, u, i);
        if (isnan(a->column[DECODED_SCORE].floats[i]))
            units_spoil(u, i);
    }
    scorer_release(&s);
    str_release(&said);
    str_release(&target);
}

static int load(struct task *t, const char *beside, struct error *e)
{
    const struct mt *c = t->conf;
    struct mt_scorer s;

    *(struct decoding *)t->settings = (struct decoding)DECODING(c, c->beyond);
    if (mt_load(t, beside, e))
        return -1;
    scorer_init(&s, t->conf);
    str_addf(&t->notes, "bleu: sacreBLEU's ");
    bleu_signature(&s.bleu, &t->notes);
    str_addf(&t->notes, "\nchrf: sacreBLEU's ");
    chrf_signature(&s.chrf, &t->notes);
    str_adds(&t->notes, "\n");
    scorer_release(&s);
    return 0;
}

/* True if example i of a part is empty but for TOKEN_END. */
static bool is_empty(const struct column *part, int i)
{
    const struct values token = column_get(part, i);

    return !token.n ||
           (token.n == 1 && *(const int32_t *)token.at == TOKEN_END);
}

/* Train has no such pairs: they are left out. */
static void warnings(const struct task *t, struct str *out)
{
    for (enum split s = SPLIT_VALID; s < SPLITS; s++) {
        const struct examples *x = &t->split[s];
        int n = 0;

        for (int i = 0; i < x->n; i++)
            n += is_empty(&x->part[0], i) || is_empty(&x->part[1], i);
        if (n)
            str_addf(out, "%s: %d pair%s of lines with an empty side\n",
                     split_names[s], n, n == 1 ? "" : "s");
    }
}

static int check(const void *conf, struct error *e)
{
    const struct mt *c = conf;

    return decoding_check(&(struct decoding)DECODING(c, c->beyond), e);
}

static const char *const apart[] = {"beam", "n_best", "length_penalty",
                                    "beyond", NULL};

static const struct trait_kind traits[] = {
    {"source", NULL, "tokens of the source, with its end"},
    {"target", NULL, "tokens of the reference, with its end"},
    {0},
};

const struct task_kind task_mt = {
    .is = {.name = "mt",
           .summary = "translate lines, in subwords, scored as texts",
           .source = "Sennrich et al. 2016 (subwords); Post 2018 (sacreBLEU)",
           .fields = fields,
           .size = sizeof(struct mt),
           .check = check},
    .shape = SHAPE_SOURCE_TARGET,
    .head = &head_decode,
    .sample = "Two dogs play.\tZwei Hunde spielen.\n"
              "A dog sleeps.\tEin Hund schläft.\n",
    .metrics = metrics,
    .apart = apart,
    .load = load,
    .release = release,
    .image = image,
    .tally = tally,
    .traits = traits,
    .describe = task_lengths,
    .warnings = warnings,
    .read = read_answer,
    .line = line,
    .fresh = &mt_fresh,
    .show = show,
};
