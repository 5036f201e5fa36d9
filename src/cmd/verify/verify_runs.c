/* verify_runs.c - compares the results of two runs. */
#include "config.h"

#include <stdio.h>

#include "base/core/log.h"
#include "base/core/show.h"
#include "cmd/command.h"
#include "cmd/verify/verify.h"
#include "sweep/results/data_read.h"
#include "text/formats/json_write.h"

enum pair_outcome {
    EQUAL,
    DIFFERS,
    MISSING,
    MISSING_IN_BOTH,
    NO_TRIAL,
    UNREAD
};
static const char *const outcome_names[] = {
    [EQUAL] = "equal",       [DIFFERS] = "differs",
    [MISSING] = "missing",   [MISSING_IN_BOTH] = "missing in both",
    [NO_TRIAL] = "no trial", [UNREAD] = "unread",
};

/* What was found for a trial of either folder. */
struct pair {
    long trial;
    const char *of;    /* the folder in which it has this number; borrowed */
    const char *other; /* MISSING, NO_TRIAL: the folder without it */
    enum pair_outcome outcome;
    bool apart;      /* one of them is in a journal, without answers */
    char what[48];   /* DIFFERS: the first difference */
    struct str file; /* ... and the file that was read differently, or empty;
                        owned */
    struct error e;  /* UNREAD */
};

/* --- comparing ------------------------------------------------------------ */

/* A result in a journal has no answers to compare. */
static enum pair_outcome compare_results(struct pair *p, struct result *one,
                                         struct result *other)
{
    p->apart = one->small != other->small;
    if (p->apart) {
        result_lighten(one);
        result_lighten(other);
    }
    if (!result_differs(one, other, p->what))
        return EQUAL;
    data_facts_differ(&one->facts, &other->facts, &p->file);
    return DIFFERS;
}

static void compare_trial(const struct named_folder *a,
                          const struct named_folder *b,
                          const struct results_row *row, struct pair *p)
{
    struct result one = {0}, other = {0};

    *p = (struct pair){.trial = row->number, .of = a->dir};
    const long number = named_folder_number(b, row->trial);
    const int in_a = named_folder_load_number(a, row->number, &one, &p->e);
    const int in_b = in_a < 0 || number < 0
                         ? -1
                         : named_folder_load_number(b, number, &other, &p->e);

    if (in_a >= 0 && number < 0) {
        p->outcome = NO_TRIAL;
        p->other = b->dir;
    } else if (in_b < 0) {
        p->outcome = UNREAD;
    } else if (in_a != in_b) {
        p->outcome = MISSING;
        p->other = in_a ? b->dir : a->dir;
    } else
        p->outcome = in_a ? compare_results(p, &one, &other) : MISSING_IN_BOTH;
    result_release(&one);
    result_release(&other);
}

/* --- printing ------------------------------------------------------------- */

static void say_pair(const struct pair *p, const struct named_folder *first)
{
    const bool in_first = p->of == first->dir;

    if (p->outcome == UNREAD)
        return;
    say("trial %ld", p->trial);
    if (p->outcome == EQUAL)
        say("  equal%s", p->apart ? ", as far as the journal has it: without "
                                    "answers"
                                  : "");
    else if (p->outcome == DIFFERS)
        say("  differs in %s%s%s", p->what,
            p->file.len ? "; it has read another " : "", str_text(&p->file));
    else if (p->outcome == NO_TRIAL)
        say("%s%s  is no trial of %s", in_first ? "" : " of ",
            in_first ? "" : p->of, p->other);
    else if (p->outcome == MISSING)
        say("  missing in %s", p->other);
    else
        say("  missing in both");
    say("\n");
}

static void put_pair(const struct pair *p, struct str *out)
{
    json_begin(out, NULL, '{');
    json_put_long(out, "trial", p->trial);
    json_put_text(out, "of", p->of);
    json_put_text(out, "outcome", outcome_names[p->outcome]);
    json_put_text(out, "lacks", p->other);
    json_put_text(out, "differs_in", p->outcome == DIFFERS ? p->what : NULL);
    json_put_text(out, "other_data", p->file.len ? str_text(&p->file) : NULL);
    json_put_bool(out, "without_answers", p->apart);
    json_put_text(out, "error", p->outcome == UNREAD ? p->e.text : NULL);
    json_finish(out, '}');
}

/* Report a pair; returns whether it counts as equal. */
static bool tell(struct pair *p, const struct named_folder *first,
                 struct str *json)
{
    if (json)
        put_pair(p, json);
    else
        say_pair(p, first);
    if (p->outcome == UNREAD)
        complain("%s", p->e.text);
    str_release(&p->file);
    return p->outcome == EQUAL || p->outcome == MISSING_IN_BOTH;
}

/* Count the trials that differ; `json` is the open array, NULL to print
 * text. */
static long compare_all(const struct named_folder *a,
                        const struct named_folder *b, struct str *json)
{
    struct pair p = {0};
    long differ = 0;

    for (long i = 0; i < a->s.n; i++) {
        compare_trial(a, b, &a->s.row[i], &p);
        differ += !tell(&p, a, json);
    }
    for (long i = 0; i < b->s.n; i++)
        if (named_folder_number(a, b->s.row[i].trial) < 0) {
            p = (struct pair){.trial = b->s.row[i].number,
                              .of = b->dir,
                              .other = a->dir,
                              .outcome = NO_TRIAL};
            differ += !tell(&p, a, json);
        }
    return differ;
}

static void print_json(const struct named_folder *a,
                       const struct named_folder *b, long *differ)
{
    struct str out = {0};

    json_begin(&out, NULL, '{');
    json_begin(&out, "folders", '[');
    json_put_text(&out, NULL, a->dir);
    json_put_text(&out, NULL, b->dir);
    json_finish(&out, ']');
    json_begin(&out, "trials", '[');
    *differ = compare_all(a, b, &out);
    json_finish(&out, ']');
    json_put_long(&out, "differ", *differ);
    json_finish(&out, '}');
    str_adds(&out, "\n");
    show_put(str_text(&out), stdout);
    str_release(&out);
}

int verify_runs(const struct named_folder *a, const struct named_folder *b,
                bool json)
{
    long differ;

    if (json)
        print_json(a, b, &differ);
    else {
        differ = compare_all(a, b, NULL);
        if (differ)
            say("trials that differ: %ld\n", differ);
        else
            say("the two runs are equal\n");
    }
    return differ ? EXIT_ERROR : EXIT_DONE;
}
