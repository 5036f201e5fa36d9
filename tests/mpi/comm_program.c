/*
 * comm_program.c - tests of comm/ on real ranks; run by test_comm.sh.  Rank 0
 * prints TAP without the plan.
 */
#include "config.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "engine/comm/comm.h"

static struct group everyone(int *rank)
{
    const struct comm *w = comm_world();

    for (int i = 0; i < w->size; i++)
        rank[i] = i;
    return (struct group){
        .n = w->size, .me = w->rank, .rank = rank, .number = 1, .patience = 60};
}

/* The test passes if `good` is true on all ranks. */
static void report(bool good, const char *what)
{
    const bool bad = world_any(!good);
    if (comm_world()->rank == 0)
        printf("%sok - %s on %d ranks\n", bad ? "not " : "", what,
               comm_world()->size);
}

static bool broadcasts(struct group *g)
{
    struct error e;
    const size_t n = 200u << 10;
    unsigned *x = comm_new(n * sizeof(*x));
    bool good = true;

    for (int root = 0; root < g->n; root++) {
        for (size_t i = 0; g->me == root && i < n; i++)
            x[i] = (unsigned)(i * 7 + (size_t)root);
        good &= group_broadcast(g, root, x, n * sizeof(*x), &e) == 0;
        for (size_t i = 0; i < n; i++)
            good &= x[i] == (unsigned)(i * 7 + (size_t)root);
    }
    comm_free(x);
    return good;
}

/* Member i has i * 1000 numbers; the first has none. */
static bool gathers(struct group *g, bool all_get_it)
{
    struct error e;
    size_t n[64], total = 0, before = 0;
    bool good = true;

    for (int i = 0; i < g->n; i++) {
        n[i] = (size_t)i * 1000 * sizeof(int);
        before += i < g->me ? (size_t)i * 1000 : 0;
        total += (size_t)i * 1000;
    }
    int *all = comm_new(total * sizeof(int));
    int *mine = comm_new((size_t)g->me * 1000 * sizeof(int));
    for (int i = 0; i < g->me * 1000; i++)
        mine[i] = g->me * 100000 + i;
    if (all_get_it) {
        memcpy(all + before, mine, n[g->me]);
        good &= group_allgather(g, all, n, &e) == 0;
    } else {
        good &= group_gather(g, 0, mine, n, all, &e) == 0;
    }
    for (int m = 0, at = 0; (all_get_it || g->me == 0) && m < g->n; m++)
        for (int i = 0; i < m * 1000; i++)
            good &= all[at++] == m * 100000 + i;
    comm_free(all);
    comm_free(mine);
    return good;
}

static bool largest(struct group *g)
{
    struct error e;
    int most = -1;

    return group_max(g, (g->me * 7 + 3) % 5 + 10 * g->me, &most, &e) == 0 &&
           most == ((g->n - 1) * 7 + 3) % 5 + 10 * (g->n - 1);
}

/* Messages of 300 other attempts arrive first, and none is taken.  With a hash
 * of 11 bits two of so many numbers would almost surely be equal. */
static bool attempts_are_apart(struct group *g)
{
    enum { OLD = 300 };
    struct group old[OLD];
    struct error e;
    const int next = (g->me + 1) % g->n, last = (g->me + g->n - 1) % g->n;
    const int stale = 111, fresh = 222 + g->me;
    int got = 0;

    for (int i = 0; i < OLD; i++) {
        old[i] = *g;
        old[i].sends = NULL;
        old[i].number = group_numbers() - 1 - (uint32_t)i;
        group_send(&old[i], next, 3, &stale, sizeof(stale));
    }
    group_send(g, next, 3, &fresh, sizeof(fresh));
    bool good = group_recv(g, last, 3, &got, sizeof(got), &e) == 0 &&
                got == 222 + last && group_flush(g, &e) == 0;
    for (int i = 0; i < OLD; i++)
        group_release(&old[i]);
    return good;
}

/* Every member waits for a message that the next one never sends. */
static bool silence_is_an_error(struct group *g)
{
    struct group q = *g;
    struct error e = {""};
    const double began = clock_now();
    int got;

    q.sends = NULL;
    q.number = 2;
    q.patience = 0.3;
    const int failed =
        group_recv(&q, (g->me + 1) % g->n, 1, &got, sizeof(got), &e);
    const double waited = clock_now() - began;
    group_release(&q);
    return failed == -1 && q.lost && strstr(e.text, "has not answered") &&
           waited > 0.25 && waited < 20;
}

/* A failed MPI call is reported at once, with its reason: here a message is
 * longer than expected. */
static bool an_error_is_no_silence(struct group *g)
{
    struct group q = *g;
    struct error e = {""};
    const double began = clock_now();
    const int sent[2] = {1, 2};
    int got;

    q.sends = NULL;
    q.number = 4;
    group_send(&q, (g->me + 1) % g->n, 1, sent, sizeof(sent));
    const int failed =
        group_recv(&q, (g->me + g->n - 1) % g->n, 1, &got, sizeof(got), &e);

    group_release(&q);
    return failed == -1 && q.lost && strstr(e.text, "cannot be reached from") &&
           strstr(e.text, "TRUNCATE") && clock_now() - began < 20;
}

/*
 * Rank 1 stalls while it has sent half of a large message, and continues when
 * rank 0 has given the message up and uses its memory for something else.
 */
