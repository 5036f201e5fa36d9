#include "engine/task/predictions.h"

#include <string.h>

#include "base/numbers/digest_map.h"
#include "engine/head/kinds/decode.h"
#include "text/formats/json_write.h"

struct answer_sheet predictions_said(const struct task *t, enum split split,
                                     const struct answer_sheet *a)
{
    static const struct column_kind columns[] = {
        {"id", COLUMN_BYTE, COLUMN_RAGGED, OF_EXAMPLE},
        {"text", COLUMN_BYTE, COLUMN_RAGGED, OF_EXAMPLE}};
    struct answer_sheet said = {0};
    struct str text = {0};

    if (!t->kind->read)
        return (struct answer_sheet){0};
    for (int c = t->kind->id ? 0 : 1; c < 2; c++)
        answer_sheet_add(&said, &columns[c]);
    for (; said.n < a->n; said.n++) {
        const char *id = t->kind->id ? t->kind->id(t, split, said.n) : NULL;

        if (id)
            column_add(&said.column[0], (struct values){id, (int)strlen(id)});
        str_clear(&text);
        t->kind->read(t, split, a, said.n, &text);
        column_add(&said.column[said.columns - 1],
                   (struct values){text.s, (int)text.len});
    }
    str_release(&text);
    return said;
}

static struct values text_at(const struct answer_sheet *said, int i)
{
    return column_get(&said->column[said->columns - 1], i);
}

static void quote(struct values v, struct str *out)
{
    json_quote(v.at, (size_t)v.n, out);
}

/* Examples with equal ids would become one member of the JSON object. */
static int check_ids(const struct answer_sheet *said, struct error *e)
{
    struct digest_map ids = {0};
    int bad = 0;

    for (int i = 0; i < said->n && !bad; i++) {
        const struct values id = column_get(&said->column[0], i);
        const struct digest key = digest_of(id.at, (size_t)id.n);

        if (digest_map_add(&ids, key, i) < i)
            bad = error_set(e,
                            "found the id '%.*s' twice, expected another for "
                            "each example: a file of predictions goes by ids",
                            id.n < 60 ? id.n : 60, (const char *)id.at);
    }
    digest_map_release(&ids);
    return bad;
}

/* Append the texts as a JSON object by id; `none`: the values of this column
 * instead. */
static void add_json(const struct answer_sheet *said, const struct column *none,
                     struct str *out)
{
    for (int i = 0; i < said->n; i++) {
        str_adds(out, i ? ",\n" : "{");
        quote(column_get(&said->column[0], i), out);
        str_adds(out, ": ");
        if (none)
            real_text((double)none->floats[i], out);
        else
            quote(text_at(said, i), out);
    }
    str_adds(out, "}\n");
}

static void add_lines(const struct answer_sheet *said, struct str *out)
{
    for (int i = 0; i < said->n; i++) {
        const struct values line = text_at(said, i);

        str_add(out, line.at, (size_t)line.n);
        str_adds(out, "\n");
    }
}

/* Append lines in the task's own form; `a` NULL: the right answers. */
static void add_own_lines(const struct task *t, enum split split,
                          const struct answer_sheet *a, struct str *out)
{
    for (int i = 0; i < t->split[split].n; i++)
        t->kind->line(t, split, a, i, out);
}

static int add_texts(const struct task *t, enum split split, bool none,
                     const struct answer_sheet *a, struct str *out,
                     struct error *e)
{
    struct answer_sheet said = predictions_said(t, split, a);
    const struct column *none_of =
        none ? column_named(a->column, a->columns, "none") : NULL;
    int bad = 0;

    if (!said.n || (none && !none_of))
        bad = error_set(e, "task '%s' has no form of %s that others read",
                        t->kind->is.name,
                        none ? "having no answer" : "predictions");
    else if (!t->kind->id)
        add_lines(&said, out);
    else if (check_ids(&said, e))
        bad = -1;
    else
        add_json(&said, none_of, out);
    answer_sheet_release(&said);
    return bad;
}

/* All hypotheses of example i, each as an answer of its own. */
static struct answer_sheet hypotheses_of(const struct answer_sheet *a, int i)
{
    const struct values score = column_get(&a->column[DECODED_SCORES], i),
                        token = column_get(&a->column[DECODED_TOKENS], i);
    const float *log_p = score.at;
    const int32_t *at = token.at, *end = at + token.n;
    struct answer_sheet each = {0};

    for (int c = DECODED_SCORE; c <= DECODED_TOKEN; c++)
        answer_sheet_add(&each, &a->column[c].is);
    for (; each.n < score.n && at < end; each.n++) {
        int n = 0;

        while (at + n < end && at[n] != TOKEN_BETWEEN)
            n++;
        column_add(&each.column[DECODED_SCORE],
                   (struct values){&log_p[each.n], 1});
        column_add(&each.column[DECODED_TOKEN], (struct values){at, n});
        at += n + 1;
    }
    return each;
}

/* Append hypothesis k of example i; the newline of its line is left out. */
static void add_hypothesis(const struct task *t, enum split split,
                           const struct answer_sheet *each, int i, int k,
                           struct str *out)
{
    struct str line = {0};

    t->kind->line(t, split, each, k, &line);
    str_addf(out, "%d ||| ", i);
    str_add(out, line.s, line.len - 1);
    str_adds(out, " ||| ");
    real_text((double)each->column[DECODED_SCORE].floats[k], out);
    str_adds(out, "\n");
    str_release(&line);
}

static int add_n_best(const struct task *t, enum split split,
                      const struct answer_sheet *a, struct str *out,
                      struct error *e)
{
    if (!t->kind->line || !column_named(a->column, a->columns, "scores"))
        return error_set(e,
                         "found no hypotheses beside the best, expected a task "
                         "that generates text, with n_best above 1");
    for (int i = 0; i < a->n; i++) {
        struct answer_sheet each = hypotheses_of(a, i);

        for (int k = 0; k < each.n; k++)
            add_hypothesis(t, split, &each, i, k, out);
        answer_sheet_release(&each);
    }
    return 0;
}

int predictions_add(const struct task *t, enum split split,
                    enum predictions what, const struct answer_sheet *a,
                    struct str *out, struct error *e)
{
    const bool right = what == PREDICTIONS_RIGHT;

    if (what == PREDICTIONS_N_BEST)
        return add_n_best(t, split, a, out, e);
    if (right && !t->kind->line)
        return error_set(e,
                         "task '%s' has no form of what is right but the files "
                         "of its data",
                         t->kind->is.name);
    if (right || (what == PREDICTIONS_SAID && t->kind->line && !t->kind->read))
        add_own_lines(t, split, right ? NULL : a, out);
    else
        return add_texts(t, split, what == PREDICTIONS_NONE, a, out, e);
    return 0;
}
