/*
 * The status of a sweep and its events: status.json and events.jsonl.
 *
 * Seeds: made/sweep/status.json made/sweep/events.jsonl
 */
#include "fuzz.h"

#include "base/core/str.h"
#include "report/plot/timeline.h"
#include "sweep/folder/sweep_status.h"
#include "sweep/results/events.h"

static void read_status(const char *dir)
{
    struct error e = {""};
    struct str text = {0};
    struct sweep_status s;

    if (sweep_status_read(&s, dir, &e) < 0) {
        fuzz_refused(&e);
        return;
    }
    sweep_status_put(&s, &text);
    str_release(&text);
    sweep_status_release(&s);
}

static void read_events(const char *dir)
{
    struct timeline t = {0};
    struct error e = {""};

    if (timeline_read(&t, dir, &e))
        fuzz_refused(&e);
    else
        timeline_release(&t);
    if (events_check(dir, &e))
        fuzz_refused(&e);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    fuzz_file("status.json", data, n);
    fuzz_file("events.jsonl", data, n);
    read_status(fuzz_folder());
    read_events(fuzz_folder());
    return 0;
}
