/* nearest.c - find the known name that a mistyped one was meant to be. */
#include "config/field/field.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

#define LONGEST 64 /* names are shorter; nothing is near to a longer one */

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Upper case, and '-' for '_', count as equal. */
static int folded(char c)
{
    return c == '-' ? '_' : tolower((unsigned char)c);
}

static bool same(char a, char b)
{
    return folded(a) == folded(b);
}

/* Damerau-Levenshtein distance, adjacent transpositions only. */
static int distance(const char *a, int n, const char *b, int m)
{
    int row[3][LONGEST + 1]; /* rows i - 2, i - 1 and i, in turn */

    for (int j = 0; j <= m; j++)
        row[0][j] = j;
    for (int i = 1; i <= n; i++) {
        int *now = row[i % 3], *up = row[(i - 1) % 3];

        now[0] = i;
        for (int j = 1; j <= m; j++) {
            now[j] = least(up[j], now[j - 1]) + 1;
            now[j] = least(now[j], up[j - 1] + !same(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) &&
                same(a[i - 2], b[j - 1]))
                now[j] = least(now[j], row[(i - 2) % 3][j - 2] + 1);
        }
    }
    return row[n % 3][m];
}

/* The beginning of a name, three letters or more, is enough. */
static bool begins(const char *whole, const char *name)
{
    return strlen(name) >= 3 && strncmp(whole, name, strlen(name)) == 0;
}

/* Names that other programs use for a field. */
static const struct {
    const char *theirs, *ours;
} synonyms[] = {
    {"batch_size", "batch"},
    {"d_model", "hidden"},
    {"dim", "hidden"},
    {"dropout_rate", "dropout"},
    {"early_stopping_patience", "patience"},
    {"embedding_dim", "embedding"},
    {"embedding_size", "embedding"},
    {"eval_every", "evaluate_every"},
    {"eval_steps", "evaluate_every"},
    {"ffn_dim", "filter"},
    {"grad_clip", "clip_norm"},
    {"gradient_clipping", "clip_norm"},
    {"hidden_dim", "hidden"},
    {"hidden_size", "hidden"},
    {"lr", "learning_rate"},
    {"lr_scheduler", "schedule"},
    {"max_epochs", "epochs"},
    {"max_grad_norm", "clip_norm"},
    {"max_steps", "steps"},
    {"mini_batch_size", "batch"},
    {"n_heads", "heads"},
    {"n_layers", "layers"},
    {"num_epochs", "epochs"},
    {"num_heads", "heads"},
    {"num_layers", "layers"},
    {"num_steps", "steps"},
    {"num_train_epochs", "epochs"},
    {"optim", "optimizer"},
    {"random_seed", "seed"},
    {"train_batch_size", "batch"},
    {"train_steps", "steps"},
    {"warmup_steps", "warmup"},
    {"weight_decay", "l2"},
};
#define SYNONYMS (sizeof(synonyms) / sizeof(*synonyms))

/* Our name, if it is among `names`, for one of other programs; else NULL. */
static const char *synonym(const char *name, const char *const *names, int n)
{
    size_t s = 0;

    while (s < SYNONYMS && strcmp(synonyms[s].theirs, name) != 0)
        s++;
    for (int i = 0; s < SYNONYMS && i < n; i++)
        if (!strcmp(names[i], synonyms[s].ours))
            return names[i];
    return NULL;
}

const char *nearest_name(const char *name, const char *const *names, int n)
{
    size_t len = strlen(name);
    const char *best = synonym(name, names, n);
    int best_distance = len < 3 ? 2 : (int)(len + 1) / 3 + 1; /* too far */

    if (best || len == 0 || len > LONGEST)
        return best;
    for (int i = 0; i < n; i++) {
        size_t m = strlen(names[i]);
        int d;

        if (m > LONGEST)
            continue;
        d = begins(names[i], name) ? 1
                                   : distance(name, (int)len, names[i], (int)m);
        if (d < best_distance && d < (int)m) {
            best = names[i];
            best_distance = d;
        }
    }
    return best;
}

void nearest_hint(const char *name, const char *const *names, int n,
                  struct str *out)
{
    const char *near = nearest_name(name, names, n);

    if (near)
        str_addf(out, "; did you mean '%s'?", near);
}

void names_list(const char *const *names, int n, struct str *out)
{
    for (int i = 0; i < n; i++)
        str_addf(out, "%s%s",
                 i == 0       ? ""
                 : i == n - 1 ? " or "
                              : ", ",
                 names[i]);
}

int kinds_list(const struct kinds *kinds, const char ***names)
{
    int n = 0;

    while (kinds->list[n])
        n++;
    *names = memory_zeroed((size_t)n + 1, sizeof(**names));
    for (int i = 0; i < n; i++)
        (*names)[i] = kinds->list[i]->name;
    return n;
}

int fields_list(const struct field *fields, const char ***names)
{
    int n = 0;

    while (fields[n].type != FIELD_TYPE_END)
        n++;
    *names = memory_zeroed((size_t)n + 1, sizeof(**names));
    for (int i = 0; i < n; i++)
        (*names)[i] = fields[i].name;
    return n;
}
