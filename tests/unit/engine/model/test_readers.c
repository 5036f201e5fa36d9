/*
 * The readers compared with exports of separate implementations in float64:
 * every file of a folder, with loss, outputs and the gradient of every
 * parameter, each relative to its own norm.
 *
 * For some models and attentions (reader.floats) single precision is not exact
 * enough for this.  Phase Conductor with softmax: the rows of a document are
 * almost equal where its pointer reads them (within 0.4 to 3 % of their
 * length), and the separate implementation in float32 has errors of 2.6e-4 to
 * 9.3e-3.  DecaProp: in a machine's constant, gradients of different tokens
 * cancel, and the separate implementation has errors of 1.1e-4 to 8.3e-4 with
 * softmax, 2.4e-4 to 5.5e-3 with CoDA.  There a gradient is compared relative
 * to the norm of all gradients, and with a large tolerance relative to its own.
 *
 * The folder is $CODARUN_READERS, or `readers` in $CODARUN_ORACLE.  The test is
 * skipped if neither is set, and fails if the folder has no file of a model.
 * tests/peers/torch_readers.py MODEL ATTENTION export FILE.h5 SEED makes such a
 * file, and describes its content; tests/peers/numpy_as.py makes one of `as`,
 * which tests/cli/test_as_peer.sh compares.
 */
#include "tests/unit/engine/model/export_reader.h"

#include <dirent.h>

#include "config/yaml/document.h"
#include "engine/kernel/vector.h"
#include "engine/model/model.h"
#include "tests/unit/heads.h"

#define LOSS 1e-5
#define NORM 2e-5
#define ROUGH 2e-2   /* of its own norm, where floats are not exact enough */
#define NOTHING 1e-7 /* bound on a gradient that should be 0 there */

static double worst; /* greatest of all relative differences */

static const struct reader *find(const char *model)
{
    for (const struct reader *r = readers; r->model; r++)
        if (!strcmp(r->model, model))
            return r;
    return NULL;
}

/* --- its parameters ------------------------------------------------------- */

static const struct same *same_of(const struct export *x, const char *name)
{
    const struct same *s = x->reader->same;

    while (s->ours && strcmp(s->ours, name) != 0)
        s++;
    if (!s->ours)
        fail_msg("%s: what parameter is '%s' there?", x->reader->model, name);
    return s;
}

static void read_param(struct export *x, const char *folder,
                       const struct param *p, float *out)
{
    const char *theirs = same_of(x, p->name)->theirs;
    const bool alike = theirs[0] == '=';
    char *path = memory_format("%s/%s", folder, theirs + alike);
    struct array a = array_read(x->file, path);

    if (a.n != (size_t)p->rows * (size_t)p->cols)
        fail_msg("'%s': %zu values, '%s' has %d x %d", path, a.n, p->name,
                 p->rows, p->cols);
    array_turn(&a, alike, out);
    free(a.at);
    free(path);
}

static void read_params(struct export *x, const char *folder, float *out)
{
    for (int i = 0; i < x->model->params.n; i++) {
        const struct param *p = &x->model->params.param[i];

        read_param(x, folder, p, out + p->offset);
    }
}

/* Check that all their parameters but the word vectors are among ours. */
static void expect_all_params(struct export *x)
{
    hid_t group = H5Gopen2(x->file, "grads", H5P_DEFAULT);
    H5G_info_t info;

    int n = 0;

    for (int i = 0; i < x->model->params.n; i++)
        n += part_of(same_of(x, x->model->params.param[i].name)->theirs).i == 0;
    H5Gget_info(group, &info);
    assert_int_equal(info.nlinks, n);
    H5Gclose(group);
}

/* --- the model ------------------------------------------------------------ */

