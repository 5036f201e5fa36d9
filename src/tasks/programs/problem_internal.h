/*
 * problem_internal.h - what the files that read problems share.
 */
#ifndef TASKS_PROGRAMS_PROBLEM_INTERNAL_H
#define TASKS_PROGRAMS_PROBLEM_INTERNAL_H

#include "tasks/programs/problem.h"
#include "text/formats/json.h"

/* The state of reading a line into a problem. */
struct problem_reader {
    struct problem *problem;
    struct str text;
    struct json_place tree;  /* where short_tree begins */
    struct lisp_value *item; /* owned: elements of arrays and dictionaries
                                that are not complete yet */
    int items, room;
    bool gives; /* the values belong to an output, which a program must give */
};

/* Read the next value, a text, kept as long as the problem. */
int problem_read_text(struct json *j, struct problem_reader *r,
                      const char **out, struct error *e);

/* Read the next value, the array of tests; the arguments' names are known. */
json_take problem_read_tests;

#endif
