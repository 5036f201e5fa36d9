/* Pivots over two made-up folders: rows, columns, cells and notes. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/report/tables/pivot_fixture.h"

/* sd of 0, 0.125, 0.25, 0.375 is 0.1614; that of coda is 1.5 times as large. */
static void fields_go_where_they_are_told(void **state)
{
    (void)state;
    expect(1,
           (struct pivot_view){.format = format_find("markdown"),
                               .rows = "model.hidden",
                               .columns = "model.attention.kind",
                               .values = "test.map"},
           NULL,
           "| model.hidden | softmax | coda | coda published | coda difference "
           "|\n|---|---:|---:|---:|---:|\n"
           "| 100 | 60.19" PM "0.16 | 62.28" PM "0.24 | 70.50 | -8.22 |\n"
           "| 200 | 60.69" PM "0.16 | 62.78" PM "0.24 | 70.50 | -7.72 |\n"
           "\n- columns: model.attention.kind; of test.map\n"
           "- a cell: 4 finished trials; ");
}

/* All but one of eight are 0, or 100: the interval would extend beyond. */
static void be_at_the_ends(struct results *s)
{
    for (int i = 0; i < TRIALS; i++)
        s->row[i].result.test[2] = fabs(100.0 * (i / 8) - (i % 8 ? 0 : 10));
}

/* All aggregates of a cell, computed by hand: 60, 60.125, 60.25, 60.375. */
static void programs_get_every_aggregate(void **state)
{
    const struct pivot_view view = {.format = format_find("csv"),
                                    .columns = "model.attention.kind",
                                    .rows = "model.hidden",
                                    .values = "test.map",
                                    .show = "mean,best,median,min,max,count"};

    (void)state;
    expect(1, view, NULL,
           "model.hidden,softmax.test.map.mean,softmax.test.map.best,softmax."
           "test.map.median,softmax.test.map.min,softmax.test.map.max,softmax."
           "test.map.count,coda.test.map.mean,");
    expect(1, view, NULL, "\n100,60.1875,60.375,60.1875,60,60.375,4,");
    expect(
        1,
        (struct pivot_view){.format = format_find("csv"), .values = "test.map"},
        NULL,
        "model.attention.kind,model.hidden,test.map.mean,test.map.sd,"
        "test.map.low,test.map.high,test.map.best,test.map.median,"
        "test.map.min,test.map.max,test.map.count,test.map.published,"
        "test.map.difference\r\nsoftmax,100,60.1875,0.1613743061,");
    struct pivot_view end = view;
    end.rows = "train.batch";
    end.values = "test.one";
    end.show = "low,high";
    expect(1, end, be_at_the_ends, "\n32,0,4.205780");
    expect(1, end, be_at_the_ends, ",100\r\n");
}

/* Values contain dots, too: 0 and 1.5 are not 0.1 and 5. */
static void values_of_several_columns_stand_with_their_fields(void **state)
{
    (void)state;
    expect(1,
           (struct pivot_view){.format = format_find("csv"),
                               .rows = "train.batch",
                               .columns = "model.attention.kind,model.hidden",
                               .values = "test.map",
                               .show = "min"},
           NULL,
           "train.batch,"
           "model.attention.kind=softmax.model.hidden=100.test.map.min,"
           "model.attention.kind=softmax.model.hidden=200.test.map.min,");
}

/* A cell covers trials whatever their other fields are: seeds and sizes. */
static void a_field_left_out_is_summed_over(void **state)
{
    (void)state;
    expect(1,
           (struct pivot_view){.format = format_find("csv"),
                               .rows = "model.attention.kind",
                               .values = "test.map",
                               .show = "count,max"},
           NULL, "softmax,8,60.875\r\ncoda,8,63.0625\r\n");
    expect(1,
           (struct pivot_view){.format = format_find("csv"),
                               .rows = "train.batch",
                               .values = "test.map",
                               .show = "count,published"},
           NULL, "train.batch,test.map.count\r\n32,16\r\n");
}

