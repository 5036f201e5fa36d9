#include "sweep/experiment/namer.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/experiment/experiment_internal.h"

/* The number of configurations kept. */
#define FRAMES 16

/* Of enum text_form. */
#define FORMS 2

/* The line of a number. */
struct template_line {
    int parameter;
    const struct field *field;
    void *at;             /* the field's address in the frame's configuration */
    size_t before[FORMS]; /* offset of the line in the frame's text */
};

/* The common part of trials that differ only in numbers. */
struct config_template {
    char *others;           /* their values that are not numbers; owned */
    struct trial_config c;  /* has the numbers and the name of the last trial;
                               owned */
    struct str text[FORMS]; /* without the lines of the numbers */
    int lines;
    struct template_line *line; /* [lines] in the order of the text; owned */
};

struct namer {
    const struct experiment *x;            /* borrowed */
    bool *number;                          /* [space.n] owned: the parameter is
                                              a number */
    int frames, next;                      /* `next` is the one to be
                                              replaced */
    struct config_template *frame[FRAMES]; /* [frames] owned */
    struct config_template *single; /* the last one that was not kept; owned */
    struct str others, text;        /* buffers for a trial */
};

static bool is_number(const struct field *f)
{
    return f && (f->type == FIELD_TYPE_INT || f->type == FIELD_TYPE_REAL);
}

struct namer *namer_new(const struct experiment *x)
{
    const struct space *s = &x->search.space;
    struct namer *n = memory_zeroed(1, sizeof(*n));

    n->x = x;
    n->number = memory_zeroed((size_t)s->n + 1, sizeof(*n->number));
    for (int p = 0; p < s->n; p++)
        n->number[p] = is_number(field_named(s->parameter[p].name));
    return n;
}

static void frame_free(struct config_template *f)
{
    if (!f)
        return;
    trial_config_release(&f->c);
    for (int i = 0; i < FORMS; i++)
        str_release(&f->text[i]);
    free(f->line);
    free(f->others);
    free(f);
}

void namer_free(struct namer *n)
{
    if (!n)
        return;
    for (int i = 0; i < n->frames; i++)
        frame_free(n->frame[i]);
    frame_free(n->single);
    str_release(&n->others);
    str_release(&n->text);
    free(n->number);
    free(n);
}

/* --- making a frame from a bound trial ------------------------------------ */

static const struct field *locate(struct trial_config *c, const char *name,
                                  void **at)
{
    struct chosen train = {.conf = &c->train};
    const struct {
        const char *prefix;
        const struct chosen *is;
        const struct field *fields;
    } section[] = {
        {"train.", &train, train_fields},
        {"model.", &c->model, c->model.kind->fields},
        {"task.", &c->task, c->task.kind->fields},
    };

    for (size_t i = 0; i < sizeof(section) / sizeof(*section); i++) {
        const size_t n = strlen(section[i].prefix);

        if (strncmp(name, section[i].prefix, n) == 0)
            return field_within(section[i].fields, section[i].is->conf,
                                name + n, at);
    }
    return NULL;
}

/* Return the number parameter that has this line; -1 if there is none. */
static int parameter_of(const struct namer *n, const struct assignment *a,
                        const struct field_line *l)
{
    const struct space *s = &n->x->search.space;

    for (int p = 0; p < s->n; p++)
        if (n->number[p] && a->value[p] &&
            field_line_is(l, s->parameter[p].name))
            return p;
    return -1;
}

/* Cut the lines of numbers out of both texts.  Their places are found in the
 * whole text, which contains the lines of the other one, after its schema line,
 * in the same order. */
static void split_texts(const struct namer *n, const struct assignment *a,
                        struct config_template *f)
{
    struct str *given = &f->text[TEXT_GIVEN], *whole = &f->text[TEXT_WHOLE];
    const char *next = strchr(f->c.text, '\n') + 1, *at = f->c.whole;

    str_add(given, f->c.text, (size_t)(next - f->c.text));
    for (struct field_line l; field_line_next(&at, &l);) {
        const size_t len = l.len + 1; /* with the line end */
        const bool is_given = strncmp(next, l.name, len) == 0;
        const int p = parameter_of(n, a, &l);

        if (p >= 0)
            f->line[f->lines++] = (struct template_line){
                .parameter = p,
                .before = {
                    [TEXT_GIVEN] = given->len, [TEXT_WHOLE] = whole->len}};
        else {
            str_add(given, l.name, is_given ? len : 0);
            str_add(whole, l.name, len);
        }
        next += is_given ? len : 0;
    }
}

/* Make a frame; false if there is not a line for each number. */
static bool frame_init(const struct namer *n, const struct assignment *a,
                       struct config_template *f)
{
    const struct space *s = &n->x->search.space;
    int numbers = 0;

    for (int p = 0; p < s->n; p++)
        numbers += n->number[p] && a->value[p];
    f->line = memory_zeroed((size_t)numbers + 1, sizeof(*f->line));
    f->others = memory_string(str_text(&n->others));
    split_texts(n, a, f);
    for (int i = 0; i < f->lines; i++) {
        struct template_line *l = &f->line[i];

        l->field = locate(&f->c, s->parameter[l->parameter].name, &l->at);
        if (!is_number(l->field))
            return false;
    }
    return f->lines == numbers;
}

