#include "config.h"

#include "engine/store/result_summary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

/* --- writing ------------------------------------------------------------- */

static void add_value(const char *value, struct str *out)
{
    for (const char *p = value;; p++) {
        const size_t plain = strcspn(p, "\\\t\n");

        str_add(out, p, plain);
        p += plain;
        if (!*p)
            return;
        str_adds(out, *p == '\\' ? "\\\\" : *p == '\t' ? "\\t" : "\\n");
    }
}

static void add_pair(const char *name, const char *value, struct str *out)
{
    str_adds(out, out->len ? "\t" : "");
    str_adds(out, name);
    str_adds(out, "=");
    add_value(value, out);
}

/* Facts of a single trial, and facts that its experiment gives. */
static const char *const own_facts[] = {
    "memory_peak_mib",    "started", "ended", "from", "ended_early",
    "earlier_identities", "average",
};
static const char *const given_facts[] = {"configuration", "seed"};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static bool is_among(const char *const *list, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(list[i], name))
            return true;
    return false;
}

static void add_facts(const struct facts *f, bool own, struct str *out)
{
    for (int i = 0; i < f->n; i++) {
        const char *name = f->fact[i].name;

        if (!is_among(given_facts, COUNT(given_facts), name) &&
            is_among(own_facts, COUNT(own_facts), name) == own)
            add_pair(name, f->fact[i].value, out);
    }
}

void result_summary_shared(const struct result *r, struct str *out)
{
    struct str names = {0};

    for (int m = 0; m < r->metrics; m++)
        str_addf(&names, "%s%s", m ? " " : "", r->metric[m]);
    add_pair("metrics", str_text(&names), out);
    add_facts(&r->facts, false, out);
    str_release(&names);
}

/* A NaN's sign depends on the machine. */
static void add_real(double x, struct str *out)
{
    if (isnan(x))
        str_adds(out, "nan");
    else
        str_addf(out, "%.17g", x);
}

static void add_reals(const double *x, int n, struct str *out)
{
    for (int i = 0; i < n; i++) {
        str_adds(out, i ? " " : "");
        add_real(x[i], out);
    }
}

/* Append the rows one after the other, each with one number a metric at its
 * end. */
static void add_history(const struct result *r, struct str *out)
{
    str_adds(out, "\thistory=");
    for (int i = 0; i < r->history.n; i++) {
        const struct history_row *row = &r->history.row[i];

        str_addf(out, "%s%ld ", i ? " " : "", row->step);
        add_reals((double[]){row->epoch, row->train_loss, row->learning_rate},
                  3, out);
        str_adds(out, r->metrics ? " " : "");
        add_reals(row->valid, r->metrics, out);
    }
}

void result_summary_own(const struct result *r, bool history, struct str *out)
{
    char params[DIGEST_HEX];

    digest_hex(r->params, params);
    str_addf(out, "version=%d\tstatus=%s\tattempt=%d\tsteps=%ld\tepochs=",
             r->version ? r->version : RESULT_VERSION,
             trial_status_names[r->status], r->attempt, r->steps);
    add_real(r->epochs, out);
    str_addf(out, "\tbest_step=%ld\ttrain_loss=", r->best_step);
    add_real(r->train_loss, out);
    str_addf(out, "\tparams=%s\tseconds=%.6f\tvalid=", params, r->seconds);
    add_reals(r->valid, r->metrics, out);
    str_adds(out, "\ttest=");
    add_reals(r->test, r->metrics, out);
    if (r->reason)
        add_pair("reason", r->reason, out);
    if (history && r->history.n)
        add_history(r, out);
    add_facts(&r->facts, true, out);
}

/* --- reading ------------------------------------------------------------- */

/* Receives a name and its value without escapes, and `into`. */
typedef int (*taker)(void *into, const char *name, const char *value,
                     struct error *e);

static void unescape(struct str *s)
{
    char *to = s->s;

    for (const char *from = s->s; *from; from++) {
        const bool escaped = *from == '\\' && from[1];

        from += escaped;
        *to++ = !escaped || *from == '\\' ? *from : *from == 't' ? '\t' : '\n';
    }
    *to = '\0';
    s->len = (size_t)(to - s->s);
}

static int read_pairs(const char *text, taker take, void *into, struct error *e)
{
    struct str pair = {0};
    int failed = 0;

    while (*text && !failed) {
        const size_t n = strcspn(text, "\t");

        str_clear(&pair);
        str_add(&pair, text, n);
        char *equals = strchr(pair.s, '=');

        text += n + (text[n] == '\t');
        if (!equals) {
            failed = error_set(e, "found '%.40s', expected NAME=VALUE", pair.s);
            break;
        }
        *equals = '\0';
        struct str value = {.s = equals + 1};

        unescape(&value);
        failed = take(into, pair.s, value.s, e);
    }
    str_release(&pair);
    return failed;
}

