/*
 * manual_page.h - the manual page, made of a template.  A line @COMMAND@ of it
 * is replaced by the text of that command's tables, the line @others@ by that
 * of all commands that have neither such a line nor a heading.
 *
 * `make` makes codarun.1 from cmd/codarun.1.in.
 */
#ifndef CMD_MANUAL_PAGE_H
#define CMD_MANUAL_PAGE_H

#include <stdio.h>

#include "base/core/error.h"
#include "base/core/str.h"

/* Append the page.  Error: a line that names no command. */
int manual_page(FILE *template, struct str *out, struct error *e);

#endif
