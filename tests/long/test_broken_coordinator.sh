#!/bin/bash
# The coordinator and the workers are broken in one place after the other:
# simulated clusters must find each fault, and print the command that repeats
# the cluster in which it shows.
. "${srcdir:-.}/tests/tap.sh"

[ -n "$CODARUN_LONG" ] || skip_all "builds what is broken: make check-long"
builddir=${builddir:-.}
[ -f "$builddir/$(unit_test test_coordinator).o" ] ||
    skip_all "test_coordinator is not built"

test=test_coordinator worlds=6000
. "${srcdir:-.}/tests/broken.sh"

all_are_found <<'BREAKS'
orders leave before their line|src/sweep/coordinator/outgoing.c|s/if (done >= 0 \&\& p->after > done)/if (false)/
a lost rank is not asked about|src/sweep/coordinator/reports.c|s/^        members_ask(c, slot);//
stale reports count|src/sweep/coordinator/reports.c|s/^           study_trial(c->study, r->trial)->attempt == r->attempt;/           true;/
losses are not noted|src/sweep/coordinator/reports.c|s/coordinator_note(c, RECORD_LOST, r->trial, r->text);//
losses do not count|src/sweep/coordinator/reports.c|s/coordinator_tell(c, EVENT_LOST, r->trial, NAN);/coordinator_tell(c, EVENT_STOPPED, r->trial, NAN);/
a found result is not taken|src/sweep/coordinator/reports.c|s/^    if (take_found(c, slot, rank))/    if (false)/
one that had not begun is lost|src/sweep/coordinator/reports.c|s/^    if (has_begun(c, rank, r.trial))/    if (true)/
one that had begun is tried elsewhere|src/sweep/coordinator/reports.c|s/^    if (has_begun(c, rank, r.trial))/    if (false)/
a rung has no line|src/sweep/coordinator/reports.c|s/^    coordinator_add(c, RECORD_RUNG, r->trial, str_text(&goal));//
an end has no line|src/sweep/coordinator/reports.c|s/coordinator_noted(c, c->world->end(c->world->context, r, &e), &e);/(void)e;/
a stop does not end|src/sweep/coordinator/reports.c|s/^    coordinator_tell(c, EVENT_STOPPED, r->trial, NAN);//
numbers are given back too early|src/sweep/coordinator/reports.c|s/if (r->end != TRAIN_BROKEN) /if (true) /
the other members of a team are not told|src/sweep/coordinator/members.c|s/^    coordinator_post_team(c, slot, &drop);//
a rank that is back gets no order|src/sweep/coordinator/members.c|s/^    coordinator_post(c, rank, &order);//
a rank that is back at the end is not told to quit|src/sweep/coordinator/members.c|s/c->quit ? ORDER_QUIT : ORDER_DROP/ORDER_DROP/
what waits behind a lost one is kept|src/sweep/coordinator/members.c|s/^            reports_return(c, i);//
a team breaks up before its orders left|src/sweep/coordinator/members.c|s/outgoing_settle(c); \/\* its reports are of this team.*$//
the orders of a lost one do not leave before|src/sweep/coordinator/members.c|s/outgoing_settle(c); \/\* its orders are sent before.*$//
unsure ranks are never sure|src/sweep/coordinator/members.c|s/^            m->unsure = 0;/            ;/
waiting trials are not asked back|src/sweep/coordinator/members.c|s/^    coordinator_post_team(c, slot, &back);//
the quit overtakes|src/sweep/coordinator/coordinator.c|/^static void order_quit/,/^}/s/outgoing_settle(c);//
leave before all said bye|src/sweep/coordinator/coordinator.c|s/if (!members_all_said_bye(c))/if (false)/
silent ranks delay the end|src/sweep/coordinator/members.c|s/if (!c->said_bye\[i\] \&\& !c->membership->member\[i\].gone)/if (!c->said_bye[i])/
silent ranks are sent orders|src/sweep/coordinator/coordinator.c|s/if (!c->membership->member\[rank\[i\]\].gone)/if (true)/
a settle is not noted|src/sweep/coordinator/coordinator.c|s/coordinator_note(c, RECORD_SETTLE, -1, "");//
a settle is not obeyed|src/sweep/coordinator/coordinator.c|s/coordinator_tell(c, EVENT_SETTLED, -1, NAN);//
dropped proposals are not noted|src/sweep/coordinator/coordinator.c|s/coordinator_noted(c, w->record(w->context, &e), &e);/(void)e;/
a failed journal ends nothing|src/sweep/coordinator/coordinator.c|/^int coordinator_noted/,/^}/s/if (failed)/if (false)/
orders do not come back when the journal fails|src/sweep/coordinator/outgoing.c|s/coordinator_tell(c, EVENT_STOPPED, p->order.trial, NAN);/;/
stops are lost when the journal fails|src/sweep/coordinator/outgoing.c|/^static void return_to_sender/,/^}/s/^        send_stop(c, &p->order);/        ;/
the order of messages in the queue is reversed|src/sweep/coordinator/outgoing.c|s/\*(c->outgoing ? &c->outgoing_last->next : &c->outgoing) = p;/p->next = c->outgoing, c->outgoing = p;/
the tag of a group's messages is always 1|src/sweep/coordinator/outgoing.c|s/c->number\[slot\] = tag_pool_take(&c->tags);/c->number[slot] = 1;/
a signal stops nothing|src/sweep/coordinator/coordinator.c|s/^        coordinator_tell(c, EVENT_STOP, -1, NAN);//
told to stop: no line|src/sweep/coordinator/coordinator.c|/^static void clear_suspect(/,/^}/s/if (trial >= 0 \&\& !c->suspect\[slot\])/if (false)/
a drop is ignored|src/sweep/coordinator/worker.c|s/^    w->held = true;//
the held order is lost|src/sweep/coordinator/worker.c|s/^        \*order = w->order;/        order->word = ORDER_DROP;/
what waits survives a drop|src/sweep/coordinator/worker.c|/^static void hold/,/^}/s/forget_queue(w);//
a worker does not report that it has begun|src/sweep/coordinator/worker.c|s/^    report_begun(w);//
no bye|src/sweep/coordinator/worker.c|s/^            say(w, REPORT_BYE);/            ;/
a worker's signal is not told|src/sweep/coordinator/worker.c|s/^    say(w, REPORT_SIGNAL);//
a stop outlives its job|src/sweep/coordinator/worker.c|s/^        w->stopped = true;/        ;/
the attempt in a report is old|src/sweep/coordinator/worker.c|/^void worker_end/,/^}/s/r->attempt = w->attempt;/r->attempt = w->attempt - 1;/
a rank counts as back before its attempt is given up|src/sweep/coordinator/members.c|s/if (m->gone \&\& m->slot >= 0)/if (m->gone \&\& m->slot >= 0 \&\& silence(c, i) >= most \/ 2)/
it gives up before any rank could return|src/sweep/coordinator/stuck.c|s/if ((members_may_return(c) .*/if (false \&\&/
it gives up before anyone could answer|src/sweep/coordinator/stuck.c|s/|| members_may_answer(c)/|| false/
it never gives up|src/sweep/coordinator/stuck.c|s/^    coordinator_break(c, &e);//
what a sleeping rank 0 missed counts|src/sweep/coordinator/stuck.c|s/c->stuck += fmin(now - c->stuck_checked, STUCK_MOST)/c->stuck += now - c->stuck_checked/
BREAKS
done_testing
