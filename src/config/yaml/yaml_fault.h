/*
 * yaml_fault.h - guess the mistake in a text that is not YAML; private to
 * config/.
 *
 * libfyaml reports what it expected, which is often not the mistake, and it may
 * name the line before.
 */
#ifndef CONFIG_YAML_YAML_FAULT_H
#define CONFIG_YAML_YAML_FAULT_H

#include "config/yaml/node.h"

/* Look at and near a line for a tab that indents, a field without a blank after
 * its colon, or a field that is indented deeper than the one before it.  If
 * there is one, set its place and append what is wrong. */
bool yaml_fault(const char *text, int line, struct yaml_position *at,
                struct str *what);

/* Append what is wrong with a field such as "kind:sentiment", whose colon is
 * not followed by a blank.  `value` is what follows it, "" if nothing. */
bool yaml_fault_of_key(const char *key, const char *value, struct str *what);

#endif
