/*
 * document_internal.h - the struct of a document; private to config/yaml.
 *
 * Threads: as document.h.
 */
#ifndef CONFIG_YAML_DOCUMENT_INTERNAL_H
#define CONFIG_YAML_DOCUMENT_INTERNAL_H

#include "config/yaml/document.h"
#include "config/yaml/node.h"

struct document {
    char *name; /* owned; of the file, for errors */
    char *text; /* owned */
    bool stored;
    struct yaml_node *root;
};

#endif