/* --- names --------------------------------------------------------------- */

/* Check a configuration as binding does, which also reports errors. */
static bool is_sound(const struct trial_config *c, bool fresh)
{
    struct error ignored;

    return !chosen_check(&c->task, fresh, &ignored) &&
           !chosen_check(&c->model, fresh, &ignored) &&
           !fields_check(train_fields, &c->train, fresh, &ignored) &&
           !train_check(&c->train, &ignored) &&
           (!fresh || (!train_check_fresh(&c->train, &ignored) &&
                       trial_config_width_fits(c)));
}

/* Set a trial's numbers; false if one is not allowed. */
static bool set_numbers(const struct namer *n, struct config_template *f,
                        const struct assignment *a)
{
    for (int i = 0; i < f->lines; i++) {
        const struct template_line *l = &f->line[i];

        if (!field_take_number(l->field, a->value[l->parameter], l->at))
            return false;
    }
    return is_sound(&f->c, !document_is_stored(n->x->document));
}

static const char *write_text(struct namer *n, const struct config_template *f,
                              enum text_form form)
{
    const struct space *s = &n->x->search.space;
    const struct str *fixed = &f->text[form];
    size_t from = 0;

    str_clear(&n->text);
    for (int i = 0; i < f->lines; i++) {
        const struct template_line *l = &f->line[i];

        str_add(&n->text, fixed->s + from, l->before[form] - from);
        from = l->before[form];
        field_text(l->field, l->at, s->parameter[l->parameter].name, form,
                   &n->text);
    }
    str_add(&n->text, fixed->s + from, fixed->len - from);
    return str_text(&n->text);
}

/* Make a frame's configuration that of a trial, except for its texts. */
static bool name_in(struct namer *n, struct config_template *f,
                    const struct assignment *a)
{
    if (!set_numbers(n, f, a))
        return false;
    write_text(n, f, TEXT_GIVEN);
    f->c.digest = digest_of(n->text.s, n->text.len);
    return true;
}

/* Write the values that all trials of a frame share. */
static void write_others(struct namer *n, const struct assignment *a)
{
    str_clear(&n->others);
    for (int p = 0; p < n->x->search.space.n; p++) {
        const char *value = n->number[p] ? "" : a->value[p];

        str_adds(&n->others, a->value[p] ? "=" : "");
        str_adds(&n->others, a->value[p] ? value : "");
        str_adds(&n->others, "\t"); /* values never contain a tab */
    }
}

static struct config_template *find(struct namer *n)
{
    for (int i = 0; i < n->frames; i++)
        if (strcmp(n->frame[i]->others, str_text(&n->others)) == 0)
            return n->frame[i];
    return NULL;
}

/* Keep a frame, replacing another if there are too many. */
static void keep(struct namer *n, struct config_template *f)
{
    if (n->frames < FRAMES) {
        n->frame[n->frames++] = f;
        return;
    }
    frame_free(n->frame[n->next]);
    n->frame[n->next] = f;
    n->next = (n->next + 1) % FRAMES;
}

/* True if the frame gives the trial that it was made from. */
static bool gives_itself(struct namer *n, struct config_template *f,
                         const struct assignment *a)
{
    const struct digest bound = f->c.digest;

    return frame_init(n, a, f) && name_in(n, f, a) &&
           digest_equal(f->c.digest, bound) &&
           strcmp(write_text(n, f, TEXT_WHOLE), f->c.whole) == 0;
}

/* Bind a trial without keeping it.  Error: NULL. */
static struct config_template *
bind_single(struct namer *n, const struct assignment *a, struct error *e)
{
    frame_free(n->single);
    n->single = memory_zeroed(1, sizeof(*n->single));
    return experiment_bind(n->x, a, &n->single->c, e) ? NULL : n->single;
}

/* Bind a trial, and keep it as a frame if that reproduces the trial. */
static struct config_template *bind(struct namer *n, const struct assignment *a,
                                    bool keeps, struct error *e)
{
    struct config_template *f = bind_single(n, a, e);

    if (!f || !keeps)
        return f;
    if (!gives_itself(n, f, a))
        return bind_single(n, a, e);
    n->single = NULL;
    keep(n, f);
    return f;
}

/* Return the frame for a trial, valid until the next call. */
static struct config_template *take(struct namer *n, const struct assignment *a,
                                    struct error *e)
{
    struct config_template *f;

    if (a->from || n->x->schema != EXPERIMENT_SCHEMA)
        return bind(n, a, false, e);
    write_others(n, a);
    f = find(n);
    if (f && name_in(n, f, a))
        return f;
    return bind(n, a, !f, e);
}

int namer_name(struct namer *n, const struct assignment *a, struct digest *name,
               struct error *e)
{
    const struct config_template *f = take(n, a, e);

    if (!f)
        return -1;
    *name = f->c.digest;
    return 0;
}

const struct trial_config *
namer_bind(struct namer *n, const struct assignment *a, struct error *e)
{
    struct config_template *f = take(n, a, e);

    if (!f)
        return NULL;
    if (f != n->single) {
        free(f->c.text);
        f->c.text = memory_string(write_text(n, f, TEXT_GIVEN));
        free(f->c.whole);
        f->c.whole = memory_string(write_text(n, f, TEXT_WHOLE));
    }
    return &f->c;
}
