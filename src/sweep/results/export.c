#include "sweep/results/export.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/version.h"
#include "engine/head/kinds/class.h"
#include "engine/head/kinds/decode.h"
#include "engine/head/kinds/span.h"
#include "text/formats/json_write.h"

#define EXPORT_VERSION 1

/* --- the document --------------------------------------------------------- */

static void put_config(const char *config, struct str *out)
{
    struct str name = {0}, value = {0};

    json_begin(out, "config", '{');
    for (struct field_line l; field_line_next(&config, &l);) {
        if (!l.value)
            continue;
        str_clear(&name);
        str_add(&name, l.name, l.name_len);
        str_clear(&value);
        str_add(&value, l.value, l.value_len);
        json_put_text(out, str_text(&name), str_text(&value));
    }
    json_finish(out, '}');
    str_release(&name);
    str_release(&value);
}

static void put_texts(const char *name, char *const *text, int n,
                      struct str *out)
{
    json_begin(out, name, '[');
    for (int i = 0; i < n; i++)
        json_put_text(out, NULL, text[i]);
    json_finish(out, ']');
}

static void put_sources(const struct task *t, struct str *out)
{
    json_begin(out, "sources", '[');
    for (int i = 0; i < t->files; i++) {
        const struct source_file *f = &t->file[i];
        char hex[DIGEST_HEX];

        digest_hex(f->digest, hex);
        json_begin(out, NULL, '{');
        json_put_text(out, "of", f->split < 0 ? "all" : split_names[f->split]);
        json_put_text(out, "xxh3", hex);
        json_put_text(out, "path", f->path);
        json_finish(out, '}');
    }
    json_finish(out, ']');
}

static void put_merges(const struct words *w, struct str *out)
{
    const struct subwords *s = w->subwords;

    if (!s) {
        json_put_text(out, NULL, NULL);
        return;
    }
    json_begin(out, NULL, '[');
    for (int i = 0; i < s->merge.n; i++) {
        json_begin(out, NULL, '[');
        json_put_long(out, NULL, TOKEN_FIRST + pair_index_left(&s->merge, i));
        json_put_long(out, NULL, TOKEN_FIRST + pair_index_right(&s->merge, i));
        json_finish(out, ']');
    }
    json_finish(out, ']');
}

static void put_characters(const struct words *w, struct str *out)
{
    const struct characters *c = w->characters;

    if (!c) {
        json_put_text(out, NULL, NULL);
        return;
    }
    json_begin(out, NULL, '{');
    json_put_long(out, "most", c->most);
    put_texts("characters", c->text, c->n, out);
    json_finish(out, '}');
}

static void put_words(const struct words *w, struct str *out)
{
    put_texts(NULL, w->text, w->n, out);
}

/* Put something of each vocabulary: one for all parts, or one each. */
static void put_each(const struct task *t, const char *name,
                     void (*put)(const struct words *w, struct str *out),
                     struct str *out)
{
    json_begin(out, name, '[');
    for (int p = 0; p < MAX_PARTS && t->words[p]; p++)
        if (!p || t->words[p] != t->words[p - 1])
            put(t->words[p], out);
    json_finish(out, ']');
}

static void put_parts(const struct trained *t, struct str *out)
{
    const struct shape_parts *s = &shapes[t->task->kind->shape];

    json_begin(out, "parts", '[');
    for (int p = 0; p < s->parts; p++)
        json_put_text(out, NULL, s->role[p]);
    json_finish(out, ']');
    json_begin(out, "null_token", '[');
    for (int p = 0; p < s->parts; p++)
        json_put_bool(out, NULL, t->model->kind->framing.null_token[p]);
    json_finish(out, ']');
}

static void put_special(struct str *out)
{
    json_begin(out, "special", '{');
    for (int i = 0; i < TOKEN_FIRST; i++) {
        char *name = memory_format("%.*s", (int)strlen(token_names[i]) - 2,
                                   token_names[i] + 1);

        json_put_long(out, name, i);
        free(name);
    }
    json_finish(out, '}');
}