static void best_is_what_the_sweep_is_for(void **state)
{
    const struct pivot_view view = {.format = format_find("csv"),
                                    .rows = "model.attention.kind",
                                    .values = "test.map",
                                    .show = "best"};

    (void)state;
    expect_either_way(view, NULL, "softmax,60.875\r\ncoda,63.0625\r\n",
                      "softmax,60\r\ncoda,62\r\n");
}

static void be_of_text2code(struct results *s)
{
    for (int i = 0; i < TRIALS; i++) {
        free(s->row[i].config.own);
        s->row[i].config.own = memory_string("task.kind: text2code\n");
        strcpy(s->row[i].result.metric[0], "accuracy");
        strcpy(s->row[i].result.metric[2], "unparsed");
        s->row[i].result.test[2] = i;
    }
}

/* The task's first metric is the goal; `unparsed` is best when low. */
static void best_is_low_where_the_task_has_it_so(void **state)
{
    const struct pivot_view view = {.format = format_find("csv"),
                                    .rows = "task.kind",
                                    .values = "test.accuracy,test.unparsed",
                                    .show = "best"};

    (void)state;
    expect_either_way(view, be_of_text2code, "\ntext2code,63.0625,0\r\n",
                      "\ntext2code,60,0\r\n");
}

/* A number published for only some trials of a cell is not the cell's. */
static void what_is_published_must_be_of_all(void **state)
{
    const struct pivot_view view = {.format = format_find("csv"),
                                    .rows = "train.batch",
                                    .values = "test.map",
                                    .show = "count,published"};

    (void)state;
    coda[0] = "softmax"; /* the kind of the first trial */
    expect(1, view, NULL, "train.batch,test.map.count\r\n32,16\r\n");
    coda[0] = "coda";
}

/* The first number is shown, and its source in a note. */
static void what_is_published_has_its_source(void **state)
{
    struct pivot_view view = {.format = format_find("markdown"),
                              .rows = "model.attention.kind",
                              .values = "test.map"};
    struct published twice[] = {
        published[0],
        {1, where, coda, 0, NULL, 1, metrics, (double[]){71}, "another"}};

    (void)state;
    expect(1, view, NULL, "\n- published: CoDA, table 2\n");
    experiment.published = twice;
    experiment.published_n = 2;
    expect(1, view, NULL, "| 70.50 |");
    expect(1, view, NULL,
           "\n- published: CoDA, table 2\n- of several numbers that are "
           "published of a cell the first stands\n");
    experiment.published = published;
    experiment.published_n = 1;
    view.show = "mean";
    expect_not(1, view, NULL, "published");
}

static void be_drawn(struct results *s)
{
    static const char *const dropout[] = {"0.5", "0.05", "1.0e-4", "0.3"};

    for (int i = 0; i < TRIALS; i++) {
        free(s->row[i].config.own);
        s->row[i].config.own =
            memory_format("model.attention.kind: %s\nmodel.dropout: %s\n",
                          i % 2 ? "coda" : "softmax", dropout[i / 4]);
    }
}

/* Texts keep their order; the numbers of each are sorted. */
static void what_is_drawn_stands_by_its_numbers(void **state)
{
    struct pivot_view view = {.format = format_find("csv"),
                              .rows = "model.dropout",
                              .values = "test.map",
                              .show = "count"};

    (void)state;
    expect(1, view, be_drawn, "\n0.5,4\r\n0.05,4\r\n1.0e-4,4\r\n0.3,4\r\n");
    experiment.search.sampler.kind = kinds_find(&sampler_kinds, "random");
    expect(1, view, be_drawn, "\n1.0e-4,4\r\n0.05,4\r\n0.3,4\r\n0.5,4\r\n");
    view.rows = "model.attention.kind,model.dropout";
    expect(1, view, be_drawn,
           "\nsoftmax,1.0e-4,2\r\nsoftmax,0.05,2\r\nsoftmax,0.3,2\r\n"
           "softmax,0.5,2\r\ncoda,1.0e-4,2\r\n");
    view = (struct pivot_view){.format = view.format,
                               .rows = "model.attention.kind",
                               .columns = "model.dropout",
                               .values = "test.map",
                               .show = "min"};
    expect(1, view, be_drawn,
           "model.attention.kind,1.0e-4.test.map.min,0.05.test.map.min,"
           "0.3.test.map.min,0.5.test.map.min\r\nsoftmax,62,60.5,62.5,60\r\n");
    experiment.search.sampler.kind = NULL;
}

