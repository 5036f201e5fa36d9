/* spelling.c - giving equal values of two experiments the same spelling. */
#include "sweep/experiment/spelling.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/experiment/experiment_internal.h"
#include "sweep/experiment/proposal_cache.h"

/* Two experiments, and a trial of each in which values are set. */
struct spelling {
    struct experiment *x;
    const struct experiment *like;
    struct assignment of_x, of_like;
};

/* Append a number as the field's lines have it; false if field or value is not
 * a number. */
static bool number_text(const struct field *f, const char *value,
                        struct str *out)
{
    double real;
    long whole;

    if (f && f->type == FIELD_TYPE_INT && field_take_number(f, value, &whole))
        str_add_long(out, whole);
    else if (f && f->type == FIELD_TYPE_REAL &&
             field_take_number(f, value, &real))
        real_text(real, out);
    return out->len > 0;
}

static bool same_number(const struct field *f, const char *a, const char *b)
{
    struct str x = {0}, y = {0};
    const bool same = number_text(f, a, &x) && number_text(f, b, &y) &&
                      !strcmp(str_text(&x), str_text(&y));

    str_release(&x);
    str_release(&y);
    return same;
}

/* True if both can be bound and give the same trial. */
static bool bind_alike(const struct spelling *s, const struct assignment *a,
                       const struct assignment *b)
{
    struct trial_config of_a, of_b = {0};
    struct error ignored;

    if (space_bind(s->x, a, "", &of_a, &ignored))
        return false;
    const bool same = !space_bind(s->like, b, "", &of_b, &ignored) &&
                      digest_equal(of_a.digest, of_b.digest);

    trial_config_release(&of_b);
    trial_config_release(&of_a);
    return same;
}

/* True if one sets a value within the other's mapping. */
static bool overlap(const char *a, const char *b)
{
    const size_t n = strlen(a), m = strlen(b);

    return strncmp(a, b, n < m ? n : m) == 0 &&
           (n < m ? b[n] == '.' : a[m] == '.' && n > m);
}

/* Remove the values that may hide a part of parameter p's; false if there are
 * none. */
static bool uncover(const struct space *s, int p, struct assignment *a)
{
    bool covered = false;

    for (int q = 0; q < s->n; q++)
        if (overlap(s->parameter[q].name, s->parameter[p].name)) {
            free(a->value[q]);
            a->value[q] = NULL;
            covered = true;
        }
    return covered;
}

/* True if value v of parameter p gives the same trial in x and `like`, also
 * without the parameters that set fields within that value. */
static bool same_trial(const struct spelling *s, int p, int v)
{
    const struct space *of_x = &s->x->search.space;
    const struct space *of_like = &s->like->search.space;
    struct assignment a = space_with(of_x, &s->of_x, p, v);
    struct assignment b = space_with(of_like, &s->of_like, p, v);
    bool same = bind_alike(s, &a, &b);

    if (same && uncover(of_x, p, &a) && uncover(of_like, p, &b))
        same = bind_alike(s, &a, &b);
    assignment_release(of_x, &a);
    assignment_release(of_like, &b);
    return same;
}

/* --- values of lists ------------------------------------------------------ */

static void replace(char **text, const char *by)
{
    free(*text);
    *text = memory_string(by);
}

/* Conditions contain the values of lists in the same spelling. */
static void respell_conditions(struct space *s, int p, const char *was,
                               const char *is)
{
    for (int q = 0; q < s->n; q++)
        for (int c = 0; c < s->parameter[q].conditions; c++) {
            struct condition *when = &s->parameter[q].when[c];

            if (when->parameter == p)
                condition_respell(when, was, is);
        }
}

static void respell(struct spelling *s, int p, int v, const char *is)
{
    struct space *space = &s->x->search.space;
    struct parameter *of = &space->parameter[p];
    char *was = memory_string(of->value[v]);

    if (parameter_respell(of, v, is)) {
        respell_conditions(space, p, was, is);
        free(s->of_x.value[p]);
        s->of_x.value[p] = memory_string(of->value[0]);
    }
    free(was);
}

/* Index the values of a list of numbers by their texts. */
static void index_numbers(const struct field *f, const struct parameter *p,
                          struct digest_map *places)
{
    for (int v = 0; v < p->n; v++) {
        struct str text = {0};

        if (number_text(f, p->value[v], &text))
            digest_map_add(places, digest_of(text.s, text.len), v);
        str_release(&text);
    }
}

static const char *find_number(const struct field *f, const char *value,
                               const struct parameter *like,
                               const struct digest_map *places)
{
    struct str text = {0};
    long place = -1;

    if (number_text(f, value, &text))
        place = digest_map_find(places, digest_of(text.s, text.len));
    str_release(&text);
    return place < 0 ? NULL : like->value[place];
}

