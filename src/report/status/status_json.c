/* status_json.c - the state of a sweep as JSON. */
#include "config.h"

#include "report/status/status.h"
#include "text/formats/json_write.h"

void status_json(const struct liveness *p, const struct sweep_status *folder,
                 struct str *out)
{
    struct sweep_status s = folder ? *folder : p->last;

    if (folder && p->said)
        sweep_status_take_job(&s, &p->last);
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
