/*
 * manual_page.h - the manual page, of a template whose lines @COMMAND@ stand
 * for what the tables of that command say.
 *
 * `make` makes codarun.1 of cmd/codarun.1.in.
 */
#ifndef CMD_MANUAL_PAGE_H
#define CMD_MANUAL_PAGE_H

#include <stdio.h>

#include "base/core/error.h"
#include "base/core/str.h"

/* Append the page; an error is a line that names no command. */
int manual_page(FILE *template, struct str *out, struct error *e);

#endif
