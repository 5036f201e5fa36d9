/*
 * yaml_fault.h - what is most likely wrong with a text that is no YAML; private
 * to config/.  libfyaml says what it missed, which is often another thing, and
 * may name the line before.
 */
#ifndef CONFIG_YAML_YAML_FAULT_H
#define CONFIG_YAML_YAML_FAULT_H

#include "config/yaml/node.h"

/* Is there a tab that indents, a field without a blank behind its colon, or one
 * that is indented deeper than the field before it, at or near a line?  Then
 * put its place and what is wrong. */
bool yaml_fault(const char *text, int line, struct yaml_position *at,
                struct str *what);

/* A field such as "kind:sentiment", whose colon no blank follows: put what is
 * wrong with it.  `value` is the rest that stands behind it; "": nothing. */
bool yaml_fault_of_key(const char *key, const char *value, struct str *what);

#endif
