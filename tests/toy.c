#include "toy.h"

#include <stdlib.h>
#include <string.h>

#include "engine/head/kinds/class.h"
#include "engine/layer/layers.h"
#include "tasks/labelled/classes.h"

#define WORDS 600
#define CLASSES 3
#define WIDTH 24

struct layers {
    int table, later; /* the second is not the first of the parameters */
    struct linear hidden, out;
};

static struct node *scores(struct tape *t, const struct model *m,
                           const struct grain *g)
{
    const struct layers *l = m->own;
    const struct segments *seg = &g->part[0].seg;
    const int rows = segments_rows(seg);
    struct node *x = tape_lookup(t, params_node(t, &m->params, l->table),
                                 g->part[0].token, rows, 1.0f);
    struct node *y = tape_lookup(t, params_node(t, &m->params, l->later),
                                 g->part[0].token, rows, 1.0f);

    x = tape_dropout(t, x, 0.1f, seg, g->example);
    x = tape_add(t, linear_relu(t, &m->params, l->hidden, x), y);
    return linear_apply(t, &m->params, l->out, tape_segment_mean(t, x, seg));
}

static int build(struct model *m, struct error *e)
{
    struct layers *l = m->own;

    (void)e;
    l->table = params_add(&m->params, WORDS, WIDTH, INIT_NORMAL, 0.3f, "table");
    m->params.param[l->table].table = true;
    l->hidden = linear_add(&m->params, WIDTH, WIDTH, true, "hidden");
    l->later = params_add(&m->params, WORDS, WIDTH, INIT_ZERO, 0.0f, "later");
    m->params.param[l->later].table = true;
    l->out = linear_add(&m->params, WIDTH, CLASSES, true, "out");
    return 0;
}

static const struct model_kind toy_model = {
    .is = {.name = "toy", .summary = "a test's", .size = 1},
    .shapes = 1u << SHAPE_SEQUENCE,
    .build = build,
    .scores = scores,
};

static const struct task_kind toy_task = {
    .is = {.name = "toy", .summary = "a test's", .size = 1},
    .shape = SHAPE_SEQUENCE,
    .head = &head_class,
    .columns = classes_columns,
    .metrics = classes_metrics,
    .tally = classes_tally,
};

/* One or two an example. */
static const struct column_kind visited = {"label", COLUMN_INT, 1, OF_VISIT};
static const struct column_kind *const labels[] = {&visited, NULL};

static void fill(struct examples *x, int n, const char *stream,
                 const struct column_kind *const *columns)
{
    const struct random_key key = random_key(7, stream);

    examples_init(x, SHAPE_SEQUENCE, columns);
    for (int i = 0; i < n; i++) {
        const struct address at = {.example = (uint32_t)i};
        const int len = 3 + (int)random_below(key, at, 0, 10);
        int32_t token[16];
        int32_t in[CLASSES] = {0}, label[2] = {0};
        for (int k = 0; k < len; k++) {
            const int third =
                random_below(key, at, (uint32_t)(100 + k), 2)
                    ? i % CLASSES
                    : (int)random_below(key, at, (uint32_t)(200 + k), CLASSES);
            token[k] = TOKEN_FIRST +
                       (int)random_below(key, at, (uint32_t)(300 + k), 190) +
                       third * 190;
            in[third]++;
        }
        for (int c = 1; c < CLASSES; c++)
            if (in[c] > in[label[0]])
                label[0] = c;
        label[1] = (label[0] + 1) % CLASSES;
        examples_add(
            x, &(struct example){
                   .part = {{token, len}},
                   .column = {{label, columns == labels && i % 5 == 0 ? 2 : 1}},
               });
    }
}

void toy_init(struct toy *t)
{
    static struct class_names three = {.n = CLASSES};
    static struct layers own;
    struct error e;

    *t = (struct toy){0};
    t->task.kind = &toy_task;
    t->task.head = toy_task.head;
    task_share_words(&t->task)->n = WORDS;
    t->task.settings = &three;
    fill(&t->task.split[SPLIT_TRAIN], 300, "toy train", labels);
    fill(&t->task.split[SPLIT_VALID], 150, "toy valid", classes_columns);
    fill(&t->task.split[SPLIT_TEST], 130, "toy test", classes_columns);
    t->model.kind = &toy_model;
    t->model.spec = task_spec(&t->task);
    t->model.own = &own;
    build(&t->model, &e);
}

void toy_release(struct toy *t)
{
    for (int s = 0; s < SPLITS; s++)
        examples_release(&t->task.split[s]);
    free(t->task.words[0]);
    params_release(&t->model.params);
}

/* Every toy_config() borrows what the first has of kinds. */
static const struct train_config *presets(void)
{
    static struct train_config c;

    if (!c.optimizer.kind)
        fields_preset(train_fields, &c);
    return &c;
}

struct train_config toy_config(void)
{
    struct train_config c = *presets();

    c.epochs = 3;
    c.batch = 32;
    c.learning_rate = 0.01;
    c.clip_norm = 0.5;
    c.label_smoothing = 0.05;
    c.evaluate_every = 4;
    return c;
}

struct training toy_training(const struct toy *t, const struct train_config *c,
                             struct group *group, int threads)
{
    return (struct training){
        .task = &t->task,
        .model = &t->model,
        .conf = c,
        .maximize = true,
        .group = group,
        .threads = threads,
        .attempt = 1,
    };
}

static bool same_row(const struct history_row *a, const struct history_row *b)
{
    return a->step == b->step &&
           memcmp(&a->train_loss, &b->train_loss, sizeof(double)) == 0 &&
           memcmp(a->valid, b->valid, sizeof(double)) == 0;
}

static bool same_answers(const struct answer_sheet *a,
                         const struct answer_sheet *b)
{
    const struct column *x = &a->column[0], *y = &b->column[0];

    return a->n == b->n && a->columns == b->columns &&
           (a->n == 0 || (x->is.width == y->is.width &&
                          memcmp(x->floats, y->floats,
                                 column_at(x, x->n) * sizeof(float)) == 0));
}

enum train_end toy_train(const struct toy *t, const struct train_config *c,
                         int threads, struct result *r, struct error *e)
{
    struct group g = group_alone();
    const struct training run = toy_training(t, c, &g, threads);

    *r = (struct result){0};
    return train_run(&run, r, e);
}

bool toy_same(const struct result *a, const struct result *b)
{
    bool same = digest_equal(a->params, b->params) && a->steps == b->steps &&
                a->best_step == b->best_step && a->history.n == b->history.n;

    for (int i = 0; same && i < a->history.n; i++)
        same = same_row(&a->history.row[i], &b->history.row[i]);
    for (int s = 0; same && s < SPLITS; s++)
        same = same_answers(&a->answers[s], &b->answers[s]);
    return same;
}
