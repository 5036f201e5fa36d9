/*
 * Two experiments, separated by a form feed: do they have the same trials, and
 * are they the same in another spelling?
 *
 * Seeds: tests/fuzz/seeds/spelling* experiments/*-quick.yaml
 */
#include "fuzz.h"

#include "base/core/str.h"
#include "sweep/experiment/experiment.h"
#include "sweep/experiment/same_trials.h"
#include "sweep/experiment/spelling.h"

static int read_it(struct experiment *x, const uint8_t *data, size_t n)
{
    struct error e = {""};
    const int failed =
        experiment_read(x, fuzz_file("experiment.yaml", data, n), NULL, 0, &e);

    if (failed)
        fuzz_refused(&e);
    return failed;
}

/* The spelling of a value does not change the trials. */
static void spell(struct experiment *x, const struct experiment *before,
                  const struct experiment *like)
{
    struct str why = {0}, text = {0};

    experiment_same_trials(like, before, &why);
    str_clear(&why);
    experiment_spell_like(x, like);
    experiment_text(x, &text);
    if (!experiment_same_trials(before, x, &why)) {
        fprintf(stderr, "%s\n", str_text(&why));
        MUST(false);
    }
    str_release(&text);
    str_release(&why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const uint8_t *end = n ? memchr(data, '\f', n) : NULL;
    const size_t len = end ? (size_t)(end - data) : n;
    const uint8_t *second = end ? end + 1 : data;
    struct experiment x, before, like;

    if (read_it(&x, data, len))
        return 0;
    MUST(!read_it(&before, data, len));
    if (!read_it(&like, second, end ? n - len - 1 : n)) {
        spell(&x, &before, &like);
        experiment_release(&like);
    }
    experiment_release(&before);
    experiment_release(&x);
    return 0;
}