static bool what_is_given_up_harms_nobody(struct group *g)
{
    const size_t n = (size_t)64 << 20;
    struct group q = {.n = 2,
                      .me = g->me,
                      .rank = g->rank,
                      .number = 3,
                      .patience = g->me ? 0.001 : 0.5};
    char *bytes = comm_new(n), *other;
    struct error e;
    bool good = true;

    if (g->me == 0)
        group_expect(&q, 1, 2, bytes, n);
    else
        group_send(&q, 0, 2, memset(bytes, 1, n), n);
    const bool failed = group_flush(&q, &e) != 0;
    group_release(&q);
    comm_free(bytes);
    other = memory_zeroed(n, 1);
    if (g->me == 1)
        clock_sleep(1.5);
    for (int i = 0; i < 200; i++) /* let MPI complete pending messages */
        good &= group_max(g, 0, &(int){0}, &e) == 0;
    for (size_t i = 0; g->me == 0 && i < n; i++)
        good &= other[i] == 0;
    if (g->me == 0)
        printf("# a large message was %s\n", failed ? "given up" : "there");
    free(other);
    return good;
}

/* --- mailboxes --------------------------------------------------------- */

/* As coordinator: run on more cores than the rank was bound to, if the job has
 * them; answer every message of every rank with its double. */
static cpu_set_t roaming; /* the coordinator's cores */

static void *coordinate(void *context)
{
    int left = comm_world()->size * 20;

    (void)context;
    comm_unbind_thread();
    sched_getaffinity(0, sizeof(roaming), &roaming);
    while (left-- > 0) {
        int from, x;
        if (mailbox_recv(true, &from, &x, sizeof(x), -1) != sizeof(x))
            break;
        x *= 2;
        mailbox_send(from, false, &x, sizeof(x));
    }
    return NULL;
}

static bool coordinator_answers(void)
{
    const struct comm *w = comm_world();
    pthread_t thread;
    bool good = true;

    if (w->rank == 0 && pthread_create(&thread, NULL, coordinate, NULL))
        return false;
    for (int i = 0; i < 20; i++) {
        int x = 1000 * w->rank + i, from = -1, got = 0;
        mailbox_send(0, true, &x, sizeof(x));
        good &=
            mailbox_recv(false, &from, &got, sizeof(got), -1) == sizeof(got);
        good &= got == 2 * x && from == 0;
    }
    if (w->rank == 0) {
        pthread_join(thread, NULL);
        good &= CPU_COUNT(&roaming) >= comm_cores() * w->node_size ||
                CPU_COUNT(&roaming) == sysconf(_SC_NPROCESSORS_ONLN);
    }
    return good;
}

static bool large_messages_arrive(void)
{
    const size_t n = 1u << 20;
    unsigned char *out = memory_new(n), *in = memory_new(n);
    const int me = comm_world()->rank, size = comm_world()->size;
    int from;

    memset(out, me + 1, n);
    mailbox_send((me + 1) % size, false, out, n);
    bool good = mailbox_recv(false, &from, in, n, -1) == (long)n;
    good &= from == (me + size - 1) % size && in[n - 1] == from + 1;
    free(out);
    free(in);
    return good;
}

#define MESSAGES 1000

static bool next_is(int i, int sender)
{
    unsigned char in[MESSAGES];
    int from;

    return mailbox_recv(false, &from, in, sizeof(in), -1) == i &&
           from == sender && in[0] == i % 256 && in[i - 1] == i % 256;
}

/* More messages than one batch holds, of every length, and one alone. */
static bool posted_messages_keep_their_order(void)
{
    const int me = comm_world()->rank, size = comm_world()->size;
    const int next = (me + 1) % size, sender = (me + size - 1) % size;
    unsigned char out[MESSAGES];
    bool good = true;

    for (int i = 1; i <= MESSAGES; i++) {
        memset(out, i % 256, (size_t)i);
        (i < MESSAGES ? mailbox_post : mailbox_send)(next, false, out,
                                                     (size_t)i);
    }
    for (int i = 1; i <= MESSAGES; i++)
        good &= next_is(i, sender);
    memset(out, 7, 7);
    mailbox_post(next, false, out, 7);
    mailbox_flush(false);
    return good && next_is(7, sender);
}

static double busy(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Print how much of a core waiting takes; this does not pass or fail. */
static void show_idle_cost(void)
{
    char none;
    int from;
    const double began = busy();

    mailbox_recv(false, &from, &none, 1, 2.0);
    if (comm_world()->rank == 0)
        printf("# waiting for a message takes %.2f %% of a core\n",
               100 * (busy() - began) / 2.0);
}

int main(void)
{
    int rank[64];

    comm_start();
    struct group g = everyone(rank);
    report(broadcasts(&g), "a broadcast reaches all from any root");
    report(gathers(&g, false), "a gather keeps the order of members");
    report(gathers(&g, true), "an allgather gives all to all");
    report(largest(&g), "the largest value is known to all");
    report(attempts_are_apart(&g), "a stale attempt's message is not taken");
    if (g.n > 1) {
        report(silence_is_an_error(&g), "a silent peer is an error in time");
        report(an_error_is_no_silence(&g), "an error of MPI is told at once");
    }
    if (g.n == 2)
        report(what_is_given_up_harms_nobody(&g),
               "what is given up harms nobody");
    report(coordinator_answers(), "the coordinator answers beside a worker");
    report(large_messages_arrive(), "messages of a mebibyte arrive");
    report(posted_messages_keep_their_order(),
           "posted messages keep their order");
    report(comm_cores() >= 1, "a rank has a core");
    show_idle_cost();
    group_release(&g);
    comm_end(0);
    return 0;
}
