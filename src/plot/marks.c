/* marks.c - the marks of an axis by factors. */
#include "config.h"

#include "plot/marks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/functions.h"

enum { DECADES = 8 };                      /* that all have a text */
enum { PLAIN_LEAST = -2, PLAIN_MOST = 3 }; /* powers without an e */

static double decades(double low, double high)
{
    return (natural_log(high) - natural_log(low)) / natural_log(10);
}

/* Read from a text, so that it is the double that prints as that. */
static void move(struct mark *m)
{
    char text[32];

    if (++m->digit == 10) {
        m->digit = 1;
        m->power++;
    }
    snprintf(text, sizeof(text), "%de%d", m->digit, m->power);
    m->at = strtod(text, NULL);
}

static bool has_text(const struct mark *m, double low, double high)
{
    const double n = decades(low, high);

    if (m->digit == 1)
        return m->power % (1 + (int)(n / DECADES)) == 0;
    return n < 2 && (m->digit == 2 || m->digit == 5);
}

static void add_text(struct mark *m)
{
    if (m->power >= PLAIN_LEAST && m->power <= PLAIN_MOST)
        snprintf(m->text, sizeof(m->text), "%g", m->at);
    else
        snprintf(m->text, sizeof(m->text), "%de%d", m->digit, m->power);
}

bool mark_next(struct mark *m, double low, double high)
{
    if (!m->digit)
        m->power = (int)floor(decades(1, low)) - 1;
    do
        move(m);
    while (m->at < low);
    m->text[0] = '\0';
    if (has_text(m, low, high))
        add_text(m);
    return m->at <= high;
}
