#!/bin/bash
# The study is broken in one place after the other: random worlds must find each
# fault, and print the command that repeats the world in which it shows.
. "${srcdir:-.}/tests/tap.sh"

[ -n "$CODARUN_LONG" ] || skip_all "builds what is broken: make check-long"
builddir=${builddir:-.}
[ -f "$builddir/$(unit_test test_study).o" ] || skip_all "test_study is not built"

test=test_study worlds=1000
. "${srcdir:-.}/tests/broken.sh"

all_are_found <<'BREAKS'
a sync is skipped: orders leave before|tests/unit/sweep/study/study_world.h|/^static bool may_leave/,/^}/s/return .*/return (void)w, (void)r, true;/
a rung is forgotten|src/sweep/study/rungs.c|s/^    scheduler_pause(&s->scheduler, number, goal);/    (void)goal;/
the number of an attempt is used again|src/sweep/study/study.c|s/^        s->trial\[e->trial\].attempt = e->attempt;//
the number of a trial is used again|src/sweep/study/proposals.c|/^void proposals_name/,/^}/s/rungs_enter(s, s->n++);/rungs_enter(s, s->n), s->n += first == s->n;/
a search that learns does not wait for its round|src/sweep/study/proposals.c|s/return s->settled >= needs;/return needs >= 0;/
a search that learns sees the trials that ended first|src/sweep/study/proposals.c|s/if (i >= needs)/if (i < 0)/
a duplicate has no value|src/sweep/study/proposals.c|s/: s->trial\[t->duplicate_of\].goal/: NAN/
a slot is not given back|src/sweep/study/study.c|s/^    open_slot(s, t->slot);//
a lost trial is forgotten|src/sweep/study/study.c|s/phase_move(s, e->trial, PHASE_WAITING)/phase_move(s, e->trial, e->word == EVENT_LOST ? PHASE_PAUSED : PHASE_WAITING)/
a failure at a rung delays the others|src/sweep/study/study.c|/^static void end(/,/^}/s/rungs_leave(s, e->trial);/(void)s;/
suspects are tried all together|src/sweep/study/suspects.c|s|c.tried < c.n / 2|c.tried < c.n|
a suspect has others beside it|src/sweep/study/study.c|s/!s->tried && next_other/next_other/
a parent goes on before its child begins|src/sweep/study/study.c|s/ || proposals_next_is_clone(s)) &&/) \&\&/
the first at a rung are decided on at once|src/sweep/scheduler/bracket.c|s/ && !n->missing\[k\] && / \&\& /
the median is of the trials that came first|src/sweep/scheduler/kinds/median.c|s/t->rung <= k;/t->rung < k;/
dropped proposals are not logged|src/sweep/simulate/replay_log.c|s/^    while (c->trials < study_trials(s))/    while (false)/
BREAKS
done_testing
