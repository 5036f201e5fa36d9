/* standing.c - how the sweeps of a page stand, at its head, and when it is
 * written anew. */
#include "config.h"

#include <math.h>

#include "base/core/clock.h"
#include "report/html/report_internal.h"
#include "report/status/status.h"

/* Between two writings, in times of one. */
#define PAUSE 10.0

const struct presence *html_presence(const struct html_report *r,
                                     const struct folder *f)
{
    return &r->presence[f - r->in.folder];
}

static void add_sweep(struct html_report *r, const struct folder *f)
{
    const struct presence *p = html_presence(r, f);
    struct str text = {0};

    if (!presence_counts(p))
        return;
    if (r->in.n > 1)
        str_addf(&text, "%s: ", f->s->dir);
    status_line(&p->last, &text);
    html_element("p", str_text(&text), &r->out);
    str_adds(&r->out, "\n");
    str_release(&text);
}

double html_turn_pause(const struct html_turn *turn)
{
    return fmax(turn->every, PAUSE * (clock_now() - turn->began));
}

/* The script goes by what `data-` has. */
static void add_turn(struct html_report *r, const struct html_turn *turn)
{
    const double now = clock_day(), pause = html_turn_pause(turn);
    struct str time = {0};

    status_time(now, &time);
    if (turn->is == HTML_TURN_NEXT) {
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

void html_standing(struct html_report *r)
{
    const struct html_turn *turn = r->wish->turn;
    const size_t before = r->out.len;

    str_adds(&r->out, "<div class=\"standing\">\n");
    const size_t begun = r->out.len;

    for (int i = 0; i < r->in.n; i++)
        add_sweep(r, &r->in.folder[i]);
    if (turn && turn->is != HTML_TURN_LAST)
        add_turn(r, turn);
    if (r->out.len > begun) {
        str_adds(&r->out, "</div>\n");
        return;
    }
    r->out.len = before;
    r->out.s[before] = '\0';
}
