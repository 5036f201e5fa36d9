#include "config.h"

#include "sweep/coordinator/worker.h"

#include <math.h>
#include <string.h>

#include "engine/train/train.h"

#define REPORT_SECONDS 0.5

void worker_init(struct worker *w, const struct world *world)
{
    *w = (struct worker){.world = world};
}

/* Give up the waiting orders. */
static void forget_queue(struct worker *w)
{
    struct order dropped;

    while (order_queue_take(&w->queue, &dropped))
        ;
}

void worker_release(struct worker *w)
{
    forget_queue(w);
}

/* --- reports -------------------------------------------------------------- */

static double now(const struct worker *w)
{
    return w->world->now(w->world->context);
}

static void post(const struct worker *w, const struct report *r)
{
    w->world->post(w->world->context, 0, r, report_bytes_sent(r));
}

static void send(const struct worker *w, const struct report *r)
{
    post(w, r);
    w->world->flush(w->world->context);
}

/* Send a report that belongs to no trial. */
static void say(const struct worker *w, enum report_word word)
{
    struct report r;

    report_begin(&r, word, -1);
    send(w, &r);
}

static void pass_on_warnings(const struct worker *w)
{
    struct warning own;
    struct report r;

    while (w->world->warned(w->world->context, &own)) {
        report_begin(&r, REPORT_WARNING, own.trial);
        memcpy(r.text, own.text, sizeof(r.text));
        send(w, &r);
    }
}

/* Send a report. One that ends a trial is sent together with the report that
 * the next trial has begun, if one waits. */
static void send_report(struct worker *w, const struct report *r)
{
    const bool waits = r->word == REPORT_END && w->queue.first;

    pass_on_warnings(w);
    (waits ? post : send)(w, r);
}

bool worker_is_due(const struct worker *w)
{
    return now(w) - w->reported >= REPORT_SECONDS;
}

void worker_progress(struct worker *w, struct result_message *l)
{
    struct report *r = &l->report;

    w->reported = now(w);
    r->attempt = w->attempt;
    r->seconds = w->longest;
    r->trained = w->trained;
    r->saved = w->saved;
    send_report(w, r);
}

void worker_end(struct worker *w, struct result_message *l)
{
    struct report *r = &l->report;

    r->attempt = w->attempt;
    r->trained = w->trained;
    send_report(w, r);
}

/* --- orders that come while another is carried out ------------------------ */

/* Keep an order for later; the waiting ones are given up, too. */
static void hold(struct worker *w)
{
    w->held = true;
    forget_queue(w);
}

/* Make the report that a trial was stopped or returned before it began. */
static void begin_stopped(struct report *r, long trial, int attempt)
{
    report_begin(r, REPORT_END, trial);
    r->attempt = attempt;
    r->end = TRAIN_STOPPED;
    r->best = NAN;
}

/* Return the waiting trials, which have not begun and may be trained elsewhere.
 */
static void hand_back(struct worker *w)
{
    struct order waiting;
    struct report r;

    while (order_queue_take(&w->queue, &waiting)) {
        begin_stopped(&r, waiting.trial, waiting.attempt);
        r.unbegun = true;
        post(w, &r);
    }
    w->world->flush(w->world->context);
}

/* Take an order that came during training: to stop, to train later, or to
 * return the waiting trials. Any other means that the coordinator has given
 * this attempt up: the attempt ends, and the order is carried out next. This
 * also holds for an order to train in a group, whose members need not all know
 * that the attempt is over. */
static void take_order(struct worker *w)
{
    if (w->order.word == ORDER_STOP)
        w->stopped = true;
    else if (w->order.word == ORDER_RETURN)
        hand_back(w);
    else if (w->order.word == ORDER_TRAIN && w->alone)
        order_queue_add(&w->queue, &w->order);
    else
        hold(w);
}

static bool receive(const struct worker *w, struct order *order, double seconds)
{
    int from;

    return w->world->receive(w->world->context, &from, order, sizeof(*order),
                             seconds) > 0;
}

bool worker_given_up(void *worker)
{
    struct worker *w = worker;

    while (!w->held && receive(w, &w->order, 0))
        take_order(w);
    return w->held;
}

static void note_check(struct worker *w)
{
    const double at = now(w);

    if (w->checked > 0 && at - w->checked > w->longest)
        w->longest = at - w->checked;
    w->checked = at;
}

bool worker_stop_asked(void *worker)
{
    struct worker *w = worker;

    note_check(w);
    if (w->world->stop_asked(w->world->context))
        w->stopped = true;
    return worker_given_up(w) || w->stopped;
}

/* --- one order after the other -------------------------------------------- */

/* Report that an order to train was stopped before it began. */
static void report_stopped(struct worker *w)
{
    struct report r;

    begin_stopped(&r, w->trial, w->attempt);
    send_report(w, &r);
}

/* Report that this rank has the order, whatever happens next. */
static void report_begun(const struct worker *w)
{
    struct report r;

    report_begin(&r, REPORT_BEGUN, w->trial);
    r.attempt = w->attempt;
    send(w, &r);
}

bool worker_begin(struct worker *w, const struct order *order)
{
    w->trial = order->trial;
    w->attempt = order->attempt;
    w->reported = 0;
    w->trained = 0;
    w->saved = false;
    w->alone = order->members == 1;
    if (w->alone && worker_stop_asked(w)) {
        if (!w->held)
            report_stopped(w);
        w->world->flush(w->world->context);
        return false;
    }
    w->checked = w->longest = 0;
    report_begun(w);
    return true;
}

static void pass_on_signal(struct worker *w)
{
    if (w->signalled || !w->world->stop_asked(w->world->context))
        return;
    w->signalled = true;
    say(w, REPORT_SIGNAL);
}

/* Take the next order; false if none has come. */
static bool next_order(struct worker *w, struct order *order, double seconds)
{
    if (w->held) {
        w->held = false;
        *order = w->order;
        return true;
    }
    if (order_queue_take(&w->queue, order) || receive(w, order, seconds))
        return true;
    pass_on_signal(w);
    pass_on_warnings(w);
    return false;
}

enum worker_next worker_next(struct worker *w, struct order *order,
                             double seconds)
{
    while (next_order(w, order, seconds)) {
        if (order->word == ORDER_LEAVE)
            return WORKER_LEAVES;
        if (order->word == ORDER_TRAIN)
            return WORKER_TRAINS;
        if (order->word == ORDER_QUIT)
            say(w, REPORT_BYE);
    }
    return WORKER_WAITS;
}