static int take_names(struct result_summary_base *b, const char *value,
                      struct error *e)
{
    for (size_t n; *value; value += n + (value[n] == ' ')) {
        n = strcspn(value, " ");
        if (b->metrics == MAX_METRICS || n >= sizeof(b->metric[0]))
            return error_set(e, "metrics: found too many, or '%s'", value);
        memcpy(b->metric[b->metrics++], value, n);
    }
    return 0;
}

static int take_shared(void *base, const char *name, const char *value,
                       struct error *e)
{
    struct result_summary_base *b = base;

    if (!strcmp(name, "metrics"))
        return take_names(b, value, e);
    facts_append(&b->facts, name, value);
    return 0;
}

int result_summary_read_shared(struct result_summary_base *b, const char *text,
                               struct error *e)
{
    *b = (struct result_summary_base){0};
    if (!read_pairs(text, take_shared, b, e))
        return 0;
    result_summary_base_release(b);
    return -1;
}

void result_summary_base_release(struct result_summary_base *b)
{
    facts_release(&b->facts);
    *b = (struct result_summary_base){0};
}

/* Read the next number; false if there is none. */
static bool next_real(const char **at, double *x)
{
    char *end;

    *x = strtod(*at, &end);
    if (end == *at)
        return false;
    *at = end;
    return true;
}

static bool take_reals(const char *at, double *x, int n)
{
    for (int i = 0; i < n; i++)
        if (!next_real(&at, &x[i]))
            return false;
    return *at == '\0';
}

static bool take_history(struct result *r, const char *at)
{
    double x[4 + MAX_METRICS];

    while (*at) {
        struct history_row row = {0};

        for (int i = 0; i < 4 + r->metrics; i++)
            if (!next_real(&at, &x[i]))
                return false;
        row.step = (long)x[0];
        row.epoch = x[1];
        row.train_loss = x[2];
        row.learning_rate = x[3];
        memcpy(row.valid, x + 4, (size_t)r->metrics * sizeof(*x));
        history_add(&r->history, &row);
    }
    return true;
}

/* Numbers by their offset in struct result. */
static const struct number {
    const char *name;
    enum { AN_INT, A_LONG, A_REAL } type;
    size_t at;
} numbers[] = {
    {"version", AN_INT, offsetof(struct result, version)},
    {"attempt", AN_INT, offsetof(struct result, attempt)},
    {"steps", A_LONG, offsetof(struct result, steps)},
    {"epochs", A_REAL, offsetof(struct result, epochs)},
    {"best_step", A_LONG, offsetof(struct result, best_step)},
    {"train_loss", A_REAL, offsetof(struct result, train_loss)},
    {"seconds", A_REAL, offsetof(struct result, seconds)},
};

static const struct number *number_named(const char *name)
{
    for (size_t i = 0; i < COUNT(numbers); i++)
        if (!strcmp(numbers[i].name, name))
            return &numbers[i];
    return NULL;
}

static bool take_number(struct result *r, const struct number *n,
                        const char *value)
{
    void *member = (char *)r + n->at;
    char *end;

    if (n->type == A_REAL)
        *(double *)member = strtod(value, &end);
    else if (n->type == A_LONG)
        *(long *)member = strtol(value, &end, 10);
    else
        *(int *)member = (int)strtol(value, &end, 10);
    return end != value && *end == '\0';
}

/* Returns 1 if the name is none of these. */
static int take_known(struct result *r, const char *name, const char *value)
{
    const struct number *n = number_named(name);

    if (n)
        return take_number(r, n, value) ? 0 : -1;
    if (!strcmp(name, "status"))
        return trial_status_named(value, &r->status) ? 0 : -1;
    if (!strcmp(name, "params"))
        return digest_parse(value, &r->params);
    if (!strcmp(name, "valid"))
        return take_reals(value, r->valid, r->metrics) ? 0 : -1;
    if (!strcmp(name, "test"))
        return take_reals(value, r->test, r->metrics) ? 0 : -1;
    if (!strcmp(name, "history"))
        return take_history(r, value) ? 0 : -1;
    return 1;
}

static int take_own(void *result, const char *name, const char *value,
                    struct error *e)
{
    struct result *r = result;
    const int known = take_known(r, name, value);

    if (known < 0)
        return error_set(e, "found %s '%.40s', which codarun does not write",
                         name, value);
    if (known == 0)
        return 0;
    if (!strcmp(name, "reason"))
        r->reason = memory_string(value);
    else
        facts_append(&r->facts, name, value);
    return 0;
}

/* The same, without the history. */
static int take_own_now(void *result, const char *name, const char *value,
                        struct error *e)
{
    return strcmp(name, "history") ? take_own(result, name, value, e) : 0;
}

int result_summary_read(struct result *r,
                        const struct result_summary_base *base, const char *own,
                        bool history, struct error *e)
{
    *r =
        (struct result){.metrics = base->metrics, .facts.shared = &base->facts};
    memcpy(r->metric, base->metric, sizeof(r->metric));
    if (!read_pairs(own, history ? take_own : take_own_now, r, e))
        return 0;
    result_release(r);
    return -1;
}
