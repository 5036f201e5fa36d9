#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "cmd/bench_subject.h"
#include "comm/comm.h"

enum { KEY_SET = 256, KEY_SHAPE };

#define LONGEST 65536 /* tokens */

static const struct argp_option options[] = {
    {"model", 'm', "NAME", 0,
     "decatt, tiny or base, in the sizes of common PyTorch versions, or any "
     "kind of model; the usual ones unless given",
     0},
    {"attention", 'a', "NAME", 0,
     "Any kind of attention; each in turn unless given", 0},
    {"set", KEY_SET, "FIELD=VALUE", 0,
     "Set a field of the model or of train, such as model.hidden=64; may be "
     "repeated",
     0},
    {"words", 'w', "N", 0, "Words in the vocabulary; as usual unless given", 0},
    {"shape", KEY_SHAPE, "NAME", 0,
     "Of examples: sequence, pair, 'source and target' or 'document and "
     "query'; the last of them that the model reads unless given",
     0},
    {"length", 'l', "LEAST-MOST", 0,
     "Tokens of a sequence, or of the first part of what has two; as usual "
     "unless given",
     0},
    {"threads", 't', "N", 0, "Threads; 1, 2, 4 ... unless given", 0},
    {0},
};

long request_number(struct argp_state *state, const char *option,
                    const char *arg, long most)
{
    char *end;
    const long x = strtol(arg, &end, 10);

    if (end == arg || *end || x < 1 || x > most)
        argp_error(state, "found --%s=%s, expected 1 to %ld", option, arg,
                   most);
    return x;
}

static void add_set(struct request *r, const char *field)
{
    const size_t n = (size_t)r->sets + 1;
    const char **set = memory_resize((void *)r->set, n * sizeof(*set));

    set[r->sets++] = field;
    r->set = set;
}

static void read_length(struct request *r, const char *arg,
                        struct argp_state *state)
{
    char behind;

    if (sscanf(arg, "%d-%d%c", &r->least, &r->most, &behind) != 2 ||
        r->least < 1 || r->most < r->least || r->most > LONGEST)
        argp_error(state,
                   "found --length=%s, expected two numbers as in 256-1000, "
                   "from 1 to %d",
                   arg, LONGEST);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct request *r = state->input;

    switch (key) {
    case 'm':
        r->model = arg;
        return 0;
    case 'a':
        r->attention = arg;
        return 0;
    case 'w':
        r->words = (int)request_number(state, "words", arg, 1 << 24);
        return 0;
    case 't':
        r->threads = request_number(state, "threads", arg, 4096);
        return 0;
    case KEY_SHAPE:
        r->shape = arg;
        return 0;
    case 'l':
        read_length(r, arg, state);
        return 0;
    case KEY_SET:
        add_set(r, arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp request_argp = {.options = options, .parser = parse};

int request_threads(const struct request *r, int before)
{
    const int next = before ? 2 * before : 1;

    if (r->threads)
        return before ? 0 : (int)r->threads;
    return next <= comm_cores() ? next : 0;
}

void request_add(const struct request *r, const char *model,
                 const char *attention, struct str *out)
{
    str_addf(out, "model=%s attention=%s", model,
             attention ? attention : "none");
    for (int i = 0; i < r->sets; i++)
        str_addf(out, " %s", r->set[i]);
    if (r->words)
        str_addf(out, " words=%d", r->words);
    if (r->shape)
        str_addf(out, " shape=%s", r->shape);
    if (r->most)
        str_addf(out, " length=%d-%d", r->least, r->most);
}
