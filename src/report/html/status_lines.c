/* status_lines.c - the lines at the head of a page with the state of its
 * sweeps, and when it is written again. */
#include "config.h"

#include <math.h>

#include "base/core/clock.h"
#include "report/html/report_internal.h"
#include "report/status/status.h"

/* The pause between two writings, in multiples of the time that one takes. */
#define PAUSE 10.0

const struct liveness *html_liveness(const struct html_report *r,
                                     const struct folder *f)
{
    return &r->liveness[f - r->in.folder];
}

static void add_sweep(struct html_report *r, const struct folder *f)
{
    const struct liveness *p = html_liveness(r, f);
    struct str text = {0};

    if (!liveness_is_current(p))
        return;
    if (r->in.n > 1)
        str_addf(&text, "%s: ", f->s->dir);
    status_line(&p->last, &text);
    html_element("p", str_text(&text), &r->out);
    str_adds(&r->out, "\n");
    str_release(&text);
}

double html_refresh_pause(const struct html_refresh *refresh)
{
    return fmax(refresh->every, PAUSE * (clock_now() - refresh->began));
}

/* The `data-` attributes are read by the script. */
static void add_refresh(struct html_report *r,
                        const struct html_refresh *refresh)
{
    const double now = clock_day(), pause = html_refresh_pause(refresh);
    struct str time = {0};

    status_time(now, &time);
    if (refresh->is == HTML_REFRESH_NEXT) {
        str_addf(&r->out, "<p data-written=\"%.3f\" data-every=\"%.3f\">", now,
                 pause);
        str_addf(&r->out,
                 "Written at %s, and again about every %.3g s while the sweep "
                 "runs.</p>\n",
                 str_text(&time), pause);
    } else {
        str_addf(&r->out,
                 "<p>Written at %s, by a command that has ended since.</p>\n",
                 str_text(&time));
    }
    str_release(&time);
}

void html_status_lines(struct html_report *r)
{
    const struct html_refresh *refresh = r->options->refresh;
    const size_t before = r->out.len;

    str_adds(&r->out, "<div class=\"standing\">\n");
    const size_t begun = r->out.len;

    for (int i = 0; i < r->in.n; i++)
        add_sweep(r, &r->in.folder[i]);
    if (refresh && refresh->is != HTML_REFRESH_LAST)
        add_refresh(r, refresh);
    if (r->out.len > begun) {
        str_adds(&r->out, "</div>\n");
        return;
    }
    r->out.len = before;
    r->out.s[before] = '\0';
}
