#include "engine/model/pointing.h"

#include <assert.h>
#include <string.h>

enum { START, END, ENDS };

struct pointing pointing_add(struct params *p, const struct pointing_how *how,
                             const char *name)
{
    const int about = how->width + ENDS * how->in;
    struct pointing d = {.how = *how};

    assert(how->rounds >= 1 && how->rounds <= POINTING_ROUNDS);
    params_enter(p, "%s", name);
    d.state = recurrent_add(p,
                            &(struct recurrent_form){
                                .kind = RECURRENT_LSTM,
                                .in = ENDS * how->in,
                                .width = how->width,
                                .two_biases = true,
                                .start = START_UNIFORM,
                            },
                            "state");
    d.start =
        hmn_add(p, how->in, about, how->width, how->pool, INIT_FAN_IN, "start");
    d.end =
        hmn_add(p, how->in, about, how->width, how->pool, INIT_FAN_IN, "end");
    params_leave(p);
    return d;
}

/* --- guesses -------------------------------------------------------------- */

struct guess {
    const int32_t *at[ENDS]; /* [documents] token numbers */
};

static struct guess first_guess(struct tape *t, enum first_guess first,
                                const struct segments *seg)
{
    const size_t n = (size_t)seg->n;
    int *start = arena_ints(t->arena, n), *end = arena_ints(t->arena, n);

    for (int k = 0; k < seg->n; k++) {
        start[k] = 0;
        end[k] = first == GUESS_WHOLE ? segment_len(seg, k) - 1 : 0;
    }
    return (struct guess){{start, end}};
}

static bool same_guess(const struct guess *a, const struct guess *b, int k)
{
    return a->at[START][k] == b->at[START][k] && a->at[END][k] == b->at[END][k];
}

/* The rows of u at the guess: [seg->n x columns of u]. */
static struct node *pointed_to(struct tape *t, struct node *u,
                               const struct segments *seg, const int32_t *at)
{
    int *id = arena_ints(t->arena, (size_t)seg->n);

    for (int k = 0; k < seg->n; k++)
        id[k] = seg->at[k] + at[k];
    return tape_lookup(t, u, id, seg->n, 1.0f);
}

/* --- rounds --------------------------------------------------------------- */

/* The state of all documents. */
struct pointing_state {
    struct lstm_state state;
    struct guess guess;
    struct node *row[ENDS];   /* u_s, u_e */
    struct node *cache[ENDS]; /* what the networks compute from u_t alone */
};

static struct pointing_state begin(struct tape *t, const struct params *p,
                                   const struct pointing *d, struct node *u,
                                   const struct segments *seg)
{
    const int width = d->how.width;
    struct pointing_state s = {
        .state = {tape_constant(t, seg->n, width),
                  tape_constant(t, seg->n, width)},
        .guess = first_guess(t, d->how.first, seg),
    };

    s.cache[0] = hmn_cache(t, p, &d->start, u);
    s.cache[1] = hmn_cache(t, p, &d->end, u);
    for (int end = 0; end < ENDS; end++)
        s.row[end] = pointed_to(t, u, seg, s.guess.at[end]);
    return s;
}

/* The input that all rows of a document share: [h; u_s; u_e]. */
static struct node *about(struct tape *t, const struct pointing_state *s)
{
    return tape_concat_all(
        t, (struct node *[]){s->state.h, s->row[START], s->row[END]}, 3);
}

/* Scores of every row, and the guesses that follow from them. */
static struct node *round_of(struct tape *t, const struct params *p,
                             const struct pointing *d, struct node *u,
                             const struct segments *seg, const int *example,
                             struct pointing_state *s)
{
    const struct hmn *network[ENDS] = {&d->start, &d->end};
    struct node *scores[ENDS], *known;

    s->state = recurrent_step(
        t, p, &d->state, tape_concat(t, s->row[START], s->row[END]), s->state);
    known = about(t, s);
    for (int end = 0; end < ENDS; end++) {
        if (end == END && d->how.new_start) {
            s->row[START] = pointed_to(t, u, seg, s->guess.at[START]);
            known = about(t, s);
        }
        scores[end] = hmn_apply(t, p, network[end], s->cache[end], known, seg,
                                d->how.dropout, example);
        s->guess.at[end] = tape_segment_best(t, scores[end], seg);
    }
    return tape_concat(t, scores[START], scores[END]);
}

/* Read the rows of the guess for the next round. */
static void read_guess(struct tape *t, const struct pointing *d, struct node *u,
                       const struct segments *seg, struct pointing_state *s)
{
    if (!d->how.new_start)
        s->row[START] = pointed_to(t, u, seg, s->guess.at[START]);
    s->row[END] = pointed_to(t, u, seg, s->guess.at[END]);
}

struct pointed pointing_apply(struct tape *t, const struct params *p,
                              const struct pointing *d, struct node *u,
                              const struct segments *seg, const int *example)
{
    struct pointed said = {.rounds = d->how.rounds,
                           .taken = arena_ints(t->arena, (size_t)seg->n)};
    struct pointing_state s = begin(t, p, d, u, seg);

    for (int k = 0; k < seg->n; k++)
        said.taken[k] = said.rounds;
    for (int r = 0; r < said.rounds; r++) {
        const struct guess before = s.guess;

        if (r > 0)
            read_guess(t, d, u, seg, &s);
        said.scores[r] = round_of(t, p, d, u, seg, example, &s);
        for (int k = 0; k < seg->n && d->how.stop; k++)
            if (said.taken[k] > r && same_guess(&before, &s.guess, k))
                said.taken[k] = r + 1;
    }
    return said;
}

/* --- loss and answers ----------------------------------------------------- */

/* The weight of a round for each document, for both ends: on the arena. */
static const float *shares(struct tape *t, const struct pointed *said, int n,
                           int round, bool mean)
{
    float *share = arena_floats(t->arena, ENDS * (size_t)n);

    for (int i = 0; i < ENDS * n; i++)
        if (round < said->taken[i / ENDS])
            share[i] = mean ? 1.0f / (float)said->taken[i / ENDS] : 1.0f;
    return share;
}

struct node *pointing_loss(struct tape *t, const struct pointed *said,
                           const struct segments *seg, const int32_t *target,
                           bool mean, float weight)
{
    struct node *sum = NULL;

    for (int r = 0; r < said->rounds; r++) {
        struct node *loss = tape_segment_cross_entropy(
            t, said->scores[r], seg, target, shares(t, said, seg->n, r, mean),
            weight);

        sum = sum ? tape_add(t, sum, loss) : loss;
    }
    return sum;
}

struct node *pointing_last(struct tape *t, const struct pointed *said,
                           const struct segments *seg)
{
    struct node *last = said->scores[said->rounds - 1];
    struct node *y = tape_constant(t, last->rows, ENDS);

    for (int k = 0; k < seg->n && !t->dry; k++) {
        const size_t at = ENDS * (size_t)seg->at[k];

        memcpy(y->val + at, said->scores[said->taken[k] - 1]->val + at,
               ENDS * (size_t)segment_len(seg, k) * sizeof(float));
    }
    return y;
}
