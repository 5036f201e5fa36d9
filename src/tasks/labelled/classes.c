#include "tasks/labelled/classes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/digest.h"
#include "engine/head/kinds/class.h"

const struct column_kind *const classes_columns[] = {&label_column, NULL};

const struct metric classes_metrics[] = {
    {"accuracy", "examples whose likeliest label is right; ties: the first"},
    {0},
};

/* --- labels -------------------------------------------------------------- */

static const struct class_names *names(const struct task *t)
{
    return t->settings;
}

/* The next label, of n characters, of a class, or NULL. */
static const char *next_label(const char **class, size_t *n)
{
    const char *label = *class;

    if (!label)
        return NULL;
    *n = strcspn(label, "|");
    *class = label[*n] ? label + *n + 1 : NULL;
    return label;
}

/* The number of times that a label of n characters is one of a class. */
static int count_label(const char *class, const char *label, size_t n)
{
    const char *one;
    size_t len;
    int found = 0;

    while ((one = next_label(&class, &len)))
        found += len == n && !strncmp(one, label, n);
    return found;
}

static int check_labels(const struct task *t, const char *class,
                        struct error *e)
{
    const char *label;
    size_t n;

    while ((label = next_label(&class, &n))) {
        int found = 0;

        for (int i = 0; i < names(t)->n; i++)
            found += count_label(names(t)->name[i], label, n);
        if (found > 1)
            return error_set(e, "task.labels: found '%.*s' twice", (int)n,
                             label);
    }
    return 0;
}

static int take_labels(struct task *t, const struct classes *k, struct error *e)
{
    const struct classes_config *c = t->conf;
    int n = c->labels.n;

    while (!c->labels.n && k->usual[n])
        n++;
    class_names_set(
        t->settings,
        c->labels.n ? (const char *const *)c->labels.text : k->usual, n);
    for (int i = 0; i < n; i++)
        if (check_labels(t, names(t)->name[i], e))
            return -1;
    return n > 1 ? 0 : error_set(e, "task.labels: found 1, expected 2 or more");
}

static int unknown_label(const struct task *t, const struct rows *rows,
                         const char *found, struct error *e)
{
    const struct classes_config *c = t->conf;
    struct str known = {0};

    names_list((const char *const *)names(t)->name, names(t)->n, &known);
    rows_error(rows, e, "label: found '%.60s', expected %s%s%s", found,
               str_text(&known),
               c->labels.n ? "" : "; task.labels names others",
               rows_header_hint(rows));
    str_release(&known);
    return -1;
}

static int class_of(const struct task *t, const char *label)
{
    for (int i = 0; i < names(t)->n; i++)
        if (count_label(names(t)->name[i], label, strlen(label)))
            return i;
    return -1;
}

/* --- loading ------------------------------------------------------------- */

/* What is known of a split's rows in addition to their examples. */
struct split_rows {
    int label;              /* its column */
    long skipped, repeats;  /* rows that are no examples */
    struct digest *premise; /* owned; [examples]: digests of their first
                               texts as in the file; NULL if none is held out */
    int room;
};

static void add_premise(struct split_rows *all, int i, const struct cell *text)
{
    if (i == all->room) {
        all->room = 2 * i + 64;
        all->premise = memory_resize(all->premise,
                                     (size_t)all->room * sizeof(*all->premise));
    }
    all->premise[i] = digest_of(text->text, text->len);
}

static int read_row(struct corpus *c, enum split split, const struct rows *rows,
                    const struct cell *cell, struct split_rows *all,
                    struct error *e)
{
    const struct classes_config *conf = c->task->conf;
    const int parts = shapes[c->task->kind->shape].parts;
    const char *label = cell[parts].text;
    const int32_t class = class_of(c->task, label);
    struct values columns[MAX_COLUMNS] = {{0}};

    if (*conf->skip && !strcmp(label, conf->skip)) {
        all->skipped++;
        return 0;
    }
    if (class < 0)
        return unknown_label(c->task, rows, label, e);
    for (int p = 0; p < parts; p++)
        if (corpus_encode(c, split, p, rows, &cell[p], e))
            return -1;
    if (conf->held_out)
        add_premise(all, c->task->split[split].n, &cell[0]);
    columns[all->label] = (struct values){&class, 1};
    corpus_add(c, split, columns);
    return 0;
}