static void respell_list(struct spelling *s, int p)
{
    const struct parameter *of = &s->x->search.space.parameter[p];
    const struct parameter *like = &s->like->search.space.parameter[p];
    const struct field *f = field_named(of->name);
    struct digest_map places = {0};

    index_numbers(f, like, &places);
    for (int v = 0; v < of->n; v++) {
        if (parameter_place(like, of->value[v]) < like->n)
            continue;
        const char *is = find_number(f, of->value[v], like, &places);

        if (!is && v < like->n && same_trial(s, p, v))
            is = like->value[v];
        if (is)
            respell(s, p, v, is);
    }
    digest_map_release(&places);
}

static bool is_alike(const struct spelling *s)
{
    const struct space *a = &s->x->search.space, *b = &s->like->search.space;
    bool alike = a->n == b->n;

    for (int p = 0; p < a->n && alike; p++)
        alike = !strcmp(a->parameter[p].name, b->parameter[p].name) &&
                !a->parameter[p].value == !b->parameter[p].value;
    return alike;
}

/* --- variants ------------------------------------------------------------- */

static bool has_fields_of(const struct variant *v, const struct variant *like)
{
    bool same = v->n == like->n;

    for (int i = 0; i < v->n && same; i++)
        same = !strcmp(v->field[i].name, like->field[i].name) &&
               v->field[i].value && like->field[i].value;
    return same;
}

/* True if they are the same numbers, or give the same trial, as value c of
 * VARIANT. */
static bool is_same(const struct spelling *s, const struct variant *v,
                    const struct variant *like, int c)
{
    bool same = true;

    for (int i = 0; i < v->n && same; i++)
        same = !strcmp(v->field[i].value, like->field[i].value) ||
               same_number(field_named(v->field[i].name), v->field[i].value,
                           like->field[i].value);
    return same || same_trial(s, 0, c);
}

/* Return the index of the variant that is value c of VARIANT. */
static long place_of_variant(const struct experiment *x, int c)
{
    const struct assignment a = {.value = &x->search.space.parameter->value[c]};

    return variant_of(x, &a) - x->variant;
}

static void respell_variants(const struct spelling *s)
{
    const struct parameter *a = s->x->search.space.parameter;
    const struct parameter *b = s->like->search.space.parameter;

    if (!s->x->variants || !s->like->variants)
        return;
    for (int c = 0; c < a->n && c < b->n; c++) {
        struct variant *v = &s->x->variant[place_of_variant(s->x, c)];
        const struct variant *like =
            &s->like->variant[place_of_variant(s->like, c)];

        if (strcmp(v->name, like->name) || !has_fields_of(v, like) ||
            !is_same(s, v, like, c))
            continue;
        for (int i = 0; i < v->n; i++)
            replace(&v->field[i].value, like->field[i].value);
    }
}

/* --- rules ---------------------------------------------------------------- */

/* Return the length of a sign, a quoted text, or a word of a rule
 * (sampler/rule.c). */
static size_t word_len(const char *at)
{
    size_t n = 1;

    if (*at == '"' || *at == '\'') {
        while (at[n] && at[n] != *at)
            n++;
        return at[n] ? n + 1 : n;
    }
    n = strcspn(at, " ()*/+<>=!");
    return n ? n : 1;
}

/* Append a word, a number in its standard spelling. */
static void word_text(const char *word, size_t n, struct str *out)
{
    const char *digits = word + (*word == '-');
    char *end = NULL;
    double x = 0;

    if (isdigit((unsigned char)*digits) || *digits == '.')
        x = strtod(word, &end);
    if (end == word + n)
        real_text(x, out);
    else
        str_add(out, word, n);
}

/* Return a rule with its numbers in their standard spelling. */
static char *rule_text(const char *rule)
{
    struct str out = {0};

    for (size_t n; *rule; rule += n) {
        n = word_len(rule);
        word_text(rule, n, &out);
    }
    return str_take(&out);
}

static void respell_rules(const struct spelling *s)
{
    const struct search *like = &s->like->search;

    for (int i = 0; i < s->x->search.rules && i < like->rules; i++) {
        char *a = rule_text(s->x->search.rule[i]);
        char *b = rule_text(like->rule[i]);

        if (!strcmp(a, b))
            replace(&s->x->search.rule[i], like->rule[i]);
        free(a);
        free(b);
    }
}

void experiment_spell_like(struct experiment *x, const struct experiment *like)
{
    struct spelling s = {.x = x, .like = like};

    if (!is_alike(&s))
        return;
    s.of_x = space_first(x);
    s.of_like = space_first(like);
    respell_variants(&s);
    for (int p = x->variants ? 1 : 0; p < x->search.space.n; p++)
        if (x->search.space.parameter[p].value)
            respell_list(&s, p);
    respell_rules(&s);
    proposal_cache_clear(x->cache, &x->search);
    assignment_release(&x->search.space, &s.of_x);
    assignment_release(&like->search.space, &s.of_like);
}
