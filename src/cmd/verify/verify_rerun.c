/* verify_rerun.c - compares a trial trained again with its result in a
 * folder. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/show.h"
#include "cmd/command.h"
#include "cmd/named_folder.h"
#include "cmd/verify/train_again.h"
#include "cmd/verify/verify.h"
#include "engine/comm/comm.h"
#include "sweep/results/cached_task.h"
#include "sweep/results/data_read.h"
#include "sweep/run/ranks.h"
#include "text/formats/json_write.h"

static int find_stored(const struct named_folder *p, long number,
                       struct result *stored, struct error *e)
{
    struct trial_config c;
    const int found = named_folder_trial(p, number, &c, stored, e);

    trial_config_release(&c);
    return found == 1 ? 0 : -1;
}

/* A trial that was trained again, and the comparison. */
struct again {
    long number;
    const struct result *was, *is; /* borrowed */
    bool differs;
    char what[48], params[DIGEST_HEX]; /* `what` is the first difference */
};

/* Explain a difference by the arithmetic, which may round differently. */
static void explain(const struct result *was, const struct result *is)
{
    const char *before = facts_get(&was->facts, "identity");
    const char *now = facts_get(&is->facts, "identity");
    const char *mixed = facts_get(&was->facts, "earlier_identities");

    if (mixed)
        say("stored after a start under '%s': bits may differ\n", mixed);
    if (before && now && strcmp(before, now) != 0)
        say("stored under '%s', run again under '%s': bits may differ\n",
            before, now);
}

static void say_again(const struct again *a)
{
    const struct result *is = a->is;

    if (a->differs) {
        say("trial %ld  differs in %s; parameters %s%s%s\n", a->number, a->what,
            a->params, is->reason ? "; " : "", is->reason ? is->reason : "");
        explain(a->was, is);
    } else
        say("trial %ld  equal: %s after %ld step%s, parameters %s\n", a->number,
            trial_status_names[is->status], is->steps,
            is->steps == 1 ? "" : "s", a->params);
}

void parameters_put(struct digest params, struct str *out)
{
    const bool none = digest_equal(params, (struct digest){0});
    char hex[DIGEST_HEX];

    digest_hex(params, hex);
    json_put_text(out, "parameters", none ? NULL : hex);
}

void rerun_put(long number, bool equal, const struct result *is,
               const char *before, struct str *out)
{
    json_put_long(out, "trial", number);
    json_put_bool(out, "equal", equal);
    json_put_text(out, "status", trial_status_names[is->status]);
    json_put_long(out, "steps", is->steps);
    json_put_text(out, "reason", is->reason);
    parameters_put(is->params, out);
    json_put_text(out, "identity", facts_get(&is->facts, "identity"));
    json_put_text(out, "identity_before", before);
}

static void put_again(const struct again *a, struct str *out)
{
    const struct facts *was = &a->was->facts;

    json_begin(out, NULL, '{');
    rerun_put(a->number, !a->differs, a->is, facts_get(was, "identity"), out);
    json_put_text(out, "earlier_identities",
                  facts_get(was, "earlier_identities"));
    json_put_text(out, "differs_in", a->differs ? a->what : NULL);
    json_finish(out, '}');
    str_adds(out, "\n");
}

static int report(long number, const struct result *was, struct result *is,
                  bool json)
{
    struct again a = {.number = number, .was = was, .is = is};
    struct str out = {0};

    digest_hex(is->params, a.params);
    if (was->small) /* there are no answers to compare */
        result_lighten(is);
    a.differs = result_differs(was, is, a.what);
    if (json) {
        put_again(&a, &out);
        show_put(str_text(&out), stdout);
    } else
        say_again(&a);
    str_release(&out);
    return a.differs ? EXIT_ERROR : EXIT_DONE;
}

/* Return the fraction of its run at which a trial was ended early; 0 if it was
 * not. */
static double ended_at(const struct result *was)
{
    const char *early = facts_get(&was->facts, "ended_early");

    return early ? strtod(early, NULL) : 0;
}

/* Check that it would read the same data; rank 0 checks for all. */
static int check_data(const struct experiment *x, long number,
                      const struct result *was, struct error *e)
{
    struct data_read read = {0};
    const long at = data_read_take(&read, &was->facts, number);
    char *beside = trial_data_folder(x);
    struct data_now now = {.beside = beside};
    const int failed = comm_world()->rank == 0 && at >= 0 &&
                       data_now_check(&now, &read.set[at], e);

    data_now_release(&now);
    free(beside);
    data_read_release(&read);
    return failed ? error_in(e, "trial %ld", number) : 0;
}

static bool train(const struct named_folder *p, long number,
                  const struct result *was, struct result *is)
{
    struct assignment a = proposed_assignment(&p->s.ledger.proposed, number);
    const bool trained =
        train_again(&p->x, &a, ended_at(was), was->status == TRIAL_FAILED, is);

    assignment_release(&p->x.search.space, &a);
    return trained;
}

int rerun_stored(long number, const char *folder, bool json)
{
    struct named_folder p;
    struct result was = {0}, is = {0};
    struct error e = {""};
    int status = EXIT_ERROR;
    const int failed = named_folder_init(&p, folder, &e) ||
                       find_stored(&p, number, &was, &e) ||
                       check_data(&p.x, number, &was, &e);

    if (ranks_agreed(failed, &e) && train(&p, number, &was, &is))
        status = report(number, &was, &is, json);
    result_release(&was);
    result_release(&is);
    named_folder_release(&p);
    return status;
}