static void build(struct export *x)
{
    char *attention = !strcmp(x->attention, "coda")
                          ? memory_format("{kind: coda, beta: 0.25}")
                          : memory_format("{kind: %s}", x->attention);
    struct str text = {0};
    struct error e = {""};
    struct model_spec spec = {.shape = SHAPE_DOCUMENT_QUERY,
                              .head = SPAN_HEAD,
                              .task = "export",
                              .words = {&x->words, &x->words},
                              .features = x->reader->match,
                              .feature = {{"match", 0, {true, true}}}};

    if (x->reader->cloze) {
        spec.head = (struct head)CLOZE_HEAD;
        spec.feature[0] = (struct feature){"match", 2, {true, false}};
    }
    text_fill(x->reader->text, x->sizes, attention, &text);
    struct document *d = document_parse(str_text(&text), "export", &e);

    if (!d || document_bind_kind(d, "model", &model_kinds, &x->kind, &e))
        fail_msg("%s", e.text);
    document_free(d);
    spec_take_columns(&spec, &x->x);
    x->model = model_new(&x->kind, &spec, &e);
    if (!x->model)
        fail_msg("%s", e.text);
    x->params = memory_floats(x->model->params.len);
    x->grads = memory_floats(x->model->params.len);
    read_params(x, "params", x->params);
    expect_all_params(x);
    str_release(&text);
    free(attention);
}

static void within(double d, double most, const struct export *x,
                   const char *what)
{
    worst = d > worst ? d : worst;
    if (!(d <= most))
        fail_msg("%s %s: %s differs by %g", x->reader->model, x->attention,
                 what, d);
}

/* Check the scores of the candidates. */
static void check_candidates(struct export *x, const struct grain *g,
                             struct tape *t)
{
    struct answers said;

    model_answer(t, x->model, g, &said);
    const struct packed_column *c = &said.column[CLOZE_SCORE];

    for (int i = 0; i < EXAMPLES; i++) {
        char *path = memory_format("examples/%d/outputs/scores", i);
        struct array a = array_read(x->file, path);
        float theirs[64];

        assert_int_equal(a.n, segment_len(&c->seg, i));
        for (size_t k = 0; k < a.n; k++)
            theirs[k] = (float)a.at[k];
        within(apart(a.n, c->floats + c->seg.at[i], theirs), NORM, x, path);
        free(a.at);
        free(path);
    }
}

static void check_outputs(struct export *x, const struct grain *g,
                          const struct node *scores)
{
    static const char *const ends[] = {"start", "end"};

    for (int i = 0; i < EXAMPLES; i++)
        for (int end = 0; end < 2; end++) {
            char *path = memory_format("examples/%d/outputs/%s", i, ends[end]);
            struct array a = array_read(x->file, path);
            float ours[64], theirs[64];

            assert_int_equal(a.n, segment_len(&g->part[0].seg, i));
            for (int k = 0; k < (int)a.n; k++) {
                ours[k] = scores->val[2 * (g->part[0].seg.at[i] + k) + end];
                theirs[k] = (float)a.at[k];
            }
            within(apart(a.n, ours, theirs), NORM, x, path);
            free(a.at);
            free(path);
        }
}

/* Sums of squares: of the difference of the gradients, and of their gradient.
 */
struct squares {
    double off, size;
};

static void add_squares(struct export *x, const struct param *p,
                        struct squares *to)
{
    const size_t n = (size_t)p->rows * (size_t)p->cols;
    float *theirs = memory_floats(n);

    read_param(x, "grads", p, theirs);
    for (size_t i = 0; i < n; i++) {
        const double y = theirs[i], d = x->grads[p->offset + i] - y;

        to->off += d * d;
        to->size += y * y;
    }
    free(theirs);
}

static bool beyond_floats(const struct export *x)
{
    return x->reader->floats && strstr(x->reader->floats, x->attention);
}

/* Check a parameter of theirs with all parts of it that are ours; `whole` is
 * the norm of all gradients. */
static void check_gradient(struct export *x, const char *theirs, double whole)
{
    const int len = part_of(theirs).name;
    struct squares sum = {0, 0};

    for (int i = 0; i < x->model->params.n; i++) {
        const struct param *p = &x->model->params.param[i];
        const char *name = same_of(x, p->name)->theirs;

        if (part_of(name).name == len && !memcmp(name, theirs, (size_t)len))
            add_squares(x, p, &sum);
    }
    if (beyond_floats(x)) {
        if (!(sqrt(sum.off) <= ROUGH * sqrt(sum.size) + NOTHING))
            fail_msg("%s %s: %s differs by %g of its %g", x->reader->model,
                     x->attention, theirs, sqrt(sum.off), sqrt(sum.size));
        sum.size = whole * whole;
    }
    within(sum.size > 1e-24 ? sqrt(sum.off / sum.size) : sqrt(sum.off), NORM, x,
           theirs);
}

