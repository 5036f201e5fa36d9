#include "data/examples.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

const char *const shape_names[] = {
    [SHAPE_SEQUENCE] = "sequence",
    [SHAPE_PAIR] = "pair",
    [SHAPE_SOURCE_TARGET] = "source and target",
    [SHAPE_DOCUMENT_QUERY] = "document and query",
    NULL,
};

const char *const head_names[] = {
    [HEAD_CLASS] = "class", [HEAD_RANK] = "rank",     [HEAD_SPAN] = "span",
    [HEAD_CLOZE] = "cloze", [HEAD_DECODE] = "decode", NULL,
};

const char *const token_names[TOKEN_FIRST] = {
    [TOKEN_NULL] = "<null>",       [TOKEN_UNKNOWN] = "<unknown>",
    [TOKEN_BEGIN] = "<begin>",     [TOKEN_END] = "<end>",
    [TOKEN_BETWEEN] = "<between>",
};

void examples_init(struct examples *x, int parts, int with_groups)
{
    assert(parts >= 1 && parts <= MAX_PARTS);
    *x = (struct examples){.parts = parts, .room = 16};
    x->label = memory_new((size_t)x->room * sizeof(*x->label));
    if (with_groups)
        x->group = memory_new((size_t)x->room * sizeof(*x->group));
    for (int p = 0; p < parts; p++) {
        struct part *part = &x->part[p];

        part->start = memory_zeroed((size_t)x->room + 1, sizeof(*part->start));
        part->room = 256;
        part->token = memory_new(part->room * sizeof(*part->token));
    }
}

void examples_release(struct examples *x)
{
    for (int p = 0; p < MAX_PARTS; p++) {
        free(x->part[p].token);
        free(x->part[p].start);
    }
    free(x->label);
    free(x->group);
    *x = (struct examples){0};
}

static void grow(struct examples *x)
{
    size_t room = (size_t)(x->room *= 2);

    x->label = memory_resize(x->label, room * sizeof(*x->label));
    if (x->group)
        x->group = memory_resize(x->group, room * sizeof(*x->group));
    for (int p = 0; p < x->parts; p++)
        x->part[p].start =
            memory_resize(x->part[p].start, (room + 1) * sizeof(size_t));
}

static void part_add(struct part *part, int i, const int32_t *token, int len)
{
    size_t end = part->start[i] + (size_t)len;

    if (end > part->room) {
        part->room = 2 * end;
        part->token =
            memory_resize(part->token, part->room * sizeof(*part->token));
    }
    if (len)
        memcpy(part->token + part->start[i], token,
               (size_t)len * sizeof(*token));
    part->start[i + 1] = end;
}

void examples_add(struct examples *x, const int32_t *const tokens[],
                  const int lens[], int label, int group)
{
    if (x->n == x->room)
        grow(x);
    for (int p = 0; p < x->parts; p++)
        part_add(&x->part[p], x->n, tokens[p], lens[p]);
    x->label[x->n] = label;
    if (x->group) {
        assert(!x->n || group >= x->group[x->n - 1]);
        x->group[x->n] = group;
    }
    x->n++;
}
