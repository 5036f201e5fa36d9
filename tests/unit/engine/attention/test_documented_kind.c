/*
 * The attention kind that docs/how-to/add-a-kind.md adds, taken from its text:
 * it compiles, its YAML is read, and its gradients equal differences in every
 * form.
 */
#include "config.h"

#include "tests/test.h"

#include "config/yaml/document.h"

#include "tests/unit/documented_dot.c" /* made in the build folder */

static const char yaml[] =
#include "tests/unit/documented_dot.def"
    ;

static const struct kind *const newcomers[] = {&attention_dot.is, NULL};
static const struct kinds newcomer = {.sort = "attention", .list = newcomers};

/* Run the test of registered kinds on this kind. */
#define attention_kinds newcomer
int test_gradients(void);
#undef main
#define main test_gradients
#include "tests/unit/engine/attention/test_gradients_attention.c"
#undef main
#define main unit_main

static bool yaml_is_read(void)
{
    struct chosen c = {0};
    struct error e = {""};
    struct document *d = document_parse(yaml, "add-a-kind.md", &e);
    const bool read =
        d && !document_bind_kind(d, "attention", &newcomer, &c, &e) &&
        c.kind == &attention_dot.is && ((struct dot *)c.conf)->alpha == 0.5;

    if (!read)
        print_message("Bail out! the page's YAML: %s\n", e.text);
    chosen_release(&c);
    document_free(d);
    return read;
}

int main(void)
{
    return yaml_is_read() ? test_gradients() : 1;
}
