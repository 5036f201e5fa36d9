/*
 * Experiment files in YAML, with all parts of a sweep, its distributions and
 * rules; read as a user's file, and as that of a results folder.
 *
 * Seeds: experiments/*.yaml tests/peers/*.yaml
 * Seeds: tests/cli/schema2/experiment.yaml
 */
#include "fuzz.h"

#include "base/core/str.h"
#include "sweep/experiment/experiment.h"

static void use_experiment(struct experiment *x)
{
    struct trial_config c;
    struct error e = {""};
    struct str text = {0};

    experiment_text(x, &text);
    if (experiment_known(x) && !experiment_trial(x, 0, &c, &e))
        trial_config_release(&c);
    str_release(&text);
    experiment_release(x);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const char *path = fuzz_file("experiment.yaml", data, n);
    struct experiment x;
    struct error e = {""};

    if (experiment_read(&x, path, NULL, 0, &e))
        fuzz_refused(&e);
    else
        use_experiment(&x);
    e.text[0] = '\0';
    if (experiment_read_stored(&x, path, 1, &e))
        fuzz_refused(&e);
    else
        use_experiment(&x);
    return 0;
}
