#include "config.h"

#include <stdio.h>

#include "bench/bench_subject.h"
#include "cmd/option.h"
#include "engine/comm/comm.h"

#define LONGEST 65536 /* tokens */

static int take_length(const char *text, void *member, struct error *e)
{
    struct request *r = member;
    char behind;

    if (sscanf(text, "%d-%d%c", &r->least, &r->most, &behind) != 2 ||
        r->least < 1 || r->most < r->least || r->most > LONGEST)
        return error_set(
            e,
            "found '%s', expected two numbers as in 256-1000, from "
            "1 to %d",
            text, LONGEST);
    return 0;
}

const struct cli_option request_table[] = {
    {CLI_TEXT(struct request, model), .name = "model", .letter = 'm',
     .value = "NAME", .complete = completions_add_models,
     .help = "decatt, tiny or base, in the sizes of common PyTorch versions, "
             "or any kind of model; the usual ones unless given"},
    {CLI_TEXT(struct request, attention), .name = "attention", .letter = 'a',
     .value = "NAME", .complete = completions_add_attentions,
     .help = "Any kind of attention; each in turn unless given"},
    OPTION_SET(struct request, set,
               "Set a field of the model or of train, such as model.hidden=64; "
               "may be repeated"),
    {CLI_WHOLE(struct request, words, 1, 1 << 24), .name = "words",
     .letter = 'w', .value = "N",
     .help = "Words in the vocabulary; as usual unless given"},
    {CLI_TEXT(struct request, shape), .name = "shape", .value = "NAME",
     .help = "Of examples: sequence, pair, 'source and target' or 'document "
             "and query'; the last of them that the model reads unless given",
     .more = "Of a sequence a transformer is an encoder alone."},
    {CLI_TAKEN_WHOLE(take_length), .name = "length", .letter = 'l',
     .value = "LEAST-MOST",
     .help = "Tokens of a sequence, or of the first part of what has two; as "
             "usual unless given"},
    {CLI_WHOLE(struct request, threads, 1, 4096), .name = "threads",
     .letter = 't', .value = "N", .help = "Threads; 1, 2, 4 ... unless given"},
    CLI_END,
};

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
    for (int i = 0; i < r->set.n; i++)
        str_addf(out, " %s", r->set.text[i]);
    if (r->words)
        str_addf(out, " words=%d", r->words);
    if (r->shape)
        str_addf(out, " shape=%s", r->shape);
    if (r->most)
        str_addf(out, " length=%d-%d", r->least, r->most);
}
