#include "engine/metric/bleu.h"

#include <stdlib.h>
#include <string.h>

#include "base/numbers/math_functions.h"
#include "text/language/python.h"

const char *const bleu_tokens_names[] = {"13a", "none", "char", NULL};

void bleu_init(struct bleu *b, enum bleu_tokens tokens, bool lower)
{
    *b = (struct bleu){.tokens = tokens, .lower = lower};
    vocabulary_init(&b->words, NULL, 0);
}

void bleu_release(struct bleu *b)
{
    vocabulary_release(&b->words);
    free(b->said.at);
    free(b->right.at);
    ngrams_release(&b->ngrams);
    str_release(&b->text);
    str_release(&b->next);
}

/* --- 13a ------------------------------------------------------------------ */

/* Every rule is a re.sub() of Python, from left to right, on bytes: the
 * patterns are ASCII, and no byte of any other character is. */

static void swap(struct bleu *b)
{
    const struct str text = b->text;

    b->text = b->next;
    b->next = text;
}

static void replace(struct bleu *b, const char *old, const char *by)
{
    const size_t n = strlen(old);

    str_clear(&b->next);
    for (size_t i = 0; i < b->text.len;) {
        const char *at = b->text.s + i;
        const bool is = i + n <= b->text.len && !memcmp(at, old, n);

        if (is)
            str_adds(&b->next, by);
        else
            str_add(&b->next, at, 1);
        i += is ? n : 1;
    }
    swap(b);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_no_digit(char c)
{
    return !is_digit(c);
}

static bool is_point(char c)
{
    return c == '.' || c == ',';
}

static bool is_dash(char c)
{
    return c == '-';
}

/* ASCII punctuation except those that may occur within words and numbers: ' , -
 * . */
static bool is_sign(char c)
{
    return (c >= '{' && c <= '~') || (c >= '[' && c <= '`') ||
           (c >= ' ' && c <= '&') || (c >= '(' && c <= '+') ||
           (c >= ':' && c <= '@') || c == '/';
}

static void part_signs(struct bleu *b)
{
    str_clear(&b->next);
    for (size_t i = 0; i < b->text.len; i++) {
        const char *c = &b->text.s[i], apart[] = {' ', *c, ' '};

        if (is_sign(*c))
            str_add(&b->next, apart, 3);
        else
            str_add(&b->next, c, 1);
    }
    swap(b);
}

/* Where `one` and `other` are adjacent, put spaces around one of them: the
 * second if `apart`, else the first. */
static void part(struct bleu *b, bool (*one)(char), bool (*other)(char),
                 int apart)
{
    str_clear(&b->next);
    for (size_t i = 0; i < b->text.len; i++) {
        const char *c = b->text.s + i;
        const char before[] = {' ', c[0], ' ', c[1]};
        const char behind[] = {c[0], ' ', c[1], ' '};

        if (i + 1 < b->text.len && one(c[0]) && other(c[1])) {
            str_add(&b->next, apart ? behind : before, 4);
            i++;
        } else {
            str_add(&b->next, c, 1);
        }
    }
    swap(b);
}

static void tokens_13a(struct bleu *b)
{
    replace(b, "<skipped>", "");
    replace(b, "&quot;", "\"");
    replace(b, "&amp;", "&");
    replace(b, "&lt;", "<");
    replace(b, "&gt;", ">");
    str_clear(&b->next);
    str_addf(&b->next, " %s ", str_text(&b->text));
    swap(b);
    part_signs(b);
    part(b, is_no_digit, is_point, 1);
    part(b, is_point, is_no_digit, 0);
    part(b, is_digit, is_dash, 1);
}

static void tokens_char(struct bleu *b)
{
    int32_t c;

    str_clear(&b->next);
    for (size_t at = 0, n; (n = python_point(b->text.s, b->text.len, at, &c));
         at += n) {
        str_add(&b->next, b->text.s + at, n);
        str_adds(&b->next, " ");
    }
    swap(b);
}

/* --- sums ----------------------------------------------------------------- */

static void cut(struct bleu *b, const char *text, size_t len,
                struct sequence *out)
{
    str_clear(&b->text);
    if (b->lower)
        python_lower(text, len, &b->text);
    else
        str_add(&b->text, text, len);
    if (b->tokens == BLEU_13A)
        tokens_13a(b);
    else if (b->tokens == BLEU_CHAR)
        tokens_char(b);
    sequence_words(out, &b->words, &b->text);
}

void bleu_add(struct bleu *b, const char *said, size_t said_len,
              const char *right, size_t right_len,
              struct ngram_sums sum[BLEU_ORDERS])
{
    cut(b, said, said_len, &b->said);
    cut(b, right, right_len, &b->right);
    ngrams_add(&b->ngrams, &b->said, &b->right, BLEU_ORDERS, sum);
}

static double brevity(const struct ngram_sums *words)
{
    return words->said >= words->right
               ? 1
               : exponential(1 - (double)words->right / (double)words->said);
}

double bleu_score(const struct ngram_sums *sum, int orders)
{
    double logs = 0, smooth = 1;

    if (!sum[0].shared)
        return 0;
    for (int n = 0; n < orders; n++) {
        const double said = (double)sum[n].said;

        if (!sum[n].said)
            return 0;
        if (!sum[n].shared)
            smooth *= 2;
        logs += natural_log(sum[n].shared ? 100 * (double)sum[n].shared / said
                                          : 100 / (smooth * said));
    }
    return brevity(&sum[0]) * exponential(logs / orders);
}

void bleu_signature(const struct bleu *b, struct str *out)
{
    str_addf(out, "nrefs:1|case:%s|eff:no|tok:%s|smooth:exp|version:" SACREBLEU,
             b->lower ? "lc" : "mixed", bleu_tokens_names[b->tokens]);
}