static void folders_stand_side_by_side(void **state)
{
    (void)state;
    expect(2,
           (struct pivot_view){.format = format_find("csv"),
                               .rows = "model.attention.kind",
                               .columns = "results",
                               .values = "test.map",
                               .show = "min"},
           NULL,
           "model.attention.kind,results/a.test.map.min,results/b.test.map.min"
           "\r\nsoftmax,60,70\r\ncoda,62,72\r\n");
    expect(2,
           (struct pivot_view){.format = format_find("csv"),
                               .values = "test.map",
                               .show = "min"},
           NULL,
           "results,model.attention.kind,model.hidden,test.map.min\r\n"
           "results/a,softmax,100,60\r\n");
}

static void lose_the_test(struct results *s)
{
    for (int i = 0; i < TRIALS; i++)
        for (int m = 0; m < 3; m++) {
            s->row[i].result.valid[m] = 50 + i + m;
            s->row[i].result.test[m] = NAN;
        }
}

/* A search beside a sweep based on it. */
static void a_folder_without_a_test_has_its_goal(void **state)
{
    (void)state;
    expect(2,
           (struct pivot_view){
               .format = format_find("csv"), .rows = "results", .show = "min"},
           lose_the_test,
           "results,valid.map.min,test.map.min,test.error.min,test.one.min\r\n"
           "results/a,50,,,\r\nresults/b,,70,");
}

/* Softmax has no beta: in a column of numbers its cell is empty. */
static void have_a_beta(struct results *s)
{
    for (int i = 0; i < TRIALS; i++) {
        free(s->row[i].config.own);
        s->row[i].config.own = memory_string(
            i / 8 ? "model.attention.beta: 0.5\n" : "model.hidden: 1\n");
    }
}

static void a_field_that_a_kind_has_not_is_empty_for_programs(void **state)
{
    struct pivot_view view = {.format = format_find("json"),
                              .rows = "model.attention.beta",
                              .values = "test.map",
                              .show = "count"};

    (void)state;
    expect(1, view, have_a_beta,
           "{\"name\": \"model.attention.beta\", \"type\": \"real\"}");
    expect(1, view, have_a_beta,
           "[{\"model.attention.beta\": null, \"test.map.count\": 8}, "
           "{\"model.attention.beta\": 0.5, \"test.map.count\": 8}]");
    view.format = format_find("markdown");
    expect(1, view, have_a_beta, "| - | ");
}

/* If none has finished, the count is 0. */
static void what_has_not_finished_is_counted_and_published(void **state)
{
    (void)state;
    expect(1,
           (struct pivot_view){.format = format_find("csv"),
                               .rows = "model.attention.kind,model.hidden",
                               .values = "test.map"},
           lose_a_size, "\ncoda,100,,,,,,,,,0,70.5,\r\n");
}

static void lose_some(struct results *s)
{
    s->row[0].present = false;
    s->row[1].result.status = TRIAL_FAILED;
    s->row[8].result.test[0] = NAN;
    for (int i = 4; i < 8; i++)
        s->row[i].present = false;
}