static void check_gradients(struct export *x)
{
    double lane[8] = {0};

    vector_add_squares(x->model->params.len, 0, x->grads, lane);
    const double whole = sqrt(vector_squares(lane));

    for (int i = 0; i < x->model->params.n; i++) {
        const char *theirs = same_of(x, x->model->params.param[i].name)->theirs;

        if (part_of(theirs).i == 0)
            check_gradient(x, theirs, whole);
    }
}

static void check_numbers(struct export *x)
{
    static const int order[EXAMPLES] = {0, 1};
    const double loss = number_read(x->file, "loss");
    struct arena arena = {0};
    struct tape t = {.arena = &arena, .params = x->params, .grads = x->grads};
    struct grain g;

    tape_begin(&t, 0);
    grain_pack(&x->x, order, (struct run){0, EXAMPLES},
               &x->model->kind->framing, NULL, 1.0f / EXAMPLES, &arena, &g);
    struct node *y = model_loss(&t, x->model, &g, 0.0f);

    tape_backward(&t, y);
    params_clear_rest(&t, &x->model->params);
    within(fabs(y->val[0] - loss) / loss, LOSS, x, "loss");
    check_gradients(x);
    t.grads = NULL;
    if (x->reader->cloze)
        check_candidates(x, &g, &t);
    else
        check_outputs(x, &g, x->model->kind->end_scores(&t, x->model, &g));
    arena_release(&arena);
}

static void release(struct export *x)
{
    model_free(x->model);
    chosen_release(&x->kind);
    examples_release(&x->x);
    column_release(&x->characters.of);
    free(x->words.vectors);
    free(x->params);
    free(x->grads);
    free(x->sizes);
    free(x->attention);
    H5Fclose(x->file);
}

/* --- every file ----------------------------------------------------------- */

/* Returns false if it is of a model that we do not have. */
static bool check_file(const char *path)
{
    struct export x = {.file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT)};

    if (x.file < 0)
        fail_msg("cannot open '%s'", path);
    char *model = text_read(x.file, "model");

    x.reader = find(model);
    free(model);
    if (x.reader) {
        x.sizes = text_read(x.file, "sizes");
        x.attention = text_read(x.file, "attention");
        read_vectors(
            &x, H5Lexists(x.file, "params/emb.word.weight", H5P_DEFAULT) > 0
                    ? "params/emb.word.weight"
                    : "params/emb.emb.word.weight");
        read_examples(&x);
        build(&x);
        check_numbers(&x);
    }
    const bool ours = x.reader != NULL;

    release(&x);
    return ours;
}

static char *folder(void)
{
    const char *own = getenv("CODARUN_READERS");
    const char *oracle = getenv("CODARUN_ORACLE");

    return own      ? memory_string(own)
           : oracle ? memory_format("%s/readers", oracle)
                    : NULL;
}

static void every_export_agrees(void **state)
{
    char *dir = folder();
    DIR *d = opendir(dir);
    int files = 0;

    (void)state;
    if (!d)
        fail_msg("cannot open '%s'", dir);
    for (struct dirent *f; (f = readdir(d));) {
        char *path = memory_format("%s/%s", dir, f->d_name);
        const size_t n = strlen(path);

        if (n > 3 && !strcmp(path + n - 3, ".h5"))
            files += check_file(path);
        free(path);
    }
    closedir(d);
    if (!files)
        fail_msg("'%s' holds no export of a reader", dir);
    print_message("# %d files, worst difference %.2g\n", files, worst);
    free(dir);
}

int main(void)
{
    char *dir = folder();
    const struct CMUnitTest tests[] = {
        unit_test_if(dir, every_export_agrees, "CODARUN_ORACLE is not set"),
    };

    free(dir);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
