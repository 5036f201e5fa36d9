/* entry_type.h - the types of values in a YAML file. */
#ifndef CONFIG_YAML_ENTRY_TYPE_H
#define CONFIG_YAML_ENTRY_TYPE_H

enum entry_type { ENTRY_SCALAR, ENTRY_MAPPING, ENTRY_SEQUENCE };

#endif