static void what_is_missing_is_left_out_and_counted(void **state)
{
    const struct pivot_view view = {.format = format_find("markdown"),
                                    .rows = "model.hidden",
                                    .columns = "model.attention.kind",
                                    .values = "test.map"};

    (void)state;
    expect(1, view, lose_some, "| 100 | 60.31" PM "0.09 | 62.38" PM "0.19 |");
    expect(1, view, lose_some, "| 200 |  | 62.78" PM "0.24 |");
    expect(1, view, lose_some, "- a cell: 2 to 4 finished trials; ");
    expect(1, view, lose_some,
           "- test.map (model.hidden=100 model.attention.kind=coda): 1 of 4 "
           "finished trials has no value\n");
    expect(1, view, lose_some,
           "- results/a: 6 of 16 trials have failed or not finished\n");
}

static void be_the_second(struct results *s)
{
    for (int i = 0; i < TRIALS; i++)
        s->row[i].trial.hi = 1;
}

static void a_trial_of_two_folders_counts_once(void **state)
{
    const struct pivot_view view = {.format = format_find("markdown"),
                                    .rows = "model.attention.kind",
                                    .values = "test.map",
                                    .show = "mean,count"};

    (void)state;
    expect(2, view, be_the_second, "| coda | 62.53 | 8 |");
    expect(2, view, be_the_second, "- a cell: 8 finished trials\n"); /* no +- */
    expect(2, view, be_the_second,
           "- counted once: 16 trials that an earlier folder has, too\n");
}

static void what_is_none_is_answered_with_what_there_is(void **state)
{
    (void)state;
    refuses((struct pivot_view){.rows = "model.hiden"},
            "--rows: found 'model.hiden', expected a field of the trials' "
            "configuration, such as train.seed, or results; did you mean "
            "'model.hidden'?");
    refuses((struct pivot_view){.columns = "x"}, "--columns: found 'x'");
    refuses((struct pivot_view){.values = "test.mpa"},
            "--value: found 'test.mpa', expected valid.map, ");
    refuses((struct pivot_view){.show = "mean,mode"},
            "--show: found 'mode', expected mean, sd, ");
    refuses(
        (struct pivot_view){.rows = "train.batch", .columns = "train.batch"},
        "found field 'train.batch' in --rows and in --columns");
}

/* No trial has a value of the goal, map, but all of another on valid. */
static void validate_another(struct results *s)
{
    for (int i = 0; i < TRIALS; i++) {
        for (int m = 0; m < 3; m++)
            s->row[i].result.test[m] = NAN;
        s->row[i].result.valid[1] = i;
    }
}

static void what_chose_the_checkpoint_is_the_goal(void **state)
{
    (void)state;
    expect(1,
           (struct pivot_view){.format = format_find("markdown"),
                               .values = "valid.error"},
           validate_another,
           "scored: of each trial the checkpoint with the highest valid.map\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_go_where_they_are_told),
        cmocka_unit_test(programs_get_every_aggregate),
        cmocka_unit_test(values_of_several_columns_stand_with_their_fields),
        cmocka_unit_test(a_field_left_out_is_summed_over),
        cmocka_unit_test(best_is_what_the_sweep_is_for),
        cmocka_unit_test(best_is_low_where_the_task_has_it_so),
        cmocka_unit_test(what_is_published_must_be_of_all),
        cmocka_unit_test(what_is_published_has_its_source),
        cmocka_unit_test(what_is_drawn_stands_by_its_numbers),
        cmocka_unit_test(folders_stand_side_by_side),
        cmocka_unit_test(a_folder_without_a_test_has_its_goal),
        cmocka_unit_test(a_field_that_a_kind_has_not_is_empty_for_programs),
        cmocka_unit_test(what_has_not_finished_is_counted_and_published),
        cmocka_unit_test(what_is_missing_is_left_out_and_counted),
        cmocka_unit_test(a_trial_of_two_folders_counts_once),
        cmocka_unit_test(what_chose_the_checkpoint_is_the_goal),
        cmocka_unit_test(what_is_none_is_answered_with_what_there_is),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