static void put_features(const struct task *t, struct str *out)
{
    json_begin(out, "features", '[');
    for (int i = 0; i < t->features; i++) {
        json_begin(out, NULL, '{');
        json_put_text(out, "name", t->feature[i].name);
        json_put_text(out, "classes", t->feature_classes[i]);
        json_finish(out, '}');
    }
    json_finish(out, ']');
}

/* For a head with other settings all are 0. */
static void put_settings(struct head h, struct str *out)
{
    static const struct decoding no_decoding;
    static const struct span_answers no_span;
    const struct decoding *d =
        h.kind == &head_decode ? h.settings : &no_decoding;
    const struct span_answers *s = h.kind == &head_span ? h.settings : &no_span;

    json_begin(out, "decoding", '{');
    json_put_long(out, "beam", d->beam);
    json_put_real(out, "length_penalty", d->length_penalty);
    json_put_long(out, "beyond", d->beyond);
    json_put_long(out, "longest_target", d->longest_target);
    json_finish(out, '}');
    json_put_long(out, "longest_span", s->longest);
    json_put_bool(out, "may_be_none", s->may_be_none);
}

static void put_sizes(const struct model *m, struct str *out)
{
    struct model_size size[MODEL_SIZES] = {{NULL, 0}};

    if (m->kind->sizes)
        m->kind->sizes(m, size);
    json_begin(out, "sizes", '{');
    for (int i = 0; size[i].name; i++)
        json_put_long(out, size[i].name, size[i].is);
    json_finish(out, '}');
}

static void put_tables(const struct params *p, struct str *out)
{
    json_begin(out, "tables", '[');
    for (int i = 0; i < p->tables; i++)
        json_put_text(out, NULL, p->table[i].name);
    json_finish(out, ']');
}

static void put_origin(const struct trained *t, struct str *out)
{
    char trial[DIGEST_HEX];

    digest_hex(t->state.trial, trial);
    json_put_text(out, "format", "codarun export");
    json_put_long(out, "version", EXPORT_VERSION);
    json_put_text(out, "codarun", version_text());
    json_put_text(out, "commit", version_commit());
    json_put_text(out, "trial", trial);
    json_put_long(out, "step", t->step);
    json_put_text(out, "identity", t->state.identity);
    json_put_text(out, "task", t->task->kind->is.name);
    json_put_text(out, "model", t->model->kind->is.name);
    json_put_text(out, "head", t->task->head->is.name);
}

static void about(const struct trained *t, struct str *out)
{
    const struct class_names *c = task_classes(t->task);

    json_begin(out, NULL, '{');
    put_origin(t, out);
    put_config(t->config.whole, out);
    put_sizes(t->model, out);
    put_sources(t->task, out);
    put_parts(t, out);
    put_special(out);
    put_each(t->task, "words", put_words, out);
    put_each(t->task, "subwords", put_merges, out);
    put_each(t->task, "characters", put_characters, out);
    put_texts("classes", c ? c->name : NULL, c ? c->n : 0, out);
    put_features(t->task, out);
    put_settings(t->model->spec.head, out);
    put_tables(&t->model->params, out);
    json_finish(out, '}');
}

/* --- the arrays ----------------------------------------------------------- */

static struct named_array *list_arrays(const struct trained *t)
{
    const struct params *p = &t->model->params;
    struct named_array *x =
        memory_zeroed((size_t)(p->n + p->tables) + 1, sizeof(*x));

    for (int i = 0; i < p->n; i++)
        x[i] = (struct named_array){p->param[i].name, p->param[i].rows,
                                    p->param[i].cols,
                                    t->params + p->param[i].offset};
    for (int i = 0; i < p->tables; i++)
        x[p->n + i] =
            (struct named_array){p->table[i].name, p->table[i].rows,
                                 p->table[i].cols, p->table[i].values};
    return x;
}

int export_trained(const struct trained *t, enum arrays_format format,
                   struct str *image, struct error *e)
{
    struct named_array *array = list_arrays(t);
    struct str document = {0};

    about(t, &document);
    const struct arrays a = {.n = t->model->params.n + t->model->params.tables,
                             .array = array,
                             .about = str_text(&document),
                             .file = "export"};
    const int failed = arrays_file(&a, format, image, e);

    str_release(&document);
    free(array);
    return failed;
}
