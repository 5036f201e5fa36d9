/* status_json.c - the state of a sweep as JSON. */
#include "config.h"

#include "report/status/status.h"
#include "text/formats/json_write.h"

void status_json(const struct liveness *p, const struct sweep_status *folder,
                 struct str *out)
{
    struct sweep_status s = folder ? *folder : p->last;

    if (folder && p->said) { /* of the last job, borrowed */
        s.host = p->last.host;
        s.process = p->last.process;
        s.process_began = p->last.process_began;
        s.slurm_job = p->last.slurm_job;
        s.slurm_array_task = p->last.slurm_array_task;
        s.slurm_step = p->last.slurm_step;
        s.slurm_restarts = p->last.slurm_restarts;
        s.slurm_partition = p->last.slurm_partition;
        s.slurm_cluster = p->last.slurm_cluster;
        s.steps_trained = p->last.steps_trained;
        s.since = p->last.since;
        s.written = p->last.written;
        s.every = p->last.every;
        s.ended = p->last.ended;
        s.why = p->last.why;
        s.stops = p->last.stops;
        s.storage = p->last.storage;
    }
    json_begin(out, NULL, '{');
    json_put_text(out, "state", liveness_names[p->state]);
    json_put_text(out, "from", folder ? "journal" : "status.json");
    json_put_real(out, "age", p->age);
    sweep_status_put(&s, out);
    if (folder)
        json_put_long(out, "left_out", s.left_out);
    json_finish(out, '}');
    str_adds(out, "\n");
}
