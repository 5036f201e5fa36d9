/* The schedule of threads that learn word vectors: whichever thread is slow,
 * each row is changed in the same order. */
#include "config.h"

#include "tests/test.h"

#include "base/numbers/random.h"
#include "engine/word_vectors/jobs.h"

enum { BLOCKS = 4, PARTS = 20, HANDS = 3 };

/* The progress of a run: parts found, and rounds done of rows and columns. */
struct course {
    bool found[PARTS];
    int row[BLOCKS], column[BLOCKS], buckets;
};

/* Check that a bucket's row and column have reached this round, and that no
 * running job has them. */
static void check_begun(const struct course *c, const struct learning_job *job,
                        const struct learning_job *other, int others)
{
    const int column = blocks_meet(job->block, job->round, BLOCKS);
    const int round = job->part * BLOCKS + job->round;

    if (job->find)
        return;
    assert_true(c->found[job->part]);
    assert_int_equal(c->row[job->block], round);
    assert_int_equal(c->column[column], round);
    for (int i = 0; i < others; i++) {
        if (other[i].find)
            continue;
        assert_int_equal(other[i].part, job->part);
        assert_int_not_equal(other[i].block, job->block);
        assert_int_not_equal(
            blocks_meet(other[i].block, other[i].round, BLOCKS), column);
    }
}

static void note_done(struct course *c, const struct learning_job *job)
{
    if (job->find) {
        c->found[job->part] = true;
        return;
    }
    c->row[job->block]++;
    c->column[blocks_meet(job->block, job->round, BLOCKS)]++;
    c->buckets++;
}

/* Some jobs are running.  A random one is done, and the next one begins.  While
 * none can begin, more of the running ones are done first. */
static void rows_are_changed_in_one_order_whoever_is_slow(void **state)
{
    const struct random_key key = random_key(8, "who is slow");

    (void)state;
    for (uint32_t run = 0; run < 50; run++) {
        struct jobs s;
        struct course c = {0};
        struct learning_job job[HANDS];
        int n = 0;
        uint32_t turn = 0;

        jobs_init(&s, BLOCKS, 0, PARTS);
        while (c.buckets < PARTS * BLOCKS * BLOCKS) {
            while (n < HANDS && jobs_try(&s, &job[n])) {
                check_begun(&c, &job[n], job, n);
                n++;
            }
            assert_true(n > 0);
            const struct address at = {run, turn++, 0};
            const uint32_t i = random_below(key, at, 0, (uint32_t)n);

            note_done(&c, &job[i]);
            jobs_done(&s, &job[i]);
            job[i] = job[--n];
        }
        assert_int_equal(n, 0);
        assert_false(jobs_next(&s, &job[0])); /* all jobs are done */
        jobs_release(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_changed_in_one_order_whoever_is_slow),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
