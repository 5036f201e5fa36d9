#!/bin/bash
# Breaks the coordinator, the workers and the ledger in one place after the other.
# test_coordinator has to find each, and to print the command that simulates only
# the world in which it shows.
. "${srcdir:-.}/tests/tap.sh"

[ -n "$CODARUN_LONG" ] || skip_all "builds what is broken: make check-long"
builddir=${builddir:-.}
[ -f "$builddir/$(unit_test test_coordinator).o" ] ||
    skip_all "test_coordinator is not built"

test=test_coordinator worlds=6000
. "${srcdir:-.}/tests/broken.sh"

all_are_found <<'BREAKS'
orders are sent before their line is written|src/sweep/coordinator/outgoing.c|s/if (done >= 0 \&\& p->after > done)/if (false)/
a lost rank is not asked about|src/sweep/coordinator/reports.c|s/^        members_ask(c, slot);//
stale reports count|src/sweep/coordinator/reports.c|s/^           study_trial(c->study, r->trial)->attempt == r->attempt;/           true;/
losses are not noted|src/sweep/coordinator/reports.c|s/coordinator_note(c, RECORD_LOST, r->trial, r->text);//
losses do not count|src/sweep/coordinator/reports.c|s/coordinator_tell(c, EVENT_LOST, r->trial, NAN);/coordinator_tell(c, EVENT_STOPPED, r->trial, NAN);/
a found result is not taken|src/sweep/coordinator/reports.c|s/^    if (take_found(c, slot, rank))/    if (false)/
a trial that had not begun is lost|src/sweep/coordinator/reports.c|s/^    if (has_begun(c, rank, r.trial))/    if (true)/
a trial that had begun is tried elsewhere|src/sweep/coordinator/reports.c|s/^    if (has_begun(c, rank, r.trial))/    if (false)/
a rung has no line|src/sweep/coordinator/reports.c|s/^    coordinator_add(c, RECORD_RUNG, r->trial, str_text(&goal));//
an end has no line|src/sweep/coordinator/reports.c|s/coordinator_noted(c, c->world->end(c->world->context, r, &e), &e);/(void)e;/
a stop does not end|src/sweep/coordinator/reports.c|s/^    coordinator_tell(c, EVENT_STOPPED, r->trial, NAN);//
numbers are given back too early|src/sweep/coordinator/reports.c|s/if (r->end != TRAIN_BROKEN) /if (true) /
the other members of a team are not informed|src/sweep/coordinator/members.c|s/^    coordinator_post_team(c, slot, &drop);//
a rank that is back gets no order|src/sweep/coordinator/members.c|s/^    coordinator_post(c, rank, &order);//
a rank that is back at the end gets no order to quit|src/sweep/coordinator/members.c|s/c->quit ? ORDER_QUIT : ORDER_DROP/ORDER_DROP/
trials that wait after a lost one are kept|src/sweep/coordinator/members.c|s/^            reports_return(c, i);//
a team is dissolved before its orders are sent|src/sweep/coordinator/members.c|/^static void set_slots/,/^}/s/outgoing_settle(c);//
a lost rank's orders are not sent before|src/sweep/coordinator/members.c|/^static void lose_attempt/,/^}/s/outgoing_settle(c);//
a rank that was asked about is never heard|src/sweep/coordinator/members.c|s/^            m->unsure = 0;/            ;/
waiting trials are not taken back|src/sweep/coordinator/members.c|s/^    coordinator_post_team(c, slot, &back);//
the order to quit is sent before earlier ones|src/sweep/coordinator/coordinator.c|/^static void order_quit/,/^}/s/outgoing_settle(c);//
leave before all said bye|src/sweep/coordinator/coordinator.c|s/if (!members_all_said_bye(c))/if (false)/
silent ranks delay the end|src/sweep/coordinator/members.c|s/if (!c->said_bye\[i\] \&\& !c->membership->member\[i\].gone)/if (!c->said_bye[i])/
silent ranks are sent orders|src/sweep/coordinator/coordinator.c|s/if (!c->membership->member\[rank\[i\]\].gone)/if (true)/
a settle is not noted|src/sweep/coordinator/coordinator.c|s/coordinator_note(c, RECORD_SETTLE, -1, "");//
a settle has no effect|src/sweep/coordinator/coordinator.c|s/coordinator_tell(c, EVENT_SETTLED, -1, NAN);//
dropped proposals are not noted|src/sweep/coordinator/coordinator.c|s/coordinator_noted(c, w->record(w->context, &e), &e);/(void)e;/
a failed journal ends nothing|src/sweep/coordinator/coordinator.c|/^int coordinator_noted/,/^}/s/if (failed)/if (false)/
a trial stays ordered when the journal fails|src/sweep/coordinator/outgoing.c|s/coordinator_tell(c, EVENT_STOPPED, p->order.trial, NAN);/;/
stops are lost when the journal fails|src/sweep/coordinator/outgoing.c|/^static void return_to_sender/,/^}/s/^        send_stop(c, &p->order);/        ;/
the order of messages in the queue is reversed|src/sweep/coordinator/outgoing.c|s/\*(c->outgoing ? &c->outgoing_last->next : &c->outgoing) = p;/p->next = c->outgoing, c->outgoing = p;/
all groups have the same number|src/sweep/coordinator/outgoing.c|s/c->number\[slot\] = tag_pool_take(&c->tags);/c->number[slot] = 1;/
a signal stops nothing|src/sweep/coordinator/coordinator.c|s/^        coordinator_tell(c, EVENT_STOP, -1, NAN);//
an order to stop has no line|src/sweep/coordinator/coordinator.c|/^static void clear_suspect(/,/^}/s/if (trial >= 0 \&\& !c->suspect\[slot\])/if (false)/
a drop is ignored|src/sweep/coordinator/worker.c|s/^    w->held = true;//
the held order is lost|src/sweep/coordinator/worker.c|s/^        \*order = w->order;/        order->word = ORDER_DROP;/
waiting orders outlive a drop|src/sweep/coordinator/worker.c|/^static void hold/,/^}/s/forget_queue(w);//
no report that it has begun|src/sweep/coordinator/worker.c|s/^    report_begun(w);//
no bye|src/sweep/coordinator/worker.c|s/^            say(w, REPORT_BYE);/            ;/
a worker's signal is not reported|src/sweep/coordinator/worker.c|s/^    say(w, REPORT_SIGNAL);//
a stop outlives its job|src/sweep/coordinator/worker.c|s/^        w->stopped = true;/        ;/
the attempt in a report is old|src/sweep/coordinator/worker.c|/^void worker_end/,/^}/s/r->attempt = w->attempt;/r->attempt = w->attempt - 1;/
a rank is back before its attempt is given up|src/sweep/coordinator/members.c|s/if (m->gone \&\& m->slot >= 0)/if (m->gone \&\& m->slot >= 0 \&\& silence(c, i) >= most \/ 2)/
the sweep gives up before a rank could wake|src/sweep/coordinator/stuck.c|s/if ((members_may_return(c) .*/if (false \&\&/
the sweep gives up before a rank could answer|src/sweep/coordinator/stuck.c|s/|| members_may_answer(c)/|| false/
the sweep never gives up|src/sweep/coordinator/stuck.c|s/^    coordinator_break(c, &e);//
time when rank 0 was paused counts|src/sweep/coordinator/stuck.c|s/c->stuck += fmin(now - c->stuck_checked, STUCK_MOST)/c->stuck += now - c->stuck_checked/
a result without a line is ignored|src/sweep/ledger/compare.c|s/if (found == FOUND_OTHER)/if (ended \&\& found == FOUND_OTHER)/
the last job's attempts are not judged|src/sweep/ledger/judge.c|s/t.job == l->jobs/t.job > l->jobs/
an incomplete last line is an error|src/sweep/ledger/journal_reader.c|/^static int end_torn/,/^}/s/        return 0;/        ;/
an empty block is an error|src/sweep/ledger/journal_reader.c|/^static bool is_unwritten/,/^}/s/return strlen(line) < len/return false/
a line is complete without its last bytes|src/sweep/ledger/journal_reader.c|s/^    r->whole = r->base + (off_t)r->at;/    r->whole = r->length;/
a rung's goal is not read|src/sweep/ledger/record.c|s/EVENT_PAUSED/EVENT_STOPPED/
BREAKS
done_testing