static int read_rows(struct corpus *c, enum split split, struct rows *rows,
                     struct split_rows *all, struct error *e)
{
    struct cell cell[MAX_ROLES];
    int more;

    while ((more = rows_next(rows, cell, e)) > 0)
        if (read_row(c, split, rows, cell, all, e))
            return -1;
    all->repeats = rows_repeats(rows);
    return more < 0 ? -1 : corpus_close(c, split, rows, e);
}

static int read_split(struct corpus *c, const struct classes *k,
                      enum split split, struct split_rows *all, struct error *e)
{
    const struct classes_config *conf = c->task->conf;
    struct rows *rows;

    if (split == SPLIT_VALID && !*conf->corpus.valid) {
        if (conf->held_out)
            return 0;
        if (!row_format_has_parts(classes_format(k, conf, SPLIT_TRAIN)))
            return error_set(e, "task.valid: found no file's name, expected "
                                "one, or task.held_out examples of train");
    }
    all->label = examples_place(&c->task->split[split], &label_column);
    if (corpus_open(c, split, k->role, classes_format(k, conf, split), &rows,
                    e))
        return -1;
    const int bad = rows ? read_rows(c, split, rows, all, e) : 0;

    rows_close(rows);
    return bad;
}

/* --- held out ------------------------------------------------------------ */

/* For each example the first one of its group, which is held out as a whole.  A
 * group is the pairs with the same premise, since a pair in train would reveal
 * something about the others; a single text is its own group. */
static long *find_firsts(const struct examples *x, const struct digest *premise)
{
    long *first = memory_new((size_t)x->n * sizeof(*first));

    for (int i = 0; i < x->n; i++)
        first[i] = i;
    if (x->shape == SHAPE_PAIR)
        digest_firsts(premise, x->n, first);
    return first;
}

/*
 * Choose groups in a shuffled order of their own until they have `asked`
 * examples or more; skip groups that would make them more than twice as many.
 * Return the number of examples.
 */
static long choose_held(const struct examples *x, const struct digest *premise,
                        long asked, bool *held)
{
    long *first = find_firsts(x, premise), n = 0;
    int *order = memory_new((size_t)x->n * sizeof(*order));
    int *size = memory_zeroed((size_t)x->n, sizeof(*size));

    for (int i = 0; i < x->n; i++)
        size[first[i]]++;
    epoch_order(x->n, 0, 0, order);
    for (int i = 0; i < x->n && n < asked; i++) {
        const long at = first[order[i]];

        if (held[at] || n + size[at] > 2 * asked)
            continue;
        n += size[at];
        held[at] = true;
    }
    for (int i = 0; i < x->n; i++)
        held[i] = held[first[i]];
    free(size);
    free(order);
    free(first);
    return n;
}

static int check_held(const struct classes_config *c, int n, struct error *e)
{
    if (*c->corpus.valid)
        return error_set(e,
                         "task.held_out: found %ld beside a file for valid, "
                         "expected one of them",
                         c->held_out);
    if (c->held_out >= n)
        return error_set(e,
                         "task.held_out: found %ld, expected fewer than the "
                         "%d examples of train",
                         c->held_out, n);
    return 0;
}

/* Move the examples that are held out from train to valid. */
static void move_held(struct task *t, const bool *held)
{
    struct examples *from = &t->split[SPLIT_TRAIN], all = *from;

    examples_like(from, &all);
    for (int i = 0; i < all.n; i++) {
        const struct example x = examples_get(&all, i);

        examples_add(held[i] ? &t->split[SPLIT_VALID] : from, &x);
    }
    examples_release(&all);
}

/* Check that n examples can be valid, if `asked` were asked for and train has
 * `there`. */
static int check_chosen(long n, long asked, int there, struct error *e)
{
    if (n == there)
        return error_set(e,
                         "task.held_out: found %ld, which with all pairs of "
                         "their premises are train, expected fewer",
                         asked);
    if (n < asked)
        return error_set(e,
                         "task.held_out: found %ld, where whole premises have "
                         "%ld pairs or more than %ld, expected a number that "
                         "they come to",
                         asked, n, 2 * asked);
    return 0;
}

static int hold_out(struct corpus *corpus, const struct digest *premise,
                    struct error *e)
{
    struct task *t = corpus->task;
    const struct classes_config *c = t->conf;
    const struct examples *x = &t->split[SPLIT_TRAIN];

    if (!c->held_out)
        return 0;
    if (check_held(c, x->n, e))
        return -1;
    bool *held = memory_zeroed((size_t)x->n, sizeof(*held));
    const long n = choose_held(x, premise, c->held_out, held);
    const int bad = check_chosen(n, c->held_out, x->n, e);

    if (!bad) {
        t->valid_since = x->shape == SHAPE_PAIR ? 4 : 0;
        move_held(t, held);
        corpus_forget(corpus);
    }
    free(held);
    return bad;
}

/* --- all of it ----------------------------------------------------------- */

static void note(struct task *t, enum split split, const struct split_rows *all)
{
    const struct classes_config *c = t->conf;

    if (!t->split[split].n)
        return;
    str_addf(&t->notes, "%s: %d %s", split_names[split], t->split[split].n,
             t->kind->shape == SHAPE_PAIR ? "pairs" : "texts");
    if (all->skipped)
        str_addf(&t->notes, "; %ld rows labelled '%s' left out", all->skipped,
                 c->skip);
    if (all->repeats)
        str_addf(&t->notes, "; %ld phrases that came before left out",
                 all->repeats);
    str_adds(&t->notes, "\n");
}

int classes_load(struct task *t, const struct classes *k, const char *beside,
                 struct error *e)
{
    const struct classes_config *conf = t->conf;
    struct split_rows all[SPLITS] = {0};
    struct corpus c;
    int bad;

    corpus_begin(&c, t, &conf->corpus, beside);
    if (k->begin)
        k->begin(&c);
    bad = take_labels(t, k, e);
    for (enum split s = 0; s < SPLITS && !bad; s++)
        bad = read_split(&c, k, s, &all[s], e);
    if (!bad)
        bad = hold_out(&c, all[SPLIT_TRAIN].premise, e);
    for (enum split s = 0; s < SPLITS && !bad; s++)
        note(t, s, &all[s]);
    if (!bad)
        bad = corpus_end(&c, e);
    for (enum split s = 0; s < SPLITS; s++)
        free(all[s].premise);
    corpus_release(&c);
    return bad;
}

/* --- scoring ------------------------------------------------------------- */

void classes_tally(const struct task *t, enum split split,
                   const struct answer_sheet *a, struct units *u)
{
    const int32_t *label = examples_find(&t->split[split], &label_column)->ints;

    units_init(u, "example", a->n, 1);
    for (int i = 0; i < a->n; i++) {
        const struct values v = column_get(&a->column[CLASS_SCORE], i);
        const float *p = v.at;
        const int best = class_likeliest(p, v.n);

        *units_at(u, i, 0) = (struct tally){
            .sum = isnan(p[best]) ? NAN : best == label[i], .of = 1};
    }
}

void classes_line(const struct task *t, enum split split,
                  const struct answer_sheet *a, int i, struct str *out)
{
    const char *class =
        names(t)->name[examples_find(&t->split[split], &label_column)->ints[i]];

    if (a) {
        const struct values v = column_get(&a->column[CLASS_SCORE], i);
        const float *p = v.at;
        const int best = class_likeliest(p, v.n);

        class = isnan(p[best]) ? "nan" : names(t)->name[best];
    }
    str_addf(out, "%s\n", class);
}

void classes_show(const struct task *t, const struct classes *k,
                  enum split split, int i, struct str *out)
{
    const struct examples *x = &t->split[split];
    const int32_t class = examples_find(x, &label_column)->ints[i];

    for (int p = 0; p < x->parts; p++) {
        str_addf(out, "%s: ", k->role[p].name);
        corpus_show(t, split, p, i, out);
        str_adds(out, "\n");
    }
    str_addf(out, "label: %s\n", names(t)->name[class]);
}
